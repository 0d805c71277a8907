/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serving in steady state: requests at once from asking, KV room and engine; the step they share; prompts beside it. */
#include "model/measured/weft-serving-answer.h"

#include <math.h>

#include "model/measured/weft-serving-answer-private.h"

/* --- a step --- */

static WeftServingTime
decode_step (const WeftServingRun *run,
             double                requests,
             double                prompt_tokens)
{
  const WeftServingPlan *plan = run->plan;
  double fresh = plan->input_tokens - plan->cached_tokens;
  WeftServingWork work = {
    .requests = requests,
    /* The mean over the answer: what a token looks at grows by one for each, and time with it. */
    .context = plan->input_tokens,
    .growth = plan->output_tokens - 1,
    .prompt_tokens = prompt_tokens,
    .prompt_context = plan->cached_tokens,
    .prompt_growth = fresh,
    .host_s = run->load->host_s,
  };

  return weft_serving_step (run->system, run->pool, &work);
}

static double
chunk_limit (const WeftServingRun *run)
{
  if (run->load->arrival == WEFT_SERVING_STATIC)
    return INFINITY;
  return run->plan->chunk_tokens > 0 ? run->plan->chunk_tokens : run->system->constants.chunk_tokens;
}

/* Prompts of @count requests one after another, or at once where nothing limits a step; groups read some of their own
 * at the same time. Stages work on chunks behind each other. */
static double
read_prompts_s (const WeftServingRun *run,
                double                count)
{
  const WeftServingPlan *plan = run->plan;
  double fresh = plan->input_tokens - plan->cached_tokens;
  double groups = run->pool->dp_attention;
  double tokens = MAX (count, groups) * fresh;
  double chunks = MAX (ceil (tokens / groups / chunk_limit (run)), 1);
  double stages = run->pool->pp;
  WeftServingWork work = {
    .prompt_tokens = tokens / chunks,
    .prompt_context = plan->cached_tokens,
    .prompt_growth = fresh,
    .host_s = run->load->host_s,
  };
  WeftServingTime time = weft_serving_step (run->system, run->pool, &work);

  return weft_serving_time_total (&time) * (chunks + stages - 1) / stages
         * weft_serving_stage_skew (run->system, run->pool);
}

static WeftServingTime
scale (WeftServingTime time,
       double          factor)
{
  return (WeftServingTime) {
    .weights_s = time.weights_s * factor,
    .kv_s = time.kv_s * factor,
    .compute_s = time.compute_s * factor,
    .latency_s = time.latency_s * factor,
    .transfer_s = time.transfer_s * factor,
    .host_s = time.host_s * factor,
  };
}

/* Stages take micro-batches in turn; each token goes through all stages, the fullest of which sets the pace. A part of
 * the steps reads a chunk of prompts besides; when one a step is not enough, tokens wait for those that it takes. */
void
weft_serving_run_token (const WeftServingRun *run,
                        double                requests,
                        WeftServingTempo     *tempo)
{
  const WeftServingPlan *plan = run->plan;
  double fresh = plan->input_tokens - plan->cached_tokens;
  double micro = MAX (requests / run->pool->pp, 1);
  double skew = requests >= run->pool->pp ? weft_serving_stage_skew (run->system, run->pool) : 1;
  double prompt_tokens_a_step = micro * fresh / plan->output_tokens;
  double chunk = MIN (MAX (fresh, prompt_tokens_a_step), chunk_limit (run));
  WeftServingTime mixed;
  double mixed_s, share;

  tempo->token = scale (decode_step (run, micro, 0), skew);
  tempo->step_s = weft_serving_time_total (&tempo->token);
  tempo->prompts_s = 0;
  if (!run->has_prompts)
    return;

  mixed = decode_step (run, micro, chunk);
  mixed_s = MAX (weft_serving_time_total (&mixed) * skew, tempo->step_s);
  share = prompt_tokens_a_step / chunk;
  tempo->prompts_s = share <= 1 ? share * (mixed_s - tempo->step_s) : share * mixed_s - tempo->step_s;
}

/* --- requests at once --- */

