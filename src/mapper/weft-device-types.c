/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types of devices by their columns of times, as HOFT needs them. */
#include "mapper/weft-device-types-private.h"

#define LINK_NONE -1
#define LINK_MIXED -2

static gboolean
is_same_column (const WeftMapProblem *problem, guint a, guint b)
{
  const double *row = problem->time_s;

  for (guint32 r = 0; a != b && r < problem->n_rows; r++, row += problem->platform->n_classes)
    if (row[a] != row[b])
      return FALSE;
  return TRUE;
}

static void
find_types (WeftDeviceTypes *self, const WeftMapProblem *problem)
{
  const WeftPlatform *platform = problem->platform;
  g_autofree guint *type_of_class = g_new (guint, platform->n_classes);

  for (guint c = 0; c < platform->n_classes; c++)
    type_of_class[c] = G_MAXUINT;
  for (guint p = 0; p < platform->n_devices; p++)
    {
      guint c = platform->class_of[p];
      guint t = 0;

      while (type_of_class[c] == G_MAXUINT && t < self->n_types && !is_same_column (problem, self->class_of[t], c))
        t++;
      if (type_of_class[c] == G_MAXUINT)
        {
          type_of_class[c] = t;
          self->class_of[t] = c;
          self->n_types = MAX (self->n_types, t + 1);
        }
      self->type_of[p] = type_of_class[c];
    }
}

static void
find_transfers (WeftDeviceTypes *self)
{
  const WeftPlatform *platform = self->platform;
  gsize n = (gsize) self->n_types * self->n_types;
  g_autofree guint *n_pairs = g_new0 (guint, n);

  for (gsize at = 0; at < n; at++)
    self->link[at] = LINK_NONE;
  for (guint a = 0; a < platform->n_devices; a++)
    for (guint b = 0; b < platform->n_devices; b++)
      if (a != b)
        {
          gsize at = (gsize) self->type_of[a] * self->n_types + self->type_of[b];
          guint16 link = platform->link_of[(gsize) a * platform->n_devices + b];

          n_pairs[at]++;
          self->latency_s[at] += platform->links[link].alpha_s;
          self->inverse_bw_s[at] += 1 / platform->links[link].bw_bytes_s;
          if (self->link[at] != link)
            self->link[at] = self->link[at] == LINK_NONE ? link : LINK_MIXED;
        }
  for (gsize at = 0; at < n; at++)
    if (self->link[at] >= 0)
      self->latency_s[at] = platform->links[self->link[at]].alpha_s;
    else if (n_pairs[at] > 0)
      {
        self->latency_s[at] /= n_pairs[at];
        self->inverse_bw_s[at] /= n_pairs[at];
      }
}

void
weft_device_types_init (WeftDeviceTypes *self, const WeftMapProblem *problem)
{
  guint n_classes = problem->platform->n_classes;

  *self = (WeftDeviceTypes) {
    .platform = problem->platform,
    .type_of = g_new (guint, problem->platform->n_devices),
    .class_of = g_new (guint, n_classes),
  };
  find_types (self, problem);
  self->latency_s = g_new0 (double, (gsize) self->n_types * self->n_types);
  self->inverse_bw_s = g_new0 (double, (gsize) self->n_types * self->n_types);
  self->link = g_new (gint32, (gsize) self->n_types * self->n_types);
  find_transfers (self);
}

void
weft_device_types_clear (WeftDeviceTypes *self)
{
  g_free (self->type_of);
  g_free (self->class_of);
  g_free (self->latency_s);
  g_free (self->inverse_bw_s);
  g_free (self->link);
}
