/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a simulation's chart share: what each rank waits for, and the lanes that its tasks lie in. */
#pragma once

#include "draw/gantt/weft-gantt-private.h"
#include "draw/sim/weft-gantt-run.h"

G_BEGIN_DECLS

/**
 * WeftGanttWait: (skip)
 * @task: the one that waits
 * @for_task: the one that it waits for, %WEFT_SIM_NONE
 * @cause: a #WeftSimWait
 * @lane: of @task
 * @start_s: begin
 * @finish_s: end
 *
 * Time in which a lane of a rank is idle and something is known to be waited for.
 */
typedef struct
{
  guint32 task;
  guint32 for_task;
  WeftSimWait cause;
  guint32 lane;
  double start_s;
  double finish_s;
} WeftGanttWait;

/**
 * WeftGanttRun: (skip)
 * @result: what is shown
 * @waits: (element-type WeftGanttWait): task @result's n_tasks + i of the chart is the i-th
 * @begin_s: [tasks] when each stops waiting and begins: of a receive when its message is sent, of a collective's part
 *   when the last rank is there
 * @lane: [tasks]
 *
 * The owner of a chart of ranks.
 */
typedef struct
{
  WeftSimResult *result;
  GArray *waits;
  double *begin_s;
  guint32 *lane;
} WeftGanttRun;

extern const WeftGanttSource weft_gantt_run_source;

/* In weft-gantt-run-lanes.c: rows, lanes and waits of @run. */
void                 weft_gantt_run_lay_out (WeftGanttRun        *run,
                                             WeftGantt           *chart,
                                             const WeftSimResult *beside);
/* In weft-gantt-run-words.c: "all_reduce of 8.39 MB with 8 ranks". (transfer full) */
char                *weft_gantt_say_task    (const WeftSimTrace  *trace,
                                             guint32              task);
/* What a cause is called in a legend. (transfer none) */
const char          *weft_gantt_wait_title  (WeftSimWait          cause);
static inline const WeftGanttRun *
weft_gantt_run_of (const WeftGantt *chart)
{
  return chart->owner;
}

/* The wait of a task of the chart, NULL for a task of the trace. */
static inline const WeftGanttWait *
weft_gantt_run_wait (const WeftGanttRun *run, guint32 task)
{
  return task < run->result->trace->n_tasks
           ? NULL
           : &g_array_index (run->waits, WeftGanttWait, task - run->result->trace->n_tasks);
}

G_END_DECLS
