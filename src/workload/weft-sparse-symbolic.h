/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the factors of a sparse matrix have entries: L by the elimination tree of A + A^T + I, U = L^T. Columns that
 * have the same rows below them stand together, and rows are kept as runs, so that a large factor takes little room. */
#pragma once

#include <gio/gio.h>

#include "workload/weft-sparse-pattern.h"

G_BEGIN_DECLS

/* More runs than fit in a gigabyte are refused. */
#define WEFT_SPARSE_MAX_RUNS 134217728u

/* Rows from @begin to just before @end. */
typedef struct
{
  guint32 begin;
  guint32 end;
} WeftSparseRun;

/**
 * WeftSparseSymbolic: (skip)
 * @n: rows and columns
 * @n_nodes: groups of columns: those of a group follow each other, and column j of one that ends with column e has the
 *   rows j + 1 to e and the runs of the group, exactly
 * @first_column: [@n_nodes + 1] where each group begins
 * @first_run: [@n_nodes + 1] where its runs begin
 * @runs: rows after the last column of a group, ascending, with gaps between them
 * @n_below: entries of L below the diagonal
 * @flops: operations of LU without pivoting on the filled pattern, sum of l + 2 l^2 over the columns, l entries below
 *   the diagonal each
 */
typedef struct
{
  guint32 n;
  guint32 n_nodes;
  guint32 *first_column;
  gsize *first_run;
  WeftSparseRun *runs;
  guint64 n_below;
  double flops;
} WeftSparseSymbolic;

/* @order: [n] the old row at each new place. (transfer full) */
WEFT_API WeftSparseSymbolic *weft_sparse_symbolic_new       (const WeftSparsePattern  *adjacency,
                                                             const guint32            *order,
                                                             GCancellable             *cancellable,
                                                             GError                  **error);
WEFT_API void                weft_sparse_symbolic_free      (WeftSparseSymbolic       *self);
/* Entries of L + U, the diagonal once. */
WEFT_API double              weft_sparse_symbolic_n_entries (const WeftSparseSymbolic *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSparseSymbolic, weft_sparse_symbolic_free)

G_END_DECLS
