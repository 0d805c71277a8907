/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which task runs when, and what a row does meanwhile. */
#include "draw/gantt/weft-gantt-private.h"

/**
 * weft_gantt_task_at: (skip)
 * @self: a chart
 * @lane: index of a lane
 * @time_s: a time
 *
 * Returns: the task that runs then, %WEFT_TASK_NONE when the lane is idle
 */
guint32
weft_gantt_task_at (const WeftGantt *self, guint lane, double time_s)
{
  guint32 bar;

  g_return_val_if_fail (lane < self->n_lanes, WEFT_TASK_NONE);

  bar = weft_gantt_first_after (self, self->lanes[lane].first, self->lanes[lane].end, time_s);
  return bar < self->lanes[lane].end && self->start[bar] <= time_s ? self->task[bar] : WEFT_TASK_NONE;
}

/**
 * weft_gantt_task_near: (skip)
 * @self: a chart
 * @lane: index of a lane
 * @time_s: a time
 * @before: the last task that starts before it, instead of the first one from it on
 *
 * Returns: the task, %WEFT_TASK_NONE when there is none
 */
guint32
weft_gantt_task_near (const WeftGantt *self, guint lane, double time_s, gboolean before)
{
  guint32 first, bar, end;

  g_return_val_if_fail (lane < self->n_lanes, WEFT_TASK_NONE);

  first = self->lanes[lane].first;
  end = self->lanes[lane].end;
  for (bar = weft_gantt_first_after (self, first, end, time_s); bar > first && self->start[bar - 1] >= time_s; bar--)
    ;
  while (bar < end && self->start[bar] < time_s)
    bar++;
  if (before)
    return bar > first ? self->task[bar - 1] : WEFT_TASK_NONE;
  return bar < end ? self->task[bar] : WEFT_TASK_NONE;
}

/**
 * weft_gantt_next_task: (skip)
 * @self: a chart
 * @task: a task
 * @backwards: the one before it, instead of the one after it
 *
 * Returns: its neighbour in the same lane, %WEFT_TASK_NONE at the end
 */
guint32
weft_gantt_next_task (const WeftGantt *self, guint32 task, gboolean backwards)
{
  const WeftGanttLane *lane;
  guint32 bar;

  g_return_val_if_fail (task < self->n_bars, WEFT_TASK_NONE);

  lane = &self->lanes[weft_gantt_lane_of_task (self, task)];
  bar = self->bar_of[task];
  if (backwards)
    return bar > lane->first ? self->task[bar - 1] : WEFT_TASK_NONE;
  return bar + 1 < lane->end ? self->task[bar + 1] : WEFT_TASK_NONE;
}

static void
add_lane (const WeftGantt *self, guint lane, double from_s, double to_s, WeftGanttSpan *span)
{
  double sums[WEFT_GANTT_SUMS] = { 0 };
  guint32 end = self->lanes[lane].end;
  guint32 first = weft_gantt_first_after (self, self->lanes[lane].first, end, from_s), at = first;

  weft_gantt_add_span (self, &at, end, from_s, to_s, sums);
  at += at < end && self->start[at] < to_s;
  span->n_tasks += at - first - (self->n_waits != NULL ? self->n_waits[at] - self->n_waits[first] : 0);
  for (guint k = 0; k < self->n_kernels; k++)
    {
      span->kernel_s[k] += sums[k] + sums[self->n_kernels + k];
      span->busy_s += self->kernels[k].is_wait ? 0 : sums[k] + sums[self->n_kernels + k];
    }
}

/**
 * weft_gantt_sum_span: (skip)
 * @self: a chart
 * @row: index of a row
 * @from_s: begin of a span
 * @to_s: its end
 * @span: (out caller-allocates): what the row does meanwhile
 */
void
weft_gantt_sum_span (const WeftGantt *self, guint row, double from_s, double to_s, WeftGanttSpan *span)
{
  const WeftGanttRow *at;

  g_return_if_fail (row < self->n_rows && span != NULL);

  *span = (WeftGanttSpan){ 0 };
  at = &self->rows[row];
  for (guint lane = at->lane; lane < at->lane + at->n_lanes; lane++)
    add_lane (self, lane, from_s, to_s, span);
}

/**
 * weft_gantt_sum_lane: (skip)
 * @self: a chart
 * @lane: index of a lane
 * @from_s: begin of a span
 * @to_s: its end
 * @span: (out caller-allocates): what the lane does meanwhile
 */
void
weft_gantt_sum_lane (const WeftGantt *self, guint lane, double from_s, double to_s, WeftGanttSpan *span)
{
  g_return_if_fail (lane < self->n_lanes && span != NULL);

  *span = (WeftGanttSpan){ 0 };
  add_lane (self, lane, from_s, to_s, span);
}
