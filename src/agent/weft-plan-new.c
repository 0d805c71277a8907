/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a planning run: from settings, with an endpoint or the built-in planner. */
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A name that no host can have: the built-in planner asks nobody. */
#define NOWHERE "http://built-in.invalid/v1"

static WeftChat *
new_builtin_chat (WeftTransport *rules,
                  GError       **error)
{
  g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new ("Built-in planner", NOWHERE, "rules", error);

  return endpoint != NULL ? weft_chat_new (endpoint, rules) : NULL;
}

/* "builtin" with the ablations as its options, so that it does without what it is not given. (transfer full) */
static char *
name_method (const WeftPlanSettings *settings)
{
  const char *base = settings->builtin != NULL ? settings->builtin : "builtin";
  GString *name;

  if (settings->planner != NULL)
    return g_strdup ("llm");
  name = g_string_new (base);
  if (settings->no_specialists && strstr (base, "no-specialists") == NULL)
    g_string_append_printf (name, "%cno-specialists", strchr (name->str, ':') != NULL ? ',' : ':');
  if (settings->no_attribution && strstr (base, "no-attribution") == NULL)
    g_string_append_printf (name, "%cno-attribution", strchr (name->str, ':') != NULL ? ',' : ':');
  if (settings->no_feedback && strstr (base, "no-feedback") == NULL)
    g_string_append_printf (name, "%cno-feedback", strchr (name->str, ':') != NULL ? ',' : ':');
  return g_string_free (name, FALSE);
}

static gboolean
set_chats (WeftPlan               *self,
           const WeftPlanSettings *settings,
           GError                **error)
{
  if (settings->planner != NULL)
    {
      self->planner = g_object_ref (settings->planner);
      self->specialists = g_object_ref (settings->specialists != NULL ? settings->specialists
                                                                      : settings->planner);
      return TRUE;
    }

  self->rules = weft_rules_transport_new (self->problem, self->method, self->seed,
                                          self->budget.evaluations, error);
  if (self->rules != NULL)
    self->planner = new_builtin_chat (self->rules, error);
  if (self->planner == NULL)
    return FALSE;
  self->specialists = g_object_ref (self->planner);
  return TRUE;
}

static void
add_chip (WeftClaimFacts *facts,
          const WeftChip *chip)
{
  weft_claim_facts_add_given (facts, "chip", chip->peak_bf16_flops, "FLOP/s");
  weft_claim_facts_add_given (facts, "chip", chip->peak_fp8_flops, "FLOP/s");
  weft_claim_facts_add_given (facts, "chip", chip->peak_fp64_flops, "FLOP/s");
  weft_claim_facts_add_given (facts, "power", chip->tdp_w, "W");
  weft_claim_facts_add_given (facts, "memory", chip->mem_bytes, "B");
  weft_claim_facts_add_given (facts, "bandwidth", chip->mem_bw_bytes_s, "B/s");
}

/* What a chip with its ports takes, and what it has for a kilowatt: the catalog's facts, divided. */
static void
add_unit (WeftClaimFacts      *facts,
          WeftProblem         *problem,
          const WeftSpaceUnit *unit)
{
  const WeftChip *chip = weft_inventory_chip (problem->inventory, unit->chip);
  const WeftScaleupOnChip *inside = weft_inventory_scaleup_on_chip (problem->inventory, unit->scaleup,
                                                                    unit->chip);
  const WeftScaleout *across = weft_inventory_scaleout (problem->inventory, unit->scaleout);
  double kw = unit->chip_power_w / 1e3;

  weft_claim_facts_add_given (facts, "scale-up", inside->bw_bytes_s, "B/s");
  weft_claim_facts_add_given (facts, "scale-up", inside->alpha_s, "s");
  weft_claim_facts_add_given (facts, "scale-up", inside->power_w, "W");
  weft_claim_facts_add_given (facts, "domain", inside->domain_chips, "");
  weft_claim_facts_add_given (facts, "scale-out", across->bw_bytes_s, "B/s");
  weft_claim_facts_add_given (facts, "scale-out", across->alpha_s, "s");
  weft_claim_facts_add_given (facts, "scale-out", across->power_w, "W");
  weft_claim_facts_add_given (facts, "power with ports", unit->chip_power_w, "W");
  weft_claim_facts_add_given (facts, "chip, a kilowatt", chip->peak_bf16_flops / kw, "FLOP/s");
  weft_claim_facts_add_given (facts, "chip, a kilowatt", chip->peak_fp8_flops / kw, "FLOP/s");
  weft_claim_facts_add_given (facts, "chip, a kilowatt", chip->peak_fp64_flops / kw, "FLOP/s");
  weft_claim_facts_add_given (facts, "bandwidth, a kilowatt", chip->mem_bw_bytes_s / kw, "B/s");
}

/* What the planner was given may be said without being a claim. */
static void
add_givens (WeftPlan *self)
{
  WeftProblem *problem = self->problem;
  gboolean is_cost = weft_problem_budget_is_cost (problem);

  weft_claim_facts_add_given (self->facts, is_cost ? "cost budget" : "power budget",
                              weft_problem_get_budget (problem), is_cost ? "USD" : "W");
  weft_claim_facts_add_given (self->facts, "evaluations", self->budget.evaluations, "");
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (problem->model.w.weights[i] > 0)
      weft_claim_facts_add_given (self->facts, "weight", problem->model.w.weights[i], "");
  for (guint i = 0; i < problem->n_chips; i++)
    add_chip (self->facts, weft_inventory_chip (problem->inventory,
                                                g_array_index (problem->units, WeftSpaceUnit,
                                                               problem->chip_first[i]).chip));
  for (guint i = 0; i < problem->units->len; i++)
    add_unit (self->facts, problem, &g_array_index (problem->units, WeftSpaceUnit, i));
}

/**
 * weft_plan_new:
 * @settings: what is planned, by whom, and when it ends
 * @error: return location
 *
 * Returns: (transfer full): a run that has not begun, or %NULL with an error when the trail cannot be written or a file of the
 *   agents' roles is missing
 */
WeftPlan *
weft_plan_new (const WeftPlanSettings *settings,
               GError                **error)
{
  g_autoptr (WeftPlan) self = g_object_new (WEFT_TYPE_PLAN, NULL);
  WeftBriefing briefing;

  g_return_val_if_fail (settings != NULL && WEFT_IS_PROBLEM (settings->problem), NULL);

  self->problem = g_object_ref (settings->problem);
  self->start = settings->start != NULL ? weft_design_copy (settings->start) : NULL;
  self->method = name_method (settings);
  self->budget = weft_plan_read_limits (&settings->budget);
  self->seed = settings->seed;
  self->no_specialists = settings->no_specialists;
  self->no_attribution = settings->no_attribution;
  self->no_feedback = settings->no_feedback;
  self->no_thinking = settings->no_thinking;
  self->no_record = settings->no_record;
  self->folder = g_strdup (settings->folder);
  self->group = g_strdup (settings->group);
  self->kernel = weft_kernel_new (&self->problem->model);
  self->kit = weft_kit_load (NULL, error);
  if (self->kit == NULL || !set_chats (self, settings, error) || !weft_plan_record_open (self, error))
    return NULL;

  briefing = weft_plan_briefing (self);
  self->tools = weft_kit_tools (self->kit, self->problem, &briefing);
  add_givens (self);
  return g_steal_pointer (&self);
}
