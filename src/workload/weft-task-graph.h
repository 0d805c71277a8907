/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload as a graph of tasks that knows no hardware: what each task computes, reads, writes and needs to hold,
 * and the bytes that pass along each edge. Immutable once built; made by a WeftTaskBuilder. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_WORKLOAD_ERROR (weft_workload_error_quark ())

/**
 * WeftWorkloadError:
 * @WEFT_WORKLOAD_ERROR_INVALID: a file or a parameter says something that it may not
 * @WEFT_WORKLOAD_ERROR_CYCLE: tasks wait for each other; the message names them
 * @WEFT_WORKLOAD_ERROR_DANGLING: a task names another one that is not there
 * @WEFT_WORKLOAD_ERROR_DUPLICATE: two tasks have one name
 * @WEFT_WORKLOAD_ERROR_LIMIT: more tasks, edges or bytes than are taken
 * @WEFT_WORKLOAD_ERROR_UNSUPPORTED: a layout, field or architecture that is known but not read
 * @WEFT_WORKLOAD_ERROR_MISSING: something that the workload needs is not said, such as run times
 * @WEFT_WORKLOAD_ERROR_FILE: the file cannot be read or written
 */
typedef enum
{
  WEFT_WORKLOAD_ERROR_INVALID,
  WEFT_WORKLOAD_ERROR_CYCLE,
  WEFT_WORKLOAD_ERROR_DANGLING,
  WEFT_WORKLOAD_ERROR_DUPLICATE,
  WEFT_WORKLOAD_ERROR_LIMIT,
  WEFT_WORKLOAD_ERROR_UNSUPPORTED,
  WEFT_WORKLOAD_ERROR_MISSING,
  WEFT_WORKLOAD_ERROR_FILE,
} WeftWorkloadError;

/* More than any schedule is worth waiting for; both readers and generators stop here with a message. */
#define WEFT_MAX_TASKS 10000000u
#define WEFT_MAX_TASK_EDGES 50000000u

#define WEFT_TASK_NONE G_MAXUINT32

/* What arithmetic is done in. */
typedef enum
{
  WEFT_DTYPE_FP64,
  WEFT_DTYPE_FP32,
  WEFT_DTYPE_BF16, /* and FP16 */
  WEFT_DTYPE_FP8,
  WEFT_DTYPE_INT8,
  WEFT_N_DTYPES,
} WeftDtype;

/* What a task does on the network besides its own edges. */
typedef enum
{
  WEFT_COMM_NONE,
  WEFT_COMM_ALL_REDUCE,
  WEFT_COMM_ALL_GATHER,
  WEFT_COMM_REDUCE_SCATTER,
  WEFT_COMM_ALL_TO_ALL,
  WEFT_COMM_BROADCAST,
  WEFT_COMM_SEND, /* hands on what it reads: its successors' edges carry the bytes */
  WEFT_N_COMMS,
} WeftCommKind;

/**
 * WeftTaskKind: (skip)
 * @bytes_read: bytes read from memory
 * @bytes_written: bytes written to memory
 * @working_set_bytes: what has to be in memory while the task runs, besides the region that it uses
 * @comm_bytes: size of the whole buffer of a collective, or of a message
 * @region_bytes_read: of @bytes_read, those of the region that it uses; 0 when that is not said
 * @region_bytes_written: of @bytes_written, the same
 * @first_work: where its operations begin in the graph's work
 * @first_time: where its times begin in the graph's times
 * @kernel: index of the kernel's name
 * @n_work: how many dtypes it computes in
 * @n_times: how many classes of device have a time of their own for it
 * @comm: a #WeftCommKind
 *
 * What tasks of one kind cost. Most graphs have few kinds and many tasks of each.
 */
typedef struct
{
  double bytes_read;
  double bytes_written;
  double working_set_bytes;
  double comm_bytes;
  double region_bytes_read;
  double region_bytes_written;
  guint32 first_work;
  guint32 first_time;
  guint32 kernel;
  guint8 n_work;
  guint8 n_times;
  guint8 comm;
} WeftTaskKind;

/* A time that was given or measured: on devices of a class ("gpu"), of a chip ("h100-sxm-80"), or on any ("*"). */
typedef struct
{
  guint32 device_class; /* index into WeftTaskGraph.names */
  double time_s;
} WeftTaskTime;

/* Data that stays where the tasks that use it run, such as the weights of a layer or the rows of a matrix: a device
 * holds each region once, however many of its tasks use it. */
typedef struct
{
  guint32 stem;
  guint32 ordinal;
  double bytes;
} WeftTaskRegion;

