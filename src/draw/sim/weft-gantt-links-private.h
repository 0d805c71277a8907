/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a chart of links share. */
#pragma once

#include "draw/gantt/weft-gantt-private.h"
#include "draw/sim/weft-gantt-run.h"

G_BEGIN_DECLS

/**
 * WeftGanttCrossing: (skip)
 * @message: which of the result
 * @link: that it crosses
 *
 * A task of a chart of links.
 */
typedef struct
{
  guint32 message;
  guint32 link;
} WeftGanttCrossing;

/**
 * WeftGanttLinks: (skip)
 * @result: what is shown
 * @crossings: (element-type WeftGanttCrossing): by their numbers
 * @order: links by their share of use, the busiest first; those without a limit and then those without bytes last
 * @n_used: how many have both
 * @n_listed: how many have a row of their own
 * @row_of: [links] row of each
 * @amount: (nullable): bytes of all links, when the result has no steps of time
 *
 * The owner of a chart of links.
 */
typedef struct
{
  WeftSimResult *result;
  GArray *crossings;
  guint32 *order;
  guint32 n_used;
  guint32 n_listed;
  guint32 *row_of;
  float *amount;
} WeftGanttLinks;

extern const WeftGanttSource weft_gantt_links_source;

/* Links by their share of use, the busiest first; those without a limit and then those without bytes last, which
 * @n_used does not count. (transfer full): [links] */
guint32 *weft_gantt_order_links (const WeftSimResult  *result,
                                 guint32              *n_used);
/* weft_gantt_new_for_links() with a row for each of so many links, and one for all others. */
WeftGantt *weft_gantt_new_for_busiest (WeftSimResult  *result,
                                     guint32               most);
/* "Node 1 > GPU 3 → Switch", without the steps that both ends have in common. (transfer full) */
char    *weft_gantt_name_link   (const WeftSimNetwork *network,
                                 guint32               link);

G_END_DECLS
