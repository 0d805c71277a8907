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
#include "design/physical/weft-physical.h"
#include "design/weft-design-private.h"
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

/* A chip whose figure is a slip of the keyboard. */
static gboolean
check_share (WeftRules                  *rules,
             const WeftMachinePartition *part,
             double                      share)
{
  double most = rules->machine.budget == WEFT_BUDGET_COST ? WEFT_PHYSICAL_MAX_USD
                                                          : WEFT_PHYSICAL_MAX_W;
  const char *id = weft_inventory_chip (rules->inventory, part->chip)->id;
  g_autofree char *shown = NULL;
  g_autofree char *shown_most = NULL;

  if (isnan (share) || (share >= 0 && share <= most))
    return TRUE;
  shown = weft_rules_number (share);
  shown_most = weft_rules_number (most);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "physical_range", g_strdup ("/graph"),
                  weft_members_number (share), weft_members_number (most),
                  g_strdup_printf (_("One %s with its ports takes %s of the budget, at most %s can "
                                     "be meant."), id, shown, shown_most),
                  g_strdup (_("Mend the figure of that part.")));
  return FALSE;
}

/* What the chips and their fabrics take by the profile's rule, as of partitions. */
static void
check_budget (WeftRules         *rules,
              const WeftMachine *machine)
{
  WeftBudget budget = rules->machine.budget;
  WeftUnit unit = budget == WEFT_BUDGET_COST ? WEFT_UNIT_USD : WEFT_UNIT_W;
  gboolean is_facility = unit == WEFT_UNIT_W && weft_inventory_facility_power (rules->inventory)->is_counted;
  double needed = 0;
  g_autofree char *shown = NULL;
  g_autofree char *shown_most = NULL;

  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];

      double share = weft_chip_share_of (rules->inventory, budget, part->chip, part->scaleup,
                                         part->scaleout, part->n_chips);

      if (!check_share (rules, part, share))
        {
          rules->has_graph_machine = FALSE; /* nobody shall read a sum of it */
          return;
        }
      needed += part->n_chips * share;
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
                  g_strdup_printf (is_facility ? _("The chips with their hosts, fabrics and cooling take %s, the budget is %s.")
                                               : _("The chips and their ports take %s, the budget is %s."),
                                   shown, shown_most),
                  g_strdup (_("Raise the budget under \"facility\", or take fewer chips.")));
}

static gboolean
is_within_budget (WeftRules *rules)
{
  guint first = rules->violations->len;
  WeftRules budget = *rules;

  check_budget (&budget, &rules->graph_machine);
  rules->has_graph_machine = budget.has_graph_machine;
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

/* Whatever is wrong, what can be counted is; in words only when nothing has been said yet. */
static void
check_summary (WeftRules      *rules,
               const WeftFlat *flat,
               gboolean        sound)
{
  g_autoptr (GPtrArray) unsaid = g_ptr_array_new_with_free_func (g_object_unref);

  rules->graph_machine = rules->machine;
  rules->has_graph_machine
      = weft_graph_summarise_flat (flat, rules->inventory, &rules->graph_machine,
                                   sound ? rules->violations : unsaid);
  if (rules->has_graph_machine && rules->has_budget)
    weft_machine_share_budget (&rules->graph_machine, rules->inventory);
}

static void
check_totals (WeftRules      *rules,
              const WeftFlat *flat)
{
  double power_w = NAN, cost_usd = NAN;

  rules->totals = weft_graph_totals (flat, rules->inventory);
  if (!rules->has_budget || !weft_design_get_facility (rules->design, &power_w, &cost_usd))
    return;
  weft_graph_totals_judge (rules->totals, power_w, cost_usd, rules->violations);
}

/* The composition rules; a waiver may take an error of them away. */
static gboolean
is_sound (WeftRules *rules,
          WeftGraph *graph)
{
  guint first = rules->violations->len;

  weft_graph_rules_check (graph, rules->inventory, rules->violations);
  return weft_waivers_apply (&rules->waivers, rules->violations, first, WEFT_WAIVABLE_COMPOSITION);
}

static gboolean
is_buildable (WeftRules      *rules,
              const WeftFlat *flat)
{
  guint first = rules->violations->len;

  weft_graph_verify_flat (flat, rules->inventory, rules->violations);
  return weft_waivers_apply (&rules->waivers, rules->violations, first, WEFT_WAIVABLE_PHYSICS);
}

void
weft_rules_check_graph (WeftRules *rules)
{
  WeftGraph *graph = weft_design_get_graph (rules->design);
  gboolean sound;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFlat) flat = NULL;

  check_once (rules);
  sound = is_sound (rules, graph);
  flat = weft_flat_new (graph, rules->inventory, &error);
  if (sound && flat == NULL)
    g_ptr_array_add (rules->violations, weft_flat_error_to_violation (graph, error));
  if (!sound || flat == NULL || !is_buildable (rules, flat))
    rules->n_errors++;
  if (flat == NULL)
    return;
  check_summary (rules, flat, sound);
  if (!sound)
    return;
  check_totals (rules, flat);
  if (!rules->has_graph_machine)
    {
      rules->n_errors++;
      return;
    }
  if (rules->has_budget && !is_within_budget (rules))
    rules->n_errors++;
  check_eligibility (rules, &rules->graph_machine);
}
