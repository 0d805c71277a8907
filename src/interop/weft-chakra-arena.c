/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces from the end of a block; a new block, twice as large, when one is used up. */
#include "interop/weft-chakra-arena-private.h"

#define FIRST_BLOCK_BYTES (64 * 1024)
#define ALIGNMENT 16

/* A block of one huge record is not kept for all the small ones after it. */
#define KEPT_BLOCK_BYTES (4 * 1024 * 1024)

static void *
alloc_cb (void *arena, size_t n_bytes)
{
  return weft_chakra_arena_take (arena, n_bytes);
}

static void
free_cb (void *arena, void *piece)
{
}

static void
add_block (WeftChakraArena *self, gsize n_bytes)
{
  g_ptr_array_add (self->full_blocks, self->block);
  self->block_bytes = MAX (2 * self->block_bytes, n_bytes);
  self->block = g_malloc (self->block_bytes);
  self->n_used = 0;
}

/* --- public --- */

void
weft_chakra_arena_init (WeftChakraArena *self)
{
  *self = (WeftChakraArena) {
    .allocator = { .alloc = alloc_cb, .free = free_cb, .allocator_data = self },
    .block = g_malloc (FIRST_BLOCK_BYTES),
    .block_bytes = FIRST_BLOCK_BYTES,
    .full_blocks = g_ptr_array_new_with_free_func (g_free),
  };
}

void
weft_chakra_arena_clear (WeftChakraArena *self)
{
  g_clear_pointer (&self->full_blocks, g_ptr_array_unref);
  g_clear_pointer (&self->block, g_free);
}

void
weft_chakra_arena_reset (WeftChakraArena *self)
{
  g_ptr_array_set_size (self->full_blocks, 0);
  self->n_used = self->n_total = 0;
  self->is_full = FALSE;
  if (self->block_bytes <= KEPT_BLOCK_BYTES)
    return;
  g_free (self->block);
  self->block = g_malloc (FIRST_BLOCK_BYTES);
  self->block_bytes = FIRST_BLOCK_BYTES;
}

gpointer
weft_chakra_arena_take (WeftChakraArena *self, gsize n_bytes)
{
  gsize n = (n_bytes + ALIGNMENT - 1) & ~(gsize) (ALIGNMENT - 1);
  gpointer piece;

  if (n < n_bytes || n > WEFT_CHAKRA_ARENA_MAX_BYTES - self->n_total)
    {
      self->is_full = TRUE;
      return NULL;
    }
  if (n > self->block_bytes - self->n_used)
    add_block (self, n);
  piece = self->block + self->n_used;
  self->n_used += n;
  self->n_total += n;
  return piece;
}
