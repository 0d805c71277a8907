/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads Matrix Market files line by line. Values are checked to be numbers and dropped; entries are kept in pairs and
 * become a pattern at the end, so that what a file states takes no memory before it is there. */
#include "workload/weft-matrix-market.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "workload/weft-matrix-header-private.h"
#include "workload/weft-task-graph.h"

#define FIRST_CAPACITY 4096

typedef struct
{
  WeftMatrixLines lines;
  WeftMatrixHeader header;
  WeftSparseEntry *entries;
  gsize n_entries;
  gsize capacity;
  guint64 n_read; /* lines of entries so far */
} Reader;

/* --- numbers --- */

static const char *
skip_digits (const char *at)
{
  while (*at >= '0' && *at <= '9')
    at++;
  return at;
}

static const char *
skip_word (const char *at)
{
  static const char *const words[] = { "infinity", "inf", "nan" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strncasecmp (at, words[i], strlen (words[i])) == 0)
      return at + strlen (words[i]);
  return NULL;
}

/* What comes after a number in decimal; NULL when there is none. Fortran's d for the exponent counts. */
static const char *
skip_number (const char *at)
{
  const char *start;
  const char *point;

  at = weft_matrix_skip_blanks (at);
  at += *at == '+' || *at == '-';
  start = at;
  at = skip_digits (at);
  point = at;
  if (*at == '.')
    at = skip_digits (at + 1);
  if (at - start - (*point == '.') == 0)
    at = point == start && *point != '.' ? skip_word (start) : NULL;
  else if (*at == 'e' || *at == 'E' || *at == 'd' || *at == 'D')
    {
      const char *exponent = at + 1 + (at[1] == '+' || at[1] == '-');

      at = skip_digits (exponent);
      if (at == exponent)
        return NULL;
    }
  return at != NULL && (*at == '\0' || weft_matrix_is_blank (*at)) ? at : NULL;
}

/* Whether the rest of a line is the values of one entry. */
static gboolean
holds_values (const Reader *self, const char *at)
{
  for (guint i = 0; i < self->header.n_values && at != NULL; i++)
    at = skip_number (at);
  return at != NULL && *weft_matrix_skip_blanks (at) == '\0';
}

static gboolean
refuse_line (Reader *self, const char *text, GError **error)
{
  g_autofree char *quoted = weft_quote (text, -1);
  const char *field = weft_matrix_field_nick (self->header.field);
  guint n_values = self->header.n_values;

  if (self->header.is_array)
    return weft_matrix_lines_refuse (&self->lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                     _("found %s, expected the %u numbers of a value of a %s matrix"), quoted, n_values,
                                     field);
  return weft_matrix_lines_refuse (&self->lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                   _("found %s, expected the row, the column and %u more numbers of an entry of a %s "
                                     "matrix"),
                                   quoted, n_values, field);
}

/* --- entries --- */

static void
add_entry (Reader *self, guint32 row, guint32 col)
{
  if (self->n_entries == self->capacity)
    {
      self->capacity = MAX (FIRST_CAPACITY, 2 * self->capacity);
      self->entries = g_renew (WeftSparseEntry, self->entries, self->capacity);
    }
  self->entries[self->n_entries++] = (WeftSparseEntry) { row, col };
}

/* An entry and what symmetry makes of it. */
static void
add_both (Reader *self, guint32 row, guint32 col)
{
  add_entry (self, row, col);
  if (self->header.symmetry != WEFT_MATRIX_GENERAL && row != col)
    add_entry (self, col, row);
}

static gboolean
refuse_index (Reader *self, const char *what, guint64 index, guint32 n, GError **error)
{
  g_autofree char *found = g_strdup_printf ("%s %" G_GUINT64_FORMAT, what, index);

  return weft_matrix_lines_refuse (&self->lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                   _("found %s, expected 1 to %u, as line %u states"), found, n,
                                   (guint) self->header.size_line);
}

static gboolean
take_entry (Reader *self, const char *text, GError **error)
{
  const WeftMatrixHeader *header = &self->header;
  guint64 row, col;
  const char *at = weft_matrix_scan_whole (text, &row);

  if (at != NULL)
    at = weft_matrix_scan_whole (at, &col);
  if (at == NULL || !holds_values (self, at))
    return refuse_line (self, text, error);
  if (row - 1 >= header->n_rows)
    return refuse_index (self, _("row"), row, header->n_rows, error);
  if (col - 1 >= header->n_cols)
    return refuse_index (self, _("column"), col, header->n_cols, error);
  if (header->symmetry == WEFT_MATRIX_SKEW_SYMMETRIC && row == col)
    return weft_matrix_lines_refuse (&self->lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                     _("found row %u, column %u, but the diagonal of a skew-symmetric matrix is zero"),
                                     (guint) row, (guint) col);
  add_both (self, row - 1, col - 1);
  return TRUE;
}

static gboolean
take_value (Reader *self, const char *text, GError **error)
{
  return holds_values (self, text) || refuse_line (self, text, error);
}

static gboolean
refuse_surplus (Reader *self, GError **error)
{
  g_autofree char *stated = g_strdup_printf ("%" G_GUINT64_FORMAT, self->header.n_stated);

  return weft_matrix_lines_refuse (&self->lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                   _("found one entry more than the %s that line %u states"), stated,
                                   (guint) self->header.size_line);
}

