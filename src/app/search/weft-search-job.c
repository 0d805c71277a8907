/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One search at a time: its worker runs, a timer here takes what is new. Answers of workers that nobody waits for any
 * more are dropped. */
#include "config.h"

#include "app/search/weft-search-job-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app/search/weft-search-job-work.h"
#include "base/weft-quantity.h"
#include "search/weft-study.h"

/* About fifteen looks a second. */
#define TICK_MS 66
/* Points taken from a run in one look, so that no frame waits. */
#define TICK_POINTS 4000
#define OPTIMUM_LIMIT_S 60

G_DEFINE_FINAL_TYPE (WeftSearchJob, weft_search_job, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* What a callback of a worker needs to find back. */
typedef struct
{
  GWeakRef job;
  guint serial;
} Waiting;

static Waiting *
wait_for (WeftSearchJob *self)
{
  Waiting *waiting = g_new0 (Waiting, 1);

  g_weak_ref_init (&waiting->job, self);
  waiting->serial = self->serial;
  return waiting;
}

/* (transfer full) (nullable): NULL when nobody waits any more. Frees @waiting. */
static WeftSearchJob *
come_back (Waiting *waiting)
{
  g_autoptr (WeftSearchJob) self = g_weak_ref_get (&waiting->job);
  gboolean counts = self != NULL && waiting->serial == self->serial;

  g_weak_ref_clear (&waiting->job);
  g_free (waiting);
  return counts ? g_steal_pointer (&self) : NULL;
}

static void
emit_changed (WeftSearchJob *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_state (WeftSearchJob *self, WeftJobState state, const char *message)
{
  gint64 now = g_get_monotonic_time ();

  if (self->since_us != 0 && state != WEFT_JOB_RUNNING)
    {
      self->ran_us += now - self->since_us;
      self->since_us = 0;
    }
  else if (self->since_us == 0 && state == WEFT_JOB_RUNNING)
    self->since_us = now;
  self->state = state;
  g_free (self->message);
  self->message = g_strdup (message);
}

static void
fail (WeftSearchJob *self, const char *message)
{
  set_state (self, WEFT_JOB_FAILED, message);
  emit_changed (self);
  g_signal_emit (self, signals[ENDED], 0);
}

/* --- taking what is new --- */

/* The run that was shown before it was stopped. */
static gboolean
find_run (WeftSearchJob *self, guint run, guint *place)
{
  g_autofree char *path = weft_search_run_path (self->search, run);

  for (guint i = 0; path != NULL && i < self->tally->runs->len; i++)
    if (g_strcmp0 (weft_tally_get_run (self->tally, i)->path, path) == 0)
      {
        *place = i;
        return TRUE;
      }

  return FALSE;
}

static void
place_runs (WeftSearchJob *self)
{
  WeftTallyCounts counts;

  for (guint i = 0; i < weft_search_n_runs (self->search); i++)
    {
      guint place;

      if (!find_run (self, i, &place))
        place = weft_tally_add_run (self->tally, self->search, i);
      g_array_append_val (self->places, place);
    }
  weft_tally_count (self->tally, &counts);
  self->done_before = counts.done;
}

/* Whether anything was new. */
static gboolean
take_points (WeftSearchJob *self, guint room)
{
  WeftTallyCounts before, after;

  if (weft_search_get_state (self->search) == WEFT_SEARCH_WAITING)
    return FALSE;
  if (self->places->len == 0)
    place_runs (self);

  weft_tally_count (self->tally, &before);
  for (guint i = 0; i < self->places->len; i++)
    weft_tally_take (self->tally, g_array_index (self->places, guint, i), self->search, i, room);
  weft_tally_count (self->tally, &after);
  return memcmp (&before, &after, sizeof before) != 0;
}

/* The search pauses by itself on a full disk. */
static gboolean
follow_state (WeftSearchJob *self)
{
  gboolean paused = weft_search_get_state (self->search) == WEFT_SEARCH_PAUSED;
  g_autofree char *message = paused ? weft_search_dup_message (self->search) : NULL;
  WeftJobState state = paused || self->wants_pause ? WEFT_JOB_PAUSED : WEFT_JOB_RUNNING;

  if (self->state != WEFT_JOB_RUNNING && self->state != WEFT_JOB_PAUSED)
    return FALSE;
  /* It tries again every second: what it waits for stays to be read meanwhile. */
  if (state == self->state && (message == NULL || g_strcmp0 (message, self->message) == 0))
    return FALSE;
  set_state (self, state, message);
  return TRUE;
}

static gboolean
tick_cb (gpointer data)
{
  WeftSearchJob *self = WEFT_SEARCH_JOB (data);
  gboolean taken = take_points (self, TICK_POINTS);

  if (follow_state (self) || taken)
    emit_changed (self);
  return G_SOURCE_CONTINUE;
}

/* --- running --- */

static void
end_search (WeftSearchJob *self)
{
  take_points (self, G_MAXUINT);
  g_clear_handle_id (&self->tick_source, g_source_remove);
  g_clear_object (&self->search);
  self->wants_pause = FALSE;
}

static void
ran_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftSearchJob) self = come_back (data);
  g_autoptr (GError) error = NULL;
  gboolean done = weft_search_run_finish (result, &error);
  gboolean stopped;

  if (self == NULL)
    return;
  stopped = weft_search_get_state (self->search) == WEFT_SEARCH_STOPPED;
  end_search (self);
  if (!done)
    {
      fail (self, error->message);
      return;
    }
  set_state (self, stopped ? WEFT_JOB_STOPPED : WEFT_JOB_FINISHED, NULL);
  emit_changed (self);
  if (!stopped)
    g_signal_emit (self, signals[ENDED], 0);
}

