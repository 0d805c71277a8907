/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways through a flattened machine by the rule of its topology: dimension order, minimal dragonfly,
 * up and down a tree; the shortest way where no rule is known. What simulators load links by. */
#pragma once

#include "design/graph/weft-graph-flatten.h"

G_BEGIN_DECLS

/**
 * WeftRouteRule:
 * @WEFT_ROUTE_NONE: there is no way
 * @WEFT_ROUTE_DIRECT: a cable joins both, or both are the same device
 * @WEFT_ROUTE_DIMENSION_ORDER: ring, torus, mesh, HyperX: one side after the other, in the order in
 *   which the wiring lists them
 * @WEFT_ROUTE_MINIMAL: dragonfly: to the router with the cable to the other group, over, and on to
 *   the router of the device; never through a third group
 * @WEFT_ROUTE_UP_DOWN: up to a switch above both, and down
 * @WEFT_ROUTE_SHORTEST: fewest cables, at each device the first of the links that lead nearer
 *
 * The rule that a way was found by.
 */
typedef enum
{
  WEFT_ROUTE_NONE,
  WEFT_ROUTE_DIRECT,
  WEFT_ROUTE_DIMENSION_ORDER,
  WEFT_ROUTE_MINIMAL,
  WEFT_ROUTE_UP_DOWN,
  WEFT_ROUTE_SHORTEST,
} WeftRouteRule;

typedef struct _WeftRoute WeftRoute;

WEFT_API WeftRoute    *weft_route_new  (const WeftFlat *flat);
WEFT_API void          weft_route_free (WeftRoute      *self);
WEFT_API WeftRouteRule weft_route_path (WeftRoute      *self,
                                        guint32         from,
                                        guint32         to,
                                        guint64         flow,
                                        GArray         *links);

/* "dimension-order" */
WEFT_API const char   *weft_route_rule_nick (WeftRouteRule rule);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftRoute, weft_route_free)

G_END_DECLS
