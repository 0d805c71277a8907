/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One hash table for all open objects: keys are taken out in the reverse order of their coming, so
 * linear probing needs no marks for what was removed. */

#include "base/weft-json-keys-private.h"

#include <string.h>

#define FIRST_SLOTS 64 /* a power of two */

typedef struct
{
  const char *key;
  gsize length;
  guint64 hash;
  guint object; /* depth of the object it stands in */
} Entry;

struct _WeftJsonKeys
{
  GArray *entries; /* Entry, the innermost object's last */
  GArray *starts;  /* guint: first entry of each open object */
  guint32 *slots;  /* index of the entry plus one, 0 for free */
  guint n_slots;
  guint64 seed[2];
};

#define ROTATE(x, n) (((x) << (n)) | ((x) >> (64 - (n))))

static inline void
mix (guint64 v[4])
{
  v[0] += v[1];
  v[1] = ROTATE (v[1], 13) ^ v[0];
  v[0] = ROTATE (v[0], 32);
  v[2] += v[3];
  v[3] = ROTATE (v[3], 16) ^ v[2];
  v[0] += v[3];
  v[3] = ROTATE (v[3], 21) ^ v[0];
  v[2] += v[1];
  v[1] = ROTATE (v[1], 17) ^ v[2];
  v[2] = ROTATE (v[2], 32);
}

/* SipHash-1-3 (Aumasson and Bernstein 2012) with a secret seed: the text is untrusted, and keys
 * made to collide would make the table quadratic. */
static guint64
hash_key (const WeftJsonKeys *keys,
          const char         *key,
          gsize               length,
          guint               object)
{
  guint64 v[4] = {
    keys->seed[0] ^ object ^ G_GUINT64_CONSTANT (0x736f6d6570736575),
    keys->seed[1] ^ G_GUINT64_CONSTANT (0x646f72616e646f6d),
    keys->seed[0] ^ object ^ G_GUINT64_CONSTANT (0x6c7967656e657261),
    keys->seed[1] ^ G_GUINT64_CONSTANT (0x7465646279746573),
  };
  guint64 last = (guint64) length << 56;
  gsize whole = length & ~(gsize) 7;

  for (gsize i = 0; i < whole; i += 8)
    {
      guint64 word;

      memcpy (&word, key + i, 8);
      v[3] ^= word;
      mix (v);
      v[0] ^= word;
    }

  for (gsize i = whole; i < length; i++)
    last |= (guint64) (guchar) key[i] << (8 * (i - whole));
  v[3] ^= last;
  mix (v);
  v[0] ^= last;

  v[2] ^= 0xff;
  for (int i = 0; i < 3; i++)
    mix (v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static void
place_entry (WeftJsonKeys *keys,
             guint         index)
{
  const Entry *entry = &g_array_index (keys->entries, Entry, index);
  guint mask = keys->n_slots - 1;
  guint slot = entry->hash & mask;

  while (keys->slots[slot] != 0)
    slot = (slot + 1) & mask;
  keys->slots[slot] = index + 1;
}

static void
double_slots (WeftJsonKeys *keys)
{
  keys->n_slots *= 2;
  g_free (keys->slots);
  keys->slots = g_new0 (guint32, keys->n_slots);

  /* In the order of their coming, so that taking out in reverse stays right. */
  for (guint i = 0; i < keys->entries->len; i++)
    place_entry (keys, i);
}

static void
remove_last (WeftJsonKeys *keys)
{
  guint index = keys->entries->len - 1;
  const Entry *entry = &g_array_index (keys->entries, Entry, index);
  guint mask = keys->n_slots - 1;
  guint slot = entry->hash & mask;

  while (keys->slots[slot] != index + 1)
    slot = (slot + 1) & mask;
  keys->slots[slot] = 0;
  g_array_set_size (keys->entries, index);
}

/**
 * weft_json_keys_new: (skip)
 *
 * Returns: (transfer full): a set outside of all objects
 */
WeftJsonKeys *
weft_json_keys_new (void)
{
  WeftJsonKeys *keys = g_new0 (WeftJsonKeys, 1);

  keys->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  keys->starts = g_array_new (FALSE, FALSE, sizeof (guint));
  keys->n_slots = FIRST_SLOTS;
  keys->slots = g_new0 (guint32, keys->n_slots);
  for (guint i = 0; i < 2; i++)
    keys->seed[i] = (guint64) g_random_int () << 32 | g_random_int ();

  return keys;
}

/**
 * weft_json_keys_free: (skip)
 * @keys: (transfer full): a set
 */
void
weft_json_keys_free (WeftJsonKeys *keys)
{
  g_array_unref (keys->entries);
  g_array_unref (keys->starts);
  g_free (keys->slots);
  g_free (keys);
}

/**
 * weft_json_keys_enter: (skip)
 * @keys: a set
 *
 * The scan goes into an object; the keys of the outer one are kept.
 */
void
weft_json_keys_enter (WeftJsonKeys *keys)
{
  guint start = keys->entries->len;

  g_array_append_val (keys->starts, start);
}

/**
 * weft_json_keys_leave: (skip)
 * @keys: a set
 *
 * The scan leaves the innermost object; its keys are forgotten.
 */
void
weft_json_keys_leave (WeftJsonKeys *keys)
{
  guint start;

  g_assert (keys->starts->len > 0);

  start = g_array_index (keys->starts, guint, keys->starts->len - 1);
  while (keys->entries->len > start)
    remove_last (keys);
  g_array_set_size (keys->starts, keys->starts->len - 1);
}

/**
 * weft_json_keys_add: (skip)
 * @keys: a set that is inside of an object
 * @key: the key, already without escapes; borrowed until that object is left
 * @length: its length in bytes
 *
 * Returns: %FALSE when the innermost object has the key already
 */
gboolean
weft_json_keys_add (WeftJsonKeys *keys,
                    const char   *key,
                    gsize         length)
{
  /* Objects inside one another are told apart by their depth: only one of each depth is open. */
  guint object = keys->starts->len;
  Entry entry = { key, length, hash_key (keys, key, length, object), object };
  guint mask = keys->n_slots - 1;

  g_assert (object > 0);

  for (guint slot = entry.hash & mask; keys->slots[slot] != 0; slot = (slot + 1) & mask)
    {
      const Entry *other = &g_array_index (keys->entries, Entry, keys->slots[slot] - 1);

      if (other->hash == entry.hash && other->object == entry.object
          && other->length == length && memcmp (other->key, key, length) == 0)
        return FALSE;
    }

  g_array_append_val (keys->entries, entry);
  if (keys->entries->len * 2 > keys->n_slots)
    double_slots (keys);
  else
    place_entry (keys, keys->entries->len - 1);

  return TRUE;
}
