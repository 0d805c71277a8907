/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps of a platform onto itself that keep classes and links, found by trying; not all of them have to be known. */
#include "mapper/weft-exact-symmetry-private.h"

#define MAX_MAPS 24u
#define MAX_TRIES 100000u

typedef struct
{
  const WeftPlatform *platform;
  WeftExactSymmetry *symmetry;
  guint8 map[64];
  guint64 taken;
  guint n_tries;
} Search;

static gboolean
same_link (const WeftPlatform *platform, guint from, guint to, guint from_2, guint to_2)
{
  const WeftLink *a = &platform->links[platform->link_of[(gsize) from * platform->n_devices + to]];
  const WeftLink *b = &platform->links[platform->link_of[(gsize) from_2 * platform->n_devices + to_2]];

  return a == b || (a->alpha_s == b->alpha_s && a->bw_bytes_s == b->bw_bytes_s);
}

/* Whether a device can go to a place, when those before it have theirs. */
static gboolean
can_go (const Search *search, guint device, guint place)
{
  const WeftPlatform *platform = search->platform;

  if (platform->class_of[device] != platform->class_of[place])
    return FALSE;
  for (guint p = 0; p < device; p++)
    if (!same_link (platform, device, p, place, search->map[p])
        || !same_link (platform, p, device, search->map[p], place))
      return FALSE;
  return TRUE;
}

static void
add_map (Search *search)
{
  WeftExactSymmetry *symmetry = search->symmetry;
  guint8 *map = symmetry->maps + symmetry->n_maps++ * symmetry->n_devices;

  for (guint p = 0; p < symmetry->n_devices; p++)
    map[p] = search->map[p];
}

static void
place_from (Search *search, guint device)
{
  guint n = search->platform->n_devices;

  if (device == n)
    {
      add_map (search);
      return;
    }
  for (guint place = 0; place < n; place++)
    {
      if (search->symmetry->n_maps == MAX_MAPS || search->n_tries++ == MAX_TRIES)
        return;
      if ((search->taken >> place & 1) != 0 || !can_go (search, device, place))
        continue;
      search->map[device] = place;
      search->taken |= G_GUINT64_CONSTANT (1) << place;
      place_from (search, device + 1);
      search->taken &= ~(G_GUINT64_CONSTANT (1) << place);
    }
}

static gboolean
are_twins (const WeftPlatform *platform, guint a, guint b)
{
  if (platform->class_of[a] != platform->class_of[b] || !same_link (platform, a, b, b, a))
    return FALSE;
  for (guint p = 0; p < platform->n_devices; p++)
    if (p != a && p != b && (!same_link (platform, a, p, b, p) || !same_link (platform, p, a, p, b)))
      return FALSE;
  return TRUE;
}

/* The orbits are those of the maps and twins that are known. */
static void
join (WeftExactSymmetry *self, guint a, guint b)
{
  guint low = MIN (self->orbit[a], self->orbit[b]);
  guint high = MAX (self->orbit[a], self->orbit[b]);

  for (guint p = 0; low < high && p < self->n_devices; p++)
    if (self->orbit[p] == high)
      self->orbit[p] = low;
}

void
weft_exact_symmetry_init (WeftExactSymmetry *self, const WeftPlatform *platform)
{
  guint n = platform->n_devices;
  Search search = { .platform = platform, .symmetry = self };

  g_assert (n <= 64);
  *self = (WeftExactSymmetry) { .n_devices = n };
  self->maps = g_new (guint8, (gsize) MAX_MAPS * n);
  self->twins = g_new0 (guint64, n);
  self->orbit = g_new (guint, n);
  for (guint p = 0; p < n; p++)
    self->orbit[p] = p;
  place_from (&search, 0);
  for (guint m = 0; m < self->n_maps; m++)
    for (guint p = 0; p < n; p++)
      join (self, p, self->maps[m * n + p]);
  for (guint b = 0; b < n; b++)
    for (guint a = 0; a < b; a++)
      if (are_twins (platform, a, b))
        {
          self->twins[b] |= G_GUINT64_CONSTANT (1) << a;
          join (self, a, b);
        }
}

void
weft_exact_symmetry_clear (WeftExactSymmetry *self)
{
  g_free (self->maps);
  g_free (self->twins);
  g_free (self->orbit);
}

gboolean
weft_exact_symmetry_skips (const WeftExactSymmetry *self, guint64 used, guint device)
{
  if ((used >> device & 1) != 0)
    return FALSE;
  if ((self->twins[device] & ~used) != 0)
    return TRUE;
  for (guint m = 1; m < self->n_maps; m++)
    {
      const guint8 *map = self->maps + m * self->n_devices;
      gboolean keeps = map[device] < device;

      for (guint p = 0; p < self->n_devices && keeps; p++)
        keeps = (used >> p & 1) == 0 || map[p] == p;
      if (keeps)
        return TRUE;
    }
  return FALSE;
}
