/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two devices are of one island when a transfer between them takes about as long as the quickest that either has. */
#include "mapper/weft-llm-islands-private.h"

#include <math.h>

/* How much longer than the quickest a transfer inside of an island may take. */
#define ISLAND_FACTOR 1.25
/* Chips whose times differ by less count as equally fast. */
#define SAME_SPEED 0.01

typedef struct
{
  guint island;
  guint32 first; /* its first device */
  double slowness;
} Rank;

static const WeftLink *
link_between (const WeftPlatform *platform, guint32 from, guint32 to)
{
  return &platform->links[platform->link_of[(gsize) from * platform->n_devices + to]];
}

/* There or back, whichever takes longer. */
static double
transfer_s (const WeftPlatform *platform, guint32 a, guint32 b, double bytes)
{
  return MAX (weft_platform_comm_s (platform, a, b, bytes), weft_platform_comm_s (platform, b, a, bytes));
}

static WeftLink
slower (WeftLink a, const WeftLink *b, double bytes)
{
  return a.alpha_s + bytes / a.bw_bytes_s >= b->alpha_s + bytes / b->bw_bytes_s ? a : *b;
}

/* --- islands --- */

/* [devices] the quickest transfer of each to another one; infinite for one alone. */
static double *
find_quickest (const WeftPlatform *platform, const gboolean *takes, double bytes)
{
  guint n = platform->n_devices;
  double *quickest = g_new (double, n);

  for (guint i = 0; i < n; i++)
    quickest[i] = INFINITY;
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      if (takes[i] && takes[j])
        {
          double time_s = transfer_s (platform, i, j, bytes);

          quickest[i] = MIN (quickest[i], time_s);
          quickest[j] = MIN (quickest[j], time_s);
        }
  return quickest;
}

/* Walks from device to device over quick links. Returns how many islands there are. */
static guint
number_islands (WeftLlmIslands *self, const gboolean *takes, double bytes)
{
  guint n = self->platform->n_devices, n_islands = 0;
  g_autofree double *quickest = find_quickest (self->platform, takes, bytes);
  g_autofree guint *queue = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    self->island_of[i] = G_MAXUINT;
  for (guint i = 0; i < n; i++)
    {
      guint end = 0;

      if (!takes[i] || self->island_of[i] != G_MAXUINT)
        continue;
      self->island_of[i] = n_islands;
      queue[end++] = i;
      for (guint k = 0; k < end; k++)
        for (guint j = 0; j < n; j++)
          if (takes[j] && self->island_of[j] == G_MAXUINT
              && transfer_s (self->platform, queue[k], j, bytes)
                   <= ISLAND_FACTOR * MIN (quickest[queue[k]], quickest[j]))
            {
              self->island_of[j] = n_islands;
              queue[end++] = j;
            }
      n_islands++;
    }
  return n_islands;
}

static int
compare_ranks_cb (gconstpointer a, gconstpointer b)
{
  const Rank *one = a;
  const Rank *other = b;

  if (one->slowness != other->slowness)
    return one->slowness < other->slowness ? -1 : 1;
  return (one->first > other->first) - (one->first < other->first);
}

/* Times in steps of a hundredth, so that what is nearly the same stays in its order. */
static double
round_slowness (double slowness)
{
  return floor (log (slowness) / SAME_SPEED + 0.5);
}

static Rank *
rank_islands (const WeftLlmIslands *self, guint n_islands, const double *slowness)
{
  Rank *ranks = g_new (Rank, n_islands + 1);

  for (guint k = 0; k < n_islands; k++)
    ranks[k] = (Rank) { k, G_MAXUINT32, -INFINITY };
  for (guint i = 0; i < self->platform->n_devices; i++)
    if (self->island_of[i] != G_MAXUINT)
      {
        Rank *rank = &ranks[self->island_of[i]];

        rank->first = MIN (rank->first, i);
        rank->slowness = MAX (rank->slowness, round_slowness (slowness[self->platform->class_of[i]]));
      }
  qsort (ranks, n_islands, sizeof *ranks, compare_ranks_cb);
  return ranks;
}

/* After each island comes the nearest of the equally fast ones that are left; of equal ones the first. */
static void
chain_islands (const WeftLlmIslands *self, Rank *ranks, double bytes)
{
  for (guint at = 1; at + 1 < self->n_islands; at++)
    {
      guint nearest = at;
      double least_s = INFINITY;
      Rank found;

      for (guint k = at; k < self->n_islands && ranks[k].slowness == ranks[at].slowness; k++)
        {
          double time_s = transfer_s (self->platform, ranks[at - 1].first, ranks[k].first, bytes);

          if (time_s < least_s)
            {
              least_s = time_s;
              nearest = k;
            }
        }
      found = ranks[nearest];
      for (; nearest > at; nearest--)
        ranks[nearest] = ranks[nearest - 1];
      ranks[at] = found;
    }
}

static void
list_devices (WeftLlmIslands *self, const Rank *ranks)
{
  for (guint k = 0; k < self->n_islands; k++)
    {
      self->first[k] = self->n_devices;
      for (guint i = 0; i < self->platform->n_devices; i++)
        if (self->island_of[i] == ranks[k].island)
          self->devices[self->n_devices++] = i;
    }
  self->first[self->n_islands] = self->n_devices;
}

