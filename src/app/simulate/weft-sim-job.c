/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run at a time; a run's answer counts while nobody has stopped it. The workloads are those of the document. */
#include "config.h"

#include "app/simulate/weft-sim-job.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

#include "app/simulate/weft-sim-work.h"
#include "app/weft-worker.h"

/* Older runs go: each holds its results. */
#define MOST_RUNS 12

struct _WeftSimJob
{
  GObject parent_instance;

  WeftMapJob *workloads;
  WeftCalibrationJob *calibration; /* (nullable) */
  GListStore *of_workloads; /* WeftSimInput, one a workload */
  GListStore *traces;
  GListModel *inputs; /* both */
  WeftSimInput *input; /* (nullable) */
  WeftSimSettings settings;

  WeftSimJobState state;
  char *message;             /* (nullable) */
  WeftWorker worker;

  GListStore *runs;
  WeftSimulation *shown;
  WeftSimulation *beside;
};

G_DEFINE_FINAL_TYPE (WeftSimJob, weft_sim_job, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit_changed (WeftSimJob *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_state (WeftSimJob *self, WeftSimJobState state, const char *message)
{
  self->state = state;
  g_free (self->message);
  self->message = g_strdup (message);
}

/* --- inputs --- */

static WeftSimInput *
find_input (WeftSimJob *self, WeftWorkloadItem *item)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->of_workloads)); i++)
    {
      g_autoptr (WeftSimInput) input = g_list_model_get_item (G_LIST_MODEL (self->of_workloads), i);

      if (weft_sim_input_get_workload (input) == item)
        return g_steal_pointer (&input);
    }
  return weft_sim_input_new_workload (item);
}

static gboolean
is_there (WeftSimJob *self, WeftSimInput *input)
{
  return g_list_store_find (self->of_workloads, input, NULL) || g_list_store_find (self->traces, input, NULL);
}

/* What was chosen has gone: the first one is. */
static void
check_input (WeftSimJob *self)
{
  g_autoptr (WeftSimInput) first = NULL;

  if (self->input != NULL && is_there (self, self->input))
    return;
  first = g_list_model_get_item (self->inputs, 0);
  weft_sim_job_choose (self, first);
}

static void
workloads_changed_cb (WeftSimJob *self)
{
  GListModel *items = weft_map_job_get_items (self->workloads);
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (WeftWorkloadItem) item = g_list_model_get_item (items, i);

      g_ptr_array_add (inputs, find_input (self, item));
    }
  g_list_store_splice (self->of_workloads, 0, g_list_model_get_n_items (G_LIST_MODEL (self->of_workloads)),
                       inputs->pdata, inputs->len);
  check_input (self);
  emit_changed (self);
}

/* --- running --- */

static void
take_run (WeftSimJob *self, WeftSimulation *run)
{
  guint n;

  g_list_store_insert (self->runs, 0, run);
  weft_sim_job_show (self, run);
  while ((n = g_list_model_get_n_items (G_LIST_MODEL (self->runs))) > MOST_RUNS)
    {
      g_autoptr (WeftSimulation) oldest = g_list_model_get_item (G_LIST_MODEL (self->runs), n - 1);

      if (oldest == self->beside)
        g_clear_object (&self->beside);
      g_list_store_remove (self->runs, n - 1);
    }
}

/* So that what was opened can be run on the open design too. */
static void
choose_request (WeftSimJob *self, const WeftSimRequest *request)
{
  g_autoptr (WeftSimInput) input = NULL;

  self->settings = request->settings;
  if (request->workload != NULL)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->traces)); i++)
    {
      g_autoptr (WeftSimInput) trace = g_list_model_get_item (G_LIST_MODEL (self->traces), i);

      if (weft_sim_input_is_trace_of (trace, request))
        {
          weft_sim_job_choose (self, trace);
          return;
        }
    }
  input = request->example != NULL ? weft_sim_input_new_example (request->example)
                                   : weft_sim_input_new_trace (request->path);
  weft_sim_job_add_trace (self, input);
}

static void
take_ended (WeftSimJob *self, WeftSimulation *run)
{
  WeftMapMachine *machine = weft_simulation_get_machine (run);

  if (machine->serial == weft_map_job_get_serial (self->workloads))
    weft_map_job_keep_machine (self->workloads, machine);
  if (weft_simulation_get_again (run) != WEFT_SIM_AGAIN_NONE)
    choose_request (self, weft_simulation_get_request (run));
  take_run (self, run);
}

static void
simulated_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftSimJob) self = WEFT_SIM_JOB (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimulation) run = weft_sim_finish (result, &error);

  if (!weft_worker_counts (&self->worker, result))
    return;
  set_state (self, run != NULL ? WEFT_SIM_JOB_DONE : WEFT_SIM_JOB_FAILED, run != NULL ? NULL : error->message);
  weft_worker_end (&self->worker);
  if (run != NULL)
    take_ended (self, run);
  emit_changed (self);
  g_signal_emit (self, signals[ENDED], 0);
}

