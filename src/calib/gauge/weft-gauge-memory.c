/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of training among what is measured: activations and states that papers print, and what estimators answer.
 * Nothing is fitted: the bytes of each tensor are known. */
#include "calib/gauge/weft-gauge-domain.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "calib/gauge/weft-gauge-training-private.h"
#include "catalog/weft-catalog.h"
#include "model/measured/weft-memory-training.h"

/* Steps long enough that a pipeline is full. */
#define FULL_BATCH 4096

#define ZERO "ZeRO-"

/* T5's embedding is its largest layer: 32,128 rows of 1,024 (arXiv 1910.10683, section 3.7). */
#define T5_UNIT (32128.0 * 1024)

typedef enum
{
  WEFT_ASKED_STATES,      /* of the layers' matrices */
  WEFT_ASKED_ACTIVATIONS,
  WEFT_ASKED_RELATIVE,    /* activations over those with tensor parallelism alone */
  WEFT_ASKED_ESTIMATE,    /* states of so many parameters, as DeepSpeed estimates them */
  WEFT_ASKED_ADAM,        /* Adam's states alone */
} Asked;

/* A row as what is counted. */
typedef struct
{
  Asked asked;
  WeftLlmShape shape;
  WeftMemoryShape memory;
  WeftTrainingPlan plan;
  double params;
  double unit;
  double ranks;
} Data;

typedef struct
{
  WeftInventory *inventory;
  WeftMemoryRules rules;
} Context;

static void
context_free (gpointer data)
{
  Context *context = data;

  g_object_unref (context->inventory);
  g_free (context);
}

static gpointer
context_new (WeftInventory  *inventory,
             GError        **error)
{
  Context *context = g_new0 (Context, 1);

  context->inventory = g_object_ref (inventory);
  if (weft_memory_rules_init (&context->rules, weft_inventory_get_profile (inventory), error))
    return context;
  context_free (context);
  return NULL;
}

/* --- rows --- */

/* Those of the paper's models that are interleaved (arXiv 2205.05198, table 3). */
static guint
virtual_stages (const WeftLlmShape *shape)
{
  return shape->layers == 96 || shape->layers == 105 ? 3 : 1;
}

static gboolean
take_activations (Data       *data,
                  const char *metric)
{
  WeftTrainingPlan *plan = &data->plan;

  if (g_str_equal (metric, "params_optimizer_memory"))
    data->asked = WEFT_ASKED_STATES;
  else if (g_str_has_prefix (metric, "activation_memory_relative"))
    data->asked = WEFT_ASKED_RELATIVE;
  else if (g_str_has_prefix (metric, "activation_memory"))
    data->asked = WEFT_ASKED_ACTIVATIONS;
  else
    return FALSE;
  if (strstr (metric, "selective") != NULL)
    plan->recompute = WEFT_RECOMPUTE_SELECTIVE;
  else if (strstr (metric, "full") != NULL)
    plan->recompute = WEFT_RECOMPUTE_FULL;
  plan->sequence_parallel = strstr (metric, "_sp_") != NULL || strstr (metric, "_sp+") != NULL
                            || strstr (metric, "sequence_parallel") != NULL;
  return TRUE;
}

static guint
count_of (const char *text,
          const char *name)
{
  double value;

  return weft_gauge_token (text, name, &value) && value >= 1 && value <= 1e6 ? (guint) value : 1;
}

