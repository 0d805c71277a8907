/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix Market files (Boisvert, Pozo, Remington, NISTIR 5935): every field and symmetry, coordinates and arrays, of
 * which the pattern is kept. */
#pragma once

#include <gio/gio.h>

#include "workload/weft-sparse-pattern.h"

G_BEGIN_DECLS

/* Larger arrays are refused: a dense matrix is no work for a sparse solver. */
#define WEFT_MATRIX_MAX_ARRAY 4096u

typedef enum
{
  WEFT_MATRIX_REAL, /* and double */
  WEFT_MATRIX_INTEGER,
  WEFT_MATRIX_COMPLEX,
  WEFT_MATRIX_PATTERN,
  WEFT_N_MATRIX_FIELDS,
} WeftMatrixField;

typedef enum
{
  WEFT_MATRIX_GENERAL,
  WEFT_MATRIX_SYMMETRIC,
  WEFT_MATRIX_SKEW_SYMMETRIC,
  WEFT_MATRIX_HERMITIAN,
  WEFT_N_MATRIX_SYMMETRIES,
} WeftMatrixSymmetry;

/**
 * WeftMatrixMarket: (skip)
 * @field: what its values are
 * @symmetry: what it leaves out
 * @is_array: whether it lists all values, zeros too
 * @n_stated: entries that the file states and has
 * @n_twice: how many of them are of a place that has come before
 * @pattern: the whole matrix: what a symmetric one leaves out is there
 */
typedef struct
{
  WeftMatrixField field;
  WeftMatrixSymmetry symmetry;
  gboolean is_array;
  guint64 n_stated;
  guint64 n_twice;
  WeftSparsePattern *pattern;
} WeftMatrixMarket;

/* A file, which may be compressed by gzip. Messages name file, line and both numbers. (transfer full) */
WEFT_API WeftMatrixMarket *weft_matrix_market_read        (const char        *path,
                                                           GCancellable      *cancellable,
                                                           GError           **error);
/* The same of a stream; @name is for messages. (transfer full) */
WEFT_API WeftMatrixMarket *weft_matrix_market_read_stream (GInputStream      *stream,
                                                           const char        *name,
                                                           GCancellable      *cancellable,
                                                           GError           **error);
WEFT_API void              weft_matrix_market_free        (WeftMatrixMarket  *self);
/* "real"; "skew-symmetric". */
WEFT_API const char       *weft_matrix_field_nick         (WeftMatrixField    field);
WEFT_API const char       *weft_matrix_symmetry_nick      (WeftMatrixSymmetry symmetry);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMatrixMarket, weft_matrix_market_free)

G_END_DECLS
