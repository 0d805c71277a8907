/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of language models as JSON: for scripts, and as parameters of the generator of task graphs. */
#include "mapper/weft-llm-plan-json.h"

#include "base/weft-json-write.h"

static JsonArray *
devices_to_json (const WeftLlmPlan *plan, const WeftPlatform *platform)
{
  JsonArray *array = json_array_new ();

  for (guint r = 0; r < plan->tp * plan->pp * plan->dp; r++)
    if (platform->device_name != NULL)
      json_array_add_string_element (array, platform->device_name[plan->devices[r]]);
    else
      json_array_add_int_element (array, plan->devices[r]);
  return array;
}

static JsonObject *
plan_to_json (const WeftLlmPlan *plan, const WeftPlatform *platform)
{
  const struct
  {
    const char *key;
    double value;
  } numbers[] = {
    { "time_s", plan->time_s },         { "compute_s", plan->compute_s },       { "tp_comm_s", plan->tp_comm_s },
    { "pp_comm_s", plan->pp_comm_s },   { "dp_comm_s", plan->dp_comm_s },       { "bubble_s", plan->bubble_s },
    { "step_s", plan->step_s },         { "memory_bytes", plan->memory_bytes }, { "capacity_bytes", plan->capacity_bytes },
  };
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "tp", plan->tp);
  json_object_set_int_member (object, "pp", plan->pp);
  json_object_set_int_member (object, "dp", plan->dp);
  json_object_set_int_member (object, "microbatches", plan->microbatches);
  json_object_set_int_member (object, "tasks", plan->n_tasks);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    weft_json_set_number (object, numbers[i].key, numbers[i].value);
  json_object_set_boolean_member (object, "inside_islands", plan->is_inside);
  json_object_set_boolean_member (object, "fits", plan->fits);
  json_object_set_string_member (object, "why", plan->why);
  json_object_set_array_member (object, "devices", devices_to_json (plan, platform));
  return object;
}

/**
 * weft_llm_plans_to_json: (skip)
 * @plans: (element-type WeftLlmPlan): plans
 * @platform: where their ranks are placed
 *
 * Returns: (transfer full): the plans, times in seconds
 */
JsonArray *
weft_llm_plans_to_json (GPtrArray *plans, const WeftPlatform *platform)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < plans->len; i++)
    json_array_add_object_element (array, plan_to_json (g_ptr_array_index (plans, i), platform));
  return array;
}

/**
 * weft_llm_plan_params: (skip)
 * @plan: a plan
 * @task: what the model is to do
 *
 * The graph of inference is that of its prefill: that of every new token is alike and is counted in the plan's times.
 *
 * Returns: (transfer full): parameters of the generator "llm"
 */
JsonObject *
weft_llm_plan_params (const WeftLlmPlan *plan, const WeftLlmTask *task)
{
  JsonObject *params = json_object_new ();

  json_object_set_string_member (params, "phase", task->is_training ? "training" : "prefill");
  json_object_set_int_member (params, "tp", plan->tp);
  json_object_set_int_member (params, "pp", plan->pp);
  json_object_set_int_member (params, "dp", plan->dp);
  json_object_set_int_member (params, "batch", task->batch);
  json_object_set_int_member (params, "prompt_tokens", task->prompt_tokens);
  json_object_set_int_member (params, "microbatches", plan->microbatches);
  json_object_set_string_member (params, "dtype", task->dtype);
  json_object_set_string_member (params, "kv_dtype", task->kv_dtype);
  if (task->is_training)
    json_object_set_boolean_member (params, "recompute", task->recompute);
  return params;
}
