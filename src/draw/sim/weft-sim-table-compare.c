/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two results figure by figure: what is the same in both machines by its name, links and ranks where they differ. */
#include "config.h"

#include "draw/sim/weft-sim-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/sim/weft-gantt-links-private.h"
#include "draw/sim/weft-share-look-private.h"
#include "draw/weft-table-row-private.h"

#define EN_DASH "–"
/* Links of each, and ranks. */
#define MOST_LINKS 5
#define MOST_RANKS 5

typedef struct
{
  WeftTable *table;
  const WeftSimResult *of[2];
} Comparison;

/* --- rows --- */

/* "+12.3 %" of the first. (transfer full) */
static char *
say_change (double a, double b)
{
  double percent = 100 * (b / a - 1);

  if (!isfinite (percent))
    return g_strdup (a == b ? "0 %" : EN_DASH);
  return fabs (percent) < 0.05 ? g_strdup ("0 %") : g_strdup_printf ("%+.1f %%", percent);
}

/* (transfer full) */
static char *
say_points (double a, double b)
{
  double points = 100 * (b - a);

  if (!isfinite (points))
    return g_strdup (EN_DASH);
  /* Translators: a difference of two shares, in points of a percent */
  return fabs (points) < 0.05 ? g_strdup ("0") : g_strdup_printf (_("%+.1f points"), points);
}

static void
add_value (WeftTableRow *row, double value, WeftUnit unit)
{
  if (isfinite (value))
    weft_table_row_add_quantity (row, value, unit);
  else
    weft_table_row_add (row, EN_DASH);
}

/* NAN: one of them has no such thing. */
static void
add_figure (const Comparison *self, const char *title, double a, double b, WeftUnit unit)
{
  WeftTableRow *row = weft_table_row_new ();

  weft_table_row_add (row, title);
  add_value (row, a, unit);
  add_value (row, b, unit);
  weft_table_row_take (row, isfinite (a) && isfinite (b) ? say_change (a, b) : g_strdup (EN_DASH));
  weft_table_row_end (row, self->table);
}

static void
add_shares (const Comparison *self, const char *title, double a, double b)
{
  WeftTableRow *row = weft_table_row_new ();

  weft_table_row_add (row, title);
  weft_table_row_add_percent (row, a, 1);
  weft_table_row_add_percent (row, b, 1);
  weft_table_row_take (row, say_points (a, b));
  weft_table_row_end (row, self->table);
}

/* --- the whole --- */

static double
sum_bytes (const WeftSimResult *result)
{
  double bytes = 0;

  for (guint32 l = 0; l < result->network->n_links; l++)
    bytes += isfinite (result->network->bw_bytes_s[l]) ? result->links[l].bytes : 0;
  return bytes;
}

/* The mean over ranks with tasks of a part of their time. */
static double
mean_of_ranks (const WeftSimResult *result, double (*part) (const WeftSimRankUse *use))
{
  double sum = 0, end_s = weft_run_end_s (result);
  guint32 n = 0;

  for (guint32 r = 0; r < result->trace->n_ranks; r++)
    if (result->ranks[r].n_tasks > 0)
      {
        sum += part (&result->ranks[r]);
        n++;
      }
  return n > 0 && end_s > 0 ? sum / n / end_s : NAN;
}

static double
computing_of (const WeftSimRankUse *use)
{
  return use->busy_s;
}

static double
communicating_of (const WeftSimRankUse *use)
{
  return use->comm_s;
}

static double
waiting_of (const WeftSimRankUse *use)
{
  double sum = 0;

  for (guint w = 0; w < WEFT_N_SIM_WAITS; w++)
    sum += use->wait_s[w];
  return sum;
}

static void
add_whole (const Comparison *self)
{
  const WeftSimResult *a = self->of[0], *b = self->of[1];

  add_figure (self, _("Makespan"), a->makespan_s, b->makespan_s, WEFT_UNIT_S);
  add_figure (self, _("Messages"), (double) a->n_messages, (double) b->n_messages, WEFT_UNIT_COUNT);
  add_figure (self, _("Data over all links"), sum_bytes (a), sum_bytes (b), WEFT_UNIT_BYTES);
  for (guint s = 0; s < WEFT_N_SIM_SHARES; s++)
    if (a->share[s] > 0 || b->share[s] > 0)
      {
        g_autofree char *title = NULL;

        /* Translators: one of the shares of the critical path */
        title = g_strdup_printf (_("Critical path: %s"), weft_share_title (s));
        add_shares (self, title, a->share[s], b->share[s]);
      }
  add_shares (self, _("Ranks compute, on average"), mean_of_ranks (a, computing_of), mean_of_ranks (b, computing_of));
  add_shares (self, _("Ranks communicate, on average"), mean_of_ranks (a, communicating_of),
              mean_of_ranks (b, communicating_of));
  add_shares (self, _("Ranks wait, on average"), mean_of_ranks (a, waiting_of), mean_of_ranks (b, waiting_of));
}

/* --- links --- */

/* The number of each link by its name. (transfer full) (element-type utf8 uint) */
static GHashTable *
index_links (const WeftSimResult *result)
{
  GHashTable *links = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 l = 0; l < result->network->n_links; l++)
    g_hash_table_insert (links, weft_gantt_name_link (result->network, l), GUINT_TO_POINTER (l));
  return links;
}

