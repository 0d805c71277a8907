/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The updates A(i,j) -= L(i,k) U(k,j) of a block factorisation, level by level. */
#pragma once

#include "workload/weft-sparse-blocks-private.h"

G_BEGIN_DECLS

/**
 * WeftSparseUpdate: (skip)
 * @row: block row i
 * @col: block column j
 * @at_row: which of the blocks of level k is (i, k)
 * @at_col: which of them is (j, k)
 * @target: index among all blocks below the diagonal of the larger of i and j in the column of the smaller; nothing
 *   where they are equal
 * @flops: operations: for each entry (r, c) of U(k,j), 2 times the entries of column r of L(i,k)
 */
typedef struct
{
  guint32 row;
  guint32 col;
  guint32 at_row;
  guint32 at_col;
  guint32 target;
  double flops;
} WeftSparseUpdate;

typedef struct _WeftSparseUpdates WeftSparseUpdates;

WeftSparseUpdates *weft_sparse_updates_new   (const WeftSparseSymbolic *symbolic,
                                              const WeftSparseBlocks   *blocks);
void               weft_sparse_updates_free  (WeftSparseUpdates        *self);
/* The updates of the next level, those with the smaller row + column first, of equal ones the smaller row. Valid until
 * the next call. */
GArray            *weft_sparse_updates_next  (WeftSparseUpdates        *self);

/* [n_blocks] how many updates each level has. Stops when there are more than @max, which the sum then exceeds.
 * (transfer full) */
guint64           *weft_sparse_updates_count (const WeftSparseBlocks   *blocks,
                                              guint64                   max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSparseUpdates, weft_sparse_updates_free)

G_END_DECLS
