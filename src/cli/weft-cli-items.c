/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a design draws and costs, item by item with 90 % intervals and the sum, as tables; on a narrow terminal the
 * sentences that say why follow below. */
#include "cli/weft-cli.h"

#include <math.h>

#include <glib/gi18n.h>

/* "878 kW to 1.21 MW"; unknown ends are said to be unknown. */
static char *
format_interval (double low, double high, WeftUnit unit)
{
  g_autofree char *least = weft_quantity_format (low, unit);
  g_autofree char *most = weft_quantity_format (high, unit);

  if (isnan (low) && isnan (high))
    return g_steal_pointer (&least);
  return g_strdup_printf (_("%s to %s"), least, most);
}

/* A sum that parts without a figure are missing from is a lower bound. */
static char *
format_sum (double value, double n_unknown, WeftUnit unit)
{
  g_autofree char *known = weft_quantity_format (value, unit);

  if (!(n_unknown > 0) || isnan (value))
    return g_steal_pointer (&known);
  return g_strdup_printf (_("at least %s"), known);
}

static void
add_row (WeftTable *table, const char *label, const char *value, const char *interval, const char *why)
{
  const char *cells[] = { label, value, interval, why, NULL };

  weft_table_add_row (table, cells);
}

static WeftTable *
new_table (const char *title)
{
  WeftTable *table = weft_table_new (title);

  weft_table_add_column (table, _("Item"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("90 % interval"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Why"), WEFT_ALIGN_START);
  return table;
}

static WeftTable *
make_power (const WeftPowerItems *items)
{
  WeftTable *table = new_table (_("Power at the peak"));
  g_autofree char *sum = format_sum (items->total_w, items->n_unknown, WEFT_UNIT_W);
  g_autofree char *range = format_interval (items->total_low_w, items->total_high_w, WEFT_UNIT_W);

  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    {
      g_autofree char *value = weft_quantity_format (items->w[i], WEFT_UNIT_W);
      g_autofree char *interval = format_interval (items->low_w[i], items->high_w[i], WEFT_UNIT_W);
      g_autofree char *why = weft_power_items_explain (items, i);

      add_row (table, weft_power_item_label (i), value, interval, why);
    }
  add_row (table, _("Sum"), sum, range, "");
  return table;
}

static WeftTable *
make_cost (const WeftCostItems *items)
{
  WeftTable *table = new_table (_("Cost over the years of use"));
  g_autofree char *sum = format_sum (items->total_usd, items->n_unknown, WEFT_UNIT_USD);
  g_autofree char *range = format_interval (items->total_low_usd, items->total_high_usd, WEFT_UNIT_USD);

  for (guint i = 0; i < WEFT_N_COST_ITEMS; i++)
    {
      g_autofree char *value = weft_quantity_format (items->usd[i], WEFT_UNIT_USD);
      g_autofree char *interval = format_interval (items->low_usd[i], items->high_usd[i], WEFT_UNIT_USD);
      g_autofree char *why = weft_cost_items_explain (items, i);

      add_row (table, weft_cost_item_label (i), value, interval, why);
    }
  add_row (table, _("Sum"), sum, range, "");
  return table;
}

/* What each workload draws, to be set beside the peak. */
static WeftTable *
make_work (GListModel *workloads)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Power at work"));
  gboolean any = FALSE;

  weft_table_add_column (table, _("Workload"), WEFT_ALIGN_START);
  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    weft_table_add_column (table, weft_power_item_label (i), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Sum"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("90 % interval"), WEFT_ALIGN_END);
  for (guint k = 0; k < g_list_model_get_n_items (workloads); k++)
    {
      g_autoptr (WeftWorkloadResult) result = g_list_model_get_item (workloads, k);
      const WeftPowerItems *items = weft_workload_result_get_power (result);
      g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

      if (items == NULL)
        continue;
      any = TRUE;
      g_ptr_array_add (cells, g_strdup (weft_workload_label (weft_workload_result_get_kind (result))));
      for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
        g_ptr_array_add (cells, weft_quantity_format (items->w[i], WEFT_UNIT_W));
      g_ptr_array_add (cells, format_sum (items->total_w, items->n_unknown, WEFT_UNIT_W));
      g_ptr_array_add (cells, format_interval (items->total_low_w, items->total_high_w, WEFT_UNIT_W));
      g_ptr_array_add (cells, NULL);
      weft_table_add_row (table, (const char *const *) cells->pdata);
    }
  return any ? g_steal_pointer (&table) : NULL;
}

static void
print_power (const WeftCliOptions *options, const WeftPowerItems *items)
{
  g_autoptr (WeftTable) table = make_power (items);

  g_print ("\n");
  weft_cli_print_table (options, table);
  for (guint i = 0; i < WEFT_N_POWER_ITEMS && !weft_cli_fits (table); i++)
    {
      g_autofree char *why = weft_power_items_explain (items, i);
      g_autofree char *line = g_strdup_printf ("%s: %s", weft_power_item_label (i), why);

      weft_cli_print_wrapped ("  ", "    ", line);
    }
}

static void
print_cost (const WeftCliOptions *options, const WeftCostItems *items)
{
  g_autoptr (WeftTable) table = make_cost (items);

  g_print ("\n");
  weft_cli_print_table (options, table);
  for (guint i = 0; i < WEFT_N_COST_ITEMS && !weft_cli_fits (table); i++)
    {
      g_autofree char *why = weft_cost_items_explain (items, i);
      g_autofree char *line = g_strdup_printf ("%s: %s", weft_cost_item_label (i), why);

      weft_cli_print_wrapped ("  ", "    ", line);
    }
}

/**
 * weft_cli_print_items:
 * @options: what was asked for
 * @evaluation: an evaluation
 *
 * Prints power and cost by item; nothing under a profile that counts chips and ports alone.
 */
void
weft_cli_print_items (const WeftCliOptions *options, WeftEvaluation *evaluation)
{
  const WeftPowerItems *power = weft_evaluation_get_power_items (evaluation);
  const WeftCostItems *cost = weft_evaluation_get_cost_items (evaluation);
  g_autoptr (WeftTable) work = make_work (weft_evaluation_get_workloads (evaluation));

  if (power != NULL)
    print_power (options, power);
  if (work != NULL)
    {
      g_print ("\n");
      weft_cli_print_table (options, work);
    }
  if (cost != NULL)
    print_cost (options, cost);
}