/* --- class --- */

static void
weft_sim_job_dispose (GObject *object)
{
  WeftSimJob *self = WEFT_SIM_JOB (object);

  weft_worker_cancel (&self->worker);
  if (self->workloads != NULL)
    g_signal_handlers_disconnect_by_data (weft_map_job_get_items (self->workloads), self);
  g_clear_object (&self->inputs);
  g_clear_object (&self->of_workloads);
  g_clear_object (&self->traces);
  g_clear_object (&self->input);
  g_clear_object (&self->runs);
  g_clear_object (&self->shown);
  g_clear_object (&self->beside);
  g_clear_object (&self->calibration);
  g_clear_object (&self->workloads);
  g_clear_pointer (&self->message, g_free);
  G_OBJECT_CLASS (weft_sim_job_parent_class)->dispose (object);
}

static void
weft_sim_job_class_init (WeftSimJobClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_sim_job_dispose;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
weft_sim_job_init (WeftSimJob *self)
{
  GListStore *both = g_list_store_new (G_TYPE_LIST_MODEL);

  self->of_workloads = g_list_store_new (WEFT_TYPE_SIM_INPUT);
  self->traces = g_list_store_new (WEFT_TYPE_SIM_INPUT);
  g_list_store_append (both, self->of_workloads);
  g_list_store_append (both, self->traces);
  self->inputs = G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (both)));
  self->runs = g_list_store_new (WEFT_TYPE_SIMULATION);
  self->settings.algorithm = WEFT_MAP_BEST;
}

WeftSimJob *
weft_sim_job_new (WeftMapJob *workloads, WeftCalibrationJob *calibration)
{
  WeftSimJob *self;

  g_return_val_if_fail (WEFT_IS_MAP_JOB (workloads), NULL);

  self = g_object_new (WEFT_TYPE_SIM_JOB, NULL);
  self->workloads = g_object_ref (workloads);
  g_set_object (&self->calibration, calibration);
  g_signal_connect_swapped (weft_map_job_get_items (workloads), "items-changed", G_CALLBACK (workloads_changed_cb),
                            self);
  workloads_changed_cb (self);
  return self;
}

WeftMapJob *
weft_sim_job_get_workloads (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), NULL);

  return self->workloads;
}

GListModel *
weft_sim_job_get_inputs (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), NULL);

  return self->inputs;
}

void
weft_sim_job_add_trace (WeftSimJob *self, WeftSimInput *input)
{
  g_return_if_fail (WEFT_IS_SIM_JOB (self) && WEFT_IS_SIM_INPUT (input));

  g_list_store_append (self->traces, input);
  weft_sim_job_choose (self, input);
}

void
weft_sim_job_remove_trace (WeftSimJob *self, WeftSimInput *input)
{
  guint position;

  g_return_if_fail (WEFT_IS_SIM_JOB (self) && WEFT_IS_SIM_INPUT (input));

  if (!g_list_store_find (self->traces, input, &position))
    return;
  g_list_store_remove (self->traces, position);
  check_input (self);
  emit_changed (self);
}

void
weft_sim_job_choose (WeftSimJob *self, WeftSimInput *input)
{
  WeftWorkloadItem *item;

  g_return_if_fail (WEFT_IS_SIM_JOB (self));

  if (input == self->input)
    return;
  if (self->input != NULL)
    g_signal_handlers_disconnect_by_data (self->input, self);
  g_set_object (&self->input, input);
  if (input != NULL)
    g_signal_connect_object (input, "changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  item = input != NULL ? weft_sim_input_get_workload (input) : NULL;
  /* Its graph is made when somebody looks at it. */
  if (item != NULL)
    weft_map_job_choose (self->workloads, item);
  emit_changed (self);
}

WeftSimInput *
weft_sim_job_get_input (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), NULL);

  return self->input;
}

void
weft_sim_job_set_settings (WeftSimJob *self, const WeftSimSettings *settings)
{
  g_return_if_fail (WEFT_IS_SIM_JOB (self) && settings != NULL);

  self->settings = *settings;
}

const WeftSimSettings *
weft_sim_job_get_settings (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), NULL);

  return &self->settings;
}

/* --- control --- */

gboolean
weft_sim_job_can_start (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), FALSE);

  return self->state != WEFT_SIM_JOB_RUNNING && self->input != NULL
         && weft_sim_input_get_state (self->input) == WEFT_SIM_INPUT_READY
         && weft_session_get_inventory (weft_map_job_get_session (self->workloads)) != NULL;
}

