/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tree-structured Parzen estimator (Bergstra et al. 2011, "Algorithms for hyper-parameter optimization"): of some
 * candidates drawn as the good ones are, the one that is likeliest to be good and not one of the rest. */
#include "search/weft-method-private.h"

#include <math.h>
#include <string.h>

#include "search/weft-candidate-change-private.h"
#include "search/weft-parzen-private.h"
#include "search/weft-ranking-private.h"
#include "search/weft-tried-private.h"

/* Random candidates to begin with. */
#define N_RANDOM 20

/* Share of the evaluations that are good, and how many at most. */
#define GOOD_SHARE 0.1
#define MOST_GOOD 25

/* Candidates drawn for each proposal, and how many even ones the prior counts as. */
#define N_DRAWS 24
#define PRIOR 1.0

struct _WeftParzenMethod
{
  WeftMethod parent_instance;
  WeftProblem *problem;
  WeftRandom *random;
  WeftTried *tried;
  WeftRanking ranking;
  WeftParzen *good;
  WeftParzen *rest;
};

G_DEFINE_FINAL_TYPE (WeftParzenMethod, weft_parzen_method, WEFT_TYPE_METHOD)

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  WeftParzenMethod *self = WEFT_PARZEN_METHOD (method);

  self->problem = problem;
  self->random = random;
  self->tried = weft_tried_new (problem);
  weft_ranking_init (&self->ranking, problem);
  self->good = weft_parzen_new (problem, PRIOR);
  self->rest = weft_parzen_new (problem, PRIOR);
}

/* Only what has a score can be good; what is refused or infeasible is with the rest. */
static guint
n_good (WeftParzenMethod *self)
{
  guint wanted = (guint) ceil (GOOD_SHARE * self->ranking.n_evaluations);

  return MIN (MIN (wanted, MOST_GOOD), self->ranking.n_feasible);
}

static void
fit (WeftParzenMethod *self)
{
  weft_parzen_reset (self->good);
  weft_parzen_reset (self->rest);
  for (guint i = 0; i < self->ranking.all->len; i++)
    weft_parzen_add (i < n_good (self) ? self->good : self->rest,
                     &weft_ranking_get (&self->ranking, i)->candidate);
}

/* FALSE when all that were drawn have been tried. */
static gboolean
pick_likeliest (WeftParzenMethod *self,
                WeftCandidate    *result)
{
  double best = -INFINITY;

  for (guint i = 0; i < N_DRAWS; i++)
    {
      WeftCandidate candidate;
      double gain;

      weft_parzen_draw (self->good, self->random, &candidate);
      if (weft_tried_has (self->tried, &candidate))
        continue;
      gain = weft_parzen_log_mass (self->good, &candidate)
             - weft_parzen_log_mass (self->rest, &candidate);
      if (gain > best)
        {
          best = gain;
          *result = candidate;
        }
    }

  return !isinf (best);
}

static void
tell_reason (WeftParzenMethod *self,
             WeftProposal     *proposal)
{
  const WeftObservation *best = weft_ranking_get (&self->ranking, 0);
  char change[WEFT_REASON_BYTES];

  weft_candidate_describe_change (self->problem, &best->candidate, &proposal->candidate, change);
  proposal->parent = best->number;
  weft_proposal_reason (proposal, "looks like the best %u rather than the rest: %s", n_good (self),
                        change);
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftParzenMethod *self = WEFT_PARZEN_METHOD (method);
  gboolean learns = self->ranking.n_evaluations >= N_RANDOM && self->ranking.n_feasible > 0;

  memset (proposals, 0, sizeof *proposals);
  if (weft_tried_is_over (self->tried))
    return 0;

  if (learns)
    fit (self);
  if (!learns || !pick_likeliest (self, &proposals->candidate))
    return weft_tried_propose_drawn (self->tried, self->random,
                                     learns ? "drawn at random: the likely ones have been tried"
                                            : "drawn at random to learn from",
                                     proposals);

  tell_reason (self, proposals);
  weft_tried_add (self->tried, &proposals->candidate);
  return 1;
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
  WeftParzenMethod *self = WEFT_PARZEN_METHOD (method);

  weft_ranking_add (&self->ranking, &proposal->candidate, verdict,
                    weft_tried_observe (self->tried, verdict));
}

static void
weft_parzen_method_finalize (GObject *object)
{
  WeftParzenMethod *self = WEFT_PARZEN_METHOD (object);

  g_clear_pointer (&self->tried, weft_tried_free);
  weft_ranking_clear (&self->ranking);
  g_clear_pointer (&self->good, weft_parzen_free);
  g_clear_pointer (&self->rest, weft_parzen_free);

  G_OBJECT_CLASS (weft_parzen_method_parent_class)->finalize (object);
}

static void
weft_parzen_method_class_init (WeftParzenMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_parzen_method_finalize;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_parzen_method_init (WeftParzenMethod *self)
{
}
