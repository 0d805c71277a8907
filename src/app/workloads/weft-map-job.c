/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run at a time; a run's answer counts while nobody has stopped it. Runs on the same design share the ground. */
#include "config.h"

#include "app/workloads/weft-map-job.h"

#include <glib/gi18n.h>

#include "app/weft-worker.h"
#include "app/workloads/weft-map-pair.h"
#include "app/workloads/weft-map-work.h"

#define USUAL_LIMIT_S 30.0

struct _WeftMapJob
{
  GObject parent_instance;

  WeftSession *session;
  GListStore *items;
  WeftWorkloadItem *item; /* (nullable) */
  gulong item_handler;

  WeftMapAlgorithm algorithm;
  WeftMapOptions options;

  guint64 design_serial;
  gulong design_handler;
  WeftDesign *design; /* that the handler belongs to */
  WeftMapMachine *machine; /* (nullable): of the last run */
  WeftMapGround *ground;   /* (nullable): of the last run that was not of placed ranks */

  WeftMapJobState state;
  char *message;             /* (nullable) */
  WeftWorker worker;
  WeftWorkloadItem *mapped;  /* (nullable): what it maps */
  gboolean starts_when_ready; /* once the workload has been made */

  WeftMapPair *pair; /* what is shown */
};

G_DEFINE_FINAL_TYPE (WeftMapJob, weft_map_job, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit_changed (WeftMapJob *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_state (WeftMapJob *self, WeftMapJobState state, const char *message)
{
  self->state = state;
  g_free (self->message);
  self->message = g_strdup (message);
}

/* --- the engine and the design --- */

static void
start_items (WeftMapJob *self)
{
  WeftEvaluator *evaluator = weft_engine_get_evaluator (weft_session_get_engine (self->session));

  for (guint i = 0; evaluator != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (WeftWorkloadItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      /* Others are made when somebody looks at them. */
      if (item == self->item)
        weft_workload_item_start (item, weft_evaluator_get_catalog (evaluator));
    }
}

static void
engine_cb (WeftMapJob *self)
{
  start_items (self);
  emit_changed (self);
}

static void
design_changed_cb (WeftMapJob *self)
{
  self->design_serial++;
  if (weft_map_pair_get_shown (self->pair) != NULL)
    emit_changed (self);
}

static void
follow_design (WeftMapJob *self)
{
  if (self->design != NULL)
    g_signal_handler_disconnect (self->design, self->design_handler);
  g_set_object (&self->design, weft_session_get_design (self->session));
  self->design_handler =
    g_signal_connect_swapped (self->design, "changed", G_CALLBACK (design_changed_cb), self);
  design_changed_cb (self);
}

/* --- the chosen workload --- */

/* What is shown is one of its mappings. */
static void
check_shown (WeftMapJob *self)
{
  weft_map_pair_keep (self->pair, self->item != NULL ? weft_workload_item_get_mappings (self->item) : NULL);
}

static void
item_changed_cb (WeftMapJob *self)
{
  check_shown (self);
  if (self->starts_when_ready && weft_map_job_can_start (self))
    weft_map_job_start (self);
  else
    emit_changed (self);
}

static void
set_item (WeftMapJob *self, WeftWorkloadItem *item)
{
  if (item == self->item)
    return;
  if (self->item != NULL)
    g_signal_handler_disconnect (self->item, self->item_handler);
  g_set_object (&self->item, item);
  if (item != NULL)
    self->item_handler = g_signal_connect_swapped (item, "changed", G_CALLBACK (item_changed_cb), self);
  self->starts_when_ready = FALSE;
  set_state (self, self->state == WEFT_MAP_JOB_RUNNING ? self->state : WEFT_MAP_JOB_IDLE, NULL);
  check_shown (self);
  start_items (self);
}

/* --- running --- */

static void
end_run (WeftMapJob *self)
{
  weft_worker_end (&self->worker);
  g_clear_object (&self->mapped);
}

/* The newest stands first; one by the same algorithm on the same design takes the place of the old one. */
static void
take_mapping (WeftMapJob *self, WeftMapOutcome *mapping)
{
  GListStore *mappings = weft_workload_item_get_mappings (self->mapped);

  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (mappings)); i-- > 0;)
    {
      g_autoptr (WeftMapOutcome) old = g_list_model_get_item (G_LIST_MODEL (mappings), i);

      if (weft_map_outcome_get_result (old)->asked == weft_map_outcome_get_result (mapping)->asked)
        g_list_store_remove (mappings, i);
    }
  g_list_store_insert (mappings, 0, mapping);
}

/* For the next run on the same design. */
static void
keep_ground (WeftMapJob *self, WeftMapOutcome *mapping)
{
  WeftMapGround *ground = weft_map_outcome_get_ground (mapping);

  weft_map_job_keep_machine (self, ground->machine);
  if (weft_map_outcome_get_result (mapping)->asked == WEFT_MAP_RANKS)
    return;
  g_clear_pointer (&self->ground, weft_map_ground_unref);
  self->ground = weft_map_ground_ref (ground);
}

static void
mapped_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftMapJob) self = WEFT_MAP_JOB (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapOutcome) mapping = weft_map_finish (result, &error);

  if (!weft_worker_counts (&self->worker, result))
    return;
  if (mapping != NULL)
    {
      keep_ground (self, mapping);
      set_state (self, WEFT_MAP_JOB_DONE, NULL);
      if (weft_workload_item_get_graph (self->mapped) == weft_map_outcome_get_problem (mapping)->graph)
        {
          take_mapping (self, mapping);
          if (self->mapped == self->item)
            weft_map_pair_set (self->pair, mapping, weft_map_pair_get_beside (self->pair));
        }
    }
  else
    set_state (self, WEFT_MAP_JOB_FAILED, error->message);
  end_run (self);
  emit_changed (self);
  g_signal_emit (self, signals[ENDED], 0);
}

