/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was tried, and proposals straight from it: shared by the local search and by the built-in planner. */
#include "search/weft-local-private.h"

#include <math.h>

#define LEAST_HOPE 0.7
#define MOST_HOPE 4
/* Draws of a random candidate that was not tried. */
#define N_DRAWS 1000

gboolean
weft_local_is_seen (GArray              *seen,
                    const WeftCandidate *candidate)
{
  for (guint i = 0; i < seen->len; i++)
    if (weft_candidate_equal (&g_array_index (seen, WeftLocalSeen, i).candidate, candidate))
      return TRUE;

  return FALSE;
}

guint
weft_local_best (WeftProblem *problem,
                 GArray      *seen,
                 guint        n,
                 guint       *best)
{
  guint found = 0;

  for (guint i = 0; i < seen->len; i++)
    {
      const WeftLocalSeen *one = &g_array_index (seen, WeftLocalSeen, i);
      guint at = found;

      while (at > 0)
        {
          const WeftLocalSeen *other = &g_array_index (seen, WeftLocalSeen, best[at - 1]);

          if (!weft_verdict_is_better (problem, &one->candidate, &one->verdict, &other->candidate,
                                       &other->verdict))
            break;
          at--;
        }
      if (at >= n)
        continue;
      found = MIN (found + 1, n);
      memmove (best + at + 1, best + at, (found - 1 - at) * sizeof *best);
      best[at] = i;
    }

  return found;
}

double
weft_local_best_score (GArray *seen)
{
  double best = 0;

  for (guint i = 0; i < seen->len; i++)
    best = MAX (best, g_array_index (seen, WeftLocalSeen, i).verdict.score);
  return log (best);
}

gboolean
weft_local_propose_refined (WeftLocalView *view,
                            GArray        *seen,
                            WeftProposal  *proposal,
                            double        *score)
{
  guint best;

  if (weft_local_best (view->problem, seen, 1, &best) == 0
      || !weft_local_refine (view, seen, best, &proposal->candidate, score))
    return FALSE;
  proposal->parent = (int) best;
  return TRUE;
}

gboolean
weft_local_propose_drawn (WeftProblem  *problem,
                          WeftRandom   *random,
                          GArray       *seen,
                          WeftProposal *proposal)
{
  for (guint i = 0; i < N_DRAWS; i++)
    {
      weft_candidate_random (problem, random, &proposal->candidate);
      if (weft_local_is_seen (seen, &proposal->candidate))
        continue;
      proposal->parent = -1;
      return TRUE;
    }

  return FALSE;
}

void
weft_local_view_judge_hope (WeftLocalView *view,
                            gboolean       found)
{
  weft_local_view_set_hope (view, found ? MAX (view->hope * 0.7, LEAST_HOPE)
                                        : MIN (view->hope * 1.5, MOST_HOPE));
}
