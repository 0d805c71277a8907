/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements as a file lists them, one a line. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-file.h"
#include "base/weft-quote-private.h"
#include "calib/weft-measurement-facts-private.h"
#include "calib/weft-measurement-private.h"

typedef struct
{
  WeftMeasurements *into;
  WeftCsv csv;
  WeftColumns columns;
  guint32 file;
  const char *op;        /* (nullable): of all lines */
  const char *platform;  /* (nullable): of a file that names none */
  char *stem;            /* of the file's name */
  gboolean has_facts;    /* columns of this file describe platforms */
  GHashTable *platforms; /* name to index + 1 */
  GHashTable *ops;
  GHashTable *paths;
} Reader;

/* --- whole files --- */

char *
weft_measurement_load (const char *path, gsize *length, GError **error)
{
  return weft_file_read (path, WEFT_FILE_MAX_BYTES, length, error);
}

void
weft_measurements_add_file (WeftMeasurements *self, const char *name, const char *text, gsize length, guint32 n_rows)
{
  WeftMeasuredFile file
    = { g_strdup (name), g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length), n_rows };

  g_array_append_val (self->files, file);
}

/* --- names --- */

/* The cell of the first of these columns that is there. */
static const WeftCsvField *
cell_of (const Reader *self, WeftColumnKind kind, WeftColumnKind other)
{
  int at = self->columns.at[kind] >= 0 ? self->columns.at[kind] : self->columns.at[other];

  return weft_csv_field (&self->csv, MAX (at, 0));
}

static gboolean
refuse_many (const Reader *self, const WeftCsvField *field, GError **error)
{
  return weft_csv_refuse (&self->csv, field, WEFT_CALIB_ERROR_INVALID, error,
                          _("more than %u different names in this column"), WEFT_MEASUREMENT_MAX_NAMES);
}

/* The index of a name, which is added when it is new. */
static gboolean
intern (Reader *self, GHashTable *known, GPtrArray *names, const char *name, const WeftCsvField *field, guint32 *index,
        GError **error)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (known, name));

  if (found == 0 && names->len >= WEFT_MEASUREMENT_MAX_NAMES)
    return refuse_many (self, field, error);
  if (found == 0)
    {
      g_ptr_array_add (names, g_strdup (name));
      found = names->len;
      g_hash_table_insert (known, names->pdata[found - 1], GUINT_TO_POINTER (found));
    }
  *index = found - 1;
  return TRUE;
}

static GHashTable *
known_names (GPtrArray *names)
{
  GHashTable *known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < names->len; i++)
    g_hash_table_insert (known, names->pdata[i], GUINT_TO_POINTER (i + 1));
  return known;
}

static GHashTable *
known_platforms (GArray *platforms)
{
  GHashTable *known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < platforms->len; i++)
    g_hash_table_insert (known, g_strdup (g_array_index (platforms, WeftMeasuredPlatform, i).name),
                         GUINT_TO_POINTER (i + 1));
  return known;
}

/* --- platforms --- */

static gboolean
refuse_platform (const Reader *self, const char *name, GError **error)
{
  g_autofree char *nearest = weft_measurements_nearest_platform (self->into, name);
  g_autofree char *shown = weft_quote (name, -1);
  const WeftCsvField *field = cell_of (self, WEFT_COLUMN_PLATFORM, WEFT_COLUMN_SET);

  if (nearest != NULL)
    return weft_csv_refuse (&self->csv, field, WEFT_CALIB_ERROR_UNKNOWN, error,
                            _("the platform %s is not described; did you mean “%s”?"), shown, nearest);
  return weft_csv_refuse (&self->csv, field, WEFT_CALIB_ERROR_UNKNOWN, error,
                          ngettext ("the platform %s is not described, only %u other",
                                    "the platform %s is not described, only %u others", self->into->n_described),
                          shown, self->into->n_described);
}

