/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the table of a tabulated space: id, a column an option, then figures whose names are known. Whatever is not
 * exactly that is refused with its line and column. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "calib/weft-csv-private.h"
#include "search/hardware/weft-hardware-choice-private.h"
#include "search/hardware/weft-tabulated-private.h"

#define ID "id"

/* The columns behind the options, in the order of the members that they fill. */
enum
{
  FIGURE_OBJECTIVE,
  FIGURE_ESTIMATE,
  FIGURE_COST,
  FIGURE_POWER,
  FIGURE_SHARE,
  FIGURE_RESOURCE = FIGURE_SHARE + WEFT_N_BOTTLENECKS,
  N_FIGURES = FIGURE_RESOURCE + WEFT_N_BOTTLENECKS,
};

static const char *const figures[N_FIGURES] = {
  "J",      "Jcheap", "cost",  "power",  "s_comp", "s_mem",  "s_su",   "s_so",  "s_lat",
  "s_host", "s_cap",  "r_comp", "r_mem", "r_su",   "r_so",   "r_lat",  "r_host", "r_cap",
};

typedef struct
{
  WeftCsv csv;
  WeftTabulated *table;
  guint n_columns;               /* of the file */
  guint at[N_FIGURES];           /* their columns */
  GHashTable *options[WEFT_HARDWARE_MAX_COLUMNS]; /* text to option + 1 */
} Reader;

static void
clear_row_cb (gpointer row)
{
  g_free (((WeftTabulatedRow *) row)->id);
}

static WeftTabulated *
new_table (void)
{
  WeftTabulated *self = g_new0 (WeftTabulated, 1);

  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->rows = g_array_new (FALSE, TRUE, sizeof (WeftTabulatedRow));
  g_array_set_clear_func (self->rows, clear_row_cb);
  self->by_choice = g_hash_table_new (weft_hardware_choice_hash, weft_hardware_choice_equal);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
weft_tabulated_free (WeftTabulated *self)
{
  g_hash_table_unref (self->by_choice);
  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->columns);
  for (guint i = 0; i < WEFT_HARDWARE_MAX_COLUMNS; i++)
    g_clear_pointer (&self->options[i], g_ptr_array_unref);
  g_array_unref (self->rows);
  g_free (self);
}

static void
reader_clear (Reader *self)
{
  weft_csv_clear (&self->csv);
  for (guint i = 0; i < WEFT_HARDWARE_MAX_COLUMNS; i++)
    g_clear_pointer (&self->options[i], g_hash_table_unref);
  g_clear_pointer (&self->table, weft_tabulated_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

static const char *
column_name (const Reader *self, guint column)
{
  return g_ptr_array_index (self->table->columns, column);
}

/* --- the header --- */

static int
find_column (const Reader *self, const char *name)
{
  for (guint i = 0; i < self->csv.fields->len; i++)
    if (g_str_equal (weft_csv_field (&self->csv, i)->text, name))
      return (int) i;
  return -1;
}

static gboolean
refuse_missing (const Reader *self, const char *name, GError **error)
{
  return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, self->csv.fields->len - 1), WEFT_CALIB_ERROR_INVALID,
                          error, _("the header has no column “%s”; a table of machines has id, its options, %s"), name,
                          "J, Jcheap, cost, power, s_comp … s_cap, r_comp … r_cap");
}

static gboolean
check_names (const Reader *self, GError **error)
{
  for (guint i = 0; i < self->csv.fields->len; i++)
    {
      const WeftCsvField *field = weft_csv_field (&self->csv, i);

      if (field->text[0] == '\0')
        return weft_csv_refuse (&self->csv, field, WEFT_CALIB_ERROR_INVALID, error, _("this column has no name"));
      if (find_column (self, field->text) != (int) i)
        return weft_csv_refuse (&self->csv, field, WEFT_CALIB_ERROR_INVALID, error,
                                _("the column “%s” is there twice"), field->text);
    }
  return TRUE;
}

static gboolean
take_options (Reader *self, guint n, GError **error)
{
  if (n == 0)
    return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, 1), WEFT_CALIB_ERROR_INVALID, error,
                            _("found “J” behind “id”, expected the columns of the options between them"));
  if (n > WEFT_HARDWARE_MAX_COLUMNS)
    return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, 1 + WEFT_HARDWARE_MAX_COLUMNS),
                            WEFT_CALIB_ERROR_INVALID, error, _("found %u columns of options, expected %d at most"), n,
                            WEFT_HARDWARE_MAX_COLUMNS);
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (self->table->columns, g_strdup (weft_csv_field (&self->csv, 1 + i)->text));
      self->table->options[i] = g_ptr_array_new_with_free_func (g_free);
      self->options[i] = g_hash_table_new (g_str_hash, g_str_equal);
    }
  return TRUE;
}

