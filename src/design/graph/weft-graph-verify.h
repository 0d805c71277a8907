/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a graph draw, how high they are and how many cables they take, against what
 * their chassis, racks and switches allow. */
#pragma once

#include "design/graph/weft-graph-flatten.h"

G_BEGIN_DECLS

/* Appends a violation of weft_predicate_to_violation() for each limit that is exceeded, and a
 * warning for each that cannot be told; besides these rack_position, rack_overlap and
 * enclosure_unknown (warning). FALSE when one is an error. The graph keeps the composition rules. */
WEFT_API gboolean weft_graph_verify (WeftGraph     *graph,
                                     WeftInventory *inventory,
                                     GPtrArray     *violations);

/* The same of what has been flattened already. */
WEFT_API gboolean weft_graph_verify_flat (const WeftFlat *flat,
                                          WeftInventory  *inventory,
                                          GPtrArray      *violations);

G_END_DECLS
