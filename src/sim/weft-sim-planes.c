/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two switches are planes of one when they are cabled alike: to the same endpoints, and to switches that are planes of
 * one themselves. Found by refining: all start as their parts, and what has other neighbours becomes another. */
#include "sim/weft-sim-planes-private.h"

#include <string.h>

#include "sim/weft-sim-slots-private.h"

/* Tiers of switches that are told apart; more than any machine has. */
#define MAX_ROUNDS 32u

typedef struct
{
  const WeftFlat *flat;
  const WeftLinkCosts *costs;
  guint64 *color; /* [devices] */
  guint64 *next;  /* [devices] */
} Planes;

static gboolean
is_hub (const WeftFlat *flat, guint32 device)
{
  return flat->kinds[device] == WEFT_DEVICE_SWITCH || flat->kinds[device] == WEFT_DEVICE_NIC;
}

/* Whatever is no hub stays what it is. */
static void
color_parts (Planes *self)
{
  for (guint32 d = 0; d < self->flat->n_devices; d++)
    self->color[d] = is_hub (self->flat, d)
                       ? weft_sim_slots_mix (self->flat->kinds[d], self->flat->parts[d])
                       : weft_sim_slots_mix (G_MAXUINT32, d);
}

static guint64
color_of_link (const Planes *self, guint32 link)
{
  double rate = weft_link_costs_rate (self->costs, link);
  WeftBundleFabric fabric = weft_link_costs_fabric (self->costs, link);
  guint64 bits;

  memcpy (&bits, &rate, sizeof bits);
  return weft_sim_slots_mix (weft_sim_slots_mix (bits, (guint64) fabric.layer << 32 | fabric.fabric),
                             self->color[self->flat->to[link]]);
}

/* A sum does not depend on the order of links. */
static void
refine (Planes *self)
{
  const WeftFlat *flat = self->flat;

  for (guint32 d = 0; d < flat->n_devices; d++)
    {
      guint64 sum = 0;

      self->next[d] = self->color[d];
      if (!is_hub (flat, d))
        continue;
      for (guint32 k = flat->first[d]; k < flat->first[d + 1]; k++)
        sum += color_of_link (self, k);
      self->next[d] = weft_sim_slots_mix (self->color[d], sum);
    }
  memcpy (self->color, self->next, flat->n_devices * sizeof *self->color);
}

/* The devices as slots know them. */
static gboolean
equal_color_cb (gconstpointer items, guint32 item, gconstpointer key)
{
  const guint64 *color = items;

  return color[item] == *(const guint64 *) key;
}

/* [devices] the first of each color. */
static guint32
find_first (const Planes *self, guint32 *first)
{
  WeftSimSlots slots = { 0 };
  guint32 n_colors;

  for (guint32 d = 0; d < self->flat->n_devices; d++)
    {
      guint32 found = weft_sim_slots_find (&slots, self->color[d], equal_color_cb, self->color, &self->color[d]);

      first[d] = found != WEFT_SIM_SLOT_NONE ? found : d;
      if (found == WEFT_SIM_SLOT_NONE)
        weft_sim_slots_add (&slots, self->color[d], d);
    }
  n_colors = slots.n_items;
  weft_sim_slots_clear (&slots);
  return n_colors;
}

/* Traffic is spread over planes by the endpoints, at their own ports, and by the whole of a scale-up fabric; between
 * switches of a network a flow keeps to its way. */
static gboolean
spreads (const Planes *self, guint32 device)
{
  const WeftFlat *flat = self->flat;
  gboolean is_up = TRUE;

  if (!is_hub (flat, device))
    return FALSE;
  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    {
      if (flat->kinds[flat->to[k]] != WEFT_DEVICE_SWITCH)
        return TRUE;
      is_up = is_up && weft_link_costs_fabric (self->costs, k).layer == WEFT_LAYER_UP;
    }
  return is_up;
}

guint32 *
weft_sim_planes_find (const WeftFlat *flat, const WeftLinkCosts *costs)
{
  Planes planes = { flat, costs, g_new (guint64, flat->n_devices + 1), g_new (guint64, flat->n_devices + 1) };
  guint32 *first = g_new (guint32, flat->n_devices + 1);
  guint32 n_colors, n_before = 0;

  color_parts (&planes);
  n_colors = find_first (&planes, first);
  for (guint round = 0; n_colors != n_before && round < MAX_ROUNDS; round++)
    {
      n_before = n_colors;
      refine (&planes);
      n_colors = find_first (&planes, first);
    }
  for (guint32 d = 0; d < flat->n_devices; d++)
    if (first[d] != d && !spreads (&planes, d))
      first[d] = d;
  g_free (planes.color);
  g_free (planes.next);
  return first;
}