static void
run (WeftSearchJob *self)
{
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (0);
  gboolean resumes = self->todo_paths != NULL;

  self->search = weft_search_new (self->problem, executor);
  if (self->records)
    weft_search_record (self->search, self->folder);
  if (self->wants_pause)
    weft_search_pause (self->search);
  g_array_set_size (self->places, 0);
  weft_search_run_async (self->search, (const char *const *) self->todo_paths,
                         resumes ? NULL : (const char *const *) self->methods, self->todo_seeds,
                         self->budget, ran_cb, wait_for (self));
  set_state (self, self->wants_pause ? WEFT_JOB_PAUSED : WEFT_JOB_RUNNING, NULL);
  self->tick_source = g_timeout_add (TICK_MS, tick_cb, self);
}

static void
optimum_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftSearchJob) self = come_back (data);
  g_autoptr (GError) error = NULL;
  g_autofree WeftOptimum *optimum = weft_optimum_find_finish (result, &error);

  if (self == NULL || optimum == NULL)
    return;
  g_free (self->optimum);
  self->optimum = g_steal_pointer (&optimum);
  g_free (self->optimum_digest);
  self->optimum_digest = g_strdup (weft_problem_get_digest (WEFT_PROBLEM (source)));
  emit_changed (self);
}

/* Of another problem than before; the answer of the same one still holds. */
static void
find_optimum (WeftSearchJob *self)
{
  if (g_strcmp0 (self->optimum_digest, weft_problem_get_digest (self->problem)) == 0)
    return;
  g_clear_pointer (&self->optimum, g_free);
  g_clear_pointer (&self->optimum_digest, g_free);
  weft_optimum_find_async (self->problem, OPTIMUM_LIMIT_S, self->cancellable, optimum_cb,
                           wait_for (self));
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftSearchJob) self = come_back (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProblem) problem = weft_problem_make_finish (result, &error);

  if (self == NULL)
    return;
  if (problem == NULL)
    {
      fail (self, error->message);
      return;
    }
  g_set_object (&self->problem, problem);
  find_optimum (self);
  run (self);
  emit_changed (self);
}

