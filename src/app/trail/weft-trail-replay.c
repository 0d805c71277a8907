/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library does the work; here it has a thread and words. */
#include "config.h"

#include "app/trail/weft-trail-replay.h"

#include <glib/gi18n.h>

#include "interop/weft-sim-file.h"
#include "search/weft-sim-record.h"

typedef struct
{
  WeftEvaluator *evaluator;
  char *path;
  guint64 from;
  WeftReplayProgress progress;
  gpointer data;
  WeftReplayReport report;
} Replay;

static void
replay_free (gpointer data)
{
  Replay *replay = data;

  g_object_unref (replay->evaluator);
  g_free (replay->path);
  weft_replay_report_clear (&replay->report);
  g_free (replay);
}

/* A simulation has one result, whatever the event. */
static gboolean
replay_run (Replay *replay, WeftTrailRun *run, GCancellable *cancellable, GError **error)
{
  if (weft_sim_record_is_in (run))
    return weft_sim_record_replay (replay->evaluator, run, weft_sim_file_load_again, &replay->report,
                                   replay->progress, replay->data, cancellable, error);
  return weft_search_replay (replay->evaluator, run, replay->from, &replay->report, replay->progress,
                             replay->data, cancellable, error);
}

static void
replay_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Replay *replay = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (replay->path, &error);

  if (run != NULL && replay_run (replay, run, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
weft_trail_replay_async (WeftEvaluator *evaluator, const char *path, guint64 from,
                         WeftReplayProgress progress, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Replay *replay;

  g_return_if_fail (WEFT_IS_EVALUATOR (evaluator) && path != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  replay = g_new0 (Replay, 1);
  replay->evaluator = g_object_ref (evaluator);
  replay->path = g_strdup (path);
  replay->from = from;
  replay->progress = progress;
  replay->data = user_data;
  g_task_set_source_tag (task, weft_trail_replay_async);
  g_task_set_task_data (task, replay, replay_free);
  g_task_run_in_thread (task, replay_in_thread);
}

gboolean
weft_trail_replay_finish (GAsyncResult *result, WeftReplayReport *report, GError **error)
{
  Replay *replay = g_task_get_task_data (G_TASK (result));

  *report = (WeftReplayReport){ 0 };
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *report = replay->report;
  replay->report = (WeftReplayReport){ 0 };
  return TRUE;
}

char *
weft_trail_replay_describe (const WeftReplayReport *report)
{
  if (report->first_difference != 0)
    return g_strdup_printf (_("Event %" G_GUINT64_FORMAT " differs: %s"), report->first_difference,
                            report->what != NULL ? report->what : "");
  if (report->simulations > 0)
    return g_strdup (_("The simulation was run again: the same result"));
  return g_strdup_printf (ngettext ("%" G_GUINT64_FORMAT " evaluation computed again, equal",
                                    "%" G_GUINT64_FORMAT " evaluations computed again, all equal",
                                    (gulong) report->compared),
                          report->compared);
}
