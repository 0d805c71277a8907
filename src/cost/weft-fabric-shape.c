/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A group on a fabric: how many ports it uses, what its links deliver, and what each way to move its bytes takes. */
#include "cost/weft-fabric-private.h"

#include <math.h>

/* Network cards in use: one a rank, unless the domain has fewer or other groups use them too. */
static double
count_rails (const WeftFabric *self,
             double            local,
             double            sharing)
{
  double own = local * MAX (self->ports_per_rank, 1);
  double all = self->ports_per_rank * MAX (self->domain_ranks, local);

  return MIN (own, all / MAX (sharing, 1));
}

/* Flows through switches meet others: the more so, the more hosts or domains there are. */
static double
collisions (double share,
            double parts)
{
  return 1 + share * log2 (parts);
}

/* A mesh gives every pair links of its own: few ranks reach few of them. */
static double
inside_bandwidth (const WeftFabric *self,
                  double            local)
{
  double bw = self->inside.bw_bytes_s;

  if (self->mesh_peers > 0)
    bw *= MIN ((local - 1) / self->mesh_peers, 1);
  if (self->node_ranks > 0 && local > self->node_ranks)
    bw /= collisions (self->k[WEFT_FABRIC_DOUBLING], local / self->node_ranks);
  return bw;
}

static double
across_bandwidth (const WeftFabric *self,
                  double            domains)
{
  gboolean is_below = self->leaf_domains > 0 && domains <= self->leaf_domains;
  double above = is_below ? 1 : MAX (self->oversubscription, 1);

  return self->across.bw_bytes_s * self->k[WEFT_FABRIC_NETWORK_SHARE] / above;
}

/* Hosts whose cores all compute lose some time to the operating system; the more ranks, the likelier that one of them
 * does just then, and all wait for it. */
static double
noise_of (const WeftFabric *self,
          double            ranks)
{
  return self->busy_hosts ? self->k[WEFT_FABRIC_NOISE_S] * -expm1 (-ranks * self->k[WEFT_FABRIC_NOISE_SHARE]) : 0;
}

void
weft_shape_init (WeftShape        *self,
                 const WeftFabric *fabric,
                 WeftGroup         group)
{
  const double *k = fabric->k;
  double local = CLAMP (group.local, 1, group.ranks);

  *self = (WeftShape) {
    .fabric = fabric,
    .n = group.ranks,
    .local = local,
    .domains = group.ranks / local,
    .step_s = k[WEFT_FABRIC_STEP] * (fabric->inside.alpha_s - fabric->extra_s) + fabric->extra_s,
    .launch_s = k[WEFT_FABRIC_LAUNCH_S] + noise_of (fabric, group.ranks),
    .inside_bw = inside_bandwidth (fabric, local),
  };
  if (self->domains > 1)
    {
      self->rails = count_rails (fabric, local, group.sharing);
      self->step_s *= k[WEFT_FABRIC_NETWORK_INSIDE];
      self->collisions = collisions (k[WEFT_FABRIC_NETWORK_DOUBLING], self->domains);
      self->across_bw = across_bandwidth (fabric, self->domains) / self->collisions;
    }
}

double
weft_shape_peer_steps (const WeftShape *self,
                       double           peers)
{
  return MAX (self->fabric->k[WEFT_FABRIC_PEER_STEP] * peers, self->local > 1 ? 1 : 0);
}

WeftWay
weft_way_new (const WeftShape         *shape,
              WeftCollectiveAlgorithm  algorithm,
              double                   inside_steps,
              double                   across_steps,
              double                   inside,
              double                   across)
{
  WeftWay way = { .algorithm = algorithm, .inside_start_s = shape->launch_s + inside_steps * shape->step_s };

  if (shape->local > 1)
    {
      way.inside_bytes = inside;
      way.inside_s = inside / (shape->inside_bw * shape->fabric->k[WEFT_FABRIC_SHARE]);
    }
  if (shape->domains > 1)
    {
      way.across_start_s = shape->fabric->k[WEFT_FABRIC_NETWORK_LAUNCH_S]
                           + across_steps * shape->fabric->across.alpha_s;
      way.across_bytes = across / shape->rails;
      way.across_s = way.across_bytes / shape->across_bw;
    }
  return way;
}

/* A pipeline of c chunks with start-up s and transfer x takes about x + s + c s + x / c; the best c leaves
 * 2 sqrt (s x). Chunks have a largest size, so that this grows no further than some start-ups. */
WeftCommTime
weft_way_time (const WeftFabric *fabric,
               const WeftWay    *way)
{
  double start_s = way->inside_start_s + way->across_start_s;
  double transfer_s = way->in_turn ? way->inside_s + way->across_s : MAX (way->inside_s, way->across_s);
  double fill_s = 0;

  if (!way->whole)
    fill_s = MIN (2 * fabric->k[WEFT_FABRIC_RAMP] * sqrt (start_s * transfer_s),
                  fabric->k[WEFT_FABRIC_RAMP_LIMIT] * start_s);
  if (fabric->launches_each && start_s + transfer_s + fill_s < fabric->k[WEFT_FABRIC_HOST_S])
    start_s = fabric->k[WEFT_FABRIC_HOST_S] - transfer_s - fill_s;
  return (WeftCommTime) { start_s, transfer_s + fill_s };
}

WeftCommTime
weft_ways_choose (const WeftShape *shape,
                  const WeftWay   *ways,
                  guint            n_ways,
                  guint           *chosen)
{
  WeftCommTime best = weft_way_time (shape->fabric, &ways[0]);

  *chosen = 0;
  for (guint i = 1; i < n_ways; i++)
    {
      WeftCommTime time = weft_way_time (shape->fabric, &ways[i]);

      if (weft_comm_time_total (time) < weft_comm_time_total (best))
        {
          best = time;
          *chosen = i;
        }
    }
  return best;
}
