/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of a machine that is given as a graph: its composition, its physics, its
 * summary, its budget. */
#include "design/weft-rules-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "design/graph/weft-graph-rules.h"
#include "design/graph/weft-graph-summary.h"
#include "design/graph/weft-graph-verify.h"
#include "design/weft-members-private.h"

static void
check_once (WeftRules *rules)
{
  if (rules->n_partitions == 0)
    return;
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "two_machines", g_strdup ("/graph"),
                  weft_members_number (rules->n_partitions), weft_members_number (0),
                  g_strdup_printf (_("The machine is given twice, as a graph and as %u "
                                     "partitions."), rules->n_partitions),
                  g_strdup (_("Keep either \"graph\" or \"partitions\".")));
}

/* What the chips and their fabrics take by the profile's rule, as of partitions. */
static void
check_budget (WeftRules         *rules,
              const WeftMachine *machine)
{
  WeftBudget budget = rules->machine.budget;
  WeftUnit unit = budget == WEFT_BUDGET_COST ? WEFT_UNIT_USD : WEFT_UNIT_W;
  double needed = 0;
  g_autofree char *shown = NULL;
  g_autofree char *shown_most = NULL;

  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];

      needed += part->n_chips * weft_chip_share (rules->inventory, budget, part->chip,
                                                 part->scaleup, part->scaleout);
    }
  if (needed <= rules->machine.amount * (1 + rules->machine.epsilon))
    return;
  if (isnan (needed))
    {
      weft_rules_add (rules, WEFT_SEVERITY_ERROR, "no_price", g_strdup ("/graph"), NULL, NULL,
                      g_strdup (_("The price of a chip or a fabric of the graph is unknown.")),
                      g_strdup (_("Give a budget in watts, or parts whose price is known.")));
      return;
    }
  shown = weft_quantity_format (needed, unit);
  shown_most = weft_quantity_format (rules->machine.amount, unit);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "budget_exceeded", g_strdup ("/graph"),
                  weft_members_number (needed), weft_members_number (rules->machine.amount),
                  g_strdup_printf (_("The chips and their ports take %s, the budget is %s."), shown,
                                   shown_most),
                  g_strdup (_("Raise the budget under \"facility\", or take fewer chips.")));
}

static gboolean
is_within_budget (WeftRules         *rules,
                  const WeftMachine *machine)
{
  guint first = rules->violations->len;
  WeftRules budget = *rules;

  check_budget (&budget, machine);
  return weft_waivers_apply (&rules->waivers, rules->violations, first, WEFT_WAIVABLE_COMPOSITION);
}

/* Whether the chips can run the workloads: the same rules as for partitions. */
static void
check_eligibility (WeftRules         *rules,
                   const WeftMachine *machine)
{
  WeftRulesPartition parts[WEFT_MAX_PARTITIONS] = { { NULL } };
  WeftRules summary = *rules;

  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];

      parts[i].chip = weft_inventory_chip (rules->inventory, part->chip);
      parts[i].chip_name = parts[i].chip->id;
      parts[i].scaleup = weft_inventory_scaleup (rules->inventory, part->scaleup);
      parts[i].scaleout = weft_inventory_scaleout (rules->inventory, part->scaleout);
      parts[i].on_chip
          = weft_inventory_scaleup_on_chip (rules->inventory, part->scaleup, part->chip);
    }
  summary.partitions = parts;
  summary.n_partitions = machine->n_partitions;
  weft_rules_check_eligibility (&summary);
  rules->n_errors = summary.n_errors;
}

void
weft_rules_check_graph (WeftRules *rules)
{
  WeftGraph *graph = weft_design_get_graph (rules->design);
  WeftMachine machine = rules->machine;
  guint first;

  check_once (rules);
  first = rules->violations->len;
  weft_graph_rules_check (graph, rules->inventory, rules->violations);
  if (!weft_waivers_apply (&rules->waivers, rules->violations, first, WEFT_WAIVABLE_COMPOSITION))
    {
      rules->n_errors++;
      return;
    }
  first = rules->violations->len;
  weft_graph_verify (graph, rules->inventory, rules->violations);
  if (!weft_waivers_apply (&rules->waivers, rules->violations, first, WEFT_WAIVABLE_PHYSICS))
    rules->n_errors++;
  if (!weft_graph_summarise (graph, rules->inventory, &machine, rules->violations))
    {
      rules->n_errors++;
      return;
    }
  if (rules->has_budget && !is_within_budget (rules, &machine))
    rules->n_errors++;
  check_eligibility (rules, &machine);
}
