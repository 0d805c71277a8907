/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hill climbing with restarts: one random change at a time, taken when it is better; after many in vain the climb
 * begins again at a random candidate. */
#include "search/weft-method-private.h"

#include <string.h>

#include "search/weft-candidate-change-private.h"
#include "search/weft-tried-private.h"

/* Changes in vain after which a peak is taken for one. */
#define PATIENCE 25

struct _WeftHillMethod
{
  WeftMethod parent_instance;
  WeftProblem *problem;
  WeftRandom *random;
  WeftTried *tried;
  gboolean climbing;     /* @here is something */
  WeftCandidate here;
  WeftVerdict verdict;
  int at;                /* observation of @here */
  guint n_vain;
};

G_DEFINE_FINAL_TYPE (WeftHillMethod, weft_hill_method, WEFT_TYPE_METHOD)

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  WeftHillMethod *self = WEFT_HILL_METHOD (method);

  self->problem = problem;
  self->random = random;
  self->tried = weft_tried_new (problem);
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftHillMethod *self = WEFT_HILL_METHOD (method);

  if (self->climbing
      && weft_tried_propose_change (self->tried, self->random, &self->here, self->at, proposals))
    return 1;

  self->climbing = FALSE;
  return weft_tried_propose_drawn (self->tried, self->random, "a new start, drawn at random",
                                   proposals);
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
  WeftHillMethod *self = WEFT_HILL_METHOD (method);
  int number = weft_tried_observe (self->tried, verdict);

  /* A start that is not feasible is no place to climb from. */
  if (verdict->kind == WEFT_VERDICT_FEASIBLE
      && (!self->climbing
          || weft_verdict_is_better (self->problem, &proposal->candidate, verdict, &self->here,
                                     &self->verdict)))
    {
      self->here = proposal->candidate;
      self->verdict = *verdict;
      self->at = number;
      self->climbing = TRUE;
      self->n_vain = 0;
    }
  else if (self->climbing && ++self->n_vain >= PATIENCE)
    {
      self->climbing = FALSE;
      self->n_vain = 0;
    }
}

static void
weft_hill_method_finalize (GObject *object)
{
  g_clear_pointer (&WEFT_HILL_METHOD (object)->tried, weft_tried_free);
  G_OBJECT_CLASS (weft_hill_method_parent_class)->finalize (object);
}

static void
weft_hill_method_class_init (WeftHillMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_hill_method_finalize;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_hill_method_init (WeftHillMethod *self)
{
}
