/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The items of a rack's definition as groups that fill it, for the rules, the cables and the
 * pictures alike. */
#pragma once

#include "design/graph/weft-graph.h"
#include "design/physical/weft-rack-fill-private.h"

G_BEGIN_DECLS

/* @heights: [n_items] rack units of one instance of each item, NAN when unknown, 0 for none; @units:
 * what the rack holds, NAN when unknown. Takes graphs that break the rules too. */
void     weft_graph_rack_fill     (WeftRackFill              *fill,
                                   const WeftGraphDefinition *definition,
                                   const double              *heights,
                                   double                     units);
/* Whether the count is one that can be counted with. */
gboolean weft_rack_count_is_sound (double                     count);

G_END_DECLS
