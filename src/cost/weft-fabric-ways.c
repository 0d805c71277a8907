/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways to run each collective on a group: what every rank and port sends, at which rate, and how long the first byte
 * is under way. Rings, trees and recursive doubling: Thakur, Rabenseifner and Gropp 2005. */
#include "cost/weft-fabric-private.h"

#include <math.h>

/* A group as the formulas need it. */
typedef struct
{
  const WeftFabric *fabric;
  const double *k;
  double n;            /* ranks */
  double local;        /* l */
  double domains;      /* N = n / l */
  double rails;
  double step_s;       /* inside */
  double across_step_s;
  double launch_s;     /* inside, and what late ranks cost */
  double across_launch_s;
  double inside_bw;    /* what a ring gets, bytes a second a rank */
  double across_bw;    /* a port */
} Shape;

static double
rails_of (const WeftFabric *self,
          WeftGroup         group,
          double            local)
{
  double own = local * MAX (self->ports_per_rank, 1);
  double all = self->ports_per_rank * MAX (self->domain_ranks, local);

  return MIN (own, all / MAX (group.sharing, 1));
}

/* A mesh gives every pair links of its own: few ranks reach few of them. */
static double
inside_bandwidth (const WeftFabric *self,
                  double            local)
{
  double reached = self->mesh_peers > 0 ? MIN ((local - 1) / self->mesh_peers, 1) : 1;

  return self->inside.bw_bytes_s * reached;
}

static double
across_bandwidth (const WeftFabric *self,
                  double            domains)
{
  double above = self->leaf_domains > 0 && domains <= self->leaf_domains ? 1 : MAX (self->oversubscription, 1);
  double slowdown = 1 + self->k[WEFT_FABRIC_NETWORK_DOUBLING] * log2 (domains);

  return self->across.bw_bytes_s * self->k[WEFT_FABRIC_NETWORK_SHARE] / (above * slowdown);
}

static void
shape_init (Shape            *shape,
            const WeftFabric *self,
            WeftGroup         group)
{
  const double *k = self->k;

  shape->fabric = self;
  shape->k = k;
  shape->n = group.ranks;
  shape->local = CLAMP (group.local, 1, group.ranks);
  shape->domains = shape->n / shape->local;
  shape->step_s = k[WEFT_FABRIC_STEP] * (self->inside.alpha_s - self->extra_s) + self->extra_s;
  shape->launch_s = k[WEFT_FABRIC_LAUNCH_S];
  if (k[WEFT_FABRIC_NOISE_S] > 0)
    shape->launch_s += k[WEFT_FABRIC_NOISE_S] * log (shape->n);
  shape->inside_bw = inside_bandwidth (self, shape->local) * k[WEFT_FABRIC_SHARE];
  shape->rails = 0;
  shape->across_step_s = 0;
  shape->across_launch_s = 0;
  shape->across_bw = INFINITY;
  if (shape->domains > 1)
    {
      shape->rails = rails_of (self, group, shape->local);
      shape->across_step_s = self->across.alpha_s + k[WEFT_FABRIC_NETWORK_STEP_S];
      shape->across_launch_s = k[WEFT_FABRIC_NETWORK_LAUNCH_S];
      shape->across_bw = across_bandwidth (self, shape->domains);
    }
}

/* A way whose ranks send @inside bytes over their link, and all of a domain together @across through its ports. */
static WeftWay
way_new (const Shape             *shape,
         WeftCollectiveAlgorithm  algorithm,
         double                   inside_steps,
         double                   across_steps,
         double                   inside,
         double                   across)
{
  WeftWay way = {
    .algorithm = algorithm,
    .inside_start_s = shape->launch_s + inside_steps * shape->step_s,
    .across_start_s = shape->across_launch_s + across_steps * shape->across_step_s,
  };

  if (shape->local > 1)
    {
      way.inside_bytes = inside;
      way.inside_s = inside / shape->inside_bw;
    }
  if (shape->domains > 1)
    {
      way.across_bytes = across / shape->rails;
      way.across_s = way.across_bytes / shape->across_bw;
    }
  return way;
}

/* @sweeps rounds of one ring through all ranks: all domains' ports carry what each link inside does. */
static WeftWay
ring_new (const Shape *shape,
          double       sweeps,
          double       bytes)
{
  double moved = sweeps * (shape->n - 1) / shape->n * bytes;

  return way_new (shape, WEFT_ALGORITHM_RING, sweeps * (shape->n - shape->domains), sweeps * (shape->domains - 1),
                  moved, moved);
}

