/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rule a pair of devices goes by, and the shortest way for pairs that no rule knows. */
#include "design/graph/weft-graph-route-private.h"

struct _WeftRoute
{
  const WeftFlat *flat;
  WeftRouteNets *nets;
  WeftRouteTiers *tiers;
  GArray *other;    /* of guint32: a second way, to compare */
  guint32 *hops;    /* [n_devices] cables to @hops_to, WEFT_FLAT_NONE where there is no way */
  guint32 *queue;   /* [n_devices] */
  guint32 hops_to;  /* WEFT_FLAT_NONE: nothing was searched yet */
};

/* Sebastiano Vigna's splitmix64 (public domain): every bit of the result depends on every bit. */
static guint64
mix (guint64 x)
{
  x += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

guint64
weft_route_hash (const WeftRouteKey *key, guint step)
{
  return mix (mix (mix ((guint64) key->from << 32 | key->to) ^ key->flow) + step);
}

guint32
weft_route_link (const WeftFlat *flat, const WeftRouteKey *key, guint32 from, guint32 to,
                 guint32 bundle)
{
  guint64 total = 0, at;
  guint32 found = WEFT_FLAT_NONE;

  for (guint32 i = flat->first[from]; i < flat->first[from + 1]; i++)
    if (flat->to[i] == to && (bundle == WEFT_FLAT_NONE || flat->bundles[i] == bundle))
      {
        total += flat->cables[i];
        found = i;
      }
  if (found == WEFT_FLAT_NONE || total == flat->cables[found])
    return found;
  at = weft_route_hash (key, from) % total;
  for (guint32 i = flat->first[from];; i++)
    if (flat->to[i] == to && (bundle == WEFT_FLAT_NONE || flat->bundles[i] == bundle))
      {
        if (at < flat->cables[i])
          return i;
        at -= flat->cables[i];
      }
}

guint
weft_route_depth (const WeftFlat *flat, guint32 instance)
{
  guint depth = 0;

  for (guint32 at = instance; flat->instances[at].parent != WEFT_FLAT_NONE;
       at = flat->instances[at].parent)
    depth++;
  return depth;
}

guint32
weft_route_common (const WeftFlat *flat, guint32 a, guint32 b)
{
  /* An instance comes after the one around it. */
  while (a != b)
    if (a > b)
      a = flat->instances[a].parent;
    else
      b = flat->instances[b].parent;
  return a;
}

/* --- the shortest way --- */

static void
search (WeftRoute *self, guint32 to)
{
  const WeftFlat *flat = self->flat;
  guint32 end = 0;

  if (self->hops == NULL)
    {
      self->hops = g_new (guint32, flat->n_devices);
      self->queue = g_new (guint32, flat->n_devices);
    }
  for (guint32 i = 0; i < flat->n_devices; i++)
    self->hops[i] = WEFT_FLAT_NONE;
  self->hops[to] = 0;
  self->queue[end++] = to;
  for (guint32 k = 0; k < end; k++)
    for (guint32 i = flat->first[self->queue[k]]; i < flat->first[self->queue[k] + 1]; i++)
      if (self->hops[flat->to[i]] == WEFT_FLAT_NONE)
        {
          self->hops[flat->to[i]] = self->hops[self->queue[k]] + 1;
          self->queue[end++] = flat->to[i];
        }
  self->hops_to = to;
}

static WeftRouteRule
find_shortest (WeftRoute *self, const WeftRouteKey *key, GArray *links)
{
  const WeftFlat *flat = self->flat;

  if (self->hops_to != key->to)
    search (self, key->to);
  if (self->hops[key->from] == WEFT_FLAT_NONE)
    return WEFT_ROUTE_NONE;
  for (guint32 at = key->from; at != key->to;)
    {
      guint32 link = flat->first[at];

      while (self->hops[flat->to[link]] != self->hops[at] - 1)
        link++;
      g_array_append_val (links, link);
      at = flat->to[link];
    }
  return WEFT_ROUTE_SHORTEST;
}

/* Two cables over one switch are the shortest way of what no cable joins. With cables between
 * switches of one tier a longer way up and down may not be. */
static gboolean
climbs (WeftRoute *self, const WeftRouteKey *key, guint *depth)
{
  if (!weft_route_tiers_path (self->tiers, key, self->other, depth))
    return FALSE;
  if (self->other->len <= 2 || weft_route_tiers_are_strict (self->tiers))
    return TRUE;
  if (self->hops_to != key->to)
    search (self, key->to);
  return self->hops[key->from] == self->other->len;
}

/* --- public --- */

/**
 * weft_route_new: (skip)
 * @flat: a flattened machine, which must outlive the result
 *
 * Takes memory in proportion to the devices of the machine. Finding ways writes into it, so each
 * thread needs one of its own; they find the same ways.
 *
 * Returns: (transfer full): what finds ways through the machine
 */
WeftRoute *
weft_route_new (const WeftFlat *flat)
{
  WeftRoute *self;

  g_return_val_if_fail (flat != NULL, NULL);

  self = g_new0 (WeftRoute, 1);
  self->flat = flat;
  self->nets = weft_route_nets_new (flat);
  self->tiers = weft_route_tiers_new (flat);
  self->other = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->hops_to = WEFT_FLAT_NONE;
  return self;
}

/**
 * weft_route_free: (skip)
 * @self: (nullable) (transfer full): what finds ways
 */
void
weft_route_free (WeftRoute *self)
{
  if (self == NULL)
    return;
  weft_route_nets_free (self->nets);
  weft_route_tiers_free (self->tiers);
  g_array_unref (self->other);
  g_free (self->hops);
  g_free (self->queue);
  g_free (self);
}

/**
 * weft_route_path: (skip)
 * @self: what finds ways
 * @from: the device that the way begins at
 * @to: the device that it ends at
 * @flow: tells flows between the same two devices apart, such as a connection's number
 * @links: (element-type guint32): the directed links in their order; what it held is dropped
 *
 * Of two devices that a cable joins that cable is the way. Else the smallest part of the machine
 * with a network or a switch that both are joined to decides, and in it the fewest cables. Where a
 * rule allows several ways the choice is a hash of @from, @to and @flow, so that a flow keeps to
 * one way and many flows spread.
 *
 * Returns: the rule that found it, %WEFT_ROUTE_NONE when there is no way
 */
WeftRouteRule
weft_route_path (WeftRoute *self, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  const WeftRouteKey key = { from, to, flow };
  WeftRouteRule rule;
  guint depth = 0, tier_depth = 0;
  guint32 link;

  g_return_val_if_fail (self != NULL && links != NULL, WEFT_ROUTE_NONE);
  g_return_val_if_fail (from < self->flat->n_devices && to < self->flat->n_devices,
                        WEFT_ROUTE_NONE);
  g_return_val_if_fail (g_array_get_element_size (links) == sizeof (guint32), WEFT_ROUTE_NONE);

  g_array_set_size (links, 0);
  if (from == to)
    return WEFT_ROUTE_DIRECT;
  link = weft_route_link (self->flat, &key, from, to, WEFT_FLAT_NONE);
  if (link != WEFT_FLAT_NONE)
    {
      g_array_append_val (links, link);
      return WEFT_ROUTE_DIRECT;
    }
  rule = weft_route_nets_path (self->nets, &key, links, &depth);
  if (climbs (self, &key, &tier_depth)
      && (rule == WEFT_ROUTE_NONE || tier_depth > depth
          || (tier_depth == depth && self->other->len < links->len)))
    {
      g_array_set_size (links, 0);
      g_array_append_vals (links, self->other->data, self->other->len);
      return WEFT_ROUTE_UP_DOWN;
    }
  return rule != WEFT_ROUTE_NONE ? rule : find_shortest (self, &key, links);
}

/**
 * weft_route_rule_nick: (skip)
 * @rule: a rule
 *
 * Returns: its name, such as "dimension-order"
 */
const char *
weft_route_rule_nick (WeftRouteRule rule)
{
  static const char *const nicks[]
      = { "none", "direct", "dimension-order", "minimal", "up-down", "shortest" };

  g_return_val_if_fail ((guint) rule < G_N_ELEMENTS (nicks), NULL);

  return nicks[rule];
}
