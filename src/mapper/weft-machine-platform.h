/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a design to a platform and to a problem: which devices tasks run on, what a transfer costs along its route, and
 * how long each kind of task takes there by the roofline, with the calibrated knobs of a chip when there are any. */
#pragma once

#include "design/graph/weft-graph-flatten.h"
#include "design/graph/weft-graph-route.h"
#include "design/weft-design.h"
#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

/* The machine of a design, flattened: its graph, or its partitions expanded into one. (transfer full) */
WEFT_API WeftFlat       *weft_machine_flatten      (WeftDesign      *design,
                                                    WeftInventory   *inventory,
                                                    GError         **error);

/* The chips of a machine, with the ways between them: of parts that no cables join the one with the most chips.
 * @notes: (nullable) (element-type utf8): what was assumed, and what was left out. (transfer full) */
WEFT_API WeftPlatform   *weft_platform_from_flat   (const WeftFlat  *flat,
                                                    WeftInventory   *inventory,
                                                    GPtrArray       *notes,
                                                    GCancellable    *cancellable,
                                                    GError         **error);

/* Times of all kinds of @graph on @platform. @knobs: (nullable): {"knobs": [{"chip", "kernel", "flop_efficiency",
 * "bandwidth_efficiency", "launch_s"}]}; without any, the roofline of the chip's peaks. @notes: (nullable)
 * (element-type utf8): what was assumed. (transfer full) */
WEFT_API WeftMapProblem *weft_map_problem_on       (WeftTaskGraph   *graph,
                                                    WeftPlatform    *platform,
                                                    WeftInventory   *inventory,
                                                    JsonNode        *knobs,
                                                    GPtrArray       *notes,
                                                    GError         **error);

G_END_DECLS
