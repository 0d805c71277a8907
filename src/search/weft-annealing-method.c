/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulated annealing (Kirkpatrick et al. 1983): random changes, taken when better, and when worse with a chance that
 * falls with the loss of log score and with the share of the budget that is spent. */
#include "search/weft-method-private.h"

#include <math.h>
#include <string.h>

#include "search/weft-candidate-change-private.h"
#include "search/weft-tried-private.h"

/* Temperatures in log score: at first a loss of 3 % is taken with a chance of 1 in e, at last one of 0.1 %. */
#define FIRST_TEMPERATURE 0.03
#define LAST_TEMPERATURE 0.001

struct _WeftAnnealingMethod
{
  WeftMethod parent_instance;
  WeftProblem *problem;
  WeftRandom *random;
  WeftTried *tried;
  guint budget;
  guint n_evaluations;
  gboolean placed;       /* @here is something */
  WeftCandidate here;
  double score;          /* of @here */
  int at;                /* observation of @here */
};

G_DEFINE_FINAL_TYPE (WeftAnnealingMethod, weft_annealing_method, WEFT_TYPE_METHOD)

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  WeftAnnealingMethod *self = WEFT_ANNEALING_METHOD (method);

  self->problem = problem;
  self->random = random;
  self->tried = weft_tried_new (problem);
  self->budget = MAX (budget, 1);
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftAnnealingMethod *self = WEFT_ANNEALING_METHOD (method);
  const char *reason = self->placed
                         ? "all that is one change away has been tried: a new start, drawn at random"
                         : "a start, drawn at random";

  if (self->placed
      && weft_tried_propose_change (self->tried, self->random, &self->here, self->at, proposals))
    return 1;

  self->placed = FALSE;
  return weft_tried_propose_drawn (self->tried, self->random, reason, proposals);
}

/* The rule of Metropolis et al. (1953) on log scores. */
static gboolean
is_taken (WeftAnnealingMethod *self,
          double               score)
{
  double spent = MIN (1, (double) self->n_evaluations / self->budget);
  double temperature = FIRST_TEMPERATURE * pow (LAST_TEMPERATURE / FIRST_TEMPERATURE, spent);
  double gain = log (score / self->score);

  return gain >= 0 || weft_random_double (self->random) < exp (gain / temperature);
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
  WeftAnnealingMethod *self = WEFT_ANNEALING_METHOD (method);
  int number = weft_tried_observe (self->tried, verdict);

  if (verdict->kind != WEFT_VERDICT_INVALID)
    self->n_evaluations++;

  if (verdict->kind == WEFT_VERDICT_FEASIBLE && (!self->placed || is_taken (self, verdict->score)))
    {
      self->here = proposal->candidate;
      self->score = verdict->score;
      self->at = number;
      self->placed = TRUE;
    }
}

static void
weft_annealing_method_finalize (GObject *object)
{
  g_clear_pointer (&WEFT_ANNEALING_METHOD (object)->tried, weft_tried_free);
  G_OBJECT_CLASS (weft_annealing_method_parent_class)->finalize (object);
}

static void
weft_annealing_method_class_init (WeftAnnealingMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_annealing_method_finalize;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_annealing_method_init (WeftAnnealingMethod *self)
{
}
