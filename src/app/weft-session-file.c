/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session and its file: opening, saving and reloading in a worker, and noticing that somebody
 * else has written it. */
#include "config.h"

#include <glib/gi18n.h>

#include "app/weft-session-private.h"

typedef struct
{
  GFile *file;
  WeftSessionOrigin origin;
  gboolean overwrite;
  char *known_etag;
  WeftDesign *design;
  GPtrArray *violations;
  char *etag; /* the file's after the work */
} FileWork;

static void
file_work_free (FileWork *work)
{
  g_clear_object (&work->file);
  g_clear_object (&work->design);
  g_clear_pointer (&work->violations, g_ptr_array_unref);
  g_free (work->known_etag);
  g_free (work->etag);
  g_free (work);
}

#define TAG_ATTRIBUTES                                                                            \
  G_FILE_ATTRIBUTE_ETAG_VALUE "," G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_UNIX_INODE

/* The etag is a time, whose grain lets two quick writes look the same; size and inode do not.
 * (nullable) (transfer full) */
static char *
make_tag (GFileInfo *info)
{
  const char *etag = info == NULL ? NULL : g_file_info_get_etag (info);

  if (etag == NULL)
    return NULL;
  return g_strdup_printf (
    "%s:%" G_GOFFSET_FORMAT ":%" G_GUINT64_FORMAT, etag, g_file_info_get_size (info),
    g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_UNIX_INODE));
}

/* (nullable) (transfer full) */
static char *
read_etag (GFile *file)
{
  g_autoptr (GFileInfo) info =
    g_file_query_info (file, TAG_ATTRIBUTES, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return make_tag (info);
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
  work->etag = read_etag (work->file);
  work->violations = g_ptr_array_new_with_free_func (g_object_unref);
  work->design = weft_design_load (path, work->violations, &error);
  if (work->design == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_boolean (task, TRUE);
}

static void
save_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  FileWork *work = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = find_path (work->file, &error);

  if (path == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (!work->overwrite && work->known_etag != NULL)
    {
      g_autofree char *now = read_etag (work->file);

      if (now != NULL && !g_str_equal (now, work->known_etag))
        {
          g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                                   _("%s: another program has changed the file"), path);
          return;
        }
    }
  if (!weft_design_save (work->design, path, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  work->etag = read_etag (work->file);
  g_task_return_boolean (task, TRUE);
}

static void
etag_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftSession) self = WEFT_SESSION (data);
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, NULL);
  g_autofree char *now = make_tag (info);

  /* A file that is gone stays as it is here: saving writes it anew. */
  if (now != NULL && self->etag != NULL && self->file != NULL
      && g_file_equal (G_FILE (source), self->file))
    weft_session_set_changed_outside (self, !g_str_equal (now, self->etag));
}

static void
monitor_changed_cb (WeftSession *self, GFile *file, GFile *other, GFileMonitorEvent event)
{
  if (event == G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT || event == G_FILE_MONITOR_EVENT_CREATED
      || event == G_FILE_MONITOR_EVENT_RENAMED || event == G_FILE_MONITOR_EVENT_MOVED_IN)
    g_file_query_info_async (self->file, TAG_ATTRIBUTES, G_FILE_QUERY_INFO_NONE,
                             G_PRIORITY_DEFAULT, self->cancellable, etag_cb,
                             g_object_ref (self));
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

/* The file that this session belongs to from now on, as it is at @etag. */
void
weft_session_set_file (WeftSession *self, GFile *file, const char *etag)
{
  gboolean other = self->file == NULL || file == NULL || !g_file_equal (self->file, file);

  g_free (self->etag);
  self->etag = g_strdup (etag);
  weft_session_set_changed_outside (self, FALSE);
  if (!other)
    return;
  g_set_object (&self->file, file);
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
    weft_session_set_file (self, work->file, work->etag);
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
  weft_session_set_file (self, work->file, work->etag);
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
  work->overwrite = overwrite || !own;
  work->known_etag = g_strdup (self->etag);
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
  weft_session_set_file (self, work->file, work->etag);
  /* Somebody may have typed on while the worker wrote. */
  if (weft_design_equal (work->design, self->design))
    weft_history_mark_saved (self->history);
  return TRUE;
}

/* Leaves the file's outside change alone: the next save asks before it writes over it. */
void
weft_session_keep_mine (WeftSession *self)
{
  g_return_if_fail (WEFT_IS_SESSION (self));

  weft_session_set_changed_outside (self, FALSE);
}
