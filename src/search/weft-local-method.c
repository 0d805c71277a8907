/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Local search seeded by bottleneck attribution: every verdict teaches a cheap estimate what each kind of chip is held by,
 * and the next candidate is the best that a climb by this estimate meets. */
#include "search/weft-local-private.h"

#include <math.h>
#include <string.h>

struct _WeftLocalMethod
{
  WeftMethod parent_instance;
  WeftProblem *problem;
  WeftRandom *random;
  gboolean no_attribution;
  gboolean no_estimate;
  WeftLocalView view;
  GArray *seen; /* of WeftLocalSeen */
};

G_DEFINE_FINAL_TYPE (WeftLocalMethod, weft_local_method, WEFT_TYPE_METHOD)

static gboolean
configure (WeftMethod *method,
           const char *option)
{
  WeftLocalMethod *self = WEFT_LOCAL_METHOD (method);

  if (g_str_equal (option, "no-attribution"))
    self->no_attribution = TRUE;
  else if (g_str_equal (option, "no-estimate"))
    self->no_estimate = TRUE;
  else
    return FALSE;

  return TRUE;
}

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  WeftLocalMethod *self = WEFT_LOCAL_METHOD (method);

  self->problem = problem;
  self->random = random;
  weft_local_view_init (&self->view, problem, !self->no_attribution);
}

static gboolean
propose_random (WeftLocalMethod *self,
                WeftProposal    *proposal)
{
  if (!weft_local_propose_drawn (self->problem, self->random, self->seen, proposal))
    return FALSE;
  weft_proposal_reason (proposal, "drawn at random");
  return TRUE;
}

/* The workload that the candidate is expected to gain most with. */
static guint
find_aim (WeftLocalMethod     *self,
          const WeftCandidate *candidate,
          const WeftLocalSeen *parent)
{
  double gains[WEFT_N_WORKLOADS];
  double most = -INFINITY;
  guint aim = 0;

  weft_local_view_score (&self->view, candidate, FALSE, gains);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      double ratio = parent->verdict.ratio[i];
      double gain = self->problem->model.w.weights[i]
                    * (ratio > 0 ? gains[i] - log (ratio) : 100);

      if (self->problem->model.w.weights[i] > 0 && gain > most)
        {
          most = gain;
          aim = i;
        }
    }

  return aim;
}

/* Before every workload ran once, scores are known up to a factor only. */
static gboolean
knows_scales (WeftLocalMethod *self)
{
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (self->problem->model.w.weights[i] > 0 && !self->view.has_scale[i])
      return FALSE;

  return TRUE;
}

static void
explain (WeftLocalMethod *self,
         WeftProposal    *proposal,
         gboolean         hopeful,
         double           score)
{
  g_autofree char *label = weft_candidate_label (self->problem, &proposal->candidate);
  const WeftLocalSeen *parent = &g_array_index (self->seen, WeftLocalSeen, (guint) proposal->parent);
  char held[WEFT_REASON_BYTES];

  weft_local_describe (self->problem, parent, find_aim (self, &proposal->candidate, parent), held,
                       sizeof held);
  if (!knows_scales (self))
    weft_proposal_reason (proposal, "%s: try %s", held, label);
  else if (hopeful)
    weft_proposal_reason (proposal, "%s: %s is not known well and may reach %.3f", held, label,
                          exp (score));
  else
    weft_proposal_reason (proposal, "%s: %s should reach %.3f", held, label, exp (score));
}

/* The best design divided otherwise. */
static gboolean
find_refinement (WeftLocalMethod *self,
                 WeftProposal    *proposal)
{
  double score;

  if (!weft_local_propose_refined (&self->view, self->seen, proposal, &score))
    return FALSE;
  explain (self, proposal, FALSE, score);
  return TRUE;
}

/* What is expected to be the best; when that is not better than what there is, what may be, with ever more hope. */
static gboolean
find_next (WeftLocalMethod *self,
           WeftProposal    *proposal)
{
  gboolean hopeful = self->seen->len % WEFT_LOCAL_DOUBT_EVERY == WEFT_LOCAL_DOUBT_EVERY - 1;
  double best = weft_local_best_score (self->seen);
  double score;

  if (self->seen->len % WEFT_LOCAL_REFINE_EVERY == WEFT_LOCAL_REFINE_EVERY - 1 && find_refinement (self, proposal))
    return TRUE;
  if (!hopeful
      && weft_local_climb (&self->view, self->seen, FALSE, &proposal->candidate, &proposal->parent,
                           &score)
      && (score > best + WEFT_LOCAL_WORTHWHILE || isinf (best)))
    {
      explain (self, proposal, FALSE, score);
      return TRUE;
    }

  if (!weft_local_climb (&self->view, self->seen, TRUE, &proposal->candidate, &proposal->parent, &score))
    return FALSE;
  explain (self, proposal, TRUE, score);
  weft_local_view_judge_hope (&self->view, score > best + WEFT_LOCAL_WORTHWHILE);
  return TRUE;
}

/* The ablation without the estimate. */
static gboolean
find_relief (WeftLocalMethod *self,
             WeftProposal    *proposal)
{
  guint best;

  return weft_local_best (self->problem, self->seen, 1, &best) > 0
         && weft_local_relieve (self->problem, self->seen, best, proposal);
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftLocalMethod *self = WEFT_LOCAL_METHOD (method);
  guint64 before = self->view.n_estimates;
  gboolean found;

  memset (&proposals[0], 0, sizeof proposals[0]);
  if (self->seen->len == 0)
    return propose_random (self, &proposals[0]);

  found = self->no_estimate ? find_relief (self, &proposals[0]) : find_next (self, &proposals[0]);
  weft_method_add_estimates (method, self->view.n_estimates - before);
  return found || propose_random (self, &proposals[0]) ? 1 : 0;
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
  WeftLocalMethod *self = WEFT_LOCAL_METHOD (method);
  WeftLocalSeen seen = { proposal->candidate, *verdict };

  g_array_append_val (self->seen, seen);
  weft_local_view_learn (&self->view, &proposal->candidate, verdict);
}

static void
weft_local_method_finalize (GObject *object)
{
  WeftLocalMethod *self = WEFT_LOCAL_METHOD (object);

  weft_local_view_clear (&self->view);
  g_array_unref (self->seen);

  G_OBJECT_CLASS (weft_local_method_parent_class)->finalize (object);
}

static void
weft_local_method_class_init (WeftLocalMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_local_method_finalize;
  method_class->configure = configure;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_local_method_init (WeftLocalMethod *self)
{
  self->seen = g_array_new (FALSE, FALSE, sizeof (WeftLocalSeen));
}
