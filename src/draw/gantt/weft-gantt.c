/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of a chart again and again. */
#include "draw/gantt/weft-gantt-private.h"

WeftGantt *
weft_gantt_create (const WeftGanttSource *source, gpointer owner)
{
  WeftGantt *self = g_new0 (WeftGantt, 1);

  g_atomic_ref_count_init (&self->refs);
  self->source = source;
  self->owner = owner;
  return self;
}

/**
 * weft_gantt_ref: (skip)
 * @self: a chart
 *
 * Returns: (transfer full): @self
 */
WeftGantt *
weft_gantt_ref (WeftGantt *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_gantt_unref: (skip)
 * @self: (transfer full): a chart
 */
void
weft_gantt_unref (WeftGantt *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  weft_gantt_clear_pyramid (self);
  for (guint r = 0; r < self->n_rows; r++)
    g_free (self->rows[r].name);
  g_free (self->rows);
  g_free (self->lanes);
  g_free (self->task);
  g_free (self->bar_of);
  g_free (self->start);
  g_free (self->finish);
  g_free (self->look);
  g_free (self->n_waits);
  g_free (self->steps);
  g_free (self->levels.index);
  g_free (self->levels.full);
  self->source->free (self->owner);
  g_free (self);
}

/**
 * weft_gantt_is_plain: (skip)
 * @self: a chart
 *
 * Returns: whether times are numbers without a unit, as in the problems of papers
 */
gboolean
weft_gantt_is_plain (const WeftGantt *self)
{
  return self->plain;
}

/**
 * weft_gantt_get_makespan_s: (skip)
 * @self: a chart
 *
 * Returns: when the last of its tasks ends, in seconds
 */
double
weft_gantt_get_makespan_s (const WeftGantt *self)
{
  return self->makespan_s;
}

/**
 * weft_gantt_get_end_s: (skip)
 * @self: a chart
 *
 * Returns: when the later one of this chart and the one beside it ends, in seconds
 */
double
weft_gantt_get_end_s (const WeftGantt *self)
{
  return self->end_s;
}

/**
 * weft_gantt_n_tasks: (skip)
 * @self: a chart
 *
 * Returns: how many tasks have bars; waits are tasks with the greatest numbers
 */
guint32
weft_gantt_n_tasks (const WeftGantt *self)
{
  return self->n_bars;
}

/**
 * weft_gantt_task_start_s: (skip)
 * @self: a chart
 * @task: a task
 *
 * Returns: where its bar begins
 */
double
weft_gantt_task_start_s (const WeftGantt *self, guint32 task)
{
  g_return_val_if_fail (task < self->n_bars, 0);

  return self->start[self->bar_of[task]];
}

/**
 * weft_gantt_task_finish_s: (skip)
 * @self: a chart
 * @task: a task
 *
 * Returns: where its bar ends
 */
double
weft_gantt_task_finish_s (const WeftGantt *self, guint32 task)
{
  g_return_val_if_fail (task < self->n_bars, 0);

  return self->finish[self->bar_of[task]];
}

/**
 * weft_gantt_n_rows: (skip)
 * @self: a chart
 *
 * Returns: how many rows it has
 */
guint
weft_gantt_n_rows (const WeftGantt *self)
{
  return self->n_rows;
}

/**
 * weft_gantt_row: (skip)
 * @self: a chart
 * @row: index of a row
 *
 * Returns: (transfer none): the row
 */
const WeftGanttRow *
weft_gantt_row (const WeftGantt *self, guint row)
{
  g_return_val_if_fail (row < self->n_rows, NULL);

  return &self->rows[row];
}

/**
 * weft_gantt_n_lanes: (skip)
 * @self: a chart
 *
 * Returns: how many lanes its rows have together
 */
guint
weft_gantt_n_lanes (const WeftGantt *self)
{
  return self->n_lanes;
}

/**
 * weft_gantt_lane_of_task: (skip)
 * @self: a chart
 * @task: a task
 *
 * Returns: the lane of its bar
 */
guint
weft_gantt_lane_of_task (const WeftGantt *self, guint32 task)
{
  guint low = 0, high = self->n_lanes;
  guint32 bar;

  g_return_val_if_fail (task < self->n_bars, 0);

  bar = self->bar_of[task];
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->lanes[middle].end <= bar)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * weft_gantt_row_of_task: (skip)
 * @self: a chart
 * @task: a task
 *
 * Returns: the row of its device
 */
guint
weft_gantt_row_of_task (const WeftGantt *self, guint32 task)
{
  g_return_val_if_fail (task < self->n_bars, 0);

  return self->lanes[weft_gantt_lane_of_task (self, task)].row;
}

/**
 * weft_gantt_n_kernels: (skip)
 * @self: a chart
 *
 * Returns: how many looks its bars have
 */
guint
weft_gantt_n_kernels (const WeftGantt *self)
{
  return self->n_kernels;
}

/**
 * weft_gantt_kernel: (skip)
 * @self: a chart
 * @kernel: index of a look
 *
 * Returns: (transfer none): the look
 */
const WeftGanttKernel *
weft_gantt_kernel (const WeftGantt *self, guint kernel)
{
  g_return_val_if_fail (kernel < self->n_kernels, NULL);

  return &self->kernels[kernel];
}

/**
 * weft_gantt_kernel_of_task: (skip)
 * @self: a chart
 * @task: a task
 *
 * Returns: the look of its bar
 */
guint
weft_gantt_kernel_of_task (const WeftGantt *self, guint32 task)
{
  g_return_val_if_fail (task < self->n_bars, 0);

  return self->look[self->bar_of[task]] & ~WEFT_GANTT_ON_PATH;
}

/**
 * weft_gantt_n_path: (skip)
 * @self: a chart
 *
 * Returns: how many tasks the critical path has, 0 when it is not known
 */
guint
weft_gantt_n_path (const WeftGantt *self)
{
  return self->n_path;
}

/**
 * weft_gantt_on_path: (skip)
 * @self: a chart
 * @task: a task
 *
 * Returns: whether it is on the critical path
 */
gboolean
weft_gantt_on_path (const WeftGantt *self, guint32 task)
{
  g_return_val_if_fail (task < self->n_bars, FALSE);

  return (self->look[self->bar_of[task]] & WEFT_GANTT_ON_PATH) != 0;
}

