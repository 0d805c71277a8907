/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One place where document and catalog are joined for the workload. */
#include "design/weft-design-workload.h"

#include <math.h>

const char *const weft_design_workload_names[WEFT_DESIGN_N_WORKLOADS + 1] = {
  "training", "serving", "stencil", "hpcg", "fft", "coupled", NULL,
};

/* From where to where the numbers of a workload may go. Beyond these the model's formulas overflow or
 * lose all digits; no workload that anybody runs comes near. */
typedef struct
{
  const char *key;
  double low, high;
} Range;

#define EDGE 1, 1e7
#define LAYERS 1, 1e6
#define TOKENS 1, 1e9
#define SHARE 1e-6, 1 - 1e-6

static const Range ranges[] = {
  { "coupled_solver_share", SHARE },
  { "decode_context_tokens", TOKENS },
  { "fft_edge", EDGE },
  { "global_batch_sequences", TOKENS },
  { "hpcg_edge", EDGE },
  { "llm_head_dim", LAYERS },
  { "llm_hidden", LAYERS },
  { "llm_kv_heads", LAYERS },
  { "llm_layers", LAYERS },
  { "llm_params", 1, 1e16 },
  { "request_in_tokens", TOKENS },
  { "request_out_tokens", TOKENS },
  { "sequence_tokens", TOKENS },
  { "stencil_edge", EDGE },
};

static const Range any_other = { NULL, 1e-6, 1e9 };

/* (nullable) (transfer none): a member of the document's workload that is an object. */
static JsonObject *
get_object (WeftDesign *design,
            const char *key)
{
  JsonObject *workload = weft_design_get_workload (design);
  JsonNode *node = workload != NULL ? json_object_get_member (workload, key) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static double
get_number (JsonObject *object,
            const char *key)
{
  JsonNode *node = json_object_get_member (object, key);
  GType type = node != NULL ? json_node_get_value_type (node) : G_TYPE_INVALID;

  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE ? json_node_get_double (node) : NAN;
}

static WeftRecord *
find_record (WeftDesign    *design,
             WeftInventory *inventory)
{
  JsonObject *workload = weft_design_get_workload (design);
  const char *name = NULL;

  if (workload != NULL)
    name = json_object_get_string_member_with_default (workload, "profile", NULL);
  if (name == NULL)
    name = weft_profile_get_workload (weft_inventory_get_profile (inventory));
  if (name == NULL)
    return NULL;

  return weft_catalog_lookup (weft_inventory_get_catalog (inventory),
                              WEFT_RECORD_WORKLOAD, name);
}

/**
 * weft_design_effective_workload:
 * @design: a design
 * @inventory: the catalog as a profile sees it
 * @record: (out) (optional) (transfer none): the workload record that the document names, else the
 *   profile's own
 * @weights: (out) (array fixed-size=6): the weights, in the order of #weft_design_workload_names
 *
 * A document that gives weights gives all of them: those that it leaves out are 0. Whether they are
 * sensible is for weft_rules_check() to say.
 *
 * Returns: %FALSE when there is no such record, or weights stand neither in the document nor there;
 *   @weights is then all 0
 */
gboolean
weft_design_effective_workload (WeftDesign     *design,
                                WeftInventory  *inventory,
                                WeftRecord    **record,
                                double          weights[WEFT_DESIGN_N_WORKLOADS])
{
  JsonObject *given;
  WeftRecord *found;
  WeftValue value;

  for (guint i = 0; i < WEFT_DESIGN_N_WORKLOADS; i++)
    weights[i] = 0.0;
  if (record != NULL)
    *record = NULL;
  g_return_val_if_fail (WEFT_IS_DESIGN (design), FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);

  found = find_record (design, inventory);
  if (found == NULL)
    return FALSE;
  if (record != NULL)
    *record = found;

  given = get_object (design, "weights");
  if (given == NULL && weft_record_lookup (found, "weights", &value)
      && JSON_NODE_HOLDS_OBJECT (value.node))
    given = json_node_get_object (value.node);
  if (given == NULL)
    return FALSE;

  for (guint i = 0; i < WEFT_DESIGN_N_WORKLOADS; i++)
    {
      double weight = get_number (given, weft_design_workload_names[i]);

      weights[i] = isnan (weight) ? 0.0 : weight;
    }
  return TRUE;
}

/**
 * weft_design_workload_number:
 * @design: a design
 * @record: the workload record that weft_design_effective_workload() gave
 * @key: name of a number of the record, such as "sequence_tokens"
 *
 * Returns: the document's value when it gives one under "values", else the record's, as written;
 *   NAN when neither has it
 */
double
weft_design_workload_number (WeftDesign *design,
                             WeftRecord *record,
                             const char *key)
{
  JsonObject *values;
  double value;

  g_return_val_if_fail (WEFT_IS_DESIGN (design), NAN);
  g_return_val_if_fail (WEFT_IS_RECORD (record), NAN);
  g_return_val_if_fail (key != NULL, NAN);

  values = get_object (design, "values");
  value = values != NULL ? get_number (values, key) : NAN;

  return isnan (value) ? weft_record_get_number (record, key) : value;
}

/**
 * weft_design_workload_range:
 * @key: name of a value of a workload record, such as "stencil_edge"
 * @low: (out): the least that it may be
 * @high: (out): the most that it may be
 *
 * Returns: %FALSE for "weights", which is no number; @low and @high stay as they were then
 */
gboolean
weft_design_workload_range (const char *key,
                            double     *low,
                            double     *high)
{
  const Range *range = &any_other;

  g_return_val_if_fail (key != NULL && low != NULL && high != NULL, FALSE);

  if (g_str_equal (key, "weights"))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (g_str_equal (key, ranges[i].key))
      range = &ranges[i];

  *low = range->low;
  *high = range->high;
  return TRUE;
}
