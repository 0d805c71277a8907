/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a run ends by itself: whichever limit is reached first. */
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define REQUESTS_AN_EVALUATION 4
#define IDLE_TURNS 5
#define MOST_DUPLICATES 5
/* Tokens of an answer that a budget must have room for where nobody limits them. */
#define LIKELY_ANSWER 1000
/* Who has more time than a week needs no timer. */
#define LONGEST_WATCH_S (7.0 * 24 * 3600)

static guint64
most_requests (WeftPlan *self)
{
  return self->budget.requests > 0 ? self->budget.requests
                                   : (guint64) REQUESTS_AN_EVALUATION * self->budget.evaluations;
}

/* Requests of the planner; specialists are asked on top of them. */
static gboolean
has_used_requests (WeftPlan *self,
                   char    **sentence)
{
  guint64 most = most_requests (self);

  if (self->counts.requests - self->counts.advice_requests < most)
    return FALSE;
  *sentence = g_strdup_printf (_("All %" G_GUINT64_FORMAT " requests to the planner are used"),
                               most);
  return TRUE;
}

/* Tokens of the planner's next answer at its worst. */
static guint64
worst_answer (WeftPlan *self)
{
  guint answer = weft_plan_answer_tokens (self);

  if (answer == 0)
    g_object_get (weft_chat_get_endpoint (self->planner), "max-tokens", &answer, NULL);
  return answer > 0 ? answer : LIKELY_ANSWER;
}

static gboolean
has_used_tokens (WeftPlan *self,
                 char    **sentence)
{
  guint64 used = self->counts.tokens_prompt + self->counts.tokens_completion;
  guint64 next;

  if (self->budget.tokens == 0)
    return FALSE;
  next = weft_plan_next_tokens (self) + worst_answer (self);
  if (used + next <= self->budget.tokens)
    return FALSE;
  *sentence = g_strdup_printf (_("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                 " tokens are used, and the next turn may take %" G_GUINT64_FORMAT),
                               used, self->budget.tokens, next);
  return TRUE;
}

static gboolean
has_used_money (WeftPlan *self,
                char    **sentence)
{
  WeftPlanCounts counts;
  double next;

  if (!(self->budget.cost_usd > 0))
    return FALSE;
  weft_plan_get_counts (self, &counts);
  next = weft_endpoint_cost_usd (weft_chat_get_endpoint (self->planner), weft_plan_next_tokens (self),
                                 worst_answer (self));
  if (!(counts.cost_usd + next > self->budget.cost_usd))
    return FALSE;
  *sentence = g_strdup_printf (_("$%.2f of $%.2f are spent, and the next turn may cost $%.2f"),
                               counts.cost_usd, self->budget.cost_usd, next);
  return TRUE;
}

gboolean
weft_plan_affords_advice (WeftPlan *self,
                          guint64   prompt,
                          guint64   completion)
{
  WeftPlanCounts counts;
  double cost_usd;

  weft_plan_get_counts (self, &counts);
  cost_usd = counts.cost_usd
             + weft_endpoint_cost_usd (weft_chat_get_endpoint (self->specialists), prompt, completion);
  return (self->budget.tokens == 0
          || counts.tokens_prompt + counts.tokens_completion + prompt + completion <= self->budget.tokens)
         && !(self->budget.cost_usd > 0 && cost_usd > self->budget.cost_usd);
}

static double
read_limit (double limit)
{
  return isfinite (limit) && limit > 0 ? limit : 0;
}

WeftPlanBudget
weft_plan_read_limits (const WeftPlanBudget *budget)
{
  WeftPlanBudget limits = *budget;

  limits.evaluations = MAX (limits.evaluations, 1);
  limits.tokens = MIN (limits.tokens, G_MAXINT64);
  limits.wall_s = read_limit (limits.wall_s);
  limits.cost_usd = read_limit (limits.cost_usd);
  return limits;
}

static gboolean
has_used_time (WeftPlan *self,
               char    **sentence)
{
  double elapsed_s = (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;

  /* A record took the time that it took. */
  if (!(self->budget.wall_s > 0) || self->record != NULL || elapsed_s < self->budget.wall_s)
    return FALSE;
  *sentence = g_strdup_printf (_("The time of %.0f s is over"), self->budget.wall_s);
  return TRUE;
}

/* What is under way when the time is over is given up; a pause may last. */
static gboolean
time_is_over_cb (gpointer data)
{
  WeftPlan *self = data;
  g_autofree char *sentence = NULL;

  self->time_source = 0;
  if (!has_used_time (self, &sentence))
    {
      weft_plan_watch_time (self);
      return G_SOURCE_REMOVE;
    }
  if (self->wants_stop || (self->in_flight == 0 && self->retry_source == 0))
    return G_SOURCE_REMOVE;
  weft_plan_enter (self);
  self->out_of_time = g_steal_pointer (&sentence);
  self->wants_stop = TRUE;
  g_cancellable_cancel (self->cancellable);
  weft_plan_leave (self);
  return G_SOURCE_REMOVE;
}

void
weft_plan_watch_time (WeftPlan *self)
{
  double left_s = self->budget.wall_s
                  - (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;

  g_clear_handle_id (&self->time_source, g_source_remove);
  if (self->budget.wall_s > 0 && self->record == NULL && left_s < LONGEST_WATCH_S)
    self->time_source = g_timeout_add ((guint) (1000 * MAX (left_s, 0)) + 1, time_is_over_cb, self);
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
