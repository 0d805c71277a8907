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
 */
typedef struct
{
  guint32 first;
  guint32 n_links;
  double latency_s;
  double bw_bytes_s;
} WeftSimRouteUse;

/**
 * WeftSimRoutes:
 * @network: whose
 * @seed: of the choice among equal ways
 * @routes: [@n_routes]
 * @links: links of all
 */
typedef struct
{
  const WeftSimNetwork *network;
  guint64 seed;
  guint32 n_routes;
  WeftSimRouteUse *routes;
  guint32 n_links;
  guint32 *links;
  /* of weft-sim-routes.c */
  guint32 room_routes;
  guint32 room_links;
  gpointer pairs;
  GArray *found;
} WeftSimRoutes;

WeftSimRoutes *weft_sim_routes_new  (const WeftSimNetwork *network,
                                     guint64               seed);
void           weft_sim_routes_free (WeftSimRoutes        *self);
/* Index of the way between two nodes, WEFT_SIM_NONE when there is none. A pair has one way: that of its flow, a hash of
 * both and the seed. */
guint32        weft_sim_routes_find (WeftSimRoutes        *self,
                                     guint32               from,
                                     guint32               to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimRoutes, weft_sim_routes_free)

G_END_DECLS