/* A new platform: a set of measurements on the only one that is described has its facts under a name of its own. */
static gboolean
add_platform (Reader *self, const char *name, GError **error)
{
  gboolean is_set = self->columns.at[WEFT_COLUMN_PLATFORM] < 0 && self->columns.at[WEFT_COLUMN_SET] >= 0;
  g_autoptr (WeftMeasuredPlatform) plain = weft_measured_platform_new (name);
  WeftMeasuredPlatform added;

  if (self->into->n_described > 0 && !self->has_facts && !(is_set && self->into->n_described == 1))
    return refuse_platform (self, name, error);
  if (self->into->platforms->len >= WEFT_MEASUREMENT_MAX_NAMES)
    return refuse_many (self, cell_of (self, WEFT_COLUMN_PLATFORM, WEFT_COLUMN_SET), error);
  if (is_set && self->into->n_described == 1)
    {
      weft_measured_platform_copy (&g_array_index (self->into->platforms, WeftMeasuredPlatform, 0), &added);
      g_ptr_array_add (self->into->notes, g_strdup_printf (_("%s: the set “%s” has the facts of the platform “%s”"),
                                                           self->csv.name, name, added.name));
      g_free (added.name);
      added.name = g_strdup (name);
    }
  else
    weft_measured_platform_copy (plain, &added);
  g_array_append_val (self->into->platforms, added);
  g_hash_table_insert (self->platforms, g_strdup (name), GUINT_TO_POINTER (self->into->platforms->len));
  return TRUE;
}

/* Without a column: the one that the caller names, else the only one, else one with the file's name. */
static const char *
platform_of_file (const Reader *self)
{
  if (self->platform != NULL)
    return self->platform;
  if (self->into->n_described == 1)
    return g_array_index (self->into->platforms, WeftMeasuredPlatform, 0).name;
  return self->stem;
}

static gboolean
take_platform (Reader *self, guint32 *index, GError **error)
{
  const char *name = platform_of_file (self);
  WeftColumnKind kind = self->columns.at[WEFT_COLUMN_PLATFORM] >= 0 ? WEFT_COLUMN_PLATFORM : WEFT_COLUMN_SET;

  if (!weft_cell_name (&self->csv, &self->columns, kind, &name, error))
    return FALSE;
  if (!g_hash_table_contains (self->platforms, name) && !add_platform (self, name, error))
    return FALSE;
  *index = GPOINTER_TO_UINT (g_hash_table_lookup (self->platforms, name)) - 1;
  return TRUE;
}

static gboolean
merge_fact (const Reader *self, WeftColumnKind kind, double found, double *fact, GError **error)
{
  const WeftColumn *column = weft_columns_get (&self->columns, kind);
  char a[G_ASCII_DTOSTR_BUF_SIZE], b[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (found) || found == *fact)
    return TRUE;
  if (isnan (*fact))
    {
      *fact = found;
      return TRUE;
    }
  return weft_csv_refuse (&self->csv, cell_of (self, kind, kind), WEFT_CALIB_ERROR_INVALID, error,
                          _("the column “%s” says %s in SI units, but the platform has %s; a platform has one value"),
                          column->title, g_ascii_formatd (a, sizeof a, "%.6g", found),
                          g_ascii_formatd (b, sizeof b, "%.6g", *fact));
}

