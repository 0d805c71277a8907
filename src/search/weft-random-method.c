/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random search: what every other method is held against. */
#include "search/weft-method-private.h"

#include <string.h>

/* Candidates at a time: enough to keep several workers busy. */
#define BATCH 32

struct _WeftRandomMethod
{
  WeftMethod parent_instance;
  WeftProblem *problem;
  WeftRandom *random;
};

G_DEFINE_FINAL_TYPE (WeftRandomMethod, weft_random_method, WEFT_TYPE_METHOD)

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  WeftRandomMethod *self = WEFT_RANDOM_METHOD (method);

  self->problem = problem;
  self->random = random;
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftRandomMethod *self = WEFT_RANDOM_METHOD (method);
  guint n = MIN (room, BATCH);

  for (guint i = 0; i < n; i++)
    {
      memset (&proposals[i], 0, sizeof proposals[i]);
      proposals[i].parent = -1;
      weft_candidate_random (self->problem, self->random, &proposals[i].candidate);
      weft_proposal_reason (&proposals[i], "drawn at random");
    }

  return n;
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
}

static void
weft_random_method_class_init (WeftRandomMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_random_method_init (WeftRandomMethod *self)
{
}
