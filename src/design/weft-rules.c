/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schema rules in document order, and what their groups share. */
#include "design/weft-rules-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/weft-design-private.h"
#include "design/weft-members-private.h"

void
weft_rules_add (WeftRules    *rules,
                WeftSeverity  severity,
                const char   *code,
                char         *path,
                JsonNode     *actual,
                JsonNode     *limit,
                char         *message,
                char         *hint)
{
  g_autofree char *path_taken = path;
  g_autofree char *message_taken = message;
  g_autofree char *hint_taken = hint;

  g_ptr_array_add (rules->violations,
                   weft_violation_new (code, severity, path, actual, limit, message, hint));
  if (severity == WEFT_SEVERITY_ERROR)
    rules->n_errors++;
}

void
weft_rules_add_unknown (WeftRules  *rules,
                        const char *code,
                        char       *path,
                        const char *name,
                        const char *nearest,
                        char       *message,
                        const char *list)
{
  char *hint;

  if (nearest != NULL)
    hint = g_strdup_printf (_("Did you mean %s?"), nearest);
  else
    hint = g_strdup_printf (_("\"weft catalog list %s\" shows all of them."), list);

  weft_rules_add (rules, WEFT_SEVERITY_ERROR, code, path, weft_members_string (name),
                  weft_members_string (nearest), message, hint);
}

char *
weft_rules_number (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.9g", value));
}

char *
weft_rules_number_beside (double value,
                          double limit)
{
  static const char *const formats[] = { "%.9g", "%.12g", "%.15g", "%.17g" };
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char other[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (buffer, sizeof buffer, formats[i], value);
      g_ascii_formatd (other, sizeof other, "%.17g", limit);
      if (g_ascii_strtod (buffer, NULL) != g_ascii_strtod (other, NULL))
        break;
    }
  return g_strdup (buffer);
}

char *
weft_rules_by (double value,
               double limit)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.3g", fabs (value - limit)));
}

void
weft_rules_quantities (double    a,
                       double    b,
                       WeftUnit  unit,
                       char    **shown_a,
                       char    **shown_b)
{
  *shown_a = weft_quantity_format (a, unit);
  *shown_b = weft_quantity_format (b, unit);
  if (a == b || !g_str_equal (*shown_a, *shown_b))
    return;

  g_free (*shown_a);
  g_free (*shown_b);
  *shown_a = weft_quantity_format_full (a, unit);
  *shown_b = weft_quantity_format_full (b, unit);
}

static void
resolve (WeftRulesPartition *resolved,
         WeftPartition      *partition,
         WeftInventory      *inventory)
{
  resolved->chip_name = weft_partition_get_chip (partition);
  resolved->chip = weft_inventory_find_chip (inventory, resolved->chip_name);
  resolved->scaleup = weft_inventory_find_scaleup (inventory,
                                                   weft_partition_get_scaleup (partition));
  resolved->scaleout = weft_inventory_find_scaleout (inventory,
                                                     weft_partition_get_scaleout (partition));
  if (resolved->chip != NULL && resolved->chip->refused != NULL)
    resolved->chip = NULL;
  if (resolved->chip != NULL && resolved->scaleup != NULL)
    resolved->on_chip = weft_inventory_scaleup_on_chip (inventory, resolved->scaleup->index,
                                                        resolved->chip->index);
  if (resolved->on_chip != NULL && !resolved->on_chip->fits)
    resolved->on_chip = NULL;

  resolved->power_frac = weft_partition_get_power_frac (partition);
  resolved->fraction_ok = resolved->power_frac > 0.0 && resolved->power_frac <= 1.0;
}

static void
take_machine (WeftRules        *rules,
              WeftMachine      *machine,
              gboolean         *resolved,
              WeftGraphTotals **totals)
{
  if (rules->n_partitions == 0 && weft_design_get_graph (rules->design) != NULL)
    {
      *machine = rules->graph_machine;
      *resolved = rules->has_graph_machine && rules->has_budget;
    }
  else
    {
      *resolved = weft_machine_init (machine, rules->design, rules->inventory);
    }
  *totals = g_steal_pointer (&rules->totals);
}

/**
 * weft_rules_check_machine:
 * @design: a design
 * @inventory: the catalog as the profile sees it that judges the design
 * @violations: (element-type WeftViolation): where to append; it frees its elements with
 *   g_object_unref()
 * @machine: (out caller-allocates): the design as numbers
 * @resolved: (out): whether @machine is set; see weft_machine_init()
 * @totals: (out) (transfer full) (nullable): totals of a graph that keeps the composition rules
 *
 * A graph is flattened once for all of it.
 *
 * What the design waives is marked so and does not count.
 *
 * Returns: whether the design can be scored: no violation is an error
 */
gboolean
weft_rules_check_machine (WeftDesign       *design,
                          WeftInventory    *inventory,
                          GPtrArray        *violations,
                          WeftMachine      *machine,
                          gboolean         *resolved,
                          WeftGraphTotals **totals)
{
  g_autofree WeftRulesPartition *partitions = NULL;
  guint first = violations != NULL ? violations->len : 0;
  WeftRules rules = { .design = design, .inventory = inventory, .violations = violations };

  g_return_val_if_fail (WEFT_IS_DESIGN (design), FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);
  g_return_val_if_fail (violations != NULL && machine != NULL && resolved != NULL, FALSE);
  g_return_val_if_fail (totals != NULL, FALSE);

  weft_waivers_init (&rules.waivers, design);
  rules.n_partitions = weft_design_get_n_partitions (design);
  partitions = g_new0 (WeftRulesPartition, rules.n_partitions);
  rules.partitions = partitions;
  for (guint i = 0; i < rules.n_partitions; i++)
    resolve (&partitions[i], weft_design_get_partition (design, i), inventory);

  weft_rules_check_profile (&rules);
  weft_rules_check_facility (&rules);
  weft_rules_check_workload (&rules);
  weft_rules_check_partitions (&rules);
  if (weft_design_get_graph (design) != NULL)
    weft_rules_check_graph (&rules);
  else
    weft_rules_check_eligibility (&rules);

  weft_waivers_apply (&rules.waivers, violations, first, WEFT_WAIVABLE_WARNINGS);
  weft_waivers_report (&rules.waivers, violations);
  weft_waivers_clear (&rules.waivers);

  take_machine (&rules, machine, resolved, totals);
  return rules.n_errors == 0;
}

/**
 * weft_rules_check:
 * @design: a design
 * @inventory: the catalog as the profile sees it that judges the design
 * @violations: (element-type WeftViolation): where to append; it frees its elements with
 *   g_object_unref()
 *
 * Returns: whether the design can be scored: no violation is an error
 */
gboolean
weft_rules_check (WeftDesign    *design,
                  WeftInventory *inventory,
                  GPtrArray     *violations)
{
  g_autoptr (WeftGraphTotals) totals = NULL;
  WeftMachine machine;
  gboolean resolved;

  return weft_rules_check_machine (design, inventory, violations, &machine, &resolved, &totals);
}
