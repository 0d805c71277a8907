/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filled pattern cut into square blocks: which blocks there are, how many entries each has, and what its factor
 * kernel costs. Block (j, i) of U is block (i, j) of L turned over. */
#pragma once

#include "workload/weft-sparse-symbolic.h"

G_BEGIN_DECLS

/**
 * WeftSparseBlocks: (skip)
 * @n: rows and columns
 * @block: rows and columns of a block; the last ones have fewer
 * @n_blocks: blocks along the diagonal
 * @first: [@n_blocks + 1] where the blocks below the diagonal of each column of blocks begin
 * @row: the row of each block, ascending in its column
 * @n_entries: entries of each
 * @tstrf: operations to solve each with the U of its diagonal block
 * @gessm: operations to solve its counterpart in U with the L of the diagonal block
 * @n_diagonal: [@n_blocks] entries of each diagonal block below the diagonal
 * @getrf: [@n_blocks] operations to factor each diagonal block
 */
typedef struct
{
  guint32 n;
  guint32 block;
  guint32 n_blocks;
  gsize *first;
  guint32 *row;
  guint64 *n_entries;
  double *tstrf;
  double *gessm;
  guint64 *n_diagonal;
  double *getrf;
} WeftSparseBlocks;

/* Columns of one column of blocks that have the same rows in the blocks below. */
typedef struct
{
  guint32 first_piece;
  guint32 n_pieces;
  guint32 n_cols;
  guint32 n_in; /* rows that all of them have in the diagonal block, below the last of them */
} WeftBlockStrip;

/* The rows of a strip in one block below. */
typedef struct
{
  guint32 block;
  guint32 n_rows;
} WeftBlockPiece;

/**
 * WeftBlockColumn: (skip)
 * @strips: (element-type WeftBlockStrip)
 * @pieces: (element-type WeftBlockPiece): of all strips, ascending in each
 *
 * One column of blocks as the strips that it is made of; columns are gone through from the left.
 */
typedef struct
{
  const WeftSparseSymbolic *symbolic;
  guint32 block;
  guint32 node;
  GArray *strips;
  GArray *pieces;
} WeftBlockColumn;

void              weft_block_column_init  (WeftBlockColumn          *self,
                                           const WeftSparseSymbolic *symbolic,
                                           guint32                   block);
void              weft_block_column_load  (WeftBlockColumn          *self,
                                           guint32                   k);
void              weft_block_column_clear (WeftBlockColumn          *self);

/* NULL with a WEFT_WORKLOAD_ERROR_LIMIT when there are more than @max_blocks below the diagonal. (transfer full) */
WeftSparseBlocks *weft_sparse_blocks_new  (const WeftSparseSymbolic *symbolic,
                                           guint32                   block,
                                           guint32                   max_blocks,
                                           GCancellable             *cancellable,
                                           GError                  **error);
void              weft_sparse_blocks_free (WeftSparseBlocks         *self);
/* How many blocks below the diagonal a column of blocks has. */
guint32           weft_sparse_blocks_height (const WeftSparseBlocks *self,
                                             guint32                 k);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSparseBlocks, weft_sparse_blocks_free)

G_END_DECLS