/* A model of arXiv 2205.05198: scores and dropout as GPT-3 has them. */
static char *
read_paper (const Context      *context,
            const WeftGaugeRow *row,
            Data               *data)
{
  WeftTrainingPlan *plan = &data->plan;
  double sequence;

  if (!weft_gauge_training_shape (weft_inventory_get_catalog (context->inventory), row->model, &data->shape))
    return g_strdup_printf (_("%s: nothing is known of the model “%s”"), row->id, row->model);
  weft_training_plan_init (plan, &data->shape);
  if (!take_activations (data, row->metric))
    return g_strdup_printf (_("%s: “%s” is no memory that is counted"), row->id, row->metric);
  if (weft_gauge_number (row->sequence, &sequence))
    plan->sequence = sequence;
  plan->tp = count_of (row->parallelism, "TP");
  plan->pp = count_of (row->parallelism, "PP");
  plan->microbatch = count_of (row->batch, "MBS");
  plan->global_batch = FULL_BATCH;
  plan->virtual_stages = plan->pp > 1 ? virtual_stages (&data->shape) : 1;
  plan->flash_attention = FALSE;
  plan->dropout = TRUE;
  return weft_training_plan_lack (plan);
}

/* "T5-3B 2851M params", "GPT-2 1.5B" */
static double
read_params (const char *model)
{
  for (const char *word = strchr (model, ' '); word != NULL; word = strchr (word + 1, ' '))
    {
      char *end;
      double value = g_ascii_strtod (word + 1, &end);

      if (value > 0 && *end == 'M')
        return value * 1e6;
      if (value > 0 && *end == 'B')
        return value * 1e9;
    }
  return NAN;
}

/* "largest layer 32M" in the note, but for T5, whose layers are known. */
static double
read_unit (const WeftGaugeRow *row)
{
  const char *at = strstr (row->note, "largest layer ");

  if (g_str_has_prefix (row->model, "T5-3B"))
    return T5_UNIT;
  return at != NULL ? g_ascii_strtod (at + strlen ("largest layer "), NULL) * 1e6 : NAN;
}

static char *
read_estimate (const WeftGaugeRow *row,
               Data               *data)
{
  WeftTrainingPlan *plan = &data->plan;
  const char *at = strstr (row->parallelism, ZERO);

  data->asked = g_str_equal (row->metric, "adam_state_memory") ? WEFT_ASKED_ADAM : WEFT_ASKED_ESTIMATE;
  data->params = read_params (row->model);
  data->unit = read_unit (row);
  if (!weft_gauge_number (row->count, &data->ranks))
    data->ranks = 1;
  if (at != NULL)
    plan->zero_stage = (guint) CLAMP (g_ascii_strtod (at + strlen (ZERO), NULL), 0, 3);
  if (strstr (row->parallelism, "cpu") != NULL)
    plan->offload = WEFT_OFFLOAD_OPTIMIZER
                    | (strstr (row->parallelism, "params") != NULL ? WEFT_OFFLOAD_PARAMETERS : 0);
  if (isnan (data->params) || (plan->zero_stage == 3 && isnan (data->unit)))
    return g_strdup_printf (_("%s: “%s” does not say how large the model or its largest layer is"), row->id, row->model);
  return NULL;
}

/* In bytes, or as a share. */
static double
measured_of (const WeftGaugeRow *row)
{
  double value;

  if (row->unit[0] == '%')
    return weft_gauge_number (row->value, &value) ? value / 100 : NAN;
  return weft_gauge_row_value (row);
}

static const char *
set_of (Asked asked)
{
  switch (asked)
    {
    case WEFT_ASKED_RELATIVE:
      return "Activation memory, relative";
    case WEFT_ASKED_ESTIMATE:
    case WEFT_ASKED_ADAM:
      return "DeepSpeed states";
    default:
      return "Activation and state memory";
    }
}

/* What one constant for all would scale: parameters; tokens, width and layers; nothing for a share. */
static double
null_of (const Data *data)
{
  const WeftTrainingPlan *plan = &data->plan;

  switch (data->asked)
    {
    case WEFT_ASKED_RELATIVE:
      return 1;
    case WEFT_ASKED_ACTIVATIONS:
      return plan->microbatch * plan->sequence * data->shape.hidden * data->shape.layers / plan->tp;
    case WEFT_ASKED_STATES:
      return weft_llm_params (&data->shape) / ((double) plan->tp * plan->pp);
    default:
      return data->params;
    }
}

