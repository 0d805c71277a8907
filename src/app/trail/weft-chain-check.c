/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker leaves its progress in a number that the main loop looks at from time to time. */
#include "app/trail/weft-chain-check.h"

#define PROGRESS_MS 100
#define PROGRESS_STEPS 1000

struct _WeftChainCheck
{
  GObject parent_instance;

  char *path;
  WeftChainReport report;
  char *failure;             /* (nullable) */
  GCancellable *cancellable; /* (nullable): while it runs */
  guint source;
  int done; /* of PROGRESS_STEPS; atomic */
};

G_DEFINE_FINAL_TYPE (WeftChainCheck, weft_chain_check, G_TYPE_OBJECT)

static guint changed_signal;

static void
report_free (gpointer data)
{
  weft_chain_report_clear (data);
  g_free (data);
}

/* Called in the worker. */
static void
progress_cb (double share, gpointer data)
{
  g_atomic_int_set (&WEFT_CHAIN_CHECK (data)->done, (int) (share * PROGRESS_STEPS));
}

static void
check_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (data, &error);
  WeftChainReport *report = g_new0 (WeftChainReport, 1);

  if (run != NULL && weft_trail_run_verify (run, report, progress_cb, source, cancellable, &error))
    g_task_return_pointer (task, report, report_free);
  else
    {
      report_free (report);
      g_task_return_error (task, g_steal_pointer (&error));
    }
}

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftChainCheck *self = WEFT_CHAIN_CHECK (source);
  g_autoptr (GError) error = NULL;
  WeftChainReport *report = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    {
      g_clear_pointer (&report, report_free);
      return;
    }
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->source, g_source_remove);
  weft_chain_report_clear (&self->report);
  g_clear_pointer (&self->failure, g_free);
  if (report != NULL)
    {
      self->report = *report;
      g_free (report);
    }
  else
    {
      self->report = (WeftChainReport){ .state = WEFT_CHAIN_UNKNOWN };
      self->failure = g_strdup (error->message);
    }
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
tell_progress_cb (gpointer data)
{
  g_signal_emit (data, changed_signal, 0);
  return G_SOURCE_CONTINUE;
}

static void
weft_chain_check_finalize (GObject *object)
{
  WeftChainCheck *self = WEFT_CHAIN_CHECK (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_object (&self->cancellable);
  weft_chain_report_clear (&self->report);
  g_free (self->failure);
  g_free (self->path);
  G_OBJECT_CLASS (weft_chain_check_parent_class)->finalize (object);
}

static void
weft_chain_check_class_init (WeftChainCheckClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_chain_check_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_chain_check_init (WeftChainCheck *self)
{
}

WeftChainCheck *
weft_chain_check_new (const char *path)
{
  WeftChainCheck *self = g_object_new (WEFT_TYPE_CHAIN_CHECK, NULL);

  self->path = g_strdup (path);
  return self;
}

/* From the first event, in place of a check that runs. */
void
weft_chain_check_start (WeftChainCheck *self)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_IS_CHAIN_CHECK (self));

  weft_chain_check_cancel (self);
  self->cancellable = g_cancellable_new ();
  g_atomic_int_set (&self->done, 0);
  self->source = g_timeout_add (PROGRESS_MS, tell_progress_cb, self);
  task = g_task_new (self, self->cancellable, checked_cb, NULL);
  g_task_set_source_tag (task, weft_chain_check_start);
  g_task_set_task_data (task, g_strdup (self->path), g_free);
  g_task_run_in_thread (task, check_in_thread);
  g_signal_emit (self, changed_signal, 0);
}

/* What was found before stays. */
void
weft_chain_check_cancel (WeftChainCheck *self)
{
  g_return_if_fail (WEFT_IS_CHAIN_CHECK (self));

  g_clear_handle_id (&self->source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

gboolean
weft_chain_check_get_running (WeftChainCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHAIN_CHECK (self), FALSE);

  return self->cancellable != NULL;
}

double
weft_chain_check_get_share (WeftChainCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHAIN_CHECK (self), 0);

  return (double) g_atomic_int_get (&self->done) / PROGRESS_STEPS;
}

const WeftChainReport *
weft_chain_check_get_report (WeftChainCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHAIN_CHECK (self), NULL);

  return &self->report;
}

const char *
weft_chain_check_get_failure (WeftChainCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHAIN_CHECK (self), NULL);

  return self->failure;
}
