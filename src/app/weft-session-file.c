/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session and its file: opening, saving and reloading in a worker, and noticing that somebody
 * else has written it. */
#include "config.h"

#include <glib/gi18n.h>

#include "app/weft-session-private.h"
#include "base/weft-file.h"

typedef struct
{
  GFile *file;
  WeftSessionOrigin origin;
  gboolean overwrite;
  gboolean own;   /* the file is the session's */
  guint64 serial; /* of a save: a later one has a higher number */
  WeftDesign *design;
  GPtrArray *violations;
  char *digest; /* of the bytes that were read or written */
} FileWork;

static void
file_work_free (FileWork *work)
{
  g_clear_object (&work->file);
  g_clear_object (&work->design);
  g_clear_pointer (&work->violations, g_ptr_array_unref);
  g_free (work->digest);
  g_free (work);
}

/* SHA-256 of the file's bytes, since times have a grain, and inodes and sizes may stay the same.
 * NULL without an error: there is no file. (nullable) (transfer full) */
static char *
digest_file (const char *path, GError **error)
{
  g_autoptr (GError) failed = NULL;
  gsize length;
  g_autofree char *bytes = weft_file_read (path, WEFT_FILE_MAX_BYTES, &length, &failed);

  if (bytes != NULL)
    return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, length);
  if (!g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_propagate_error (error, g_steal_pointer (&failed));
  return NULL;
}

/* (nullable) (transfer full) */
static char *
find_path (GFile *file, GError **error)
{
  char *path = g_file_get_path (file);

  if (path == NULL)
    {
      g_autofree char *uri = g_file_get_uri (file);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _("%s: not a local file; copy it to this computer first"), uri);
    }
  return path;
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  FileWork *work = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = find_path (work->file, &error);

  if (path == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  /* Taken before the reading: a write in between shows as a change later on. */
  work->digest = digest_file (path, NULL);
  work->violations = g_ptr_array_new_with_free_func (g_object_unref);
  work->design = weft_design_load (path, work->violations, &error);
  if (work->design == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_boolean (task, TRUE);
}

/* Whether the file holds something else than what the session read or wrote last. A file that
 * cannot be read any more is one that somebody has changed. */
static gboolean
is_foreign (const char *path, const char *known)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *now = digest_file (path, &error);

  return error != NULL || (now != NULL && !g_str_equal (now, known));
}

static gboolean
write_file (WeftSession *self, FileWork *work, const char *path, GError **error)
{
  g_autofree char *text = weft_design_to_text (work->design);

  if (work->own && work->serial < self->saved_serial)
    return TRUE; /* a later save has been quicker */
  if (!work->overwrite && self->digest != NULL && is_foreign (path, self->digest))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                   _("%s: another program has changed the file"), path);
      return FALSE;
    }
  if (!weft_design_save (work->design, path, error))
    return FALSE;
  work->digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  if (work->own)
    {
      self->saved_serial = work->serial;
      g_free (self->digest);
      self->digest = g_strdup (work->digest);
    }
  return TRUE;
}

/* Saves of one session follow each other, so that the second of two quick ones does not take the
 * first for somebody else's. */
static void
save_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  WeftSession *self = WEFT_SESSION (source);
  FileWork *work = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = find_path (work->file, &error);
  gboolean written = FALSE;

  if (path != NULL)
    {
      g_mutex_lock (&self->file_lock);
      written = write_file (self, work, path, &error);
      g_mutex_unlock (&self->file_lock);
    }
  if (written)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  WeftSession *self = WEFT_SESSION (source);
  FileWork *work = data;
  g_autofree char *path = find_path (work->file, NULL);
  gboolean foreign = FALSE;

  g_mutex_lock (&self->file_lock);
  /* A file that is gone stays as it is here: saving writes it anew. */
  if (path != NULL && self->digest != NULL)
    foreign = is_foreign (path, self->digest);
  g_mutex_unlock (&self->file_lock);
  g_task_return_boolean (task, foreign);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftSession *self = WEFT_SESSION (source);
  FileWork *work = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean foreign = g_task_propagate_boolean (G_TASK (result), &error);

  if (error == NULL && self->file != NULL && g_file_equal (work->file, self->file))
    weft_session_set_changed_outside (self, foreign);
}

static void
monitor_changed_cb (WeftSession *self, GFile *file, GFile *other, GFileMonitorEvent event)
{
  g_autoptr (GTask) task = NULL;
  FileWork *work;

  if (event != G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT && event != G_FILE_MONITOR_EVENT_CREATED
      && event != G_FILE_MONITOR_EVENT_RENAMED && event != G_FILE_MONITOR_EVENT_MOVED_IN)
    return;
  task = g_task_new (self, self->cancellable, looked_cb, NULL);
  work = g_new0 (FileWork, 1);
  work->file = g_object_ref (self->file);
  g_task_set_source_tag (task, monitor_changed_cb);
  g_task_set_task_data (task, work, (GDestroyNotify) file_work_free);
  g_task_run_in_thread (task, look_in_thread);
}

static void
watch_file (WeftSession *self)
{
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
  if (self->file == NULL)
    return;
  self->monitor = g_file_monitor_file (self->file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (monitor_changed_cb), self,
                             G_CONNECT_SWAPPED);
}

