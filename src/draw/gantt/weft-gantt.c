/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts the tasks of a schedule into rows, and keeps what is asked of them again and again. */
#include "config.h"

#include "draw/gantt/weft-gantt-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- rows --- */

static void
mark_used (const WeftSchedule *schedule, gboolean *is_used)
{
  for (guint32 i = 0; schedule != NULL && i < schedule->n_tasks; i++)
    is_used[schedule->device[i]] = TRUE;
}

/* (transfer full) */
static char *
name_row (const WeftPlatform *platform, guint device, guint n_devices)
{
  if (n_devices > 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u idle device", "%u idle devices", n_devices), n_devices);
  if (platform->device_name != NULL && platform->device_name[device] != NULL)
    return g_strdup (platform->device_name[device]);
  return g_strdup_printf (_("Device %u"), device);
}

#define STEP " > "

/* Whether a step ends there, and not the last but one. */
static gboolean
ends_step (const char *name, gsize at)
{
  return at >= strlen (STEP) && strncmp (name + at - strlen (STEP), STEP, strlen (STEP)) == 0
         && strstr (name + at, STEP) != NULL;
}

/* What all names begin with, up to the end of a step of the way to a device; two steps stay. */
static gsize
find_common (const WeftGantt *self)
{
  const char *first = NULL;
  gsize common = G_MAXSIZE;

  for (guint r = 0; r < self->n_rows; r++)
    {
      const char *name = self->rows[r].name;
      gsize same = 0;

      if (self->rows[r].n_devices > 1)
        continue;
      if (first == NULL)
        first = name;
      while (name[same] != '\0' && name[same] == first[same])
        same++;
      common = first == name ? common : MIN (common, same);
    }
  if (first == NULL || common == G_MAXSIZE)
    return 0;
  while (common > 0 && !ends_step (first, common))
    common--;
  return common;
}

/* The rack of a machine with one rack says nothing. */
static void
shorten_names (WeftGantt *self)
{
  gsize common = find_common (self);

  for (guint r = 0; r < self->n_rows && common > 0; r++)
    if (self->rows[r].n_devices == 1)
      {
        char *shorter = g_strdup (self->rows[r].name + common);

        g_free (self->rows[r].name);
        self->rows[r].name = shorter;
      }
}

/* Idle devices from @device on, as far as they stand together. */
static guint
count_idle (const gboolean *is_used, guint device, guint n_devices)
{
  guint n = 0;

  while (device + n < n_devices && !is_used[device + n])
    n++;
  return n;
}

static void
make_rows (WeftGantt *self, const WeftSchedule *beside)
{
  const WeftPlatform *platform = self->problem->platform;
  g_autofree gboolean *is_used = g_new0 (gboolean, platform->n_devices);

  mark_used (self->schedule, is_used);
  mark_used (beside, is_used);
  self->rows = g_new0 (WeftGanttRow, platform->n_devices);
  self->row_of = g_new0 (guint16, platform->n_devices);
  for (guint d = 0; d < platform->n_devices;)
    {
      guint idle = count_idle (is_used, d, platform->n_devices);
      guint n = idle >= WEFT_GANTT_FOLDED ? idle : 1;
      WeftGanttRow *row = &self->rows[self->n_rows];

      row->device = d;
      row->n_devices = n;
      row->name = name_row (platform, d, n);
      for (guint i = 0; i < n; i++)
        self->row_of[d++] = (guint16) self->n_rows;
      self->n_rows++;
    }
  shorten_names (self);
}

/* --- bars --- */

static int
compare_tasks_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftSchedule *schedule = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (schedule->start_s[x] != schedule->start_s[y])
    return schedule->start_s[x] < schedule->start_s[y] ? -1 : 1;
  if (schedule->finish_s[x] != schedule->finish_s[y])
    return schedule->finish_s[x] < schedule->finish_s[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Tasks by row; inside of a row by time. */
static void
sort_tasks (WeftGantt *self)
{
  const WeftSchedule *schedule = self->schedule;
  guint32 at = 0;

  for (guint32 i = 0; i < schedule->n_tasks; i++)
    self->rows[self->row_of[schedule->device[i]]].end++;
  for (guint r = 0; r < self->n_rows; r++)
    {
      guint32 n = self->rows[r].end;

      self->rows[r].first = self->rows[r].end = at;
      at += n;
    }
  for (guint32 i = 0; i < schedule->n_tasks; i++)
    self->task[self->rows[self->row_of[schedule->device[i]]].end++] = i;
  for (guint r = 0; r < self->n_rows; r++)
    g_qsort_with_data (self->task + self->rows[r].first, (int) (self->rows[r].end - self->rows[r].first),
                       sizeof *self->task, compare_tasks_cb, (gpointer) schedule);
}

static void
take_kernels (WeftGantt *self, const WeftKernelLooks *looks)
{
  self->n_kernels = looks->n;
  for (guint k = 0; k < looks->n; k++)
    self->kernels[k].look = looks->looks[k];
}

static void
count_kernels (WeftGantt *self)
{
  for (guint32 i = 0; i < self->n_bars; i++)
    {
      WeftGanttKernel *kernel = &self->kernels[self->look[i]];

      kernel->n_tasks++;
      kernel->busy_s += self->finish[i] - self->start[i];
    }
}

static void
make_bars (WeftGantt *self)
{
  const WeftTaskGraph *graph = self->problem->graph;
  g_autoptr (WeftKernelLooks) looks = weft_kernel_looks_new (graph);
  guint32 n = self->schedule->n_tasks;

  self->n_bars = n;
  self->task = g_new (guint32, MAX (1, n));
  self->bar_of = g_new (guint32, MAX (1, n));
  self->start = g_new (double, MAX (1, n));
  self->finish = g_new (double, MAX (1, n));
  self->look = g_new (guint8, MAX (1, n));
  take_kernels (self, looks);
  sort_tasks (self);
  for (guint r = 0; r < self->n_rows; r++)
    for (guint32 i = self->rows[r].first; i < self->rows[r].end; i++)
      {
        guint32 task = self->task[i];

        self->bar_of[task] = i;
        self->start[i] = self->schedule->start_s[task];
        self->finish[i] = self->schedule->finish_s[task];
        self->look[i] = looks->of_name[graph->kinds[graph->kind[task]].kernel];
        self->rows[r].busy_s += self->finish[i] - self->start[i];
      }
  count_kernels (self);
}

/* --- critical path --- */

/* Whether there is something to see between the bar and the one that it waits for. */
static gboolean
is_line (const WeftGantt *self, const WeftGanttStep *step)
{
  return step->from != step->bar
         && (step->row != step->from_row || self->start[step->bar] > self->finish[step->from]);
}

static void
take_step (WeftGantt *self, const WeftPathStep *given)
{
  WeftGanttStep *step = &self->steps[self->n_steps];
  guint32 from = given->for_task == WEFT_TASK_NONE ? given->task : given->for_task;

  step->bar = self->bar_of[given->task];
  step->from = self->bar_of[from];
  step->row = (guint16) weft_gantt_row_of_task (self, given->task);
  step->from_row = (guint16) weft_gantt_row_of_task (self, from);
  step->together = given->wait == WEFT_WAIT_GROUP;
  self->look[step->bar] |= WEFT_GANTT_ON_PATH;
  self->n_steps += is_line (self, step);
}

static void
take_path (WeftGantt *self, const WeftMapReport *report)
{
  if (report == NULL || report->path == NULL)
    return;
  self->n_path = report->path->len;
  self->steps = g_new0 (WeftGanttStep, self->n_path + 1);
  for (guint32 i = 0; i < self->n_path; i++)
    take_step (self, &g_array_index (report->path, WeftPathStep, i));
}

/**
 * weft_gantt_new: (skip)
 * @problem: what was mapped
 * @schedule: where and when; it keeps the rules of weft_schedule_check()
 * @report: (nullable): has the critical path
 * @beside: (nullable): another schedule of @problem that is shown with this one
 *
 * Takes some 40 bytes a task and O(n log n) time: for a worker.
 *
 * Returns: (transfer full): the schedule, sorted and summed up
 */
WeftGantt *
weft_gantt_new (WeftMapProblem *problem, WeftSchedule *schedule, const WeftMapReport *report,
                const WeftSchedule *beside)
{
  WeftGantt *self;

  g_return_val_if_fail (problem != NULL && schedule != NULL, NULL);
  g_return_val_if_fail (schedule->n_tasks == problem->graph->n_tasks, NULL);
  g_return_val_if_fail (beside == NULL || beside->n_tasks == schedule->n_tasks, NULL);

  self = g_new0 (WeftGantt, 1);
  g_atomic_ref_count_init (&self->refs);
  self->problem = weft_map_problem_ref (problem);
  self->schedule = weft_schedule_ref (schedule);
  self->plain = problem->platform->device == NULL;
  self->end_s = MAX (schedule->makespan_s, beside != NULL ? beside->makespan_s : 0);
  make_rows (self, beside);
  make_bars (self);
  take_path (self, report);
  weft_gantt_build_pyramid (self);
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
  g_free (self->row_of);
  g_free (self->task);
  g_free (self->bar_of);
  g_free (self->start);
  g_free (self->finish);
  g_free (self->look);
  g_free (self->steps);
  weft_schedule_unref (self->schedule);
  weft_map_problem_unref (self->problem);
  g_free (self);
}

/**
 * weft_gantt_get_graph: (skip)
 * @self: a chart
 *
 * Returns: (transfer none): the tasks
 */
const WeftTaskGraph *
weft_gantt_get_graph (const WeftGantt *self)
{
  return self->problem->graph;
}

/**
 * weft_gantt_get_schedule: (skip)
 * @self: a chart
 *
 * Returns: (transfer none): the schedule
 */
const WeftSchedule *
weft_gantt_get_schedule (const WeftGantt *self)
{
  return self->schedule;
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
 * weft_gantt_get_end_s: (skip)
 * @self: a chart
 *
 * Returns: when the later one of this schedule and the one beside it ends, in seconds
 */
double
weft_gantt_get_end_s (const WeftGantt *self)
{
  return self->end_s;
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

  return self->row_of[self->schedule->device[task]];
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

/**
 * weft_gantt_task_at: (skip)
 * @self: a chart
 * @row: index of a row
 * @time_s: a time
 *
 * Returns: the task that runs then, %WEFT_TASK_NONE when the row is idle
 */
guint32
weft_gantt_task_at (const WeftGantt *self, guint row, double time_s)
{
  guint32 bar;

  g_return_val_if_fail (row < self->n_rows, WEFT_TASK_NONE);

  bar = weft_gantt_first_after (self, self->rows[row].first, self->rows[row].end, time_s);
  return bar < self->rows[row].end && self->start[bar] <= time_s ? self->task[bar] : WEFT_TASK_NONE;
}

/**
 * weft_gantt_task_near: (skip)
 * @self: a chart
 * @row: index of a row
 * @time_s: a time
 * @before: the last task that starts before it, instead of the first one from it on
 *
 * Returns: the task, %WEFT_TASK_NONE when there is none
 */
guint32
weft_gantt_task_near (const WeftGantt *self, guint row, double time_s, gboolean before)
{
  guint32 first, bar, end;

  g_return_val_if_fail (row < self->n_rows, WEFT_TASK_NONE);

  first = self->rows[row].first;
  end = self->rows[row].end;
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
 * Returns: its neighbour on the same device, %WEFT_TASK_NONE at the end
 */
guint32
weft_gantt_next_task (const WeftGantt *self, guint32 task, gboolean backwards)
{
  const WeftGanttRow *row;
  guint32 bar;

  g_return_val_if_fail (task < self->n_bars, WEFT_TASK_NONE);

  row = &self->rows[weft_gantt_row_of_task (self, task)];
  bar = self->bar_of[task];
  if (backwards)
    return bar > row->first ? self->task[bar - 1] : WEFT_TASK_NONE;
  return bar + 1 < row->end ? self->task[bar + 1] : WEFT_TASK_NONE;
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
  double sums[WEFT_GANTT_SUMS] = { 0 };
  guint32 first, at, end;

  g_return_if_fail (row < self->n_rows && span != NULL);

  *span = (WeftGanttSpan){ 0 };
  end = self->rows[row].end;
  at = first = weft_gantt_first_after (self, self->rows[row].first, end, from_s);
  weft_gantt_add_span (self, &at, end, from_s, to_s, sums);
  span->n_tasks = at - first + (at < end && self->start[at] < to_s);
  for (guint k = 0; k < self->n_kernels; k++)
    {
      span->kernel_s[k] = sums[k] + sums[self->n_kernels + k];
      span->busy_s += span->kernel_s[k];
    }
}
