/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways between pairs of nodes, found when the first message needs them and looked up by a hash of the pair. */
#include "sim/weft-sim-routes-private.h"

#include <math.h>

#include "sim/weft-sim-slots-private.h"
#include "sim/weft-sim-trace.h"

#define FIRST_BITS 6

/* Enough for each of 4096 nodes to send to each other one over 16 links; then they take 2 GB. */
#define MAX_ROUTES (1u << 24)
#define MAX_ROUTE_LINKS (1u << 28)

static inline guint64
key_of (guint32 from, guint32 to)
{
  return (guint64) from << 32 | to;
}

static inline guint32
place_of (const WeftSimRoutes *self, guint32 from, guint32 to)
{
  return key_of (from, to) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - self->pair_bits);
}

static WeftSimPair *
find_place (const WeftSimRoutes *self, guint32 from, guint32 to)
{
  guint32 mask = (1u << self->pair_bits) - 1;
  guint32 at = place_of (self, from, to);

  while (self->pairs[at].from != WEFT_SIM_NONE && (self->pairs[at].from != from || self->pairs[at].to != to))
    at = (at + 1) & mask;
  return &self->pairs[at];
}

static void
make_pairs (WeftSimRoutes *self, guint bits)
{
  self->pair_bits = bits;
  self->pairs = g_new (WeftSimPair, 1u << bits);
  for (guint32 i = 0; i < 1u << bits; i++)
    self->pairs[i].from = WEFT_SIM_NONE;
}

static void
grow_pairs (WeftSimRoutes *self)
{
  g_autofree WeftSimPair *old = self->pairs;
  guint32 n_old = 1u << self->pair_bits;

  make_pairs (self, self->pair_bits + 1);
  for (guint32 i = 0; i < n_old; i++)
    if (old[i].from != WEFT_SIM_NONE)
      *find_place (self, old[i].from, old[i].to) = old[i];
}

static void
make_room (WeftSimRoutes *self, guint32 n_links)
{
  if (self->n_routes == self->room_routes)
    {
      self->room_routes = MAX (64, self->room_routes * 2);
      self->routes = g_renew (WeftSimRouteUse, self->routes, self->room_routes);
    }
  if (self->n_links + n_links > self->room_links)
    {
      self->room_links = MAX (self->n_links + n_links, MAX (256, self->room_links * 2));
      self->links = g_renew (guint32, self->links, self->room_links);
    }
}

static guint32
add_route (WeftSimRoutes *self, const GArray *found)
{
  const WeftSimNetwork *network = self->network;
  WeftSimRouteUse route = { .first = self->n_links, .n_links = found->len, .bw_bytes_s = INFINITY };

  make_room (self, found->len);
  for (guint i = 0; i < found->len; i++)
    {
      guint32 link = g_array_index (found, guint32, i);

      self->links[self->n_links++] = link;
      route.latency_s += network->latency_s[link] + (network->overhead_s != NULL ? network->overhead_s[link] : 0);
      route.bw_bytes_s = MIN (route.bw_bytes_s, network->bw_bytes_s[link]);
      route.forward_s_byte += 1 / network->bw_bytes_s[link];
    }
  self->routes[self->n_routes] = route;
  return self->n_routes++;
}

static guint32
find_route (WeftSimRoutes *self, guint32 from, guint32 to)
{
  guint64 flow = weft_sim_slots_mix (0, key_of (from, to) ^ weft_sim_slots_mix (0, self->seed));

  g_array_set_size (self->found, 0);
  if (from != to && !self->network->route (self->network->router, from, to, flow, self->found))
    return WEFT_SIM_NONE;
  if (self->n_routes == self->most_routes || self->found->len > self->most_links - self->n_links)
    {
      self->is_full = TRUE;
      return WEFT_SIM_NONE;
    }
  return add_route (self, self->found);
}

WeftSimRoutes *
weft_sim_routes_new (const WeftSimNetwork *network, guint64 seed)
{
  WeftSimRoutes *self = g_new0 (WeftSimRoutes, 1);

  self->network = network;
  self->seed = seed;
  self->found = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->most_routes = MAX_ROUTES;
  self->most_links = MAX_ROUTE_LINKS;
  make_pairs (self, FIRST_BITS);
  return self;
}

void
weft_sim_routes_free (WeftSimRoutes *self)
{
  g_array_unref (self->found);
  g_free (self->routes);
  g_free (self->links);
  g_free (self->pairs);
  g_free (self);
}

guint32
weft_sim_routes_find (WeftSimRoutes *self, guint32 from, guint32 to)
{
  WeftSimPair *pair = find_place (self, from, to);

  if (pair->from == WEFT_SIM_NONE)
    {
      *pair = (WeftSimPair) { from, to, find_route (self, from, to) };
      if (++self->n_pairs * 2 > 1u << self->pair_bits)
        {
          guint32 route = pair->route;

          grow_pairs (self);
          return route;
        }
    }
  return pair->route;
}
