/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens on their way to the ranks that hold their experts: a token goes to several experts, but not more than once to one
 * rank, and not more than once to one domain where ranks inside pass it on. */
#include "cost/weft-fabric-private.h"

#include <math.h>

/* Share of @places that at least one of @draws even draws hits. */
static double
hit_share (double places,
           double draws)
{
  return places > 1 ? -expm1 (draws * log1p (-1 / places)) : 1;
}

/* A copy to every rank, over the network to those in other domains. */
static WeftWay
direct_new (const WeftShape *shape,
            double           bytes,
            double           rank_share)
{
  return weft_way_new (shape, WEFT_ALGORITHM_DIRECT, weft_shape_peer_steps (shape, shape->n - 1), 1,
                       (shape->local - 1) * rank_share * bytes,
                       (shape->n - shape->local) * rank_share * bytes * shape->local);
}

/* A copy to every domain, passed on inside by the rank that it reaches first. */
static WeftWay
forwarded_new (const WeftShape *shape,
               double           bytes,
               double           rank_share,
               double           experts)
{
  double steps = weft_shape_peer_steps (shape, shape->local + shape->domains - 2);
  double inside = (shape->n - shape->domains) * rank_share * bytes;
  double across = (shape->domains - 1) * hit_share (shape->domains, experts) * bytes * shape->local;

  return weft_way_new (shape, WEFT_ALGORITHM_FORWARDED, steps + 1, 1, inside, across);
}

/* The network's switches copy: each token leaves its port once. */
static WeftWay
copied_new (const WeftShape *shape,
            double           bytes,
            double           rank_share)
{
  return weft_way_new (shape, WEFT_ALGORITHM_IN_NETWORK, weft_shape_peer_steps (shape, shape->n - 1), 1,
                       (shape->local - 1) * rank_share * bytes, bytes * shape->local);
}

/**
 * weft_expert_dispatch_s: (skip)
 * @self: a fabric
 * @group: the ranks that share the experts evenly
 * @bytes: the tokens of one rank, each once
 * @experts: experts that each token goes to, drawn evenly
 * @choice: (out) (nullable): how it runs; algbw counts @bytes
 *
 * Of n ranks a token reaches n (1 - (1 - 1/n)^experts) different ones, and of N domains as many by the same rule.
 *
 * Returns: the time of one way
 */
WeftCommTime
weft_expert_dispatch_s (const WeftFabric     *self,
                        WeftGroup             group,
                        double                bytes,
                        double                experts,
                        WeftCollectiveChoice *choice)
{
  WeftWay ways[3];
  WeftShape shape;
  WeftCommTime best;
  double rank_share;
  guint n_ways = 0;
  guint chosen;

  if (choice != NULL)
    *choice = (WeftCollectiveChoice) { .domains = 1 };
  if (!(group.ranks > 1))
    return (WeftCommTime) { 0, 0 };

  weft_shape_init (&shape, self, group);
  rank_share = hit_share (shape.n, experts);
  ways[n_ways++] = direct_new (&shape, bytes, rank_share);
  if (shape.domains > 1 && shape.local > 1)
    ways[n_ways++] = forwarded_new (&shape, bytes, rank_share, experts);
  if (shape.domains > 1 && self->scatters_in_network)
    ways[n_ways++] = copied_new (&shape, bytes, rank_share);
  for (guint i = 0; i < n_ways; i++)
    ways[i].inside_s /= self->k[WEFT_FABRIC_PEER_SHARE];

  best = weft_ways_choose (&shape, ways, n_ways, &chosen);
  if (choice != NULL)
    weft_way_describe (&ways[chosen], &shape, WEFT_COLLECTIVE_ALL_TO_ALL, bytes, choice);
  return best;
}
