/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regularised evolution (Real et al. 2019, "Regularised evolution for image classifier architecture search"): a change
 * of the best of a random sample joins the population, and the oldest one leaves it, however good it is. */
#include "search/weft-method-private.h"

#include <string.h>

#include "search/weft-candidate-change-private.h"
#include "search/weft-tried-private.h"

/* The population: a fifth of the budget within these, so that short runs have generations too. */
#define POPULATION_SHARE 5
#define LEAST_POPULATION 8
#define MOST_POPULATION 100

/* A sample is half of the population: theirs is a quarter, but short runs have to be greedier. */
#define SAMPLE_SHARE 2

typedef struct
{
  WeftCandidate candidate;
  WeftVerdict verdict;
  int number;
} Member;

struct _WeftEvolutionMethod
{
  WeftMethod parent_instance;
  WeftProblem *problem;
  WeftRandom *random;
  WeftTried *tried;
  guint size;
  guint n;       /* members so far, at most @size */
  guint oldest;  /* place of the one that leaves next */
  Member members[MOST_POPULATION];
};

G_DEFINE_FINAL_TYPE (WeftEvolutionMethod, weft_evolution_method, WEFT_TYPE_METHOD)

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  WeftEvolutionMethod *self = WEFT_EVOLUTION_METHOD (method);

  self->problem = problem;
  self->random = random;
  self->tried = weft_tried_new (problem);
  self->size = CLAMP (budget / POPULATION_SHARE, LEAST_POPULATION, MOST_POPULATION);
}

/* The best of a sample drawn with repeats. */
static const Member *
pick_parent (WeftEvolutionMethod *self)
{
  const Member *best = &self->members[weft_random_below (self->random, self->n)];

  for (guint i = 1; i < self->size / SAMPLE_SHARE; i++)
    {
      const Member *other = &self->members[weft_random_below (self->random, self->n)];

      if (weft_verdict_is_better (self->problem, &other->candidate, &other->verdict,
                                  &best->candidate, &best->verdict))
        best = other;
    }

  return best;
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftEvolutionMethod *self = WEFT_EVOLUTION_METHOD (method);
  const Member *parent = self->n == self->size ? pick_parent (self) : NULL;

  if (parent != NULL
      && weft_tried_propose_change (self->tried, self->random, &parent->candidate, parent->number,
                                    proposals))
    return 1;

  return weft_tried_propose_drawn (self->tried, self->random,
                                   parent != NULL
                                     ? "all that is one change away has been tried: drawn at random"
                                     : "one of the first population, drawn at random",
                                   proposals);
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
  WeftEvolutionMethod *self = WEFT_EVOLUTION_METHOD (method);
  int number = weft_tried_observe (self->tried, verdict);
  Member *place;

  if (verdict->kind == WEFT_VERDICT_INVALID)
    return;

  if (self->n < self->size)
    place = &self->members[self->n++];
  else
    {
      place = &self->members[self->oldest];
      self->oldest = (self->oldest + 1) % self->size;
    }
  place->candidate = proposal->candidate;
  place->verdict = *verdict;
  place->number = number;
}

static void
weft_evolution_method_finalize (GObject *object)
{
  g_clear_pointer (&WEFT_EVOLUTION_METHOD (object)->tried, weft_tried_free);
  G_OBJECT_CLASS (weft_evolution_method_parent_class)->finalize (object);
}

static void
weft_evolution_method_class_init (WeftEvolutionMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_evolution_method_finalize;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_evolution_method_init (WeftEvolutionMethod *self)
{
}
