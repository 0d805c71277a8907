/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each work has a cancellable of its own, which is how its answer is told from that of an older one. */
#include "config.h"

#include "app/weft-worker.h"

/* Fifteen times a second: smooth to the eye, and nothing beside the work. */
#define TICK_MS 66

static gboolean
tick_cb (gpointer owner)
{
  g_signal_emit_by_name (owner, "changed");
  return G_SOURCE_CONTINUE;
}

void
weft_worker_begin (WeftWorker *self)
{
  g_return_if_fail (self->cancellable == NULL);

  self->cancellable = g_cancellable_new ();
  self->permille = g_atomic_rc_box_new0 (int);
}

void
weft_worker_tick (WeftWorker *self, GObject *owner)
{
  g_return_if_fail (self->cancellable != NULL && self->tick_source == 0);

  self->tick_source = g_timeout_add (TICK_MS, tick_cb, owner);
}

void
weft_worker_end (WeftWorker *self)
{
  g_clear_handle_id (&self->tick_source, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->permille, g_atomic_rc_box_release);
}

void
weft_worker_cancel (WeftWorker *self)
{
  g_cancellable_cancel (self->cancellable);
  weft_worker_end (self);
}

gboolean
weft_worker_counts (WeftWorker *self, GAsyncResult *result)
{
  return self->cancellable != NULL && g_task_get_cancellable (G_TASK (result)) == self->cancellable;
}

double
weft_worker_get_progress (WeftWorker *self)
{
  return self->permille != NULL ? g_atomic_int_get (self->permille) / 1000.0 : 0;
}

void
weft_worker_progress_cb (double share, gpointer permille)
{
  g_atomic_int_set ((int *) permille, (int) (CLAMP (share, 0, 1) * 1000));
}
