/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The designs are made when it starts; what the search finds after that makes the look dated. */
#include "config.h"

#include "app/search/weft-second-look.h"

#include "app/weft-worker.h"

struct _WeftSecondLook
{
  GObject parent_instance;

  WeftSearchJob *job;
  WeftSecondLookState state;
  char *message;             /* (nullable) */
  WeftWorker worker;
  WeftFidelity *fidelity; /* (nullable) */
  /* Round of the job and generation of its best: of the start, and of what was found. */
  guint round[2];
  guint generation[2];
};

G_DEFINE_FINAL_TYPE (WeftSecondLook, weft_second_look, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit_changed (WeftSecondLook *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- the worker --- */

typedef struct
{
  WeftEvaluator *evaluator;
  GPtrArray *designs;
  int *permille;
} Order;

static void
free_order (gpointer data)
{
  Order *order = data;

  g_object_unref (order->evaluator);
  g_ptr_array_unref (order->designs);
  g_atomic_rc_box_release (order->permille);
  g_free (order);
}

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Order *order = data;
  GError *error = NULL;
  WeftFidelity *fidelity = NULL;

  if (weft_catalog_load_kind (weft_evaluator_get_catalog (order->evaluator), WEFT_RECORD_COMPONENT, &error))
    fidelity = weft_fidelity_new (order->evaluator, order->designs, NULL, weft_worker_progress_cb,
                                  order->permille, cancellable, &error);
  if (fidelity != NULL)
    g_task_return_pointer (task, fidelity, (GDestroyNotify) weft_fidelity_free);
  else
    g_task_return_error (task, error);
}

/* --- what comes back --- */

static void
set_state (WeftSecondLook *self, WeftSecondLookState state, const char *message)
{
  self->state = state;
  g_free (self->message);
  self->message = g_strdup (message);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftSecondLook) self = WEFT_SECOND_LOOK (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFidelity) fidelity = g_task_propagate_pointer (G_TASK (result), &error);

  if (!weft_worker_counts (&self->worker, result))
    return;
  weft_worker_end (&self->worker);
  set_state (self, fidelity != NULL ? WEFT_SECOND_LOOK_DONE : WEFT_SECOND_LOOK_FAILED,
             fidelity != NULL ? NULL : error->message);
  if (fidelity != NULL)
    {
      g_clear_pointer (&self->fidelity, weft_fidelity_free);
      self->fidelity = g_steal_pointer (&fidelity);
      self->round[1] = self->round[0];
      self->generation[1] = self->generation[0];
    }
  emit_changed (self);
  g_signal_emit (self, signals[ENDED], 0);
}

/* --- class --- */

static void
weft_second_look_dispose (GObject *object)
{
  WeftSecondLook *self = WEFT_SECOND_LOOK (object);

  weft_worker_cancel (&self->worker);
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
  g_clear_pointer (&self->fidelity, weft_fidelity_free);
  g_clear_pointer (&self->message, g_free);
  G_OBJECT_CLASS (weft_second_look_parent_class)->dispose (object);
}

static void
weft_second_look_class_init (WeftSecondLookClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_second_look_dispose;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
weft_second_look_init (WeftSecondLook *self)
{
}

WeftSecondLook *
weft_second_look_new (WeftSearchJob *job)
{
  WeftSecondLook *self;

  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (job), NULL);

  self = g_object_new (WEFT_TYPE_SECOND_LOOK, NULL);
  self->job = g_object_ref (job);
  g_signal_connect_swapped (job, "changed", G_CALLBACK (emit_changed), self);
  return self;
}

guint
weft_second_look_n_designs (WeftSecondLook *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK (self), 0);

  return weft_search_job_get_problem (self->job) != NULL ? weft_search_job_get_tally (self->job)->n_best : 0;
}

static WeftEvaluator *
get_evaluator (WeftSecondLook *self)
{
  return weft_engine_get_evaluator (weft_session_get_engine (weft_search_job_get_session (self->job)));
}

gboolean
weft_second_look_can_start (WeftSecondLook *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK (self), FALSE);

  return self->state != WEFT_SECOND_LOOK_RUNNING && weft_second_look_n_designs (self) > 0
         && get_evaluator (self) != NULL;
}

/* (transfer full) */
static GPtrArray *
make_designs (WeftSecondLook *self)
{
  WeftTally *tally = weft_search_job_get_tally (self->job);
  GPtrArray *designs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < tally->n_best; i++)
    g_ptr_array_add (designs,
                     weft_search_make_design (weft_search_job_get_problem (self->job),
                                              &weft_tally_get_point (tally, tally->best[i])->point.candidate));
  return designs;
}

void
weft_second_look_start (WeftSecondLook *self)
{
  g_autoptr (GTask) task = NULL;
  Order *order;

  g_return_if_fail (WEFT_IS_SECOND_LOOK (self));

  if (!weft_second_look_can_start (self))
    return;
  self->round[0] = weft_search_job_get_round (self->job);
  self->generation[0] = weft_search_job_get_tally (self->job)->generation;
  weft_worker_begin (&self->worker);
  order = g_new0 (Order, 1);
  order->evaluator = g_object_ref (get_evaluator (self));
  order->designs = make_designs (self);
  order->permille = g_atomic_rc_box_acquire (self->worker.permille);
  task = g_task_new (NULL, self->worker.cancellable, looked_cb, g_object_ref (self));
  g_task_set_source_tag (task, weft_second_look_start);
  g_task_set_task_data (task, order, free_order);
  g_task_run_in_thread (task, look_in_thread);
  weft_worker_tick (&self->worker, G_OBJECT (self));
  set_state (self, WEFT_SECOND_LOOK_RUNNING, NULL);
  emit_changed (self);
}

void
weft_second_look_stop (WeftSecondLook *self)
{
  g_return_if_fail (WEFT_IS_SECOND_LOOK (self));

  if (self->state != WEFT_SECOND_LOOK_RUNNING)
    return;
  weft_worker_cancel (&self->worker);
  set_state (self, WEFT_SECOND_LOOK_STOPPED, NULL);
  emit_changed (self);
}

WeftSecondLookState
weft_second_look_get_state (WeftSecondLook *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK (self), WEFT_SECOND_LOOK_IDLE);

  return self->state;
}

const char *
weft_second_look_get_message (WeftSecondLook *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK (self), NULL);

  return self->message;
}

double
weft_second_look_get_progress (WeftSecondLook *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK (self), 0);

  return weft_worker_get_progress (&self->worker);
}

const WeftFidelity *
weft_second_look_get_fidelity (WeftSecondLook *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK (self), NULL);

  return self->fidelity;
}

gboolean
weft_second_look_is_dated (WeftSecondLook *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK (self), FALSE);

  return self->fidelity != NULL
         && (self->round[1] != weft_search_job_get_round (self->job)
             || self->generation[1] != weft_search_job_get_tally (self->job)->generation);
}
