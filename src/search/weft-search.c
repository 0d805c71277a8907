/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search: its runs, its state, and the loop of rounds in a worker thread. */
#include "search/weft-search-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "search/weft-problem-recipe-private.h"

/* How long to wait for room on a full disk before trying again. */
#define ROOM_US (G_USEC_PER_SEC)

G_DEFINE_FINAL_TYPE (WeftSearch, weft_search, G_TYPE_OBJECT)

/* --- runs --- */

WeftSearchRun *
weft_search_run_new (WeftProblem *problem,
                     const char  *name,
                     guint64      seed,
                     guint        budget,
                     GError     **error)
{
  WeftMethod *method = weft_method_new (name, error);
  WeftSearchRun *run;

  if (method == NULL)
    return NULL;

  run = g_new0 (WeftSearchRun, 1);
  run->name = g_strdup (name);
  run->info = weft_method_find (name, NULL);
  run->seed = seed;
  run->method = method;
  run->seen = weft_candidate_set_new ();
  run->observed = g_array_new (FALSE, FALSE, sizeof (WeftObserved));
  run->results = g_checksum_new (G_CHECKSUM_SHA256);
  run->points = g_array_new (FALSE, FALSE, sizeof (WeftSearchPoint));
  run->counts.budget = budget;
  run->counts.best = NAN;
  weft_random_init (&run->random, seed, 0);
  weft_method_start (method, problem, &run->random, budget);
  return run;
}

void
weft_search_run_free (WeftSearchRun *run)
{
  g_free (run->name);
  g_object_unref (run->method);
  g_hash_table_unref (run->seen);
  g_free (run->proposals);
  g_free (run->verdicts);
  g_clear_object (&run->writer);
  g_free (run->path);
  g_array_unref (run->observed);
  g_checksum_free (run->results);
  g_clear_pointer (&run->recorded, g_array_unref);
  g_array_unref (run->points);
  g_free (run);
}

/* --- state --- */

/* With the lock held. */
static void
set_state (WeftSearch     *self,
           WeftSearchState state,
           const char     *message)
{
  self->state = state;
  g_free (self->message);
  self->message = g_strdup (message);
  g_cond_broadcast (&self->changed);
}

static void
change_state (WeftSearch     *self,
              WeftSearchState state,
              const char     *message)
{
  g_mutex_lock (&self->lock);
  set_state (self, state, message);
  g_mutex_unlock (&self->lock);
}

/* All runs say so; nothing that goes wrong with it is worse than what comes next. */
static void
record_control (WeftSearch *self,
                const char *what)
{
  for (guint i = 0; i < self->runs->len; i++)
    weft_search_record_control (self, self->runs->pdata[i], what, NULL);
}

gboolean
weft_search_keep_going (WeftSearch *self)
{
  gboolean paused = FALSE, stop;

  g_mutex_lock (&self->lock);
  if (self->wants_pause && !self->wants_stop)
    {
      paused = TRUE;
      set_state (self, WEFT_SEARCH_PAUSED, NULL);
      g_mutex_unlock (&self->lock);
      record_control (self, "pause");
      g_mutex_lock (&self->lock);
      while (self->wants_pause && !self->wants_stop)
        g_cond_wait (&self->changed, &self->lock);
      set_state (self, WEFT_SEARCH_RUNNING, NULL);
    }
  stop = self->wants_stop;
  g_mutex_unlock (&self->lock);

  if (paused && !stop)
    record_control (self, "go on");
  return !stop;
}

gboolean
weft_search_wait_for_room (WeftSearch *self,
                           const char *message)
{
  gint64 until = g_get_monotonic_time () + ROOM_US;
  gboolean stop;

  g_mutex_lock (&self->lock);
  set_state (self, WEFT_SEARCH_PAUSED, message);
  while (!self->wants_stop && g_cond_wait_until (&self->changed, &self->lock, until))
    ;
  stop = self->wants_stop;
  if (!stop)
    set_state (self, WEFT_SEARCH_RUNNING, NULL);
  g_mutex_unlock (&self->lock);

  return !stop;
}

/* --- the loop --- */

