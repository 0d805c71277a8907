/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices by group of links and class. */
#include "mapper/weft-device-pools-private.h"

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

void
weft_device_pools_init (WeftDevicePools *self, const WeftPlatform *platform, const WeftLinkGroups *groups)
{
  guint n = platform->n_devices;
  Sorting sorting = { platform, groups };

  *self = (WeftDevicePools) {
    .pools = g_new (WeftDevicePool, n),
    .device = g_new (guint32, n),
    .place_of = g_new (guint32, n),
    .tail_s = g_new0 (double, n),
    .last_end_s = g_new (double, n),
  };
  for (guint p = 0; p < n; p++)
    self->device[p] = p;
  g_qsort_with_data (self->device, n, sizeof *self->device, compare_devices_cb, &sorting);
  for (guint k = 0; k < n; k++)
    {
      guint p = self->device[k];
      WeftDevicePool *last = self->n_pools > 0 ? &self->pools[self->n_pools - 1] : NULL;

      self->place_of[p] = k;
      self->last_end_s[k] = -1;
      if (last == NULL || last->group != groups->group_of[p] || last->device_class != platform->class_of[p])
        self->pools[self->n_pools++] = (WeftDevicePool) { k, k + 1, platform->class_of[p], groups->group_of[p] };
      else
        last->end = k + 1;
    }
}

void
weft_device_pools_clear (WeftDevicePools *self)
{
  g_free (self->pools);
  g_free (self->device);
  g_free (self->place_of);
  g_free (self->tail_s);
  g_free (self->last_end_s);
}
