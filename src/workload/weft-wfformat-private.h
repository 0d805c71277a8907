/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workflows in WfFormat 1.5 (wfcommons/WfFormat): what was to be done and, by the same ids, how it went. */
#pragma once

#include "workload/weft-workload-text-private.h"

G_BEGIN_DECLS

/**
 * WeftWfStats: (skip)
 * @n_tasks: tasks of the specification
 * @n_edges: pairs of parent and child
 * @n_files: files of the specification
 * @n_zero_runtimes: tasks that took no time
 * @n_roots: tasks without parents
 * @n_leaves: tasks without children
 * @file_bytes: of all files
 * @external_input_bytes: of files that tasks read and no task writes
 * @edge_bytes: of all edges: a file counts for each child that reads it
 * @runtime_s: of all tasks together
 *
 * What a workflow is, in figures.
 */
typedef struct
{
  guint32 n_tasks;
  guint32 n_edges;
  guint32 n_files;
  guint32 n_zero_runtimes;
  guint32 n_roots;
  guint32 n_leaves;
  double file_bytes;
  double external_input_bytes;
  double edge_bytes;
  double runtime_s;
} WeftWfStats;

WeftTaskGraph *weft_wfformat_read       (const WeftWorkloadText *file,
                                         GError                **error);
WeftTaskGraph *weft_wfformat_read_stats (const WeftWorkloadText *file,
                                         WeftWfStats            *stats,
                                         GError                **error);

G_END_DECLS
