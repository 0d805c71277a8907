/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States in chunks of memory, and a table of the sets of tasks that they have done. */
#include "mapper/weft-exact-store-private.h"

#include <string.h>

#define CHUNK_BYTES ((gsize) 1 << 20)
#define FIRST_SLOTS ((gsize) 1 << 10)

static guint64
hash_set (const WeftExactStore *self, const guint64 *done)
{
  guint64 hash = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  for (gsize w = 0; w < self->n_words; w++)
    {
      hash = (hash ^ done[w]) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
      hash ^= hash >> 29;
    }
  return hash ^ hash >> 32;
}

/* The slot of a set: where it is, or where it would go. */
static gsize
find_slot (const WeftExactStore *self, const guint64 *done)
{
  gsize slot = hash_set (self, done) & (self->n_slots - 1);

  while (self->slots[slot] != WEFT_EXACT_NO_STATE
         && memcmp (weft_exact_store_get (self, self->slots[slot])->done, done, self->n_words * sizeof *done) != 0)
    slot = (slot + 1) & (self->n_slots - 1);
  return slot;
}

static void
make_slots (WeftExactStore *self, gsize n)
{
  self->n_slots = n;
  self->slots = g_new (guint32, n);
  for (gsize i = 0; i < n; i++)
    self->slots[i] = WEFT_EXACT_NO_STATE;
  self->n_bytes += n * sizeof *self->slots;
}

static void
grow_slots (WeftExactStore *self)
{
  g_autofree guint32 *old = self->slots;
  gsize n = self->n_slots;

  self->n_bytes -= n * sizeof *old;
  make_slots (self, 2 * n);
  for (gsize i = 0; i < n; i++)
    if (old[i] != WEFT_EXACT_NO_STATE)
      self->slots[find_slot (self, weft_exact_store_get (self, old[i])->done)] = old[i];
}

/* Memory for one state. It is never moved. */
static gpointer
take_bytes (WeftExactStore *self, gsize n)
{
  gpointer at;

  if (n > self->chunk_left)
    {
      self->chunk_left = MAX (n, CHUNK_BYTES);
      self->chunk_at = g_malloc (self->chunk_left);
      self->n_bytes += self->chunk_left;
      g_ptr_array_add (self->chunks, self->chunk_at);
    }
  at = self->chunk_at;
  self->chunk_at += n;
  self->chunk_left -= n;
  return at;
}

void
weft_exact_store_init (WeftExactStore *self, gsize n_words, guint n_devices)
{
  *self = (WeftExactStore) { .n_words = n_words, .n_devices = n_devices };
  self->states = g_array_new (FALSE, FALSE, sizeof (WeftExactState));
  self->chunks = g_ptr_array_new_with_free_func (g_free);
  make_slots (self, FIRST_SLOTS);
}

void
weft_exact_store_clear (WeftExactStore *self)
{
  g_array_unref (self->states);
  g_ptr_array_unref (self->chunks);
  g_free (self->slots);
}

void
weft_exact_store_reset (WeftExactStore *self)
{
  gsize n_words = self->n_words;
  guint n_devices = self->n_devices;

  weft_exact_store_clear (self);
  weft_exact_store_init (self, n_words, n_devices);
}

guint32
weft_exact_store_add (WeftExactStore *self, const WeftExactState *state)
{
  gsize n_free = self->n_devices, n_ready = (gsize) state->n_rows * self->n_devices;
  guint64 *words = take_bytes (self, (self->n_words + n_free + n_ready) * sizeof (guint64));
  guint32 id = self->states->len;
  WeftExactState copy = *state;
  gsize slot;

  if (2 * self->n_sets >= self->n_slots)
    grow_slots (self);
  copy.done = memcpy (words, state->done, self->n_words * sizeof *words);
  copy.free_s = memcpy (words + self->n_words, state->free_s, n_free * sizeof (double));
  copy.ready_s = (double *) (words + self->n_words + n_free);
  if (n_ready > 0)
    memcpy (copy.ready_s, state->ready_s, n_ready * sizeof (double));
  slot = find_slot (self, copy.done);
  self->n_sets += self->slots[slot] == WEFT_EXACT_NO_STATE;
  copy.next = self->slots[slot];
  self->slots[slot] = id;
  self->n_bytes += sizeof copy;
  g_array_append_val (self->states, copy);
  return id;
}

guint32
weft_exact_store_find (const WeftExactStore *self, const guint64 *done)
{
  return self->slots[find_slot (self, done)];
}
