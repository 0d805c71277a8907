/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the number of an item by what it holds: a hash table of numbers, open addressing. Items stay where their owner
 * keeps them. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_SIM_SLOT_NONE G_MAXUINT32

typedef struct
{
  guint32 hash;
  guint32 item; /* number + 1, 0 for none */
} WeftSimSlot;

typedef struct
{
  WeftSimSlot *slots;
  guint32 n_slots; /* a power of 2 */
  guint32 n_items;
} WeftSimSlots;

/* Whether the item of that number is what is looked for. */
typedef gboolean (*WeftSimSlotEqual) (gconstpointer items,
                                      guint32       item,
                                      gconstpointer key);

/* WEFT_SIM_SLOT_NONE when there is none. */
guint32 weft_sim_slots_find  (const WeftSimSlots *self,
                              guint64             hash,
                              WeftSimSlotEqual    equal,
                              gconstpointer       items,
                              gconstpointer       key);
/* One that was not found. */
void    weft_sim_slots_add   (WeftSimSlots       *self,
                              guint64             hash,
                              guint32             item);
void    weft_sim_slots_clear (WeftSimSlots       *self);

/* Folds a number into a hash: every bit of the result depends on every bit. The finaliser of MurmurHash3 (Austin
 * Appleby, public domain). */
static inline guint64
weft_sim_slots_mix (guint64 hash,
                    guint64 value)
{
  guint64 x = hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ value;

  x = (x ^ (x >> 33)) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  x = (x ^ (x >> 33)) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return x ^ (x >> 33);
}

G_END_DECLS
