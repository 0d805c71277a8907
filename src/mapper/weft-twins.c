/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a part is joined to, as a number: equal numbers of siblings mean that each device in one has the same cables to
 * the same devices outside as its counterpart in the other. Swapping the two then maps the machine onto itself. */
#include "mapper/weft-twins-private.h"

#include "design/graph/weft-graph-route-private.h"

/* Two sums of hashes, so that two outsides that differ have the same number by a chance of 2^-128. */
typedef struct
{
  guint64 sums[2];
} Outside;

/* Siblings: instances of one item of one instance. */
typedef struct
{
  guint32 parent;
  guint32 item;
  Outside outside;
} Place;

typedef struct
{
  Place place;
  guint32 first;
  guint32 second;
} Group;

/* The finaliser of MurmurHash3 (Austin Appleby, public domain). */
static guint64
mix (guint64 x)
{
  x = (x ^ (x >> 33)) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  x = (x ^ (x >> 33)) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return x ^ (x >> 33);
}

static void
add_link (Outside *outside, const WeftFlat *flat, guint32 link, guint32 inner)
{
  guint64 ends = mix ((guint64) inner << 32 | flat->to[link]);
  guint64 cables = (guint64) flat->cables[link] << 32 | flat->bundles[link];

  outside->sums[0] += mix (ends ^ mix (cables));
  outside->sums[1] += mix (ends + mix (cables ^ G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)));
}

static guint
hash_place_cb (gconstpointer key)
{
  const Place *place = key;

  return (guint) (place->outside.sums[0] ^ mix ((guint64) place->parent << 32 | place->item));
}

static gboolean
equal_place_cb (gconstpointer a, gconstpointer b)
{
  const Place *one = a;
  const Place *other = b;

  return one->parent == other->parent && one->item == other->item
         && one->outside.sums[0] == other->outside.sums[0] && one->outside.sums[1] == other->outside.sums[1];
}

static Group *
find_group (GHashTable *groups, const Place *place, guint32 member)
{
  Group *group = g_hash_table_lookup (groups, place);

  if (group == NULL)
    {
      group = g_new (Group, 1);
      *group = (Group) { *place, member, WEFT_FLAT_NONE };
      g_hash_table_insert (groups, &group->place, group);
    }
  else if (group->second == WEFT_FLAT_NONE && group->first != member)
    {
      group->second = member;
    }
  return group;
}

/* [instances] the first device of each; @end: behind the last. */
static void
find_ranges (WeftTwins *self, guint32 *end)
{
  const WeftFlat *flat = self->flat;

  for (guint32 i = 0; i < flat->n_instances; i++)
    {
      self->start[i] = WEFT_FLAT_NONE;
      end[i] = 0;
    }
  for (guint32 d = 0; d < flat->n_devices; d++)
    for (guint32 i = flat->owners[d]; i != WEFT_FLAT_NONE; i = flat->instances[i].parent)
      {
        self->start[i] = MIN (self->start[i], d);
        end[i] = d + 1;
      }
}

static void
look_outside (const WeftTwins *self, const guint32 *end, Outside *devices, Outside *instances)
{
  const WeftFlat *flat = self->flat;

  for (guint32 k = 0; k < flat->n_links; k++)
    {
      guint32 from = flat->from[k];
      guint32 to = flat->to[k];

      add_link (&devices[from], flat, k, 0);
      for (guint32 i = flat->owners[from]; i != WEFT_FLAT_NONE; i = flat->instances[i].parent)
        {
          if (to >= self->start[i] && to < end[i])
            break;
          add_link (&instances[i], flat, k, from - self->start[i]);
        }
    }
}

static void
group_instances (WeftTwins *self, const Outside *outsides)
{
  const WeftFlat *flat = self->flat;
  g_autoptr (GHashTable) groups = g_hash_table_new_full (hash_place_cb, equal_place_cb, NULL, g_free);

  for (guint pass = 0; pass < 2; pass++)
    for (guint32 i = 0; i < flat->n_instances; i++)
      {
        Place place = { flat->instances[i].parent, flat->instances[i].item, outsides[i] };
        Group *group = find_group (groups, &place, i);

        self->first[i] = group->first;
        self->second[i] = group->second;
      }
}

