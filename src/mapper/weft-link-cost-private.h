/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a message costs on each cable, switch and fabric of a machine. What no part says follows from the fabric or from
 * the cables beside it, and every such assumption that counts can be said. */
#pragma once

#include "cost/weft-collective.h"
#include "design/graph/weft-graph-fabric-private.h"

G_BEGIN_DECLS

/* Where a figure of a bundle comes from. */
typedef enum
{
  WEFT_COST_FROM_PART,
  WEFT_COST_FROM_FABRIC,
  WEFT_COST_FROM_BESIDE, /* the slowest cable at the same devices */
  WEFT_COST_UNKNOWN,
} WeftCostSource;

/**
 * WeftBundleCost: (skip)
 * @fabric: the fabric that it is of
 * @rate_bytes_s: of one cable, one direction; NAN when unknown
 * @latency_s: base latency and protocol overhead
 * @rate_from: where @rate_bytes_s comes from
 * @latency_from: where @latency_s comes from
 * @is_used: some way leads over it
 */
typedef struct
{
  WeftBundleFabric fabric;
  double rate_bytes_s;
  double latency_s;
  WeftCostSource rate_from;
  WeftCostSource latency_from;
  gboolean is_used;
} WeftBundleCost;

typedef struct _WeftLinkCosts WeftLinkCosts;

WeftLinkCosts *weft_link_costs_new      (const WeftFlat       *flat,
                                         WeftInventory        *inventory);
void           weft_link_costs_free     (WeftLinkCosts        *self);

/* Rate of all cables of a directed link; NAN when unknown. */
double         weft_link_costs_rate     (const WeftLinkCosts  *self,
                                         guint32               link);
/* Over those links, one after the other: the sum of all latencies, and the narrowest of them. FALSE and a
 * WEFT_MAPPER_ERROR that names a link whose rate is not known. */
gboolean       weft_link_costs_path     (WeftLinkCosts        *self,
                                         const guint32        *links,
                                         guint                 n_links,
                                         WeftLink             *cost,
                                         GError              **error);
/* The same figures one by one, as a network of links takes them: base latency apart from protocol overhead. */
WeftBundleFabric weft_link_costs_fabric (const WeftLinkCosts  *self,
                                         guint32               link);
/* Of the cables of a directed link. */
void           weft_link_costs_cable    (const WeftLinkCosts  *self,
                                         guint32               link,
                                         double               *latency_s,
                                         double               *overhead_s);
/* What a switch, a card or a chip adds to a message of a fabric that it hands on. */
void           weft_link_costs_pass     (const WeftLinkCosts  *self,
                                         guint32               device,
                                         WeftBundleFabric      fabric,
                                         double               *latency_s,
                                         double               *overhead_s);
/* What a message takes to start over a fabric between two devices, besides cables and switches. */
double         weft_link_costs_startup  (const WeftLinkCosts  *self,
                                         WeftBundleFabric      fabric,
                                         guint32               from,
                                         guint32               to);
/* Whether switches of the fabric reduce what passes them. */
gboolean       weft_link_costs_reduces  (const WeftLinkCosts  *self,
                                         WeftBundleFabric      fabric);
/* "node: gpu → switch". (transfer full) */
char          *weft_link_costs_name     (const WeftLinkCosts  *self,
                                         guint32               link);
/* Sentences about what was assumed on the ways that were asked for. */
void           weft_link_costs_note     (const WeftLinkCosts  *self,
                                         GPtrArray            *notes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLinkCosts, weft_link_costs_free)

G_END_DECLS