static gboolean
read_header (Reader *self, GError **error)
{
  guint objective;

  self->n_columns = self->csv.fields->len;
  if (!check_names (self, error))
    return FALSE;
  if (!g_str_equal (weft_csv_field (&self->csv, 0)->text, ID))
    return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, 0), WEFT_CALIB_ERROR_INVALID, error,
                            _("the first column is “%s”, expected “id”"), weft_csv_field (&self->csv, 0)->text);
  for (guint i = 0; i < N_FIGURES; i++)
    {
      int at = find_column (self, figures[i]);

      if (at < 0)
        return refuse_missing (self, figures[i], error);
      self->at[i] = (guint) at;
    }
  objective = self->at[FIGURE_OBJECTIVE];
  for (guint i = 0; i < N_FIGURES; i++)
    if (self->at[i] < objective)
      return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, self->at[i]), WEFT_CALIB_ERROR_INVALID, error,
                              _("the column “%s” stands among the options, expected it behind “J”"), figures[i]);
  return take_options (self, objective - 1, error);
}

/* --- cells --- */

static gboolean
read_number (const Reader *self, guint figure, double *value, GError **error)
{
  const WeftCsvField *field = weft_csv_field (&self->csv, self->at[figure]);
  g_autofree char *found = NULL;
  char *end;

  /* No "nan", "inf" or hexadecimal digits, which strtod() takes. */
  if (field->text[0] != '\0' && strspn (field->text, "0123456789+-.eE") == strlen (field->text))
    {
      *value = g_ascii_strtod (field->text, &end);
      if (*end == '\0' && isfinite (*value))
        return TRUE;
    }
  found = weft_quote (field->text, -1);
  return weft_csv_refuse (&self->csv, field, WEFT_CALIB_ERROR_INVALID, error,
                          _("found %s in the column “%s”, expected a finite number"), found, figures[figure]);
}

/* A number that cannot be negative. */
static gboolean
read_amount (const Reader *self, guint figure, double *value, GError **error)
{
  if (!read_number (self, figure, value, error))
    return FALSE;
  if (*value >= 0)
    return TRUE;
  return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, self->at[figure]), WEFT_CALIB_ERROR_INVALID, error,
                          _("found %g in the column “%s”, expected 0 or more"), *value, figures[figure]);
}

/* They are made to sum to 1 exactly. */
static gboolean
read_shares (const Reader *self, double *share, GError **error)
{
  double sum = 0;

  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    {
      if (!read_amount (self, FIGURE_SHARE + i, &share[i], error))
        return FALSE;
      sum += share[i];
    }
  if (!(fabs (sum - 1) <= WEFT_TABULATED_SHARES_TOLERANCE))
    return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, self->at[FIGURE_SHARE]), WEFT_CALIB_ERROR_INVALID,
                            error, _("the shares of this line sum to %.4g, expected 1 within %g"), sum,
                            WEFT_TABULATED_SHARES_TOLERANCE);
  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    share[i] /= sum;
  return TRUE;
}

static gboolean
read_figures (const Reader *self, WeftTabulatedRow *row, GError **error)
{
  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    if (!read_amount (self, FIGURE_RESOURCE + i, &row->resource[i], error))
      return FALSE;
  return read_number (self, FIGURE_OBJECTIVE, &row->objective, error)
         && read_number (self, FIGURE_ESTIMATE, &row->estimate, error)
         && read_amount (self, FIGURE_COST, &row->cost_usd, error)
         && read_amount (self, FIGURE_POWER, &row->power_w, error) && read_shares (self, row->share, error);
}

/* The number of an option, which is a new one when its text is. */
static gboolean
read_option (Reader *self, guint column, guint8 *option, GError **error)
{
  const WeftCsvField *field = weft_csv_field (&self->csv, 1 + column);
  GPtrArray *known = self->table->options[column];
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->options[column], field->text));

  if (field->text[0] == '\0')
    return weft_csv_refuse (&self->csv, field, WEFT_CALIB_ERROR_INVALID, error,
                            _("the cell of the column “%s” is empty, expected an option"), column_name (self, column));
  if (found == 0)
    {
      if (known->len > G_MAXUINT8)
        return weft_csv_refuse (&self->csv, field, WEFT_CALIB_ERROR_INVALID, error,
                                _("more than %u different options in the column “%s”"), G_MAXUINT8 + 1u,
                                column_name (self, column));
      g_ptr_array_add (known, g_strdup (field->text));
      found = known->len;
      g_hash_table_insert (self->options[column], g_ptr_array_index (known, found - 1), GUINT_TO_POINTER (found));
    }
  *option = (guint8) (found - 1);
  return TRUE;
}

static gboolean
check_count (const Reader *self, GError **error)
{
  guint found = self->csv.fields->len;

  if (found == self->n_columns)
    return TRUE;
  return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, MIN (found - 1, self->n_columns)),
                          WEFT_CALIB_ERROR_INVALID, error,
                          ngettext ("found %u field, but the header has %u columns",
                                    "found %u fields, but the header has %u columns", found),
                          found, self->n_columns);
}

