/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a column says, by its title: "time_us", "Time (ms)", "mem_bw_GBps", "l2_MiB". */
#include "calib/weft-measurement-column-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "calib/weft-measurement-private.h"

/* More of them a note does not name. */
#define MAX_SHOWN 12

typedef struct
{
  const char *stem;
  WeftColumnKind kind;
  WeftUnit unit;
} Stem;

/* Longer stems before those that they begin with. */
static const Stem stems[] = {
  { "platform", WEFT_COLUMN_PLATFORM, WEFT_UNIT_NONE },
  { "set", WEFT_COLUMN_SET, WEFT_UNIT_NONE },
  { "operator", WEFT_COLUMN_OP, WEFT_UNIT_NONE },
  { "op", WEFT_COLUMN_OP, WEFT_UNIT_NONE },
  { "path", WEFT_COLUMN_PATH, WEFT_UNIT_NONE },
  { "dev_per_node", WEFT_COLUMN_DEV_PER_NODE, WEFT_UNIT_NONE },
  { "devices_per_node", WEFT_COLUMN_DEV_PER_NODE, WEFT_UNIT_NONE },
  { "n_dev", WEFT_COLUMN_N_DEV, WEFT_UNIT_NONE },
  { "n_devices", WEFT_COLUMN_N_DEV, WEFT_UNIT_NONE },
  { "devices", WEFT_COLUMN_N_DEV, WEFT_UNIT_NONE },
  { "n_ranks", WEFT_COLUMN_N_DEV, WEFT_UNIT_NONE },
  { "ranks", WEFT_COLUMN_N_DEV, WEFT_UNIT_NONE },
  { "world_size", WEFT_COLUMN_N_DEV, WEFT_UNIT_NONE },
  { "hops", WEFT_COLUMN_HOPS, WEFT_UNIT_NONE },
  { "chip", WEFT_COLUMN_CHIP, WEFT_UNIT_NONE },
  { "fabric", WEFT_COLUMN_FABRIC, WEFT_UNIT_NONE },
  { "use", WEFT_COLUMN_USE, WEFT_UNIT_NONE },
  { "time", WEFT_COLUMN_TIME, WEFT_UNIT_S },
  { "latency", WEFT_COLUMN_TIME, WEFT_UNIT_S },
  { "duration", WEFT_COLUMN_TIME, WEFT_UNIT_S },
  { "p99", WEFT_COLUMN_P99, WEFT_UNIT_S },
  { "link_latency", WEFT_COLUMN_LINK_LATENCY, WEFT_UNIT_S },
  { "link_lat", WEFT_COLUMN_LINK_LATENCY, WEFT_UNIT_S },
  { "link_bw", WEFT_COLUMN_LINK_BW, WEFT_UNIT_BYTES_S },
  { "mem_bw", WEFT_COLUMN_MEM_BW, WEFT_UNIT_BYTES_S },
  { "memory_bw", WEFT_COLUMN_MEM_BW, WEFT_UNIT_BYTES_S },
  { "l2_bw", WEFT_COLUMN_CACHE_BW, WEFT_UNIT_BYTES_S },
  { "cache_bw", WEFT_COLUMN_CACHE_BW, WEFT_UNIT_BYTES_S },
  { "l2", WEFT_COLUMN_CACHE_BYTES, WEFT_UNIT_BYTES },
  { "cache", WEFT_COLUMN_CACHE_BYTES, WEFT_UNIT_BYTES },
  { "peak", WEFT_COLUMN_PEAK, WEFT_UNIT_FLOPS },
  { "size", WEFT_COLUMN_BYTES, WEFT_UNIT_BYTES },
  { "message", WEFT_COLUMN_BYTES, WEFT_UNIT_BYTES },
  { "buffer", WEFT_COLUMN_BYTES, WEFT_UNIT_BYTES },
};

/* Titles that are quantity and unit in one. */
static const struct
{
  const char *title;
  WeftColumnKind kind;
  double scale;
} wholes[] = {
  { "bytes", WEFT_COLUMN_BYTES, 1 },   { "flops", WEFT_COLUMN_FLOPS, 1 },   { "flop", WEFT_COLUMN_FLOPS, 1 },
  { "mflop", WEFT_COLUMN_FLOPS, 1e6 }, { "gflop", WEFT_COLUMN_FLOPS, 1e9 }, { "tflop", WEFT_COLUMN_FLOPS, 1e12 },
};

/* --- titles --- */

