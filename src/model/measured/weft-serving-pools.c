/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chips for prompts and chips for tokens: neither waits for the other's work, the KV cache travels between them, and
 * the slower side sets the pace. */
#include "model/measured/weft-serving-answer-private.h"

#include <math.h>

/* Halvings that find the batch to a part in a million. */
#define STEPS 20

/* Every chip of the smaller side sends or receives its share over a port of its own; within a domain over that. */
static double
send_cache_s (const WeftServingRun *run)
{
  const WeftServingSystem *system = run->system;
  const WeftServingPlan *plan = run->plan;
  const WeftFabric *fabric = &system->fabric;
  const WeftServingPool *from = &plan->prefill;
  double shards = MIN ((double) from->tp / from->dp_attention, system->model.most_kv_heads);
  double bytes = weft_serving_kv_bytes (&system->model, plan->input_tokens, shards) / from->pp;
  gboolean is_inside = weft_serving_plan_chips (plan) <= fabric->domain_ranks;
  WeftGroup pair = { .ranks = 2, .local = is_inside ? 2 : 1 };

  return weft_comm_time_total (weft_collective_s (fabric, WEFT_COLLECTIVE_POINT_TO_POINT, pair, bytes, NULL));
}

/* Requests a second of the chips for tokens with so many requests at once in each replica. */
static double
decode_rate (const WeftServingRun *run,
             double                requests)
{
  WeftServingTempo tempo;

  weft_serving_run_token (run, requests, &tempo);
  return run->pool->replicas * requests / (run->plan->output_tokens * tempo.step_s);
}

/* The batch at which tokens are made as fast as prompts arrive. */
static double
find_batch (const WeftServingRun *run,
            double                most,
            double                arrivals)
{
  double low = 0, high = most;

  for (guint i = 0; i < STEPS; i++)
    {
      double middle = (low + high) / 2;

      if (decode_rate (run, middle) < arrivals)
        low = middle;
      else
        high = middle;
    }
  return high;
}

/* Users wait where the narrow side is: before the prompt when its chips are, else for a slot. Behind other prompts they
 * wait as long as a queue with even service makes them: half of the load over what is left of it. */
static void
wait_for_first (const WeftServingRun *run,
                double                prompts_s,
                WeftServingAnswer    *answer)
{
  const WeftServingConstants *k = &run->system->constants;
  WeftServingFirst *first = &answer->first;
  double users = run->pool->batch * run->pool->replicas;
  double load = MIN (answer->tokens_s / run->plan->output_tokens / prompts_s, 1);
  double inside_s, waits_s;

  first->software_s = isnan (run->load->host_s) ? k->prompt_s : run->load->host_s;
  first->step_s = answer->tpot_s;
  inside_s = first->software_s + first->prefill_s + first->kv_transfer_s
             + run->plan->output_tokens * answer->tpot_s;
  waits_s = MAX (users * run->plan->output_tokens / answer->tokens_s - inside_s, 0);

  if (answer->limit == WEFT_SERVING_LIMIT_PREFILL)
    first->queue_s = waits_s;
  else
    {
      double behind_s = load / 2 / MAX (1 - load, 1e-3) * first->prefill_s / run->plan->prefill.replicas;

      first->queue_s = MIN (behind_s, MAX (users - 1, 0) * first->prefill_s / run->plan->prefill.replicas);
      if (run->pool->batch > answer->requests)
        first->slot_s = waits_s;
    }
  answer->ttft_s = first->software_s + first->slot_s + first->queue_s + first->prefill_s + first->kv_transfer_s
                   + first->step_s;
}

void
weft_serving_answer_pools (const WeftServingRun *run,
                           WeftServingAnswer    *answer)
{
  const WeftServingPlan *plan = run->plan;
  WeftServingTempo tempo;
  double most = answer->requests;
  double prompts_s;

  answer->first.prefill_s = weft_serving_prefill_s (run->system, plan, &plan->prefill, run->load);
  answer->first.kv_transfer_s = send_cache_s (run);
  /* Groups of a replica read prompts of their own at the same time. */
  prompts_s = plan->prefill.replicas * plan->prefill.dp_attention / answer->first.prefill_s;

  if (decode_rate (run, most) > prompts_s)
    {
      answer->requests = MAX (find_batch (run, most, prompts_s), MIN (most, 1));
      answer->limit = answer->fits ? WEFT_SERVING_LIMIT_PREFILL : answer->limit;
    }
  weft_serving_run_token (run, answer->requests, &tempo);
  answer->token = tempo.token;
  answer->tpot_s = tempo.step_s;
  answer->tokens_s = MIN (answer->requests / tempo.step_s * run->pool->replicas,
                          prompts_s * plan->output_tokens);

  if (run->load->arrival == WEFT_SERVING_OFFLINE)
    answer->ttft_s = NAN;
  else
    wait_for_first (run, prompts_s, answer);
  answer->tokens_s /= run->pool->replicas;
}
