/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a transfer between two devices costs along its real way. Of equal ways up and down a tree a transfer is cut over
 * all, as NVLink does over its switches and a collective over its rails. */
#pragma once

#include "design/graph/weft-graph-route.h"
#include "mapper/weft-link-cost-private.h"

G_BEGIN_DECLS

typedef struct _WeftWayCosts WeftWayCosts;

WeftWayCosts  *weft_way_costs_new   (const WeftFlat  *flat,
                                     WeftInventory   *inventory);
void           weft_way_costs_free  (WeftWayCosts    *self);

/* Start-up time and rate between two different devices of the machine. FALSE and a WEFT_MAPPER_ERROR when no cables
 * lead there, or one of them has no rate. */
gboolean       weft_way_costs_pair  (WeftWayCosts    *self,
                                     guint32          from,
                                     guint32          to,
                                     WeftLink        *cost,
                                     GError         **error);
WeftLinkCosts *weft_way_costs_links (WeftWayCosts    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftWayCosts, weft_way_costs_free)

G_END_DECLS
