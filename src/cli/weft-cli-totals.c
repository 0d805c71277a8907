/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine that is given as a graph draws, costs and takes up, as a table. */
#include "cli/weft-cli.h"

#include <math.h>

#include <glib/gi18n.h>

/* Whatever is unknown of a sum makes it "at least". */
static char *
format_total (const WeftTotal *total, WeftUnit unit)
{
  g_autofree char *known = weft_quantity_format (total->known, unit);

  if (total->lacks->len == 0)
    return g_steal_pointer (&known);
  if (!(total->known > 0))
    return weft_quantity_format (NAN, unit);
  return g_strdup_printf (_("at least %s"), known);
}

/* How many parts have no figure, and the first of them. */
static char *
format_lacks (const WeftTotal *total)
{
  g_autofree char *n = NULL;

  if (total->lacks->len == 0)
    return g_strdup ("");
  n = weft_quantity_format (weft_total_n_lacks (total), WEFT_UNIT_COUNT);
  return g_strdup_printf (_("%s, such as %s"), n,
                          g_array_index (total->lacks, WeftTotalLack, 0).name);
}

static void
add_row (WeftTable *table, const char *label, const char *value, const char *lacks)
{
  const char *cells[] = { label, value, lacks, NULL };

  weft_table_add_row (table, cells);
}

static void
add_total (WeftTable *table, const char *label, const WeftTotal *total, WeftUnit unit)
{
  g_autofree char *value = format_total (total, unit);
  g_autofree char *lacks = format_lacks (total);

  add_row (table, label, value, lacks);
}

static void
add_power (WeftTable *table, const WeftGraphTotals *totals)
{
  for (guint i = 0; i < WEFT_N_TOTALS; i++)
    if (totals->power_w[i].known > 0 || totals->power_w[i].lacks->len > 0)
      add_total (table, weft_total_kind_label (i), &totals->power_w[i], WEFT_UNIT_W);
  add_total (table, _("IT power"), &totals->it_w, WEFT_UNIT_W);
  if (!isnan (totals->pue))
    add_total (table, _("Facility power"), &totals->facility_w, WEFT_UNIT_W);
}

static void
add_space (WeftTable *table, const WeftGraphTotals *totals)
{
  g_autofree char *used = format_total (&totals->units_used, WEFT_UNIT_COUNT);
  g_autofree char *units = format_total (&totals->units, WEFT_UNIT_COUNT);
  g_autofree char *lacks = format_lacks (&totals->units_used);
  g_autofree char *value = g_strdup_printf (_("%s of %s"), used, units);
  g_autofree char *racks = weft_quantity_format (totals->n_racks, WEFT_UNIT_COUNT);
  g_autofree char *area = weft_quantity_format (totals->area_m2, WEFT_UNIT_NONE);
  g_autofree char *floor
      = isnan (totals->area_m2) ? g_strdup (area) : g_strdup_printf ("%s m²", area);

  add_row (table, _("Racks"), racks, "");
  if (totals->n_racks > 0)
    add_row (table, _("Rack units"), value, lacks);
  add_row (table, _("Floor with aisles"), floor, "");
}

static void
add_ports (WeftTable *table, const WeftGraphTotals *totals)
{
  for (guint i = 0; i < totals->ports->len; i++)
    {
      const WeftTotalPorts *kind = &g_array_index (totals->ports, WeftTotalPorts, i);
      g_autofree char *count = weft_quantity_format (kind->count, WEFT_UNIT_COUNT);
      g_autofree char *used = weft_quantity_format (kind->used, WEFT_UNIT_COUNT);
      g_autofree char *all = weft_quantity_format (kind->available, WEFT_UNIT_COUNT);
      /* Translators: how many, and the name of a switch. */
      g_autofree char *label = g_strdup_printf (_("Ports of %s × %s"), count, kind->id);
      g_autofree char *value = g_strdup_printf (_("%s of %s"), used, all);

      add_row (table, label, value, "");
    }
}

/**
 * weft_cli_print_totals:
 * @options: what was asked for
 * @totals: (nullable): totals of a graph
 *
 * Prints them under a heading; nothing of a design that has none.
 */
void
weft_cli_print_totals (const WeftCliOptions *options, const WeftGraphTotals *totals)
{
  g_autoptr (WeftTable) table = NULL;

  if (totals == NULL)
    return;
  table = weft_table_new (_("The machine as drawn"));
  weft_table_add_column (table, _("Total"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Parts without a figure"), WEFT_ALIGN_START);
  add_power (table, totals);
  add_total (table, _("Cost"), &totals->cost_usd, WEFT_UNIT_USD);
  if (totals->cost_rcu.known > 0)
    add_total (table, _("Relative cost (RCU)"), &totals->cost_rcu, WEFT_UNIT_NONE);
  add_space (table, totals);
  add_ports (table, totals);
  g_print ("\n");
  weft_cli_print_table (options, table);
}
