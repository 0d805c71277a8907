/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study that is begun anew leaves what was found before it to be looked at until it has found something itself. */
#include "config.h"

#include "app/whatif/weft-whatif-study.h"

#include "app/weft-worker.h"

struct _WeftWhatifStudy
{
  GObject parent_instance;

  WeftWhatifStudyState state;
  char *message;                 /* (nullable) */
  WeftWorker worker;
  WeftWhatifQuestion *question;  /* (nullable): put last */
  WeftWhatifFinding *finding;    /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftWhatifStudy, weft_whatif_study, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit_changed (WeftWhatifStudy *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_state (WeftWhatifStudy *self, WeftWhatifStudyState state, const char *message)
{
  self->state = state;
  g_free (self->message);
  self->message = g_strdup (message);
}

/* --- the worker --- */

typedef struct
{
  WeftWhatifQuestion *question;
  int *permille;
} Order;

static void
free_order (gpointer data)
{
  Order *order = data;

  weft_whatif_question_unref (order->question);
  g_atomic_rc_box_release (order->permille);
  g_free (order);
}

static void
put_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Order *order = data;
  GError *error = NULL;
  WeftWhatifFinding *finding = weft_whatif_question_put (order->question, order->permille, cancellable, &error);

  if (finding != NULL)
    g_task_return_pointer (task, finding, (GDestroyNotify) weft_whatif_finding_unref);
  else
    g_task_return_error (task, error);
}

static void
put_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftWhatifStudy) self = WEFT_WHATIF_STUDY (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWhatifFinding) finding = g_task_propagate_pointer (G_TASK (result), &error);

  if (!weft_worker_counts (&self->worker, result))
    return;
  weft_worker_end (&self->worker);
  set_state (self, finding != NULL ? WEFT_WHATIF_STUDY_DONE : WEFT_WHATIF_STUDY_FAILED,
             finding != NULL ? NULL : error->message);
  g_clear_pointer (&self->finding, weft_whatif_finding_unref);
  self->finding = g_steal_pointer (&finding);
  emit_changed (self);
  g_signal_emit (self, signals[ENDED], 0);
}

/* --- class --- */

static void
weft_whatif_study_dispose (GObject *object)
{
  WeftWhatifStudy *self = WEFT_WHATIF_STUDY (object);

  weft_worker_cancel (&self->worker);
  g_clear_pointer (&self->question, weft_whatif_question_unref);
  g_clear_pointer (&self->finding, weft_whatif_finding_unref);
  g_clear_pointer (&self->message, g_free);
  G_OBJECT_CLASS (weft_whatif_study_parent_class)->dispose (object);
}

static void
weft_whatif_study_class_init (WeftWhatifStudyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_whatif_study_dispose;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
weft_whatif_study_init (WeftWhatifStudy *self)
{
}

WeftWhatifStudy *
weft_whatif_study_new (void)
{
  return g_object_new (WEFT_TYPE_WHATIF_STUDY, NULL);
}

void
weft_whatif_study_start (WeftWhatifStudy *self, WeftWhatifQuestion *question)
{
  g_autoptr (GTask) task = NULL;
  Order *order;

  g_return_if_fail (WEFT_IS_WHATIF_STUDY (self) && question != NULL);

  weft_worker_cancel (&self->worker);
  g_clear_pointer (&self->question, weft_whatif_question_unref);
  self->question = question;
  weft_worker_begin (&self->worker);
  order = g_new0 (Order, 1);
  order->question = weft_whatif_question_ref (question);
  order->permille = g_atomic_rc_box_acquire (self->worker.permille);
  task = g_task_new (NULL, self->worker.cancellable, put_cb, g_object_ref (self));
  g_task_set_source_tag (task, weft_whatif_study_start);
  g_task_set_task_data (task, order, free_order);
  g_task_run_in_thread (task, put_in_thread);
  weft_worker_tick (&self->worker, G_OBJECT (self));
  set_state (self, WEFT_WHATIF_STUDY_RUNNING, NULL);
  emit_changed (self);
}

void
weft_whatif_study_stop (WeftWhatifStudy *self)
{
  g_return_if_fail (WEFT_IS_WHATIF_STUDY (self));

  if (self->state != WEFT_WHATIF_STUDY_RUNNING)
    return;
  weft_worker_cancel (&self->worker);
  set_state (self, WEFT_WHATIF_STUDY_STOPPED, NULL);
  emit_changed (self);
}

void
weft_whatif_study_withdraw (WeftWhatifStudy *self)
{
  g_return_if_fail (WEFT_IS_WHATIF_STUDY (self));

  if (self->state != WEFT_WHATIF_STUDY_RUNNING)
    return;
  weft_worker_cancel (&self->worker);
  g_clear_pointer (&self->question, weft_whatif_question_unref);
  set_state (self, self->finding != NULL ? WEFT_WHATIF_STUDY_DONE : WEFT_WHATIF_STUDY_IDLE, NULL);
  emit_changed (self);
}

WeftWhatifStudyState
weft_whatif_study_get_state (WeftWhatifStudy *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_STUDY (self), WEFT_WHATIF_STUDY_IDLE);

  return self->state;
}

const char *
weft_whatif_study_get_message (WeftWhatifStudy *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_STUDY (self), NULL);

  return self->message;
}

double
weft_whatif_study_get_progress (WeftWhatifStudy *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_STUDY (self), 0);

  return weft_worker_get_progress (&self->worker);
}

const WeftWhatifQuestion *
weft_whatif_study_get_question (WeftWhatifStudy *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_STUDY (self), NULL);

  return self->question;
}

const WeftWhatifFinding *
weft_whatif_study_get_finding (WeftWhatifStudy *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_STUDY (self), NULL);

  return self->finding;
}
