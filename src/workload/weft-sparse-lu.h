/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LU factorisation of a sparse matrix in square blocks as a graph of tasks: GETRF of a diagonal block, TSTRF below it,
 * GESSM beside it, SSSSM for each update. */
#pragma once

#include "workload/weft-sparse-symbolic.h"
#include "workload/weft-task-builder.h"

G_BEGIN_DECLS

/* Indices inside of a block have 16 bits. */
#define WEFT_SPARSE_MAX_BLOCK 65535u

/* How the updates of one block depend on each other: not at all, or each waits for the one of the level before. */
typedef enum
{
  WEFT_SPARSE_UPDATES_PARALLEL,
  WEFT_SPARSE_UPDATES_CHAINED,
  WEFT_N_SPARSE_UPDATES,
} WeftSparseUpdateOrder;

/* Adds the tasks, level by level, to a builder that has none yet. */
WEFT_API gboolean    weft_sparse_lu_add             (WeftTaskBuilder          *builder,
                                                     const WeftSparseSymbolic *symbolic,
                                                     guint32                   block,
                                                     WeftSparseUpdateOrder     updates,
                                                     GCancellable             *cancellable,
                                                     GError                  **error);
/* "parallel" */
WEFT_API const char *weft_sparse_update_order_nick  (WeftSparseUpdateOrder     self);
WEFT_API gboolean    weft_sparse_update_order_parse (const char               *nick,
                                                     WeftSparseUpdateOrder    *self);

G_END_DECLS