static gboolean
take_facts (Reader *self, guint32 index, GError **error)
{
  WeftMeasuredPlatform *known = &g_array_index (self->into->platforms, WeftMeasuredPlatform, index);
  g_autoptr (WeftMeasuredPlatform) found = weft_measured_platform_new (NULL);

  if (!self->has_facts)
    return TRUE;
  if (!weft_facts_read (&self->csv, &self->columns, found, error))
    return FALSE;
  known->hops = known->hops == 0 ? found->hops : known->hops;
  return merge_fact (self, WEFT_COLUMN_PEAK, found->peak_flops_s, &known->peak_flops_s, error)
         && merge_fact (self, WEFT_COLUMN_MEM_BW, found->mem_bw_bytes_s, &known->mem_bw_bytes_s, error)
         && merge_fact (self, WEFT_COLUMN_LINK_BW, found->link_bw_bytes_s, &known->link_bw_bytes_s, error)
         && merge_fact (self, WEFT_COLUMN_LINK_LATENCY, found->link_latency_s, &known->link_latency_s, error)
         && merge_fact (self, WEFT_COLUMN_CACHE_BYTES, found->cache_bytes, &known->cache_bytes, error)
         && merge_fact (self, WEFT_COLUMN_CACHE_BW, found->cache_bw_bytes_s, &known->cache_bw_bytes_s, error);
}

/* --- lines --- */

static gboolean
take_op (Reader *self, guint32 *index, GError **error)
{
  const char *name = self->stem;

  if (self->op == NULL && !weft_cell_name (&self->csv, &self->columns, WEFT_COLUMN_OP, &name, error))
    return FALSE;
  return intern (self, self->ops, self->into->ops, self->op != NULL ? self->op : name,
                 cell_of (self, WEFT_COLUMN_OP, WEFT_COLUMN_OP), index, error);
}

/* Ways between devices by how many of them stand in one node, by name, and by set beside a platform. */
static gboolean
take_path (Reader *self, guint32 *index, GError **error)
{
  g_autoptr (GString) path = g_string_new (NULL);
  guint in_node = 0;
  const char *name = NULL;
  const char *set = NULL;

  if (!weft_cell_count (&self->csv, &self->columns, WEFT_COLUMN_DEV_PER_NODE, 1, TRUE, &in_node, error)
      || !weft_cell_name (&self->csv, &self->columns, WEFT_COLUMN_PATH, &name, error)
      || (self->columns.at[WEFT_COLUMN_PLATFORM] >= 0
          && !weft_cell_name (&self->csv, &self->columns, WEFT_COLUMN_SET, &set, error)))
    return FALSE;
  if (in_node > 0)
    g_string_append_printf (path, "dev_per_node=%u", in_node);
  if (name != NULL)
    g_string_append_printf (path, "%s%s", path->len > 0 ? ", " : "", name);
  if (set != NULL)
    g_string_append_printf (path, "%sset=%s", path->len > 0 ? ", " : "", set);
  return intern (self, self->paths, self->into->paths, path->str, cell_of (self, WEFT_COLUMN_PATH, WEFT_COLUMN_DEV_PER_NODE),
                 index, error);
}

static gboolean
take_point (Reader *self, GError **error)
{
  WeftMeasurement point = { .file = self->file, .line = weft_csv_field (&self->csv, 0)->line, .flops = NAN, .bytes = NAN,
                            .time_s = NAN, .p99_s = NAN };
  const WeftCsv *csv = &self->csv;
  const WeftColumns *columns = &self->columns;

  if (!weft_cell_check_count (csv, columns, error) || !take_platform (self, &point.platform, error)
      || !take_facts (self, point.platform, error) || !take_op (self, &point.op, error)
      || !take_path (self, &point.path, error))
    return FALSE;
  point.n_dev = g_array_index (self->into->platforms, WeftMeasuredPlatform, point.platform).n_dev;
  if (!weft_cell_count (csv, columns, WEFT_COLUMN_N_DEV, 1, FALSE, &point.n_dev, error)
      || !weft_cell_amount (csv, columns, WEFT_COLUMN_FLOPS, TRUE, FALSE, &point.flops, error)
      || !weft_cell_amount (csv, columns, WEFT_COLUMN_BYTES, TRUE, FALSE, &point.bytes, error)
      || !weft_cell_amount (csv, columns, WEFT_COLUMN_TIME, FALSE, FALSE, &point.time_s, error)
      || !weft_cell_amount (csv, columns, WEFT_COLUMN_P99, FALSE, TRUE, &point.p99_s, error))
    return FALSE;
  if (self->into->points->len == WEFT_MEASUREMENT_MAX_ROWS)
    return weft_csv_refuse (csv, weft_csv_field (csv, 0), WEFT_CALIB_ERROR_INVALID, error,
                            _("more than %u measurements"), WEFT_MEASUREMENT_MAX_ROWS);
  g_array_append_val (self->into->points, point);
  return TRUE;
}

