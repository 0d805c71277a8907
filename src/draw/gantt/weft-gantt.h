/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks made ready to be looked at: as bars in rows, sorted and summed up beforehand, so that half a million of them
 * take no longer to paint than the pixels that they fill. What they are of, such as a mapper's schedule, is known by
 * whoever makes the chart. Immutable. */
#pragma once

#include "draw/workload/weft-kernel-look.h"
#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

/* As many devices without a task, one after the other, stand in one row. */
#define WEFT_GANTT_FOLDED 4

/**
 * WeftGanttKernel: (skip)
 * @look: how its bars look
 * @is_wait: whether they are no work, but time in which a device waits
 * @n_tasks: tasks of it
 * @busy_s: time that devices spend on it
 *
 * A kernel, those that share a look, or a cause to wait for.
 */
typedef struct
{
  WeftKernelLook look;
  gboolean is_wait;
  guint32 n_tasks;
  double busy_s;
} WeftGanttKernel;

/**
 * WeftGanttRow: (skip)
 * @device: the device, or the first of several idle ones
 * @n_devices: how many devices the row stands for
 * @name: for people
 * @first: its first bar
 * @end: the bar after its last
 * @busy_s: time that it is busy
 * @lane: its first lane
 * @n_lanes: how many lanes it has, 1 at least
 *
 * A row of bars. Bars that run at the same time lie in lanes of it, above each other.
 */
typedef struct
{
  guint device;
  guint n_devices;
  char *name;
  guint32 first;
  guint32 end;
  double busy_s;
  guint lane;
  guint n_lanes;
} WeftGanttRow;

typedef struct _WeftGantt WeftGantt;

WEFT_API WeftGantt             *weft_gantt_ref          (WeftGantt           *self);
WEFT_API void                   weft_gantt_unref        (WeftGantt           *self);

/* Times are numbers without a unit. */
WEFT_API gboolean               weft_gantt_is_plain     (const WeftGantt     *self);
/* Time at which the last of its tasks ends. */
WEFT_API double                 weft_gantt_get_makespan_s (const WeftGantt   *self);
/* Time at which the later of this chart and the one beside it ends. */
WEFT_API double                 weft_gantt_get_end_s    (const WeftGantt     *self);
/* Tasks count from 0. Those of kernels that wait come after all others. */
WEFT_API guint32                weft_gantt_n_tasks      (const WeftGantt     *self);
/* Begin and end of its bar. */
WEFT_API double                 weft_gantt_task_start_s (const WeftGantt     *self,
                                                         guint32              task);
WEFT_API double                 weft_gantt_task_finish_s (const WeftGantt    *self,
                                                         guint32              task);

WEFT_API guint                  weft_gantt_n_rows       (const WeftGantt     *self);
WEFT_API const WeftGanttRow    *weft_gantt_row          (const WeftGantt     *self,
                                                         guint                row);
WEFT_API guint                  weft_gantt_row_of_task  (const WeftGantt     *self,
                                                         guint32              task);
WEFT_API guint                  weft_gantt_n_kernels    (const WeftGantt     *self);
WEFT_API const WeftGanttKernel *weft_gantt_kernel       (const WeftGantt     *self,
                                                         guint                kernel);
WEFT_API guint                  weft_gantt_kernel_of_task (const WeftGantt   *self,
                                                         guint32              task);
/* Tasks of the critical path. */
WEFT_API guint                  weft_gantt_n_path       (const WeftGantt     *self);
WEFT_API gboolean               weft_gantt_on_path      (const WeftGantt     *self,
                                                         guint32              task);

/* Lanes of all rows, from the top down. */
WEFT_API guint                  weft_gantt_n_lanes      (const WeftGantt     *self);
WEFT_API guint                  weft_gantt_lane_of_task (const WeftGantt     *self,
                                                         guint32              task);
/* The task that runs in a lane at a time, WEFT_TASK_NONE for none. */
WEFT_API guint32                weft_gantt_task_at      (const WeftGantt     *self,
                                                         guint                lane,
                                                         double               time_s);
/* The task that starts next to a time in a lane: at or after it, or, @before, before it; WEFT_TASK_NONE. */
WEFT_API guint32                weft_gantt_task_near    (const WeftGantt     *self,
                                                         guint                lane,
                                                         double               time_s,
                                                         gboolean             before);
/* The task after or before another one in its lane, WEFT_TASK_NONE at the end. */
WEFT_API guint32                weft_gantt_next_task    (const WeftGantt     *self,
                                                         guint32              task,
                                                         gboolean             backwards);

/**
 * WeftGanttSpan: (skip)
 * @n_tasks: tasks that run in the span or in a part of it, without waits
 * @busy_s: time that they take of it
 * @kernel_s: of each kernel, also of those that wait
 *
 * What a row or a lane does between two times.
 */
typedef struct
{
  guint32 n_tasks;
  double busy_s;
  double kernel_s[WEFT_MAX_KERNEL_LOOKS];
} WeftGanttSpan;

WEFT_API void                   weft_gantt_sum_span     (const WeftGantt     *self,
                                                         guint                row,
                                                         double               from_s,
                                                         double               to_s,
                                                         WeftGanttSpan       *span);
WEFT_API void                   weft_gantt_sum_lane     (const WeftGantt     *self,
                                                         guint                lane,
                                                         double               from_s,
                                                         double               to_s,
                                                         WeftGanttSpan       *span);

/* "1.23 ms", or "123" for times without a unit. (transfer full) */
WEFT_API char                  *weft_gantt_format_time  (const WeftGantt     *self,
                                                         double               time_s);
/* Name, kernel, device, when and how long, in lines. (transfer full) */
WEFT_API char                  *weft_gantt_describe_task (const WeftGantt    *self,
                                                         guint32              task);
/* What a row does in a span, in lines. (transfer full) */
WEFT_API char                  *weft_gantt_describe_span (const WeftGantt    *self,
                                                         guint                row,
                                                         double               from_s,
                                                         double               to_s);
/* The whole in one sentence, for those who do not see it. (transfer full) */
WEFT_API char                  *weft_gantt_summarise    (const WeftGantt     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftGantt, weft_gantt_unref)

G_END_DECLS
