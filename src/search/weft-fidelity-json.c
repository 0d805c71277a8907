/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Both rankings as JSON. */
#include "search/weft-fidelity.h"

#include "base/weft-json-write.h"

static JsonObject *
workload_to_json (const WeftFidelityWorkload *workload)
{
  JsonObject *object = json_object_new (), *shares = json_object_new ();

  json_object_set_boolean_member (object, "is_simulated", workload->is_simulated);
  weft_json_set_number (object, "analytic", workload->analytic);
  weft_json_set_number (object, "simulated", workload->simulated);
  json_object_set_int_member (object, "chips", workload->n_chips);
  json_object_set_string_member (object, "analytic_bottleneck", weft_time_part_nick (workload->bound));
  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    weft_json_set_number (shares, weft_sim_share_nick (i), workload->share[i]);
  json_object_set_object_member (object, "shares", shares);
  if (workload->reason != NULL)
    json_object_set_string_member (object, "reason", workload->reason);
  return object;
}

static JsonObject *
design_to_json (const WeftFidelityDesign *design)
{
  JsonObject *object = json_object_new (), *workloads = json_object_new ();

  json_object_set_string_member (object, "name", design->name);
  json_object_set_int_member (object, "index", design->index);
  weft_json_set_number (object, "score", design->score);
  weft_json_set_number (object, "simulated", design->simulated);
  json_object_set_int_member (object, "rank", design->rank);
  json_object_set_int_member (object, "simulated_rank", design->simulated_rank);
  if (design->failure != NULL)
    json_object_set_string_member (object, "failure", design->failure);
  for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
    json_object_set_object_member (workloads, weft_workload_nick (k), workload_to_json (&design->workloads[k]));
  json_object_set_object_member (object, "workloads", workloads);
  return object;
}

JsonObject *
weft_fidelity_to_json (const WeftFidelity *self)
{
  JsonObject *object = json_object_new ();
  JsonArray *designs = json_array_new ();

  weft_json_set_number (object, "tau", self->tau);
  json_object_set_int_member (object, "swapped", self->n_swapped);
  for (guint i = 0; i < self->designs->len; i++)
    json_array_add_object_element (designs, design_to_json (self->designs->pdata[i]));
  json_object_set_array_member (object, "designs", designs);
  json_object_set_array_member (object, "notes", weft_json_strings (self->notes));
  return object;
}