static gboolean
begin (WeftSearch *self,
       GError    **error)
{
  g_autofree char *recipe = weft_problem_recipe (self->problem);
  WeftWork work = weft_problem_work;

  work.data = self->problem;
  if (!weft_executor_set_work (self->executor, &work, recipe, error))
    return FALSE;

  for (guint i = 0; i < self->runs->len; i++)
    {
      WeftSearchRun *run = self->runs->pdata[i];

      if (run->recorded != NULL ? !weft_search_record_control (self, run, "resume", error)
                                : !weft_search_record_start (self, run, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
go_round (WeftSearch *self,
          GError    **error)
{
  gboolean any = self->runs->len > 0;

  while (any)
    if (!weft_search_round (self, &any, error))
      return FALSE;

  return TRUE;
}

/* Closes what is open, so that another program may go on with it. */
static void
end (WeftSearch *self,
     gboolean    stopped)
{
  if (stopped)
    for (guint i = 0; i < self->runs->len; i++)
      {
        WeftSearchRun *run = self->runs->pdata[i];

        if (run->writer != NULL && !run->counts.ended)
          weft_search_record_control (self, run, "stop", NULL);
      }

  for (guint i = 0; i < self->runs->len; i++)
    {
      WeftSearchRun *run = self->runs->pdata[i];

      if (run->writer != NULL)
        weft_trail_writer_close (run->writer, NULL);
      g_clear_object (&run->writer);
    }
}

/* --- class --- */

static void
weft_search_finalize (GObject *object)
{
  WeftSearch *self = WEFT_SEARCH (object);

  g_clear_object (&self->problem);
  g_clear_object (&self->executor);
  g_clear_object (&self->cancellable);
  g_ptr_array_unref (self->runs);
  g_free (self->folder);
  g_free (self->group);
  g_free (self->message);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);

  G_OBJECT_CLASS (weft_search_parent_class)->finalize (object);
}

static void
weft_search_class_init (WeftSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_search_finalize;
}

static void
weft_search_init (WeftSearch *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->cancellable = g_cancellable_new ();
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_search_run_free);
}

/* --- public API --- */

/**
 * weft_search_new: (skip)
 * @problem: what is searched
 * @executor: where candidates are evaluated; only this search may use it while it runs
 *
 * Returns: (transfer full): a search without runs
 */
WeftSearch *
weft_search_new (WeftProblem  *problem,
                 WeftExecutor *executor)
{
  WeftSearch *self;

  g_return_val_if_fail (WEFT_IS_PROBLEM (problem), NULL);
  g_return_val_if_fail (WEFT_IS_EXECUTOR (executor), NULL);

  self = g_object_new (WEFT_TYPE_SEARCH, NULL);
  self->problem = g_object_ref (problem);
  self->executor = g_object_ref (executor);
  return self;
}

/**
 * weft_search_record: (skip)
 * @self: a search that has not begun
 * @folder: (nullable): the store, or the default one
 *
 * Every run gets a trail.
 */
void
weft_search_record (WeftSearch *self,
                    const char *folder)
{
  g_return_if_fail (WEFT_IS_SEARCH (self));

  self->records = TRUE;
  g_free (self->folder);
  self->folder = g_strdup (folder);
}

/**
 * weft_search_add_run: (skip)
 * @self: a search that has not begun
 * @method: a method, with options after a colon or not
 * @seed: the seed of its random numbers
 * @budget: evaluations, above 0
 * @error: return location
 *
 * Returns: the number of the run, or -1 with an error
 */
int
weft_search_add_run (WeftSearch *self,
                     const char *method,
                     guint64     seed,
                     guint       budget,
                     GError    **error)
{
  WeftSearchRun *run;

  g_return_val_if_fail (WEFT_IS_SEARCH (self), -1);

  if (budget == 0)
    {
      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_METHOD,
                   _("A budget of 0 evaluations finds nothing; give at least 1"));
      return -1;
    }
  run = weft_search_run_new (self->problem, method, seed, budget, error);
  if (run == NULL)
    return -1;

  g_ptr_array_add (self->runs, run);
  return (int) self->runs->len - 1;
}

/**
 * weft_search_run: (skip)
 * @self: a search
 * @error: return location
 *
 * Blocks until every run has ended or the search is stopped; for a worker thread.
 *
 * Returns: %FALSE with an error when it failed; stopping is no failure
 */
gboolean
weft_search_run (WeftSearch *self,
                 GError    **error)
{
  g_autoptr (GError) local = NULL;
  gboolean done, stopped;

  g_return_val_if_fail (WEFT_IS_SEARCH (self), FALSE);

  change_state (self, WEFT_SEARCH_RUNNING, NULL);
  done = begin (self, &local) && go_round (self, &local);
  g_mutex_lock (&self->lock);
  stopped = !done && self->wants_stop;
  g_mutex_unlock (&self->lock);
  end (self, stopped);

  if (done)
    change_state (self, WEFT_SEARCH_FINISHED, NULL);
  else if (stopped)
    change_state (self, WEFT_SEARCH_STOPPED, NULL);
  else
    change_state (self, WEFT_SEARCH_FAILED, local != NULL ? local->message : NULL);
  if (!done && !stopped)
    g_propagate_error (error, g_steal_pointer (&local));
  return done || stopped;
}

static void
want (WeftSearch *self,
      gboolean    pause,
      gboolean    stop)
{
  g_mutex_lock (&self->lock);
  self->wants_pause = pause;
  self->wants_stop = self->wants_stop || stop;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

/**
 * weft_search_pause: (skip)
 * @self: a search
 *
 * It waits before its next evaluation.
 */
void
weft_search_pause (WeftSearch *self)
{
  g_return_if_fail (WEFT_IS_SEARCH (self));
  want (self, TRUE, FALSE);
}

/**
 * weft_search_go_on: (skip)
 * @self: a search
 *
 * Ends a pause; on a full disk tries again at once.
 */
void
weft_search_go_on (WeftSearch *self)
{
  g_return_if_fail (WEFT_IS_SEARCH (self));
  want (self, FALSE, FALSE);
}

/**
 * weft_search_stop: (skip)
 * @self: a search
 *
 * Its runs are left without an end, so that they can go on later.
 */
void
weft_search_stop (WeftSearch *self)
{
  g_return_if_fail (WEFT_IS_SEARCH (self));

  want (self, FALSE, TRUE);
  g_cancellable_cancel (self->cancellable);
}
