/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks designs for the outputs of a study, by the whole evaluator or by its kernel. */
#include "model/whatif/weft-whatif-response.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/whatif/weft-whatif-private.h"

/* One design of a study. */
typedef struct
{
  WeftWhatif *whatif;
  GPtrArray *inputs;  /* WeftInput that it has */
  GArray *places;     /* guint: where they stand among those of the study */
  GPtrArray *outputs; /* WeftOutput */
} Trial;

struct _WeftWhatifResponse
{
  WeftResponse response;
  WeftAskHow how;
  GPtrArray *trials;
  GPtrArray *inputs; /* WeftInput, one for each path */
  WeftFactor *factors;
};

static void
free_trial (gpointer data)
{
  Trial *trial = data;

  g_clear_object (&trial->whatif);
  g_clear_pointer (&trial->inputs, g_ptr_array_unref);
  g_clear_pointer (&trial->places, g_array_unref);
  g_clear_pointer (&trial->outputs, g_ptr_array_unref);
  g_free (trial);
}

/* --- answering --- */

static void
leave_unanswered (double *y,
                  guint   n)
{
  for (guint i = 0; i < n; i++)
    y[i] = NAN;
}

static void
answer (WeftWhatifResponse *self,
        const Trial        *trial,
        const double       *x,
        double             *y)
{
  g_auto (WeftVariant) variant = { 0 };
  guint n = trial->outputs->len, n_moved = 0;
  g_autofree double *values = g_new (double, trial->inputs->len + 1);
  g_autofree WeftInput **moved = g_new (WeftInput *, trial->inputs->len + 1);

  leave_unanswered (y, n);
  for (guint i = 0; i < trial->inputs->len; i++)
    {
      double value = x[g_array_index (trial->places, guint, i)];

      /* A fraction that stays where it is is not set, so that it makes room when another one grows. */
      if (value == weft_input_get_value (trial->inputs->pdata[i]))
        continue;
      values[n_moved] = value;
      moved[n_moved++] = trial->inputs->pdata[i];
    }
  if (!weft_whatif_vary (trial->whatif, moved, values, NULL, n_moved, self->how == WEFT_ASK_EXACTLY, &variant, NULL))
    return;

  if (self->how == WEFT_ASK_EXACTLY)
    {
      g_autoptr (WeftEvaluation) evaluation = weft_whatif_evaluate_variant (trial->whatif, &variant, NULL);

      for (guint i = 0; i < n && evaluation != NULL; i++)
        y[i] = weft_output_read (trial->outputs->pdata[i], evaluation);
    }
  else
    {
      WeftModel model = { 0 };
      WeftScore score;

      if (weft_whatif_score (trial->whatif, &variant, &model, &score))
        for (guint i = 0; i < n; i++)
          y[i] = weft_whatif_read_score (trial->outputs->pdata[i], &variant, &score);
      weft_model_clear (&model);
    }
}

static void
evaluate_cb (gpointer      state,
             const double *x,
             double       *y,
             gpointer      data)
{
  WeftWhatifResponse *self = data;

  for (guint i = 0; i < self->trials->len; i++)
    {
      const Trial *trial = self->trials->pdata[i];

      answer (self, trial, x, y);
      y += trial->outputs->len;
    }
}

/* --- making --- */

static gboolean
add_trial (WeftWhatifResponse *self,
           WeftWhatif         *whatif,
           const char *const  *outputs,
           GError            **error)
{
  Trial *trial = g_new0 (Trial, 1);

  trial->whatif = g_object_ref (whatif);
  trial->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  trial->places = g_array_new (FALSE, FALSE, sizeof (guint));
  trial->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_output_free);
  g_ptr_array_add (self->trials, trial);
  for (guint i = 0; outputs[i] != NULL; i++)
    {
      WeftOutput *output = weft_whatif_find_output (whatif, outputs[i], error);

      if (output == NULL)
        return FALSE;
      g_ptr_array_add (trial->outputs, output);
      if (self->how == WEFT_ASK_QUICKLY && output->kind == WEFT_OUTPUT_OTHER)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       _("“%s” cannot be asked for ten thousand times; ask for the score, a workload’s value or "
                         "speedup, a partition’s count, power_w or cost_usd"),
                       outputs[i]);
          return FALSE;
        }
    }
  return TRUE;
}

