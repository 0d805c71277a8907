/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in planner: begins with what the catalog says, hears three specialists after every evaluation, and tries the
 * design that their advice leads to; in between it tries what it may be wrong about. */
#include <math.h>
#include <string.h>

#include "search/weft-rules-private.h"

/* The first design is one of the best few by the catalog: this many draws of six for each. */
#define N_DRAWS_BEGIN 6
/* Random changes among which a planner without specialists chooses, and draws of one that was not tried. */
#define N_CHANGES 8
#define N_DRAWS 1000

struct _WeftRulesMethod
{
  WeftMethod parent_instance;
  WeftProblem *problem;
  WeftRandom *random;
  gboolean no_specialists;
  gboolean no_attribution;
  gboolean no_feedback;
  WeftLocalView view;
  GArray *seen; /* of WeftLocalSeen */
  GString *thought;
};

G_DEFINE_FINAL_TYPE (WeftRulesMethod, weft_rules_method, WEFT_TYPE_METHOD)

static gboolean
configure (WeftMethod *method,
           const char *option)
{
  WeftRulesMethod *self = WEFT_RULES_METHOD (method);

  if (g_str_equal (option, "no-specialists"))
    self->no_specialists = TRUE;
  else if (g_str_equal (option, "no-attribution"))
    self->no_attribution = TRUE;
  else if (g_str_equal (option, "no-feedback"))
    self->no_feedback = TRUE;
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
  WeftRulesMethod *self = WEFT_RULES_METHOD (method);

  self->problem = problem;
  self->random = random;
  weft_local_view_init (&self->view, problem, !self->no_attribution);
}

static const WeftLocalSeen *
seen_at (WeftRulesMethod *self,
         int              number)
{
  return number < 0 ? NULL : &g_array_index (self->seen, WeftLocalSeen, (guint) number);
}

/* --- words --- */

static void
tell_state (WeftRulesMethod *self,
            int              parent)
{
  const WeftLocalSeen *seen = seen_at (self, parent);
  g_autofree char *label = NULL;

  if (seen == NULL)
    return;
  label = weft_candidate_label (self->problem, &seen->candidate);
  if (seen->verdict.kind == WEFT_VERDICT_FEASIBLE)
    g_string_append_printf (self->thought, "The design to better is %s, with the score %.4f. ",
                            label, seen->verdict.score);
  else
    g_string_append_printf (self->thought, "The design to better is %s, which has no score yet. ",
                            label);
}

/* What the advice is for, by what the evaluator said of the design that the meeting was about. */
static void
tell_held (WeftRulesMethod         *self,
           const WeftRulesDecision *decision,
           char                    *held,
           gsize                    size)
{
  const WeftLocalSeen *seen = seen_at (self, decision->parent);
  guint workload = decision->n_followed > 0 ? decision->followed[0].workload : 0;

  if (seen == NULL)
    g_strlcpy (held, "Nothing is known yet", size);
  else if (!self->no_attribution)
    weft_local_describe (self->problem, seen, workload, held, size);
  else
    g_snprintf (held, size, "%s should be faster", weft_rules_workload_name (workload));
}

/* What was said of the evaluated design counts with its reasons; what follows on paper only by name. */
static void
tell_followed (WeftRulesMethod         *self,
               const WeftRulesDecision *decision,
               guint                    number,
               WeftRulesAdvice         *advice)
{
  const WeftRulesIdea *idea = &decision->followed[number];
  const WeftLocalSeen *seen = seen_at (self, decision->parent);
  const char *nick = weft_rules_specialist_nick (idea->specialist);

  if (number > 0)
    {
      g_string_append_printf (self->thought, "; then the %s specialist: %s to %s", nick,
                              advice->parameter, advice->suggestion);
      return;
    }
  if (seen != NULL && weft_candidate_equal (&seen->candidate, &idea->before))
    g_string_append_printf (self->thought, "%s ", advice->because);
  g_string_append_printf (self->thought, "The %s specialist advises: %s to %s", nick,
                          advice->parameter, advice->suggestion);
}

