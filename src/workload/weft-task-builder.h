/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a task graph together: kinds, tasks and edges in any order; the end checks that what was said makes a graph
 * without cycles, in numbers that can be computed with. */
#pragma once

#include <gio/gio.h>

#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

typedef struct _WeftTaskBuilder WeftTaskBuilder;

/**
 * WeftTaskCost: (skip)
 * @kernel: the kernel's name: "symgs"
 * @flops: operations of each dtype
 * @bytes_read: bytes read from memory
 * @bytes_written: bytes written to memory
 * @working_set_bytes: what has to be in memory meanwhile, besides the region
 * @comm: what it does on the network
 * @comm_bytes: size of a collective's whole buffer, or of a message
 * @region_bytes_read: of @bytes_read, those of the region that its tasks use; 0 when that is not said
 * @region_bytes_written: of @bytes_written, the same
 *
 * What a kind of task costs. All numbers are finite and not negative.
 */
typedef struct
{
  const char *kernel;
  double flops[WEFT_N_DTYPES];
  double bytes_read;
  double bytes_written;
  double working_set_bytes;
  WeftCommKind comm;
  double comm_bytes;
  double region_bytes_read;
  double region_bytes_written;
} WeftTaskCost;

WEFT_API WeftTaskBuilder *weft_task_builder_new        (const char         *name);
WEFT_API void             weft_task_builder_free       (WeftTaskBuilder    *self);
WEFT_API void             weft_task_builder_set_name   (WeftTaskBuilder    *self,
                                                        const char         *name);
WEFT_API void             weft_task_builder_set_source (WeftTaskBuilder    *self,
                                                        const char         *source);
/* A sentence about the workload that people should read; they stay in the order in which they come. */
WEFT_API void             weft_task_builder_add_note   (WeftTaskBuilder    *self,
                                                        const char         *note);

/* A kind; the index counts from 0. One that costs the same as the one before it is not shared: callers keep the index
 * of what they use again. */
WEFT_API guint32          weft_task_builder_add_kind   (WeftTaskBuilder    *self,
                                                        const WeftTaskCost *cost);
/* A given time of the kind that was added last. */
WEFT_API void             weft_task_builder_add_time   (WeftTaskBuilder    *self,
                                                        const char         *device_class,
                                                        double              time_s);
/* Index of a name, which is kept once. */
WEFT_API guint32          weft_task_builder_intern     (WeftTaskBuilder    *self,
                                                        const char         *name);
/* What a task of that stem and number is called. (transfer full) */
WEFT_API char            *weft_task_builder_join_name  (WeftTaskBuilder    *self,
                                                        guint32             stem,
                                                        guint32             ordinal);
WEFT_API guint32          weft_task_builder_add_region (WeftTaskBuilder    *self,
                                                        guint32             stem,
                                                        guint32             ordinal,
                                                        double              bytes);
/* A task; the index counts from 0. @stem is an interned name, @ordinal a number after it or WEFT_TASK_NONE. */
WEFT_API guint32          weft_task_builder_add_task   (WeftTaskBuilder    *self,
                                                        guint32             kind,
                                                        guint32             stem,
                                                        guint32             ordinal);
WEFT_API void             weft_task_builder_set_group  (WeftTaskBuilder    *self,
                                                        guint32             task,
                                                        guint32             group);
/* Which process of a parallel program it belongs to. */
WEFT_API void             weft_task_builder_set_rank   (WeftTaskBuilder    *self,
                                                        guint32             task,
                                                        guint32             rank);
WEFT_API void             weft_task_builder_set_region (WeftTaskBuilder    *self,
                                                        guint32             task,
                                                        guint32             region);
/* The tasks of an edge may come later; edges that are said twice become one with the bytes of both. */
WEFT_API void             weft_task_builder_add_edge   (WeftTaskBuilder    *self,
                                                        guint32             from,
                                                        guint32             to,
                                                        double              bytes);
WEFT_API guint32          weft_task_builder_n_tasks    (WeftTaskBuilder    *self);

/* Takes @self. NULL with a WEFT_WORKLOAD_ERROR that names tasks: a cycle, an edge to a task that is not there, a
 * number that is not finite or negative, more than the limits. (transfer full) */
WEFT_API WeftTaskGraph   *weft_task_builder_finish     (WeftTaskBuilder    *self,
                                                        GCancellable       *cancellable,
                                                        GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTaskBuilder, weft_task_builder_free)

G_END_DECLS
