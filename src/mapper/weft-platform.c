/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine as a mapper sees it: its memory, and the means over its links. */
#include "mapper/weft-platform-private.h"

#include <math.h>

static void
count_classes (WeftPlatform *self)
{
  for (guint c = 0; c < self->n_classes; c++)
    self->class_size[c] = 0;
  for (guint p = 0; p < self->n_devices; p++)
    self->class_size[self->class_of[p]]++;
}

/* Means of the start-up times and of the inverse rates over all ordered pairs of different devices: the mean time of a
 * transfer is then exact in its bytes, which the mean of the rates would not give. */
static void
take_means (WeftPlatform *self)
{
  gsize n = self->n_devices;
  double latency_s = 0;
  double inverse_bw_s = 0;

  self->mean_latency_s = 0;
  self->mean_inverse_bw_s = 0;
  if (n < 2)
    return;
  for (gsize from = 0; from < n; from++)
    for (gsize to = 0; to < n; to++)
      if (from != to)
        {
          const WeftLink *link = &self->links[self->link_of[from * n + to]];

          latency_s += link->alpha_s;
          inverse_bw_s += 1 / link->bw_bytes_s;
        }
  self->mean_latency_s = latency_s / (double) (n * (n - 1));
  self->mean_inverse_bw_s = inverse_bw_s / (double) (n * (n - 1));
}

WeftPlatform *
weft_platform_new (guint n_devices, guint n_classes, guint n_links)
{
  WeftPlatform *self = g_new0 (WeftPlatform, 1);

  self->n_devices = n_devices;
  self->n_classes = n_classes;
  self->n_links = n_links;
  self->class_of = g_new0 (guint16, n_devices);
  self->class_size = g_new0 (guint, n_classes);
  self->class_name = g_new0 (char *, n_classes);
  self->capacity_bytes = g_new (double, n_classes);
  for (guint c = 0; c < n_classes; c++)
    self->capacity_bytes[c] = INFINITY;
  self->links = g_new0 (WeftLink, n_links);
  self->link_of = g_new0 (guint16, (gsize) n_devices * n_devices);
  g_atomic_ref_count_init (&self->refs);
  return self;
}

void
weft_platform_finish (WeftPlatform *self)
{
  count_classes (self);
  take_means (self);
}

/**
 * weft_platform_ref: (skip)
 * @self: a platform
 *
 * Returns: (transfer full): @self
 */
WeftPlatform *
weft_platform_ref (WeftPlatform *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_platform_unref: (skip)
 * @self: (transfer full): a platform
 */
void
weft_platform_unref (WeftPlatform *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint c = 0; c < self->n_classes; c++)
    g_free (self->class_name[c]);
  for (guint p = 0; self->device_name != NULL && p < self->n_devices; p++)
    g_free (self->device_name[p]);
  g_free (self->class_of);
  g_free (self->class_size);
  g_free (self->class_name);
  g_free (self->capacity_bytes);
  g_free (self->links);
  g_free (self->link_of);
  g_free (self->device);
  g_free (self->device_name);
  g_free (self);
}
