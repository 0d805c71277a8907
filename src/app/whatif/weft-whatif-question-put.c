/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a question to the library: exactly, but for indices, which take ten thousand answers of the kernel alone. */
#include "config.h"

#include "app/whatif/weft-whatif-question.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>

#include "app/weft-worker.h"

/* Of an input's logarithm: wider than the steps of whole nodes. */
#define SLOPE_STEP 0.05
/* Points of a sweep, and of a search for crossings. */
#define SWEEP_POINTS 81
#define SCANS 200
#define SEED 1

/* One question under way. */
typedef struct
{
  WeftWhatifQuestion *question;
  WeftWhatifFinding *finding;
  WeftAsking asking;
  GPtrArray *designs;
  WeftWhatifResponse *response;
} Put;

/* --- the response --- */

/* The question's inputs, then the knobs that are none of them. (transfer full) */
static GStrv
list_paths (const WeftWhatifQuestion *question, gboolean knobs)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (guint i = 0; question->paths != NULL && question->paths[i] != NULL; i++)
    g_strv_builder_add (paths, question->paths[i]);
  for (guint i = 0; knobs && i < question->knobs->len; i++)
    {
      const char *path = weft_input_get_path (question->knobs->pdata[i]);

      if (question->paths == NULL || !g_strv_contains ((const char *const *) question->paths, path))
        g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}

/* Where the knob stands is the middle now, with a range as wide as before. */
static void
move_factor (WeftFactor *factor, double value)
{
  if (factor->is_log && factor->value > 0 && value > 0)
    {
      factor->low *= value / factor->value;
      factor->high *= value / factor->value;
    }
  else
    {
      factor->low = MIN (factor->low, value);
      factor->high = MAX (factor->high, value);
    }
  factor->low = MAX (factor->low, factor->least);
  factor->high = MIN (factor->high, factor->most);
  factor->value = value;
}

static void
set_knobs (Put *put)
{
  WeftFactor *factors = weft_whatif_response_factors (put->response);
  guint n = weft_whatif_response_n_inputs (put->response);

  for (guint k = 0; k < put->question->knobs->len; k++)
    for (guint i = 0; i < n; i++)
      if (g_str_equal (factors[i].name, weft_input_get_path (put->question->knobs->pdata[k])))
        move_factor (&factors[i], g_array_index (put->question->values, double, k));
  /* What the question is not about stays where it was turned to. */
  for (guint i = put->finding->n_asked; i < n; i++)
    factors[i].low = factors[i].high = factors[i].value;
}

static void
note_inputs (Put *put)
{
  WeftFactor *factors = weft_whatif_response_factors (put->response);
  guint n = weft_whatif_response_n_inputs (put->response);

  put->finding->now = g_new (double, n + 1);
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (put->finding->inputs, g_object_ref (weft_whatif_response_input (put->response, i)));
      put->finding->now[i] = factors[i].value;
    }
}

/* The first input goes through the question's range, or through all that it may well be. */
static void
set_range (Put *put)
{
  WeftFactor *factor = &weft_whatif_response_factors (put->response)[0];
  WeftFactor reach = weft_input_get_reach (weft_whatif_response_input (put->response, 0));

  factor->low = isnan (put->question->low) ? MIN (reach.low, factor->value) : put->question->low;
  factor->high = isnan (put->question->high) ? MAX (reach.high, factor->value) : put->question->high;
  factor->is_log = reach.is_log && factor->low > 0;
}

static gboolean
respond (Put *put, WeftAskHow how, gboolean knobs, GError **error)
{
  const char *outputs[] = { put->question->output, NULL };
  g_auto (GStrv) paths = list_paths (put->question, knobs);

  put->finding->n_asked = put->question->paths != NULL ? g_strv_length (put->question->paths) : 0;
  put->response = weft_whatif_response_new (put->designs, (const char *const *) paths, outputs, how, error);
  if (put->response == NULL)
    return FALSE;
  if (knobs)
    set_knobs (put);
  note_inputs (put);
  return TRUE;
}

