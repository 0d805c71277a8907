/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serving among what is fitted to measurements: its constants, of all engines, chips and formats and of each that was
 * measured, and what the model says about a row. First tokens are fitted
 * apart, since queues say little of kernels. */
#include "calib/gauge/weft-gauge-serving-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "catalog/weft-catalog.h"

/* The scopes that rows cover; others take what holds for all. */
static const char *const engines[] = { "trtllm", "vllm", "sglang" };
static const char *const generations[] = { "2020-Ampere", "2024-Blackwell" };
static const char *const formats[] = { "nvfp4" };

static const struct
{
  const char *const *names;
  guint n;
} scopes[] = {
  [WEFT_SERVING_SCOPE_NONE] = { NULL, 0 },
  [WEFT_SERVING_SCOPE_ENGINE] = { engines, G_N_ELEMENTS (engines) },
  [WEFT_SERVING_SCOPE_CHIP] = { generations, G_N_ELEMENTS (generations) },
  [WEFT_SERVING_SCOPE_FORMAT] = { formats, G_N_ELEMENTS (formats) },
};

static gpointer
context_new (WeftInventory  *inventory,
             WeftServingFit  fit)
{
  WeftGaugeServingContext *context = g_new0 (WeftGaugeServingContext, 1);

  context->fit = fit;
  context->inventory = g_object_ref (inventory);
  context->shapes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return context;
}

static gpointer
tokens_context_new (WeftInventory  *inventory,
                    GError        **error)
{
  (void) error;
  return context_new (inventory, WEFT_SERVING_FIT_TOKENS);
}

static gpointer
first_context_new (WeftInventory  *inventory,
                   GError        **error)
{
  (void) error;
  return context_new (inventory, WEFT_SERVING_FIT_FIRST);
}

static void
context_free (gpointer data)
{
  WeftGaugeServingContext *context = data;

  g_hash_table_unref (context->shapes);
  g_object_unref (context->inventory);
  g_free (context);
}

static GPtrArray *
read_rows (gpointer   context,
           GPtrArray *rows,
           GPtrArray *skipped)
{
  GPtrArray *cases = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    weft_gauge_serving_read_row (context, rows->pdata[i], cases, skipped);
  return cases;
}

/* --- parameters --- */

static WeftGaugeParameter *
parameter_new (const WeftServingConstantSpec *spec,
               const char                    *scope,
               gboolean                       has_parent)
{
  WeftGaugeParameter *parameter = g_new0 (WeftGaugeParameter, 1);

  parameter->key = scope != NULL ? g_strconcat (spec->key, "@", scope, NULL) : g_strdup (spec->key);
  parameter->unit = g_strdup (spec->unit);
  parameter->start = spec->start;
  parameter->parent = has_parent ? g_strdup (spec->key) : NULL;
  parameter->low = spec->low;
  parameter->high = spec->high;
  parameter->pull = has_parent ? spec->scope_pull : spec->pull;
  parameter->is_log = TRUE;
  parameter->note = g_strdup (spec->note);
  return parameter;
}

static void
add_parameters (GPtrArray                     *parameters,
                const WeftServingConstantSpec *spec)
{
  g_ptr_array_add (parameters, parameter_new (spec, spec->only, FALSE));
  if (spec->only != NULL)
    return;
  for (guint i = 0; i < scopes[spec->scope].n; i++)
    g_ptr_array_add (parameters, parameter_new (spec, scopes[spec->scope].names[i], TRUE));
}

static int
find_parameter (GPtrArray  *parameters,
                const char *key,
                const char *scope)
{
  g_autofree char *whole = scope != NULL ? g_strconcat (key, "@", scope, NULL) : g_strdup (key);

  for (guint i = 0; i < parameters->len; i++)
    if (g_str_equal (((WeftGaugeParameter *) parameters->pdata[i])->key, whole))
      return (int) i;
  return -1;
}

/* Which of the parameters each constant is for one row: the narrowest scope that has one. */
static void
point_case (WeftGaugeServing *serving,
            GPtrArray        *parameters)
{
  guint n;
  const WeftServingConstantSpec *specs = weft_serving_constant_specs (&n);

  g_assert (n <= WEFT_GAUGE_SERVING_MAX_CONSTANTS);
  for (guint i = 0; i < n; i++)
    {
      const char *names[3];
      guint n_names = weft_serving_scope_names (specs[i].scope, serving->system.chip, serving->engine,
                                                serving->family, serving->plan.weight_format, names);
      int found = -1;

      for (guint k = 0; k < n_names && found < 0; k++)
        found = find_parameter (parameters, specs[i].key, names[k]);
      serving->parameter[i] = found < 0 ? find_parameter (parameters, specs[i].key, NULL) : found;
    }
}

static GPtrArray *
list_parameters (gpointer   data,
                 GPtrArray *cases)
{
  const WeftGaugeServingContext *context = data;
  GPtrArray *parameters = g_ptr_array_new ();
  guint n;
  const WeftServingConstantSpec *specs = weft_serving_constant_specs (&n);

  for (guint i = 0; i < n; i++)
    if (specs[i].fit == context->fit)
      add_parameters (parameters, &specs[i]);
  for (guint i = 0; i < cases->len; i++)
    point_case (((WeftGaugeCase *) cases->pdata[i])->data, parameters);
  return parameters;
}

/* --- predictions --- */

/* A row was measured, so at least one request fitted, whatever the constants of memory say. */
static double
predict (gpointer             context,
         const double        *x,
         const WeftGaugeCase *a_case)
{
  WeftGaugeServing *serving = a_case->data;
  WeftServingAnswer answer;
  guint n;
  const WeftServingConstantSpec *specs = weft_serving_constant_specs (&n);

  (void) context;
  for (guint i = 0; i < n; i++)
    if (serving->parameter[i] >= 0)
      G_STRUCT_MEMBER (double, &serving->system.constants, specs[i].offset) = x[serving->parameter[i]];
  weft_serving_answer (&serving->system, &serving->plan, &serving->load, &answer);

  switch (serving->metric)
    {
    case WEFT_GAUGE_SERVING_TPOT:
      return answer.tpot_s;
    case WEFT_GAUGE_SERVING_TTFT:
      return answer.ttft_s;
    case WEFT_GAUGE_SERVING_TOKENS_CHIP:
      return (answer.fits ? answer.tokens_s : 1 / answer.tpot_s) / answer.chips;
    case WEFT_GAUGE_SERVING_TOKENS:
    default:
      return answer.fits ? answer.tokens_s : 1 / answer.tpot_s;
    }
}

const WeftGaugeDomain weft_gauge_serving = {
  .id = "serving",
  .label = N_("Serving language models"),
  .context_new = tokens_context_new,
  .context_free = context_free,
  .read = read_rows,
  .free_data = weft_gauge_serving_free,
  .parameters = list_parameters,
  .predict = predict,
};

const WeftGaugeDomain weft_gauge_first_token = {
  .id = "first-token",
  .label = N_("First token of served requests"),
  .context_new = first_context_new,
  .context_free = context_free,
  .read = read_rows,
  .free_data = weft_gauge_serving_free,
  .parameters = list_parameters,
  .predict = predict,
};
