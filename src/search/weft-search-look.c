/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking at a search while it runs: state, counts and points, copied under its lock, from any thread. */
#include "search/weft-search-private.h"

#include <string.h>

/**
 * weft_search_get_state: (skip)
 * @self: a search
 *
 * Returns: what it does now
 */
WeftSearchState
weft_search_get_state (WeftSearch *self)
{
  WeftSearchState state;

  g_return_val_if_fail (WEFT_IS_SEARCH (self), WEFT_SEARCH_FAILED);

  g_mutex_lock (&self->lock);
  state = self->state;
  g_mutex_unlock (&self->lock);
  return state;
}

/**
 * weft_search_dup_message: (skip)
 * @self: a search
 *
 * Returns: (transfer full) (nullable): why it has paused or failed
 */
char *
weft_search_dup_message (WeftSearch *self)
{
  char *message;

  g_return_val_if_fail (WEFT_IS_SEARCH (self), NULL);

  g_mutex_lock (&self->lock);
  message = g_strdup (self->message);
  g_mutex_unlock (&self->lock);
  return message;
}

/**
 * weft_search_get_problem: (skip)
 * @self: a search
 *
 * Returns: (transfer none): what is searched
 */
WeftProblem *
weft_search_get_problem (WeftSearch *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH (self), NULL);
  return self->problem;
}

/**
 * weft_search_n_runs: (skip)
 * @self: a search
 *
 * Returns: how many runs it has
 */
guint
weft_search_n_runs (WeftSearch *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH (self), 0);
  return self->runs->len;
}

static WeftSearchRun *
run_at (WeftSearch *self,
        guint       run)
{
  g_assert (run < self->runs->len);
  return self->runs->pdata[run];
}

/**
 * weft_search_run_method: (skip)
 * @self: a search
 * @run: number of a run
 *
 * Returns: (transfer none): its method
 */
const WeftMethodInfo *
weft_search_run_method (WeftSearch *self,
                        guint       run)
{
  return run_at (self, run)->info;
}

/**
 * weft_search_run_name: (skip)
 * @self: a search
 * @run: number of a run
 *
 * Returns: (transfer none): its method with options, as it was added
 */
const char *
weft_search_run_name (WeftSearch *self,
                      guint       run)
{
  return run_at (self, run)->name;
}

/**
 * weft_search_run_seed: (skip)
 * @self: a search
 * @run: number of a run
 *
 * Returns: its seed
 */
guint64
weft_search_run_seed (WeftSearch *self,
                      guint       run)
{
  return run_at (self, run)->seed;
}

/**
 * weft_search_run_path: (skip)
 * @self: a search
 * @run: number of a run
 *
 * Returns: (transfer full) (nullable): where its trail is, once it is there
 */
char *
weft_search_run_path (WeftSearch *self,
                      guint       run)
{
  char *path;

  g_mutex_lock (&self->lock);
  path = g_strdup (run_at (self, run)->path);
  g_mutex_unlock (&self->lock);
  return path;
}

/**
 * weft_search_get_counts: (skip)
 * @self: a search
 * @run: number of a run
 * @counts: (out): what it has done so far
 */
void
weft_search_get_counts (WeftSearch       *self,
                        guint             run,
                        WeftSearchCounts *counts)
{
  g_mutex_lock (&self->lock);
  *counts = run_at (self, run)->counts;
  g_mutex_unlock (&self->lock);
}

/**
 * weft_search_n_points: (skip)
 * @self: a search
 * @run: number of a run
 *
 * Returns: how many points it has so far
 */
guint
weft_search_n_points (WeftSearch *self,
                      guint       run)
{
  guint n;

  g_mutex_lock (&self->lock);
  n = run_at (self, run)->points->len;
  g_mutex_unlock (&self->lock);
  return n;
}

/**
 * weft_search_get_points: (skip)
 * @self: a search
 * @run: number of a run
 * @from: number of the first point
 * @points: (out): room for @room of them
 * @room: at most so many
 *
 * Returns: how many were copied
 */
guint
weft_search_get_points (WeftSearch      *self,
                        guint            run,
                        guint            from,
                        WeftSearchPoint *points,
                        guint            room)
{
  GArray *all;
  guint n = 0;

  g_mutex_lock (&self->lock);
  all = run_at (self, run)->points;
  if (from < all->len)
    {
      n = MIN (room, all->len - from);
      memcpy (points, &g_array_index (all, WeftSearchPoint, from), n * sizeof *points);
    }
  g_mutex_unlock (&self->lock);
  return n;
}
