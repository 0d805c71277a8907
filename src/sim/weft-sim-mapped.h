/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a mapping to what a simulator runs: a rank is a device, times are those of the problem, edges between devices
 * are messages; and back from a "weft-trace/1" file. */
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
 * Data that stands in remote memory: a task that uses such a region reads it from there before it computes.
 */
typedef struct
{
  char *pattern;
  guint32 device;
} WeftSimRemote;

/* @schedule: gives devices and the order of tasks on each. @remotes: (nullable) (element-type WeftSimRemote). Rank r is
 * device r of the problem's platform. (transfer full) */
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

G_END_DECLS
