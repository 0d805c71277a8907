/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine is flattened, and its costs are found, once for all runs on one design. */
#include "config.h"

#include "app/workloads/weft-map-work.h"

#include "app/weft-worker.h"
#include "mapper/weft-machine-platform.h"
#include "mapper/weft-map-ranks.h"

static void
free_order (gpointer data)
{
  WeftMapOrder *order = data;

  weft_task_graph_unref (order->graph);
  g_object_unref (order->design);
  g_object_unref (order->inventory);
  g_clear_pointer (&order->machine, weft_map_machine_unref);
  g_clear_pointer (&order->ground, weft_map_ground_unref);
  g_clear_pointer (&order->ranks, g_array_unref);
  g_clear_pointer (&order->permille, g_atomic_rc_box_release);
  g_free (order);
}

WeftMapMachine *
weft_map_machine_make (WeftDesign *design, WeftInventory *inventory, guint64 serial, GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (WeftFlat) flat = weft_machine_flatten (design, inventory, error);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  WeftPlatform *platform;

  if (flat == NULL)
    return NULL;
  platform = weft_platform_from_flat (flat, inventory, notes, cancellable, error);
  if (platform == NULL)
    return NULL;
  return weft_map_machine_new (g_steal_pointer (&flat), platform, g_steal_pointer (&notes), serial);
}

/* (transfer full) (nullable) */
static WeftMapGround *
make_ground (const WeftMapOrder *order, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftMapMachine) machine = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  WeftMapProblem *problem;

  if (order->ground != NULL)
    return weft_map_ground_ref (order->ground);
  machine = order->machine != NULL
              ? weft_map_machine_ref (order->machine)
              : weft_map_machine_make (order->design, order->inventory, order->serial, cancellable, error);
  if (machine == NULL)
    return NULL;
  notes = g_ptr_array_new_with_free_func (g_free);
  problem = weft_map_problem_on (order->graph, machine->platform, order->inventory, NULL, notes, error);
  return problem != NULL ? weft_map_ground_new (machine, problem, g_steal_pointer (&notes)) : NULL;
}

/* Ranks that have their devices know what their collectives cost there. (transfer full) (nullable) */
static WeftMapGround *
place_ranks (const WeftMapOrder *order, WeftMapGround *ground, WeftMapOptions *options, GError **error)
{
  WeftMapProblem *problem;

  if (order->algorithm != WEFT_MAP_RANKS)
    return weft_map_ground_ref (ground);
  if (order->ranks != NULL)
    {
      options->device_of_rank = (const guint32 *) (gconstpointer) order->ranks->data;
      options->n_ranks = order->ranks->len;
    }
  problem = weft_map_problem_for_ranks (ground->problem, options->device_of_rank,
                                        order->ranks != NULL ? order->ranks->len
                                                             : ground->machine->platform->n_devices,
                                        error);
  return problem != NULL ? weft_map_ground_new (ground->machine, problem, g_ptr_array_ref (ground->notes)) : NULL;
}

/* (transfer full) (nullable) */
static WeftMapOutcome *
map (const WeftMapOrder *order, GCancellable *cancellable, GError **error)
{
  WeftMapOptions options = order->options;
  g_autoptr (WeftMapGround) general = make_ground (order, cancellable, error);
  g_autoptr (WeftMapGround) ground = general != NULL ? place_ranks (order, general, &options, error) : NULL;
  g_autoptr (WeftMapResult) result = NULL;
  g_autoptr (WeftMapReport) report = NULL;
  g_autoptr (WeftGantt) chart = NULL;

  if (ground == NULL)
    return NULL;
  if (order->permille != NULL)
    {
      options.progress = weft_worker_progress_cb;
      options.progress_data = order->permille;
    }
  result = weft_map (ground->problem, order->algorithm, &options, cancellable, error);
  if (result == NULL)
    return NULL;
  report = weft_map_report_new (ground->problem, result->schedule, ground->machine->flat, cancellable);
  if (report == NULL)
    {
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "");
      return NULL;
    }
  chart = weft_gantt_new (ground->problem, result->schedule, report, NULL);
  return weft_map_outcome_new (ground, g_steal_pointer (&result), g_steal_pointer (&report), chart);
}

static void
map_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  WeftMapOutcome *mapping = map (data, cancellable, &error);

  if (mapping != NULL)
    g_task_return_pointer (task, mapping, g_object_unref);
  else
    g_task_return_error (task, error);
}

void
weft_map_async (const WeftMapOrder *order, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  WeftMapOrder *copy = g_memdup2 (order, sizeof *order);

  weft_task_graph_ref (copy->graph);
  g_object_ref (copy->design);
  g_object_ref (copy->inventory);
  if (copy->machine != NULL)
    weft_map_machine_ref (copy->machine);
  if (copy->ground != NULL)
    weft_map_ground_ref (copy->ground);
  if (copy->ranks != NULL)
    g_array_ref (copy->ranks);
  if (copy->permille != NULL)
    g_atomic_rc_box_acquire (copy->permille);
  g_task_set_source_tag (task, weft_map_async);
  g_task_set_task_data (task, copy, free_order);
  g_task_run_in_thread (task, map_in_thread);
}

WeftMapOutcome *
weft_map_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