/* The file that this session belongs to from now on; its bytes have @digest (nullable: as the
 * session knows them already). */
void
weft_session_set_file (WeftSession *self, GFile *file, const char *digest)
{
  gboolean other = self->file == NULL || file == NULL || !g_file_equal (self->file, file);

  if (digest != NULL)
    {
      g_mutex_lock (&self->file_lock);
      g_free (self->digest);
      self->digest = g_strdup (digest);
      g_mutex_unlock (&self->file_lock);
    }
  weft_session_set_changed_outside (self, FALSE);
  if (other)
    g_set_object (&self->file, file);
  weft_session_tell_journal (self);
  if (!other)
    return;
  watch_file (self);
  g_object_notify (G_OBJECT (self), "file");
  g_object_notify (G_OBJECT (self), "title");
}

/* Reads @file in a worker and makes a session of it. */
void
weft_session_open_async (WeftEngine *engine, GFile *file, WeftSessionOrigin origin,
                         GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  FileWork *work;

  g_return_if_fail (WEFT_IS_ENGINE (engine) && G_IS_FILE (file));

  weft_engine_start (engine);
  task = g_task_new (engine, cancellable, callback, user_data);
  work = g_new0 (FileWork, 1);
  work->file = g_object_ref (file);
  work->origin = origin;
  g_task_set_source_tag (task, weft_session_open_async);
  g_task_set_task_data (task, work, (GDestroyNotify) file_work_free);
  g_task_run_in_thread (task, load_in_thread);
}

/* (transfer none): the file that @result of weft_session_open_async() is about. */
GFile *
weft_session_open_get_file (GAsyncResult *result)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return ((FileWork *) g_task_get_task_data (G_TASK (result)))->file;
}

/* (transfer full) */
WeftSession *
weft_session_open_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (WeftSession) self = NULL;
  FileWork *work;

  g_return_val_if_fail (G_IS_TASK (result), NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  work = g_task_get_task_data (G_TASK (result));
  self = weft_session_new (WEFT_ENGINE (g_task_get_source_object (G_TASK (result))));
  weft_session_bind_design (self, work->design, work->violations);
  if (work->origin == WEFT_SESSION_FILE)
    weft_session_set_file (self, work->file, work->digest);
  return g_steal_pointer (&self);
}

/* Reads the session's file again; what was not saved is lost. */
void
weft_session_reload_async (WeftSession *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  FileWork *work;

  g_return_if_fail (WEFT_IS_SESSION (self) && self->file != NULL);

  task = g_task_new (self, self->cancellable, callback, user_data);
  work = g_new0 (FileWork, 1);
  work->file = g_object_ref (self->file);
  g_task_set_source_tag (task, weft_session_reload_async);
  g_task_set_task_data (task, work, (GDestroyNotify) file_work_free);
  g_task_run_in_thread (task, load_in_thread);
}

gboolean
weft_session_reload_finish (WeftSession *self, GAsyncResult *result, GError **error)
{
  FileWork *work;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  work = g_task_get_task_data (G_TASK (result));
  weft_session_bind_design (self, work->design, work->violations);
  weft_session_set_file (self, work->file, work->digest);
  weft_session_set_recovered (self, FALSE);
  return TRUE;
}

/* Writes a copy of the design in a worker, to @file or, when NULL, to the session's own. Without
 * @overwrite a file that somebody else has changed gives G_IO_ERROR_WRONG_ETAG. */
void
weft_session_save_async (WeftSession *self, GFile *file, gboolean overwrite,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  FileWork *work;
  gboolean own;

  g_return_if_fail (WEFT_IS_SESSION (self));
  g_return_if_fail (file != NULL || self->file != NULL);

  own = file == NULL || (self->file != NULL && g_file_equal (file, self->file));
  task = g_task_new (self, NULL, callback, user_data);
  work = g_new0 (FileWork, 1);
  work->file = g_object_ref (file != NULL ? file : self->file);
  work->design = weft_design_copy (self->design);
  work->own = own;
  work->overwrite = overwrite || !own;
  work->serial = ++self->next_serial;
  g_task_set_source_tag (task, weft_session_save_async);
  g_task_set_task_data (task, work, (GDestroyNotify) file_work_free);
  g_task_run_in_thread (task, save_in_thread);
}

gboolean
weft_session_save_finish (WeftSession *self, GAsyncResult *result, GError **error)
{
  FileWork *work;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  work = g_task_get_task_data (G_TASK (result));
  weft_session_set_file (self, work->file, work->own ? NULL : work->digest);
  /* Somebody may have typed on while the worker wrote. */
  if (weft_design_equal (work->design, self->design))
    weft_history_mark_saved (self->history);
  weft_session_set_recovered (self, FALSE);
  if (self->journal != NULL)
    weft_journal_writer_saved (self->journal);
  return TRUE;
}

/* Leaves the file's outside change alone: the next save asks before it writes over it. */
void
weft_session_keep_mine (WeftSession *self)
{
  g_return_if_fail (WEFT_IS_SESSION (self));

  weft_session_set_changed_outside (self, FALSE);
}
