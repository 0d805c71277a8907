/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resolving a document to plain numbers, and the provisioning rule. */
#include "design/weft-machine.h"

#include <math.h>

#include "design/graph/weft-graph-summary.h"
#include "design/weft-design-private.h"
#include "design/weft-share.h"

/* Above every count that a budget within its limits buys; an integer holds it. */
#define MAX_CHIPS 4e9

/**
 * weft_chip_share:
 * @inventory: the catalog as a profile sees it
 * @budget: power or cost
 * @chip: index of a chip
 * @scaleup: index of a scale-up fabric
 * @scaleout: index of a scale-out fabric
 *
 * Power: TDP and the watts of both ports. Cost: price, the scale-up fabric's cost a chip and the
 * scale-out fabric's cost an endpoint (ArchAgent, section III-B, and its extension to cost). A
 * profile that counts hosts and the facility adds them; the scale-out fabric then has two tiers.
 *
 * Returns: watts or US dollars that one chip takes from the budget, NAN when unknown
 */
double
weft_chip_share (WeftInventory *inventory,
                 WeftBudget     budget,
                 guint          chip,
                 guint          scaleup,
                 guint          scaleout)
{
  double endpoints = weft_inventory_scaleout (inventory, scaleout)->tiers[1].endpoints;

  return weft_chip_share_of (inventory, budget, chip, scaleup, scaleout, endpoints);
}

/**
 * weft_chip_share_of:
 * @inventory: the catalog as a profile sees it
 * @budget: power or cost
 * @chip: index of a chip
 * @scaleup: index of a scale-up fabric
 * @scaleout: index of a scale-out fabric
 * @endpoints: chips that the scale-out fabric connects
 *
 * weft_chip_share() in a machine of so many chips: a profile that counts the tiers of the scale-out
 * fabric has fewer in smaller machines.
 *
 * Returns: watts or US dollars that one chip takes from the budget, NAN when unknown
 */
double
weft_chip_share_of (WeftInventory *inventory,
                    WeftBudget     budget,
                    guint          chip,
                    guint          scaleup,
                    guint          scaleout,
                    double         endpoints)
{
  WeftPowerShare power;
  WeftCostShare cost;

  if (budget == WEFT_BUDGET_COST)
    {
      weft_cost_share_init (&cost, inventory, chip, scaleup, scaleout, endpoints);
      return weft_cost_share_total (&cost);
    }

  weft_power_share_init (&power, inventory, chip, scaleup, scaleout, endpoints);
  return weft_power_share_total (&power);
}

/* Whole nodes at so much a chip; 0 when not even one fits. Written so that NAN gives 0. */
static double
count_chips (const WeftMachine *machine,
             double             power_frac,
             double             share,
             double             node)
{
  double chips = power_frac * machine->amount / share + machine->epsilon;

  if (!(share > 0.0) || !(chips > 0.0))
    return 0;

  return floor (MIN (chips, MAX_CHIPS) / node) * node;
}

/**
 * weft_provision:
 * @inventory: the catalog as a profile sees it
 * @machine: a machine
 * @partition: which of its partitions
 *
 * Whole nodes only: floor ((fraction * budget / share + epsilon) / node) * node
 * (ArchAgent, section III-B). Where the share depends on the tiers of the scale-out fabric, the
 * most chips that any number of tiers connects and the budget pays.
 *
 * Returns: how many chips the partition's part of the budget buys, or the graph has; 0 when not even one node fits or
 *   the share of a chip is unknown
 */
guint
weft_provision (WeftInventory     *inventory,
                const WeftMachine *machine,
                guint              partition)
{
  const WeftMachinePartition *part = &machine->partitions[partition];
  const WeftScaleout *out = weft_inventory_scaleout (inventory, part->scaleout);
  guint node = weft_inventory_chip (inventory, part->chip)->node_chips;
  double most = 0;

  if (part->n_chips > 0)
    return part->n_chips;
  if (node == 0)
    return 0;

  for (guint i = 0; i < WEFT_MAX_TIERS; i++)
    {
      double limit = out->tiers[i].endpoints;
      double chips = count_chips (machine, part->power_frac,
                                  weft_chip_share_of (inventory, machine->budget, part->chip,
                                                      part->scaleup, part->scaleout, limit),
                                  node);

      if (chips <= limit)
        return (guint) MAX (most, chips);
      most = MAX (most, floor (MIN (limit, MAX_CHIPS) / node) * node);
    }

  return (guint) most;
}

/**
 * weft_machine_domain_chips:
 * @inventory: the catalog as a profile sees it
 * @partition: a partition
 *
 * Returns: how many chips a scale-up domain of it holds
 */
