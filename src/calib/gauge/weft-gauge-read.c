/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads tables of measurements, each known by its header. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-file.h"
#include "base/weft-quote-private.h"
#include "calib/gauge/weft-gauge-row.h"
#include "calib/weft-csv-private.h"

/* The columns that tell a table; what else it has is read too. */
static const struct
{
  WeftGaugeTable table;
  const char *needs[8];
} tables[] = {
  { WEFT_GAUGE_PUBLISHED, { "workload", "chip", "metric", "value", "unit" } },
  { WEFT_GAUGE_PRODUCTS, { "system", "dtype", "m", "n", "k", "latency_ms" } },
  { WEFT_GAUGE_COLLECTIVES, { "chip", "library", "op", "ranks", "bytes", "latency_us" } },
  { WEFT_GAUGE_SERVING, { "model", "system", "backend", "isl", "osl", "tpot_ms" } },
};

typedef struct
{
  const char *name;
  char *stem;
  WeftCsv csv;
  WeftGaugeTable table;
  GPtrArray *columns;
  GPtrArray *rows;
  GHashTable *known; /* id, metric and value of rows */
} Reader;

static void
reader_clear (Reader *self)
{
  g_free (self->stem);
  weft_csv_clear (&self->csv);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

void
weft_gauge_row_free (gpointer data)
{
  WeftGaugeRow *row = data;

  if (row == NULL)
    return;
  g_ptr_array_unref (row->columns);
  g_ptr_array_unref (row->texts);
  g_strfreev (row->cells);
  g_free (row);
}

/* --- the header --- */

static gboolean
has_column (const Reader *self, const char *name)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (g_str_equal (self->columns->pdata[i], name))
      return TRUE;
  return FALSE;
}

static gboolean
find_table (Reader *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      gboolean has_all = TRUE;

      for (guint j = 0; j < G_N_ELEMENTS (tables[i].needs) && tables[i].needs[j] != NULL; j++)
        has_all &= has_column (self, tables[i].needs[j]);
      self->table = tables[i].table;
      if (has_all)
        return TRUE;
    }
  return FALSE;
}

static gboolean
read_header (Reader *self, GError **error)
{
  g_autoptr (GError) own = NULL;

  if (!weft_csv_next (&self->csv, &own))
    {
      if (own != NULL)
        g_propagate_error (error, g_steal_pointer (&own));
      else
        g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_INVALID, _("%s: found nothing, expected a header line"),
                     self->name);
      return FALSE;
    }
  self->columns = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->csv.fields->len; i++)
    {
      const WeftCsvField *field = weft_csv_field (&self->csv, i);

      if (*field->text != '\0' && has_column (self, field->text))
        {
          g_autofree char *shown = weft_quote (field->text, -1);

          return weft_csv_refuse (&self->csv, field, WEFT_CALIB_ERROR_INVALID, error,
                                  _("the column %s is there twice; name one of them differently"), shown);
        }
      g_ptr_array_add (self->columns, g_strdup (field->text));
    }
  if (find_table (self))
    return TRUE;
  return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, 0), WEFT_CALIB_ERROR_UNKNOWN, error,
                          _("these columns are no table of measurements; expected at least workload, chip, metric, "
                            "value, unit, or system, dtype, m, n, k, latency_ms, or chip, library, op, ranks, bytes, "
                            "latency_us, or model, system, backend, isl, osl, tpot_ms"));
}

/* --- rows --- */

static const char *
own_text (WeftGaugeRow *row, char *text)
{
  g_ptr_array_add (row->texts, text);
  return text;
}

static const char *
get (const WeftGaugeRow *row, const char *column)
{
  return weft_gauge_row_get (row, column);
}

static void
fill_published (WeftGaugeRow *row)
{
  row->id = get (row, "id");
  row->workload = get (row, "workload");
  row->model = get (row, "model");
  row->chip = get (row, "chip");
  row->count = get (row, "count");
  row->parallelism = get (row, "parallelism");
  row->batch = get (row, "batch");
  row->sequence = get (row, "sequence");
  row->precision = get (row, "precision");
  row->metric = get (row, "metric");
  row->value = get (row, "value");
  row->unit = get (row, "unit");
  row->source = get (row, "source");
  row->certainty = get (row, "certainty");
  row->note = get (row, "note");
}

static void
fill_times (WeftGaugeRow *row, const char *workload, const char *metric, const char *column, const char *unit)
{
  row->workload = workload;
  row->metric = metric;
  row->value = get (row, column);
  row->unit = unit;
}

static void
fill_products (WeftGaugeRow *row)
{
  fill_times (row, "kernel-gemm", "latency", "latency_ms", "ms");
  row->model = own_text (row, g_strdup_printf ("%sx%sx%s", get (row, "m"), get (row, "n"), get (row, "k")));
  row->chip = get (row, "system");
  row->count = "1";
  row->precision = get (row, "dtype");
}

static void
fill_collectives (WeftGaugeRow *row)
{
  fill_times (row, "collective", "latency", "latency_us", "us");
  row->model = get (row, "op");
  row->chip = get (row, "chip");
  row->count = get (row, "ranks");
  row->parallelism = get (row, "library");
  row->sequence = get (row, "bytes");
}

