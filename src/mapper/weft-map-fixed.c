/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A schedule for a placement that somebody else has chosen: the list engine with one device to choose from. */
#include "mapper/weft-map-fixed.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "mapper/weft-map-list-private.h"

static gboolean
check_device (const WeftMapProblem *problem, const guint32 *device, GError **error)
{
  const WeftPlatform *platform = problem->platform;

  for (guint32 i = 0; i < problem->graph->n_tasks; i++)
    {
      g_autofree char *name = NULL;

      if (device[i] < platform->n_devices && isfinite (weft_map_problem_time_s (problem, i, device[i])))
        continue;
      name = weft_task_graph_task_name (problem->graph, i);
      if (device[i] >= platform->n_devices)
        g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
                     _("task “%s” is put on device %u, of which there are %u"), name, device[i], platform->n_devices);
      else
        g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE,
                     _("task “%s” is put on device %u, a “%s”, which cannot run it"), name, device[i],
                     platform->class_name[platform->class_of[device[i]]]);
      return FALSE;
    }
  return TRUE;
}

/* @refused: the task that its device does not take, %WEFT_TASK_NONE */
typedef struct
{
  const guint32 *device;
  guint32 refused;
} Choice;

static WeftPlace
choose_cb (WeftMapList *list, guint32 task, gpointer data)
{
  Choice *choice = data;
  WeftPlace place = { choice->device[task], 0 };

  weft_map_list_ready (list, task);
  if (!isfinite (weft_map_list_finish (list, task, place.device, &place.start_s)))
    {
      choice->refused = task;
      place.device = WEFT_DEVICE_NONE;
    }
  return place;
}

/**
 * weft_map_fixed: (skip)
 * @problem: what is mapped
 * @device: [tasks] where each task runs
 * @cancellable: (nullable): to stop it
 * @error: return location
 *
 * Ranks would take the first layer of all microbatches before the second of any, so that a pipeline never fills: the
 * order is the program's.
 *
 * Returns: (transfer full) (nullable): when each task runs
 */
WeftSchedule *
weft_map_fixed (WeftMapProblem *problem, const guint32 *device, GCancellable *cancellable, GError **error)
{
  const WeftMapOptions options = { 0 };
  Choice choice = { device, WEFT_TASK_NONE };
  WeftSchedule *schedule;
  WeftMapList list;

  if (!check_device (problem, device, error))
    return NULL;
  weft_map_list_init (&list, problem);
  schedule = weft_map_list_run (&list, NULL, choose_cb, &choice, &options, cancellable, error);
  /* No other device was asked. */
  if (choice.refused != WEFT_TASK_NONE && list.room != NULL)
    {
      g_clear_error (error);
      weft_map_room_refuse_on (list.room, choice.refused, device[choice.refused], error);
    }
  weft_map_list_clear (&list);
  return schedule;
}
