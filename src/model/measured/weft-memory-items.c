/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items of a chip's memory: their sum, what is left, which one does not fit, what they are called. */
#include "model/measured/weft-memory-items.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *nick;
  const char *label;
} items[WEFT_N_MEMORY_ITEMS] = {
  { "other", N_("Not the engine's") },
  { "reserve", N_("Reserve") },
  { "weights", N_("Weights") },
  { "gradients", N_("Gradients") },
  { "optimizer", N_("Optimizer") },
  { "buffers", N_("Buffers") },
  { "working", N_("Layer at work") },
  { "logits", N_("Head") },
  { "activations", N_("Activations") },
  { "kv", N_("KV cache") },
};

/**
 * weft_memory_items_total: (skip)
 * @self: items
 *
 * Returns: their sum
 */
double
weft_memory_items_total (const WeftMemoryItems *self)
{
  double sum = 0;

  for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
    sum += self->bytes[i];
  return sum;
}

/**
 * weft_memory_items_free: (skip)
 * @self: items
 *
 * Returns: what they leave of the capacity, less than 0 when they do not fit
 */
double
weft_memory_items_free (const WeftMemoryItems *self)
{
  return self->capacity_bytes - weft_memory_items_total (self);
}

/**
 * weft_memory_items_fit: (skip)
 * @self: items
 *
 * Returns: whether they fit; what is not known does not
 */
gboolean
weft_memory_items_fit (const WeftMemoryItems *self)
{
  return weft_memory_items_free (self) >= 0;
}

/**
 * weft_memory_items_binding: (skip)
 * @self: items
 * @left_bytes: (out) (nullable): what the items before it leave for it, less than 0 when they are too much already
 *
 * Returns: the first item, in their order, with which the sum is more than the capacity
 */
WeftMemoryItem
weft_memory_items_binding (const WeftMemoryItems *self,
                           double                *left_bytes)
{
  double left = self->capacity_bytes;
  guint i;

  for (i = 0; i < WEFT_N_MEMORY_ITEMS && left - self->bytes[i] >= 0; i++)
    left -= self->bytes[i];
  if (left_bytes != NULL)
    *left_bytes = left;
  return i;
}

/**
 * weft_memory_item_nick: (skip)
 * @item: an item
 *
 * Returns: its name in JSON
 */
const char *
weft_memory_item_nick (WeftMemoryItem item)
{
  g_return_val_if_fail ((guint) item < WEFT_N_MEMORY_ITEMS, NULL);
  return items[item].nick;
}

/**
 * weft_memory_item_label: (skip)
 * @item: an item
 *
 * Returns: its name for people, translated
 */
const char *
weft_memory_item_label (WeftMemoryItem item)
{
  g_return_val_if_fail ((guint) item < WEFT_N_MEMORY_ITEMS, NULL);
  return _(items[item].label);
}
