/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Observations in the order of their verdicts. */
#include "search/weft-ranking-private.h"

/* The place that keeps the best first; of equal ones the earlier first. */
static guint
find_place (const WeftRanking     *self,
            const WeftObservation *observation)
{
  guint low = 0, high = self->n_feasible;

  if (observation->verdict.kind != WEFT_VERDICT_FEASIBLE)
    return self->all->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const WeftObservation *other = weft_ranking_get (self, middle);

      if (weft_verdict_is_better (self->problem, &observation->candidate, &observation->verdict,
                                  &other->candidate, &other->verdict))
        high = middle;
      else
        low = middle + 1;
    }

  return low;
}

void
weft_ranking_init (WeftRanking *self,
                   WeftProblem *problem)
{
  *self = (WeftRanking) {
    .problem = problem,
    .all = g_ptr_array_new_with_free_func (g_free),
  };
}

void
weft_ranking_clear (WeftRanking *self)
{
  g_clear_pointer (&self->all, g_ptr_array_unref);
}

void
weft_ranking_add (WeftRanking         *self,
                  const WeftCandidate *candidate,
                  const WeftVerdict   *verdict,
                  int                  number)
{
  WeftObservation *observation = g_new (WeftObservation, 1);

  *observation = (WeftObservation) { *candidate, *verdict, number };
  g_ptr_array_insert (self->all, (int) find_place (self, observation), observation);
  self->n_feasible += verdict->kind == WEFT_VERDICT_FEASIBLE;
  self->n_evaluations += verdict->kind != WEFT_VERDICT_INVALID;
}

const WeftObservation *
weft_ranking_get (const WeftRanking *self,
                  guint              rank)
{
  return self->all->pdata[rank];
}