/* "Time (us)" as "Time_us". */
static char *
plain_title (const char *title)
{
  GString *plain = g_string_new (NULL);

  for (const char *at = title; *at != '\0'; at++)
    if (strchr (" ()[]_-", *at) == NULL)
      g_string_append_c (plain, *at);
    else if (plain->len > 0 && plain->str[plain->len - 1] != '_')
      g_string_append_c (plain, '_');
  if (plain->len > 0 && plain->str[plain->len - 1] == '_')
    g_string_truncate (plain, plain->len - 1);
  return g_string_free (plain, FALSE);
}

/* "GB_s" and "tflops" are units of titles alone. */
static char *
unit_of_title (const char *rest, WeftUnit unit)
{
  const char *per = strstr (rest, "_per_");
  GString *text = g_string_new_len (rest, per != NULL ? per - rest : (gssize) strlen (rest));

  if (unit == WEFT_UNIT_BYTES_S && g_str_has_suffix (text->str, "_s"))
    text->str[text->len - 2] = '/';
  if (unit == WEFT_UNIT_FLOPS)
    {
      g_string_ascii_up (text);
      g_string_replace (text, "_", "", 0);
      g_string_replace (text, "/", "", 0);
    }
  return g_string_free (text, FALSE);
}

static gboolean
refuse_unit (const WeftCsv *csv, const WeftCsvField *field, WeftUnit unit, const char *found, GError **error)
{
  const char *example = unit == WEFT_UNIT_S       ? "_us, _ms, _s, _ns"
                        : unit == WEFT_UNIT_BYTES ? "_bytes, _kB, _MB, _MiB"
                        : unit == WEFT_UNIT_FLOPS ? "_tflops, _gflops"
                                                  : "_GBps, _MBps, _Gbps";
  g_autofree char *title = weft_quote (field->text, -1);

  if (found[0] == '\0')
    return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                            _("the column %s has no unit; its name has to end with one: %s"), title, example);
  return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                          _("the column %s ends with “%s”, which is no unit here; expected one of %s"), title, found,
                          example);
}

/* FALSE: no unit of that quantity. */
static gboolean
take_unit (const Stem *stem, const char *rest, WeftColumn *column)
{
  g_autofree char *unit = unit_of_title (rest, stem->unit);
  g_autofree char *one = g_strdup_printf ("1 %s", unit);

  if (unit[0] == '\0' || !weft_quantity_parse (one, stem->unit, &column->scale, NULL))
    return FALSE;
  column->unit = g_strndup (rest, strcspn (rest, "_") == strlen (unit) ? strlen (unit) : strlen (rest));
  return TRUE;
}

/* Where the unit begins when @title is the stem, or the stem, "_" and more; else NULL. */
static const char *
behind_stem (const char *title, const Stem *stem)
{
  gsize length = strlen (stem->stem);

  if (g_ascii_strncasecmp (title, stem->stem, length) != 0)
    return NULL;
  if (title[length] == '\0')
    return title + length;
  return title[length] == '_' && stem->unit != WEFT_UNIT_NONE ? title + length + 1 : NULL;
}

static const Stem *
find_stem (const char *title, const char **rest)
{
  for (guint i = 0; i < G_N_ELEMENTS (stems); i++)
    {
      *rest = behind_stem (title, &stems[i]);
      if (*rest != NULL)
        return &stems[i];
    }
  return NULL;
}

static gboolean
take_whole (const char *title, WeftColumn *column)
{
  for (guint i = 0; i < G_N_ELEMENTS (wholes); i++)
    if (g_ascii_strcasecmp (title, wholes[i].title) == 0)
      {
        column->kind = wholes[i].kind;
        column->scale = wholes[i].scale;
        column->unit = g_strdup (wholes[i].title);
        return TRUE;
      }
  return FALSE;
}

/* Files of measurements have many a column of another use, "time_stddev"; those of platforms are written for this. */
static gboolean
take_title (const WeftCsv *csv, const WeftCsvField *field, gboolean platforms, WeftColumn *column, GError **error)
{
  g_autofree char *title = plain_title (field->text);
  const char *rest = NULL;
  const Stem *stem = find_stem (title, &rest);

  if (take_whole (title, column))
    return TRUE;
  if (platforms && g_ascii_strcasecmp (title, "name") == 0)
    column->kind = WEFT_COLUMN_PLATFORM;
  if (stem == NULL)
    return TRUE;
  if (stem->unit == WEFT_UNIT_NONE || take_unit (stem, rest, column))
    column->kind = stem->kind;
  else if (platforms)
    return refuse_unit (csv, field, stem->unit, rest, error);
  return TRUE;
}

