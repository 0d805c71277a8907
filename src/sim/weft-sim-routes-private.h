/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways that messages of a run take, each found once. */
#pragma once

#include "sim/weft-sim-network.h"

G_BEGIN_DECLS

/**
 * WeftSimRouteUse:
 * @first: where its links begin in links
 * @n_links: how many; 0: both ends are one node
 * @latency_s: of all its links, base latency and overhead
 * @bw_bytes_s: of the narrowest link, infinite without links
 * @forward_s_byte: time of a byte that is taken in whole by each link before the next: the sum of 1 / rate
 */
typedef struct
{
  guint32 first;
  guint32 n_links;
  double latency_s;
  double bw_bytes_s;
  double forward_s_byte;
} WeftSimRouteUse;

/* Both ends, and the way between them. */
typedef struct
{
  guint32 from;
  guint32 to;
  guint32 route;
} WeftSimPair;

/**
 * WeftSimRoutes:
 * @network: whose
 * @seed: of the choice among equal ways
 * @routes: [@n_routes]
 * @links: links of all
 * @pairs: [1 << @pair_bits] where each pair is by its hash, or beside it; one that is not used has no @from
 * @most_routes, @most_links: more are not kept
 * @is_full: a way was not kept, since there are too many or they are too long
 */
typedef struct
{
  const WeftSimNetwork *network;
  guint64 seed;
  guint32 n_routes;
  WeftSimRouteUse *routes;
  guint32 n_links;
  guint32 *links;
  guint32 room_routes;
  guint32 room_links;
  guint32 n_pairs;
  guint pair_bits;
  WeftSimPair *pairs;
  GArray *found;
  guint32 most_routes;
  guint32 most_links;
  gboolean is_full;
} WeftSimRoutes;

WeftSimRoutes *weft_sim_routes_new  (const WeftSimNetwork *network,
                                     guint64               seed);
void           weft_sim_routes_free (WeftSimRoutes        *self);
/* Index of the way between two nodes, WEFT_SIM_NONE when there is none, or no room for it. A pair has one way: that of its flow, a hash of
 * both and the seed. */
guint32        weft_sim_routes_find (WeftSimRoutes        *self,
                                     guint32               from,
                                     guint32               to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimRoutes, weft_sim_routes_free)

G_END_DECLS
