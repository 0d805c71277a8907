/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that takes long happens here: flattening, mapping, simulating, recording. The run keeps its machine, for its
 * pictures. */
#include "config.h"

#include "app/simulate/weft-sim-work.h"

#include <glib/gi18n.h>

#include "app/weft-worker.h"
#include "app/workloads/weft-map-work.h"
#include "base/weft-file-digest.h"
#include "base/weft-json-find.h"
#include "interop/weft-sim-file.h"
#include "search/weft-sim-record.h"

static void
free_task (gpointer data)
{
  WeftSimTask *task = data;

  weft_sim_request_free (task->request);
  g_clear_pointer (&task->graph, weft_task_graph_unref);
  g_clear_pointer (&task->trace, weft_sim_trace_unref);
  g_free (task->run);
  g_clear_object (&task->evaluator);
  g_object_unref (task->design);
  g_object_unref (task->inventory);
  g_clear_pointer (&task->machine, weft_map_machine_unref);
  g_clear_pointer (&task->permille, g_atomic_rc_box_release);
  g_free (task);
}

/* (transfer full) (nullable) */
static WeftSimulation *
run (const WeftSimTask *task, const WeftSimRequest *request, const WeftSimInputs *inputs, WeftInventory *inventory,
     WeftMapMachine *machine, GCancellable *cancellable, GError **error)
{
  const WeftSimGround ground = { machine->flat, machine->platform, inventory };
  WeftSimAnswer *answer = weft_sim_request_run (request, inputs, &ground, weft_worker_progress_cb, task->permille,
                                                cancellable, error);

  return answer != NULL ? weft_simulation_new (request, inventory, machine, answer) : NULL;
}

/* --- a new run --- */

/* What a file of a workload holds is known once it is run. */
static void
note_digest (WeftSimRequest *request, GCancellable *cancellable)
{
  JsonObject *recipe = request->workload != NULL ? json_node_get_object (request->workload) : NULL;
  const char *file = weft_json_find_string (recipe, "file");

  if (file != NULL && request->digest == NULL)
    request->digest = weft_file_digest (file, cancellable, NULL);
}

/* That a run cannot be written down is no reason to lose it. */
static void
record (const WeftSimTask *task, WeftSimulation *simulation)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *notes = weft_simulation_get_notes (simulation);
  const WeftSimAnswer answer = { weft_simulation_get_result (simulation), weft_simulation_get_mapping_s (simulation),
                                 notes };
  g_autofree char *path = weft_sim_record_write (NULL, weft_simulation_get_request (simulation), task->design,
                                                 task->inventory, &answer, &error);

  if (path != NULL)
    weft_simulation_set_run (simulation, path, WEFT_SIM_AGAIN_NONE);
  else
    g_ptr_array_insert (notes, 0, g_strdup_printf (_("This run is not in the trail: %s"), error->message));
}

/* (transfer full) (nullable) */
static WeftSimulation *
run_request (const WeftSimTask *task, GCancellable *cancellable, GError **error)
{
  const WeftSimInputs inputs = { task->graph, task->trace };
  g_autoptr (WeftMapMachine) machine =
    task->machine != NULL ? weft_map_machine_ref (task->machine)
                          : weft_map_machine_make (task->design, task->inventory, task->serial, cancellable, error);
  WeftSimulation *simulation;

  if (machine == NULL)
    return NULL;
  note_digest (task->request, cancellable);
  simulation = run (task, task->request, &inputs, task->inventory, machine, cancellable, error);
  if (simulation != NULL && !g_cancellable_is_cancelled (cancellable))
    record (task, simulation);
  return simulation;
}

/* --- a recorded run --- */

static gboolean
is_open_design (const WeftSimTask *task, const WeftSimRecord *record)
{
  g_autofree char *digest = weft_design_digest (task->design);

  return g_strcmp0 (digest, record->design_sha256) == 0;
}

/* Of the design of the run, which may be the open one. (transfer full) (nullable) */
static WeftMapMachine *
find_machine (const WeftSimTask *task, const WeftSimRecord *record, WeftInventory *inventory, GCancellable *cancellable,
              GError **error)
{
  gboolean is_open = is_open_design (task, record);

  if (is_open && task->machine != NULL)
    return weft_map_machine_ref (task->machine);
  return weft_map_machine_make (record->design, inventory, is_open ? task->serial : WEFT_SIM_OTHER_SERIAL, cancellable,
                                error);
}

static void
compare (const WeftSimTask *task, const WeftSimRecord *record, WeftSimulation *simulation)
{
  g_autofree char *digest = weft_sim_result_digest (weft_simulation_get_result (simulation));

  weft_simulation_set_run (simulation, task->run,
                           g_str_equal (digest, record->result_sha256) ? WEFT_SIM_AGAIN_SAME : WEFT_SIM_AGAIN_OTHER);
}

/* (transfer full) (nullable) */
static WeftSimulation *
run_again (const WeftSimTask *task, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTrailRun) trail = weft_trail_run_open (task->run, error);
  g_autoptr (WeftSimRecord) record = trail != NULL ? weft_sim_record_read (trail, error) : NULL;
  g_auto (WeftSimInputs) inputs = { NULL, NULL };
  g_autoptr (WeftMapMachine) machine = NULL;
  WeftInventory *inventory = NULL;
  WeftSimulation *simulation;

  if (record != NULL)
    inventory = weft_evaluator_get_inventory (task->evaluator, weft_design_get_profile (record->design), error);
  if (inventory != NULL)
    machine = find_machine (task, record, inventory, cancellable, error);
  if (machine == NULL
      || !weft_sim_request_load (record->request, weft_evaluator_get_catalog (task->evaluator),
                                 weft_sim_file_load_again, &inputs, cancellable, error))
    return NULL;
  simulation = run (task, record->request, &inputs, inventory, machine, cancellable, error);
  if (simulation != NULL)
    compare (task, record, simulation);
  return simulation;
}

/* --- the worker --- */

static void
simulate_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const WeftSimTask *order = data;
  GError *error = NULL;
  WeftSimulation *simulation =
    order->request != NULL ? run_request (order, cancellable, &error) : run_again (order, cancellable, &error);

  if (simulation != NULL)
    g_task_return_pointer (task, simulation, g_object_unref);
  else
    g_task_return_error (task, error);
}

void
weft_sim_async (const WeftSimTask *order, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  WeftSimTask *copy = g_memdup2 (order, sizeof *order);

  if (copy->request != NULL)
    copy->request = weft_sim_request_copy (order->request);
  if (copy->graph != NULL)
    weft_task_graph_ref (copy->graph);
  if (copy->trace != NULL)
    weft_sim_trace_ref (copy->trace);
  copy->run = g_strdup (order->run);
  if (copy->evaluator != NULL)
    g_object_ref (copy->evaluator);
  g_object_ref (copy->design);
  g_object_ref (copy->inventory);
  if (copy->machine != NULL)
    weft_map_machine_ref (copy->machine);
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
