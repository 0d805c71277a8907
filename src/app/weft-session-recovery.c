/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session and its journal: what is not saved is written down, and what an earlier run left opens
 * again. */
#include "app/weft-session-private.h"

static void
failure_notify_cb (WeftSession *self)
{
  g_object_notify (G_OBJECT (self), "unprotected");
}

/* When the engine names a folder; before the session has a design. */
void
weft_session_start_journal (WeftSession *self)
{
  const char *folder = weft_engine_get_journals (self->engine);

  if (folder == NULL)
    return;
  self->journal = weft_journal_writer_new (folder);
  g_signal_connect_object (self->journal, "notify::failure", G_CALLBACK (failure_notify_cb), self,
                           G_CONNECT_SWAPPED);
}

/* The session has another file, or its file has been written. */
void
weft_session_tell_journal (WeftSession *self)
{
  g_autofree char *path = self->file == NULL ? NULL : g_file_get_path (self->file);
  g_autofree char *digest = NULL;

  if (self->journal == NULL)
    return;
  g_mutex_lock (&self->file_lock);
  digest = g_strdup (self->digest);
  g_mutex_unlock (&self->file_lock);
  weft_journal_writer_set_origin (self->journal, path, digest);
}

/* Nobody has been asked: what is not saved stays in the journal. */
void
weft_session_end_journal (WeftSession *self)
{
  if (self->journal == NULL)
    return;
  weft_journal_writer_close (self->journal, weft_session_get_modified (self));
  g_clear_object (&self->journal);
}

void
weft_session_set_recovered (WeftSession *self, gboolean recovered)
{
  if (self->recovered == recovered)
    return;
  self->recovered = recovered;
  g_object_notify (G_OBJECT (self), "title");
}

/* A session of what an earlier run left. It belongs to the same file only when that holds what it
 * held then, so that no other version is written over without a question. The journal of that run
 * is put aside once this session's own has the same. */
WeftSession *
weft_session_new_recovered (WeftEngine *engine, WeftRecovery *recovery)
{
  g_autoptr (WeftDesign) design = NULL;
  WeftSession *self;

  g_return_val_if_fail (WEFT_IS_ENGINE (engine) && WEFT_IS_RECOVERY (recovery), NULL);

  design = weft_design_copy (weft_recovery_get_design (recovery));
  self = weft_session_new (engine);
  weft_session_bind_design (self, design, NULL);
  weft_history_mark_unsaved (self->history);
  if (weft_recovery_get_original (recovery) == WEFT_ORIGINAL_SAME)
    {
      g_autoptr (GFile) file = g_file_new_for_path (weft_recovery_get_file (recovery));

      weft_session_set_file (self, file, weft_recovery_get_digest (recovery));
    }
  weft_session_set_recovered (self, TRUE);
  if (self->journal != NULL)
    weft_journal_writer_take_over (self->journal, recovery);
  return self;
}

gboolean
weft_session_get_recovered (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), FALSE);

  return self->recovered;
}

/* (nullable): why a crash would lose what is not saved now. */
const char *
weft_session_get_unprotected (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  return self->journal == NULL ? NULL : weft_journal_writer_get_failure (self->journal);
}

/* The person has closed the design, and has been asked about what is not saved. */
void
weft_session_give_up (WeftSession *self)
{
  g_return_if_fail (WEFT_IS_SESSION (self));

  if (self->journal == NULL)
    return;
  weft_journal_writer_close (self->journal, FALSE);
  g_clear_object (&self->journal);
}
