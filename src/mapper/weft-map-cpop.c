/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CPOP (Topcuoglu, Hariri, Wu, IEEE TPDS 13(3), 2002): the tasks of a critical path go to the one device that runs it
 * fastest, all others to the one that finishes first. */
#include <math.h>

#include "mapper/weft-map-list-private.h"
#include "mapper/weft-map-rank-private.h"
#include "mapper/weft-mapper-private.h"

typedef struct
{
  guint8 *is_on_path; /* [tasks] */
  guint device;       /* for the path */
} Path;

/* From the entry task of the largest priority on, always to the successor of the largest. */
static GArray *
find_path (const WeftTaskGraph *graph, const double *priority)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 task = WEFT_TASK_NONE;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    if (graph->first_pred[i] == graph->first_pred[i + 1] && (task == WEFT_TASK_NONE || priority[i] > priority[task]))
      task = i;
  while (task != WEFT_TASK_NONE)
    {
      guint32 next = WEFT_TASK_NONE;

      g_array_append_val (path, task);
      for (guint32 e = graph->first_succ[task]; e < graph->first_succ[task + 1]; e++)
        if (next == WEFT_TASK_NONE || priority[graph->succ[e]] > priority[next])
          next = graph->succ[e];
      task = next;
    }
  return path;
}

/* The device of the least sum of times; where none can run all of the path, of those that can run the most of it. */
static guint
find_device (const WeftMapProblem *problem, GArray *path)
{
  guint best = 0;
  guint least_lacking = G_MAXUINT;
  double least_s = INFINITY;

  for (guint p = 0; p < problem->platform->n_devices; p++)
    {
      guint n_lacking = 0;
      double sum_s = 0;

      for (guint i = 0; i < path->len; i++)
        {
          double time_s = weft_map_problem_time_s (problem, g_array_index (path, guint32, i), p);

          if (isfinite (time_s))
            sum_s += time_s;
          else
            n_lacking++;
        }
      if (n_lacking < least_lacking || (n_lacking == least_lacking && sum_s < least_s))
        {
          best = p;
          least_lacking = n_lacking;
          least_s = sum_s;
        }
    }
  return best;
}

/* A task of the path that its device cannot run or hold goes where it finishes first. */
static WeftPlace
choose_cb (WeftMapList *list, guint32 task, gpointer data)
{
  const Path *path = data;
  WeftPlace chosen = { path->device, 0 };

  weft_map_list_ready (list, task);
  if (path->is_on_path[task] && isfinite (weft_map_list_finish (list, task, path->device, &chosen.start_s)))
    return chosen;
  return weft_map_list_least (list, task, NULL);
}

WeftSchedule *
weft_map_run_cpop (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                   WeftMapResult *result, GError **error)
{
  g_autofree guint32 *order = weft_map_order (problem->graph);
  g_autofree double *mean_s = weft_map_mean_times (problem);
  g_autofree double *priority = weft_map_upward_rank (problem, order, mean_s);
  g_autofree double *down_s = weft_map_downward_rank (problem, order, mean_s);
  g_autofree guint8 *is_on_path = g_new0 (guint8, problem->graph->n_tasks);
  g_autoptr (GArray) tasks = NULL;
  Path path = { is_on_path, 0 };
  WeftSchedule *schedule;
  WeftMapList list;

  for (guint32 i = 0; i < problem->graph->n_tasks; i++)
    priority[i] += down_s[i];
  tasks = find_path (problem->graph, priority);
  for (guint i = 0; i < tasks->len; i++)
    is_on_path[g_array_index (tasks, guint32, i)] = TRUE;
  path.device = find_device (problem, tasks);
  weft_map_list_init (&list, problem);
  schedule = weft_map_list_run (&list, priority, choose_cb, &path, options, cancellable, error);
  weft_map_list_clear (&list);
  return schedule;
}
