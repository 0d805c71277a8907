/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies in the memory of a chip, item by item. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* In the order in which they are added up: what comes first is there whatever comes after. */
typedef enum
{
  WEFT_MEMORY_OTHER,       /* what the engine leaves alone: the part of the chip beyond its share */
  WEFT_MEMORY_RESERVE,     /* context, communicators, graphs, what cannot be allocated */
  WEFT_MEMORY_WEIGHTS,
  WEFT_MEMORY_GRADIENTS,
  WEFT_MEMORY_OPTIMIZER,   /* moments and the copy of the weights in FP32 */
  WEFT_MEMORY_BUFFERS,     /* what is gathered, sent or received */
  WEFT_MEMORY_WORKING,     /* what the layer at work needs until it is done */
  WEFT_MEMORY_LOGITS,      /* the head and its loss, or sampling */
  WEFT_MEMORY_ACTIVATIONS, /* what waits for the backward pass */
  WEFT_MEMORY_KV,          /* the KV cache and the states of linear layers */
  WEFT_N_MEMORY_ITEMS,
} WeftMemoryItem;

/**
 * WeftMemoryItems:
 * @bytes: of each #WeftMemoryItem; their sum is all that is used
 * @capacity_bytes: what the chip has
 *
 * The memory of one chip.
 */
typedef struct
{
  double bytes[WEFT_N_MEMORY_ITEMS];
  double capacity_bytes;
} WeftMemoryItems;

/* The sum of all items. */
WEFT_API double         weft_memory_items_total   (const WeftMemoryItems *self);
/* Capacity less the sum; negative when it does not fit. */
WEFT_API double         weft_memory_items_free    (const WeftMemoryItems *self);
WEFT_API gboolean       weft_memory_items_fit     (const WeftMemoryItems *self);
/* The item at which the sum passes the capacity; WEFT_N_MEMORY_ITEMS when all fit. @left_bytes: (out) (nullable): what
 * the items before it leave for it. */
WEFT_API WeftMemoryItem weft_memory_items_binding (const WeftMemoryItems *self,
                                                   double                *left_bytes);

/* "weights" */
WEFT_API const char    *weft_memory_item_nick     (WeftMemoryItem         item);
/* For people, translated. */
WEFT_API const char    *weft_memory_item_label    (WeftMemoryItem         item);

G_END_DECLS
