/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cables of a graph: how long they must be, how far their medium goes, what they draw. */
#pragma once

#include "design/graph/weft-graph-floor-private.h"

G_BEGIN_DECLS

/* What the cables of a rack draw, of the rack that has most of it. */
typedef struct
{
  double known_w;
  gboolean is_partial; /* some draw an unknown power */
} WeftGraphRackCables;

/* The highest level whose parts a medium joins: what is etched or bonded ends with its board. */
WeftLevel weft_graph_medium_level      (const WeftComponent  *component);
/* A medium that reaches so far, in words. (transfer full) */
char     *weft_graph_reach_hint        (double                length_m);
/* Of bundles between parts of racks, whose document gives no length. */
void      weft_graph_derive_lengths    (WeftFlat             *flat,
                                        WeftCatalog          *catalog);
/* Watts of both ends of one cable of a link that a definition of @level has; NAN when unknown.
 * What is built into boards draws nothing of its own: its drivers are in the parts that it joins. */
double    weft_graph_cable_w           (const WeftComponent  *component,
                                        WeftLevel             level);
/* The same of its price and its relative cost. */
double    weft_graph_cable_usd         (const WeftComponent  *component,
                                        WeftLevel             level);
double    weft_graph_cable_rcu         (const WeftComponent  *component,
                                        WeftLevel             level);
/* (transfer full): [n_bundles] cables of each bundle in the whole machine. */
double   *weft_graph_count_cables      (const WeftFlat       *flat);
/* (transfer full): [n_instances] whether the nameplate of a chassis around each covers what is
 * plugged in there. */
gboolean *weft_graph_list_covered      (const WeftFlat       *flat,
                                        WeftCatalog          *catalog);
/* (transfer full): [n_definitions]; each end of a cable counts where it is plugged in, unless a
 * nameplate covers it. */
WeftGraphRackCables *
          weft_graph_rack_cables       (const WeftFlat       *flat,
                                        const WeftGraphFloor *floor,
                                        WeftCatalog          *catalog);

G_END_DECLS
