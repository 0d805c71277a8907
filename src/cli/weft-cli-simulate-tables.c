/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a simulation on a terminal: what bounds it, collectives, links, ranks, remote memories. */
#include "cli/weft-cli-simulate.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-quantity.h"
#include "draw/sim/weft-sim-table.h"

/* Rows of a table; --json has all. */
#define MOST_ROWS 12u

/* Columns by their numbers, ended by -1: what is left on a terminal that is too narrow for all. */
static const int link_columns[] = { 0, 2, 3, 6, 8, -1 };
static const int rank_columns[] = { 0, 2, 3, 8, -1 };
static const int collective_columns[] = { 0, 1, 2, 4, 5, 6, 7, -1 };
static const int provider_columns[] = { 0, 1, 2, 4, 5, 6, -1 };

/**
 * Part:
 * @title: of the table
 * @takes: (nullable): whether a row is worth its line
 * @narrow: (nullable): columns that are left where all do not fit
 * @most: rows at most
 * @n_more: rows that the table lacks
 *
 * What is printed of a table.
 */
typedef struct
{
  const char *title;
  gboolean (*takes) (const WeftSimResult *result, guint row);
  const int *narrow;
  guint most;
  guint n_more;
} Part;

static void
copy_row (WeftTable *to, WeftTable *from, guint row, const int *columns, guint n)
{
  g_autofree const char **cells = g_new0 (const char *, n + 1);

  for (guint c = 0; c < n; c++)
    cells[c] = weft_table_get_cell (from, row, columns != NULL ? (guint) columns[c] : c);
  weft_table_add_row (to, cells);
}

/* The first rows that are worth it, of some columns. @n_left: (out): how many more there are. (transfer full) */
static WeftTable *
pick (WeftTable *table, const WeftSimResult *result, const Part *part, const int *columns, guint *n_left)
{
  WeftTable *picked = weft_table_new (part->title);
  guint n = 0, n_columns = 0;

  if (columns == NULL)
    n_columns = weft_table_n_columns (table);
  else
    while (columns[n_columns] >= 0)
      n_columns++;
  for (guint c = 0; c < n_columns; c++)
    {
      guint column = columns != NULL ? (guint) columns[c] : c;

      weft_table_add_column (picked, weft_table_get_title (table, column), weft_table_get_align (table, column));
    }
  for (guint row = 0; row < weft_table_n_rows (table); row++)
    if ((part->takes == NULL || part->takes (result, row)) && n++ < part->most)
      copy_row (picked, table, row, columns, n_columns);
  *n_left = n - MIN (n, part->most) + part->n_more;
  return picked;
}

/* Below an empty line; nothing for no rows. */
static void
print_part (const WeftCliOptions *options, const WeftSimResult *result, WeftTable *table, const Part *part)
{
  guint n_left = 0;
  g_autoptr (WeftTable) picked = pick (table, result, part, NULL, &n_left);

  if (part->narrow != NULL && !weft_cli_fits (picked))
    {
      weft_table_free (picked);
      picked = pick (table, result, part, part->narrow, &n_left);
    }
  if (weft_table_n_rows (picked) == 0)
    return;
  g_print ("\n");
  weft_cli_print_table (options, picked);
  if (n_left > 0)
    weft_cli_print_more (n_left);
}

/* --- links and ranks --- */

static gboolean
rank_takes_part_cb (const WeftSimResult *result, guint row)
{
  return result->ranks[row].n_tasks > 0;
}

static guint
count_used (const WeftSimResult *result)
{
  guint n = 0;

  for (guint32 i = 0; i < result->network->n_links; i++)
    n += result->links[i].bytes > 0 && isfinite (result->network->bw_bytes_s[i]);
  return n;
}

