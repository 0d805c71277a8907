/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of devices by their links. Being alike is an equivalence, so that one device of a group stands for all. */
#include "mapper/weft-link-groups-private.h"

static inline guint16
link_of (const WeftPlatform *platform, guint from, guint to)
{
  return platform->link_of[(gsize) from * platform->n_devices + to];
}

/* A number that differs for any two pairs of a device and a link (the finaliser of SplitMix64). */
static inline guint64
mix (guint device, guint16 link)
{
  guint64 x = ((guint64) device << 16 | link) + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  x = (x ^ x >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ x >> 31;
}

/* Sums over all other devices of what they have as links: what two devices have in common shows in one step. */
typedef struct
{
  guint64 out;
  guint64 in;
} Print;

static Print *
take_prints (const WeftPlatform *platform)
{
  Print *prints = g_new0 (Print, platform->n_devices);

  for (guint a = 0; a < platform->n_devices; a++)
    for (guint b = 0; b < platform->n_devices; b++)
      if (a != b)
        {
          prints[a].out += mix (b, link_of (platform, a, b));
          prints[b].in += mix (a, link_of (platform, a, b));
        }
  return prints;
}

/* The same links to and from every third device, and one link between the two. The sums decide nearly all; only what
 * they let through is compared. */
static gboolean
are_alike (const WeftPlatform *platform, const Print *prints, guint a, guint b)
{
  guint16 link = link_of (platform, a, b);

  if (link != link_of (platform, b, a) || prints[a].out - mix (b, link) != prints[b].out - mix (a, link)
      || prints[a].in - mix (b, link) != prints[b].in - mix (a, link))
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
