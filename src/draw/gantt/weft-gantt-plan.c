/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapper's schedule as a chart: a row a device. */
#include "config.h"

#include "draw/gantt/weft-gantt-plan.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quantity.h"
#include "draw/gantt/weft-gantt-private.h"

typedef struct
{
  WeftMapProblem *problem;
  WeftSchedule *schedule;
} Plan;

static void
free_plan (gpointer data)
{
  Plan *plan = data;

  weft_schedule_unref (plan->schedule);
  weft_map_problem_unref (plan->problem);
  g_free (plan);
}

/* --- words --- */

static const WeftTaskGraph *
graph_of (const WeftGantt *chart)
{
  return ((const Plan *) chart->owner)->problem->graph;
}

static const char *
name_kernel (const WeftGantt *chart, guint32 task)
{
  return weft_task_graph_kernel (graph_of (chart), task);
}

static char *
name_task (const WeftGantt *chart, guint32 task)
{
  return weft_task_graph_task_name (graph_of (chart), task);
}

static char *
describe_task (const WeftGantt *chart, guint32 task)
{
  g_autofree char *name = name_task (chart, task);
  g_autofree char *times = weft_gantt_say_times (chart, weft_gantt_task_start_s (chart, task),
                                                 weft_gantt_task_finish_s (chart, task));

  return g_strjoin ("\n", name, name_kernel (chart, task), chart->rows[weft_gantt_row_of_task (chart, task)].name,
                    times, weft_gantt_on_path (chart, task) ? _("On the critical path") : NULL, NULL);
}

static char *
summarise (const WeftGantt *chart)
{
  guint n_devices = 0;
  g_autofree char *tasks = weft_quantity_format (chart->n_bars, WEFT_UNIT_COUNT);
  g_autofree char *makespan = weft_gantt_format_time (chart, chart->makespan_s);

  for (guint r = 0; r < chart->n_rows; r++)
    n_devices += chart->rows[r].end > chart->rows[r].first;
  /* Translators: numbers of tasks and devices, and a time */
  return g_strdup_printf (_("Schedule of %s tasks on %u devices in %s"), tasks, n_devices, makespan);
}

static const WeftGanttSource plan_source = {
  .name_kernel = name_kernel,
  .name_task = name_task,
  .describe_task = describe_task,
  .summarise = summarise,
  .free = free_plan,
};

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

/* Idle devices from @device on, as far as they stand together. */
static guint
count_idle (const gboolean *is_used, guint device, guint n_devices)
{
  guint n = 0;

  while (device + n < n_devices && !is_used[device + n])
    n++;
  return n;
}

/* @lane_of: [devices] the lane of each, to be filled. */
static void
make_rows (WeftGantt *self, const Plan *plan, const WeftSchedule *beside, guint32 *lane_of)
{
  const WeftPlatform *platform = plan->problem->platform;
  g_autofree gboolean *is_used = g_new0 (gboolean, platform->n_devices);

  mark_used (plan->schedule, is_used);
  mark_used (beside, is_used);
  for (guint d = 0; d < platform->n_devices;)
    {
      guint idle = count_idle (is_used, d, platform->n_devices);
      guint n = idle >= WEFT_GANTT_FOLDED ? idle : 1;
      const WeftGanttRow *row = weft_gantt_add_row (self, d, n, name_row (platform, d, n), NULL, 1);

      for (guint i = 0; i < n; i++)
        lane_of[d++] = row->lane;
    }
  weft_gantt_shorten_names (self);
}

/* --- bars --- */

static void
take_kernels (WeftGantt *self, const WeftKernelLooks *looks)
{
  self->n_kernels = looks->n;
  for (guint k = 0; k < looks->n; k++)
    self->kernels[k].look = looks->looks[k];
}

static void
make_bars (WeftGantt *self, const Plan *plan, const guint32 *lane_of)
{
  const WeftTaskGraph *graph = plan->problem->graph;
  const WeftSchedule *schedule = plan->schedule;
  g_autoptr (WeftKernelLooks) looks = weft_kernel_looks_new (graph);
  g_autofree guint32 *lane = g_new (guint32, MAX (1, schedule->n_tasks));
  g_autofree guint8 *kernel = g_new (guint8, MAX (1, schedule->n_tasks));
  WeftGanttGiven given = { .n_tasks = schedule->n_tasks, .start_s = schedule->start_s,
                           .finish_s = schedule->finish_s, .lane = lane, .kernel = kernel };

  for (guint32 i = 0; i < schedule->n_tasks; i++)
    {
      lane[i] = lane_of[schedule->device[i]];
      kernel[i] = looks->of_name[graph->kinds[graph->kind[i]].kernel];
    }
  take_kernels (self, looks);
  weft_gantt_take_tasks (self, &given);
  for (guint k = 0; k < self->n_kernels; k++)
    self->whole_s += self->kernels[k].busy_s;
}

static void
take_path (WeftGantt *self, const WeftMapReport *report)
{
  if (report == NULL || report->path == NULL)
    return;
  for (guint i = 0; i < report->path->len; i++)
    {
      const WeftPathStep *step = &g_array_index (report->path, WeftPathStep, i);

      weft_gantt_take_step (self, step->task, step->for_task == WEFT_TASK_NONE ? step->task : step->for_task,
                            step->wait == WEFT_WAIT_GROUP);
    }
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
  Plan *plan;
  g_autofree guint32 *lane_of = NULL;

  g_return_val_if_fail (problem != NULL && schedule != NULL, NULL);
  g_return_val_if_fail (schedule->n_tasks == problem->graph->n_tasks, NULL);
  g_return_val_if_fail (beside == NULL || beside->n_tasks == schedule->n_tasks, NULL);

  plan = g_new0 (Plan, 1);
  plan->problem = weft_map_problem_ref (problem);
  plan->schedule = weft_schedule_ref (schedule);
  self = weft_gantt_create (&plan_source, plan);
  self->plain = problem->platform->device == NULL;
  self->makespan_s = schedule->makespan_s;
  self->end_s = MAX (schedule->makespan_s, beside != NULL ? beside->makespan_s : 0);
  lane_of = g_new (guint32, MAX (1, problem->platform->n_devices));
  make_rows (self, plan, beside, lane_of);
  make_bars (self, plan, lane_of);
  take_path (self, report);
  weft_gantt_build_pyramid (self);
  return self;
}
