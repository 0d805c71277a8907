/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a document's search is. */
#include "config.h"

#include "app/search/weft-search-job-private.h"

#include <math.h>

WeftJobState
weft_search_job_get_state (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), WEFT_JOB_FAILED);

  return self->state;
}

/* Between a start and its end. */
gboolean
weft_search_job_is_busy (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), FALSE);

  return self->state == WEFT_JOB_PREPARING || self->state == WEFT_JOB_RUNNING
         || self->state == WEFT_JOB_PAUSED || self->state == WEFT_JOB_STOPPING;
}

const char *
weft_search_job_get_message (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), NULL);

  return self->message;
}

WeftProblem *
weft_search_job_get_problem (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), NULL);

  return self->problem;
}

WeftTally *
weft_search_job_get_tally (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), NULL);

  return self->tally;
}

/* Another number means that indices of points are others. */
guint
weft_search_job_get_round (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), 0);

  return self->round;
}

const WeftOptimum *
weft_search_job_get_optimum (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), NULL);

  return self->optimum;
}

double
weft_search_job_get_progress (WeftSearchJob *self)
{
  WeftTallyCounts counts;

  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), 0);

  weft_tally_count (self->tally, &counts);
  return counts.budget > 0 ? (double) counts.done / (double) counts.budget : 0;
}

/* As long as the rest takes at the speed so far; a speed needs a second to be known. */
double
weft_search_job_get_left_s (WeftSearchJob *self)
{
  gint64 ran_us;
  WeftTallyCounts counts;

  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), NAN);

  ran_us = self->ran_us
           + (self->since_us != 0 ? g_get_monotonic_time () - self->since_us : 0);
  weft_tally_count (self->tally, &counts);
  if (!weft_search_job_is_busy (self) || ran_us < G_USEC_PER_SEC || counts.done <= self->done_before)
    return NAN;
  return (double) (counts.budget - counts.done) * (double) ran_us
         / (double) (counts.done - self->done_before) / G_USEC_PER_SEC;
}