/* --- class --- */

static void
weft_map_job_dispose (GObject *object)
{
  WeftMapJob *self = WEFT_MAP_JOB (object);

  g_cancellable_cancel (self->worker.cancellable);
  end_run (self);
  if (self->item != NULL)
    g_signal_handler_disconnect (self->item, self->item_handler);
  g_clear_object (&self->item);
  if (self->design != NULL)
    g_signal_handler_disconnect (self->design, self->design_handler);
  g_clear_object (&self->design);
  if (self->pair != NULL)
    g_signal_handlers_disconnect_by_data (self->pair, self);
  g_clear_object (&self->pair);
  g_clear_pointer (&self->machine, weft_map_machine_unref);
  g_clear_pointer (&self->ground, weft_map_ground_unref);
  g_clear_object (&self->items);
  g_clear_object (&self->session);
  g_clear_pointer (&self->message, g_free);
  G_OBJECT_CLASS (weft_map_job_parent_class)->dispose (object);
}

static void
weft_map_job_class_init (WeftMapJobClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_map_job_dispose;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
weft_map_job_init (WeftMapJob *self)
{
  self->items = g_list_store_new (WEFT_TYPE_WORKLOAD_ITEM);
  self->pair = weft_map_pair_new ();
  g_signal_connect_swapped (self->pair, "changed", G_CALLBACK (emit_changed), self);
  self->algorithm = WEFT_MAP_BEST;
  self->options.time_limit_s = USUAL_LIMIT_S;
}

WeftMapJob *
weft_map_job_new (WeftSession *session)
{
  WeftMapJob *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_MAP_JOB, NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (weft_session_get_engine (session), "notify::evaluator", G_CALLBACK (engine_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::design", G_CALLBACK (follow_design), self, G_CONNECT_SWAPPED);
  weft_engine_start (weft_session_get_engine (session));
  follow_design (self);
  return self;
}

WeftSession *
weft_map_job_get_session (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), NULL);

  return self->session;
}

GListModel *
weft_map_job_get_items (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), NULL);

  return G_LIST_MODEL (self->items);
}

