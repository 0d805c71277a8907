/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deals the parts of each step of the critical path out to classes: what a link takes is that of the link, time in its
 * queue too; what a late rank takes longer is that of what it does meanwhile. */
#include "sim/weft-sim-bottleneck.h"

#include <math.h>

static const char *const nicks[WEFT_N_BOTTLENECKS] = {
  [WEFT_BOTTLENECK_COMPUTE] = "compute",   [WEFT_BOTTLENECK_MEMORY] = "memory",
  [WEFT_BOTTLENECK_SCALEUP] = "scaleup",   [WEFT_BOTTLENECK_SCALEOUT] = "scaleout",
  [WEFT_BOTTLENECK_LATENCY] = "latency",   [WEFT_BOTTLENECK_HOST] = "host",
  [WEFT_BOTTLENECK_CAPACITY] = "capacity",
};

typedef struct
{
  const WeftSimResult *result;
  const guint *island_of;
  const gboolean *is_host;
} Ranks;

static gboolean
is_host (const Ranks *self, guint32 rank)
{
  return self->is_host != NULL && self->is_host[rank];
}

static gboolean
share_island (const Ranks *self, guint32 one, guint32 other)
{
  return one == other || (self->island_of != NULL && self->island_of[one] == self->island_of[other]);
}

/* A collective is inside when all of its ranks are. */
static gboolean
is_group_inside (const Ranks *self, guint32 task)
{
  const WeftSimTrace *trace = self->result->trace;
  const WeftSimGroup *group = &trace->groups[trace->collectives[trace->peer[task]].group];

  for (guint32 i = 1; i < group->n_ranks; i++)
    if (!share_island (self, trace->member_rank[group->first], trace->member_rank[group->first + i]))
      return FALSE;
  return TRUE;
}

/* The other end of what a step sends or receives; of a receive the step before says where it comes from. */
static guint32
find_other_end (const Ranks *self, const WeftSimStep *step, const WeftSimStep *before)
{
  const WeftSimTrace *trace = self->result->trace;

  if (trace->kind[step->task] == WEFT_SIM_SEND)
    return trace->peer[step->task] != WEFT_SIM_NONE ? trace->rank[trace->peer[step->task]]
                                                    : trace->to_rank[step->task];
  return trace->rank[before != NULL ? before->task : step->task];
}

/* What bytes of a step go through. Between a processor and the accelerators that it feeds it is the host. */
static WeftBottleneck
find_link (const Ranks *self, const WeftSimStep *step, const WeftSimStep *before)
{
  const WeftSimTrace *trace = self->result->trace;
  guint32 rank = trace->rank[step->task], other;

  if (trace->kind[step->task] == WEFT_SIM_COLLECTIVE)
    return is_group_inside (self, step->task) ? WEFT_BOTTLENECK_SCALEUP : WEFT_BOTTLENECK_SCALEOUT;
  other = find_other_end (self, step, before);
  if (!share_island (self, rank, other))
    return WEFT_BOTTLENECK_SCALEOUT;
  return is_host (self, rank) || is_host (self, other) ? WEFT_BOTTLENECK_HOST : WEFT_BOTTLENECK_SCALEUP;
}

/* What a late rank does: compute, unless its step moves memory. */
static WeftBottleneck
find_work (const Ranks *self, const WeftSimStep *step)
{
  if (is_host (self, self->result->trace->rank[step->task]))
    return WEFT_BOTTLENECK_HOST;
  return step->share_s[WEFT_SIM_SHARE_MEMORY] > step->share_s[WEFT_SIM_SHARE_COMPUTE] ? WEFT_BOTTLENECK_MEMORY
                                                                                      : WEFT_BOTTLENECK_COMPUTE;
}

static void
add_step (WeftSimBottlenecks *self, const Ranks *ranks, const WeftSimStep *step, const WeftSimStep *before)
{
  const double *part = step->share_s;
  gboolean on_host = is_host (ranks, ranks->result->trace->rank[step->task]);
  WeftBottleneck link = find_link (ranks, step, before);

  self->share[on_host ? WEFT_BOTTLENECK_HOST : WEFT_BOTTLENECK_COMPUTE] += part[WEFT_SIM_SHARE_COMPUTE];
  self->share[on_host ? WEFT_BOTTLENECK_HOST : WEFT_BOTTLENECK_MEMORY] += part[WEFT_SIM_SHARE_MEMORY];
  self->share[find_work (ranks, step)] += part[WEFT_SIM_SHARE_IMBALANCE];
  self->share[link] += part[WEFT_SIM_SHARE_SERIALIZATION] + part[WEFT_SIM_SHARE_QUEUEING];
  self->share[WEFT_BOTTLENECK_LATENCY] += part[WEFT_SIM_SHARE_LATENCY];
  self->share[WEFT_BOTTLENECK_CAPACITY] += part[WEFT_SIM_SHARE_REMOTE];
  self->queueing += part[WEFT_SIM_SHARE_QUEUEING];
  self->remote += part[WEFT_SIM_SHARE_REMOTE];
  self->idle += part[WEFT_SIM_SHARE_SERIALIZATION] + part[WEFT_SIM_SHARE_QUEUEING] + part[WEFT_SIM_SHARE_LATENCY]
                + part[WEFT_SIM_SHARE_REMOTE];
}

/* --- public API --- */

/**
 * weft_sim_bottlenecks_init: (skip)
 * @self: (out caller-allocates): what to fill
 * @result: a run
 * @island_of: (nullable): [ranks] the scale-up island of each
 * @is_host: (nullable): [ranks] whether each is a processor
 *
 * The shares s_ic of a workload's critical path by class of resource. CHASE names the classes and leaves open how
 * events are dealt out; here every second of the path goes to the resource that it was spent in or waited for.
 */
void
weft_sim_bottlenecks_init (WeftSimBottlenecks  *self,
                           const WeftSimResult *result,
                           const guint         *island_of,
                           const gboolean      *is_host)
{
  const Ranks ranks = { result, island_of, is_host };
  double sum = 0;

  *self = (WeftSimBottlenecks) { { 0 } };
  for (guint i = 0; i < result->path->len; i++)
    add_step (self, &ranks, &g_array_index (result->path, WeftSimStep, i),
              i > 0 ? &g_array_index (result->path, WeftSimStep, i - 1) : NULL);
  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    sum += self->share[i];
  if (!(sum > 0))
    return;
  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    self->share[i] /= sum;
  self->queueing /= sum;
  self->remote /= sum;
  self->idle /= sum;
}

/**
 * weft_bottleneck_nick: (skip)
 * @bottleneck: a class
 *
 * Returns: its name in files
 */
const char *
weft_bottleneck_nick (WeftBottleneck bottleneck)
{
  return nicks[bottleneck];
}
