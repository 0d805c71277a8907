/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a preset becomes in a design. */
#include "model/whatif/weft-preset-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model/whatif/weft-whatif-private.h"

#define EACH "partitions/*/"

static void
free_step (gpointer data)
{
  WeftPresetStep *step = data;

  g_clear_object (&step->input);
  g_free (step->path);
  g_free (step->note);
  g_free (step);
}

/* The part of an all-to-all among all chips of a partition whose partner stands in the same scale-up domain. */
static double
domain_share (WeftWhatif *whatif,
              double      partition)
{
  GListModel *partitions = weft_evaluation_get_partitions (whatif->evaluation);
  g_autoptr (WeftPartitionResult) result = NULL;
  double n, s;

  if (!(partition >= 0 && partition < g_list_model_get_n_items (partitions)))
    return NAN;
  result = g_list_model_get_item (partitions, (guint) partition);
  n = weft_partition_result_get_count (result);
  s = MIN (weft_partition_result_get_domain_chips (result), n);
  return n > 1 ? (s - 1) / (n - 1) : NAN;
}

static double
find_value (const WeftPresetChange *change,
            WeftWhatif             *whatif,
            double                  now)
{
  switch (change->rule)
    {
    case WEFT_PRESET_AT_LEAST:
      return MAX (now, change->number);
    case WEFT_PRESET_AT_MOST:
      return MIN (now, change->number);
    case WEFT_PRESET_FACTOR:
      return now * change->number;
    case WEFT_PRESET_DOMAIN_SHARE:
      return domain_share (whatif, change->number);
    case WEFT_PRESET_VALUE:
    default:
      return change->number;
    }
}

static void
add_step (GPtrArray              *steps,
          const WeftPresetChange *change,
          WeftWhatif             *whatif,
          const char             *path)
{
  WeftPresetStep *step = g_new0 (WeftPresetStep, 1);
  double now;

  g_ptr_array_add (steps, step);
  step->path = g_strdup (path);
  step->input = weft_whatif_find_input (whatif, path, NULL);
  if (step->input == NULL)
    {
      step->note = g_strdup (_("there is no such input here"));
      return;
    }

  now = weft_input_get_value (step->input);
  step->value = find_value (change, whatif, now);
  if (isnan (step->value))
    {
      g_clear_object (&step->input);
      step->note = g_strdup (_("it is unknown here"));
      return;
    }
  step->changes = step->value != now;
  step->note = g_strdup (change->note);
}

/**
 * weft_preset_apply: (skip)
 * @self: a preset
 * @whatif: a design
 *
 * Returns: (transfer full) (element-type WeftPresetStep): what it sets there, partition by partition
 */
GPtrArray *
weft_preset_apply (WeftPreset *self,
                   WeftWhatif *whatif)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func (free_step);

  g_return_val_if_fail (WEFT_IS_PRESET (self) && WEFT_IS_WHATIF (whatif), steps);

  for (guint i = 0; i < self->changes->len; i++)
    {
      const WeftPresetChange *change = self->changes->pdata[i];

      if (!g_str_has_prefix (change->input, EACH))
        {
          add_step (steps, change, whatif, change->input);
          continue;
        }
      for (guint k = 0; k < whatif->machine.n_partitions; k++)
        {
          g_autofree char *path = g_strdup_printf ("partitions/%u/%s", k, change->input + strlen (EACH));

          add_step (steps, change, whatif, path);
        }
    }
  return steps;
}

/**
 * weft_preset_evaluate: (skip)
 * @steps: (element-type WeftPresetStep): from weft_preset_apply()
 * @whatif: the same design
 * @error: return location
 *
 * Returns: (transfer full): the design with all that changes, or %NULL when nothing of the preset is an input of it, or
 *   something cannot be set so
 */
WeftEvaluation *
weft_preset_evaluate (GPtrArray  *steps,
                      WeftWhatif *whatif,
                      GError    **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  g_autofree double *values = g_new (double, steps->len + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < steps->len; i++)
    {
      const WeftPresetStep *step = steps->pdata[i];

      any |= step->input != NULL;
      if (step->input == NULL || !step->changes)
        continue;
      values[inputs->len] = step->value;
      g_ptr_array_add (inputs, step->input);
    }
  if (!any)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("The preset sets nothing that %s has, such as %s"),
                   weft_whatif_get_name (whatif), steps->len > 0 ? ((WeftPresetStep *) steps->pdata[0])->path : "–");
      return NULL;
    }
  return weft_whatif_evaluate (whatif, inputs, values, error);
}
