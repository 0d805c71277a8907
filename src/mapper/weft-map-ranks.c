/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallel programs whose ranks have their devices: where their tasks run, and the schedule that follows. */
#include "mapper/weft-map-ranks.h"

#include <glib/gi18n-lib.h>

#include "mapper/weft-map-fixed.h"
#include "mapper/weft-mapper-private.h"

static gboolean
check_rank (const WeftTaskGraph *graph, guint32 task, guint n_ranks, GError **error)
{
  g_autofree char *name = NULL;

  if (graph->rank == NULL || graph->rank[task] == WEFT_TASK_NONE)
    {
      g_set_error_literal (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
                           _("the workload does not say which rank each task belongs to; choose another algorithm"));
      return FALSE;
    }
  if (graph->rank[task] < n_ranks)
    return TRUE;
  name = weft_task_graph_task_name (graph, task);
  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
               _("task “%s” is of rank %u, counted from 0, but there are devices for %u ranks"), name,
               graph->rank[task], n_ranks);
  return FALSE;
}

/**
 * weft_map_rank_placement: (skip)
 * @graph: a graph whose tasks have ranks
 * @device_of_rank: (nullable): [@n_ranks] where each rank runs
 * @n_ranks: how many ranks have a device
 * @error: return location
 *
 * Returns: (transfer full) (nullable): [tasks] where each task runs
 */
guint32 *
weft_map_rank_placement (const WeftTaskGraph *graph, const guint32 *device_of_rank, guint n_ranks, GError **error)
{
  g_autofree guint32 *device = g_new (guint32, graph->n_tasks);

  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      if (!check_rank (graph, i, n_ranks, error))
        return NULL;
      device[i] = device_of_rank != NULL ? device_of_rank[graph->rank[i]] : graph->rank[i];
    }
  return g_steal_pointer (&device);
}

WeftSchedule *
weft_map_run_ranks (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                    WeftMapResult *result, GError **error)
{
  guint n_ranks = options->device_of_rank != NULL ? options->n_ranks : problem->platform->n_devices;
  g_autofree guint32 *device = weft_map_rank_placement (problem->graph, options->device_of_rank, n_ranks, error);

  return device != NULL ? weft_map_fixed (problem, device, cancellable, error) : NULL;
}
