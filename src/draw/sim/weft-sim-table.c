/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of bottlenecks, links, ranks and remote memories. */
#include "config.h"

#include "draw/sim/weft-sim-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/sim/weft-gantt-links-private.h"
#include "draw/sim/weft-share-look-private.h"
#include "draw/weft-table-row-private.h"

#define EN_DASH "–"

/* --- bottlenecks --- */

/* "all_reduce 88 %" (transfer full) */
static char *
say_where (const WeftSimResult *result, WeftSimShare share)
{
  double part;
  guint32 label = weft_share_find_label (result, share, &part);

  return label == WEFT_SIM_NONE ? g_strdup (EN_DASH)
                                : g_strdup_printf ("%s %.0f %%", result->trace->labels[label], 100 * part);
}

/* "+3.1": points of a percent. (transfer full) */
static char *
say_points (double from, double to)
{
  double points = 100 * (to - from);

  return fabs (points) < 0.05 ? g_strdup ("0") : g_strdup_printf ("%+.1f", points);
}

static void
add_share (WeftTable *table, const WeftSimResult *result, const WeftSimResult *beside, WeftSimShare share)
{
  WeftTableRow *row = weft_table_row_new ();

  weft_table_row_add (row, weft_share_title (share));
  weft_table_row_add_percent (row, result->share[share], 1);
  weft_table_row_add_quantity (row, result->share[share] * weft_run_end_s (result), WEFT_UNIT_S);
  if (beside != NULL)
    {
      weft_table_row_add_percent (row, beside->share[share], 1);
      weft_table_row_add_quantity (row, beside->share[share] * weft_run_end_s (beside), WEFT_UNIT_S);
      weft_table_row_take (row, say_points (result->share[share], beside->share[share]));
    }
  weft_table_row_take (row, say_where (result, share));
  weft_table_row_add (row, weft_share_meaning (share));
  weft_table_row_end (row, table);
}

/**
 * weft_table_bottlenecks: (skip)
 * @result: what a simulation found
 * @beside: (nullable): another result to compare it with
 *
 * Returns: (transfer full): a row a share of the critical path
 */
