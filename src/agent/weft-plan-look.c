/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be seen of a planning run: where it stands, what it has used and found. */
#include "agent/weft-plan-private.h"

#include <math.h>

/* What the specialists took is paid for at their endpoint. NAN when a price is unknown. */
static double
find_cost_usd (WeftPlan *self)
{
  double cost_usd = weft_endpoint_cost_usd (weft_chat_get_endpoint (self->planner),
                                            self->counts.tokens_prompt - self->advice_prompt,
                                            self->counts.tokens_completion - self->advice_completion);

  if (self->advice_prompt + self->advice_completion > 0)
    cost_usd += weft_endpoint_cost_usd (weft_chat_get_endpoint (self->specialists), self->advice_prompt,
                                        self->advice_completion);
  return cost_usd;
}

/**
 * weft_plan_get_state:
 * @self: a run
 *
 * Returns: what it is doing
 */
WeftPlanState
weft_plan_get_state (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), WEFT_PLAN_DONE);

  return self->state;
}

/**
 * weft_plan_get_retry_at_us:
 * @self: a run that waits
 *
 * Returns: when it asks again, on the monotonic clock; 0 when it does not wait
 */
gint64
weft_plan_get_retry_at_us (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), 0);

  return self->state == WEFT_PLAN_WAITING ? self->retry_at_us : 0;
}

/**
 * weft_plan_get_reason:
 * @self: a run
 *
 * Returns: (nullable): why it waits or has ended
 */
const char *
weft_plan_get_reason (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->reason;
}

/**
 * weft_plan_get_counts:
 * @self: a run
 * @counts: (out caller-allocates): what has happened so far
 */
void
weft_plan_get_counts (WeftPlan       *self,
                      WeftPlanCounts *counts)
{
  g_return_if_fail (WEFT_IS_PLAN (self));

  *counts = self->counts;
  counts->cost_usd = find_cost_usd (self);
  counts->has_best = self->best >= 0;
  counts->best = NAN;
  if (counts->has_best)
    {
      const WeftPlanned *best = g_ptr_array_index (self->planned, (guint) self->best);

      counts->best = best->verdict.score;
      counts->best_at = best->evaluation;
    }
  if (self->state != WEFT_PLAN_DONE && self->started_us != 0)
    counts->elapsed_s = (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;
}

/**
 * weft_plan_get_budget:
 * @self: a run
 * @budget: (out caller-allocates): when it ends
 */
void
weft_plan_get_budget (WeftPlan       *self,
                      WeftPlanBudget *budget)
{
  g_return_if_fail (WEFT_IS_PLAN (self));

  *budget = self->budget;
}

/**
 * weft_plan_get_dialogue:
 * @self: a run
 *
 * Returns: (transfer none): what has been said, which grows
 */
WeftDialogue *
weft_plan_get_dialogue (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->dialogue;
}

/**
 * weft_plan_get_problem:
 * @self: a run
 *
 * Returns: (transfer none): what is planned
 */
WeftProblem *
weft_plan_get_problem (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->problem;
}

/**
 * weft_plan_get_path:
 * @self: a run
 *
 * Returns: (nullable): its trail, %NULL when none is kept
 */
const char *
weft_plan_get_path (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->writer != NULL && !self->no_record ? weft_trail_writer_get_path (self->writer) : NULL;
}

/**
 * weft_plan_dup_best:
 * @self: a run
 *
 * Returns: (transfer full) (nullable): the best design so far
 */
WeftDesign *
weft_plan_dup_best (WeftPlan *self)
{
  const WeftPlanned *best;

  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  if (self->best < 0)
    return NULL;
  best = g_ptr_array_index (self->planned, (guint) self->best);
  return weft_problem_frame_design (self->problem, best->label, best->partitions);
}

/**
 * weft_plan_get_curve:
 * @self: a run
 *
 * Returns: (transfer none) (element-type double): the best score after each evaluation
 */
GArray *
weft_plan_get_curve (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->curve;
}
