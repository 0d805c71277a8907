/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Up and down a tree of switches. A device's tier is its distance from the devices that compute;
 * what lies above two devices is followed upwards until it meets. */
#include "design/graph/weft-graph-route-private.h"

/* Farther from all that computes than any tier. */
#define NO_TIER G_MAXUINT16

struct _WeftRouteTiers
{
  const WeftFlat *flat;
  guint16 *tiers;      /* [n_devices] */
  gboolean is_tiered;  /* no cable joins two switches of the same tier */
  guint32 *above[2];   /* [n_devices] the round in which it was above the first or second device */
  guint32 round;
  GArray *front[2];    /* of guint32: what is above them at the tier reached */
  GArray *next;
};

static void
number_tiers (WeftRouteTiers *self)
{
  const WeftFlat *flat = self->flat;
  g_autofree guint32 *queue = g_new (guint32, flat->n_devices + 1);
  guint32 end = 0;

  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      self->tiers[i] = flat->kinds[i] == WEFT_DEVICE_COMPUTE ? 0 : NO_TIER;
      if (self->tiers[i] == 0)
        queue[end++] = i;
    }
  for (guint32 k = 0; k < end; k++)
    for (guint32 i = flat->first[queue[k]]; i < flat->first[queue[k] + 1]; i++)
      if (self->tiers[flat->to[i]] == NO_TIER && self->tiers[queue[k]] < NO_TIER - 1)
        {
          self->tiers[flat->to[i]] = self->tiers[queue[k]] + 1;
          queue[end++] = flat->to[i];
        }
}

static gboolean
has_tiers (const WeftRouteTiers *self)
{
  const WeftFlat *flat = self->flat;

  for (guint32 i = 0; i < flat->n_links; i++)
    if (self->tiers[flat->from[i]] == self->tiers[flat->to[i]] && self->tiers[flat->from[i]] > 0)
      return FALSE;
  return TRUE;
}

