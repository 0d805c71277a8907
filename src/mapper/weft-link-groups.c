/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of devices by their links. Being alike is an equivalence, so that one device of a group stands for all. */
#include "mapper/weft-link-groups-private.h"

static inline guint16
link_of (const WeftPlatform *platform, guint from, guint to)
{
  return platform->link_of[(gsize) from * platform->n_devices + to];
}

/* Sums over all other devices of what they have as links, each link times a number of the other device: what two
 * devices have in common shows in one step. */
typedef struct
{
  guint64 factor;
  guint64 out;
  guint64 in;
} Print;

/* A number of a device that has nothing to do with those of others (the finaliser of SplitMix64). */
static guint64
mix (guint device)
{
  guint64 x = device + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  x = (x ^ x >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ x >> 31;
}

static Print *
take_prints (const WeftPlatform *platform)
{
  Print *prints = g_new0 (Print, platform->n_devices);

  for (guint a = 0; a < platform->n_devices; a++)
    prints[a].factor = mix (a);
  for (guint a = 0; a < platform->n_devices; a++)
    for (guint b = 0; b < platform->n_devices; b++)
      if (a != b)
        {
          prints[a].out += prints[b].factor * link_of (platform, a, b);
          prints[b].in += prints[a].factor * link_of (platform, a, b);
        }
  return prints;
}

/* The same links to and from every third device, and one link between the two. The sums decide nearly all; only what
 * they let through is compared. */
static gboolean
are_alike (const WeftPlatform *platform, const Print *prints, guint a, guint b)
{
  guint64 link = link_of (platform, a, b);
  guint64 of_a = prints[b].factor * link;
  guint64 of_b = prints[a].factor * link;

  if (link != link_of (platform, b, a) || prints[a].out - of_a != prints[b].out - of_b
      || prints[a].in - of_a != prints[b].in - of_b)
    return FALSE;
  for (guint q = 0; q < platform->n_devices; q++)
    if (q != a && q != b
        && (link_of (platform, a, q) != link_of (platform, b, q)
            || link_of (platform, q, a) != link_of (platform, q, b)))
      return FALSE;
  return TRUE;
}

void
weft_link_groups_init (WeftLinkGroups *self, const WeftPlatform *platform)
{
  g_autofree Print *prints = take_prints (platform);
  g_autofree guint *first_of = g_new (guint, platform->n_devices);
  g_autofree guint *second_of = g_new0 (guint, platform->n_devices);

  *self = (WeftLinkGroups) {
    .group_of = g_new (guint16, platform->n_devices),
    .size = g_new0 (guint, platform->n_devices),
  };
  for (guint p = 0; p < platform->n_devices; p++)
    {
      guint g = 0;

      while (g < self->n_groups && !are_alike (platform, prints, first_of[g], p))
        g++;
      if (g == self->n_groups)
        first_of[self->n_groups++] = p;
      else if (self->size[g] == 1)
        second_of[g] = p;
      self->group_of[p] = g;
      self->size[g]++;
    }
  self->link_of = g_new0 (guint16, (gsize) self->n_groups * self->n_groups);
  for (guint a = 0; a < self->n_groups; a++)
    for (guint b = 0; b < self->n_groups; b++)
      if (a != b)
        self->link_of[(gsize) a * self->n_groups + b] = link_of (platform, first_of[a], first_of[b]);
      else if (self->size[a] > 1)
        self->link_of[(gsize) a * self->n_groups + b] = link_of (platform, first_of[a], second_of[a]);
}

void
weft_link_groups_clear (WeftLinkGroups *self)
{
  g_free (self->group_of);
  g_free (self->size);
  g_free (self->link_of);
}
