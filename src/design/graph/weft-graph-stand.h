/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may stand in a definition: the rule of levels, for the checks and for lists of parts. */
#pragma once

#include "catalog/weft-component.h"
#include "design/graph/weft-graph.h"

G_BEGIN_DECLS

/* The types of component that an item may be, as bits 1 << type. */
#define WEFT_GRAPH_PARTS                                                                           \
  (1u << WEFT_COMPONENT_VERTEX | 1u << WEFT_COMPONENT_CDU | 1u << WEFT_COMPONENT_POWER_SHELF)

/**
 * WeftStand:
 * @WEFT_STAND_NEVER: of too high a level, no part at all, or around the definition itself
 * @WEFT_STAND_SKIPS: allowed; a level between them is skipped
 * @WEFT_STAND_FITS: where it belongs
 */
typedef enum
{
  WEFT_STAND_NEVER,
  WEFT_STAND_SKIPS,
  WEFT_STAND_FITS,
} WeftStand;

/* An item of that kind and level in a definition of the level @owner. An unknown level says
 * nothing against it. */
WEFT_API WeftStand weft_graph_stand           (WeftGraphItemKind    kind,
                                               WeftLevel            level,
                                               WeftLevel            owner);
/* The level at which a component counts there. */
WEFT_API WeftLevel weft_graph_component_level (const WeftComponent *component,
                                               WeftLevel            owner);
WEFT_API WeftStand weft_graph_component_stand (const WeftComponent *component,
                                               WeftLevel            owner);
WEFT_API guint8   *weft_graph_list_stands     (const WeftGraph     *graph,
                                               guint                owner);

G_END_DECLS