static void
tell_decision (WeftRulesMethod         *self,
               const WeftRulesDecision *decision,
               gboolean                 doubtful,
               WeftProposal            *proposal)
{
  static const WeftVerdict nothing = { .kind = WEFT_VERDICT_FEASIBLE };
  g_autofree char *label = weft_candidate_label (self->problem, &decision->candidate);
  const WeftLocalSeen *seen = seen_at (self, decision->parent);
  char held[WEFT_REASON_BYTES];

  tell_held (self, decision, held, sizeof held);
  tell_state (self, decision->parent);
  if (decision->n_followed == 0)
    {
      g_string_append_printf (self->thought, "%s. %s was not tried.", held, label);
      weft_proposal_reason (proposal, "%s: try %s", held, label);
    }

  for (guint i = 0; i < decision->n_followed; i++)
    {
      const WeftVerdict *verdict = i == 0 && seen != NULL ? &seen->verdict : &nothing;
      g_autoptr (WeftRulesAdvice) advice
        = weft_rules_say (self->problem, &decision->followed[i], verdict, !self->no_attribution);

      tell_followed (self, decision, i, advice);
      if (i == 0)
        weft_proposal_reason (proposal, "%s%s; %s: %s to %s", held, doubtful ? " (in doubt)" : "",
                              weft_rules_specialist_nick (decision->followed[i].specialist),
                              advice->parameter, advice->suggestion);
    }
  if (decision->n_followed > 0)
    g_string_append_c (self->thought, '.');
  if (doubtful)
    g_string_append (
      self->thought,
      " How well such a design does is not known yet, which is what the evaluation is for.");
}

/* --- what to try --- */

static gboolean
try_at_random (WeftRulesMethod *self,
               WeftProposal    *proposal)
{
  if (!weft_local_propose_drawn (self->problem, self->random, self->seen, proposal))
    return FALSE;
  weft_proposal_reason (proposal, "nobody has advice left: drawn at random");
  g_string_assign (self->thought,
                   "Nobody has advice that was not tried. A design is drawn at random.");
  return TRUE;
}

/* The best few by the catalog, the best one more often. */
static gboolean
begin (WeftRulesMethod *self,
       WeftProposal    *proposal)
{
  static const guint ranks[N_DRAWS_BEGIN] = { 0, 0, 0, 1, 1, 2 };
  guint rank = ranks[weft_random_below (self->random, N_DRAWS_BEGIN)];
  g_autofree char *label = NULL;
  guint64 n_estimates = 0;
  gboolean found = weft_rules_begin (self->problem, rank, &proposal->candidate, &n_estimates)
                   || weft_rules_begin (self->problem, 0, &proposal->candidate, &n_estimates);

  weft_method_add_estimates (WEFT_METHOD (self), n_estimates);
  if (!found)
    return FALSE;

  label = weft_candidate_label (self->problem, &proposal->candidate);
  proposal->parent = -1;
  weft_proposal_reason (proposal,
                        "by the catalog, %s has much of what the workloads usually wait for",
                        weft_rules_chip_id (self->problem, proposal->candidate.parts[0].unit));
  g_string_printf (self->thought,
                   "Nothing was evaluated yet. By the catalog %s has much of what the weighted "
                   "workloads usually wait "
                   "for: arithmetic, memory bandwidth and scale-out bandwidth for the budget.",
                   label);
  return TRUE;
}

/* Without specialists: of some random changes of the best design the one that the planner thinks best. */
static gboolean
try_own_change (WeftRulesMethod *self,
                WeftProposal    *proposal)
{
  gboolean found = FALSE;
  double most = -INFINITY;
  guint best;

  if (weft_local_best (self->problem, self->seen, 1, &best) == 0)
    return FALSE;
  for (guint i = 0; i < N_DRAWS && (i < N_CHANGES || !found); i++)
    {
      WeftCandidate other;
      double score;

      if (!weft_candidate_mutate (self->problem, self->random,
                                  &g_array_index (self->seen, WeftLocalSeen, best).candidate,
                                  &other))
        return FALSE;
      score = weft_local_view_score (&self->view, &other, FALSE, NULL);
      if (weft_local_is_seen (self->seen, &other) || (found && score <= most))
        continue;
      found = TRUE;
      most = score;
      proposal->candidate = other;
    }

  if (!found)
    return FALSE;
  proposal->parent = (int) best;
  tell_state (self, (int) best);
  g_string_append (self->thought, "No specialist is asked; it is changed by one thing.");
  weft_proposal_reason (proposal, "no specialist is asked: one change of the best design");
  return TRUE;
}

static gboolean
refine (WeftRulesMethod *self,
        WeftProposal    *proposal)
{
  double score;

  if (!weft_local_propose_refined (&self->view, self->seen, proposal, &score))
    return FALSE;
  tell_state (self, proposal->parent);
  g_string_append (
    self->thought,
    "Its chips stay; their shares or fabrics are tried otherwise, since whole nodes and "
    "mappings fit some sizes better than others.");
  weft_proposal_reason (proposal, "the best chips so far, divided or connected otherwise");
  return TRUE;
}