static gboolean
prefill_fits (const WeftServingRun *run)
{
  WeftServingRoom room;

  if (!run->plan->separate_prefill)
    return TRUE;
  room = weft_serving_room (run->system, run->plan, &run->plan->prefill);
  return room.room_bytes >= room.kv_bytes;
}

static double
requests_at_once (const WeftServingRun  *run,
                  const WeftServingRoom *room,
                  WeftServingAnswer     *answer)
{
  double asked = run->load->arrival == WEFT_SERVING_OFFLINE ? INFINITY : run->pool->batch;
  double requests = asked;

  answer->limit = WEFT_SERVING_LIMIT_ASKED;
  if (run->load->arrival != WEFT_SERVING_STATIC && requests > run->system->constants.batch_limit)
    {
      requests = run->system->constants.batch_limit;
      answer->limit = WEFT_SERVING_LIMIT_ENGINE;
    }
  if (requests > room->requests)
    {
      requests = room->requests;
      answer->limit = WEFT_SERVING_LIMIT_KV_ROOM;
    }

  answer->fits = room->room_bytes >= room->kv_bytes && requests >= 1 && prefill_fits (run);
  if (!answer->fits)
    answer->limit = WEFT_SERVING_LIMIT_MEMORY;
  return MAX (requests, 1);
}

/* --- the time to the first token --- */

static void
wait_for_first (const WeftServingRun   *run,
                const WeftServingTempo *tempo,
                WeftServingAnswer      *answer)
{
  const WeftServingConstants *k = &run->system->constants;
  WeftServingFirst *first = &answer->first;
  double asked = run->pool->batch;

  first->prefill_s = read_prompts_s (run, 1);
  first->software_s = isnan (run->load->host_s) ? k->prompt_s : run->load->host_s;
  first->queue_s = k->burst_share * MAX (answer->requests - 1, 0) * first->prefill_s;
  first->step_s = tempo->step_s;
  if (asked > answer->requests)
    first->slot_s = (asked / answer->requests - 1) * run->plan->output_tokens * answer->tpot_s;
  answer->ttft_s = first->software_s + first->slot_s + first->queue_s + first->prefill_s + first->step_s;
}

/* --- how requests come --- */

static void
answer_static (const WeftServingRun *run,
               WeftServingAnswer    *answer)
{
  double answer_tokens = run->plan->output_tokens;
  WeftServingTempo tempo;

  weft_serving_run_token (run, answer->requests, &tempo);
  answer->token = tempo.token;
  answer->tpot_s = tempo.step_s;
  answer->first.prefill_s = read_prompts_s (run, answer->requests);
  answer->ttft_s = answer->first.prefill_s;
  answer->tokens_s = answer->requests * answer_tokens / (answer->ttft_s + (answer_tokens - 1) * answer->tpot_s);
}

static void
answer_shared (const WeftServingRun *run,
               WeftServingAnswer    *answer)
{
  WeftServingTempo tempo;

  weft_serving_run_token (run, answer->requests, &tempo);
  answer->token = tempo.token;
  answer->interference_s = tempo.prompts_s * (run->load->arrival == WEFT_SERVING_OFFLINE
                                                ? 1 : run->system->constants.interference);
  answer->tpot_s = tempo.step_s + answer->interference_s;
  answer->tokens_s = answer->requests / (tempo.step_s + tempo.prompts_s);

  if (run->load->arrival == WEFT_SERVING_OFFLINE)
    answer->ttft_s = NAN;
  else
    wait_for_first (run, &tempo, answer);
}

/* --- what it comes to --- */

static WeftServingBound
find_bound (const WeftServingAnswer *answer)
{
  const double parts[WEFT_SERVING_N_BOUNDS] = {
    [WEFT_SERVING_BOUND_WEIGHTS] = answer->token.weights_s,
    [WEFT_SERVING_BOUND_KV] = answer->token.kv_s,
    [WEFT_SERVING_BOUND_COMPUTE] = answer->token.compute_s,
    [WEFT_SERVING_BOUND_LATENCY] = answer->token.latency_s,
    [WEFT_SERVING_BOUND_TRANSFER] = answer->token.transfer_s,
    [WEFT_SERVING_BOUND_HOST] = answer->token.host_s,
    [WEFT_SERVING_BOUND_INTERFERENCE] = answer->interference_s,
  };
  guint most = 0;

  for (guint i = 1; i < WEFT_SERVING_N_BOUNDS; i++)
    if (parts[i] > parts[most])
      most = i;
  return most;
}

