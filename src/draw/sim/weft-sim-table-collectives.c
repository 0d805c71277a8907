/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of collectives: how large their groups are, where they stand, and what they take. */
#include "config.h"

#include "draw/sim/weft-sim-table.h"

#include <glib/gi18n-lib.h>

#include "draw/weft-table-row-private.h"

#define EN_DASH "–"

/* Those that take the most time first, of equal ones the one that ended first. */
static int
compare_uses_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftSimCollectiveUse *uses = data;
  guint i = *(const guint *) a, j = *(const guint *) b;

  if (uses[i].time_s != uses[j].time_s)
    return uses[i].time_s > uses[j].time_s ? -1 : 1;
  return (i > j) - (i < j);
}

static void
add_each (WeftTableRow *row, double sum, guint64 n, WeftUnit unit)
{
  if (n > 0)
    weft_table_row_add_quantity (row, sum / (double) n, unit);
  else
    weft_table_row_add (row, EN_DASH);
}

static void
add_use (WeftTable *table, const WeftSimCollectiveUse *use)
{
  WeftTableRow *row = weft_table_row_new ();

  weft_table_row_add (row, weft_sim_comm_nick (use->comm));
  weft_table_row_add (row, use->n_ranks > 1 ? weft_sim_algorithm_nick (use->algorithm) : EN_DASH);
  weft_table_row_add_quantity (row, use->n_ranks, WEFT_UNIT_COUNT);
  weft_table_row_add_quantity (row, use->n_groups, WEFT_UNIT_COUNT);
  weft_table_row_add_quantity (row, use->n_domains, WEFT_UNIT_COUNT);
  weft_table_row_add_quantity (row, (double) use->count, WEFT_UNIT_COUNT);
  add_each (row, use->bytes, use->count, WEFT_UNIT_BYTES);
  add_each (row, use->time_s, use->count, WEFT_UNIT_S);
  if (use->time_s > 0)
    weft_table_row_add_quantity (row, use->bytes / use->time_s, WEFT_UNIT_BYTES_S);
  else
    weft_table_row_add (row, EN_DASH);
  add_each (row, use->alone_s, use->count, WEFT_UNIT_S);
  weft_table_row_end (row, table);
}

/**
 * weft_table_sim_collectives: (skip)
 * @result: what a simulation found
 * @most: rows at most, 0 for all
 *
 * Bytes and times are means of one collective, a rate is its buffer over its time (what NCCL's tests call algorithm
 * bandwidth), and "alone" what alpha and beta of its ways say when nothing else is under way.
 *
 * Returns: (transfer full): a row a kind of collective, those that take the most time first
 */
WeftTable *
weft_table_sim_collectives (const WeftSimResult *result, guint most)
{
  WeftTable *table = weft_table_new (_("Collectives"));
  guint n = result->collectives != NULL ? result->collectives->len : 0;
  g_autofree guint *order = g_new (guint, n + 1);

  weft_table_add_column (table, _("Collective"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Algorithm"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Ranks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Groups"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Domains crossed"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Times"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Data each"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Time each"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Rate"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Alone"), WEFT_ALIGN_END);
  for (guint i = 0; i < n; i++)
    order[i] = i;
  if (n > 0)
    g_qsort_with_data (order, (int) n, sizeof *order, compare_uses_cb, result->collectives->data);
  for (guint i = 0; i < n && (most == 0 || i < most); i++)
    add_use (table, &g_array_index (result->collectives, WeftSimCollectiveUse, order[i]));
  return table;
}