/* As soon as the catalog is there. */
static void
ask_problem (WeftSearchJob *self)
{
  WeftEngine *engine = weft_session_get_engine (self->session);
  WeftEvaluator *evaluator = weft_engine_get_evaluator (engine);

  if (self->state != WEFT_JOB_PREPARING || self->asked)
    return;
  if (evaluator == NULL)
    {
      if (weft_engine_get_failure (engine) != NULL)
        fail (self, weft_engine_get_failure (engine));
      return;
    }
  self->asked = TRUE;
  if (self->todo_paths != NULL)
    weft_problem_read_async (evaluator, self->todo_paths[0], self->cancellable, made_cb,
                             wait_for (self));
  else
    weft_problem_make_async (evaluator, self->space, weft_session_get_design (self->session),
                             self->cancellable, made_cb, wait_for (self));
}

static void
prepare (WeftSearchJob *self)
{
  self->serial++;
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->asked = FALSE;
  self->wants_pause = FALSE;
  self->ran_us = 0;
  self->done_before = 0;
  set_state (self, WEFT_JOB_PREPARING, NULL);
  ask_problem (self);
  if (self->state == WEFT_JOB_PREPARING)
    emit_changed (self);
}

static void
clear_tally (WeftSearchJob *self)
{
  weft_tally_free (self->tally);
  self->tally = weft_tally_new ();
  self->round++;
  g_array_set_size (self->places, 0);
}

/* --- class --- */

static void
weft_search_job_dispose (GObject *object)
{
  WeftSearchJob *self = WEFT_SEARCH_JOB (object);

  self->serial++;
  g_clear_handle_id (&self->tick_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  if (self->search != NULL)
    weft_search_stop (self->search);
  g_clear_object (&self->search);
  G_OBJECT_CLASS (weft_search_job_parent_class)->dispose (object);
}

static void
weft_search_job_finalize (GObject *object)
{
  WeftSearchJob *self = WEFT_SEARCH_JOB (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->problem);
  g_free (self->space);
  g_strfreev (self->methods);
  g_free (self->seeds);
  g_free (self->folder);
  g_free (self->message);
  g_clear_pointer (&self->todo_seeds, g_array_unref);
  g_strfreev (self->todo_paths);
  g_array_unref (self->places);
  weft_tally_free (self->tally);
  g_free (self->optimum);
  g_free (self->optimum_digest);
  G_OBJECT_CLASS (weft_search_job_parent_class)->finalize (object);
}

static void
weft_search_job_class_init (WeftSearchJobClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = weft_search_job_dispose;
  object_class->finalize = weft_search_job_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_search_job_init (WeftSearchJob *self)
{
  const char *const methods[] = { "hill", "random", NULL };

  self->space = g_strdup ("paper-2");
  self->methods = g_strdupv ((GStrv) methods);
  self->budget = 100;
  self->seeds = g_strdup ("1");
  self->records = TRUE;
  self->cancellable = g_cancellable_new ();
  self->places = g_array_new (FALSE, FALSE, sizeof (guint));
  self->tally = weft_tally_new ();
}

/* --- public API --- */

WeftSearchJob *
weft_search_job_new (WeftSession *session)
{
  WeftSearchJob *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_SEARCH_JOB, NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (weft_session_get_engine (session), "notify", G_CALLBACK (ask_problem),
                           self, G_CONNECT_SWAPPED);
  /* Whether the results are those of the document is another answer after each change of it. */
  g_signal_connect_object (session, "notify::evaluation", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* (transfer none) */
WeftSession *
weft_search_job_get_session (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), NULL);

  return self->session;
}

/* What is shown is kept in memory. */
static gboolean
check_amount (WeftSearchJob *self, guint n_seeds, GError **error)
{
  guint64 n_runs = (guint64) g_strv_length (self->methods) * n_seeds;
  g_autofree char *runs = weft_quantity_format ((double) n_runs, WEFT_UNIT_COUNT);
  g_autofree char *budget = weft_quantity_format (self->budget, WEFT_UNIT_COUNT);
  g_autofree char *most = weft_quantity_format (WEFT_SEARCH_JOB_MOST_EVALUATIONS, WEFT_UNIT_COUNT);

  if (n_runs > 0 && n_runs * self->budget <= WEFT_SEARCH_JOB_MOST_EVALUATIONS)
    return TRUE;
  if (n_runs == 0)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         _("Choose at least one method."));
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 _("%s runs of %s evaluations are more than can be shown; take fewer seeds, methods or "
                   "evaluations, until there are %s at most"),
                 runs, budget, most);
  return FALSE;
}