/* Takes what is common from the open design. */
static void
begin (WeftSimJob *self, WeftSimTask *task)
{
  WeftSession *session = weft_map_job_get_session (self->workloads);
  g_autoptr (WeftDesign) design = weft_design_copy (weft_session_get_design (session));

  weft_worker_begin (&self->worker);
  task->design = design;
  task->inventory = weft_session_get_inventory (session);
  task->serial = weft_map_job_get_serial (self->workloads);
  task->machine = weft_map_job_get_machine (self->workloads);
  task->permille = self->worker.permille;
  weft_sim_async (task, self->worker.cancellable, simulated_cb, g_object_ref (self));
  weft_worker_tick (&self->worker, G_OBJECT (self));
  set_state (self, WEFT_SIM_JOB_RUNNING, NULL);
  emit_changed (self);
}

/* They are called as their file. */
static void
take_knobs (WeftSimJob *self, WeftSimRequest *request)
{
  JsonNode *knobs = self->calibration != NULL ? weft_calibration_job_get_knobs (self->calibration) : NULL;
  const WeftKnobsFile *file = knobs != NULL ? weft_calibration_job_get_knobs_file (self->calibration) : NULL;

  request->knobs = knobs != NULL ? json_node_ref (knobs) : NULL;
  request->knobs_name = file != NULL ? g_path_get_basename (file->path) : NULL;
}

void
weft_sim_job_start (WeftSimJob *self)
{
  g_autoptr (WeftSimRequest) request = NULL;
  WeftWorkloadItem *item;
  WeftSimTask task;

  g_return_if_fail (WEFT_IS_SIM_JOB (self));

  if (!weft_sim_job_can_start (self))
    return;
  item = weft_sim_input_get_workload (self->input);
  request = weft_sim_input_make_request (self->input);
  request->settings = self->settings;
  take_knobs (self, request);
  task = (WeftSimTask){
    .request = request,
    .graph = item != NULL ? weft_workload_item_get_graph (item) : NULL,
    .trace = weft_sim_input_get_trace (self->input),
  };
  begin (self, &task);
}

void
weft_sim_job_open_run (WeftSimJob *self, const char *path)
{
  WeftSession *session;
  WeftSimTask task;

  g_return_if_fail (WEFT_IS_SIM_JOB (self) && path != NULL);

  session = weft_map_job_get_session (self->workloads);
  weft_sim_job_stop (self);
  task = (WeftSimTask){
    .run = (char *) path,
    .evaluator = weft_engine_get_evaluator (weft_session_get_engine (session)),
  };
  if (task.evaluator != NULL && weft_session_get_inventory (session) != NULL)
    {
      begin (self, &task);
      return;
    }
  set_state (self, WEFT_SIM_JOB_FAILED, _("The catalog is still being read; open the run again in a moment."));
  emit_changed (self);
}

void
weft_sim_job_stop (WeftSimJob *self)
{
  g_return_if_fail (WEFT_IS_SIM_JOB (self));

  if (self->state != WEFT_SIM_JOB_RUNNING)
    return;
  weft_worker_cancel (&self->worker);
  set_state (self, WEFT_SIM_JOB_STOPPED, NULL);
  emit_changed (self);
}

WeftSimJobState
weft_sim_job_get_state (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), WEFT_SIM_JOB_IDLE);

  return self->state;
}

const char *
weft_sim_job_get_message (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), NULL);

  return self->message;
}

double
weft_sim_job_get_progress (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), 0);

  return weft_worker_get_progress (&self->worker);
}

/* --- runs --- */

GListModel *
weft_sim_job_get_runs (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), NULL);

  return G_LIST_MODEL (self->runs);
}

void
weft_sim_job_show (WeftSimJob *self, WeftSimulation *run)
{
  g_return_if_fail (WEFT_IS_SIM_JOB (self) && WEFT_IS_SIMULATION (run));

  if (run == self->beside)
    g_clear_object (&self->beside);
  g_set_object (&self->shown, run);
  emit_changed (self);
}

void
weft_sim_job_show_beside (WeftSimJob *self, WeftSimulation *run)
{
  g_return_if_fail (WEFT_IS_SIM_JOB (self));

  if (run == self->shown)
    run = NULL;
  g_set_object (&self->beside, run);
  emit_changed (self);
}

WeftSimulation *
weft_sim_job_get_shown (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), NULL);

  return self->shown;
}

WeftSimulation *
weft_sim_job_get_beside (WeftSimJob *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self), NULL);

  return self->beside;
}

gboolean
weft_sim_job_is_dated (WeftSimJob *self, WeftSimulation *run)
{
  g_return_val_if_fail (WEFT_IS_SIM_JOB (self) && WEFT_IS_SIMULATION (run), FALSE);

  return weft_simulation_get_machine (run)->serial != weft_map_job_get_serial (self->workloads);
}
