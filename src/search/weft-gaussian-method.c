/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bayesian optimisation: a Gaussian process learns the log score from the resources of candidates, and of a pool of
 * changes of the best and random draws the one with the largest expected improvement is tried. */
#include "search/weft-method-private.h"

#include <math.h>
#include <string.h>

#include "search/weft-candidate-change-private.h"
#include "search/weft-candidate-traits-private.h"
#include "search/weft-gaussian-private.h"
#include "search/weft-ranking-private.h"
#include "search/weft-tried-private.h"

/* Random candidates to begin with. */
#define N_RANDOM 10

/* The pool: changes of each of the best, and random draws. */
#define N_PARENTS 4
#define N_CHANGES 100
#define N_DRAWS 400

/* Points that the process learns from: half the best, half the latest. */
#define MOST_POINTS 160

struct _WeftGaussianMethod
{
  WeftMethod parent_instance;
  WeftProblem *problem;
  WeftRandom *random;
  WeftTried *tried;
  WeftRanking ranking;
  WeftTraits traits;
};

/* The best of the pool so far. */
typedef struct
{
  WeftCandidate candidate;
  const WeftObservation *parent; /* (nullable) */
  double improvement;
} Choice;

G_DEFINE_FINAL_TYPE (WeftGaussianMethod, weft_gaussian_method, WEFT_TYPE_METHOD)

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  WeftGaussianMethod *self = WEFT_GAUSSIAN_METHOD (method);

  self->problem = problem;
  self->random = random;
  self->tried = weft_tried_new (problem);
  weft_ranking_init (&self->ranking, problem);
  weft_traits_init (&self->traits, problem, random);
}

/* What has no score counts as the worst that has one. */
static double
value_of (WeftGaussianMethod    *self,
          const WeftObservation *observation)
{
  const WeftObservation *worst = weft_ranking_get (&self->ranking, self->ranking.n_feasible - 1);

  return log (observation->verdict.kind == WEFT_VERDICT_FEASIBLE ? observation->verdict.score
                                                                 : worst->verdict.score);
}

static WeftGaussian *
learn (WeftGaussianMethod *self)
{
  guint n_all = self->ranking.all->len;
  int latest = (int) n_all - MOST_POINTS / 2;
  g_autofree double *x = g_new (double, MOST_POINTS * WEFT_N_TRAITS);
  g_autofree double *y = g_new (double, MOST_POINTS);
  guint n = 0;

  for (guint i = 0; i < n_all; i++)
    {
      const WeftObservation *observation = weft_ranking_get (&self->ranking, i);

      if (n_all > MOST_POINTS && i >= MOST_POINTS / 2 && observation->number < latest)
        continue;
      weft_traits_of (&self->traits, &observation->candidate, x + (gsize) n * WEFT_N_TRAITS);
      y[n++] = value_of (self, observation);
    }

  return weft_gaussian_new (x, y, n, WEFT_N_TRAITS);
}

static void
consider (WeftGaussianMethod    *self,
          WeftGaussian          *process,
          const WeftCandidate   *candidate,
          const WeftObservation *parent,
          Choice                *choice)
{
  double traits[WEFT_N_TRAITS];
  double improvement;

  if (weft_tried_has (self->tried, candidate))
    return;

  weft_traits_of (&self->traits, candidate, traits);
  improvement = weft_gaussian_improve (process, traits,
                                       value_of (self, weft_ranking_get (&self->ranking, 0)),
                                       choice->improvement);
  if (improvement > choice->improvement)
    *choice = (Choice) { *candidate, parent, improvement };
}

static gboolean
choose (WeftGaussianMethod *self,
        Choice             *choice)
{
  g_autoptr (WeftGaussian) process = learn (self);

  choice->improvement = -INFINITY;
  for (guint i = 0; i < MIN (N_PARENTS, self->ranking.n_feasible); i++)
    for (guint j = 0; j < N_CHANGES; j++)
      {
        const WeftObservation *parent = weft_ranking_get (&self->ranking, i);
        WeftCandidate candidate;

        if (!weft_candidate_mutate (self->problem, self->random, &parent->candidate, &candidate))
          break;
        consider (self, process, &candidate, parent, choice);
      }
  for (guint i = 0; i < N_DRAWS; i++)
    {
      WeftCandidate candidate;

      weft_candidate_random (self->problem, self->random, &candidate);
      consider (self, process, &candidate, NULL, choice);
    }

  return !isinf (choice->improvement);
}

static void
tell_choice (WeftGaussianMethod *self,
             const Choice       *choice,
             WeftProposal       *proposal)
{
  char change[WEFT_REASON_BYTES] = "drawn at random";

  proposal->candidate = choice->candidate;
  proposal->parent = choice->parent != NULL ? choice->parent->number : -1;
  if (choice->parent != NULL)
    weft_candidate_describe_change (self->problem, &choice->parent->candidate, &choice->candidate,
                                    change);
  weft_proposal_reason (proposal, "promises %.2g %% over the best: %s",
                        100 * expm1 (choice->improvement), change);
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftGaussianMethod *self = WEFT_GAUSSIAN_METHOD (method);
  gboolean learns = self->ranking.n_evaluations >= N_RANDOM && self->ranking.n_feasible > 0;
  Choice choice;

  memset (proposals, 0, sizeof *proposals);
  if (weft_tried_is_over (self->tried))
    return 0;
  if (!learns || !choose (self, &choice))
    return weft_tried_propose_drawn (self->tried, self->random,
                                     learns ? "drawn at random: all others at hand have been tried"
                                            : "drawn at random to learn from",
                                     proposals);

  tell_choice (self, &choice, proposals);
  weft_tried_add (self->tried, &proposals->candidate);
  return 1;
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
  WeftGaussianMethod *self = WEFT_GAUSSIAN_METHOD (method);

  weft_ranking_add (&self->ranking, &proposal->candidate, verdict,
                    weft_tried_observe (self->tried, verdict));
}

static void
weft_gaussian_method_finalize (GObject *object)
{
  WeftGaussianMethod *self = WEFT_GAUSSIAN_METHOD (object);

  g_clear_pointer (&self->tried, weft_tried_free);
  weft_ranking_clear (&self->ranking);
  weft_traits_clear (&self->traits);

  G_OBJECT_CLASS (weft_gaussian_method_parent_class)->finalize (object);
}

static void
weft_gaussian_method_class_init (WeftGaussianMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_gaussian_method_finalize;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_gaussian_method_init (WeftGaussianMethod *self)
{
}