/* Mostly both machines have it under one number; else names are looked up, once there is a need to. */
static double
use_of (const WeftSimResult *result, GHashTable **links, const char *name, guint32 hint)
{
  gpointer link;

  if (hint < result->network->n_links)
    {
      g_autofree char *there = weft_gantt_name_link (result->network, hint);

      if (g_str_equal (there, name))
        return result->links[hint].utilisation;
    }
  if (*links == NULL)
    *links = index_links (result);
  return g_hash_table_lookup_extended (*links, name, NULL, &link)
           ? result->links[GPOINTER_TO_UINT (link)].utilisation
           : NAN;
}

/* The busiest of one that have not been listed. */
static void
add_busiest (const Comparison *self, guint which, GHashTable **links, GHashTable *listed)
{
  guint32 n_used;
  g_autofree guint32 *order = weft_gantt_order_links (self->of[which], &n_used);

  for (guint32 i = 0; i < MIN (n_used, MOST_LINKS); i++)
    {
      char *name = weft_gantt_name_link (self->of[which]->network, order[i]);
      g_autofree char *title = NULL;

      /* Translators: a link, whose use is meant */
      title = g_strdup_printf (_("Use of %s"), name);
      if (!g_hash_table_contains (listed, name))
        add_shares (self, title, use_of (self->of[0], &links[0], name, order[i]),
                    use_of (self->of[1], &links[1], name, order[i]));
      g_hash_table_add (listed, name);
    }
}

static void
add_links (const Comparison *self)
{
  GHashTable *links[2] = { NULL, NULL };
  g_autoptr (GHashTable) listed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  add_busiest (self, 0, links, listed);
  add_busiest (self, 1, links, listed);
  g_clear_pointer (&links[0], g_hash_table_unref);
  g_clear_pointer (&links[1], g_hash_table_unref);
}

/* --- ranks --- */

typedef struct
{
  guint32 rank;
  double a, b;
} Waiting;

static int
compare_waiting_cb (gconstpointer x, gconstpointer y)
{
  const Waiting *p = x, *q = y;
  double dp = fabs (p->a - p->b), dq = fabs (q->a - q->b);

  if (dp != dq)
    return dp > dq ? -1 : 1;
  return p->rank < q->rank ? -1 : p->rank > q->rank;
}

static double
share_waiting (const WeftSimResult *result, guint32 rank)
{
  double end_s = weft_run_end_s (result);

  return end_s > 0 ? (end_s - result->ranks[rank].busy_s) / end_s : NAN;
}

/* Ranks whose time without computing differs most. */
static void
add_ranks (const Comparison *self)
{
  guint32 n = MIN (self->of[0]->trace->n_ranks, self->of[1]->trace->n_ranks);
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (Waiting));

  for (guint32 r = 0; r < n; r++)
    {
      Waiting waiting = { r, share_waiting (self->of[0], r), share_waiting (self->of[1], r) };

      if (isfinite (waiting.a) && isfinite (waiting.b) && fabs (waiting.a - waiting.b) >= 5e-4)
        g_array_append_val (ranks, waiting);
    }
  g_array_sort (ranks, compare_waiting_cb);
  for (guint i = 0; i < MIN (ranks->len, MOST_RANKS); i++)
    {
      const Waiting *waiting = &g_array_index (ranks, Waiting, i);
      g_autofree char *name = weft_sim_trace_rank_name (self->of[0]->trace, waiting->rank);
      /* Translators: a rank, and that its time without computing is meant */
      g_autofree char *title = g_strdup_printf (_("%s does not compute"), name);

      add_shares (self, title, waiting->a, waiting->b);
    }
}

/* What tells both apart. */
static const char *
title_of (const Comparison *self, guint which)
{
  const WeftSimResult *a = self->of[0], *b = self->of[1];

  if (g_strcmp0 (a->network->name, b->network->name) != 0)
    return self->of[which]->network->name;
  if (g_strcmp0 (a->trace->name, b->trace->name) != 0)
    return self->of[which]->trace->name;
  if (g_strcmp0 (a->model, b->model) != 0)
    return self->of[which]->model;
  return which == 0 ? _("First run") : _("Second run");
}

/**
 * weft_table_sim_compare: (skip)
 * @a: what a simulation found
 * @b: what another one found, of the same workload or another, on the same machine or another
 *
 * Links are the same when their names are, ranks when their numbers are.
 *
 * Returns: (transfer full): a row a figure, of both and what the second has more
 */
WeftTable *
weft_table_sim_compare (const WeftSimResult *a, const WeftSimResult *b)
{
  Comparison self = { .table = weft_table_new (_("Comparison")), .of = { a, b } };

  weft_table_add_column (self.table, _("Figure"), WEFT_ALIGN_START);
  weft_table_add_column (self.table, title_of (&self, 0), WEFT_ALIGN_END);
  weft_table_add_column (self.table, title_of (&self, 1), WEFT_ALIGN_END);
  weft_table_add_column (self.table, _("Difference"), WEFT_ALIGN_END);
  add_whole (&self);
  add_links (&self);
  add_ranks (&self);
  return self.table;
}