/* --- studies --- */

static gboolean
rank (Put *put, GError **error)
{
  WeftWhatifFinding *finding = put->finding;
  const WeftResponse *response;
  const WeftFactor *factors;

  if (!respond (put, put->question->kind == WEFT_WHATIF_TOTAL_ORDER ? WEFT_ASK_QUICKLY : WEFT_ASK_EXACTLY, TRUE, error))
    return FALSE;
  response = weft_whatif_response_get (put->response);
  factors = weft_whatif_response_factors (put->response);
  switch (put->question->kind)
    {
    case WEFT_WHATIF_SLOPES:
      finding->slopes = weft_elasticities_new (response, factors, 0, SLOPE_STEP, &put->asking, error);
      return finding->slopes != NULL;
    case WEFT_WHATIF_TORNADO:
      finding->tornado = weft_tornado_new (response, factors, 0, &put->asking, error);
      return finding->tornado != NULL;
    default:
      finding->total_order =
        weft_total_order_new (response, factors, 0, TRUE, put->question->n_samples, SEED, &put->asking, error);
      return finding->total_order != NULL;
    }
}

/* All along the range. */
static gboolean
walk (Put *put, const WeftResponse *response, GError **error)
{
  const WeftFactor *factors = weft_whatif_response_factors (put->response);
  WeftSweepAxis axis = { .input = 0 };
  g_autofree double *values = NULL;

  axis.n_values = weft_input_is_flag (put->finding->inputs->pdata[0]) ? 2 : SWEEP_POINTS;
  axis.values = values = weft_sweep_values (&factors[0], axis.n_values);
  put->finding->sweep = weft_sweep_new (response, factors, &axis, 1, &put->asking, error);
  return put->finding->sweep != NULL;
}

static gboolean
sweep (Put *put, GError **error)
{
  WeftWhatifFinding *finding = put->finding;

  if (!respond (put, WEFT_ASK_EXACTLY, TRUE, error))
    return FALSE;
  set_range (put);
  if (!walk (put, weft_whatif_response_get (put->response), error))
    return FALSE;
  if (weft_sweep_is_flat (finding->sweep, 0, 0))
    finding->why_flat = weft_whatif_explain_flat (put->question->whatif, finding->inputs->pdata[0], finding->output);
  return TRUE;
}

/* --- break-even --- */

/* An answer beside a value that stands still. */
typedef struct
{
  const WeftResponse *inner;
  double target;
} Beside;

static void
evaluate_beside_cb (gpointer state, const double *x, double *y, gpointer data)
{
  const Beside *beside = data;

  weft_response_ask (beside->inner, x, y);
  y[1] = beside->target;
}

static WeftResponse
respond_beside (Beside *beside)
{
  return (WeftResponse){ .n_inputs = beside->inner->n_inputs,
                         .n_outputs = 2,
                         .evaluate = evaluate_beside_cb,
                         .data = beside };
}

/* Two designs of one name are told apart by words. */
static void
name_other (Put *put)
{
  WeftWhatifFinding *finding = put->finding;

  finding->second_name = g_strdup (put->question->other_name);
  if (g_strcmp0 (finding->first_name, finding->second_name) != 0)
    return;
  g_free (finding->first_name);
  /* Translators: the open design, beside another one of the same name */
  finding->first_name = g_strdup (_("this design"));
}

/* (transfer full) (nullable): the design beside, under the same profile. */
static WeftWhatif *
make_other (Put *put, GError **error)
{
  WeftWhatif *first = put->question->whatif;

  name_other (put);
  return weft_whatif_new (weft_whatif_get_evaluator (first), put->question->other,
                          weft_evaluation_get_profile (weft_whatif_get_evaluation (first)), error);
}

