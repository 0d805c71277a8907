/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of what a simulation found. All constructors: (transfer full). */
#pragma once

#include "draw/weft-table.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

/* A row a share of the critical path: how much of it, how long, and in which tasks mostly; with @beside (nullable) the
 * same of another result and the difference. */
WEFT_API WeftTable *weft_table_bottlenecks     (const WeftSimResult *result,
                                                const WeftSimResult *beside);
/* A row a link, the busiest first. @most: 0 for all that something crossed. */
WEFT_API WeftTable *weft_table_sim_links       (const WeftSimResult *result,
                                                guint                most);
/* A row a rank: what it does with its time. */
WEFT_API WeftTable *weft_table_sim_ranks       (const WeftSimResult *result);
/* A row a remote memory: time of its requests in the network, in its queue and in itself. */
WEFT_API WeftTable *weft_table_sim_providers   (const WeftSimResult *result);
/* A row a kind of collective, those that take the most time first: size of its groups, domains that it crosses, what one
 * of them takes. @most: 0 for all. */
WEFT_API WeftTable *weft_table_sim_collectives (const WeftSimResult *result,
                                                guint                most);
/* A row a figure: times, shares, the hottest links and the ranks that differ most, of both and the difference. */
WEFT_API WeftTable *weft_table_sim_compare     (const WeftSimResult *a,
                                                const WeftSimResult *b);

G_END_DECLS
