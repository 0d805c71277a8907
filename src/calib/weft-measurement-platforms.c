/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Platforms as a file describes them, one a line. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-file.h"
#include "base/weft-quote-private.h"
#include "calib/weft-measurement-facts-private.h"
#include "calib/weft-measurement-private.h"

static gboolean
take_text (const WeftCsv *csv, const WeftColumns *columns, WeftColumnKind kind, char **text)
{
  if (columns->at[kind] >= 0 && weft_csv_field (csv, columns->at[kind])->text[0] != '\0')
    *text = g_strdup (weft_csv_field (csv, columns->at[kind])->text);
  return TRUE;
}

gboolean
weft_facts_read (const WeftCsv *csv, const WeftColumns *columns, WeftMeasuredPlatform *platform, GError **error)
{
  return weft_cell_amount (csv, columns, WEFT_COLUMN_PEAK, FALSE, TRUE, &platform->peak_flops_s, error)
         && weft_cell_amount (csv, columns, WEFT_COLUMN_MEM_BW, FALSE, TRUE, &platform->mem_bw_bytes_s, error)
         && weft_cell_amount (csv, columns, WEFT_COLUMN_LINK_BW, FALSE, TRUE, &platform->link_bw_bytes_s, error)
         && weft_cell_amount (csv, columns, WEFT_COLUMN_LINK_LATENCY, TRUE, TRUE, &platform->link_latency_s, error)
         && weft_cell_amount (csv, columns, WEFT_COLUMN_CACHE_BYTES, FALSE, TRUE, &platform->cache_bytes, error)
         && weft_cell_amount (csv, columns, WEFT_COLUMN_CACHE_BW, FALSE, TRUE, &platform->cache_bw_bytes_s, error)
         && weft_cell_count (csv, columns, WEFT_COLUMN_HOPS, 0, TRUE, &platform->hops, error);
}

static gboolean
take_platform (WeftMeasurements *self, const WeftCsv *csv, const WeftColumns *columns, GError **error)
{
  g_autoptr (WeftMeasuredPlatform) platform = NULL;
  const char *name = NULL;
  g_autofree char *shown = NULL;

  if (!weft_cell_check_count (csv, columns, error)
      || !weft_cell_name (csv, columns, WEFT_COLUMN_PLATFORM, &name, error))
    return FALSE;
  shown = weft_quote (name, -1);
  if (weft_measurements_find_platform (self, name) != NULL)
    return weft_csv_refuse (csv, weft_csv_field (csv, columns->at[WEFT_COLUMN_PLATFORM]), WEFT_CALIB_ERROR_INVALID,
                            error, _("the platform %s is described twice"), shown);
  platform = weft_measured_platform_new (name);
  return weft_facts_read (csv, columns, platform, error)
         && weft_cell_count (csv, columns, WEFT_COLUMN_N_DEV, 1, TRUE, &platform->n_dev, error)
         && take_text (csv, columns, WEFT_COLUMN_CHIP, &platform->chip)
         && take_text (csv, columns, WEFT_COLUMN_FABRIC, &platform->fabric)
         && take_text (csv, columns, WEFT_COLUMN_USE, &platform->use)
         && weft_measurements_add_platform (self, platform, error);
}

gboolean
weft_measurements_parse_platforms (WeftMeasurements *self, const char *name, const char *text, gsize length,
                                   GError **error)
{
  g_auto (WeftCsv) csv = { 0 };
  g_auto (WeftColumns) columns = { 0 };
  g_autofree char *unread = NULL;
  GError *failure = NULL;
  guint32 n = 0;

  if (!weft_csv_init (&csv, name, text, length, error) || !weft_columns_read (&columns, &csv, TRUE, error))
    return FALSE;
  if (columns.at[WEFT_COLUMN_PLATFORM] < 0)
    return weft_csv_refuse (&csv, weft_csv_field (&csv, 0), WEFT_CALIB_ERROR_UNKNOWN, error,
                            _("no column “platform” with the names of platforms"));
  for (; weft_csv_next (&csv, &failure); n++)
    if (!take_platform (self, &csv, &columns, error))
      return FALSE;
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  unread = weft_columns_unread (&columns);
  if (unread != NULL)
    g_ptr_array_add (self->notes, g_strdup_printf (_("%s: not read: %s"), name, unread));
  weft_measurements_add_file (self, name, text, length, n);
  return TRUE;
}

gboolean
weft_measurements_add_platforms (WeftMeasurements *self, const char *path, GError **error)
{
  gsize length;
  g_autofree char *text = weft_measurement_load (path, &length, error);
  g_autofree char *name = g_filename_display_basename (path);

  return text != NULL && weft_measurements_parse_platforms (self, name, text, length, error);
}