/* Makes the problem of the document as it is now, and runs every method with every seed. */
void
weft_search_job_start (WeftSearchJob *self)
{
  g_autoptr (GError) error = NULL;
  GArray *seeds;

  g_return_if_fail (WEFT_IS_SEARCH_JOB (self));

  if (weft_search_job_is_busy (self))
    return;
  seeds = weft_study_parse_seeds (self->seeds, &error);
  if (seeds == NULL || !check_amount (self, seeds->len, &error))
    {
      g_clear_pointer (&seeds, g_array_unref);
      fail (self, error->message);
      return;
    }
  g_clear_pointer (&self->todo_seeds, g_array_unref);
  self->todo_seeds = seeds;
  g_clear_pointer (&self->todo_paths, g_strfreev);
  clear_tally (self);
  prepare (self);
}

void
weft_search_job_resume (WeftSearchJob *self, const char *const *paths)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self));
  g_return_if_fail (paths != NULL && paths[0] != NULL);

  if (weft_search_job_is_busy (self))
    return;
  clear_tally (self);
  g_clear_pointer (&self->todo_paths, g_strfreev);
  self->todo_paths = g_strdupv ((GStrv) paths);
  prepare (self);
}

/* (transfer full): those that can go on. */
static GStrv
list_unfinished (WeftSearchJob *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < self->tally->runs->len; i++)
    {
      WeftTallyRun *run = weft_tally_get_run (self->tally, i);

      if (run->path != NULL && !run->counts.ended && run->method->records_all)
        g_strv_builder_add (builder, run->path);
    }
  return g_strv_builder_end (builder);
}

gboolean
weft_search_job_can_resume (WeftSearchJob *self)
{
  g_auto (GStrv) paths = NULL;

  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), FALSE);

  if (self->state != WEFT_JOB_STOPPED && self->state != WEFT_JOB_FAILED)
    return FALSE;
  paths = list_unfinished (self);
  return paths[0] != NULL;
}

void
weft_search_job_resume_own (WeftSearchJob *self)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self));

  if (!weft_search_job_can_resume (self))
    return;
  g_clear_pointer (&self->todo_paths, g_strfreev);
  self->todo_paths = list_unfinished (self);
  prepare (self);
}

/* It waits before its next evaluation. */
void
weft_search_job_pause (WeftSearchJob *self)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self));

  if (self->state != WEFT_JOB_RUNNING && self->state != WEFT_JOB_PREPARING)
    return;
  self->wants_pause = TRUE;
  if (self->search == NULL)
    return;
  weft_search_pause (self->search);
  set_state (self, WEFT_JOB_PAUSED, NULL);
  emit_changed (self);
}

void
weft_search_job_go_on (WeftSearchJob *self)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self));

  if (self->state != WEFT_JOB_PAUSED)
    return;
  self->wants_pause = FALSE;
  weft_search_go_on (self->search);
  set_state (self, WEFT_JOB_RUNNING, NULL);
  emit_changed (self);
}

void
weft_search_job_stop (WeftSearchJob *self)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self));

  if (!weft_search_job_is_busy (self) || self->state == WEFT_JOB_STOPPING)
    return;
  if (self->search != NULL)
    {
      weft_search_stop (self->search);
      set_state (self, WEFT_JOB_STOPPING, NULL);
    }
  else
    {
      self->serial++;
      g_cancellable_cancel (self->cancellable);
      set_state (self, WEFT_JOB_STOPPED, NULL);
    }
  emit_changed (self);
}
