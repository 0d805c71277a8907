/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An evaluation as JSON: what scripts rely on. The order of members is fixed; unknown numbers are null. */
#include "model/weft-evaluation-private.h"

#include <math.h>

#include "base/weft-json-write.h"
#include "model/measured/weft-measured-items-private.h"

/* --- helpers --- */

static void
put_text (JsonObject *object,
          const char *key,
          const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, key, text);
  else
    json_object_set_null_member (object, key);
}

static const char *
partition_name (WeftEvaluation *self,
                int             index)
{
  g_autoptr (WeftPartitionResult) partition = NULL;

  if (index < 0)
    return NULL;
  partition = g_list_model_get_item (G_LIST_MODEL (self->partitions), (guint) index);
  return partition != NULL ? partition->name : NULL; /* the list keeps it */
}

/* --- parts --- */

static JsonObject *
write_phases (WeftEvaluation     *self,
              WeftWorkloadResult *result)
{
  static const char *const names[WEFT_N_WORKLOADS][2] = {
    [WEFT_WORKLOAD_TRAINING] = { "run", NULL },
    [WEFT_WORKLOAD_SERVING] = { "prefill", "decode" },
    [WEFT_WORKLOAD_STENCIL] = { "run", NULL },
    [WEFT_WORKLOAD_HPCG] = { "run", NULL },
    [WEFT_WORKLOAD_FFT] = { "run", NULL },
    [WEFT_WORKLOAD_COUPLED] = { "solver", "ai" },
  };
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < result->n_phases; i++)
    put_text (object, names[result->kind][i], partition_name (self, result->site[i]));

  return object;
}

static JsonObject *
write_split (WeftWorkloadResult *result)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < WEFT_N_PARTS; i++)
    if (i != WEFT_PART_SOFTWARE || result->share[i] > 0)
      weft_json_set_number (object, weft_time_part_nick (i), result->share[i]);

  return object;
}

static JsonObject *
write_details (WeftWorkloadResult *result)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < result->details->len; i++)
    {
      const WeftDetail *detail = g_ptr_array_index (result->details, i);

      weft_json_set_number (object, detail->key, detail->value);
    }

  return object;
}

static JsonObject *
write_workload (WeftEvaluation     *self,
                WeftWorkloadResult *result)
{
  JsonObject *object = json_object_new ();

  json_object_set_boolean_member (object, "feasible", result->feasible);
  weft_json_set_number (object, "weight", result->weight);
  weft_json_set_number (object, "speedup", result->speedup);
  weft_json_set_number (object, "value", result->value);
  weft_json_set_number (object, "reference", result->reference);
  put_text (object, "unit", weft_workload_result_get_unit (result));
  if (!result->feasible)
    {
      json_object_set_null_member (object, "bottleneck");
      json_object_set_null_member (object, "partition");
      put_text (object, "reason", result->reason);
      return object;
    }

  put_text (object, "bottleneck", weft_time_part_nick (result->bottleneck));
  put_text (object, "partition", partition_name (self, result->site[0]));
  json_object_set_object_member (object, "phases", write_phases (self, result));
  put_text (object, "placement", result->placement);
  put_text (object, "mapping", result->mapping);
  put_text (object, "runner_up", result->runner_up);
  json_object_set_object_member (object, "split", write_split (result));
  json_object_set_object_member (object, "details", write_details (result));
  if (result->power != NULL)
    json_object_set_member (object, "power", weft_power_items_to_json (result->power));
  return object;
}

static JsonObject *
write_partition (WeftPartitionResult *partition)
{
  JsonObject *object = json_object_new ();

  put_text (object, "name", partition->name);
  put_text (object, "chip", partition->chip->id);
  put_text (object, "role", partition->role);
  put_text (object, "realised", partition->realised);
  put_text (object, "scaleup", partition->scaleup);
  put_text (object, "scaleout", partition->scaleout);
  json_object_set_int_member (object, "count", partition->count);
  json_object_set_int_member (object, "nodes", partition->nodes);
  weft_json_set_number (object, "domains", weft_partition_result_get_domains (partition));
  json_object_set_int_member (object, "domain_chips", partition->domain_chips);
  put_text (object, "domains_text", partition->domains_text);
  weft_json_set_number (object, "chip_w", partition->chip_w);
  weft_json_set_number (object, "power_w", weft_partition_result_get_power_w (partition));
  weft_json_set_number (object, "cost_usd", weft_partition_result_get_cost_usd (partition));
  return object;
}

static JsonObject *
write_workloads (WeftEvaluation *self)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workloads)); i++)
    {
      g_autoptr (WeftWorkloadResult) result = g_list_model_get_item (G_LIST_MODEL (self->workloads), i);

      json_object_set_object_member (object, weft_workload_nick (result->kind),
                                     write_workload (self, result));
    }

  return object;
}

static JsonArray *
write_partitions (WeftEvaluation *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->partitions)); i++)
    {
      g_autoptr (WeftPartitionResult) partition = g_list_model_get_item (G_LIST_MODEL (self->partitions), i);

      json_array_add_object_element (array, write_partition (partition));
    }

  return array;
}

static JsonArray *
write_violations (WeftEvaluation *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->violations)); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (G_LIST_MODEL (self->violations), i);

      json_array_add_element (array, weft_violation_to_json (violation));
    }

  return array;
}

/**
 * weft_evaluation_to_json:
 * @self: an evaluation
 *
 * The JSON of `weft evaluate --json`.
 *
 * Returns: (transfer full): an object
 */
JsonNode *
weft_evaluation_to_json (WeftEvaluation *self)
{
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);

  put_text (object, "name", self->design_name);
  put_text (object, "design_sha256", self->design_digest);
  put_text (object, "profile", weft_evaluation_get_profile (self));
  put_text (object, "profile_sha256", weft_evaluation_get_profile_digest (self));
  weft_json_set_number (object, "score", self->score);
  json_object_set_boolean_member (object, "feasible", weft_evaluation_is_feasible (self));
  if (self->reason != NULL)
    put_text (object, "reason", self->reason);
  weft_json_set_number (object, self->budget_is_cost ? "budget_usd" : "budget_w", self->budget);
  weft_json_set_number (object, "power_w", weft_evaluation_get_power_w (self));
  weft_json_set_number (object, "cost_usd", weft_evaluation_get_cost_usd (self));
  if (self->items != NULL)
    {
      json_object_set_member (object, "power", weft_power_items_to_json (&self->items->peak));
      json_object_set_member (object, "cost", weft_cost_items_to_json (&self->items->cost));
    }
  json_object_set_object_member (object, "workloads", write_workloads (self));
  json_object_set_array_member (object, "partitions", write_partitions (self));
  if (self->totals != NULL)
    json_object_set_member (object, "totals", weft_graph_totals_to_json (self->totals));
  json_object_set_array_member (object, "violations", write_violations (self));
  json_object_set_array_member (object, "left_out", weft_json_strings (self->left_out));

  json_node_take_object (node, object);
  return node;
}