void
weft_map_job_add (WeftMapJob *self, WeftWorkloadItem *item)
{
  g_return_if_fail (WEFT_IS_MAP_JOB (self) && WEFT_IS_WORKLOAD_ITEM (item));

  g_list_store_append (self->items, item);
  set_item (self, item);
  emit_changed (self);
}

void
weft_map_job_add_all (WeftMapJob *self, GPtrArray *items, WeftWorkloadItem *chosen)
{
  g_return_if_fail (WEFT_IS_MAP_JOB (self) && items != NULL);

  g_list_store_splice (self->items, g_list_model_get_n_items (G_LIST_MODEL (self->items)), 0, items->pdata, items->len);
  if (chosen != NULL)
    set_item (self, chosen);
  emit_changed (self);
}

void
weft_map_job_remove (WeftMapJob *self, WeftWorkloadItem *item)
{
  guint position, n;

  g_return_if_fail (WEFT_IS_MAP_JOB (self) && WEFT_IS_WORKLOAD_ITEM (item));

  if (!g_list_store_find (self->items, item, &position))
    return;
  if (item == self->mapped)
    weft_map_job_stop (self);
  g_list_store_remove (self->items, position);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  if (item == self->item)
    {
      g_autoptr (WeftWorkloadItem) next =
        n == 0 ? NULL : g_list_model_get_item (G_LIST_MODEL (self->items), MIN (position, n - 1));

      set_item (self, next);
    }
  emit_changed (self);
}

void
weft_map_job_choose (WeftMapJob *self, WeftWorkloadItem *item)
{
  g_return_if_fail (WEFT_IS_MAP_JOB (self));
  g_return_if_fail (item == NULL || g_list_store_find (self->items, item, NULL));

  if (item == self->item)
    return;
  set_item (self, item);
  emit_changed (self);
}

WeftWorkloadItem *
weft_map_job_get_item (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), NULL);

  return self->item;
}

void
weft_map_job_set_algorithm (WeftMapJob *self, WeftMapAlgorithm algorithm)
{
  g_return_if_fail (WEFT_IS_MAP_JOB (self) && algorithm < WEFT_N_MAP_ALGORITHMS);

  if (algorithm == self->algorithm)
    return;
  self->algorithm = algorithm;
  emit_changed (self);
}

WeftMapAlgorithm
weft_map_job_get_algorithm (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), WEFT_MAP_BEST);

  return self->algorithm;
}

void
weft_map_job_set_options (WeftMapJob *self, gboolean locality, double limit_s)
{
  g_return_if_fail (WEFT_IS_MAP_JOB (self) && limit_s >= 0);

  self->options.locality = locality;
  /* Whoever looks only near the data wants to know what that costs. */
  self->options.locality_gap = locality;
  self->options.time_limit_s = limit_s;
}

const WeftMapOptions *
weft_map_job_get_options (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), NULL);

  return &self->options;
}

/* --- control --- */

gboolean
weft_map_job_can_start (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), FALSE);

  return self->state != WEFT_MAP_JOB_RUNNING && self->item != NULL
         && weft_workload_item_get_state (self->item) == WEFT_WORKLOAD_READY
         && weft_session_get_inventory (self->session) != NULL;
}

/* (nullable): what the run before was on, when this one is on the same. */
static WeftMapGround *
find_ground (WeftMapJob *self)
{
  return self->ground != NULL && self->ground->machine->serial == self->design_serial
             && self->ground->problem->graph == weft_workload_item_get_graph (self->item)
           ? self->ground
           : NULL;
}

void
weft_map_job_start (WeftMapJob *self)
{
  g_autoptr (WeftDesign) design = NULL;
  WeftMapOrder order;

  g_return_if_fail (WEFT_IS_MAP_JOB (self));

  if (!weft_map_job_can_start (self))
    return;
  self->starts_when_ready = FALSE;
  design = weft_design_copy (self->design);
  weft_worker_begin (&self->worker);
  g_set_object (&self->mapped, self->item);
  order = (WeftMapOrder){
    .graph = weft_workload_item_get_graph (self->item),
    .design = design,
    .inventory = weft_session_get_inventory (self->session),
    .serial = self->design_serial,
    .machine = weft_map_job_get_machine (self),
    .ground = find_ground (self),
    .algorithm = self->algorithm,
    .options = self->options,
    .ranks = weft_workload_item_get_ranks (self->item),
    .permille = self->worker.permille,
  };
  weft_map_async (&order, self->worker.cancellable, mapped_cb, g_object_ref (self));
  weft_worker_tick (&self->worker, G_OBJECT (self));
  set_state (self, WEFT_MAP_JOB_RUNNING, NULL);
  emit_changed (self);
}