/* A chain inside each domain and two trees across, each with half of the bytes, up and down. */
static WeftWay
tree_new (const Shape *shape,
          double       sweeps,
          double       bytes)
{
  double depth = ceil (log2 (shape->domains));

  return way_new (shape, WEFT_ALGORITHM_TREE, sweeps * (shape->local - 1),
                  sweeps * depth * shape->k[WEFT_FABRIC_NETWORK_TREE], sweeps * bytes, sweeps * bytes);
}

/* Every rank's chunk is read by the switch and its reduction written to all: m out for the sum, m/p for the result. */
static WeftWay
switch_new (const Shape *shape,
            double       across_steps,
            double       across)
{
  const WeftFabric *self = shape->fabric;
  double bytes_share = 1 + 1 / shape->local;
  WeftWay way = way_new (shape, shape->domains > 1 ? WEFT_ALGORITHM_SWITCH_TREE : WEFT_ALGORITHM_IN_SWITCH,
                         2 * (shape->local - 1), across_steps, 0, across);

  way.inside_bytes = bytes_share;
  way.inside_s = bytes_share / (inside_bandwidth (self, shape->local) * shape->k[WEFT_FABRIC_SWITCH_SHARE]);
  return way;
}

static gboolean
switch_can_reduce (const Shape *shape)
{
  return shape->fabric->reduces_in_switch && shape->local >= MAX (shape->k[WEFT_FABRIC_SWITCH_RANKS], 2);
}

/* The reduction in a domain's switches, and in the network's or over a tree across. */
static guint
offer_switches (const Shape *shape,
                double       bytes,
                WeftWay     *ways)
{
  guint n = 0;

  if (switch_can_reduce (shape))
    {
      double depth = shape->domains > 1 ? ceil (log2 (shape->domains)) : 0;

      ways[n] = switch_new (shape, 2 * depth * shape->k[WEFT_FABRIC_NETWORK_TREE], 2 * bytes);
      ways[n].inside_bytes *= bytes;
      ways[n++].inside_s *= bytes;
    }
  if (shape->fabric->reduces_in_network && shape->domains > 1)
    ways[n++] = way_new (shape, WEFT_ALGORITHM_IN_NETWORK, 2 * (shape->local - 1), 2,
                         2 * (shape->local - 1) / shape->local * bytes, bytes);
  return n;
}

/* Every rank reads the others' buffers, or its part of them and then the other sums; no ring, one launch. */
static guint
offer_shots (const Shape *shape,
             double       bytes,
             WeftWay     *ways)
{
  const double *k = shape->k;
  double peers = shape->n - 1;
  double start_s = k[WEFT_FABRIC_ONE_SHOT_S] + k[WEFT_FABRIC_ONE_SHOT_STEP_S] * (peers - 1) + shape->fabric->extra_s;
  double bw = inside_bandwidth (shape->fabric, shape->local);

  ways[0] = (WeftWay) {
    .algorithm = WEFT_ALGORITHM_ONE_SHOT,
    .inside_start_s = start_s,
    .inside_bytes = peers * bytes,
    .inside_s = peers * bytes / (bw * k[WEFT_FABRIC_ONE_SHOT_SHARE]),
  };
  ways[1] = (WeftWay) {
    .algorithm = WEFT_ALGORITHM_TWO_SHOT,
    .inside_start_s = start_s + shape->step_s,
    .inside_bytes = 2 * peers / shape->n * bytes,
    .inside_s = 2 * peers / shape->n * bytes / (bw * k[WEFT_FABRIC_TWO_SHOT_SHARE]),
  };
  return 2;
}

/* Recursive halving or doubling: @sweeps of ceil(log2 p) steps, which move (p-1)/p of the bytes. */
static WeftWay
halving_new (const Shape *shape,
             double       sweeps,
             double       bytes)
{
  double inside = sweeps * (shape->local - 1) / shape->local * bytes;
  double across = sweeps * (shape->domains - 1) / shape->domains * bytes;
  WeftWay way = way_new (shape, WEFT_ALGORITHM_HALVING_DOUBLING, sweeps * ceil (log2 (shape->local)),
                         sweeps * ceil (log2 (shape->domains)), inside, across);

  way.in_turn = TRUE;
  return way;
}

static WeftWay
doubling_new (const Shape *shape,
              double       bytes)
{
  double inside = ceil (log2 (shape->local));
  double across = ceil (log2 (shape->domains));
  WeftWay way = way_new (shape, WEFT_ALGORITHM_RECURSIVE_DOUBLING, inside, across, inside * bytes,
                         across * bytes * shape->local);

  way.in_turn = TRUE;
  return way;
}

