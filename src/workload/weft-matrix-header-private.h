/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The head of a Matrix Market file: the banner, comments, and the line that states the size. */
#pragma once

#include "workload/weft-matrix-lines-private.h"
#include "workload/weft-matrix-market.h"

G_BEGIN_DECLS

/**
 * WeftMatrixHeader: (skip)
 * @n_rows: rows
 * @n_cols: columns
 * @n_stated: entries that follow: those that the size states, or those of an array
 * @n_values: numbers that belong to each
 * @size_line: the line that stated the size
 */
typedef struct
{
  WeftMatrixField field;
  WeftMatrixSymmetry symmetry;
  gboolean is_array;
  guint32 n_rows;
  guint32 n_cols;
  guint64 n_stated;
  guint n_values;
  guint64 size_line;
} WeftMatrixHeader;

gboolean weft_matrix_header_read (WeftMatrixHeader *self,
                                  WeftMatrixLines  *lines,
                                  GError          **error);

/* Whether a line holds nothing, or a comment. */
gboolean weft_matrix_line_is_idle (const char      *text);

static inline gboolean
weft_matrix_is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static inline const char *
weft_matrix_skip_blanks (const char *at)
{
  while (weft_matrix_is_blank (*at))
    at++;
  return at;
}

/* A whole number without a sign and what comes after it; NULL when there is none. Numbers that are too large for any
 * matrix come out as G_MAXUINT64. */
static inline const char *
weft_matrix_scan_whole (const char *at, guint64 *value)
{
  guint64 n = 0;
  guint n_digits = 0;

  at = weft_matrix_skip_blanks (at);
  for (; *at >= '0' && *at <= '9'; at++)
    {
      n_digits++;
      n = n <= G_MAXUINT64 / 10 - 1 ? n * 10 + (*at - '0') : G_MAXUINT64;
    }
  *value = n;
  return n_digits > 0 && (*at == '\0' || weft_matrix_is_blank (*at)) ? at : NULL;
}

G_END_DECLS
