/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What messages travel over: nodes, directed links between them, and the way from one node to another. Made from a
 * machine, from a peer's description or from a scenario. Immutable. */
#pragma once

#include <gio/gio.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

/* Appends the links (guint32) of the way; FALSE when there is none. Called once for a pair and flow of a run, and never
 * by two threads at once. Same node: no links, TRUE. */
typedef gboolean (*WeftSimRouteFunc) (gpointer  router,
                                      guint32   from,
                                      guint32   to,
                                      guint64   flow,
                                      GArray   *links);

/**
 * WeftSimNetwork: (skip)
 * @name: for people
 * @rule: how ways are found, for people: "up and down a tree, ECMP by flow"
 * @n_nodes: devices, switches and memories
 * @n_links: directed links
 * @from: [@n_links] node that a link leaves
 * @to: [@n_links] node that it leads to
 * @bw_bytes_s: [@n_links] all cables together, above 0, may be infinite
 * @latency_s: [@n_links] base latency, of the first byte
 * @overhead_s: (nullable): [@n_links] protocol overhead of a message on the link
 * @is_shared: (nullable): [@n_links] whether flows share the rate; %FALSE: each may have all of it
 * @link_name: (nullable): [@n_links]
 * @link_level: (nullable): [@n_links] a #WeftLevel each: whether it joins parts of a node, of a rack or of the whole
 * @node_name: (nullable): [@n_nodes]
 * @is_switch: (nullable): [@n_nodes] whether messages are switched there, so that it can reduce in-flight
 * @n_ranks: places of ranks
 * @node_of_rank: [@n_ranks]
 * @domain_of_rank: (nullable): [@n_ranks] ranks with the same number stand in one node or scale-up domain
 * @notes: (nullable): what was assumed, NULL at the end
 */
typedef struct
{
  char *name;
  char *rule;
  guint32 n_nodes;
  guint32 n_links;
  guint32 *from;
  guint32 *to;
  double *bw_bytes_s;
  double *latency_s;
  double *overhead_s;
  guint8 *is_shared;
  char **link_name;
  guint8 *link_level;
  char **node_name;
  guint8 *is_switch;
  guint32 n_ranks;
  guint32 *node_of_rank;
  guint32 *domain_of_rank;
  char **notes;

  WeftSimRouteFunc route;
  gpointer router;
  GDestroyNotify free_router;
  gatomicrefcount refs;
} WeftSimNetwork;

/* Zeroed arrays for so many; whoever makes it fills them and sets the router. (transfer full) */
WEFT_API WeftSimNetwork *weft_sim_network_new       (const char           *name,
                                                     guint32               n_nodes,
                                                     guint32               n_links,
                                                     guint32               n_ranks);
WEFT_API WeftSimNetwork *weft_sim_network_ref       (WeftSimNetwork       *self);
WEFT_API void            weft_sim_network_unref     (WeftSimNetwork       *self);
/* "GPU 3 to Switch 1", or the link's name. (transfer full) */
WEFT_API char           *weft_sim_network_link_name (const WeftSimNetwork *self,
                                                     guint32               link);
WEFT_API char           *weft_sim_network_node_name (const WeftSimNetwork *self,
                                                     guint32               node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimNetwork, weft_sim_network_unref)

G_END_DECLS
