/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallel programs whose ranks have their devices: where their tasks run, what their collectives cost there, and the
 * schedule that follows. */
#include "mapper/weft-map-ranks.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "mapper/weft-comm-time-private.h"
#include "mapper/weft-map-fixed.h"
#include "mapper/weft-map-problem-private.h"
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

/* --- without a plan --- */

/* Ranks of the program, as far as they are said. */
static guint
count_ranks (const WeftTaskGraph *graph)
{
  guint n = 0;

  for (guint32 i = 0; graph->rank != NULL && i < graph->n_tasks; i++)
    if (graph->rank[i] != WEFT_TASK_NONE)
      n = MAX (n, graph->rank[i] + 1);
  return n;
}

/* The largest class that is not chosen yet. */
static guint
largest_class (const WeftPlatform *platform, const gboolean *is_chosen)
{
  guint best = G_MAXUINT;

  for (guint c = 0; c < platform->n_classes; c++)
    if (!is_chosen[c] && (best == G_MAXUINT || platform->class_size[c] > platform->class_size[best]))
      best = c;
  return best;
}

/* Of host processors beside accelerators there are fewer: first the devices of as few classes as hold all ranks, the
 * largest classes, then the others. (transfer full): [devices] */
static guint32 *
order_devices (const WeftTaskGraph *graph, const WeftPlatform *platform)
{
  g_autofree gboolean *is_chosen = g_new0 (gboolean, platform->n_classes + 1);
  guint32 *device = g_new (guint32, platform->n_devices + 1);
  guint n_ranks = MIN (count_ranks (graph), platform->n_devices);
  guint n = 0;

  while (n < n_ranks)
    {
      guint c = largest_class (platform, is_chosen);

      is_chosen[c] = TRUE;
      n += platform->class_size[c];
    }
  n = 0;
  for (guint pass = 0; pass < 2; pass++)
    for (guint p = 0; p < platform->n_devices; p++)
      if (is_chosen[platform->class_of[p]] == (pass == 0))
        device[n++] = p;
  return device;
}

/* --- collectives --- */

/* A ring of the ranks in their order goes at the pace of the slowest link between neighbours. @n_devices: (out) */
static WeftLink
find_ring_link (const WeftMapProblem *problem, const guint32 *device, guint32 group, guint *n_devices)
{
  const WeftTaskGraph *graph = problem->graph;
  const WeftPlatform *platform = problem->platform;
  guint32 begin = graph->first_member[group], end = graph->first_member[group + 1];
  WeftLink worst = { 0, INFINITY };

  *n_devices = 0;
  for (guint32 m = begin; m < end; m++)
    {
      guint32 from = device[graph->member[m]], to = device[graph->member[m + 1 < end ? m + 1 : begin]];
      const WeftLink *link = &platform->links[platform->link_of[(gsize) from * platform->n_devices + to]];

      if (from == to)
        continue;
      (*n_devices)++;
      worst.alpha_s = MAX (worst.alpha_s, link->alpha_s);
      worst.bw_bytes_s = MIN (worst.bw_bytes_s, link->bw_bytes_s);
    }
  return worst;
}

/* The tasks of a collective take that long on any device that can run them. */
static void
price_group (const WeftMapProblem *problem, const guint32 *device, guint32 group, double *time_s)
{
  const WeftTaskGraph *graph = problem->graph;
  guint n_classes = problem->platform->n_classes;
  guint n_devices;
  WeftLink worst = find_ring_link (problem, device, group, &n_devices);

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
  g_autofree guint32 *device = g_new (guint32, (gsize) graph->n_tasks + 1); /* none is no failure */

  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      if (!check_rank (graph, i, n_ranks, error))
        return NULL;
      device[i] = device_of_rank != NULL ? device_of_rank[graph->rank[i]] : graph->rank[i];
    }
  return g_steal_pointer (&device);
}

/**
 * weft_map_problem_for_ranks: (skip)
 * @problem: a problem whose graph has ranks
 * @device_of_rank: (nullable): [@n_ranks] where each of them runs; without it rank r runs on the r-th device of the
 *   largest class, and of further ones where that does not hold all
 * @n_ranks: how many ranks have a device
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the problem with the times that collectives take between these devices
 */
WeftMapProblem *
weft_map_problem_for_ranks (WeftMapProblem *problem, const guint32 *device_of_rank, guint n_ranks, GError **error)
{
  const WeftTaskGraph *graph = problem->graph;
  guint n_classes = problem->platform->n_classes;
  g_autofree guint32 *in_order = device_of_rank == NULL ? order_devices (graph, problem->platform) : NULL;
  g_autofree guint32 *device
    = weft_map_rank_placement (graph, device_of_rank != NULL ? device_of_rank : in_order, n_ranks, error);
  WeftMapProblem *priced;
  double *time_s;

  if (device == NULL)
    return NULL;
  for (guint32 i = 0; i < graph->n_tasks; i++)
    if (device[i] >= problem->platform->n_devices)
      {
        g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
                     _("rank %u is put on device %u, of which there are %u"), graph->rank[i], device[i],
                     problem->platform->n_devices);
        return NULL;
      }
  time_s = g_new (double, (gsize) graph->n_tasks * n_classes);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint c = 0; c < n_classes; c++)
      time_s[(gsize) i * n_classes + c] = weft_map_problem_times (problem, i)[c];
  for (guint32 g = 0; g < graph->n_groups; g++)
    price_group (problem, device, g, time_s);
  priced = weft_map_problem_new_rows (problem->graph, problem->platform, graph->n_tasks, NULL, time_s);
  priced->parts = g_memdup2 (problem->parts, (gsize) graph->n_kinds * n_classes * sizeof *problem->parts);
  priced->is_remote = g_memdup2 (problem->is_remote, graph->n_regions);
  return priced;
}

/* --- private to the room --- */

WeftSchedule *
weft_map_run_ranks (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                    WeftMapResult *result, GError **error)
{
  gboolean is_planned = options->device_of_rank != NULL;
  guint n_ranks = is_planned ? options->n_ranks : problem->platform->n_devices;
  g_autofree guint32 *in_order = is_planned ? NULL : order_devices (problem->graph, problem->platform);
  g_autofree guint32 *device
    = weft_map_rank_placement (problem->graph, is_planned ? options->device_of_rank : in_order, n_ranks, error);

  return device != NULL ? weft_map_fixed (problem, device, cancellable, error) : NULL;
}
