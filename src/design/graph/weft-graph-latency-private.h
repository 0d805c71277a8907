/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the cables and switches of a machine add to, or take from, the latency that the profile has
 * for a fabric. */
#pragma once

#include "design/graph/weft-graph-flatten.h"
#include "design/weft-machine.h"

G_BEGIN_DECLS

/* Sets the extra latencies of the machine's partitions. @fabrics: [n_bundles] for each bundle 0
 * none, 1 + 2 · index of a scale-up fabric, 2 + 2 · index of a scale-out fabric. @partitions:
 * [n_devices] 1 + the partition of each chip that counts. */
void weft_graph_latency (const WeftFlat *flat,
                         WeftInventory  *inventory,
                         const guint    *fabrics,
                         const guint8   *partitions,
                         WeftMachine    *machine);

G_END_DECLS
