/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries tensor, pipeline and expert parallelism, attention groups, replicas and batches; with chips of their own for
 * prompts, also how many. What does not fit is left before its batches are tried. */
#include "model/measured/weft-serving-search.h"

#include <math.h>
#include <string.h>

/* Batches are tried in such steps, as engines are swept. */
static const double batches[] = { 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
                                  1536, 2048, 3072, 4096 };

/* More stages than this make single tokens slow for no room that matters. */
#define MOST_STAGES 16u
/* Parts of the chips that may read prompts, in so many steps. */
#define PREFILL_STEPS 8u

typedef struct
{
  const WeftServingSystem *system;
  const WeftServingLoad *load;
  const WeftServingGoal *goal;
  WeftServingFound *found;
  WeftServingPlan plan;
  double least_miss;
} Search;

/* --- judging --- */

/* By how much a goal is missed, in ln; 0 when it is met. */
static double
miss_of (const WeftServingGoal   *goal,
         const WeftServingAnswer *answer)
{
  double miss = 0;

  if (answer->ttft_s > goal->most_ttft_s)
    miss += log (answer->ttft_s / goal->most_ttft_s);
  if (answer->tpot_s > goal->most_tpot_s)
    miss += log (answer->tpot_s / goal->most_tpot_s);
  if (answer->tokens_s < goal->least_tokens_s)
    miss += log (goal->least_tokens_s / answer->tokens_s);
  return miss;
}

static void
note (Search                  *search,
      const WeftServingAnswer *answer)
{
  WeftServingFound *found = search->found;
  double miss = miss_of (search->goal, answer);

  found->n_tried++;
  if (miss > 0)
    {
      found->n_slow++;
      if (miss < search->least_miss)
        {
          search->least_miss = miss;
          found->has_nearest = TRUE;
          found->nearest = search->plan;
          found->nearest_answer = *answer;
        }
      return;
    }
  if (!found->is_found || answer->tokens_s > found->answer.tokens_s)
    {
      found->is_found = TRUE;
      found->plan = search->plan;
      found->answer = *answer;
    }
}

/* --- trying --- */

/* Larger batches than fit give what the largest that fits does. */
static void
try_batches (Search *search)
{
  for (guint i = 0; i < G_N_ELEMENTS (batches); i++)
    {
      WeftServingAnswer answer;

      search->plan.pool.batch = batches[i];
      weft_serving_answer (search->system, &search->plan, search->load, &answer);
      if (!answer.fits)
        {
          search->found->n_unfit++;
          return;
        }
      note (search, &answer);
      if (answer.requests < batches[i] || search->load->arrival == WEFT_SERVING_OFFLINE)
        return;
    }
}

static gboolean
can_share (const WeftServingPlan *plan,
           guint                  shards)
{
  return fmod (plan->model->heads, shards) == 0;
}

/* Chips that read prompts: in one domain as wide as tokens are made, or narrower. */
static void
try_prefill (Search *search,
             guint   chips)
{
  WeftServingPlan *plan = &search->plan;
  guint decode = plan->pool.tp * plan->pool.pp;

  plan->separate_prefill = TRUE;
  for (guint tp = 1; tp <= MIN (plan->pool.tp, chips); tp *= 2)
    for (guint i = 1; i < PREFILL_STEPS; i++)
      {
        guint replicas = chips * i / PREFILL_STEPS / tp;

        if (replicas < 1 || !can_share (plan, tp) || chips < replicas * tp + decode)
          continue;
        plan->prefill = plan->pool;
        plan->prefill.tp = tp;
        plan->prefill.pp = 1;
        plan->prefill.ep = MIN (plan->pool.ep, tp);
        plan->prefill.dp_attention = 1;
        plan->prefill.batch = 1;
        plan->prefill.replicas = replicas;
        plan->pool.replicas = (chips - replicas * tp) / decode;
        try_batches (search);
      }
  plan->separate_prefill = FALSE;
}

static void
try_pool (Search *search,
          guint   ep,
          guint   groups)
{
  WeftServingPlan *plan = &search->plan;
  guint chips = search->goal->chips;

  plan->pool.ep = ep;
  plan->pool.dp_attention = groups;
  plan->pool.replicas = chips / (plan->pool.tp * plan->pool.pp);
  if (!can_share (plan, plan->pool.tp / groups) || fmod (plan->model->experts > 0 ? plan->model->experts : ep, ep) != 0)
    return;
  try_batches (search);
  if (search->goal->may_separate && chips > plan->pool.tp * plan->pool.pp)
    try_prefill (search, chips);
}

/* Experts on chips of their own, and attention in groups, are for models that have experts. */
static void
try_split (Search *search,
           guint   tp,
           guint   pp)
{
  search->plan.pool.tp = tp;
  search->plan.pool.pp = pp;
  try_pool (search, 1, 1);
  if (search->system->model.moe_layers > 0 && tp > 1)
    {
      try_pool (search, tp, 1);
      try_pool (search, tp, tp);
    }
}

/* --- public --- */

/**
 * weft_serving_goal_init:
 * @goal: to fill
 * @chips: chips there are
 *
 * Any times and rates, prompts on the same chips.
 */
void
weft_serving_goal_init (WeftServingGoal *goal,
                        guint            chips)
{
  *goal = (WeftServingGoal) { .chips = chips, .most_ttft_s = INFINITY, .most_tpot_s = INFINITY };
}

/**
 * weft_serving_search_plans:
 * @system: what serves what
 * @base: a plan that lacks nothing: its requests, formats and engine hold for all that is tried
 * @load: how requests come
 * @goal: what is asked for
 * @found: (out caller-allocates): the best, and how much was tried
 *
 * Powers of two for chips that share layers, within a domain and beyond, for stages and for experts; as many replicas
 * as the chips make. Chips that are left over stand idle and count in tokens a second of a chip.
 */
void
weft_serving_search_plans (const WeftServingSystem *system,
                     const WeftServingPlan   *base,
                     const WeftServingLoad   *load,
                     const WeftServingGoal   *goal,
                     WeftServingFound        *found)
{
  Search search = {
    .system = system,
    .load = load,
    .goal = goal,
    .found = found,
    .plan = *base,
    .least_miss = INFINITY,
  };
  guint most_stages = (guint) MIN (MIN (MOST_STAGES, base->model->layers), goal->chips);

  memset (found, 0, sizeof *found);
  search.plan.separate_prefill = FALSE;
  for (guint tp = 1; tp <= goal->chips && tp <= (guint) base->model->heads; tp *= 2)
    for (guint pp = 1; pp <= most_stages && tp * pp <= goal->chips; pp *= 2)
      try_split (&search, tp, pp);
  if (found->is_found)
    found->answer.tokens_s_chip = found->answer.tokens_s / goal->chips;
}