static gboolean
read_row (Reader *self, WeftTabulatedRow *row, GError **error)
{
  if (!check_count (self, error))
    return FALSE;
  if (self->table->rows->len >= WEFT_TABULATED_MAX_ROWS)
    return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, 0), WEFT_CALIB_ERROR_INVALID, error,
                            _("more than %u lines"), WEFT_TABULATED_MAX_ROWS);
  for (guint i = 0; i < self->table->columns->len; i++)
    if (!read_option (self, i, &row->choice.option[i], error))
      return FALSE;
  if (weft_csv_field (&self->csv, 0)->text[0] == '\0')
    return weft_csv_refuse (&self->csv, weft_csv_field (&self->csv, 0), WEFT_CALIB_ERROR_INVALID, error,
                            _("the cell of the column “id” is empty"));
  return read_figures (self, row, error);
}

/* --- options in the order of their numbers --- */

/* Whether all options of a column are numbers, which it then gives. */
static gboolean
read_levels (GPtrArray *texts, double *levels)
{
  for (guint i = 0; i < texts->len; i++)
    {
      char *end;

      levels[i] = g_ascii_strtod (texts->pdata[i], &end);
      if (*end != '\0' || !isfinite (levels[i]))
        return FALSE;
    }
  return TRUE;
}

static int
compare_levels_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *levels = data;
  double x = levels[*(const guint8 *) a], y = levels[*(const guint8 *) b];

  return x < y ? -1 : x > y ? 1 : (int) *(const guint8 *) a - (int) *(const guint8 *) b;
}

/* Options came in the order of the lines; those that are numbers are ordered as numbers. */
static void
sort_options (WeftTabulated *table, guint column)
{
  GPtrArray *texts = table->options[column];
  double levels[G_MAXUINT8 + 1];
  guint8 order[G_MAXUINT8 + 1], rank[G_MAXUINT8 + 1];
  g_autofree gpointer *old = NULL;

  if (!read_levels (texts, levels))
    return;
  for (guint i = 0; i < texts->len; i++)
    order[i] = (guint8) i;
  g_qsort_with_data (order, (int) texts->len, sizeof *order, compare_levels_cb, levels);
  old = g_memdup2 (texts->pdata, sizeof (gpointer) * texts->len);
  for (guint i = 0; i < texts->len; i++)
    {
      rank[order[i]] = (guint8) i;
      texts->pdata[i] = old[order[i]];
    }
  for (guint i = 0; i < table->rows->len; i++)
    {
      guint8 *option = &g_array_index (table->rows, WeftTabulatedRow, i).choice.option[column];

      *option = rank[*option];
    }
}

/* --- the table --- */

static gboolean
refuse_table (const Reader *self, GError **error, const char *message)
{
  g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_INVALID, "%s: %s", self->csv.name, message);
  return FALSE;
}

/* @lines: of each row */
static gboolean
index_rows (Reader *self, GArray *lines, GError **error)
{
  WeftTabulated *table = self->table;

  for (guint i = 0; i < table->rows->len; i++)
    {
      WeftTabulatedRow *row = &g_array_index (table->rows, WeftTabulatedRow, i);
      guint same = GPOINTER_TO_UINT (g_hash_table_lookup (table->by_choice, &row->choice));
      guint same_id = GPOINTER_TO_UINT (g_hash_table_lookup (table->by_id, row->id));
      guint line = g_array_index (lines, guint32, i);

      if (same > 0 || same_id > 0)
        {
          g_autofree char *id = weft_quote (row->id, -1);

          g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_INVALID,
                       same_id > 0 ? _("%s:%u:1: the id %s is that of line %u already")
                                   : _("%s:%u:1: the machine %s has the same options as line %u"),
                       self->csv.name, line, id, g_array_index (lines, guint32, (same_id > 0 ? same_id : same) - 1));
          return FALSE;
        }
      g_hash_table_insert (table->by_choice, &row->choice, GUINT_TO_POINTER (i + 1));
      g_hash_table_insert (table->by_id, row->id, GUINT_TO_POINTER (i + 1));
    }
  return TRUE;
}

static gboolean
read_rows (Reader *self, GError **error)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  GError *reason = NULL;

  while (weft_csv_next (&self->csv, &reason))
    {
      WeftTabulatedRow row = { 0 };

      if (!read_row (self, &row, error))
        return FALSE;
      row.id = g_strdup (weft_csv_field (&self->csv, 0)->text);
      g_array_append_val (self->table->rows, row);
      g_array_append_val (lines, weft_csv_field (&self->csv, 0)->line);
    }
  if (reason != NULL)
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  if (self->table->rows->len == 0)
    return refuse_table (self, error, _("the table has no line below its header"));
  for (guint i = 0; i < self->table->columns->len; i++)
    sort_options (self->table, i);
  return index_rows (self, lines, error);
}

WeftTabulated *
weft_tabulated_read (const char *name, const char *text, gsize length, GError **error)
{
  g_auto (Reader) reader = { 0 };
  GError *reason = NULL;

  if (!weft_csv_init (&reader.csv, name, text, length, error))
    return NULL;
  reader.table = new_table ();
  if (!weft_csv_next (&reader.csv, &reason))
    {
      if (reason != NULL)
        g_propagate_error (error, reason);
      else
        refuse_table (&reader, error, _("the table is empty"));
      return NULL;
    }
  if (!read_header (&reader, error) || !read_rows (&reader, error))
    return NULL;
  return g_steal_pointer (&reader.table);
}
