/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partitions as a graph: nodes, scale-up domains in racks, and a network of leaves and spines. */
#pragma once

#include "design/weft-machine.h"

G_BEGIN_DECLS

/* NULL when a partition gets no chips, or there are none. weft_graph_summarise() gives the same
 * chips, roles, fabrics and domains again. */
WEFT_API WeftGraph *weft_graph_expand (WeftInventory      *inventory,
                                       const WeftMachine  *machine,
                                       GError            **error);

G_END_DECLS
