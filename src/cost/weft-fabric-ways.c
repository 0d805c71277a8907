/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways to run each collective on a group: what every rank and port sends, and how many steps the first byte is under
 * way. Rings, trees and recursive doubling: Thakur, Rabenseifner and Gropp 2005; two trees with half of the bytes each:
 * Sanders, Speck and Träff 2009. */
#include "cost/weft-fabric-private.h"

#include <math.h>

/* Steps from a rank of a domain to the last of it: along a chain, or down a tree where that is faster. */
static double
inside_depth (const WeftShape *shape)
{
  double tree = ceil (log2 (shape->local)) * shape->fabric->k[WEFT_FABRIC_TREE_STEP];

  return MIN (shape->local - 1, tree);
}

static double
across_depth (const WeftShape *shape)
{
  return shape->domains > 1 ? ceil (log2 (shape->domains)) : 0;
}

/* @sweeps rounds of one ring through all ranks: all ports of a domain together carry what each link inside does. */
static WeftWay
ring_new (const WeftShape *shape,
          double           sweeps,
          double           moved)
{
  return weft_way_new (shape, WEFT_ALGORITHM_RING, sweeps * (shape->n - shape->domains),
                       sweeps * (shape->domains - 1), moved, moved);
}

/* Two trees, each with half of the bytes; the inner nodes of one are leaves of the other. */
static WeftWay
tree_new (const WeftShape *shape,
          double           sweeps,
          double           bytes)
{
  return weft_way_new (shape, WEFT_ALGORITHM_TREE, sweeps * inside_depth (shape), sweeps * across_depth (shape),
                       sweeps * bytes, sweeps * bytes);
}

/* Switches read every rank's bytes once and write each sum once to all: m out of a rank for the sums, m / l for its
 * part of the results. A tree carries the sums across. */
static WeftWay
switch_new (const WeftShape *shape,
            double           bytes)
{
  const double *k = shape->fabric->k;
  double inside = (1 + 1 / shape->local) * bytes;
  WeftWay way = weft_way_new (shape, shape->domains > 1 ? WEFT_ALGORITHM_SWITCH_TREE : WEFT_ALGORITHM_IN_SWITCH,
                              k[WEFT_FABRIC_SWITCH_STEPS], 2 * across_depth (shape), inside, 2 * bytes);

  way.inside_s = inside / (shape->inside_bw * k[WEFT_FABRIC_SWITCH_SHARE]);
  return way;
}

/* Each port sends its part up once and receives the sum: half of what a ring or a tree sends. */
static WeftWay
network_new (const WeftShape *shape,
             double           bytes)
{
  return weft_way_new (shape, WEFT_ALGORITHM_IN_NETWORK, 2 * inside_depth (shape), 2,
                       2 * (shape->local - 1) / shape->local * bytes, bytes);
}

/* Every rank reads the whole buffers of all others and adds them up itself. */
static WeftWay
one_shot_new (const WeftShape *shape,
              double           bytes)
{
  const WeftFabric *fabric = shape->fabric;
  const double *k = fabric->k;

  return (WeftWay) {
    .algorithm = WEFT_ALGORITHM_ONE_SHOT,
    .whole = TRUE,
    .inside_start_s = k[WEFT_FABRIC_ONE_SHOT_S] + k[WEFT_FABRIC_ONE_SHOT_STEP_S] * (shape->n - 2) + fabric->extra_s,
    .inside_bytes = (shape->n - 1) * bytes,
    .inside_s = (shape->n - 1) * bytes / (shape->inside_bw * k[WEFT_FABRIC_ONE_SHOT_SHARE]),
  };
}

/* What ranks of a domain exchange among them, and then each with its like in the other domains. */
static WeftWay
nested_new (const WeftShape         *shape,
            WeftCollectiveAlgorithm  algorithm,
            double                   inside_steps,
            double                   across_steps,
            double                   sweeps,
            double                   bytes)
{
  WeftWay way = weft_way_new (shape, algorithm, sweeps * inside_steps, sweeps * across_steps,
                              sweeps * (shape->local - 1) / shape->local * bytes,
                              sweeps * (shape->domains - 1) / shape->domains * bytes);

  way.in_turn = TRUE;
  return way;
}

static WeftWay
halving_new (const WeftShape *shape,
             double           sweeps,
             double           bytes)
{
  return nested_new (shape, WEFT_ALGORITHM_HALVING_DOUBLING, ceil (log2 (shape->local)), across_depth (shape), sweeps,
                     bytes);
}

static WeftWay
hierarchical_new (const WeftShape *shape,
                  double           sweeps,
                  double           bytes)
{
  return nested_new (shape, WEFT_ALGORITHM_HIERARCHICAL, shape->local - 1, shape->domains - 1, sweeps, bytes);
}

/* All bytes in each of log2 p exchanges. */
static WeftWay
doubling_new (const WeftShape *shape,
              double           bytes)
{
  double inside = ceil (log2 (shape->local));
  double across = across_depth (shape);
  WeftWay way = weft_way_new (shape, WEFT_ALGORITHM_RECURSIVE_DOUBLING, inside, across, inside * bytes,
                              across * bytes * shape->local);

  way.in_turn = TRUE;
  way.whole = TRUE;
  return way;
}

