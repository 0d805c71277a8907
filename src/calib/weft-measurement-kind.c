/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file is, by the names of its columns. */
#include "calib/weft-measurement-column-private.h"
#include "calib/weft-measurement-private.h"

static gboolean
has_facts (const WeftColumns *columns)
{
  static const WeftColumnKind facts[]
    = { WEFT_COLUMN_PEAK,        WEFT_COLUMN_MEM_BW,   WEFT_COLUMN_LINK_BW, WEFT_COLUMN_LINK_LATENCY,
        WEFT_COLUMN_CACHE_BYTES, WEFT_COLUMN_CACHE_BW, WEFT_COLUMN_CHIP };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    if (columns->at[facts[i]] >= 0)
      return TRUE;

  return FALSE;
}

/**
 * weft_measured_file_has_platforms: (skip)
 * @path: a CSV file
 * @has_platforms: (out): its header has facts of platforms, and no time
 * @error: only when the file cannot be had: what is wrong with its lines is for whoever reads them
 *
 * Says whether weft_measurements_add_platforms() or weft_measurements_add_points() is the one for a file.
 */
gboolean
weft_measured_file_has_platforms (const char *path, gboolean *has_platforms, GError **error)
{
  gsize length;
  g_autofree char *text = weft_measurement_load (path, &length, error);
  g_autofree char *name = g_filename_display_basename (path);
  g_auto (WeftCsv) csv = { 0 };
  g_auto (WeftColumns) columns = { 0 };

  if (text == NULL)
    return FALSE;
  *has_platforms = FALSE;
  if (!weft_csv_init (&csv, name, text, length, NULL))
    return TRUE;
  weft_columns_read (&columns, &csv, FALSE, NULL);
  *has_platforms = columns.at[WEFT_COLUMN_TIME] < 0 && has_facts (&columns);
  return TRUE;
}