static void
add_rates (const WeftServingRun *run,
           WeftServingAnswer    *answer)
{
  double replicas = run->pool->replicas;

  answer->chips = weft_serving_plan_chips (run->plan);
  answer->concurrency = answer->requests * replicas;
  answer->tokens_s = answer->fits ? answer->tokens_s * replicas : 0;
  answer->tokens_s_chip = answer->tokens_s / answer->chips;
  answer->tokens_s_user = answer->fits ? 1 / answer->tpot_s : 0;
  answer->requests_s = answer->tokens_s / run->plan->output_tokens;
  answer->bound = find_bound (answer);
}

/* --- public --- */

/**
 * weft_serving_load_init:
 * @load: to fill
 *
 * Users that ask anew when answered, software as the engine's was measured.
 */
void
weft_serving_load_init (WeftServingLoad *load)
{
  *load = (WeftServingLoad) { .arrival = WEFT_SERVING_STEADY, .host_s = NAN };
}

/**
 * weft_serving_prefill_s:
 * @system: what serves what
 * @plan: the requests
 * @pool: the chips that read the prompt
 * @load: how requests come
 *
 * Returns: seconds in which one replica reads one prompt, with nothing else to do
 */
double
weft_serving_prefill_s (const WeftServingSystem *system,
                        const WeftServingPlan   *plan,
                        const WeftServingPool   *pool,
                        const WeftServingLoad   *load)
{
  WeftServingRun run = { .system = system, .plan = plan, .pool = pool, .load = load };

  return read_prompts_s (&run, 1);
}

/**
 * weft_serving_answer:
 * @system: what serves what
 * @plan: a plan that lacks nothing, of the model, formats and engine that @system was made for
 * @load: how requests come
 * @answer: (out caller-allocates): what it gives
 *
 * In steady state each running request gets a token a step, and b × prompt / answer tokens of prompts are read a step
 * besides, in chunks. What such a chunk makes a step longer is spread over the steps; matrix products of both share the
 * reading of weights. So the time between tokens is the step's alone, integrated over the growing context, and the part
 * of the prompts' time that others wait for. The first token waits for a free slot, for prompts before its own, for its
 * own and for the step that it shares. With chips of their own for prompts nothing is shared, and the cache is sent.
 *
 * Pure and without allocation. Tokens tried ahead are left out, and the answer says so.
 */
void
weft_serving_answer (const WeftServingSystem *system,
                     const WeftServingPlan   *plan,
                     const WeftServingLoad   *load,
                     WeftServingAnswer       *answer)
{
  WeftServingRun run = {
    .system = system,
    .plan = plan,
    .pool = &plan->pool,
    .load = load,
    .has_prompts = !plan->separate_prefill && load->arrival != WEFT_SERVING_STATIC,
  };
  WeftServingRoom room = weft_serving_room (system, plan, &plan->pool);
  double widening;

  *answer = (WeftServingAnswer) {
    .room_bytes = room.room_bytes,
    .weight_bytes = room.weight_bytes,
    .kv_bytes = room.kv_bytes,
    .requests_fit = room.requests,
  };
  answer->requests = requests_at_once (&run, &room, answer);

  if (plan->separate_prefill)
    weft_serving_answer_pools (&run, answer);
  else if (load->arrival == WEFT_SERVING_STATIC)
    answer_static (&run, answer);
  else
    answer_shared (&run, answer);
  add_rates (&run, answer);
  answer->warnings = weft_serving_find_warnings (&run, answer);
  widening = answer->warnings & WEFT_SERVING_WIDENING_WARNINGS ? system->constants.widening : 1;
  answer->spread = system->constants.spread * widening;
  answer->ttft_spread = system->constants.first_spread * widening;
}
