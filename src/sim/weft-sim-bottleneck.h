/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine would have to be better at for a workload to be faster: its critical path by seven classes of
 * resources, as an optimiser of machines reads it. */
#pragma once

#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

/* Classes of resources (CHASE, section 5: telemetry that leads the search). */
typedef enum
{
  WEFT_BOTTLENECK_COMPUTE,  /* FLOP/s */
  WEFT_BOTTLENECK_MEMORY,   /* bandwidth of the devices' own memory */
  WEFT_BOTTLENECK_SCALEUP,  /* links inside an island */
  WEFT_BOTTLENECK_SCALEOUT, /* links between islands */
  WEFT_BOTTLENECK_LATENCY,  /* hops, launches and endpoints */
  WEFT_BOTTLENECK_HOST,     /* processors, and what runs on them */
  WEFT_BOTTLENECK_CAPACITY, /* room in memory: what lies in remote memory because of it */
  WEFT_N_BOTTLENECKS,
} WeftBottleneck;

/**
 * WeftSimBottlenecks: (skip)
 * @share: [of #WeftBottleneck] of the critical path, summing to 1; all 0 when nothing takes time
 * @queueing: share of it behind or beside other bytes, which @share counts with the link waited for
 * @remote: share of it in remote memory
 * @idle: share of it in which nothing is computed and no device's own memory moved
 */
typedef struct
{
  double share[WEFT_N_BOTTLENECKS];
  double queueing;
  double remote;
  double idle;
} WeftSimBottlenecks;

/* @island_of: (nullable): [ranks] the scale-up island of each, of a processor that of what it feeds; without it each is
 * on one of its own. @is_host: (nullable): [ranks] whether it is a processor; without it none is. */
WEFT_API void        weft_sim_bottlenecks_init (WeftSimBottlenecks  *self,
                                                const WeftSimResult *result,
                                                const guint         *island_of,
                                                const gboolean      *is_host);
/* "compute", "memory", "scaleup", "scaleout", "latency", "host", "capacity" */
WEFT_API const char *weft_bottleneck_nick      (WeftBottleneck       bottleneck);

G_END_DECLS
