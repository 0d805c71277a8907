/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two kinds of rules that routes are made of: networks with coordinates, and tiers of
 * switches. */
#pragma once

#include "design/graph/weft-graph-route.h"
#include "design/graph/weft-graph-wire-private.h"

G_BEGIN_DECLS

/* What the choice among equal ways depends on; nothing else does. */
typedef struct
{
  guint32 from;
  guint32 to;
  guint64 flow;
} WeftRouteKey;

/* The same number from the same key and @step on every machine. */
guint64       weft_route_hash      (const WeftRouteKey *key,
                                    guint               step);
/* The link from @from to @to; of several the one of @bundle, or of any with WEFT_FLAT_NONE: then
 * each in proportion to its cables. WEFT_FLAT_NONE when there is none. */
guint32       weft_route_link      (const WeftFlat     *flat,
                                    const WeftRouteKey *key,
                                    guint32             from,
                                    guint32             to,
                                    guint32             bundle);
/* How many instances are around an instance, and the smallest one around two. */
guint         weft_route_depth     (const WeftFlat     *flat,
                                    guint32             instance);
guint32       weft_route_common    (const WeftFlat     *flat,
                                    guint32             a,
                                    guint32             b);

/* --- networks with coordinates --- */

typedef struct _WeftRouteNets WeftRouteNets;

WeftRouteNets *weft_route_nets_new  (const WeftFlat *flat);
void           weft_route_nets_free (WeftRouteNets  *self);
/* The links of the way in the innermost such network with both, and how deep that lies; the rule,
 * WEFT_ROUTE_NONE when there is none. */
WeftRouteRule  weft_route_nets_path (WeftRouteNets      *self,
                                     const WeftRouteKey *key,
                                     GArray             *links,
                                     guint              *depth);

/* --- tiers of switches --- */

typedef struct _WeftRouteTiers WeftRouteTiers;

WeftRouteTiers *weft_route_tiers_new  (const WeftFlat *flat);
void            weft_route_tiers_free (WeftRouteTiers *self);
/* Whether no cable joins two switches of the same tier. */
gboolean        weft_route_tiers_are_strict (const WeftRouteTiers *self);
/* The links of a way up and down, and how deep the switch lies where it turns. */
gboolean        weft_route_tiers_path (WeftRouteTiers     *self,
                                       const WeftRouteKey *key,
                                       GArray             *links,
                                       guint              *depth);

G_END_DECLS
