/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A task graph in figures: sums by kernel, by dtype and by level, where a level is the longest way from a root. */
#pragma once

#include <json-glib/json-glib.h>

#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

typedef struct
{
  const char *kernel; /* the graph's */
  guint32 n_tasks;
  double flops;
  double bytes; /* read and written */
  double comm_bytes;
} WeftKernelSum;

/* Tasks that have a time of their own on a class of devices, and these times together. */
typedef struct
{
  const char *device_class; /* the graph's; "*" is any */
  guint32 n_tasks;
  double time_s;
} WeftTimeSum;

/* Tasks at one distance from the roots; at most WEFT_TASK_SUMMARY_LEVELS bins, each of as many levels as it takes. */
typedef struct
{
  guint32 n_tasks;
  double flops;
  double bytes;
} WeftLevelSum;

#define WEFT_TASK_SUMMARY_LEVELS 512

/**
 * WeftTaskSummary: (skip)
 * @graph: what is summed up
 * @n_roots: tasks that wait for none
 * @n_leaves: tasks that none waits for
 * @n_levels: tasks on the longest way
 * @max_width: most tasks of one level
 * @levels_per_bin: how many levels each of @levels sums up
 * @flops: operations of each dtype
 * @bytes_read: bytes read by all tasks
 * @bytes_written: bytes written by all tasks
 * @edge_bytes: bytes along all edges
 * @comm_bytes: buffers of all collectives and messages
 * @region_bytes: what all regions hold
 * @max_working_set_bytes: of the task that needs most
 * @kernels: (element-type WeftKernelSum): by name, in the order in which the graph has them
 * @times: (element-type WeftTimeSum): given times by class of devices, in the order in which the graph has them
 * @levels: (element-type WeftLevelSum): in their order
 */
typedef struct
{
  WeftTaskGraph *graph;
  guint32 n_roots;
  guint32 n_leaves;
  guint32 n_levels;
  guint32 max_width;
  guint32 levels_per_bin;
  double flops[WEFT_N_DTYPES];
  double bytes_read;
  double bytes_written;
  double edge_bytes;
  double comm_bytes;
  double region_bytes;
  double max_working_set_bytes;
  GArray *kernels;
  GArray *times;
  GArray *levels;
} WeftTaskSummary;

WEFT_API WeftTaskSummary *weft_task_summary_new         (WeftTaskGraph         *graph);
WEFT_API void             weft_task_summary_free        (WeftTaskSummary       *self);
WEFT_API double           weft_task_summary_total_flops (const WeftTaskSummary *self);

/* {"name", "tasks", "edges", "flops", "bytes", "by_kernel": [...], ...}, bytes of memory that the graph takes among
 * them. (transfer full) */
WEFT_API JsonObject      *weft_task_summary_to_json     (const WeftTaskSummary *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTaskSummary, weft_task_summary_free)

G_END_DECLS
