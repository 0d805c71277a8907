/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table of costs. */
#include "workload/weft-kind-set-private.h"

#include <string.h>

/* A cost without gaps between its members, so that its bytes can be hashed and compared. */
typedef struct
{
  double amounts[WEFT_N_DTYPES + 4];
  guint32 kernel;
  guint32 comm;
} Key;

G_STATIC_ASSERT (sizeof (Key) == (WEFT_N_DTYPES + 4) * sizeof (double) + 2 * sizeof (guint32));

struct _WeftKindSet
{
  WeftTaskBuilder *builder;
  GHashTable *kinds; /* Key -> kind + 1 */
};

static guint
hash_key (gconstpointer key)
{
  const guchar *bytes = key;
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  /* FNV-1a */
  for (gsize i = 0; i < sizeof (Key); i++)
    hash = (hash ^ bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return (guint) (hash ^ hash >> 32);
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Key)) == 0;
}

static Key
make_key (WeftKindSet *self, const WeftTaskCost *cost)
{
  Key key = { .kernel = weft_task_builder_intern (self->builder, cost->kernel), .comm = cost->comm };

  /* Adding 0 makes one zero of both. */
  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    key.amounts[d] = cost->flops[d] + 0.0;
  key.amounts[WEFT_N_DTYPES] = cost->bytes_read + 0.0;
  key.amounts[WEFT_N_DTYPES + 1] = cost->bytes_written + 0.0;
  key.amounts[WEFT_N_DTYPES + 2] = cost->working_set_bytes + 0.0;
  key.amounts[WEFT_N_DTYPES + 3] = cost->comm_bytes + 0.0;
  return key;
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
  g_free (self);
}

guint32
weft_kind_set_take (WeftKindSet *self, const WeftTaskCost *cost)
{
  Key key = make_key (self, cost);
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (self->kinds, &key));

  if (found == 0)
    {
      found = weft_task_builder_add_kind (self->builder, cost) + 1;
      g_hash_table_insert (self->kinds, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (found));
    }
  return found - 1;
}
