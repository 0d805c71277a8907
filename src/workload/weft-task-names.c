/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of tasks: taking them apart, and a hash table of what they are made of, with linear probing. */
#include "workload/weft-task-names-private.h"

#include <string.h>

#define FIRST_SLOTS 64 /* a power of two */
#define SHORT_STEM 255
#define MAX_ORDINAL_DIGITS 10

struct _WeftTaskNames
{
  GArray *keys;   /* guint64: stem and ordinal */
  guint32 *slots; /* index + 1, 0 for free */
  guint32 n_slots;
};

/* --- stems --- */

/* How long the stem is: all but "@" and a number that is written as numbers are. */
static gsize
split_name (const char *name, gsize length, guint32 *ordinal)
{
  gsize at = length;
  guint64 number = 0;

  *ordinal = WEFT_TASK_NONE;
  while (at > 0 && g_ascii_isdigit (name[at - 1]))
    at--;
  if (at == length || at == 0 || name[at - 1] != '@' || length - at > MAX_ORDINAL_DIGITS
      || (name[at] == '0' && length - at > 1))
    return length;
  for (gsize i = at; i < length; i++)
    number = 10 * number + (guint) (name[i] - '0');
  if (number >= WEFT_TASK_NONE)
    return length;
  *ordinal = (guint32) number;
  return at - 1;
}

guint32
weft_task_name_intern (WeftTaskBuilder *builder, const char *name, gsize length, guint32 *ordinal)
{
  gsize n = split_name (name, length, ordinal);
  char stem[SHORT_STEM + 1];
  g_autofree char *long_stem = NULL;

  if (n == length)
    return weft_task_builder_intern (builder, name);
  if (n > SHORT_STEM)
    {
      long_stem = g_strndup (name, n);
      return weft_task_builder_intern (builder, long_stem);
    }
  memcpy (stem, name, n);
  stem[n] = '\0';
  return weft_task_builder_intern (builder, stem);
}

/* --- the index --- */

static guint64
make_key (guint32 stem, guint32 ordinal)
{
  return (guint64) stem << 32 | ordinal;
}

/* Where a key is, or where it would be put. */
static guint32
find_slot (const WeftTaskNames *self, guint64 key)
{
  guint64 hash = key;
  guint32 slot;

  /* the finaliser of MurmurHash3 (Appleby 2011), so that near keys fall apart */
  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  slot = (guint32) (hash ^ hash >> 33) & (self->n_slots - 1);
  while (self->slots[slot] != 0 && g_array_index (self->keys, guint64, self->slots[slot] - 1) != key)
    slot = (slot + 1) & (self->n_slots - 1);
  return slot;
}

static void
double_slots (WeftTaskNames *self)
{
  self->n_slots *= 2;
  g_free (self->slots);
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint32 i = 0; i < self->keys->len; i++)
    self->slots[find_slot (self, g_array_index (self->keys, guint64, i))] = i + 1;
}

WeftTaskNames *
weft_task_names_new (void)
{
  WeftTaskNames *self = g_new0 (WeftTaskNames, 1);

  self->keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
  return self;
}

void
weft_task_names_free (WeftTaskNames *self)
{
  g_array_unref (self->keys);
  g_free (self->slots);
  g_free (self);
}

gboolean
weft_task_names_add (WeftTaskNames *self, guint32 stem, guint32 ordinal)
{
  guint64 key = make_key (stem, ordinal);
  guint32 slot = find_slot (self, key);

  if (self->slots[slot] != 0)
    return FALSE;
  g_array_append_val (self->keys, key);
  self->slots[slot] = self->keys->len;
  if (self->keys->len > self->n_slots / 2)
    double_slots (self);
  return TRUE;
}

guint32
weft_task_names_find (WeftTaskNames *self, guint32 stem, guint32 ordinal)
{
  guint32 slot = find_slot (self, make_key (stem, ordinal));

  return self->slots[slot] == 0 ? WEFT_TASK_NONE : self->slots[slot] - 1;
}

guint32
weft_task_names_length (WeftTaskNames *self)
{
  return self->keys->len;
}
