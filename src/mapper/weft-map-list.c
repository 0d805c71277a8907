/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list scheduler: while tasks are ready, takes the one of largest priority, places it, releases what waits for it
 * (MAPPER model, §2). */
#include "mapper/weft-map-list-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Tasks between two looks at whether to stop. */
#define STRIDE 4096u

/* How far ahead data are fetched: what tells where a task's edges are, then the edges. */
#define N_AHEAD 8u
#define N_NEAR 3u

static gboolean
has_empty_times (const WeftMapProblem *problem)
{
  gsize n = (gsize) problem->n_rows * problem->platform->n_classes;

  for (gsize i = 0; i < n; i++)
    if (problem->time_s[i] == 0)
      return TRUE;
  return FALSE;
}

/* When all predecessors of all members are done. */
static double
find_floor (const WeftMapList *list, guint32 group)
{
  const WeftTaskGraph *graph = list->graph;
  double floor_s = 0;

  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    for (guint32 e = graph->first_pred[graph->member[m]]; e < graph->first_pred[graph->member[m] + 1]; e++)
      floor_s = MAX (floor_s, list->schedule->finish_s[graph->pred[e]]);
  return floor_s;
}

/* A task whose predecessors are all placed; a rank of a collective waits for the others. */
static inline void
release (WeftMapList *list, guint32 task)
{
  const WeftTaskGraph *graph = list->graph;
  guint32 group = list->floor_s != NULL ? graph->group[task] : WEFT_TASK_NONE;

  if (group == WEFT_TASK_NONE)
    weft_ready_queue_push (&list->ready, task);
  else if (--list->n_group_waits[group] == 0)
    {
      list->floor_s[group] = find_floor (list, group);
      for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
        weft_ready_queue_push (&list->ready, graph->member[m]);
    }
}

static void
place (WeftMapList *list, guint32 task, WeftPlace place)
{
  double time_s = weft_map_problem_time_s (list->problem, task, place.device);
  WeftSchedule *schedule = list->schedule;

  schedule->device[task] = place.device;
  schedule->start_s[task] = place.start_s;
  schedule->finish_s[task] = place.start_s + time_s;
  schedule->makespan_s = MAX (schedule->makespan_s, schedule->finish_s[task]);
  weft_timeline_take (&list->timelines[place.device], place.start_s, time_s);
  if (list->room != NULL)
    weft_map_room_put (list->room, task, place.device);
}

/* What the tasks need that will probably follow lies anywhere in memory: fetched while others are placed. */
static inline void
fetch_ahead (WeftMapList *list, guint32 task)
{
  const WeftTaskGraph *graph = list->graph;
  guint32 near = weft_ready_queue_ahead (&list->ready, task, N_NEAR);

  list->ahead = weft_ready_queue_ahead (&list->ready, task, N_AHEAD);
  __builtin_prefetch (weft_map_problem_times (list->problem, list->ahead));
  __builtin_prefetch (&graph->first_pred[list->ahead]);
  __builtin_prefetch (&graph->first_succ[list->ahead]);
  __builtin_prefetch (&graph->pred[graph->first_pred[near]]);
  __builtin_prefetch (&graph->pred_bytes[graph->first_pred[near]]);
  __builtin_prefetch (&graph->succ[graph->first_succ[near]]);
}

static gboolean
look_up (const WeftMapList *list, guint32 n_placed, const WeftMapOptions *options, GCancellable *cancellable,
         GError **error)
{
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (options->progress != NULL)
    options->progress ((double) n_placed / list->graph->n_tasks, options->progress_data);
  return TRUE;
}

/* That no device was chosen for a task: memory, or numbers without end. */
static void
refuse (const WeftMapList *list, guint32 task, GError **error)
{
  g_autofree char *name = NULL;

  if (list->room != NULL)
    {
      weft_map_room_refuse (list->room, task, error);
      return;
    }
  name = weft_task_graph_task_name (list->graph, task);
  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
               _("task “%s” would be done after more seconds than a number can hold; count in another unit, or look "
                 "for a time, a transfer or a rate that is far off"),
               name);
}

/* --- what the algorithms call --- */