WeftTable *
weft_table_bottlenecks (const WeftSimResult *result, const WeftSimResult *beside)
{
  WeftTable *table = weft_table_new (_("Bottlenecks"));

  weft_table_add_column (table, _("Cause"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Share"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Time"), WEFT_ALIGN_END);
  if (beside != NULL)
    {
      weft_table_add_column (table, _("Share beside"), WEFT_ALIGN_END);
      weft_table_add_column (table, _("Time beside"), WEFT_ALIGN_END);
      weft_table_add_column (table, _("Points"), WEFT_ALIGN_END);
    }
  weft_table_add_column (table, _("Mostly in"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Which is"), WEFT_ALIGN_START);
  for (guint s = 0; s < WEFT_N_SIM_SHARES; s++)
    add_share (table, result, beside, s);
  return table;
}

/* --- links --- */

static void
add_link (WeftTable *table, const WeftSimResult *result, guint32 link)
{
  const WeftSimLinkUse *use = &result->links[link];
  WeftTableRow *row = weft_table_row_new ();

  weft_table_row_take (row, weft_gantt_name_link (result->network, link));
  weft_table_row_add_quantity (row, result->network->bw_bytes_s[link], WEFT_UNIT_BYTES_S);
  weft_table_row_add_percent (row, use->utilisation, 1);
  weft_table_row_add_quantity (row, use->bytes, WEFT_UNIT_BYTES);
  weft_table_row_add_quantity (row, (double) use->n_messages, WEFT_UNIT_COUNT);
  weft_table_row_add_percent (row, use->busy_s, weft_run_end_s (result));
  weft_table_row_add_quantity (row, use->wait_mean_s, WEFT_UNIT_S);
  weft_table_row_add_quantity (row, use->wait_p99_s, WEFT_UNIT_S);
  weft_table_row_add_quantity (row, use->wait_worst_s, WEFT_UNIT_S);
  weft_table_row_end (row, table);
}

/**
 * weft_table_sim_links: (skip)
 * @result: what a simulation found
 * @most: rows at most, 0 for all links that something crossed
 *
 * Returns: (transfer full): a row a link, the busiest first
 */
WeftTable *
weft_table_sim_links (const WeftSimResult *result, guint most)
{
  WeftTable *table = weft_table_new (_("Links"));
  guint32 n_used;
  g_autofree guint32 *order = weft_gantt_order_links (result, &n_used);

  weft_table_add_column (table, _("Link"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Rate"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Used"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Data"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Messages"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Busy"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Mean queueing"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("99 in 100"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Worst"), WEFT_ALIGN_END);
  for (guint32 i = 0; i < n_used && (most == 0 || i < most); i++)
    add_link (table, result, order[i]);
  return table;
}

/* --- ranks --- */

static void
add_rank (WeftTable *table, const WeftSimResult *result, guint32 rank)
{
  const WeftSimRankUse *use = &result->ranks[rank];
  double whole = weft_run_end_s (result), rest = whole - use->busy_s - use->comm_s;
  double message = use->wait_s[WEFT_SIM_WAIT_MESSAGE], group = use->wait_s[WEFT_SIM_WAIT_GROUP];
  double remote = use->wait_s[WEFT_SIM_WAIT_REMOTE];
  WeftTableRow *row = weft_table_row_new ();

  weft_table_row_take (row, weft_sim_trace_rank_name (result->trace, rank));
  weft_table_row_add_quantity (row, use->n_tasks, WEFT_UNIT_COUNT);
  weft_table_row_add_percent (row, use->busy_s, whole);
  weft_table_row_add_percent (row, use->comm_s, whole);
  weft_table_row_add_percent (row, message, whole);
  weft_table_row_add_percent (row, group, whole);
  weft_table_row_add_percent (row, remote, whole);
  weft_table_row_add_percent (row, MAX (0, rest - message - group - remote), whole);
  weft_table_row_add_quantity (row, use->finish_s, WEFT_UNIT_S);
  weft_table_row_end (row, table);
}

/**
 * weft_table_sim_ranks: (skip)
 * @result: what a simulation found
 *
 * Returns: (transfer full): a row a rank
 */
WeftTable *
weft_table_sim_ranks (const WeftSimResult *result)
{
  WeftTable *table = weft_table_new (_("Ranks"));

  weft_table_add_column (table, _("Rank"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Computes"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Communicates"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Waits for messages"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("For other ranks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("For remote memory"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Idle"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Ends"), WEFT_ALIGN_END);
  for (guint32 r = 0; r < result->trace->n_ranks; r++)
    add_rank (table, result, r);
  return table;
}

/* --- remote memories --- */

static void
add_mean (WeftTableRow *row, double sum, guint64 n)
{
  if (n > 0)
    weft_table_row_add_quantity (row, sum / (double) n, WEFT_UNIT_S);
  else
    weft_table_row_add (row, EN_DASH);
}

static void
add_provider (WeftTable *table, const WeftSimResult *result, guint32 provider)
{
  const WeftSimProviderUse *use = &result->providers[provider];
  WeftTableRow *row = weft_table_row_new ();

  weft_table_row_add (row, result->trace->providers[provider].name);
  weft_table_row_add_quantity (row, (double) use->n_requests, WEFT_UNIT_COUNT);
  weft_table_row_add_quantity (row, use->bytes, WEFT_UNIT_BYTES);
  weft_table_row_add_percent (row, use->busy_s, weft_run_end_s (result));
  add_mean (row, use->network_s, use->n_requests);
  add_mean (row, use->queue_s, use->n_requests);
  add_mean (row, use->serve_s, use->n_requests);
  weft_table_row_add_quantity (row, use->wait_p99_s, WEFT_UNIT_S);
  weft_table_row_add_quantity (row, use->wait_worst_s, WEFT_UNIT_S);
  weft_table_row_end (row, table);
}

/**
 * weft_table_sim_providers: (skip)
 * @result: what a simulation found
 *
 * Returns: (transfer full): a row a remote memory, with means of a request
 */
WeftTable *
weft_table_sim_providers (const WeftSimResult *result)
{
  WeftTable *table = weft_table_new (_("Remote memories"));

  weft_table_add_column (table, _("Memory"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Requests"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Data"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Busy"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("In the network"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("In the queue"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("In the memory"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Queue, 99 in 100"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Worst"), WEFT_ALIGN_END);
  for (guint32 p = 0; p < result->trace->n_providers; p++)
    add_provider (table, result, p);
  return table;
}
