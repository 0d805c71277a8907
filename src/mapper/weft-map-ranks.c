/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallel programs whose ranks have their devices: the devices of their tasks, and what their collectives cost on the
 * links between them. */
#include "mapper/weft-map-ranks.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "mapper/weft-comm-time-private.h"
#include "mapper/weft-map-fixed.h"
#include "mapper/weft-map-problem-private.h"
#include "mapper/weft-mapper-private.h"

/* --- devices --- */

static gboolean
refuse_no_ranks (GError **error)
{
  g_set_error_literal (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
                       _("the workload does not say which rank each task belongs to; choose another algorithm"));
  return FALSE;
}

/* [tasks] NULL when a task has no device. @device_of_rank: (nullable) */
static guint32 *
list_devices (const WeftMapProblem *problem, const guint32 *device_of_rank, guint n_ranks, GError **error)
{
  const WeftTaskGraph *graph = problem->graph;
  g_autofree guint32 *device = g_new (guint32, graph->n_tasks);

  if (graph->rank == NULL && !refuse_no_ranks (error))
    return NULL;
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      if (graph->rank[i] == WEFT_TASK_NONE && !refuse_no_ranks (error))
        return NULL;
      if (graph->rank[i] >= n_ranks)
        {
          g_autofree char *name = weft_task_graph_task_name (graph, i);

          g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
                       _("task “%s” is of rank %u, counted from 0, but there are devices for %u ranks"), name,
                       graph->rank[i], n_ranks);
          return NULL;
        }
      device[i] = device_of_rank != NULL ? device_of_rank[graph->rank[i]] : graph->rank[i];
    }
  return g_steal_pointer (&device);
}

/* --- collectives --- */

/* A ring goes at the pace of its slowest link, whichever way round its ranks sit. */
static WeftLink
find_worst_link (const WeftMapProblem *problem, const guint32 *device, guint32 group)
{
  const WeftTaskGraph *graph = problem->graph;
  const WeftPlatform *platform = problem->platform;
  WeftLink worst = { 0, INFINITY };

  for (guint32 i = graph->first_member[group]; i < graph->first_member[group + 1]; i++)
    for (guint32 j = graph->first_member[group]; j < graph->first_member[group + 1]; j++)
      {
        guint32 from = device[graph->member[i]], to = device[graph->member[j]];
        const WeftLink *link = &platform->links[platform->link_of[(gsize) from * platform->n_devices + to]];

        if (from == to)
          continue;
        worst.alpha_s = MAX (worst.alpha_s, link->alpha_s);
        worst.bw_bytes_s = MIN (worst.bw_bytes_s, link->bw_bytes_s);
      }
  return worst;
}

static guint
count_devices (const WeftMapProblem *problem, const guint32 *device, guint32 group)
{
  const WeftTaskGraph *graph = problem->graph;
  g_autoptr (GHashTable) devices = g_hash_table_new (NULL, NULL);

  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    g_hash_table_add (devices, GUINT_TO_POINTER (device[graph->member[m]]));
  return g_hash_table_size (devices);
}

/* The tasks of a collective take that long on any device that can run them. */
static void
price_group (const WeftMapProblem *problem, const guint32 *device, guint32 group, double *time_s)
{
  const WeftTaskGraph *graph = problem->graph;
  guint n_classes = problem->platform->n_classes;
  guint n_devices = count_devices (problem, device, group);
  WeftLink worst = find_worst_link (problem, device, group);

  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    {
      guint32 task = graph->member[m];
      const WeftTaskKind *kind = &graph->kinds[graph->kind[task]];
      double comm_s = weft_comm_time_total (weft_comm_time (kind->comm, n_devices, kind->comm_bytes, &worst));

      for (guint c = 0; c < n_classes; c++)
        if (isfinite (time_s[(gsize) task * n_classes + c]))
          time_s[(gsize) task * n_classes + c] = comm_s;
    }
}

/* --- public --- */

/**
 * weft_map_problem_for_ranks: (skip)
 * @problem: a problem whose graph has ranks
 * @device_of_rank: (nullable): [@n_ranks] where each of them runs; rank r on device r without it
 * @n_ranks: how many there are in @device_of_rank
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the problem with the times that collectives take between these devices
 */
WeftMapProblem *
weft_map_problem_for_ranks (WeftMapProblem *problem, const guint32 *device_of_rank, guint n_ranks, GError **error)
{
  const WeftTaskGraph *graph = problem->graph;
  guint n_classes = problem->platform->n_classes;
  g_autofree guint32 *device = NULL;
  double *time_s;

  if (device_of_rank == NULL)
    n_ranks = problem->platform->n_devices;
  for (guint r = 0; device_of_rank != NULL && r < n_ranks; r++)
    if (device_of_rank[r] >= problem->platform->n_devices)
      {
        g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
                     _("rank %u is put on device %u, of which there are %u"), r, device_of_rank[r],
                     problem->platform->n_devices);
        return NULL;
      }
  device = list_devices (problem, device_of_rank, n_ranks, error);
  if (device == NULL)
    return NULL;
  time_s = g_new (double, (gsize) graph->n_tasks * n_classes);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint c = 0; c < n_classes; c++)
      time_s[(gsize) i * n_classes + c] = weft_map_problem_times (problem, i)[c];
  for (guint32 g = 0; g < graph->n_groups; g++)
    price_group (problem, device, g, time_s);
  return weft_map_problem_new_rows (problem->graph, problem->platform, graph->n_tasks, NULL, time_s);
}

/* --- private to the room --- */

WeftSchedule *
weft_map_run_ranks (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                    WeftMapResult *result, GError **error)
{
  guint n_ranks = options->device_of_rank != NULL ? options->n_ranks : problem->platform->n_devices;
  g_autofree guint32 *device = list_devices (problem, options->device_of_rank, n_ranks, error);

  return device != NULL ? weft_map_fixed (problem, device, cancellable, error) : NULL;
}
