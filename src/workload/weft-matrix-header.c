/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the head of a Matrix Market file. Words count in any case; blank lines and comments may stand between. */
#include "workload/weft-matrix-header-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "workload/weft-task-graph.h"

#define BANNER "%%MatrixMarket"

/* Where the name of the format stands in the head of a tar archive. */
#define TAR_OFFSET 257

static const char *const field_nicks[WEFT_N_MATRIX_FIELDS] = { "real", "integer", "complex", "pattern" };

static const char *const symmetry_nicks[WEFT_N_MATRIX_SYMMETRIES]
    = { "general", "symmetric", "skew-symmetric", "hermitian" };

/* Numbers that belong to an entry of each field. */
static const guint values_of[WEFT_N_MATRIX_FIELDS] = { 1, 1, 2, 0 };

/* --- the banner --- */

/* The next word, which it ends by a zero byte; empty at the end of the line. */
static const char *
take_word (char **at)
{
  char *word = (char *) weft_matrix_skip_blanks (*at);
  char *stop = word;

  while (*stop != '\0' && !weft_matrix_is_blank (*stop))
    stop++;
  *at = *stop == '\0' ? stop : stop + 1;
  *stop = '\0';
  return word;
}

static int
find_word (const char *const *words, guint n, const char *word)
{
  for (guint i = 0; i < n; i++)
    if (g_ascii_strcasecmp (words[i], word) == 0)
      return i;
  return -1;
}

static gboolean
refuse_word (WeftMatrixLines *lines, const char *word, const char *expected, int code, GError **error)
{
  g_autofree char *quoted = weft_quote (word, -1);

  return weft_matrix_lines_refuse (lines, code, error, _("found %s, expected %s"), quoted, expected);
}

static gboolean
read_object (WeftMatrixHeader *self, WeftMatrixLines *lines, char **at, GError **error)
{
  const char *word = take_word (at);

  if (g_ascii_strcasecmp (word, "matrix") != 0)
    return refuse_word (lines, word, "“matrix”", WEFT_WORKLOAD_ERROR_UNSUPPORTED, error);
  word = take_word (at);
  self->is_array = g_ascii_strcasecmp (word, "array") == 0;
  return self->is_array || g_ascii_strcasecmp (word, "coordinate") == 0
         || refuse_word (lines, word, _("“coordinate” or “array”"), WEFT_WORKLOAD_ERROR_UNSUPPORTED, error);
}

static gboolean
read_kind (WeftMatrixHeader *self, WeftMatrixLines *lines, char **at, GError **error)
{
  const char *word = take_word (at);
  int found = find_word (field_nicks, WEFT_N_MATRIX_FIELDS, word);

  if (found < 0 && g_ascii_strcasecmp (word, "double") == 0)
    found = WEFT_MATRIX_REAL;
  if (found < 0)
    return refuse_word (lines, word, _("“real”, “integer”, “complex” or “pattern”"), WEFT_WORKLOAD_ERROR_UNSUPPORTED,
                        error);
  self->field = found;
  word = take_word (at);
  found = find_word (symmetry_nicks, WEFT_N_MATRIX_SYMMETRIES, word);
  if (found < 0)
    return refuse_word (lines, word, _("“general”, “symmetric”, “skew-symmetric” or “hermitian”"),
                        WEFT_WORKLOAD_ERROR_UNSUPPORTED, error);
  self->symmetry = found;
  word = take_word (at);
  return *word == '\0' || refuse_word (lines, word, _("the end of the line"), WEFT_WORKLOAD_ERROR_INVALID, error);
}

/* What no matrix can be. */
static gboolean
check_kind (const WeftMatrixHeader *self, WeftMatrixLines *lines, GError **error)
{
  gboolean is_pattern = self->field == WEFT_MATRIX_PATTERN;

  if ((self->symmetry == WEFT_MATRIX_HERMITIAN && self->field != WEFT_MATRIX_COMPLEX)
      || (self->symmetry == WEFT_MATRIX_SKEW_SYMMETRIC && is_pattern))
    return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_INVALID, error, _("found a %s matrix that is %s"),
                                     field_nicks[self->field], symmetry_nicks[self->symmetry]);
  if (self->is_array && is_pattern)
    return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                     _("found an array of a pattern, which has no values to list"));
  return TRUE;
}

static gboolean
refuse_banner (WeftMatrixLines *lines, const char *text, gsize length, GError **error)
{
  g_autofree char *quoted = NULL;

  if (length >= TAR_OFFSET + strlen ("ustar") && memcmp (text + TAR_OFFSET, "ustar", strlen ("ustar")) == 0)
    return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                     _("found a tar archive; unpack it and give the .mtx file that is in it"));
  quoted = weft_quote (text, length);
  return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                   _("found %s, expected “%s matrix coordinate real general” or the like"), quoted,
                                   BANNER);
}

static gboolean
read_banner (WeftMatrixHeader *self, WeftMatrixLines *lines, GError **error)
{
  GError *reason = NULL;
  char *text;
  gsize length;

  if (!weft_matrix_lines_next (lines, &text, &length, &reason))
    {
      if (reason != NULL)
        g_propagate_error (error, reason);
      else
        g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID, _("%s: the file is empty"), lines->name);
      return FALSE;
    }
  if (g_ascii_strncasecmp (text, BANNER, strlen (BANNER)) != 0 || !weft_matrix_is_blank (text[strlen (BANNER)]))
    return refuse_banner (lines, text, length, error);
  text += strlen (BANNER);
  return read_object (self, lines, &text, error) && read_kind (self, lines, &text, error)
         && check_kind (self, lines, error);
}

