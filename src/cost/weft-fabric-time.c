/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of a collective: the fastest of its ways, and what it says of bandwidths and limits. No allocation, no look-up:
 * searches call it millions of times. */
#include "cost/weft-fabric-private.h"

#include <math.h>

/* The share of a collective's buffer that a ring moves: what nccl-tests multiplies algbw with. */
static double
bus_factor (WeftCollectiveKind kind,
            double             ranks)
{
  switch (kind)
    {
    case WEFT_COLLECTIVE_ALL_REDUCE:
      return 2 * (ranks - 1) / ranks;
    case WEFT_COLLECTIVE_ALL_GATHER:
    case WEFT_COLLECTIVE_REDUCE_SCATTER:
    case WEFT_COLLECTIVE_ALL_TO_ALL:
      return (ranks - 1) / ranks;
    case WEFT_COLLECTIVE_BROADCAST:
    case WEFT_COLLECTIVE_POINT_TO_POINT:
    case WEFT_N_COLLECTIVES:
    default:
      return 1;
    }
}

/* A pipeline of c chunks with start-up s and transfer x takes s + x + s c' + x / c'; the best c' leaves 2 sqrt (s x). Chunks
 * have a largest size, so that this grows no further than some start-ups. */
WeftCommTime
weft_way_time (const WeftFabric *self,
               const WeftWay    *way)
{
  double start_s = way->inside_start_s + way->across_start_s;
  double transfer_s = way->in_turn ? way->inside_s + way->across_s : MAX (way->inside_s, way->across_s);
  double fill_s = 2 * self->k[WEFT_FABRIC_RAMP] * sqrt (start_s * transfer_s);

  return (WeftCommTime) { start_s, transfer_s + MIN (fill_s, self->k[WEFT_FABRIC_RAMP_LIMIT] * start_s) };
}

static WeftCollectiveLimit
find_limit (const WeftWay *way,
            WeftCommTime   time)
{
  if (time.latency_s >= time.transfer_s)
    return way->inside_start_s >= way->across_start_s ? WEFT_LIMIT_INSIDE_LATENCY : WEFT_LIMIT_ACROSS_LATENCY;
  return way->inside_s >= way->across_s ? WEFT_LIMIT_INSIDE_BANDWIDTH : WEFT_LIMIT_ACROSS_BANDWIDTH;
}

void
weft_way_describe (const WeftFabric     *self,
                   WeftCollectiveKind    kind,
                   WeftGroup             group,
                   double                bytes,
                   const WeftWay        *way,
                   WeftCollectiveChoice *choice)
{
  WeftCommTime time = weft_way_time (self, way);
  double total_s = weft_comm_time_total (time);
  double local = CLAMP (group.local, 1, group.ranks);
  double own = local * MAX (self->ports_per_rank, 1);
  double all = self->ports_per_rank * MAX (self->domain_ranks, local) / MAX (group.sharing, 1);

  *choice = (WeftCollectiveChoice) {
    .algorithm = way->algorithm,
    .limit = find_limit (way, time),
    .domains = group.ranks / local,
    .rails = group.ranks > local ? MIN (own, all) : 0,
    .inside_bytes = way->inside_bytes,
    .across_bytes = way->across_bytes,
    .algbw_bytes_s = bytes / total_s,
    .busbw_bytes_s = bytes / total_s * bus_factor (kind, group.ranks),
    .inside_bytes_s = way->inside_bytes / total_s,
    .across_bytes_s = way->across_bytes / total_s,
  };
}

/**
 * weft_collective_s: (skip)
 * @self: a fabric
 * @kind: the collective
 * @group: who takes part
 * @bytes: the buffer: what each rank holds before an all-reduce, a reduce-scatter or an all-to-all, after an all-gather or
 *   a broadcast, or sends to one other
 * @choice: (out) (nullable): how it runs
 *
 * The fastest of the ways that the library has. One rank costs nothing.
 *
 * Returns: its time
 */
WeftCommTime
weft_collective_s (const WeftFabric     *self,
                   WeftCollectiveKind    kind,
                   WeftGroup             group,
                   double                bytes,
                   WeftCollectiveChoice *choice)
{
  WeftWay ways[WEFT_MAX_WAYS];
  guint n_ways = weft_fabric_ways (self, kind, group, bytes, ways);
  WeftCommTime best = { 0, 0 };
  guint chosen = 0;

  for (guint i = 0; i < n_ways; i++)
    {
      WeftCommTime time = weft_way_time (self, &ways[i]);

      if (i == 0 || weft_comm_time_total (time) < weft_comm_time_total (best))
        {
          best = time;
          chosen = i;
        }
    }
  if (choice != NULL && n_ways > 0)
    weft_way_describe (self, kind, group, bytes, &ways[chosen], choice);
  else if (choice != NULL)
    *choice = (WeftCollectiveChoice) { .domains = 1 };
  return best;
}