/**
 * WeftTaskGraph: (skip)
 * @name: what the workload is called
 * @source: (nullable): where it comes from, for people: a file's name, or a generator and its parameters
 * @notes: (nullable): sentences about it that people should read, NULL at the end: what was assumed or looks unwise
 * @n_tasks: how many tasks
 * @n_edges: how many edges
 * @n_kinds: how many kinds
 * @n_groups: how many collectives
 * @n_regions: how many regions
 * @kind: [@n_tasks] the kind of each task
 * @stem: [@n_tasks] index of the name of each task
 * @ordinal: [@n_tasks] number after the name, %WEFT_TASK_NONE for none
 * @first_pred: [@n_tasks + 1] where the edges into a task begin
 * @pred: [@n_edges] the task that an edge comes from, ascending for each task
 * @pred_bytes: [@n_edges] bytes that pass along it
 * @first_succ: [@n_tasks + 1] where the edges out of a task begin
 * @succ: [@n_edges] the task that an edge leads to, ascending for each task
 * @group: (nullable): [@n_tasks] the collective that a task is one rank's part of, %WEFT_TASK_NONE for none. All
 *   tasks of a group wait until every one of them could start.
 * @rank: (nullable): [@n_tasks] which process of a parallel program a task belongs to, %WEFT_TASK_NONE for none; a
 *   plan may give each rank a device
 * @first_member: (nullable): [@n_groups + 1] where the tasks of a group begin
 * @member: (nullable): the tasks of all groups, ascending for each
 * @region: (nullable): [@n_tasks] the region that a task uses, %WEFT_TASK_NONE for none
 * @kinds: [@n_kinds]
 * @work_flops: operations of the kinds
 * @work_dtype: the #WeftDtype of each
 * @times: given times of the kinds
 * @regions: [@n_regions]
 * @names: names of kernels, tasks, regions and classes of devices, each once
 * @n_names: how many
 *
 * Arrays that only weft-task-builder.c writes.
 */
typedef struct
{
  char *name;
  char *source;
  char **notes;
  guint32 n_tasks;
  guint32 n_edges;
  guint32 n_kinds;
  guint32 n_groups;
  guint32 n_regions;
  guint32 n_names;

  guint32 *kind;
  guint32 *stem;
  guint32 *ordinal;
  guint32 *first_pred;
  guint32 *pred;
  double *pred_bytes;
  guint32 *first_succ;
  guint32 *succ;
  guint32 *group;
  guint32 *rank;
  guint32 *first_member;
  guint32 *member;
  guint32 *region;

  WeftTaskKind *kinds;
  double *work_flops;
  guint8 *work_dtype;
  WeftTaskTime *times;
  WeftTaskRegion *regions;
  char **names;

  GStringChunk *chunk;
  gatomicrefcount refs;
} WeftTaskGraph;

#define WEFT_TYPE_TASK_GRAPH (weft_task_graph_get_type ())
WEFT_API GType          weft_task_graph_get_type    (void) G_GNUC_CONST;
WEFT_API GQuark         weft_workload_error_quark   (void);

WEFT_API WeftTaskGraph *weft_task_graph_ref         (WeftTaskGraph       *self);
WEFT_API void           weft_task_graph_unref       (WeftTaskGraph       *self);

/* "symgs0_pre", or "symgs0_pre@3" where the name has a number. (transfer full) */
WEFT_API char          *weft_task_graph_task_name   (const WeftTaskGraph *self,
                                                     guint32              task);
WEFT_API char          *weft_task_graph_region_name (const WeftTaskGraph *self,
                                                     guint32              region);
/* The kernel of a task. (transfer none) */
WEFT_API const char    *weft_task_graph_kernel      (const WeftTaskGraph *self,
                                                     guint32              task);
/* Operations of a kind in all dtypes together. */
WEFT_API double         weft_task_graph_kind_flops  (const WeftTaskGraph *self,
                                                     guint32              kind);
/* Bytes of memory that the graph itself takes. */
WEFT_API gsize          weft_task_graph_footprint   (const WeftTaskGraph *self);
/* [n_tasks] the tasks in an order in which each comes after those that it waits for; of those that could come next,
 * in the order of a queue. Collectives are heeded. NULL when there is a cycle, which no finished graph has.
 * (transfer full) */
WEFT_API guint32       *weft_task_graph_sort        (const WeftTaskGraph *self);

/* "fp64" */
WEFT_API const char    *weft_dtype_nick             (WeftDtype            dtype);
WEFT_API gboolean       weft_dtype_parse            (const char          *nick,
                                                     WeftDtype           *dtype);
/* Of one number: 8 for fp64. */
WEFT_API double         weft_dtype_bytes            (WeftDtype            dtype);
/* "all_reduce"; "none". */
WEFT_API const char    *weft_comm_kind_nick         (WeftCommKind         comm);
WEFT_API gboolean       weft_comm_kind_parse        (const char          *nick,
                                                     WeftCommKind        *comm);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTaskGraph, weft_task_graph_unref)

G_END_DECLS
