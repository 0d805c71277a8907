/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A schedule made ready to be looked at: its tasks as bars by device, sorted and summed up beforehand, so that half a
 * million of them take no longer to paint than the pixels that they fill. Immutable. */
#pragma once

#include "draw/workload/weft-kernel-look.h"
#include "mapper/weft-map-report.h"

G_BEGIN_DECLS

/* As many devices without a task, one after the other, stand in one row. */
#define WEFT_GANTT_FOLDED 4

/**
 * WeftGanttKernel: (skip)
 * @look: how its bars look
 * @n_tasks: tasks of it
 * @busy_s: time that devices spend on it
 *
 * A kernel, or those that share a look.
 */
typedef struct
{
  WeftKernelLook look;
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
 *
 * A row of bars.
 */
typedef struct
{
  guint device;
  guint n_devices;
  char *name;
  guint32 first;
  guint32 end;
  double busy_s;
} WeftGanttRow;

typedef struct _WeftGantt WeftGantt;

/* @report: (nullable): for the critical path. @beside: (nullable): a schedule of the same problem that is shown with
 * this one and gets the same rows. */
WEFT_API WeftGantt             *weft_gantt_new          (WeftMapProblem      *problem,
                                                         WeftSchedule        *schedule,
                                                         const WeftMapReport *report,
                                                         const WeftSchedule  *beside);
WEFT_API WeftGantt             *weft_gantt_ref          (WeftGantt           *self);
WEFT_API void                   weft_gantt_unref        (WeftGantt           *self);

WEFT_API const WeftTaskGraph   *weft_gantt_get_graph    (const WeftGantt     *self);
WEFT_API const WeftSchedule    *weft_gantt_get_schedule (const WeftGantt     *self);
/* Times are numbers without a unit. */
WEFT_API gboolean               weft_gantt_is_plain     (const WeftGantt     *self);
/* Time at which the later of this schedule and the one beside it ends. */
WEFT_API double                 weft_gantt_get_end_s    (const WeftGantt     *self);

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

/* The task that runs in a row at a time, WEFT_TASK_NONE for none. */
WEFT_API guint32                weft_gantt_task_at      (const WeftGantt     *self,
                                                         guint                row,
                                                         double               time_s);
/* The task that starts next to a time in a row: at or after it, or, @before, before it; WEFT_TASK_NONE. */
WEFT_API guint32                weft_gantt_task_near    (const WeftGantt     *self,
                                                         guint                row,
                                                         double               time_s,
                                                         gboolean             before);
/* The task after or before another one on its device, WEFT_TASK_NONE at the end. */
WEFT_API guint32                weft_gantt_next_task    (const WeftGantt     *self,
                                                         guint32              task,
                                                         gboolean             backwards);

/**
 * WeftGanttSpan: (skip)
 * @n_tasks: tasks that run in the span or in a part of it
 * @busy_s: time that they take of it
 * @kernel_s: of each kernel
 *
 * What a row does between two times.
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