static gboolean
has_closed_forms (const WeftShape *shape)
{
  return shape->fabric->library == WEFT_LIBRARY_MPI || shape->fabric->library == WEFT_LIBRARY_ANY;
}

static guint
offer_all_reduce (const WeftShape *shape,
                  double           bytes,
                  WeftWay         *ways)
{
  const WeftFabric *fabric = shape->fabric;
  guint n = 0;

  ways[n++] = ring_new (shape, 2, 2 * (shape->n - 1) / shape->n * bytes);
  ways[n++] = tree_new (shape, 2, bytes);
  if (has_closed_forms (shape))
    {
      ways[n++] = doubling_new (shape, bytes);
      ways[n++] = halving_new (shape, 2, bytes);
      if (shape->domains > 1 && shape->local > 1)
        ways[n++] = hierarchical_new (shape, 2, bytes);
    }
  if (fabric->library == WEFT_LIBRARY_CUSTOM && shape->domains <= 1)
    ways[n++] = one_shot_new (shape, bytes);
  if (fabric->reduces_in_switch && shape->local >= MAX (fabric->k[WEFT_FABRIC_SWITCH_RANKS], 2))
    ways[n++] = switch_new (shape, bytes);
  if (fabric->reduces_in_network && shape->domains > 1)
    ways[n++] = network_new (shape, bytes);
  return n;
}

static guint
offer_gather (const WeftShape *shape,
              double           bytes,
              WeftWay         *ways)
{
  guint n = 0;

  ways[n++] = ring_new (shape, 1, (shape->n - 1) / shape->n * bytes);
  if (has_closed_forms (shape))
    {
      ways[n++] = halving_new (shape, 1, bytes);
      if (shape->domains > 1 && shape->local > 1)
        ways[n++] = hierarchical_new (shape, 1, bytes);
    }
  return n;
}

/* Each rank sends 1/n of its buffer to every other one, to those of its domain over the scale-up link, to others in
 * so many messages. */
static WeftWay
exchange_new (const WeftShape         *shape,
              WeftCollectiveAlgorithm  algorithm,
              double                   messages,
              double                   bytes)
{
  WeftWay way = weft_way_new (shape, algorithm, weft_shape_peer_steps (shape, shape->local - 1), 1,
                              (shape->local - 1) / shape->n * bytes,
                              (shape->n - shape->local) / shape->n * bytes * shape->local);

  way.across_start_s += shape->fabric->k[WEFT_FABRIC_PEER_STEP] * messages * shape->step_s;
  way.inside_s /= shape->fabric->k[WEFT_FABRIC_PEER_SHARE];
  return way;
}

/* Switches that part one message among its receivers and schedule them spare a rank the message to each peer in another
 * domain, and flows that collide. */
static guint
offer_all_to_all (const WeftShape *shape,
                  double           bytes,
                  WeftWay         *ways)
{
  guint n = 0;

  ways[n++] = exchange_new (shape, WEFT_ALGORITHM_DIRECT, shape->n - shape->local, bytes);
  if (shape->fabric->scatters_in_network && shape->domains > 1)
    {
      ways[n] = exchange_new (shape, WEFT_ALGORITHM_IN_NETWORK, 1, bytes);
      ways[n++].across_s /= shape->collisions;
    }
  return n;
}

static guint
offer_broadcast (const WeftShape *shape,
                 double           bytes,
                 WeftWay         *ways)
{
  guint n = 0;

  ways[n++] = ring_new (shape, 1, bytes);
  ways[n++] = tree_new (shape, 1, bytes);
  if (has_closed_forms (shape))
    ways[n++] = doubling_new (shape, bytes);
  return n;
}

/* Inside a domain when both ranks stand in one. */
static guint
offer_message (const WeftShape *shape,
               double           bytes,
               WeftWay         *ways)
{
  gboolean is_local = shape->local > 1;

  ways[0] = weft_way_new (shape, WEFT_ALGORITHM_DIRECT, is_local ? 1 : 0, 1, bytes, bytes * shape->local);
  if (is_local)
    ways[0].across_start_s = ways[0].across_bytes = ways[0].across_s = 0;
  return 1;
}

guint
weft_shape_ways (const WeftShape    *self,
                 WeftCollectiveKind  kind,
                 double              bytes,
                 WeftWay             ways[WEFT_MAX_WAYS])
{
  if (!(self->n > 1))
    return 0;

  switch (kind)
    {
    case WEFT_COLLECTIVE_ALL_REDUCE:
      return offer_all_reduce (self, bytes, ways);
    case WEFT_COLLECTIVE_ALL_GATHER:
    case WEFT_COLLECTIVE_REDUCE_SCATTER:
      return offer_gather (self, bytes, ways);
    case WEFT_COLLECTIVE_ALL_TO_ALL:
      return offer_all_to_all (self, bytes, ways);
    case WEFT_COLLECTIVE_BROADCAST:
      return offer_broadcast (self, bytes, ways);
    case WEFT_COLLECTIVE_POINT_TO_POINT:
      return offer_message (self, bytes, ways);
    case WEFT_N_COLLECTIVES:
    default:
      return 0;
    }
}