/* --- the header --- */

static void
clear_column (gpointer data)
{
  WeftColumn *column = data;

  g_free (column->title);
  g_free (column->unit);
}

static gboolean
add_column (WeftColumns *self, const WeftCsv *csv, const WeftCsvField *field, gboolean platforms, GError **error)
{
  WeftColumn column = { WEFT_COLUMN_UNREAD, NULL, NULL, 1 };
  int index = self->list->len;
  gboolean done;

  if (strlen (field->text) > WEFT_MEASUREMENT_MAX_NAME_BYTES)
    return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error, _("the name of a column is longer than %u bytes"),
                            WEFT_MEASUREMENT_MAX_NAME_BYTES);
  done = take_title (csv, field, platforms, &column, error);
  column.title = g_strdup (field->text);
  g_array_append_val (self->list, column);
  if (!done || column.kind == WEFT_COLUMN_UNREAD)
    return done;
  if (self->at[column.kind] >= 0)
    {
      g_autofree char *title = weft_quote (field->text, -1);
      g_autofree char *other = weft_quote (weft_columns_get (self, column.kind)->title, -1);

      return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                              _("the columns %s and %s say the same; leave one of them out"), other, title);
    }
  self->at[column.kind] = index;
  return TRUE;
}

/* Without a time nothing is measured: says which column was likely meant. */
static gboolean
check_time (const WeftColumns *self, const WeftCsv *csv, GError **error)
{
  if (self->at[WEFT_COLUMN_TIME] >= 0)
    return TRUE;
  for (guint i = 0; i < self->list->len; i++)
    {
      const WeftCsvField *field = weft_csv_field (csv, i);
      g_autofree char *title = plain_title (field->text);
      const char *rest;
      const Stem *stem = find_stem (title, &rest);

      if (stem != NULL && stem->kind == WEFT_COLUMN_TIME)
        return refuse_unit (csv, field, WEFT_UNIT_S, rest, error);
    }
  return weft_csv_refuse (csv, weft_csv_field (csv, 0), WEFT_CALIB_ERROR_UNKNOWN, error,
                          _("no column says the time; expected one of time_us, time_ms, time_s, time_ns"));
}

gboolean
weft_columns_read (WeftColumns *self, WeftCsv *csv, gboolean platforms, GError **error)
{
  GError *failure = NULL;

  self->list = g_array_new (FALSE, FALSE, sizeof (WeftColumn));
  g_array_set_clear_func (self->list, clear_column);
  for (guint i = 0; i < WEFT_N_COLUMN_KINDS; i++)
    self->at[i] = -1;
  if (!weft_csv_next (csv, &failure))
    {
      if (failure != NULL)
        g_propagate_error (error, failure);
      else
        g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_INVALID,
                     _("%s: the file is empty; expected a line with the names of columns"), csv->name);
      return FALSE;
    }
  if (csv->fields->len == 1 && strchr (weft_csv_field (csv, 0)->text, ';') != NULL)
    return weft_csv_refuse (csv, weft_csv_field (csv, 0), WEFT_CALIB_ERROR_INVALID, error,
                            _("fields are separated by semicolons; expected commas, and points in numbers"));
  for (guint i = 0; i < csv->fields->len; i++)
    if (!add_column (self, csv, weft_csv_field (csv, i), platforms, error))
      return FALSE;
  return platforms || check_time (self, csv, error);
}

void
weft_columns_clear (WeftColumns *self)
{
  g_clear_pointer (&self->list, g_array_unref);
}

const WeftColumn *
weft_columns_get (const WeftColumns *self, WeftColumnKind kind)
{
  return self->at[kind] >= 0 ? &g_array_index (self->list, WeftColumn, self->at[kind]) : NULL;
}

char *
weft_columns_unread (const WeftColumns *self)
{
  GString *list = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < self->list->len; i++)
    {
      const WeftColumn *column = &g_array_index (self->list, WeftColumn, i);

      if (column->kind != WEFT_COLUMN_UNREAD)
        continue;
      if (n < MAX_SHOWN)
        g_string_append_printf (list, "%s%s", n > 0 ? ", " : "", column->title);
      n++;
    }
  if (n > MAX_SHOWN)
    g_string_append (list, ", …");
  return g_string_free (list, n == 0);
}
