/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elimination tree of a sparse matrix in some order, and how many entries each column of its factor has: both in
 * about the time that it takes to read the matrix. */
#pragma once

#include "workload/weft-sparse-pattern.h"

G_BEGIN_DECLS

#define WEFT_SPARSE_NONE G_MAXUINT32

/**
 * WeftSparseReordered: (skip)
 * @adjacency: the pattern of A + A^T without the diagonal
 * @order: [n] the old row at each new place
 * @place: [n] the new place of each old row
 *
 * A matrix whose rows and columns stand in a new order, without a copy of it.
 */
typedef struct
{
  const WeftSparsePattern *adjacency;
  const guint32 *order;
  const guint32 *place;
} WeftSparseReordered;

/* [n] the column that each column of the factor is added to first: the row of its first entry below the diagonal,
 * WEFT_SPARSE_NONE for none. (transfer full) */
guint32 *weft_sparse_tree_parents (const WeftSparseReordered *matrix);
/* [n] entries of each column of L below the diagonal. (transfer full) */
guint32 *weft_sparse_tree_counts  (const WeftSparseReordered *matrix,
                                   const guint32             *parents);

G_END_DECLS