/* --- the file --- */

static gboolean
check_columns (const Reader *self, GError **error)
{
  const WeftColumns *columns = &self->columns;

  if (columns->at[WEFT_COLUMN_FLOPS] < 0 && columns->at[WEFT_COLUMN_BYTES] < 0)
    return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, 0), WEFT_CALIB_ERROR_UNKNOWN, error,
                            _("no column says how much was done; expected flops, bytes or both"));
  if (self->platform != NULL && (columns->at[WEFT_COLUMN_PLATFORM] >= 0 || columns->at[WEFT_COLUMN_SET] >= 0))
    return weft_csv_refuse (&self->csv, cell_of (self, WEFT_COLUMN_PLATFORM, WEFT_COLUMN_SET), WEFT_CALIB_ERROR_INVALID,
                            error, _("the file names platforms itself, so that it cannot be all of “%s”"),
                            self->platform);
  return TRUE;
}

static void
note_unread (const Reader *self)
{
  g_autofree char *unread = weft_columns_unread (&self->columns);

  if (unread != NULL)
    g_ptr_array_add (self->into->notes, g_strdup_printf (_("%s: not read: %s"), self->csv.name, unread));
}

static gboolean
take_points (Reader *self, GError **error)
{
  static const WeftColumnKind facts[]
    = { WEFT_COLUMN_PEAK,        WEFT_COLUMN_MEM_BW,   WEFT_COLUMN_LINK_BW, WEFT_COLUMN_LINK_LATENCY,
        WEFT_COLUMN_CACHE_BYTES, WEFT_COLUMN_CACHE_BW, WEFT_COLUMN_HOPS };
  GError *failure = NULL;

  if (!weft_columns_read (&self->columns, &self->csv, FALSE, error) || !check_columns (self, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    self->has_facts = self->has_facts || self->columns.at[facts[i]] >= 0;
  while (weft_csv_next (&self->csv, &failure))
    if (!take_point (self, error))
      return FALSE;
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  note_unread (self);
  return TRUE;
}

static char *
stem_of (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot != name ? g_strndup (name, dot - name) : g_strdup (name);
}

gboolean
weft_measurements_parse_points (WeftMeasurements *self, const char *name, const char *text, gsize length,
                                const char *op, const char *platform, GError **error)
{
  Reader reader = { .into = self, .file = self->files->len, .op = op, .platform = platform, .stem = stem_of (name),
                    .platforms = known_platforms (self->platforms), .ops = known_names (self->ops),
                    .paths = known_names (self->paths) };
  guint before = self->points->len;
  gboolean done = weft_csv_init (&reader.csv, name, text, length, error) && take_points (&reader, error);

  if (done && self->points->len == before)
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_INVALID,
                   _("%s: the file has no measurement below its header"), name);
      done = FALSE;
    }
  if (done)
    weft_measurements_add_file (self, name, text, length, self->points->len - before);
  weft_columns_clear (&reader.columns);
  weft_csv_clear (&reader.csv);
  g_hash_table_unref (reader.platforms);
  g_hash_table_unref (reader.ops);
  g_hash_table_unref (reader.paths);
  g_free (reader.stem);
  return done;
}

gboolean
weft_measurements_add_points (WeftMeasurements *self, const char *path, const char *op, const char *platform,
                              GError **error)
{
  gsize length;
  g_autofree char *text = weft_measurement_load (path, &length, error);
  g_autofree char *name = g_filename_display_basename (path);

  return text != NULL && weft_measurements_parse_points (self, name, text, length, op, platform, error);
}