static void
read_row (const Context      *context,
          const WeftGaugeRow *row,
          GPtrArray          *cases,
          GPtrArray          *skipped)
{
  gboolean is_estimate = strstr (row->metric, "state_memory") != NULL;
  double measured = measured_of (row);
  Data *data = g_new0 (Data, 1);
  char *why = is_estimate ? read_estimate (row, data) : read_paper (context, row, data);
  WeftGaugeCase *a_case;

  if (why == NULL && !(measured > 0))
    why = g_strdup_printf (_("%s: “%s” is no number of “%s”"), row->id, row->value, row->unit);
  if (why != NULL)
    {
      g_ptr_array_add (skipped, why);
      g_free (data);
      return;
    }
  if (!is_estimate)
    weft_memory_shape_init (&data->memory, &data->shape);
  a_case = g_new0 (WeftGaugeCase, 1);
  a_case->id = g_strdup (row->id);
  a_case->set = g_strdup (set_of (data->asked));
  a_case->source = weft_gauge_row_source (row);
  a_case->label = g_strdup_printf ("%s, %s", row->model, row->metric);
  a_case->measured = measured;
  a_case->null_value = null_of (data);
  a_case->weight = 1;
  a_case->data = data;
  g_ptr_array_add (cases, a_case);
}

static GPtrArray *
read_rows (gpointer   context,
           GPtrArray *rows,
           GPtrArray *skipped)
{
  GPtrArray *cases = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      const WeftGaugeRow *row = rows->pdata[i];

      if (g_str_equal (row->workload, "train-memory"))
        read_row (context, row, cases, skipped);
    }
  return cases;
}

static GPtrArray *
list_parameters (gpointer   context,
                 GPtrArray *cases)
{
  (void) context;
  (void) cases;
  return g_ptr_array_new ();
}

/* --- what is counted --- */

static double
count_activations (const Context          *context,
                   const Data             *data,
                   const WeftTrainingPlan *plan)
{
  WeftMemoryItems items;

  weft_training_memory_stage (&data->memory, &context->rules, plan, INFINITY, 0, &items);
  return items.bytes[WEFT_MEMORY_ACTIVATIONS];
}

static double
count_states (const Context *context,
              const Data    *data)
{
  const WeftStateBytes *bytes = &context->rules.states[data->plan.states];

  return weft_training_matrix_params (&data->memory, &context->rules, &data->plan, 0)
         * (bytes->weight + bytes->gradient + bytes->optimizer);
}

static double
count_relative (const Context *context,
                const Data    *data)
{
  WeftTrainingPlan baseline = data->plan;

  baseline.sequence_parallel = FALSE;
  baseline.recompute = WEFT_RECOMPUTE_NONE;
  return count_activations (context, data, &data->plan) / count_activations (context, data, &baseline);
}

static double
predict (gpointer             x_context,
         const double        *x,
         const WeftGaugeCase *a_case)
{
  const Context *context = x_context;
  const Data *data = a_case->data;

  (void) x;
  switch (data->asked)
    {
    case WEFT_ASKED_STATES:
      return count_states (context, data);
    case WEFT_ASKED_ACTIVATIONS:
      return count_activations (context, data, &data->plan);
    case WEFT_ASKED_RELATIVE:
      return count_relative (context, data);
    case WEFT_ASKED_ADAM:
      return context->rules.states[WEFT_STATES_DEEPSPEED].optimizer * data->params;
    default:
      return weft_training_states_bytes (&context->rules, WEFT_STATES_DEEPSPEED, data->plan.zero_stage,
                                         data->plan.offload, data->params, data->unit, data->ranks);
    }
}

const WeftGaugeDomain weft_gauge_memory = {
  .id = "memory",
  .label = N_("Training memory"),
  .context_new = context_new,
  .context_free = context_free,
  .read = read_rows,
  .free_data = g_free,
  .parameters = list_parameters,
  .predict = predict,
};
