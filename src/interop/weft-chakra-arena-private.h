/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of one decoded record: taken piece by piece, given back all at once when the next record comes. */
#pragma once

#include <glib.h>
#include <protobuf-c/protobuf-c.h>

G_BEGIN_DECLS

/* A record may ask for many times its own bytes: an empty attribute is 2 bytes there and 88 here. */
#define WEFT_CHAKRA_ARENA_MAX_BYTES ((gsize) 512 * 1024 * 1024)

/**
 * WeftChakraArena: (skip)
 * @allocator: for protobuf-c; gives no memory above the limit
 * @is_full: whether the limit was hit since the last reset
 */
typedef struct
{
  ProtobufCAllocator allocator;
  gboolean is_full;
  guint8 *block;
  gsize block_bytes;
  gsize n_used;
  gsize n_total;
  GPtrArray *full_blocks;
} WeftChakraArena;

void     weft_chakra_arena_init  (WeftChakraArena *self);
void     weft_chakra_arena_clear (WeftChakraArena *self);
void     weft_chakra_arena_reset (WeftChakraArena *self);
/* NULL above the limit. */
gpointer weft_chakra_arena_take  (WeftChakraArena *self,
                                  gsize            n_bytes);

G_END_DECLS
