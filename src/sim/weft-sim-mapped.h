/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a mapping to what a simulator runs: a rank is a device, times are those of the problem, edges between devices
 * are messages; the machine as a network; and which of its devices ranks and data stand on. */
#pragma once

#include "design/graph/weft-graph-route.h"
#include "mapper/weft-schedule.h"
#include "sim/weft-sim-network.h"
#include "sim/weft-sim-trace.h"

G_BEGIN_DECLS

/**
 * WeftSimRemote: (skip)
 * @pattern: glob that names of regions match: "kv*"
 * @device: device of the flattened machine, a memory
 *
 * Data that stands in remote memory: a task that uses such a region reads it from there before it computes, and what it
 * writes goes there after. Regions that match several stand in their memories by turns.
 */
typedef struct
{
  char *pattern;
  guint32 device;
} WeftSimRemote;

/* Before @problem is mapped: no device has to hold data that stands in remote memory. @remotes: (element-type
 * WeftSimRemote) */
WEFT_API void            weft_sim_make_room          (WeftMapProblem       *problem,
                                                      const GArray         *remotes);
/* @schedule: gives devices and the order of tasks on each. @flat, @inventory: (nullable): only @remotes need them.
 * @remotes: (nullable) (element-type WeftSimRemote). Rank r is device r of the problem's platform; the first tasks are
 * those of the graph, in its order. (transfer full) */
WEFT_API WeftSimTrace   *weft_sim_trace_from_mapping (const WeftMapProblem *problem,
                                                      const WeftSchedule   *schedule,
                                                      const WeftFlat       *flat,
                                                      WeftInventory        *inventory,
                                                      GArray               *remotes,
                                                      GError              **error);
/* The flattened machine as a network: its devices are the nodes, its links the links, ways by the rule of its
 * topology. @devices: [@n_ranks] the device of each rank. @flat has to live as long. (transfer full) */
WEFT_API WeftSimNetwork *weft_sim_network_from_flat  (const WeftFlat       *flat,
                                                      WeftInventory        *inventory,
                                                      const guint32        *devices,
                                                      guint32               n_ranks,
                                                      GError              **error);
/* [@n_links: links of the machine] the link of such a network that each is a part of; NULL for any other network.
 * (transfer none) (nullable) */
WEFT_API const guint32  *weft_sim_network_machine_links (const WeftSimNetwork *network,
                                                         guint32              *n_links);
/* [ranks] the device of the flattened machine that each rank stands on: the one that the trace names for it, where all
 * that it names are chips of this machine and no two are the same; else rank r on the r-th chip of the most frequent
 * kinds. An error with both numbers when there are fewer chips than ranks. (transfer full) */
WEFT_API guint32        *weft_sim_place_ranks        (const WeftSimTrace   *trace,
                                                      const WeftFlat       *flat,
                                                      GError              **error);
/* A memory of the machine by what people type: its name, id or name of its part, or "pool": the first that is no chip's
 * own. WEFT_FLAT_NONE with an error that lists what there is. */
WEFT_API guint32         weft_sim_find_memory        (const WeftFlat       *flat,
                                                      WeftInventory        *inventory,
                                                      const char           *text,
                                                      GError              **error);

G_END_DECLS