void
weft_map_list_init (WeftMapList *list, const WeftMapProblem *problem)
{
  const WeftTaskGraph *graph = problem->graph;
  gboolean keeps_empty = has_empty_times (problem);

  *list = (WeftMapList) {
    .problem = problem,
    .graph = graph,
    .platform = problem->platform,
    .n_devices = problem->platform->n_devices,
    .schedule = weft_schedule_new (graph->n_tasks),
    .timelines = g_new (WeftTimeline, problem->platform->n_devices),
    .room = weft_map_room_new (problem),
    .ready_s = g_new (double, problem->platform->n_devices),
    .n_waits = g_new (guint32, graph->n_tasks),
  };
  for (guint p = 0; p < list->n_devices; p++)
    weft_timeline_init (&list->timelines[p], keeps_empty);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    list->n_waits[i] = graph->first_pred[i + 1] - graph->first_pred[i];
  if (graph->group == NULL)
    return;
  list->n_group_waits = g_new (guint32, graph->n_groups);
  list->floor_s = g_new0 (double, graph->n_groups);
  for (guint32 g = 0; g < graph->n_groups; g++)
    list->n_group_waits[g] = graph->first_member[g + 1] - graph->first_member[g];
}

void
weft_map_list_clear (WeftMapList *list)
{
  g_clear_pointer (&list->schedule, weft_schedule_unref);
  for (guint p = 0; p < list->n_devices; p++)
    weft_timeline_clear (&list->timelines[p]);
  g_free (list->timelines);
  g_clear_pointer (&list->room, weft_map_room_free);
  g_free (list->ready_s);
  weft_ready_queue_clear (&list->ready);
  g_free (list->n_waits);
  g_free (list->n_group_waits);
  g_free (list->floor_s);
}

WeftSchedule *
weft_map_list_run (WeftMapList *list, const double *priority, WeftMapListChoose choose, gpointer data,
               const WeftMapOptions *options, GCancellable *cancellable, GError **error)
{
  const WeftTaskGraph *graph = list->graph;

  weft_ready_queue_init (&list->ready, graph->n_tasks, priority);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    if (list->n_waits[i] == 0)
      release (list, i);
  for (guint32 n_placed = 0; list->ready.n_ready > 0; n_placed++)
    {
      guint32 task = weft_ready_queue_pop (&list->ready);
      WeftPlace chosen;

      if (n_placed % STRIDE == 0 && !look_up (list, n_placed, options, cancellable, error))
        return NULL;
      fetch_ahead (list, task);
      chosen = choose (list, task, data);
      if (chosen.device == WEFT_DEVICE_NONE)
        {
          refuse (list, task, error);
          return NULL;
        }
      place (list, task, chosen);
      for (guint32 e = graph->first_succ[task]; e < graph->first_succ[task + 1]; e++)
        if (--list->n_waits[graph->succ[e]] == 0)
          release (list, graph->succ[e]);
    }
  return g_steal_pointer (&list->schedule);
}

void
weft_map_list_ready (WeftMapList *list, guint32 task)
{
  const WeftTaskGraph *graph = list->graph;
  double floor_s = weft_map_list_floor_s (list, task);

  for (guint p = 0; p < list->n_devices; p++)
    list->ready_s[p] = floor_s;
  for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
    {
      guint32 from = list->schedule->device[graph->pred[e]];
      double finish_s = list->schedule->finish_s[graph->pred[e]];

      for (guint p = 0; p < list->n_devices; p++)
        {
          double there_s = finish_s + weft_platform_comm_s (list->platform, from, p, graph->pred_bytes[e]);

          list->ready_s[p] = MAX (list->ready_s[p], there_s);
        }
    }
}

double
weft_map_list_finish (const WeftMapList *list, guint32 task, guint device, double *start_s)
{
  double time_s = weft_map_problem_time_s (list->problem, task, device);

  if (!isfinite (time_s) || (list->room != NULL && !weft_map_room_takes (list->room, task, device)))
    return INFINITY;
  *start_s = weft_timeline_find (&list->timelines[device], list->ready_s[device], time_s);
  return *start_s + time_s;
}

WeftPlace
weft_map_list_least (WeftMapList *list, guint32 task, const double *extra_s)
{
  WeftPlace best = { WEFT_DEVICE_NONE, 0 };
  double least_s = INFINITY;

  for (guint p = 0; p < list->n_devices; p++)
    {
      double start_s = 0;
      double score_s = weft_map_list_finish (list, task, p, &start_s);

      if (extra_s != NULL)
        score_s += extra_s[p];
      if (score_s < least_s)
        {
          least_s = score_s;
          best = (WeftPlace) { p, start_s };
        }
    }
  return best;
}