guint
weft_machine_domain_chips (WeftInventory              *inventory,
                           const WeftMachinePartition *partition)
{
  if (partition->domain_chips > 0)
    return partition->domain_chips;
  return weft_inventory_scaleup_on_chip (inventory, partition->scaleup,
                                         partition->chip)->domain_chips;
}

/**
 * weft_machine_init_empty:
 * @machine: (out caller-allocates): what to fill
 * @inventory: the catalog as a profile sees it
 *
 * Returns: whether the profile has the constants of provisioning
 */
gboolean
weft_machine_init_empty (WeftMachine   *machine,
                         WeftInventory *inventory)
{
  WeftProfile *profile = weft_inventory_get_profile (inventory);

  *machine = (WeftMachine) { .budget = WEFT_BUDGET_POWER };

  return weft_profile_get_number (profile, "default_power_w", &machine->amount, NULL)
         && weft_profile_get_number (profile, "provision_epsilon", &machine->epsilon, NULL);
}

static gboolean
resolve_budget (WeftMachine *machine,
                WeftDesign  *design)
{
  double power_w, cost_usd;

  if (!weft_design_get_facility (design, &power_w, &cost_usd))
    return TRUE;
  if (isnan (power_w) == isnan (cost_usd))
    return FALSE;

  machine->budget = weft_design_get_budget (design, &machine->amount);
  return machine->amount > 0.0 && isfinite (machine->amount);
}

static gboolean
resolve_partition (WeftMachinePartition *resolved,
                   WeftPartition        *partition,
                   WeftInventory        *inventory)
{
  const WeftChip *chip;
  const WeftScaleup *scaleup;
  const WeftScaleout *scaleout;

  chip = weft_inventory_find_chip (inventory, weft_partition_get_chip (partition));
  scaleup = weft_inventory_find_scaleup (inventory, weft_partition_get_scaleup (partition));
  scaleout = weft_inventory_find_scaleout (inventory, weft_partition_get_scaleout (partition));
  if (chip == NULL || scaleup == NULL || scaleout == NULL)
    return FALSE;

  resolved->chip = chip->index;
  resolved->scaleup = scaleup->index;
  resolved->scaleout = scaleout->index;
  resolved->power_frac = weft_partition_get_power_frac (partition);

  return isfinite (resolved->power_frac)
         && weft_role_parse (weft_partition_get_role (partition), &resolved->role);
}

static gboolean
resolve_graph (WeftMachine   *machine,
               WeftGraph     *graph,
               WeftInventory *inventory)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);

  if (!weft_graph_summarise (graph, inventory, machine, violations))
    return FALSE;
  weft_machine_share_budget (machine, inventory);
  return TRUE;
}

/**
 * weft_machine_share_budget:
 * @machine: (inout): a machine whose partitions have numbers of chips, as those of a graph
 * @inventory: the catalog as the profile sees it
 *
 * Each partition takes what its chips need, so that the fractions say so too.
 */
void
weft_machine_share_budget (WeftMachine   *machine,
                           WeftInventory *inventory)
{
  for (guint i = 0; i < machine->n_partitions; i++)
    {
      WeftMachinePartition *part = &machine->partitions[i];

      part->power_frac = part->n_chips * weft_chip_share_of (inventory, machine->budget, part->chip,
                                                             part->scaleup, part->scaleout, part->n_chips)
                         / machine->amount;
    }
}

/**
 * weft_machine_init:
 * @machine: (out caller-allocates): what to fill
 * @design: a design
 * @inventory: the catalog as a profile sees it
 *
 * Whether the parts fit each other and the fractions are sensible is for weft_rules_check() to say.
 *
 * Returns: %FALSE when a name is unknown, the budget is not one number above 0, or there are no
 *   partitions or more than %WEFT_MAX_PARTITIONS
 */
gboolean
weft_machine_init (WeftMachine   *machine,
                   WeftDesign    *design,
                   WeftInventory *inventory)
{
  guint n;

  g_return_val_if_fail (machine != NULL, FALSE);
  g_return_val_if_fail (WEFT_IS_DESIGN (design), FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);

  n = weft_design_get_n_partitions (design);
  if (!weft_machine_init_empty (machine, inventory) || !resolve_budget (machine, design))
    return FALSE;
  if (n == 0 && weft_design_get_graph (design) != NULL)
    return resolve_graph (machine, weft_design_get_graph (design), inventory);
  if (n == 0 || n > WEFT_MAX_PARTITIONS)
    return FALSE;

  machine->n_partitions = n;
  for (guint i = 0; i < n; i++)
    if (!resolve_partition (&machine->partitions[i], weft_design_get_partition (design, i),
                            inventory))
      return FALSE;

  return TRUE;
}