/* The input of each design that has it; the first one stands for all. */
static gboolean
add_input (WeftWhatifResponse *self,
           const char         *path,
           GError            **error)
{
  g_autoptr (GError) first = NULL;
  guint place = self->inputs->len;

  for (guint i = 0; i < self->trials->len; i++)
    {
      const Trial *trial = self->trials->pdata[i];
      WeftInput *input = weft_whatif_find_input (trial->whatif, path, first == NULL ? &first : NULL);

      if (input != NULL && self->inputs->len > place && weft_input_is_own (input))
        g_clear_object (&input);
      if (input == NULL)
        continue;
      if (self->inputs->len == place)
        g_ptr_array_add (self->inputs, g_object_ref (input));
      g_ptr_array_add (trial->inputs, input);
      g_array_append_val (trial->places, place);
    }
  if (self->inputs->len > place)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

/* What is unknown has no place to start from. */
static gboolean
check_known (WeftInput *input,
             GError   **error)
{
  if (isfinite (weft_input_get_value (input)))
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("%s is unknown; give it a value in a catalog of your own"),
               weft_input_get_path (input));
  return FALSE;
}

/**
 * weft_whatif_response_new: (skip)
 * @designs: (element-type WeftWhatif): one or more
 * @paths: (array zero-terminated=1): inputs
 * @outputs: (array zero-terminated=1): what to ask of each design
 * @how: exactly or quickly
 * @error: return location
 *
 * Returns: (transfer full): the designs as a function, or %NULL when a path leads nowhere
 */
WeftWhatifResponse *
weft_whatif_response_new (GPtrArray         *designs,
                          const char *const *paths,
                          const char *const *outputs,
                          WeftAskHow         how,
                          GError           **error)
{
  g_autoptr (WeftWhatifResponse) self = g_new0 (WeftWhatifResponse, 1);
  guint n_outputs = 0;

  g_return_val_if_fail (designs != NULL && designs->len > 0 && paths != NULL && outputs != NULL, NULL);

  self->how = how;
  self->trials = g_ptr_array_new_with_free_func (free_trial);
  self->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < designs->len; i++)
    if (!add_trial (self, designs->pdata[i], outputs, error))
      return NULL;
  for (guint i = 0; paths[i] != NULL; i++)
    if (!add_input (self, paths[i], error) || !check_known (self->inputs->pdata[i], error))
      return NULL;

  self->factors = g_new0 (WeftFactor, self->inputs->len + 1);
  for (guint i = 0; i < self->inputs->len; i++)
    self->factors[i] = weft_input_get_factor (self->inputs->pdata[i]);
  for (guint i = 0; i < self->trials->len; i++)
    n_outputs += ((Trial *) self->trials->pdata[i])->outputs->len;
  self->response = (WeftResponse) { .n_inputs = self->inputs->len, .n_outputs = n_outputs, .evaluate = evaluate_cb,
                                    .data = self };
  return g_steal_pointer (&self);
}

/**
 * weft_whatif_response_free: (skip)
 * @self: (transfer full): designs as a function
 */
void
weft_whatif_response_free (WeftWhatifResponse *self)
{
  g_clear_pointer (&self->trials, g_ptr_array_unref);
  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_free (self->factors);
  g_free (self);
}

const WeftResponse *
weft_whatif_response_get (WeftWhatifResponse *self)
{
  return &self->response;
}

WeftFactor *
weft_whatif_response_factors (WeftWhatifResponse *self)
{
  return self->factors;
}

WeftInput *
weft_whatif_response_input (WeftWhatifResponse *self,
                            guint               input)
{
  g_return_val_if_fail (input < self->inputs->len, NULL);

  return self->inputs->pdata[input];
}

/**
 * weft_whatif_response_output: (skip)
 * @self: designs as a function
 * @output: which of its outputs
 *
 * Returns: (transfer none): what it is
 */
WeftOutput *
weft_whatif_response_output (WeftWhatifResponse *self,
                             guint               output)
{
  for (guint i = 0; i < self->trials->len; i++)
    {
      const Trial *trial = self->trials->pdata[i];

      if (output < trial->outputs->len)
        return trial->outputs->pdata[output];
      output -= trial->outputs->len;
    }
  g_return_val_if_reached (NULL);
}

guint
weft_whatif_response_n_inputs (WeftWhatifResponse *self)
{
  return self->inputs->len;
}
