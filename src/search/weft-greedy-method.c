/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greedy construction and coordinate descent: the best of some single partitions, then one decision after the other,
 * each time for the best of the answers tried. When a round of decisions is in vain it begins again elsewhere. */
#include "search/weft-method-private.h"

#include <string.h>

#include "search/weft-candidate-change-private.h"
#include "search/weft-greedy-decision-private.h"
#include "search/weft-tried-private.h"

/* Answers tried before a decision is taken: about as many as there are chips in a large space. */
#define MOST_ANSWERS 40

typedef struct
{
  WeftCandidate candidate;
  WeftVerdict verdict;
  int number;
  gboolean is_set;
} Place;

struct _WeftGreedyMethod
{
  WeftMethod parent_instance;
  WeftProblem *problem;
  WeftRandom *random;
  WeftTried *tried;
  Place here;
  Place best;          /* of the answers to the decision */
  GArray *answers;     /* (nullable): of WeftCandidate */
  guint next;          /* of them */
  guint n_tried;       /* of them */
  WeftDecision decision;
  guint part;
  guint n_vain;        /* decisions in a row that changed nothing */
};

G_DEFINE_FINAL_TYPE (WeftGreedyMethod, weft_greedy_method, WEFT_TYPE_METHOD)

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  WeftGreedyMethod *self = WEFT_GREEDY_METHOD (method);

  self->problem = problem;
  self->random = random;
  self->tried = weft_tried_new (problem);
  self->answers = weft_decision_begin (problem, random);
}

/* The next untried answer of the open decision. */
static gboolean
next_answer (WeftGreedyMethod *self,
             WeftCandidate    *answer)
{
  while (self->answers != NULL && self->next < self->answers->len
         && self->n_tried < MOST_ANSWERS)
    {
      *answer = g_array_index (self->answers, WeftCandidate, self->next++);
      if (!weft_tried_has (self->tried, answer))
        return TRUE;
    }

  return FALSE;
}

static void
take_decision (WeftGreedyMethod *self)
{
  if (self->best.is_set
      && (!self->here.is_set
          || weft_verdict_is_better (self->problem, &self->best.candidate, &self->best.verdict,
                                     &self->here.candidate, &self->here.verdict)))
    {
      self->here = self->best;
      self->n_vain = 0;
    }
  else
    self->n_vain++;

  self->best.is_set = FALSE;
}

static void
open_decision (WeftGreedyMethod *self)
{
  g_clear_pointer (&self->answers, g_array_unref);
  self->next = 0;
  self->n_tried = 0;
  self->answers = weft_decision_answers (self->decision, self->problem, self->random,
                                         &self->here.candidate, self->part);

  self->part++;
  if (!weft_decision_is_a_part (self->decision) || self->part >= self->here.candidate.n)
    {
      self->part = 0;
      self->decision = (self->decision + 1) % WEFT_N_DECISIONS;
    }
}

/* How many decisions there are about the design. */
static guint
n_decisions (WeftGreedyMethod *self)
{
  guint of_parts = WEFT_N_DECISIONS - WEFT_DECISION_FABRIC;

  return WEFT_DECISION_FABRIC + of_parts * self->here.candidate.n;
}

static gboolean
begin_elsewhere (WeftGreedyMethod *self,
                 WeftProposal     *proposal)
{
  self->here.is_set = FALSE;
  self->decision = WEFT_DECISION_ADD;
  self->part = 0;
  self->n_vain = 0;
  g_clear_pointer (&self->answers, g_array_unref);
  proposal->parent = -1;
  weft_proposal_reason (proposal, "a new start, drawn at random");
  return weft_tried_draw (self->tried, self->random, &proposal->candidate);
}

static gboolean
find_answer (WeftGreedyMethod *self,
             WeftProposal     *proposal)
{
  while (!next_answer (self, &proposal->candidate))
    {
      take_decision (self);
      if (!self->here.is_set || self->n_vain > n_decisions (self))
        return FALSE;
      open_decision (self);
    }

  proposal->parent = self->here.is_set ? self->here.number : -1;
  if (self->here.is_set)
    weft_candidate_describe_change (self->problem, &self->here.candidate, &proposal->candidate,
                                    proposal->reason);
  else
    weft_proposal_reason (proposal, "a single partition to build on");
  return TRUE;
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftGreedyMethod *self = WEFT_GREEDY_METHOD (method);
  WeftProposal *proposal = &proposals[0];

  memset (proposal, 0, sizeof *proposal);
  if (weft_tried_is_over (self->tried)
      || (!find_answer (self, proposal) && !begin_elsewhere (self, proposal)))
    return 0;

  weft_tried_add (self->tried, &proposal->candidate);
  return 1;
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
  WeftGreedyMethod *self = WEFT_GREEDY_METHOD (method);
  int number = weft_tried_observe (self->tried, verdict);

  if (verdict->kind != WEFT_VERDICT_INVALID)
    self->n_tried++;
  if (verdict->kind != WEFT_VERDICT_FEASIBLE
      || (self->best.is_set
          && !weft_verdict_is_better (self->problem, &proposal->candidate, verdict,
                                      &self->best.candidate, &self->best.verdict)))
    return;

  self->best = (Place) { proposal->candidate, *verdict, number, TRUE };
}

static void
weft_greedy_method_finalize (GObject *object)
{
  WeftGreedyMethod *self = WEFT_GREEDY_METHOD (object);

  g_clear_pointer (&self->tried, weft_tried_free);
  g_clear_pointer (&self->answers, g_array_unref);

  G_OBJECT_CLASS (weft_greedy_method_parent_class)->finalize (object);
}

static void
weft_greedy_method_class_init (WeftGreedyMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_greedy_method_finalize;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_greedy_method_init (WeftGreedyMethod *self)
{
}
