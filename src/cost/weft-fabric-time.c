/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of a collective: the fastest of its ways, and what it says of bandwidths and limits. No allocation, no look-up:
 * searches call it millions of times. */
#include "cost/weft-fabric-private.h"

#include <math.h>

/* The share of a collective's buffer that a ring moves: what nccl-tests multiplies algbw with (its PERFORMANCE.md). */
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

static WeftCollectiveLimit
find_limit (const WeftWay *way,
            WeftCommTime   time)
{
  if (time.latency_s >= time.transfer_s)
    return way->inside_start_s >= way->across_start_s ? WEFT_LIMIT_INSIDE_LATENCY : WEFT_LIMIT_ACROSS_LATENCY;
  return way->inside_s >= way->across_s ? WEFT_LIMIT_INSIDE_BANDWIDTH : WEFT_LIMIT_ACROSS_BANDWIDTH;
}

void
weft_way_describe (const WeftWay        *way,
                   const WeftShape      *shape,
                   WeftCollectiveKind    kind,
                   double                bytes,
                   WeftCollectiveChoice *choice)
{
  WeftCommTime time = weft_way_time (shape->fabric, way);
  double total_s = weft_comm_time_total (time);

  *choice = (WeftCollectiveChoice) {
    .algorithm = way->algorithm,
    .limit = find_limit (way, time),
    .domains = shape->domains,
    .rails = shape->rails,
    .inside_bytes = way->inside_bytes,
    .across_bytes = way->across_bytes,
    .algbw_bytes_s = bytes / total_s,
    .busbw_bytes_s = bytes / total_s * bus_factor (kind, shape->n),
    .inside_bytes_s = way->inside_bytes / total_s,
    .across_bytes_s = way->across_bytes / total_s,
  };
}

/**
 * weft_collective_s: (skip)
 * @self: a fabric
 * @kind: the collective
 * @group: who takes part
 * @bytes: the buffer: what each rank holds before an all-reduce, a reduce-scatter or an all-to-all, after an all-gather
 *   or a broadcast, or sends to one other
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
  WeftCommTime best = { 0, 0 };
  WeftWay ways[WEFT_MAX_WAYS];
  WeftShape shape;
  guint n_ways;
  guint chosen;

  if (choice != NULL)
    *choice = (WeftCollectiveChoice) { .domains = 1 };
  if (!(group.ranks > 1))
    return best;

  weft_shape_init (&shape, self, group);
  n_ways = weft_shape_ways (&shape, kind, bytes, ways);
  if (n_ways == 0)
    return best;

  best = weft_ways_choose (&shape, ways, n_ways, &chosen);
  if (choice != NULL)
    weft_way_describe (&ways[chosen], &shape, kind, bytes, choice);
  return best;
}