WeftLlmIslands *
weft_llm_islands_new (WeftPlatform *platform, const WeftFlat *flat, const double *slowness, double bytes)
{
  WeftLlmIslands *self = g_new0 (WeftLlmIslands, 1);
  g_autofree gboolean *takes = g_new (gboolean, platform->n_devices);
  g_autofree Rank *ranks = NULL;

  self->platform = platform;
  self->flat = platform->device != NULL ? flat : NULL;
  self->devices = g_new (guint32, platform->n_devices);
  self->island_of = g_new (guint, platform->n_devices);
  for (guint i = 0; i < platform->n_devices; i++)
    takes[i] = isfinite (slowness[platform->class_of[i]]);
  self->n_islands = number_islands (self, takes, bytes);
  self->first = g_new0 (guint, self->n_islands + 1);
  ranks = rank_islands (self, self->n_islands, slowness);
  chain_islands (self, ranks, bytes);
  list_devices (self, ranks);
  return self;
}

void
weft_llm_islands_free (WeftLlmIslands *self)
{
  if (self == NULL)
    return;
  g_free (self->devices);
  g_free (self->first);
  g_free (self->island_of);
  g_free (self);
}

/* --- groups --- */

static guint
count_inside (const WeftLlmIslands *islands, guint size)
{
  guint n = 0;

  for (guint k = 0; k < islands->n_islands; k++)
    n += (islands->first[k + 1] - islands->first[k]) / size;
  return n;
}

gboolean
weft_llm_groups_init (WeftLlmGroups *groups, const WeftLlmIslands *islands, guint size, guint n_needed)
{
  guint n_inside = count_inside (islands, size);
  guint n = 0;

  *groups = (WeftLlmGroups) { .size = size, .is_inside = n_inside >= n_needed };
  groups->n_groups = groups->is_inside ? n_inside : islands->n_devices / size;
  if (groups->n_groups < n_needed)
    return FALSE;
  if (!groups->is_inside)
    {
      groups->devices = g_memdup2 (islands->devices, (gsize) groups->n_groups * size * sizeof *groups->devices);
      return TRUE;
    }
  groups->devices = g_new (guint32, (gsize) groups->n_groups * size);
  for (guint k = 0; k < islands->n_islands; k++)
    for (guint at = islands->first[k]; at + size <= islands->first[k + 1]; at += size)
      for (guint i = 0; i < size; i++)
        groups->devices[n++] = islands->devices[at + i];
  return TRUE;
}

void
weft_llm_groups_clear (WeftLlmGroups *groups)
{
  g_clear_pointer (&groups->devices, g_free);
}

/* Ranks from the first on that are in one island, when all runs of the group are as long; else 1. */
static guint
find_domain (const WeftLlmGroups *groups, const WeftLlmIslands *islands, const guint32 *devices)
{
  guint domain = 1;

  while (domain < groups->size && islands->island_of[devices[domain]] == islands->island_of[devices[0]])
    domain++;
  for (guint i = 0; i < groups->size; i++)
    if ((i % domain != 0 && islands->island_of[devices[i]] != islands->island_of[devices[i - 1]])
        || (i % domain == 0 && i > 0 && islands->island_of[devices[i]] == islands->island_of[devices[i - 1]]))
      return 1;
  return domain;
}

static gboolean
has_cable (const WeftLlmIslands *islands, guint32 a, guint32 b)
{
  const WeftFlat *flat = islands->flat;
  guint32 from = islands->platform->device[a], to = islands->platform->device[b];

  for (guint32 k = flat->first[from]; k < flat->first[from + 1]; k++)
    if (flat->to[k] == to)
      return TRUE;
  return FALSE;
}

/* Whether each two of these have a cable of their own: no ring of n uses the n - 2 other ones of a rank. */
static gboolean
is_mesh (const WeftLlmIslands *islands, const guint32 *devices, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      if (islands->flat == NULL || !has_cable (islands, devices[i], devices[j]))
        return FALSE;
  return TRUE;
}

WeftLlmRing
weft_llm_groups_ring (const WeftLlmGroups *groups, const WeftLlmIslands *islands, guint group)
{
  const guint32 *devices = groups->devices + (gsize) group * groups->size;
  const WeftLink none = { 0, INFINITY };
  guint domain = find_domain (groups, islands, devices);
  WeftLlmRing ring = { groups->size, domain, none, none };

  for (guint i = 0; i < groups->size && groups->size > 1; i++)
    {
      /* A ring in each island, and rings over the islands of what has the same place in each. */
      guint next = i + 1 < groups->size && (i + 1) % domain != 0 ? i + 1 : i + 1 - domain;
      guint beyond = (i + domain) % groups->size;

      if (domain > 1)
        ring.inside = slower (ring.inside, link_between (islands->platform, devices[i], devices[next]), 0x1p20);
      if (domain < groups->size)
        ring.across = slower (ring.across, link_between (islands->platform, devices[i], devices[beyond]), 0x1p20);
    }
  if (domain > 2 && is_mesh (islands, devices, domain))
    ring.inside.bw_bytes_s *= domain - 1;
  return ring;
}

WeftLink
weft_llm_groups_link (const WeftLlmGroups *groups, const WeftLlmIslands *islands, guint from, guint to, double bytes)
{
  WeftLink slowest = { 0, INFINITY };

  for (guint i = 0; i < groups->size; i++)
    slowest = slower (slowest,
                      link_between (islands->platform, groups->devices[(gsize) from * groups->size + i],
                                    groups->devices[(gsize) to * groups->size + i]),
                      bytes);
  return slowest;
}
