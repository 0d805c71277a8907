/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph as the evaluator sees it: its chips counted into partitions, with the fabrics that their
 * links name, the domains that these really join and the rates that they really have. */
#pragma once

#include "design/graph/weft-graph-flatten.h"
#include "design/weft-machine.h"

G_BEGIN_DECLS

/* Fills the partitions of @machine; its budget stays. Appends violations (codes: mixed_fabrics,
 * no_scaleup, no_scaleout, scaleup_does_not_fit, no_chips, too_many_partitions,
 * scaleout_disconnected, uneven_domains (warning)); FALSE when one is an error. The graph keeps
 * the composition rules. */
WEFT_API gboolean weft_graph_summarise (WeftGraph     *graph,
                                        WeftInventory *inventory,
                                        WeftMachine   *machine,
                                        GPtrArray     *violations);
/* The same of what has been flattened already. */
WEFT_API gboolean weft_graph_summarise_flat (const WeftFlat *flat,
                                             WeftInventory  *inventory,
                                             WeftMachine    *machine,
                                             GPtrArray      *violations);

G_END_DECLS