static gboolean
check_range (Put *put, GError **error)
{
  const WeftFactor *factor = &weft_whatif_response_factors (put->response)[0];
  WeftInput *input = put->finding->inputs->pdata[0];
  g_autofree char *low = weft_input_format (input, factor->low);
  g_autofree char *high = weft_input_format (input, factor->high);

  if (factor->low < factor->high)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("There is no range from %s to %s."), low, high);
  return FALSE;
}

static gboolean
find_crossings (Put *put, const WeftResponse *response, GError **error)
{
  WeftWhatifFinding *finding = put->finding;

  set_range (put);
  if (!check_range (put, error))
    return FALSE;
  finding->break_even = weft_break_even_new (response, weft_whatif_response_factors (put->response), 0,
                                             finding->output->less_is_better, SCANS, &put->asking, error);
  return finding->break_even != NULL && walk (put, response, error);
}

static gboolean
meet_target (Put *put, double target, GError **error)
{
  Beside beside = { .target = target };
  WeftResponse response;

  if (!respond (put, WEFT_ASK_EXACTLY, TRUE, error))
    return FALSE;
  put->finding->target = target;
  beside.inner = weft_whatif_response_get (put->response);
  response = respond_beside (&beside);
  return find_crossings (put, &response, error);
}

/* Knobs are of the first design, so both stand as their documents say where the input moves in both. */
static gboolean
meet_other (Put *put, GError **error)
{
  g_autoptr (WeftWhatif) other = make_other (put, error);
  g_autoptr (WeftOutput) output = NULL;

  if (other == NULL)
    return FALSE;
  if (!put->question->in_both)
    {
      output = weft_whatif_find_output (other, put->question->output, error);
      return output != NULL && meet_target (put, weft_output_read (output, weft_whatif_get_evaluation (other)), error);
    }
  g_ptr_array_add (put->designs, g_steal_pointer (&other));
  return respond (put, WEFT_ASK_EXACTLY, FALSE, error)
         && find_crossings (put, weft_whatif_response_get (put->response), error);
}

static gboolean
break_even (Put *put, GError **error)
{
  return put->question->other != NULL ? meet_other (put, error) : meet_target (put, put->question->target, error);
}

/* --- doubt --- */

static gboolean
doubt (Put *put, GError **error)
{
  if (put->question->other != NULL)
    {
      WeftWhatif *other = make_other (put, error);

      if (other == NULL)
        return FALSE;
      g_ptr_array_add (put->designs, other);
    }
  put->finding->doubt = weft_doubt_new (put->designs, put->question->n_samples, SEED, &put->asking, error);
  return put->finding->doubt != NULL;
}

/* --- all of them --- */

static gboolean
put_question (Put *put, GError **error)
{
  switch (put->question->kind)
    {
    case WEFT_WHATIF_SLOPES:
    case WEFT_WHATIF_TORNADO:
    case WEFT_WHATIF_TOTAL_ORDER:
      return rank (put, error);
    case WEFT_WHATIF_SWEEP:
      return sweep (put, error);
    case WEFT_WHATIF_BREAK_EVEN:
      return break_even (put, error);
    case WEFT_WHATIF_DOUBT:
    case WEFT_N_WHATIF_STUDIES:
    default:
      return doubt (put, error);
    }
}

WeftWhatifFinding *
weft_whatif_question_put (WeftWhatifQuestion *self, int *permille, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftWhatifFinding) finding = g_atomic_rc_box_new0 (WeftWhatifFinding);
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (0);
  Put put = { self, finding, { executor, cancellable, weft_worker_progress_cb, permille } };
  gboolean done;

  finding->question = weft_whatif_question_ref (self);
  finding->target = NAN;
  finding->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  finding->first_name = g_strdup (weft_whatif_get_name (self->whatif));
  finding->output = weft_whatif_find_output (self->whatif, self->output, error);
  if (finding->output == NULL)
    return NULL;
  put.designs = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (put.designs, g_object_ref (self->whatif));
  done = put_question (&put, error);
  g_clear_pointer (&put.response, weft_whatif_response_free);
  g_ptr_array_unref (put.designs);
  return done ? g_steal_pointer (&finding) : NULL;
}
