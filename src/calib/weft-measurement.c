/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements as they lie in memory: their life, platforms by name. */
#include "calib/weft-measurement-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-name.h"

G_DEFINE_QUARK (weft-calib-error-quark, weft_calib_error)

/* --- platforms --- */

WeftMeasuredPlatform *
weft_measured_platform_new (const char *name)
{
  WeftMeasuredPlatform *self = g_new0 (WeftMeasuredPlatform, 1);

  self->name = g_strdup (name);
  self->peak_flops_s = self->mem_bw_bytes_s = self->link_bw_bytes_s = self->link_latency_s = NAN;
  self->cache_bytes = self->cache_bw_bytes_s = NAN;
  return self;
}

void
weft_measured_platform_copy (const WeftMeasuredPlatform *self, WeftMeasuredPlatform *copy)
{
  *copy = *self;
  copy->name = g_strdup (self->name);
  copy->chip = g_strdup (self->chip);
  copy->fabric = g_strdup (self->fabric);
  copy->use = g_strdup (self->use);
}

void
weft_measured_platform_clear (WeftMeasuredPlatform *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->chip, g_free);
  g_clear_pointer (&self->fabric, g_free);
  g_clear_pointer (&self->use, g_free);
}

void
weft_measured_platform_free (WeftMeasuredPlatform *self)
{
  weft_measured_platform_clear (self);
  g_free (self);
}

const WeftMeasuredPlatform *
weft_measurements_find_platform (const WeftMeasurements *self, const char *name)
{
  for (guint i = 0; i < self->platforms->len; i++)
    {
      const WeftMeasuredPlatform *platform = &g_array_index (self->platforms, WeftMeasuredPlatform, i);

      if (g_str_equal (platform->name, name))
        return platform;
    }
  return NULL;
}

char *
weft_measurements_nearest_platform (const WeftMeasurements *self, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < self->platforms->len; i++)
    g_ptr_array_add (names, g_array_index (self->platforms, WeftMeasuredPlatform, i).name);
  g_ptr_array_add (names, NULL);
  return g_strdup (weft_name_nearest (name, (const char *const *) names->pdata));
}

gboolean
weft_measurements_add_platform (WeftMeasurements *self, const WeftMeasuredPlatform *platform, GError **error)
{
  WeftMeasuredPlatform copy;

  g_return_val_if_fail (platform->name != NULL, FALSE);

  if (weft_measurements_find_platform (self, platform->name) != NULL)
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_INVALID, _("the platform “%s” is described twice"),
                   platform->name);
      return FALSE;
    }
  if (self->platforms->len == WEFT_MEASUREMENT_MAX_NAMES)
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_INVALID, _("more than %u platforms"),
                   WEFT_MEASUREMENT_MAX_NAMES);
      return FALSE;
    }
  weft_measured_platform_copy (platform, &copy);
  g_array_insert_val (self->platforms, self->n_described, copy);
  self->n_described++;
  return TRUE;
}

/* --- all of them --- */

static void
clear_file (gpointer data)
{
  WeftMeasuredFile *file = data;

  g_free (file->name);
  g_free (file->sha256);
}

WeftMeasurements *
weft_measurements_new (void)
{
  WeftMeasurements *self = g_new0 (WeftMeasurements, 1);

  g_atomic_ref_count_init (&self->refs);
  self->platforms = g_array_new (FALSE, TRUE, sizeof (WeftMeasuredPlatform));
  g_array_set_clear_func (self->platforms, (GDestroyNotify) weft_measured_platform_clear);
  self->ops = g_ptr_array_new_with_free_func (g_free);
  self->paths = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->paths, g_strdup (""));
  self->points = g_array_new (FALSE, FALSE, sizeof (WeftMeasurement));
  self->files = g_array_new (FALSE, TRUE, sizeof (WeftMeasuredFile));
  g_array_set_clear_func (self->files, clear_file);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static void
free_measurements (WeftMeasurements *self)
{
  g_array_unref (self->platforms);
  g_ptr_array_unref (self->ops);
  g_ptr_array_unref (self->paths);
  g_array_unref (self->points);
  g_array_unref (self->files);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

WeftMeasurements *
weft_measurements_ref (WeftMeasurements *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
weft_measurements_unref (WeftMeasurements *self)
{
  if (g_atomic_ref_count_dec (&self->refs))
    free_measurements (self);
}

WeftMeasurements *
weft_measurements_read (const char *points, const char *platforms, GError **error)
{
  g_autoptr (WeftMeasurements) self = weft_measurements_new ();

  if (platforms != NULL && !weft_measurements_add_platforms (self, platforms, error))
    return NULL;
  if (!weft_measurements_add_points (self, points, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&self);
}
