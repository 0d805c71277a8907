/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a run ends by itself: whichever limit is reached first. */
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>

#define REQUESTS_AN_EVALUATION 4
#define IDLE_TURNS 5
#define MOST_DUPLICATES 5
/* Tokens of an answer that a budget must have room for where nobody limits them. */
#define LIKELY_ANSWER 1000

static guint
most_requests (WeftPlan *self)
{
  return self->budget.requests > 0 ? self->budget.requests
                                   : REQUESTS_AN_EVALUATION * self->budget.evaluations;
}

/* Requests of the planner; specialists are asked on top of them. */
static gboolean
has_used_requests (WeftPlan *self,
                   char    **sentence)
{
  guint most = most_requests (self);

  if (self->counts.requests - self->counts.advice_requests < most)
    return FALSE;
  *sentence = g_strdup_printf (_("All %u requests to the planner are used"), most);
  return TRUE;
}

static guint64
worst_case_tokens (WeftPlan *self)
{
  guint answer = self->max_tokens;

  if (answer == 0)
    g_object_get (weft_chat_get_endpoint (self->planner), "max-tokens", &answer, NULL);
  return weft_plan_next_tokens (self) + (answer > 0 ? answer : LIKELY_ANSWER);
}

static gboolean
has_used_tokens (WeftPlan *self,
                 char    **sentence)
{
  guint64 used = self->counts.tokens_prompt + self->counts.tokens_completion;

  if (self->budget.tokens == 0 || used + worst_case_tokens (self) <= self->budget.tokens)
    return FALSE;
  *sentence = g_strdup_printf (_("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                 " tokens are used, and the next turn may take %" G_GUINT64_FORMAT),
                               used, self->budget.tokens, worst_case_tokens (self));
  return TRUE;
}

static gboolean
has_used_money (WeftPlan *self,
                char    **sentence)
{
  WeftEndpoint *endpoint = weft_chat_get_endpoint (self->planner);
  double used = weft_endpoint_cost_usd (endpoint, self->counts.tokens_prompt,
                                        self->counts.tokens_completion);
  double next = weft_endpoint_cost_usd (endpoint, weft_plan_next_tokens (self),
                                        worst_case_tokens (self) - weft_plan_next_tokens (self));

  if (!(self->budget.cost_usd > 0) || !(used + next > self->budget.cost_usd))
    return FALSE;
  *sentence = g_strdup_printf (_("$%.2f of $%.2f are spent, and the next turn may cost $%.2f"), used,
                               self->budget.cost_usd, next);
  return TRUE;
}

static gboolean
has_used_time (WeftPlan *self,
               char    **sentence)
{
  double elapsed_s = (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;

  if (!(self->budget.wall_s > 0) || elapsed_s < self->budget.wall_s)
    return FALSE;
  *sentence = g_strdup_printf (_("The time of %.0f s is over"), self->budget.wall_s);
  return TRUE;
}

static gboolean
is_idle (WeftPlan *self,
         char    **sentence)
{
  guint most = self->budget.idle_turns > 0 ? self->budget.idle_turns : IDLE_TURNS;

  if (self->idle_turns < most)
    return FALSE;
  *sentence = g_strdup_printf (_("%u turns in a row brought no new valid design"), self->idle_turns);
  return TRUE;
}

/**
 * weft_plan_find_stop: (skip)
 * @self: a run between two turns
 * @sentence: (out) (transfer full): why it ends
 *
 * Returns: (nullable): the code of the limit that is reached, %NULL to go on
 */
const char *
weft_plan_find_stop (WeftPlan *self,
                     char    **sentence)
{
  if (self->trail_error != NULL)
    return "trail";
  if (self->counts.evaluations >= self->budget.evaluations)
    {
      *sentence = g_strdup_printf (_("All %u evaluations are used"), self->budget.evaluations);
      return "budget";
    }
  if (self->budget.patience > 0 && self->since_best >= self->budget.patience)
    {
      *sentence = g_strdup_printf (_("%u evaluations in a row brought no better score"),
                                   self->since_best);
      return "patience";
    }
  if (self->duplicates >= MOST_DUPLICATES)
    {
      *sentence = g_strdup_printf (_("%u designs in a row had been evaluated before"),
                                   self->duplicates);
      return "duplicates";
    }

  return has_used_requests (self, sentence) ? "requests"
         : is_idle (self, sentence)         ? "idle"
         : has_used_time (self, sentence)   ? "time"
         : has_used_tokens (self, sentence) ? "tokens"
         : has_used_money (self, sentence)  ? "cost"
                                            : NULL;
}
