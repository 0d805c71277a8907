/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear probing at a load of at most one half; hashes stand beside the numbers, so that growing reads no item. */
#include "sim/weft-sim-slots-private.h"

#define LEAST_SLOTS 64u

static void
put (WeftSimSlots *self, WeftSimSlot slot)
{
  guint32 at = slot.hash & (self->n_slots - 1);

  while (self->slots[at].item != 0)
    at = (at + 1) & (self->n_slots - 1);
  self->slots[at] = slot;
}

static void
grow (WeftSimSlots *self)
{
  WeftSimSlot *old = self->slots;
  guint32 n_old = self->n_slots;

  self->n_slots = MAX (LEAST_SLOTS, 2 * n_old);
  self->slots = g_new0 (WeftSimSlot, self->n_slots);
  for (guint32 i = 0; i < n_old; i++)
    if (old[i].item != 0)
      put (self, old[i]);
  g_free (old);
}

guint32
weft_sim_slots_find (const WeftSimSlots *self, guint64 hash, WeftSimSlotEqual equal, gconstpointer items,
                     gconstpointer key)
{
  guint32 short_hash = (guint32) (hash ^ (hash >> 32));

  if (self->n_slots == 0)
    return WEFT_SIM_SLOT_NONE;
  for (guint32 at = short_hash & (self->n_slots - 1); self->slots[at].item != 0; at = (at + 1) & (self->n_slots - 1))
    if (self->slots[at].hash == short_hash && equal (items, self->slots[at].item - 1, key))
      return self->slots[at].item - 1;
  return WEFT_SIM_SLOT_NONE;
}

void
weft_sim_slots_add (WeftSimSlots *self, guint64 hash, guint32 item)
{
  if (2 * (self->n_items + 1) > self->n_slots)
    grow (self);
  put (self, (WeftSimSlot) { (guint32) (hash ^ (hash >> 32)), item + 1 });
  self->n_items++;
}

void
weft_sim_slots_clear (WeftSimSlots *self)
{
  g_clear_pointer (&self->slots, g_free);
  self->n_slots = 0;
  self->n_items = 0;
}
