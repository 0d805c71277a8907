/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greedy: tasks in the smallest topological order of their indices, each to the device that finishes first; between
 * others where there is room, or only after the last. */
#include <math.h>

#include "mapper/weft-map-list-private.h"
#include "mapper/weft-mapper-private.h"

static WeftPlace
choose_cb (WeftMapList *list, guint32 task, gpointer data)
{
  weft_map_list_ready (list, task);
  return weft_map_list_least (list, task, NULL);
}

static WeftPlace
append_cb (WeftMapList *list, guint32 task, gpointer data)
{
  WeftPlace best = { WEFT_DEVICE_NONE, 0 };
  double least_s = INFINITY;

  weft_map_list_ready (list, task);
  for (guint p = 0; p < list->n_devices; p++)
    {
      double start_s = MAX (list->ready_s[p], list->timelines[p].tail_s);
      double finish_s = start_s + weft_map_problem_time_s (list->problem, task, p);

      if (finish_s < least_s && (list->room == NULL || weft_map_room_takes (list->room, task, p)))
        {
          least_s = finish_s;
          best = (WeftPlace) { p, start_s };
        }
    }
  return best;
}

static WeftSchedule *
run (WeftMapProblem *problem, WeftMapListChoose choose, const WeftMapOptions *options, GCancellable *cancellable,
     GError **error)
{
  WeftSchedule *schedule;
  WeftMapList list;

  weft_map_list_init (&list, problem);
  schedule = weft_map_list_run (&list, NULL, choose, NULL, options, cancellable, error);
  weft_map_list_clear (&list);
  return schedule;
}

WeftSchedule *
weft_map_run_greedy (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                     WeftMapResult *result, GError **error)
{
  return run (problem, choose_cb, options, cancellable, error);
}

WeftSchedule *
weft_map_run_greedy_append (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                            WeftMapResult *result, GError **error)
{
  return run (problem, append_cb, options, cancellable, error);
}