static void
group_devices (WeftTwins *self, const Outside *outsides)
{
  const WeftFlat *flat = self->flat;
  g_autoptr (GHashTable) groups = g_hash_table_new_full (hash_place_cb, equal_place_cb, NULL, g_free);

  for (guint pass = 0; pass < 2; pass++)
    for (guint32 d = 0; d < flat->n_devices; d++)
      {
        Place place = { flat->owners[d], flat->items[d], outsides[d] };
        Group *group = find_group (groups, &place, d);

        self->device_first[d] = group->first;
        self->device_second[d] = group->second;
      }
}

/* An instance comes after the one around it. */
static void
find_canon (WeftTwins *self)
{
  const WeftFlat *flat = self->flat;
  g_autofree guint32 *canon = g_new (guint32, flat->n_instances);

  for (guint32 i = 0; i < flat->n_instances; i++)
    {
      guint32 parent = flat->instances[i].parent;

      canon[i] = parent == WEFT_FLAT_NONE || self->start[i] == WEFT_FLAT_NONE
                   ? self->start[i] : canon[parent] + self->start[self->first[i]] - self->start[parent];
    }
  for (guint32 d = 0; d < flat->n_devices; d++)
    self->canon[d] = canon[flat->owners[d]] + self->device_first[d] - self->start[flat->owners[d]];
}

/* The instance right inside @around that a device is in, WEFT_FLAT_NONE when it stands there itself. */
static guint32
find_child (const WeftFlat *flat, guint32 device, guint32 around)
{
  guint32 child = WEFT_FLAT_NONE;

  for (guint32 i = flat->owners[device]; i != around; i = flat->instances[i].parent)
    child = i;
  return child;
}

WeftTwins *
weft_twins_new (const WeftFlat *flat)
{
  WeftTwins *self = g_new0 (WeftTwins, 1);
  g_autofree guint32 *end = g_new (guint32, flat->n_instances);
  g_autofree Outside *devices = g_new0 (Outside, flat->n_devices);
  g_autofree Outside *instances = g_new0 (Outside, flat->n_instances);

  self->flat = flat;
  self->start = g_new (guint32, flat->n_instances);
  self->first = g_new (guint32, flat->n_instances);
  self->second = g_new (guint32, flat->n_instances);
  self->device_first = g_new (guint32, flat->n_devices);
  self->device_second = g_new (guint32, flat->n_devices);
  self->canon = g_new (guint32, flat->n_devices);
  find_ranges (self, end);
  look_outside (self, end, devices, instances);
  group_instances (self, instances);
  group_devices (self, devices);
  find_canon (self);
  return self;
}

void
weft_twins_free (WeftTwins *self)
{
  if (self == NULL)
    return;
  g_free (self->start);
  g_free (self->first);
  g_free (self->second);
  g_free (self->device_first);
  g_free (self->device_second);
  g_free (self->canon);
  g_free (self);
}

void
weft_twins_pair (const WeftTwins *self, guint32 from, guint32 to, guint32 *canon_from, guint32 *canon_to)
{
  const WeftFlat *flat = self->flat;
  guint32 around = weft_route_common (flat, flat->owners[from], flat->owners[to]);
  guint32 a = find_child (flat, from, around);
  guint32 b = find_child (flat, to, around);

  *canon_from = self->canon[from];
  *canon_to = self->canon[to];
  /* Where both could come to stand at the same place, the second goes to the second place. */
  if (a == WEFT_FLAT_NONE && b == WEFT_FLAT_NONE && self->device_first[from] == self->device_first[to])
    *canon_to += self->device_second[to] - self->device_first[to];
  else if (a != WEFT_FLAT_NONE && b != WEFT_FLAT_NONE && self->first[a] == self->first[b])
    *canon_to += self->start[self->second[b]] - self->start[self->first[b]];
}
