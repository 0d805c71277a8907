/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The set of candidates that a run has tried, and how to draw ones that are not in it. */
#include "search/weft-tried-private.h"

#include <string.h>

#include "search/weft-candidate-change-private.h"
#include "search/weft-enumerate-private.h"
#include "search/weft-method-private.h"

/* Draws before untried candidates are looked for one by one. */
#define N_DRAWS 64

/* Candidates in a row that buy no node: then the space is taken to have none that do. */
#define N_REFUSED 10000

struct _WeftTried
{
  WeftProblem *problem;
  GHashTable *candidates; /* of WeftCandidate, owned */
  int n_observed;
  guint n_refused;        /* in a row, up to the last observation */
};

/* Of the neighbours that are untried, one. */
static gboolean
pick_neighbour (WeftTried           *self,
                WeftRandom          *random,
                const WeftCandidate *from,
                WeftCandidate       *result)
{
  g_autoptr (GArray) all = weft_candidate_neighbours (self->problem, from);
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const WeftCandidate *neighbour = &g_array_index (all, WeftCandidate, i);

      if (!weft_tried_has (self, neighbour))
        g_array_index (all, WeftCandidate, n++) = *neighbour;
    }
  if (n == 0)
    return FALSE;

  *result = g_array_index (all, WeftCandidate, weft_random_below (random, n));
  return TRUE;
}

WeftTried *
weft_tried_new (WeftProblem *problem)
{
  WeftTried *self = g_new0 (WeftTried, 1);

  self->problem = problem;
  self->candidates = weft_candidate_set_new ();
  return self;
}

void
weft_tried_free (WeftTried *self)
{
  g_hash_table_unref (self->candidates);
  g_free (self);
}

void
weft_tried_add (WeftTried           *self,
                const WeftCandidate *candidate)
{
  g_hash_table_add (self->candidates, g_memdup2 (candidate, sizeof *candidate));
}

gboolean
weft_tried_has (WeftTried           *self,
                const WeftCandidate *candidate)
{
  return g_hash_table_contains (self->candidates, candidate);
}

int
weft_tried_observe (WeftTried         *self,
                    const WeftVerdict *verdict)
{
  self->n_refused = verdict->kind == WEFT_VERDICT_INVALID ? self->n_refused + 1 : 0;
  return self->n_observed++;
}

gboolean
weft_tried_is_over (WeftTried *self)
{
  return self->n_refused >= N_REFUSED
         || g_hash_table_size (self->candidates) >= self->problem->n_candidates;
}

gboolean
weft_tried_draw (WeftTried     *self,
                 WeftRandom    *random,
                 WeftCandidate *result)
{
  WeftEnumeration walk;

  if (weft_tried_is_over (self))
    return FALSE;

  for (guint i = 0; i < N_DRAWS; i++)
    {
      weft_candidate_random (self->problem, random, result);
      if (!weft_tried_has (self, result))
        return TRUE;
    }

  /* Nearly all have been: the walk meets an untried one after at most as many as there are tried ones. */
  weft_enumerate_start (&walk, self->problem);
  while (weft_enumerate_next (&walk, result))
    if (!weft_tried_has (self, result))
      return TRUE;
  return FALSE;
}

gboolean
weft_tried_mutate (WeftTried           *self,
                   WeftRandom          *random,
                   const WeftCandidate *from,
                   WeftCandidate       *result)
{
  if (weft_tried_is_over (self))
    return FALSE;

  for (guint i = 0; i < N_DRAWS; i++)
    {
      if (!weft_candidate_mutate (self->problem, random, from, result))
        return FALSE;
      if (!weft_tried_has (self, result))
        return TRUE;
    }

  return pick_neighbour (self, random, from, result);
}

/**
 * weft_tried_propose_drawn: (skip)
 * @self: what has been tried
 * @random: the run's generator
 * @reason: why it is tried
 * @proposal: (out): a candidate drawn at random, without a parent
 *
 * Returns: whether there is an untried one
 */
gboolean
weft_tried_propose_drawn (WeftTried    *self,
                          WeftRandom   *random,
                          const char   *reason,
                          WeftProposal *proposal)
{
  memset (proposal, 0, sizeof *proposal);
  if (!weft_tried_draw (self, random, &proposal->candidate))
    return FALSE;

  proposal->parent = -1;
  weft_proposal_reason (proposal, "%s", reason);
  weft_tried_add (self, &proposal->candidate);
  return TRUE;
}

/**
 * weft_tried_propose_change: (skip)
 * @self: what has been tried
 * @random: the run's generator
 * @from: a candidate
 * @parent: the number of its observation
 * @proposal: (out): a candidate that is one change away, with what was changed as its reason
 *
 * Returns: whether there is an untried one
 */
gboolean
weft_tried_propose_change (WeftTried           *self,
                           WeftRandom          *random,
                           const WeftCandidate *from,
                           int                  parent,
                           WeftProposal        *proposal)
{
  memset (proposal, 0, sizeof *proposal);
  if (!weft_tried_mutate (self, random, from, &proposal->candidate))
    return FALSE;

  proposal->parent = parent;
  weft_candidate_describe_change (self->problem, from, &proposal->candidate, proposal->reason);
  weft_tried_add (self, &proposal->candidate);
  return TRUE;
}