static gboolean
check_found (Reader *self, GError **error)
{
  g_autofree char *found = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_read);
  g_autofree char *stated = g_strdup_printf ("%" G_GUINT64_FORMAT, self->header.n_stated);

  return self->n_read == self->header.n_stated
         || weft_matrix_lines_refuse (&self->lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                      _("found the end of the file after %s entries, expected %s, as line %u states"),
                                      found, stated, (guint) self->header.size_line);
}

static gboolean
read_entries (Reader *self, GError **error)
{
  GError *reason = NULL;
  char *text;
  gsize length;

  while (weft_matrix_lines_next (&self->lines, &text, &length, &reason))
    {
      if (strlen (text) != length)
        return refuse_line (self, text, error);
      if (weft_matrix_line_is_idle (text))
        continue;
      if (self->n_read == self->header.n_stated)
        return refuse_surplus (self, error);
      if (!(self->header.is_array ? take_value : take_entry) (self, text, error))
        return FALSE;
      self->n_read++;
    }
  if (reason != NULL)
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  return check_found (self, error);
}

/* The entries of an array: all but the diagonal of one that is skew-symmetric. */
static void
fill_array (Reader *self)
{
  for (guint32 i = 0; i < self->header.n_rows; i++)
    for (guint32 j = 0; j < self->header.n_cols; j++)
      if (i != j || self->header.symmetry != WEFT_MATRIX_SKEW_SYMMETRIC)
        add_entry (self, i, j);
}

/* Entries of the pattern that a file lists: of a symmetric matrix those on the diagonal and half of the others. */
static guint64
count_listed (const WeftMatrixHeader *header, const WeftSparsePattern *pattern)
{
  guint64 n_entries = weft_sparse_pattern_n_entries (pattern);
  guint64 n_diagonal = weft_sparse_pattern_n_diagonal (pattern);

  return header->symmetry == WEFT_MATRIX_GENERAL ? n_entries : n_diagonal + (n_entries - n_diagonal) / 2;
}

static WeftMatrixMarket *
finish (Reader *self)
{
  WeftMatrixMarket *matrix = g_new0 (WeftMatrixMarket, 1);
  const WeftMatrixHeader *header = &self->header;

  matrix->field = header->field;
  matrix->symmetry = header->symmetry;
  matrix->is_array = header->is_array;
  matrix->n_stated = header->n_stated;
  if (header->is_array)
    fill_array (self);
  matrix->pattern = weft_sparse_pattern_new (header->n_rows, header->n_cols, self->entries, self->n_entries);
  matrix->n_twice = header->n_stated - count_listed (header, matrix->pattern);
  return matrix;
}

/* --- files --- */

/* A pipe would be waited for, a folder cannot be read: only files are opened. */
static gboolean
check_regular (GFile *file, const char *name, GCancellable *cancellable, GError **error)
{
  GFileType type = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable);

  if (type == G_FILE_TYPE_REGULAR || type == G_FILE_TYPE_UNKNOWN)
    return TRUE;
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_FILE,
               type == G_FILE_TYPE_DIRECTORY ? _("%s: found a folder, expected a Matrix Market file")
                                             : _("%s: found a pipe or a device, expected a Matrix Market file"),
               name);
  return FALSE;
}

/* --- public --- */

/**
 * weft_matrix_market_read_stream: (skip)
 * @stream: where the bytes come from
 * @name: what messages call it
 * @cancellable: (nullable): to stop it
 * @error: return location for a #WeftWorkloadError
 *
 * Returns: (transfer full) (nullable): the matrix
 */
WeftMatrixMarket *
weft_matrix_market_read_stream (GInputStream *stream, const char *name, GCancellable *cancellable, GError **error)
{
  WeftMatrixMarket *matrix = NULL;
  Reader reader = { 0 };

  if (weft_matrix_lines_init (&reader.lines, stream, name, cancellable, error)
      && weft_matrix_header_read (&reader.header, &reader.lines, error) && read_entries (&reader, error))
    matrix = finish (&reader);
  weft_matrix_lines_clear (&reader.lines);
  g_free (reader.entries);
  return matrix;
}

/**
 * weft_matrix_market_read: (skip)
 * @path: a file
 * @cancellable: (nullable): to stop it
 * @error: return location for a #WeftWorkloadError
 *
 * Returns: (transfer full) (nullable): the matrix
 */
WeftMatrixMarket *
weft_matrix_market_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GError) reason = NULL;

  if (!check_regular (file, name, cancellable, error))
    return NULL;
  stream = g_file_read (file, cancellable, &reason);
  if (stream != NULL)
    return weft_matrix_market_read_stream (G_INPUT_STREAM (stream), name, cancellable, error);
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&reason));
  else
    g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_FILE, "%s: %s", name, reason->message);
  return NULL;
}

/**
 * weft_matrix_market_free: (skip)
 * @self: (transfer full): a matrix
 */
void
weft_matrix_market_free (WeftMatrixMarket *self)
{
  g_clear_pointer (&self->pattern, weft_sparse_pattern_free);
  g_free (self);
}
