/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts tasks into bars by lane and time. */
#include "draw/gantt/weft-gantt-private.h"

static int
compare_tasks_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftGanttGiven *given = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (given->start_s[x] != given->start_s[y])
    return given->start_s[x] < given->start_s[y] ? -1 : 1;
  if (given->finish_s[x] != given->finish_s[y])
    return given->finish_s[x] < given->finish_s[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Most tasks come in the order of time. */
static gboolean
is_sorted (const guint32 *tasks, guint32 n, const WeftGanttGiven *given)
{
  for (guint32 i = 1; i < n; i++)
    if (compare_tasks_cb (&tasks[i - 1], &tasks[i], (gpointer) given) > 0)
      return FALSE;
  return TRUE;
}

/* Tasks by lane; inside of a lane by time. */
static void
sort_tasks (WeftGantt *self, const WeftGanttGiven *given)
{
  guint32 at = 0;

  for (guint32 i = 0; i < given->n_tasks; i++)
    self->lanes[given->lane[i]].end++;
  for (guint l = 0; l < self->n_lanes; l++)
    {
      guint32 n = self->lanes[l].end;

      self->lanes[l].first = self->lanes[l].end = at;
      at += n;
    }
  for (guint32 i = 0; i < given->n_tasks; i++)
    self->task[self->lanes[given->lane[i]].end++] = i;
  for (guint l = 0; l < self->n_lanes; l++)
    {
      guint32 *tasks = self->task + self->lanes[l].first;
      guint32 n = self->lanes[l].end - self->lanes[l].first;

      if (!is_sorted (tasks, n, given))
        g_qsort_with_data (tasks, (int) n, sizeof *tasks, compare_tasks_cb, (gpointer) given);
    }
}

static void
take_bar (WeftGantt *self, const WeftGanttGiven *given, guint32 bar, double from_s)
{
  guint32 task = self->task[bar];
  WeftGanttKernel *kernel = &self->kernels[given->kernel[task]];

  self->bar_of[task] = bar;
  self->start[bar] = MAX (given->start_s[task], from_s);
  self->finish[bar] = MAX (given->finish_s[task], self->start[bar]);
  self->look[bar] = given->kernel[task];
  kernel->n_tasks++;
  kernel->busy_s += given->finish_s[task] - given->start_s[task];
}

static void
take_lane (WeftGantt *self, const WeftGanttGiven *given, const WeftGanttLane *lane)
{
  WeftGanttRow *row = &self->rows[lane->row];

  for (guint32 i = lane->first; i < lane->end; i++)
    {
      take_bar (self, given, i, given->overlaps && i > lane->first ? self->finish[i - 1] : -G_MAXDOUBLE);
      if (!weft_gantt_is_wait (self, i))
        row->busy_s += self->finish[i] - self->start[i];
    }
}

static void
count_waits (WeftGantt *self)
{
  gboolean any = FALSE;

  for (guint k = 0; k < self->n_kernels; k++)
    any = any || self->kernels[k].is_wait;
  if (!any)
    return;
  self->n_waits = g_new (guint32, self->n_bars + 1);
  self->n_waits[0] = 0;
  for (guint32 i = 0; i < self->n_bars; i++)
    self->n_waits[i + 1] = self->n_waits[i] + weft_gantt_is_wait (self, i);
}

void
weft_gantt_take_tasks (WeftGantt *self, const WeftGanttGiven *given)
{
  guint32 n = given->n_tasks;

  self->n_bars = n;
  self->task = g_new (guint32, MAX (1, n));
  self->bar_of = g_new (guint32, MAX (1, n));
  self->start = g_new (double, MAX (1, n));
  self->finish = g_new (double, MAX (1, n));
  self->look = g_new (guint8, MAX (1, n));
  sort_tasks (self, given);
  for (guint l = 0; l < self->n_lanes; l++)
    take_lane (self, given, &self->lanes[l]);
  for (guint r = 0; r < self->n_rows; r++)
    {
      self->rows[r].first = self->lanes[self->rows[r].lane].first;
      self->rows[r].end = self->lanes[self->rows[r].lane + self->rows[r].n_lanes - 1].end;
    }
  count_waits (self);
}

/* Whether there is something to see between the bar and the one that it waits for. */
static gboolean
is_line (const WeftGantt *self, const WeftGanttStep *step)
{
  return step->from != step->bar
         && (step->row != step->from_row || self->start[step->bar] > self->finish[step->from]);
}

void
weft_gantt_take_step (WeftGantt *self, guint32 task, guint32 from, gboolean together)
{
  WeftGanttStep *step;

  if ((self->n_path & (self->n_path + 1)) == 0)
    self->steps = g_renew (WeftGanttStep, self->steps, 2 * (gsize) self->n_path + 2);
  self->n_path++;
  step = &self->steps[self->n_steps];
  step->bar = self->bar_of[task];
  step->from = self->bar_of[from];
  step->lane = weft_gantt_lane_of_task (self, task);
  step->from_lane = weft_gantt_lane_of_task (self, from);
  step->row = self->lanes[step->lane].row;
  step->from_row = self->lanes[step->from_lane].row;
  step->together = together;
  self->look[step->bar] |= WEFT_GANTT_ON_PATH;
  self->n_steps += is_line (self, step);
}
