/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best way to serve a model on so many chips: splits and batches tried one by one. */
#pragma once

#include "model/measured/weft-serving-answer.h"

G_BEGIN_DECLS

/**
 * WeftServingGoal:
 * @chips: chips there are, any number from 1
 * @most_ttft_s: longest time to the first token; INFINITY for any
 * @most_tpot_s: longest time between tokens; INFINITY for any
 * @least_tokens_s: fewest output tokens a second of all chips; 0 for any
 * @may_separate: prompts may have chips of their own
 *
 * What is asked for. Among what meets it, the most tokens a second win.
 */
typedef struct
{
  guint chips;
  double most_ttft_s;
  double most_tpot_s;
  double least_tokens_s;
  gboolean may_separate;
} WeftServingGoal;

/**
 * WeftServingFound:
 * @is_found: something meets the goal
 * @plan: the best plan
 * @answer: what it gives
 * @nearest: where nothing meets the goal, the plan that misses it least; only set when something fits at all
 * @nearest_answer: what that gives
 * @n_tried: answers
 * @n_unfit: splits whose weights and one request do not fit, which were not tried further
 * @n_slow: answers that miss the goal
 */
typedef struct
{
  gboolean is_found;
  WeftServingPlan plan;
  WeftServingAnswer answer;
  gboolean has_nearest;
  WeftServingPlan nearest;
  WeftServingAnswer nearest_answer;
  guint n_tried;
  guint n_unfit;
  guint n_slow;
} WeftServingFound;

/* Any chips, any times. */
WEFT_API void weft_serving_goal_init    (WeftServingGoal         *goal,
                                      guint                    chips);
/* @base: requests, formats and engine; its pools are not looked at. */
WEFT_API void weft_serving_search_plans    (const WeftServingSystem *system,
                                      const WeftServingPlan   *base,
                                      const WeftServingLoad   *load,
                                      const WeftServingGoal   *goal,
                                      WeftServingFound        *found);

G_END_DECLS
