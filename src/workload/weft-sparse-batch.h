/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Aggregate and batch: tasks of a sparse factorisation that are ready together are started as one. */
#pragma once

#include "workload/weft-task-builder.h"

G_BEGIN_DECLS

/* Adds the batches of the tasks that weft_sparse_lu_add() made to a builder that has none yet. */
WEFT_API gboolean weft_sparse_batch_add (WeftTaskBuilder      *builder,
                                         const WeftTaskGraph  *graph,
                                         guint32               max_tasks,
                                         GCancellable         *cancellable,
                                         GError              **error);

G_END_DECLS