WeftRouteTiers *
weft_route_tiers_new (const WeftFlat *flat)
{
  WeftRouteTiers *self = g_new0 (WeftRouteTiers, 1);

  self->flat = flat;
  self->tiers = g_new (guint16, flat->n_devices + 1);
  number_tiers (self);
  self->is_tiered = has_tiers (self);
  for (guint i = 0; i < 2; i++)
    {
      self->above[i] = g_new0 (guint32, flat->n_devices + 1);
      self->front[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  self->next = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
weft_route_tiers_free (WeftRouteTiers *self)
{
  for (guint i = 0; i < 2; i++)
    {
      g_free (self->above[i]);
      g_array_unref (self->front[i]);
    }
  g_array_unref (self->next);
  g_free (self->tiers);
  g_free (self);
}

static void
begin (WeftRouteTiers *self, const WeftRouteKey *key)
{
  const guint32 devices[2] = { key->from, key->to };

  if (++self->round == 0)
    {
      for (guint side = 0; side < 2; side++)
        memset (self->above[side], 0, self->flat->n_devices * sizeof (guint32));
      self->round = 1;
    }
  for (guint side = 0; side < 2; side++)
    {
      g_array_set_size (self->front[side], 0);
      g_array_append_val (self->front[side], devices[side]);
      self->above[side][devices[side]] = self->round;
    }
}

static void
climb (WeftRouteTiers *self, guint side, guint tier)
{
  const WeftFlat *flat = self->flat;
  GArray *front = self->front[side];

  g_array_set_size (self->next, 0);
  for (guint k = 0; k < front->len; k++)
    {
      guint32 at = g_array_index (front, guint32, k);

      for (guint32 i = flat->first[at]; i < flat->first[at + 1]; i++)
        if (self->tiers[flat->to[i]] == tier && self->above[side][flat->to[i]] != self->round)
          {
            self->above[side][flat->to[i]] = self->round;
            g_array_append_val (self->next, flat->to[i]);
          }
    }
  self->front[side] = self->next;
  self->next = front;
}

/* What is above both goes to @next, only what lies deepest: two devices of a node meet in the node
 * though their rack has a switch for both as well. */
static void
meet (WeftRouteTiers *self, const WeftRouteKey *key, guint *depth)
{
  const WeftFlat *flat = self->flat;
  guint32 common = weft_route_common (flat, flat->owners[key->from], flat->owners[key->to]);

  g_array_set_size (self->next, 0);
  *depth = 0;
  for (guint k = 0; k < self->front[0]->len; k++)
    {
      guint32 at = g_array_index (self->front[0], guint32, k);
      guint here;

      if (self->above[1][at] != self->round)
        continue;
      here = weft_route_depth (flat, weft_route_common (flat, common, flat->owners[at]));
      if (here > *depth)
        g_array_set_size (self->next, 0);
      if (here >= *depth)
        g_array_append_val (self->next, at);
      *depth = MAX (*depth, here);
    }
}

/* Of the cables that lead down from @at to what is below on that side, one, each as likely. */
static guint32
choose_down (const WeftRouteTiers *self, const WeftRouteKey *key, guint side, guint32 at)
{
  const WeftFlat *flat = self->flat;
  guint tier = self->tiers[at] - 1;
  guint64 total = 0, pick;

#define LEADS_DOWN(i)                                                                              \
  (self->tiers[flat->to[i]] == tier && self->above[side][flat->to[i]] == self->round)
  for (guint32 i = flat->first[at]; i < flat->first[at + 1]; i++)
    total += LEADS_DOWN (i) ? flat->cables[i] : 0;
  pick = weft_route_hash (key, 2 * tier + 1 + side) % total;
  for (guint32 i = flat->first[at];; i++)
    if (LEADS_DOWN (i))
      {
        if (pick < flat->cables[i])
          return i;
        pick -= flat->cables[i];
      }
#undef LEADS_DOWN
}

static void
append_up (const WeftRouteTiers *self, const WeftRouteKey *key, guint32 top, GArray *links)
{
  const WeftFlat *flat = self->flat;

  for (guint32 at = top; at != key->from;)
    {
      guint32 down = choose_down (self, key, 0, at);
      guint32 up = weft_route_link (flat, key, flat->to[down], at, flat->bundles[down]);

      g_array_append_val (links, up);
      at = flat->to[down];
    }
  for (guint i = 0, j = links->len; i + 1 < j; i++)
    {
      guint32 swap = g_array_index (links, guint32, i);

      g_array_index (links, guint32, i) = g_array_index (links, guint32, --j);
      g_array_index (links, guint32, j) = swap;
    }
}

static void
append_down (const WeftRouteTiers *self, const WeftRouteKey *key, guint32 top, GArray *links)
{
  for (guint32 at = top; at != key->to;)
    {
      guint32 down = choose_down (self, key, 1, at);

      g_array_append_val (links, down);
      at = self->flat->to[down];
    }
}

gboolean
weft_route_tiers_are_strict (const WeftRouteTiers *self)
{
  return self->is_tiered;
}

gboolean
weft_route_tiers_path (WeftRouteTiers *self, const WeftRouteKey *key, GArray *links, guint *depth)
{
  g_array_set_size (links, 0);
  if (self->tiers[key->from] != 0 || self->tiers[key->to] != 0)
    return FALSE;
  begin (self, key);
  for (guint tier = 1;; tier++)
    {
      guint32 top;

      climb (self, 0, tier);
      climb (self, 1, tier);
      if (self->front[0]->len == 0 || self->front[1]->len == 0)
        return FALSE;
      meet (self, key, depth);
      if (self->next->len == 0)
        continue;
      top = g_array_index (self->next, guint32, weft_route_hash (key, 0) % self->next->len);
      append_up (self, key, top, links);
      append_down (self, key, top, links);
      return TRUE;
    }
}