/* Rings inside on all bytes, then across on the 1/l that a rank has then. */
static WeftWay
hierarchical_new (const Shape *shape,
                  double       sweeps,
                  double       bytes)
{
  double inside = sweeps * (shape->local - 1) / shape->local * bytes;
  double across = sweeps * (shape->domains - 1) / shape->domains * bytes;
  WeftWay way = way_new (shape, WEFT_ALGORITHM_HIERARCHICAL, sweeps * (shape->local - 1),
                         sweeps * (shape->domains - 1), inside, across);

  way.in_turn = TRUE;
  return way;
}

static gboolean
has_closed_forms (const WeftFabric *self)
{
  return self->library == WEFT_LIBRARY_MPI || self->library == WEFT_LIBRARY_ANY;
}

static guint
offer_all_reduce (const Shape *shape,
                  double       bytes,
                  WeftWay     *ways)
{
  const WeftFabric *self = shape->fabric;
  guint n = 0;

  ways[n++] = ring_new (shape, 2, bytes);
  if (shape->domains > 1)
    ways[n++] = tree_new (shape, 2, bytes);
  if (has_closed_forms (self))
    {
      ways[n++] = doubling_new (shape, bytes);
      ways[n++] = halving_new (shape, 2, bytes);
      if (shape->domains > 1 && shape->local > 1)
        ways[n++] = hierarchical_new (shape, 2, bytes);
    }
  else if (self->library == WEFT_LIBRARY_CUSTOM && shape->domains <= 1)
    {
      n += offer_shots (shape, bytes, ways + n);
    }
  return n + offer_switches (shape, bytes, ways + n);
}

static guint
offer_gather (const Shape *shape,
              double       bytes,
              WeftWay     *ways)
{
  guint n = 0;

  ways[n++] = ring_new (shape, 1, bytes);
  if (has_closed_forms (shape->fabric))
    {
      ways[n++] = halving_new (shape, 1, bytes);
      if (shape->domains > 1 && shape->local > 1)
        ways[n++] = hierarchical_new (shape, 1, bytes);
    }
  return n;
}

/* Each rank sends 1/n of its buffer to every other one, to those of its domain over the scale-up link. */
static WeftWay
direct_new (const Shape *shape,
            double       bytes)
{
  double inside = (shape->local - 1) / shape->n * bytes;
  double across = (shape->n - shape->local) / shape->n * bytes;
  WeftWay way = way_new (shape, WEFT_ALGORITHM_DIRECT, shape->k[WEFT_FABRIC_PEER_STEP] * (shape->n - 1), 1, inside,
                         across * shape->local);

  way.inside_s /= shape->k[WEFT_FABRIC_PEER_SHARE];
  return way;
}

static guint
offer_broadcast (const Shape *shape,
                 double       bytes,
                 WeftWay     *ways)
{
  guint n = 0;

  ways[n] = ring_new (shape, 1, bytes);
  ways[n].inside_bytes *= shape->n / (shape->n - 1);
  ways[n].inside_s *= shape->n / (shape->n - 1);
  ways[n].across_bytes *= shape->n / (shape->n - 1);
  ways[n++].across_s *= shape->n / (shape->n - 1);
  if (shape->domains > 1)
    ways[n++] = tree_new (shape, 1, bytes);
  if (has_closed_forms (shape->fabric))
    ways[n++] = doubling_new (shape, bytes);
  return n;
}

static WeftWay
message_new (const Shape *shape,
             double       bytes)
{
  gboolean is_local = shape->local > 1;
  WeftWay way = way_new (shape, WEFT_ALGORITHM_DIRECT, is_local ? 1 : 0, is_local ? 0 : 1, bytes,
                         bytes * shape->local);

  if (is_local)
    way.across_start_s = way.across_bytes = way.across_s = 0;
  return way;
}

guint
weft_fabric_ways (const WeftFabric   *self,
                  WeftCollectiveKind  kind,
                  WeftGroup           group,
                  double              bytes,
                  WeftWay             ways[WEFT_MAX_WAYS])
{
  Shape shape;

  if (!(group.ranks > 1))
    return 0;

  shape_init (&shape, self, group);
  switch (kind)
    {
    case WEFT_COLLECTIVE_ALL_REDUCE:
      return offer_all_reduce (&shape, bytes, ways);
    case WEFT_COLLECTIVE_ALL_GATHER:
    case WEFT_COLLECTIVE_REDUCE_SCATTER:
      return offer_gather (&shape, bytes, ways);
    case WEFT_COLLECTIVE_ALL_TO_ALL:
      ways[0] = direct_new (&shape, bytes);
      return 1;
    case WEFT_COLLECTIVE_BROADCAST:
      return offer_broadcast (&shape, bytes, ways);
    case WEFT_COLLECTIVE_POINT_TO_POINT:
      ways[0] = message_new (&shape, bytes);
      return 1;
    case WEFT_N_COLLECTIVES:
    default:
      return 0;
    }
}
