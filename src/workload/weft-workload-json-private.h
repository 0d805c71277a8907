/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weft's own format of workloads, "weft-workload/1": tasks and edges as columns, or as rows that people write. The
 * schema is data/schema/weft-workload.schema.json. */
#pragma once

#include "base/weft-json-pull.h"
#include "workload/weft-kind-set-private.h"
#include "workload/weft-task-names-private.h"
#include "workload/weft-unread-private.h"
#include "workload/weft-workload-text-private.h"

G_BEGIN_DECLS

#define WEFT_WORKLOAD_JSON_FORMAT "weft-workload/1"

extern const WeftJsonLimits weft_workload_json_limits;

WeftTaskGraph *weft_workload_json_read  (const WeftWorkloadText *file,
                                         GError                **error);
/* (transfer full) */
GString       *weft_workload_json_write (const WeftTaskGraph    *graph);

/* --- for the files of the reader --- */

/* A row's word that it comes after another task. */
typedef struct
{
  guint32 task;
  guint32 stem;
  guint32 ordinal;
  double bytes;
} WeftRowEdge;

/* A row's word that it uses a region. */
typedef struct
{
  guint32 task;
  guint32 stem;
  guint32 ordinal;
} WeftRowRegion;

/**
 * WeftWorkloadJson: (skip)
 * @texts: names of kernels and classes of devices, each once
 * @names: of tasks
 * @region_names: of regions
 * @rows: kinds of tasks that were written as rows
 * @stem: stems of the names of all tasks
 * @ordinal: and their numbers
 * @kind: (nullable): column
 * @group: (nullable): column
 * @region: (nullable): column
 * @from: (nullable): column of edges
 * @to: (nullable): column of edges
 * @bytes: (nullable): column of edges
 * @times: (element-type WeftGivenTime): of the cost that is being read
 * @row_edges: (element-type WeftRowEdge): what rows come after
 * @row_regions: (element-type WeftRowRegion): what rows use
 * @n_kinds: how many "kinds" has
 *
 * A file that is being read.
 */
typedef struct
{
  const WeftWorkloadText *file;
  WeftJsonPull *pull;
  WeftTaskBuilder *builder;
  WeftUnread *unread;
  GStringChunk *texts;
  WeftTaskNames *names;
  WeftTaskNames *region_names;
  WeftKindSet *rows;
  GArray *stem;
  GArray *ordinal;
  GArray *kind;
  GArray *group;
  GArray *rank;
  GArray *region;
  GArray *from;
  GArray *to;
  GArray *bytes;
  GArray *times;
  GArray *row_edges;
  GArray *row_regions;
  guint32 n_kinds;
} WeftWorkloadJson;

/* One member of a kind or a row that says what it costs; the value is taken, times go to @times. FALSE when @key is
 * none, and nothing has been taken. */
gboolean weft_workload_json_read_cost    (WeftWorkloadJson *self,
                                          const char       *key,
                                          WeftTaskCost     *cost);

/* "tasks" and "edges": columns are kept, rows go to the builder at once. */
void     weft_workload_json_read_columns (WeftWorkloadJson *self);
void     weft_workload_json_read_rows    (WeftWorkloadJson *self);
void     weft_workload_json_read_edges   (WeftWorkloadJson *self);
/* What could only be said when all was read. */
gboolean weft_workload_json_end_columns  (WeftWorkloadJson *self,
                                          GError          **error);
gboolean weft_workload_json_end_rows     (WeftWorkloadJson *self,
                                          GError          **error);
gboolean weft_workload_json_end_edges    (WeftWorkloadJson *self,
                                          GError          **error);

/* (transfer full) */
char    *weft_workload_json_name_task    (WeftWorkloadJson *self,
                                          guint32           task);
/* Whether one more fits after @n; too many of them is an error then, and so is that the reading was cancelled. */
gboolean weft_workload_json_has_room     (WeftWorkloadJson *self,
                                          guint             n,
                                          guint             limit);

G_END_DECLS
