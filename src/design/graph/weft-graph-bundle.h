/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many cables a bundle of links takes. */
#pragma once

#include "design/graph/weft-graph.h"

G_BEGIN_DECLS

WEFT_API double weft_graph_bundle_n_cables (const WeftGraph *graph,
                                            guint            definition,
                                            guint            link);

G_END_DECLS