/* Of two phases side by side, one waits: its partition can be smaller. */
static gboolean
take_spare (WeftRulesMethod *self,
            WeftProposal    *proposal)
{
  WeftRulesIdea idea;
  const WeftLocalSeen *seen;
  guint best, part;

  if (self->no_attribution || weft_local_best (self->problem, self->seen, 1, &best) == 0
      || !weft_rules_halve_spare (&self->view, self->seen, best, &idea))
    return FALSE;

  seen = seen_at (self, (int) best);
  part = idea.change.other;
  proposal->candidate = idea.after;
  proposal->parent = (int) best;
  tell_state (self, (int) best);
  g_string_append_printf (
    self->thought,
    "In %s the partition of %u %s is done before the other one and does nothing else. Half its "
    "share may do, and the rest is for partition 0.",
    weft_rules_workload_name (idea.workload), seen->verdict.n[part],
    weft_rules_chip_id (self->problem, seen->candidate.parts[part].unit));
  weft_proposal_reason (
    proposal, "in %s, %u %s wait for the other partition; chip: half their share is given to that",
    weft_rules_workload_name (idea.workload), seen->verdict.n[part],
    weft_rules_chip_id (self->problem, seen->candidate.parts[part].unit));
  return TRUE;
}

/* What promises most; when nothing does, or now and then, what may be better than thought. */
static gboolean
follow_advice (WeftRulesMethod *self,
               WeftProposal    *proposal)
{
  gboolean doubtful = self->seen->len % WEFT_LOCAL_DOUBT_EVERY == WEFT_LOCAL_DOUBT_EVERY - 1;
  double best = weft_local_best_score (self->seen);
  WeftRulesDecision decision;

  if (take_spare (self, proposal))
    return TRUE;
  if (self->seen->len % WEFT_LOCAL_REFINE_EVERY == WEFT_LOCAL_REFINE_EVERY - 1 && refine (self, proposal))
    return TRUE;
  if (!doubtful)
    {
      weft_rules_meet (&self->view, self->seen, FALSE, &decision);
      doubtful = !decision.found || !(decision.score > best + WEFT_LOCAL_WORTHWHILE || isinf (best));
    }
  if (doubtful)
    {
      weft_rules_meet (&self->view, self->seen, TRUE, &decision);
      weft_local_view_judge_hope (&self->view,
                                  decision.found && decision.score > best + WEFT_LOCAL_WORTHWHILE);
    }
  if (!decision.found)
    return FALSE;

  proposal->candidate = decision.candidate;
  proposal->parent = decision.parent;
  tell_decision (self, &decision, doubtful, proposal);
  return TRUE;
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftRulesMethod *self = WEFT_RULES_METHOD (method);
  guint64 before = self->view.n_estimates;
  gboolean found;

  memset (&proposals[0], 0, sizeof proposals[0]);
  g_string_truncate (self->thought, 0);
  if (self->seen->len == 0)
    found = begin (self, &proposals[0]);
  else if (self->no_specialists)
    found = try_own_change (self, &proposals[0]);
  else
    found = follow_advice (self, &proposals[0]);
  weft_method_add_estimates (method, self->view.n_estimates - before);
  return found || try_at_random (self, &proposals[0]) ? 1 : 0;
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
  WeftRulesMethod *self = WEFT_RULES_METHOD (method);
  WeftLocalSeen seen = { proposal->candidate, *verdict };

  g_array_append_val (self->seen, seen);
  if (!self->no_feedback || verdict->kind == WEFT_VERDICT_FEASIBLE)
    weft_local_view_learn (&self->view, &proposal->candidate, verdict);
}

static char *
explain (WeftMethod *method)
{
  WeftRulesMethod *self = WEFT_RULES_METHOD (method);

  return self->thought->len > 0 ? g_strdup (self->thought->str) : NULL;
}

static void
weft_rules_method_finalize (GObject *object)
{
  WeftRulesMethod *self = WEFT_RULES_METHOD (object);

  weft_local_view_clear (&self->view);
  g_array_unref (self->seen);
  g_string_free (self->thought, TRUE);

  G_OBJECT_CLASS (weft_rules_method_parent_class)->finalize (object);
}

static void
weft_rules_method_class_init (WeftRulesMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_rules_method_finalize;
  method_class->configure = configure;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
  method_class->explain = explain;
}

static void
weft_rules_method_init (WeftRulesMethod *self)
{
  self->seen = g_array_new (FALSE, FALSE, sizeof (WeftLocalSeen));
  self->thought = g_string_new (NULL);
}
