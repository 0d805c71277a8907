/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Load of each device, and where kernels run. */
#include "mapper/weft-map-report-private.h"

#include "mapper/weft-schedule-private.h"

/* @order: [tasks] by device. Each region counts once on a device, and the largest working set besides. */
static void
take_loads (WeftMapReport *self, const WeftMapProblem *problem, const WeftSchedule *schedule, const guint32 *order)
{
  const WeftTaskGraph *graph = problem->graph;
  g_autofree guint32 *holder = g_new0 (guint32, graph->n_regions + 1); /* device + 1 that was last seen with it */
  g_autofree double *working_bytes = g_new0 (double, self->n_devices);

  for (guint32 k = 0; k < schedule->n_tasks; k++)
    {
      guint32 task = order[k];
      guint32 device = schedule->device[task];
      guint32 region = graph->region != NULL ? graph->region[task] : WEFT_TASK_NONE;
      WeftDeviceLoad *load = &self->loads[device];

      load->n_tasks++;
      load->busy_s += weft_map_problem_time_s (problem, task, device);
      working_bytes[device] = MAX (working_bytes[device], graph->kinds[graph->kind[task]].working_set_bytes);
      if (region != WEFT_TASK_NONE && holder[region] != device + 1)
        {
          holder[region] = device + 1;
          load->resident_bytes += weft_map_problem_region_bytes (problem, region);
        }
    }
  for (guint p = 0; p < self->n_devices; p++)
    {
      self->loads[p].resident_bytes += working_bytes[p];
      self->utilisation += self->loads[p].busy_s;
    }
  self->utilisation = schedule->makespan_s > 0 ? self->utilisation / (schedule->makespan_s * self->n_devices) : 0;
}

/* Kernels in the order in which the graph's kinds name them. */
static void
take_placement (WeftMapReport *self, const WeftMapProblem *problem, const WeftSchedule *schedule)
{
  const WeftTaskGraph *graph = problem->graph;
  g_autofree guint32 *row_of = g_new0 (guint32, graph->n_names + 1); /* row + 1 */
  g_autofree gboolean *has_tasks = g_new0 (gboolean, graph->n_kinds + 1);

  for (guint32 i = 0; i < schedule->n_tasks; i++)
    has_tasks[graph->kind[i]] = TRUE;
  for (guint32 k = 0; k < graph->n_kinds; k++)
    {
      guint32 name = graph->kinds[k].kernel;

      if (!has_tasks[k] || row_of[name] > 0)
        continue;
      g_ptr_array_add (self->kernels, g_strdup (graph->names[name]));
      row_of[name] = self->kernels->len;
    }
  self->cells = g_new0 (WeftPlacementCell, (gsize) self->kernels->len * self->n_classes + 1);
  for (guint32 i = 0; i < schedule->n_tasks; i++)
    {
      guint32 row = row_of[graph->kinds[graph->kind[i]].kernel] - 1;
      guint on = problem->platform->class_of[schedule->device[i]];
      WeftPlacementCell *cell = &self->cells[(gsize) row * self->n_classes + on];

      cell->n_tasks++;
      cell->busy_s += weft_map_problem_time_s (problem, i, schedule->device[i]);
    }
}

/**
 * weft_map_report_new: (skip)
 * @problem: what was mapped
 * @schedule: a schedule of it that keeps the rules
 * @flat: (nullable): the machine of the platform
 * @cancellable: (nullable): a cancellable
 *
 * Bytes pass along edges between devices and within collectives. A collective of n ranks sends as its closed form has
 * it: rings in the order of its tasks (all-reduce 2 (n - 1) / n of the buffer from each rank to the next, all-gather
 * and reduce-scatter half of it), an n-th of the buffer to every other rank (all-to-all), or a binomial tree (broadcast).
 *
 * Returns: (transfer full) (nullable): the report, %NULL when cancelled
 */
WeftMapReport *
weft_map_report_new (const WeftMapProblem *problem, const WeftSchedule *schedule, const WeftFlat *flat,
                     GCancellable *cancellable)
{
  g_autoptr (WeftMapReport) self = g_new0 (WeftMapReport, 1);
  g_autofree guint32 *order = weft_schedule_sort (schedule);

  self->n_devices = problem->platform->n_devices;
  self->n_classes = problem->platform->n_classes;
  self->loads = g_new0 (WeftDeviceLoad, self->n_devices);
  self->links = g_array_new (FALSE, FALSE, sizeof (WeftLinkLoad));
  self->kernels = g_ptr_array_new_with_free_func (g_free);
  take_loads (self, problem, schedule, order);
  take_placement (self, problem, schedule);
  self->path = weft_map_path (problem, schedule, order);
  return weft_map_traffic (self, problem, schedule, flat, cancellable) ? g_steal_pointer (&self) : NULL;
}

/**
 * weft_map_report_free: (skip)
 * @self: (nullable) (transfer full): a report
 */
void
weft_map_report_free (WeftMapReport *self)
{
  if (self == NULL)
    return;
  g_free (self->loads);
  g_free (self->cells);
  g_clear_pointer (&self->path, g_array_unref);
  g_clear_pointer (&self->links, g_array_unref);
  g_clear_pointer (&self->kernels, g_ptr_array_unref);
  g_free (self);
}

/**
 * weft_wait_nick: (skip)
 * @wait: a reason
 *
 * Returns: its name, such as "data"
 */
const char *
weft_wait_nick (WeftWait wait)
{
  static const char *const nicks[WEFT_N_WAITS] = { "start", "data", "result", "device", "group" };

  g_return_val_if_fail ((guint) wait < WEFT_N_WAITS, NULL);

  return nicks[wait];
}