static void
fill_serving (WeftGaugeRow *row)
{
  fill_times (row, "serve", "tpot", "tpot_ms", "ms");
  row->model = get (row, "model");
  row->chip = get (row, "system");
  row->precision = get (row, "precision");
  row->sequence = own_text (row, g_strdup_printf ("ISL/OSL %s/%s", get (row, "isl"), get (row, "osl")));
}

static WeftGaugeRow *
row_new (const Reader *self)
{
  WeftGaugeRow *row = g_new0 (WeftGaugeRow, 1);

  row->table = self->table;
  row->columns = g_ptr_array_ref (self->columns);
  row->texts = g_ptr_array_new_with_free_func (g_free);
  row->cells = g_new0 (char *, self->columns->len + 1);
  for (guint i = 0; i < self->columns->len; i++)
    row->cells[i] = g_strdup (i < self->csv.fields->len ? weft_csv_field (&self->csv, i)->text : "");
  row->file = own_text (row, g_strdup (self->name));
  row->line = weft_csv_field (&self->csv, 0)->line;
  row->id = row->workload = row->model = row->chip = row->count = row->parallelism = row->batch = row->sequence
    = row->precision = row->metric = row->value = row->unit = row->source = row->certainty = row->note = "";
  if (self->table == WEFT_GAUGE_PRODUCTS)
    fill_products (row);
  else if (self->table == WEFT_GAUGE_COLLECTIVES)
    fill_collectives (row);
  else if (self->table == WEFT_GAUGE_SERVING)
    fill_serving (row);
  else
    fill_published (row);
  if (*row->source == '\0')
    row->source = get (row, "source");
  if (*row->source == '\0')
    row->source = row->file;
  if (*row->id == '\0')
    row->id = own_text (row, g_strdup_printf ("%s:%u", self->stem, row->line));
  return row;
}

static char *
row_key (const WeftGaugeRow *row)
{
  return g_strjoin ("\n", row->id, row->metric, row->value, NULL);
}

static gboolean
read_row (Reader *self, GError **error)
{
  g_autofree char *key = NULL;
  WeftGaugeRow *row;

  if (self->csv.fields->len > self->columns->len)
    return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, self->columns->len), WEFT_CALIB_ERROR_INVALID,
                            error,
                            _("found %u fields, expected %u as in the header; put a field with a comma in quotes"),
                            self->csv.fields->len, self->columns->len);
  row = row_new (self);
  key = row_key (row);
  if (g_hash_table_contains (self->known, key))
    weft_gauge_row_free (row);
  else
    {
      g_hash_table_add (self->known, g_steal_pointer (&key));
      g_ptr_array_add (self->rows, row);
    }
  return TRUE;
}

static void
note_known (Reader *self)
{
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < self->rows->len; i++)
    g_hash_table_add (self->known, row_key (self->rows->pdata[i]));
}

gboolean
weft_gauge_parse (const char *name, const char *text, gsize length, GPtrArray *rows, GError **error)
{
  g_auto (Reader) self = { .name = name, .rows = rows };
  g_autoptr (GError) own = NULL;
  guint before = rows->len;
  char *dot;

  self.stem = g_strdup (name);
  dot = strrchr (self.stem, '.');
  if (dot != NULL)
    *dot = '\0';
  note_known (&self);
  if (!weft_csv_init (&self.csv, name, text, length, error) || !read_header (&self, error))
    return FALSE;
  while (weft_csv_next (&self.csv, &own))
    if (!read_row (&self, &own))
      break;
  if (own == NULL)
    return TRUE;
  g_ptr_array_set_size (rows, (int) before);
  g_propagate_error (error, g_steal_pointer (&own));
  return FALSE;
}

/* --- files and folders --- */

static gboolean
read_file (const char *path, GPtrArray *rows, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = NULL;
  gsize length;

  text = weft_file_read (path, WEFT_FILE_MAX_BYTES, &length, error);
  return text != NULL && weft_gauge_parse (name, text, length, rows, error);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* (transfer full): the names of a folder's tables, sorted; NULL with @error. */
static GPtrArray *
list_tables (const char *path, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) folder = g_dir_open (path, 0, error);
  const char *name;

  if (folder == NULL)
    return NULL;
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".csv"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return g_steal_pointer (&names);
}

static gboolean
read_folder (const char *path, GPtrArray *rows, GPtrArray *skipped, GError **error)
{
  g_autoptr (GPtrArray) names = list_tables (path, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *file = g_build_filename (path, names->pdata[i], NULL);
      g_autoptr (GError) own = NULL;

      if (read_file (file, rows, &own))
        continue;
      if (!g_error_matches (own, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_UNKNOWN))
        {
          g_propagate_error (error, g_steal_pointer (&own));
          return FALSE;
        }
      if (skipped != NULL)
        g_ptr_array_add (skipped, g_strdup (own->message));
    }
  return names != NULL;
}

gboolean
weft_gauge_read (const char *path, GPtrArray *rows, GPtrArray *skipped, GError **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return read_folder (path, rows, skipped, error);
  return read_file (path, rows, error);
}
