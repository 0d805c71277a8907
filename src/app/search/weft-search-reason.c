/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes from an event to what caused it, until that is the proposal. */
#include "config.h"

#include "app/search/weft-search-reason.h"

#include <glib/gi18n.h>

#include "search/weft-proposal-event.h"

typedef struct
{
  char *path;
  guint64 seq;
} Asked;

static void
free_asked (gpointer data)
{
  Asked *asked = data;

  g_free (asked->path);
  g_free (asked);
}

static char *
find_reason (WeftTrailRun *run, guint64 seq, GError **error)
{
  while (seq > 0)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, error);
      guint64 parent;

      if (event == NULL)
        return NULL;
      if (g_str_equal (weft_event_get_kind (event), "design.proposed"))
        {
          const char *reason = weft_proposal_find_reason (event);

          if (reason != NULL)
            return g_strdup (reason);
        }
      /* A cause comes before what it causes; whatever says otherwise was not written by a search. */
      parent = weft_event_get_parent (event);
      seq = parent < seq ? parent : 0;
    }

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                       _("The run does not say why this design was tried"));
  return NULL;
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Asked *asked = data;
  GError *error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (asked->path, &error);
  char *reason = run == NULL ? NULL : find_reason (run, asked->seq, &error);

  if (reason != NULL)
    g_task_return_pointer (task, reason, g_free);
  else
    g_task_return_error (task, error);
}

void
weft_search_reason_async (const char *path, guint64 seq, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Asked *asked = g_new0 (Asked, 1);

  asked->path = g_strdup (path);
  asked->seq = seq;
  g_task_set_source_tag (task, weft_search_reason_async);
  g_task_set_task_data (task, asked, free_asked);
  g_task_run_in_thread (task, read_in_thread);
}

char *
weft_search_reason_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