/* --- the size --- */

/* Entries that an array lists: all, or those on and below the diagonal. */
static guint64
count_array (const WeftMatrixHeader *self)
{
  guint64 n = self->n_rows;

  switch (self->symmetry)
    {
    case WEFT_MATRIX_SYMMETRIC:
    case WEFT_MATRIX_HERMITIAN:
      return n * (n + 1) / 2;
    case WEFT_MATRIX_SKEW_SYMMETRIC:
      return n * (n - 1) / 2;
    case WEFT_MATRIX_GENERAL:
    case WEFT_N_MATRIX_SYMMETRIES:
    default:
      return n * self->n_cols;
    }
}

static gboolean
check_shape (WeftMatrixHeader *self, WeftMatrixLines *lines, guint64 n_rows, guint64 n_cols, GError **error)
{
  g_autofree char *shape = g_strdup_printf ("%" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT, n_rows, n_cols);
  guint max = self->is_array ? WEFT_MATRIX_MAX_ARRAY : WEFT_MATRIX_MAX_ROWS;

  if (n_rows == 0 || n_cols == 0)
    return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                     _("found a matrix of %s, expected at least one row and one column"), shape);
  if (n_rows > max || n_cols > max)
    return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_LIMIT, error,
                                     self->is_array ? _("found an array of %s, expected at most %u rows and columns")
                                                    : _("found a matrix of %s, expected at most %u rows and columns"),
                                     shape, max);
  if (self->symmetry != WEFT_MATRIX_GENERAL && n_rows != n_cols)
    return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                     _("found a %s matrix of %s, expected as many rows as columns"),
                                     symmetry_nicks[self->symmetry], shape);
  self->n_rows = n_rows;
  self->n_cols = n_cols;
  return TRUE;
}

static gboolean
check_stated (WeftMatrixHeader *self, WeftMatrixLines *lines, guint64 n_stated, GError **error)
{
  g_autofree char *stated = g_strdup_printf ("%" G_GUINT64_FORMAT, n_stated);

  if (n_stated > (guint64) self->n_rows * self->n_cols)
    return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                     _("found %s entries stated, more than a matrix of %u × %u has"), stated,
                                     self->n_rows, self->n_cols);
  if (n_stated > WEFT_MATRIX_MAX_ENTRIES)
    return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_LIMIT, error,
                                     _("found %s entries stated, expected at most %u"), stated,
                                     WEFT_MATRIX_MAX_ENTRIES);
  self->n_stated = n_stated;
  return TRUE;
}

static gboolean
parse_size (WeftMatrixHeader *self, WeftMatrixLines *lines, const char *text, GError **error)
{
  guint64 size[3] = { 0, 0, 0 };
  guint n_sizes = self->is_array ? 2 : 3;
  const char *at = text;

  for (guint i = 0; i < n_sizes && at != NULL; i++)
    at = weft_matrix_scan_whole (at, &size[i]);
  if (at == NULL || *weft_matrix_skip_blanks (at) != '\0')
    return refuse_word (lines, text,
                        self->is_array ? _("the numbers of rows and columns")
                                       : _("the numbers of rows, columns and entries"),
                        WEFT_WORKLOAD_ERROR_INVALID, error);
  if (!check_shape (self, lines, size[0], size[1], error))
    return FALSE;
  return check_stated (self, lines, self->is_array ? count_array (self) : size[2], error);
}

static gboolean
read_size (WeftMatrixHeader *self, WeftMatrixLines *lines, GError **error)
{
  GError *reason = NULL;
  char *text;
  gsize length;

  while (weft_matrix_lines_next (lines, &text, &length, &reason))
    if (!weft_matrix_line_is_idle (text))
      {
        self->size_line = lines->number;
        return parse_size (self, lines, text, error);
      }
  if (reason == NULL)
    return weft_matrix_lines_refuse (lines, WEFT_WORKLOAD_ERROR_INVALID, error,
                                     _("found the end of the file, expected a line with the size of the matrix"));
  g_propagate_error (error, reason);
  return FALSE;
}

/* --- public --- */

gboolean
weft_matrix_line_is_idle (const char *text)
{
  text = weft_matrix_skip_blanks (text);
  return *text == '\0' || *text == '%';
}

gboolean
weft_matrix_header_read (WeftMatrixHeader *self, WeftMatrixLines *lines, GError **error)
{
  if (!read_banner (self, lines, error) || !read_size (self, lines, error))
    return FALSE;
  self->n_values = values_of[self->field];
  return TRUE;
}

/**
 * weft_matrix_field_nick: (skip)
 * @field: a field
 *
 * Returns: its word in banners
 */
const char *
weft_matrix_field_nick (WeftMatrixField field)
{
  g_return_val_if_fail (field < WEFT_N_MATRIX_FIELDS, NULL);

  return field_nicks[field];
}

/**
 * weft_matrix_symmetry_nick: (skip)
 * @symmetry: a symmetry
 *
 * Returns: its word in banners
 */
const char *
weft_matrix_symmetry_nick (WeftMatrixSymmetry symmetry)
{
  g_return_val_if_fail (symmetry < WEFT_N_MATRIX_SYMMETRIES, NULL);

  return symmetry_nicks[symmetry];
}
