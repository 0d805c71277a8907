/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that takes long happens here: flattening, mapping, simulating. The run keeps its machine, for its
 * pictures. */
#include "config.h"

#include "app/simulate/weft-sim-work.h"

#include <math.h>

#include "app/workloads/weft-map-work.h"
#include "sim/weft-sim-knobs.h"

/* Steps of time in which the bytes of links are kept: as many as a slider has room for. */
#define N_BINS 512

/* Messages that are kept one by one, so that a chart can show them. */
#define MOST_MESSAGES 500000

/* A workload is mapped first: that much of the progress is the mapper's. */
#define MAPPING_SHARE 0.3

typedef struct
{
  const WeftSimTask *task;
  double from;
} Progress;

static void
free_task (gpointer data)
{
  WeftSimTask *task = data;

  g_free (task->title);
  g_clear_pointer (&task->graph, weft_task_graph_unref);
  g_clear_pointer (&task->ranks, g_array_unref);
  g_clear_pointer (&task->trace, weft_sim_trace_unref);
  g_object_unref (task->design);
  g_object_unref (task->inventory);
  g_clear_pointer (&task->machine, weft_map_machine_unref);
  g_clear_pointer (&task->knobs, json_node_unref);
  g_clear_pointer (&task->permille, g_atomic_rc_box_release);
  g_free (task);
}

static void
set_permille (const WeftSimTask *task, double share)
{
  g_atomic_int_set (task->permille, (int) (CLAMP (share, 0, 1) * 1000));
}

static void
mapped_cb (double share, gpointer data)
{
  const Progress *progress = data;

  set_permille (progress->task, share * MAPPING_SHARE);
}

static void
simulated_cb (double share, guint64 n_events, double time_s, gpointer data)
{
  const Progress *progress = data;

  set_permille (progress->task, progress->from + share * (1 - progress->from));
}

/* FALSE when the knobs cannot be read. */
static gboolean
fill_options (const WeftSimTask *task, WeftSimOptions *options, GError **error)
{
  const WeftSimSettings *settings = &task->settings;

  weft_sim_options_init (options);
  options->model = settings->model;
  options->packet_bytes = settings->packet_bytes;
  options->closed_form = settings->closed_form;
  options->n_bins = N_BINS;
  options->max_messages = MOST_MESSAGES;
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    options->algorithm[i] = settings->collectives;
  if (task->knobs != NULL)
    options->comm_knobs = weft_sim_comm_knobs_read (task->knobs, error);
  return task->knobs == NULL || options->comm_knobs != NULL;
}

/* (transfer full) (nullable) */
static WeftSimulation *
run_workload (const WeftSimTask *task, WeftMapMachine *machine, GCancellable *cancellable, GError **error)
{
  Progress progress = { task, MAPPING_SHARE };
  WeftMapOptions map = { .progress = mapped_cb, .progress_data = &progress };
  WeftSimOptions options;
  WeftSimOrder order = {
    .flat = machine->flat,
    .platform = machine->platform,
    .inventory = task->inventory,
    .graph = task->graph,
    .algorithm = task->settings.algorithm,
    .knobs = task->knobs,
    .map_options = &map,
    .options = &options,
  };
  g_autoptr (WeftSimOutcome) outcome = NULL;

  if (!fill_options (task, &options, error))
    return NULL;
  options.progress = simulated_cb;
  options.progress_data = &progress;
  if (task->ranks != NULL && task->settings.algorithm == WEFT_MAP_RANKS)
    {
      map.device_of_rank = (const guint32 *) (gconstpointer) task->ranks->data;
      map.n_ranks = task->ranks->len;
    }
  outcome = weft_sim_workload_run (&order, cancellable, error);
  g_clear_pointer (&options.comm_knobs, g_array_unref);
  if (outcome == NULL)
    return NULL;
  return weft_simulation_new (task->title, &task->settings, task->inventory, machine, g_steal_pointer (&outcome->result),
                           outcome->schedule->makespan_s, g_ptr_array_ref (outcome->notes));
}

/* (transfer full) (nullable) */
static WeftSimulation *
run_trace (const WeftSimTask *task, WeftMapMachine *machine, GCancellable *cancellable, GError **error)
{
  Progress progress = { task, 0 };
  WeftSimOptions options;
  g_autofree guint32 *devices = weft_sim_place_ranks (task->trace, machine->flat, error);
  g_autoptr (WeftSimNetwork) network = NULL;
  WeftSimResult *result = NULL;
  GPtrArray *notes;

  if (devices != NULL)
    network = weft_sim_network_from_flat (machine->flat, task->inventory, devices, task->trace->n_ranks, error);
  if (network == NULL || !fill_options (task, &options, error))
    return NULL;
  options.progress = simulated_cb;
  options.progress_data = &progress;
  result = weft_sim_run (task->trace, network, &options, cancellable, error);
  g_clear_pointer (&options.comm_knobs, g_array_unref);
  if (result == NULL)
    return NULL;
  notes = g_ptr_array_new_with_free_func (g_free);
  for (char **note = network->notes; note != NULL && *note != NULL; note++)
    g_ptr_array_add (notes, g_strdup (*note));
  for (char **note = task->trace->notes; note != NULL && *note != NULL; note++)
    g_ptr_array_add (notes, g_strdup (*note));
  return weft_simulation_new (task->title, &task->settings, task->inventory, machine, result, NAN, notes);
}

static void
simulate_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const WeftSimTask *order = data;
  GError *error = NULL;
  WeftSimulation *run = NULL;
  g_autoptr (WeftMapMachine) machine =
    order->machine != NULL
      ? weft_map_machine_ref (order->machine)
      : weft_map_machine_make (order->design, order->inventory, order->serial, cancellable, &error);

  if (machine != NULL)
    run = order->trace != NULL ? run_trace (order, machine, cancellable, &error)
                               : run_workload (order, machine, cancellable, &error);
  if (run != NULL)
    g_task_return_pointer (task, run, g_object_unref);
  else
    g_task_return_error (task, error);
}

void
weft_sim_async (const WeftSimTask *order, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  WeftSimTask *copy = g_memdup2 (order, sizeof *order);

  copy->title = g_strdup (order->title);
  if (copy->graph != NULL)
    weft_task_graph_ref (copy->graph);
  if (copy->ranks != NULL)
    g_array_ref (copy->ranks);
  if (copy->trace != NULL)
    weft_sim_trace_ref (copy->trace);
  g_object_ref (copy->design);
  g_object_ref (copy->inventory);
  if (copy->machine != NULL)
    weft_map_machine_ref (copy->machine);
  if (copy->knobs != NULL)
    json_node_ref (copy->knobs);
  g_atomic_rc_box_acquire (copy->permille);
  g_task_set_source_tag (task, weft_sim_async);
  g_task_set_task_data (task, copy, free_task);
  g_task_run_in_thread (task, simulate_in_thread);
}

WeftSimulation *
weft_sim_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