/* Of those that have something to do: means, and how far they are apart. */
static void
print_means (const WeftSimResult *result)
{
  double whole_s = result->makespan_s - result->folded_s, busy_s = 0, comm_s = 0, least_s = INFINITY, most_s = 0;
  g_autofree char *part = NULL, *text = NULL;
  g_autofree char *all = weft_quantity_format (result->trace->n_ranks, WEFT_UNIT_COUNT);
  guint n = 0;

  for (guint32 r = 0; r < result->trace->n_ranks; r++)
    {
      const WeftSimRankUse *use = &result->ranks[r];

      if (use->n_tasks == 0)
        continue;
      n++;
      busy_s += use->busy_s;
      comm_s += use->comm_s;
      least_s = MIN (least_s, use->busy_s);
      most_s = MAX (most_s, use->busy_s);
    }
  if (n == 0 || whole_s <= 0)
    return;
  part = weft_quantity_format (n, WEFT_UNIT_COUNT);
  text = g_strdup_printf (_("Ranks with tasks: %s of %s; they compute %.1f %% of the time on average (%.1f to %.1f %%) "
                            "and communicate %.1f %%"),
                          part, all, 100 * busy_s / n / whole_s, 100 * least_s / whole_s, 100 * most_s / whole_s,
                          100 * comm_s / n / whole_s);
  weft_cli_print_wrapped ("", "  ", text);
}

/* --- all of them --- */

static gboolean
share_is_there_cb (const WeftSimResult *result, guint row)
{
  return result->share[row] > 1e-9; /* below that it is what rounding leaves */
}

static void
print_collectives (const WeftCliOptions *options, const WeftSimResult *result, const char *title)
{
  const Part part = { .title = title, .narrow = collective_columns, .most = MOST_ROWS };
  g_autoptr (WeftTable) table = weft_table_sim_collectives (result, 0);

  print_part (options, result, table, &part);
}

static void
print_both (const WeftCliOptions *options, const WeftSimResult *a, const WeftSimResult *b)
{
  const WeftSimResult *of[] = { a, b };
  const Part part = { .title = _("Both Runs"), .most = G_MAXUINT };
  g_autoptr (WeftTable) both = weft_table_sim_compare (a, b);

  print_part (options, a, both, &part);
  for (guint i = 0; i < G_N_ELEMENTS (of); i++)
    {
      g_autofree char *title = g_strdup_printf (_("Collectives on “%s”"), of[i]->network->name);
      g_autofree char *line = weft_cli_line (title);

      print_collectives (options, of[i], line);
    }
}

void
weft_cli_simulate_print_tables (const WeftCliOptions *options, const WeftSimResult *result, const WeftSimResult *beside)
{
  guint n_used = count_used (result);
  const Part share = {
    .title = _("Bottlenecks"),
    .takes = beside == NULL ? share_is_there_cb : NULL,
    .most = MOST_ROWS,
  };
  const Part link = {
    .title = _("Busiest Links"),
    .narrow = link_columns,
    .most = MOST_ROWS,
    .n_more = n_used - MIN (n_used, MOST_ROWS),
  };
  const Part rank = { .title = _("Ranks"), .takes = rank_takes_part_cb, .narrow = rank_columns, .most = MOST_ROWS };
  const Part provider = { .title = _("Remote Memories"), .narrow = provider_columns, .most = MOST_ROWS };
  g_autoptr (WeftTable) shares = weft_table_bottlenecks (result, beside);
  g_autoptr (WeftTable) links = weft_table_sim_links (result, MOST_ROWS);
  g_autoptr (WeftTable) ranks = weft_table_sim_ranks (result);
  g_autoptr (WeftTable) providers = weft_table_sim_providers (result);

  print_part (options, result, shares, &share);
  if (beside != NULL)
    {
      print_both (options, result, beside);
      return;
    }
  print_collectives (options, result, _("Collectives"));
  print_part (options, result, links, &link);
  g_print ("\n");
  print_means (result);
  print_part (options, result, ranks, &rank);
  print_part (options, result, providers, &provider);
}
