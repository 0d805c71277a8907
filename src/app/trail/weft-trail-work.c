/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library's calls block; these do not. */
#include "app/trail/weft-trail-work.h"

typedef struct
{
  char *from;
  char *to;
} Places;

static void
places_free (gpointer data)
{
  Places *places = data;

  g_free (places->from);
  g_free (places->to);
  g_free (places);
}

static GTask *
make_task (const char *from, const char *to, gpointer tag, GCancellable *cancellable,
           GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Places *places = g_new0 (Places, 1);

  places->from = g_strdup (from);
  places->to = g_strdup (to);
  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, places, places_free);
  return task;
}

static void
export_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Places *places = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (places->from, &error);

  if (run != NULL && weft_trail_export (run, places->to, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
weft_trail_export_async (const char *path, const char *file, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task =
    make_task (path, file, weft_trail_export_async, cancellable, callback, user_data);

  g_task_run_in_thread (task, export_in_thread);
}

gboolean
weft_trail_export_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
import_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Places *places = data;
  g_autoptr (GError) error = NULL;
  char *path = weft_trail_import (places->from, places->to, cancellable, &error);

  if (path != NULL)
    g_task_return_pointer (task, path, g_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
weft_trail_import_async (const char *file, const char *folder, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task =
    make_task (file, folder, weft_trail_import_async, cancellable, callback, user_data);

  g_task_run_in_thread (task, import_in_thread);
}

char *
weft_trail_import_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
