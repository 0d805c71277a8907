/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a sparse matrix has entries: rows of ascending columns, without values. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* Readers and generators of matrices stop here with a message. */
#define WEFT_MATRIX_MAX_ROWS 32000000u
#define WEFT_MATRIX_MAX_ENTRIES 500000000u

/**
 * WeftSparsePattern: (skip)
 * @n_rows: how many rows
 * @n_cols: how many columns
 * @first: [@n_rows + 1] where the entries of a row begin; the last is how many there are
 * @col: the columns of the entries, counted from 0, ascending in each row
 */
typedef struct
{
  guint32 n_rows;
  guint32 n_cols;
  gsize *first;
  guint32 *col;
} WeftSparsePattern;

/* One entry, counted from 0. */
typedef struct
{
  guint32 row;
  guint32 col;
} WeftSparseEntry;

/* Of entries in any order; those that are there twice count once. (transfer full) */
WEFT_API WeftSparsePattern *weft_sparse_pattern_new           (guint32                  n_rows,
                                                               guint32                  n_cols,
                                                               const WeftSparseEntry   *entries,
                                                               gsize                    n_entries);
WEFT_API void               weft_sparse_pattern_free          (WeftSparsePattern       *self);
WEFT_API gsize              weft_sparse_pattern_n_entries     (const WeftSparsePattern *self);
/* How many of them are on the diagonal. */
WEFT_API gsize              weft_sparse_pattern_n_diagonal    (const WeftSparsePattern *self);
/* The pattern of A + A^T without the diagonal, of a square A: the graph that orderings and elimination work on.
 * (transfer full) */
WEFT_API WeftSparsePattern *weft_sparse_pattern_new_adjacency (const WeftSparsePattern *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSparsePattern, weft_sparse_pattern_free)

G_END_DECLS
