/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping: which device runs each task, and when; and whether it keeps the rules. */
#include "mapper/weft-schedule-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A schedule beside its problem. */
typedef struct
{
  const WeftSchedule *schedule;
  const WeftMapProblem *problem;
  const WeftTaskGraph *graph;
  const WeftPlatform *platform;
} Check;

G_GNUC_PRINTF (2, 3)
static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list args;
  g_autofree char *message = NULL;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID, message);
  return FALSE;
}

static gboolean
check_task (const Check *check, guint32 task, GError **error)
{
  const WeftSchedule *schedule = check->schedule;
  guint32 device = schedule->device[task];
  double start_s = schedule->start_s[task];
  double finish_s = schedule->finish_s[task];
  g_autofree char *name = NULL;
  double time_s;

  if (device < check->platform->n_devices)
    {
      time_s = weft_map_problem_time_s (check->problem, task, device);
      if (isfinite (time_s) && start_s >= 0 && isfinite (start_s) && finish_s == start_s + time_s)
        return TRUE;
    }
  name = weft_task_graph_task_name (check->graph, task);
  if (device >= check->platform->n_devices)
    return refuse (error, _("task “%s” is on device %u; there are devices 0 to %u"), name, device,
                   check->platform->n_devices - 1);
  if (!isfinite (time_s))
    return refuse (error, _("task “%s” cannot run on device %u"), name, device);
  if (!(start_s >= 0) || !isfinite (start_s))
    return refuse (error, _("task “%s” starts at %g s; a start is a finite time from 0 on"), name, start_s);
  return refuse (error, _("task “%s” takes %.17g s on device %u but is from %.17g s to %.17g s"), name, time_s, device,
                 start_s, finish_s);
}

static gboolean
check_tasks (const Check *check, GError **error)
{
  double makespan_s = 0;

  for (guint32 i = 0; i < check->graph->n_tasks; i++)
    {
      if (!check_task (check, i, error))
        return FALSE;
      makespan_s = MAX (makespan_s, check->schedule->finish_s[i]);
    }
  if (makespan_s != check->schedule->makespan_s)
    return refuse (error, _("the makespan is said to be %.17g s but the last task is done at %.17g s"),
                   check->schedule->makespan_s, makespan_s);
  return TRUE;
}

static gboolean
check_edge (const Check *check, guint32 task, guint32 edge, GError **error)
{
  const WeftSchedule *schedule = check->schedule;
  guint32 pred = check->graph->pred[edge];
  double there_s = schedule->finish_s[pred]
                   + weft_platform_comm_s (check->platform, schedule->device[pred], schedule->device[task],
                                           check->graph->pred_bytes[edge]);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  if (schedule->start_s[task] >= there_s)
    return TRUE;
  from = weft_task_graph_task_name (check->graph, pred);
  to = weft_task_graph_task_name (check->graph, task);
  return refuse (error, _("task “%s” starts at %.17g s, before what task “%s” hands to it is there at %.17g s"), to,
                 schedule->start_s[task], from, there_s);
}

static gboolean
check_edges (const Check *check, GError **error)
{
  for (guint32 i = 0; i < check->graph->n_tasks; i++)
    for (guint32 e = check->graph->first_pred[i]; e < check->graph->first_pred[i + 1]; e++)
      if (!check_edge (check, i, e, error))
        return FALSE;
  return TRUE;
}

static int
compare_places_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftSchedule *schedule = data;
  guint32 i = *(const guint32 *) a;
  guint32 j = *(const guint32 *) b;

  if (schedule->device[i] != schedule->device[j])
    return schedule->device[i] < schedule->device[j] ? -1 : 1;
  if (schedule->start_s[i] != schedule->start_s[j])
    return schedule->start_s[i] < schedule->start_s[j] ? -1 : 1;
  if (schedule->finish_s[i] != schedule->finish_s[j])
    return schedule->finish_s[i] < schedule->finish_s[j] ? -1 : 1;
  return (i > j) - (i < j);
}

guint32 *
weft_schedule_sort (const WeftSchedule *schedule)
{
  guint32 *order = g_new (guint32, schedule->n_tasks);

  for (guint32 i = 0; i < schedule->n_tasks; i++)
    order[i] = i;
  g_qsort_with_data (order, schedule->n_tasks, sizeof *order, compare_places_cb, (gpointer) schedule);
  return order;
}

static gboolean
check_overlap (const Check *check, const guint32 *order, GError **error)
{
  const WeftSchedule *schedule = check->schedule;

  for (guint32 k = 1; k < schedule->n_tasks; k++)
    {
      guint32 before = order[k - 1];
      guint32 after = order[k];
      g_autofree char *first = NULL;
      g_autofree char *second = NULL;

      if (schedule->device[before] != schedule->device[after]
          || schedule->start_s[after] >= schedule->finish_s[before])
        continue;
      first = weft_task_graph_task_name (check->graph, before);
      second = weft_task_graph_task_name (check->graph, after);
      return refuse (error, _("device %u runs task “%s” until %.17g s but begins task “%s” at %.17g s"),
                     schedule->device[after], first, schedule->finish_s[before], second, schedule->start_s[after]);
    }
  return TRUE;
}