void
weft_map_job_start_when_ready (WeftMapJob *self)
{
  g_return_if_fail (WEFT_IS_MAP_JOB (self));

  self->starts_when_ready = TRUE;
  if (weft_map_job_can_start (self))
    weft_map_job_start (self);
}

void
weft_map_job_stop (WeftMapJob *self)
{
  g_return_if_fail (WEFT_IS_MAP_JOB (self));

  if (self->state != WEFT_MAP_JOB_RUNNING)
    return;
  g_cancellable_cancel (self->worker.cancellable);
  end_run (self);
  set_state (self, WEFT_MAP_JOB_STOPPED, NULL);
  emit_changed (self);
}

WeftMapJobState
weft_map_job_get_state (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), WEFT_MAP_JOB_IDLE);

  return self->state;
}

const char *
weft_map_job_get_message (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), NULL);

  return self->message;
}

double
weft_map_job_get_progress (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), 0);

  return weft_worker_get_progress (&self->worker);
}

/* --- what is shown --- */

void
weft_map_job_show (WeftMapJob *self, WeftMapOutcome *mapping)
{
  WeftMapOutcome *beside;

  g_return_if_fail (WEFT_IS_MAP_JOB (self) && WEFT_IS_MAP_OUTCOME (mapping));

  beside = weft_map_pair_get_beside (self->pair);
  weft_map_pair_set (self->pair, mapping, beside == mapping ? weft_map_pair_get_shown (self->pair) : beside);
  emit_changed (self);
}

void
weft_map_job_show_beside (WeftMapJob *self, WeftMapOutcome *mapping)
{
  g_return_if_fail (WEFT_IS_MAP_JOB (self));

  weft_map_pair_set (self->pair, weft_map_pair_get_shown (self->pair), mapping);
  emit_changed (self);
}

WeftMapOutcome *
weft_map_job_get_shown (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), NULL);

  return weft_map_pair_get_shown (self->pair);
}

WeftMapOutcome *
weft_map_job_get_beside (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), NULL);

  return weft_map_pair_get_beside (self->pair);
}

WeftGantt *
weft_map_job_get_chart (WeftMapJob *self, guint which)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self) && which < 2, NULL);

  return weft_map_pair_get_chart (self->pair, which);
}

void
weft_map_job_forget (WeftMapJob *self, WeftMapOutcome *mapping)
{
  GListStore *mappings;
  guint position;

  g_return_if_fail (WEFT_IS_MAP_JOB (self) && self->item != NULL);

  mappings = weft_workload_item_get_mappings (self->item);
  if (g_list_store_find (mappings, mapping, &position))
    g_list_store_remove (mappings, position);
}

gboolean
weft_map_job_is_dated (WeftMapJob *self, WeftMapOutcome *mapping)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self) && WEFT_IS_MAP_OUTCOME (mapping), FALSE);

  return weft_map_outcome_get_ground (mapping)->machine->serial != self->design_serial;
}

guint64
weft_map_job_get_serial (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), 0);

  return self->design_serial;
}

WeftMapMachine *
weft_map_job_get_machine (WeftMapJob *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_JOB (self), NULL);

  return self->machine != NULL && self->machine->serial == self->design_serial ? self->machine : NULL;
}

void
weft_map_job_keep_machine (WeftMapJob *self, WeftMapMachine *machine)
{
  g_return_if_fail (WEFT_IS_MAP_JOB (self) && machine != NULL);

  weft_map_machine_ref (machine);
  g_clear_pointer (&self->machine, weft_map_machine_unref);
  self->machine = machine;
}
