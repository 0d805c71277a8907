/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice about one evaluated design, for those who have nothing but that. */
#include "search/weft-rules-private.h"

/* ln of the score: less is not worth saying. */
#define WORTH_SAYING 5e-4

static gboolean
find_specialist (const char     *name,
                 WeftSpecialist *specialist)
{
  for (guint i = 0; i < WEFT_N_SPECIALISTS; i++)
    if (g_str_equal (weft_rules_specialist_nick (i), name))
      {
        *specialist = i;
        return TRUE;
      }

  return FALSE;
}

/* What works is not given up for what was not seen to. */
static gboolean
gives_up (WeftProblem         *problem,
          const WeftVerdict   *verdict,
          const WeftRulesIdea *idea)
{
  gboolean works = FALSE;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    works = works || (problem->model.w.weights[i] > 0
                      && (verdict->site[i][0] == (int) idea->change.part
                          || verdict->site[i][1] == (int) idea->change.part));
  return idea->change.move == WEFT_RULES_DROP && works;
}

/**
 * weft_rules_advice_free: (skip)
 * @self: (transfer full): a piece of advice
 */
void
weft_rules_advice_free (WeftRulesAdvice *self)
{
  g_free (self->parameter);
  g_free (self->suggestion);
  g_free (self->because);
  g_free (self);
}

/**
 * weft_rules_advise: (skip)
 * @problem: the problem
 * @candidate: a design, in the order of the document that is spoken of
 * @verdict: what the evaluator said of it
 * @specialist: "chip", "scaleup" or "scaleout"
 * @attribution: whether what workloads wait for is known
 *
 * Returns: (transfer full) (element-type WeftRulesAdvice): at most %WEFT_RULES_MOST_ADVICE, the most important first
 */
GPtrArray *
weft_rules_advise (WeftProblem         *problem,
                   const WeftCandidate *candidate,
                   const WeftVerdict   *verdict,
                   const char          *specialist,
                   gboolean             attribution)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_rules_advice_free);
  WeftRulesIdea ideas[WEFT_RULES_MOST_ADVICE];
  WeftSpecialist who;
  WeftLocalView view;
  guint n;

  g_return_val_if_fail (find_specialist (specialist, &who), all);

  weft_local_view_init (&view, problem, attribution);
  weft_local_view_learn (&view, candidate, verdict);
  if (verdict->kind != WEFT_VERDICT_INVALID)
    n = weft_rules_think (&view, NULL, candidate, who, FALSE, ideas);
  else
    n = who == WEFT_SPECIALIST_CHIP ? weft_rules_repair (&view, candidate, ideas) : 0;
  for (guint i = 0; i < n; i++)
    if (ideas[i].gain > WORTH_SAYING && !gives_up (problem, verdict, &ideas[i]))
      g_ptr_array_add (all, weft_rules_say (problem, &ideas[i], verdict, attribution));
  weft_local_view_clear (&view);

  return all;
}
