/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table of costs. */
#include "workload/weft-kind-set-private.h"

#include <string.h>

#define N_AMOUNTS (WEFT_N_DTYPES + 6)

/* A cost as bytes without gaps, which can be hashed and compared: amounts, kernel and comm, then of each given time its
 * class and the time. Indices are exact in a double. */
typedef struct
{
  guint length;
  double at[];
} Key;

struct _WeftKindSet
{
  WeftTaskBuilder *builder;
  GHashTable *kinds; /* Key -> kind + 1 */
  Key *key;          /* the one that is looked up, with room for max_length numbers */
  guint max_length;
};

static guint
hash_key (gconstpointer key)
{
  const Key *self = key;
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  /* FNV-1a, by words, whose high bits have to come down */
  for (guint i = 0; i < self->length; i++)
    {
      guint64 word;

      memcpy (&word, &self->at[i], sizeof word);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0x100000001b3);
      hash ^= hash >> 32;
    }
  return (guint) hash;
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const Key *left = a;
  const Key *right = b;

  return left->length == right->length && memcmp (left->at, right->at, left->length * sizeof (double)) == 0;
}

static void
add_number (WeftKindSet *self, double number)
{
  /* Adding 0 makes one zero of both. */
  self->key->at[self->key->length++] = number + 0.0;
}

static void
make_key (WeftKindSet *self, const WeftTaskCost *cost, const WeftGivenTime *times, guint n_times)
{
  guint needed = N_AMOUNTS + 2 + 2 * n_times;

  if (needed > self->max_length)
    {
      self->max_length = 2 * needed;
      self->key = g_realloc (self->key, sizeof (Key) + self->max_length * sizeof (double));
    }
  self->key->length = 0;
  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    add_number (self, cost->flops[d]);
  add_number (self, cost->bytes_read);
  add_number (self, cost->bytes_written);
  add_number (self, cost->working_set_bytes);
  add_number (self, cost->comm_bytes);
  add_number (self, cost->region_bytes_read);
  add_number (self, cost->region_bytes_written);
  add_number (self, weft_task_builder_intern (self->builder, cost->kernel));
  add_number (self, cost->comm);
  for (guint i = 0; i < n_times; i++)
    {
      add_number (self, weft_task_builder_intern (self->builder, times[i].device_class));
      add_number (self, times[i].time_s);
    }
}

WeftKindSet *
weft_kind_set_new (WeftTaskBuilder *builder)
{
  WeftKindSet *self = g_new0 (WeftKindSet, 1);

  self->builder = builder;
  self->kinds = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  return self;
}

void
weft_kind_set_free (WeftKindSet *self)
{
  g_hash_table_unref (self->kinds);
  g_free (self->key);
  g_free (self);
}

guint32
weft_kind_set_take (WeftKindSet *self, const WeftTaskCost *cost)
{
  return weft_kind_set_take_timed (self, cost, NULL, 0);
}

guint32
weft_kind_set_take_timed (WeftKindSet *self, const WeftTaskCost *cost, const WeftGivenTime *times, guint n_times)
{
  guint32 found;

  make_key (self, cost, times, n_times);
  found = GPOINTER_TO_UINT (g_hash_table_lookup (self->kinds, self->key));
  if (found > 0)
    return found - 1;
  found = weft_task_builder_add_kind (self->builder, cost);
  for (guint i = 0; i < n_times; i++)
    weft_task_builder_add_time (self->builder, times[i].device_class, times[i].time_s);
  g_hash_table_insert (self->kinds, g_memdup2 (self->key, sizeof (Key) + self->key->length * sizeof (double)),
                       GUINT_TO_POINTER (found + 1));
  return found;
}