/* A task that waits for another one's predecessors, because both are ranks of one collective. */
static gboolean
check_group (const Check *check, guint32 group, GError **error)
{
  const WeftTaskGraph *graph = check->graph;
  const WeftSchedule *schedule = check->schedule;
  guint32 last = WEFT_TASK_NONE;
  g_autofree char *pred = NULL;
  g_autofree char *rank = NULL;

  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    for (guint32 e = graph->first_pred[graph->member[m]]; e < graph->first_pred[graph->member[m] + 1]; e++)
      if (last == WEFT_TASK_NONE || schedule->finish_s[graph->pred[e]] > schedule->finish_s[last])
        last = graph->pred[e];
  if (last == WEFT_TASK_NONE)
    return TRUE;
  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    if (schedule->start_s[graph->member[m]] < schedule->finish_s[last])
      {
        pred = weft_task_graph_task_name (graph, last);
        rank = weft_task_graph_task_name (graph, graph->member[m]);
        return refuse (error, _("task “%s” is a rank of a collective and starts at %.17g s, before task “%s”, which "
                                "another rank waits for, is done at %.17g s"),
                       rank, schedule->start_s[graph->member[m]], pred, schedule->finish_s[last]);
      }
  return TRUE;
}

static gboolean
check_groups (const Check *check, GError **error)
{
  for (guint32 g = 0; check->graph->group != NULL && g < check->graph->n_groups; g++)
    if (!check_group (check, g, error))
      return FALSE;
  return TRUE;
}

/* @order: [tasks] by device. Each region counts once on each device, and the largest working set besides. */
static gboolean
check_memory (const Check *check, const guint32 *order, GError **error)
{
  const WeftTaskGraph *graph = check->graph;
  g_autofree guint32 *holder = g_new0 (guint32, graph->n_regions); /* device + 1 that was last seen with it */
  double resident_bytes = 0;
  double working_bytes = 0;

  for (guint32 k = 0; k < graph->n_tasks; k++)
    {
      guint32 device = check->schedule->device[order[k]];
      guint32 region = graph->region != NULL ? graph->region[order[k]] : WEFT_TASK_NONE;
      double capacity_bytes = check->platform->capacity_bytes[check->platform->class_of[device]];

      if (k == 0 || device != check->schedule->device[order[k - 1]])
        resident_bytes = working_bytes = 0;
      if (region != WEFT_TASK_NONE && holder[region] != device + 1)
        {
          holder[region] = device + 1;
          resident_bytes += weft_map_problem_region_bytes (check->problem, region);
        }
      working_bytes = MAX (working_bytes, graph->kinds[graph->kind[order[k]]].working_set_bytes);
      if (resident_bytes + working_bytes > capacity_bytes)
        {
          g_autofree char *name = weft_task_graph_task_name (graph, order[k]);

          return refuse (error, _("device %u would have to hold %.17g bytes for task “%s” and those before it; it "
                                  "holds %.17g"),
                         device, resident_bytes + working_bytes, name, capacity_bytes);
        }
    }
  return TRUE;
}

/* --- public --- */

/**
 * weft_schedule_new: (skip)
 * @n_tasks: how many tasks
 *
 * Returns: (transfer full): a schedule to be filled in
 */
WeftSchedule *
weft_schedule_new (guint32 n_tasks)
{
  WeftSchedule *self = g_new0 (WeftSchedule, 1);

  self->n_tasks = n_tasks;
  self->device = g_new (guint32, n_tasks);
  self->start_s = g_new (double, n_tasks);
  self->finish_s = g_new (double, n_tasks);
  g_atomic_ref_count_init (&self->refs);
  return self;
}

/**
 * weft_schedule_ref: (skip)
 * @self: a schedule
 *
 * Returns: (transfer full): @self
 */
WeftSchedule *
weft_schedule_ref (WeftSchedule *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_schedule_unref: (skip)
 * @self: (transfer full): a schedule
 */
void
weft_schedule_unref (WeftSchedule *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->device);
  g_free (self->start_s);
  g_free (self->finish_s);
  g_free (self);
}

/**
 * weft_schedule_check: (skip)
 * @self: a schedule
 * @problem: what it is a schedule of
 * @error: return location for a %WEFT_MAPPER_ERROR_INVALID that names the tasks
 *
 * Every comparison is exact: a schedule that an algorithm made keeps the rules in doubles.
 *
 * Returns: whether it keeps every rule of the model
 */
gboolean
weft_schedule_check (const WeftSchedule *self, const WeftMapProblem *problem, GError **error)
{
  Check check = { self, problem, problem->graph, problem->platform };
  g_autofree guint32 *order = NULL;

  if (self->n_tasks != problem->graph->n_tasks)
    return refuse (error, _("the schedule has %u tasks, the workload %u"), self->n_tasks, problem->graph->n_tasks);
  if (!check_tasks (&check, error) || !check_edges (&check, error) || !check_groups (&check, error))
    return FALSE;
  order = weft_schedule_sort (self);
  return check_overlap (&check, order, error) && check_memory (&check, order, error);
}
