/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices by group of links and class, and where their last gaps are. */
#include "mapper/weft-device-pools-private.h"

#include <math.h>

#include "mapper/weft-timeline-private.h"

/* Low bits of a double's mantissa when two of its 52 are kept: four spans to a factor of two. */
#define FINE_BITS 50u

typedef struct
{
  const WeftPlatform *platform;
  const WeftLinkGroups *groups;
} Sorting;

static int
compare_devices_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const Sorting *sorting = data;
  guint32 p = *(const guint32 *) a;
  guint32 q = *(const guint32 *) b;
  int by_group = (int) sorting->groups->group_of[p] - (int) sorting->groups->group_of[q];
  int by_class = (int) sorting->platform->class_of[p] - (int) sorting->platform->class_of[q];

  if (by_group != 0)
    return by_group;
  return by_class != 0 ? by_class : (p > q) - (p < q);
}

static void
sort_devices (WeftDevicePools *self, const WeftPlatform *platform, const WeftLinkGroups *groups)
{
  Sorting sorting = { platform, groups };

  for (guint p = 0; p < self->n_devices; p++)
    self->device[p] = p;
  g_qsort_with_data (self->device, self->n_devices, sizeof *self->device, compare_devices_cb, &sorting);
  for (guint k = 0; k < self->n_devices; k++)
    {
      guint p = self->device[k];
      WeftDevicePool *last = self->n_pools > 0 ? &self->pools[self->n_pools - 1] : NULL;

      if (last != NULL && last->group == groups->group_of[p] && last->device_class == platform->class_of[p])
        last->end = k + 1;
      else
        self->pools[self->n_pools++] = (WeftDevicePool) { k, k + 1, k, platform->class_of[p], groups->group_of[p] };
      self->place_of[p] = k;
      self->pool_of[k] = self->n_pools - 1;
    }
}

/* Spans as fine as the range of times of the problem allows. */
static void
find_spans (WeftDevicePools *self, const WeftMapProblem *problem)
{
  gsize n = (gsize) problem->n_rows * problem->platform->n_classes;
  double least_s = INFINITY;
  double most_s = 0;
  guint64 keys[2];

  for (gsize i = 0; i < n; i++)
    if (problem->time_s[i] > 0 && problem->time_s[i] < INFINITY)
      {
        least_s = MIN (least_s, problem->time_s[i]);
        most_s = MAX (most_s, problem->time_s[i]);
      }
  memcpy (&keys[0], &least_s, sizeof keys[0]);
  memcpy (&keys[1], &most_s, sizeof keys[1]);
  self->n_key_bits = FINE_BITS;
  while (keys[1] > keys[0] && (keys[1] >> self->n_key_bits) - (keys[0] >> self->n_key_bits) > WEFT_MAX_SPANS - 2)
    self->n_key_bits++;
  self->least_key = keys[0] >> self->n_key_bits;
}

void
weft_device_pools_init (WeftDevicePools *self, const WeftMapProblem *problem, const WeftLinkGroups *groups)
{
  guint n = problem->platform->n_devices;

  *self = (WeftDevicePools) {
    .pools = g_new (WeftDevicePool, n),
    .n_devices = n,
    .device = g_new (guint32, n),
    .place_of = g_new (guint32, n),
    .pool_of = g_new (guint32, n),
    .tail_s = g_new0 (double, n),
    .gap_end_s = g_new (double, (gsize) n * WEFT_MAX_SPANS),
  };
  sort_devices (self, problem->platform, groups);
  find_spans (self, problem);
  self->first_tail_s = g_new0 (double, self->n_pools);
  self->before_tail_s = g_new (double, self->n_pools);
  for (guint p = 0; p < self->n_pools; p++)
    self->before_tail_s[p] = INFINITY;
  self->pool_gap_end_s = g_new (double, (gsize) self->n_pools * WEFT_MAX_SPANS);
  for (gsize i = 0; i < (gsize) n * WEFT_MAX_SPANS; i++)
    self->gap_end_s[i] = -1;
  for (gsize i = 0; i < (gsize) self->n_pools * WEFT_MAX_SPANS; i++)
    self->pool_gap_end_s[i] = -1;
}

void
weft_device_pools_clear (WeftDevicePools *self)
{
  g_free (self->pools);
  g_free (self->device);
  g_free (self->place_of);
  g_free (self->pool_of);
  g_free (self->tail_s);
  g_free (self->first_tail_s);
  g_free (self->before_tail_s);
  g_free (self->gap_end_s);
  g_free (self->pool_gap_end_s);
}

/* Tails only grow: the least one of a pool changes only when a task goes to that very device. */
static void
find_first (WeftDevicePools *self, guint p)
{
  WeftDevicePool *pool = &self->pools[p];
  double before_s = INFINITY;

  pool->first = pool->begin;
  for (guint k = pool->begin + 1; k < pool->end; k++)
    if (self->tail_s[k] < self->tail_s[pool->first])
      {
        before_s = self->tail_s[pool->first];
        pool->first = k;
      }
  self->first_tail_s[p] = self->tail_s[pool->first];
  self->before_tail_s[p] = before_s;
}

/* What goes between two tasks leaves shorter gaps that end no later, of which everything that is kept stays true. */
void
weft_device_pools_take (WeftDevicePools *self, guint32 device, double start_s, double time_s)
{
  guint place = self->place_of[device];
  guint p = self->pool_of[place];
  guint longest;

  if (start_s < self->tail_s[place])
    return;
  longest = weft_device_pools_span (self, weft_gap_longest_s (self->tail_s[place], start_s));
  for (guint span = 0; span <= longest; span++)
    {
      double *latest_s = &self->pool_gap_end_s[span * self->n_pools + p];

      self->gap_end_s[span * self->n_devices + place] = start_s;
      *latest_s = MAX (*latest_s, start_s);
    }
  self->tail_s[place] = start_s + time_s;
  if (self->pools[p].first == place)
    find_first (self, p);
}
