/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold for serving any model on any chip by any plan: bounds of decode at a batch of one, more of anything
 * never slower, rates that bend down and end where caches are full. */
#include "serving-fixture.h"

#include "base/weft-random.h"

#define N_TRIALS 400u

static const char *const models[] = { "llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b", "qwen3-32b", "mixtral-8x7b",
                                      "deepseek-v3", "gemma-3-27b", "gpt-oss-120b", "qwen3.5-397b-a17b",
                                      "falcon-180b" };
static const char *const dense_models[] = { "llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b", "qwen3-32b",
                                            "gemma-3-27b", "falcon-180b" };
static const char *const chips[] = { "a100-sxm-80", "h100-sxm-80", "h200-sxm-141", "b200-sxm", "gb300", "mi300x",
                                     "mi355x", "tpu-v6e", "gaudi3", "trainium2" };
static const char *const formats[] = { "bf16", "fp8" };
static const char *const engines[] = { "vllm", "trtllm", "sglang", "trtllm-0.6", NULL };

#define PICK(random, list) (list)[weft_random_below ((random), G_N_ELEMENTS (list))]

static double
between (WeftRandom *random,
         double      low,
         double      high)
{
  return floor (exp (log (low) + weft_random_double (random) * log (high / low)) + 0.5);
}

/* A plan that is whole: splits of a random model that its heads and experts allow. */
static WeftServingPlan
random_plan (WeftRandom *random,
             const char *model)
{
  WeftServingPlan plan = serving_plan (model, PICK (random, formats), 1, 1);
  gboolean has_experts = plan.model->experts > 0;

  plan.engine = PICK (random, engines);
  plan.input_tokens = between (random, 16, 32768);
  plan.output_tokens = between (random, 1, 8192);
  plan.pool.tp = 1u << weft_random_below (random, 4);
  plan.pool.pp = 1u << weft_random_below (random, 3);
  plan.pool.replicas = 1 + weft_random_below (random, 3);
  plan.pool.batch = between (random, 1, 512);
  if (has_experts && weft_random_below (random, 2) == 0)
    plan.pool.ep = plan.pool.tp;
  if (has_experts && weft_random_below (random, 2) == 0)
    plan.pool.dp_attention = plan.pool.tp;
  if (weft_random_below (random, 3) == 0)
    {
      plan.separate_prefill = TRUE;
      plan.prefill.tp = plan.pool.tp;
      plan.prefill.replicas = 1 + weft_random_below (random, 4);
    }
  return plan;
}

/* NULL when the plan cannot be: heads that do not divide. */
static WeftServingSystem *
random_system (WeftRandom            *random,
               const WeftServingPlan *plan)
{
  g_autofree char *lack = weft_serving_plan_lack (plan);

  return lack == NULL ? serving_system (PICK (random, chips), plan) : NULL;
}

/* --- all answers --- */

static void
check_whole (const WeftServingAnswer *answer)
{
  const double times[] = { answer->ttft_s, answer->tpot_s, answer->token.weights_s, answer->token.kv_s,
                           answer->token.compute_s, answer->token.latency_s, answer->token.transfer_s,
                           answer->token.host_s, answer->interference_s, answer->first.queue_s,
                           answer->first.slot_s, answer->first.prefill_s, answer->first.kv_transfer_s };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_assert_true (isfinite (times[i]) && times[i] >= 0);
  g_assert_true (isfinite (answer->tokens_s) && answer->tokens_s >= 0);
  g_assert_cmpint (answer->tokens_s > 0, ==, answer->fits);
  assert_near (answer->tpot_s, weft_serving_time_total (&answer->token) + answer->interference_s);
  assert_near (answer->ttft_s, serving_first_sum (&answer->first));
}

static void
test_whole (void)
{
  WeftRandom random;
  guint n = 0;

  weft_random_init (&random, 1, 0);
  for (guint i = 0; i < N_TRIALS; i++)
    {
      WeftServingPlan plan = random_plan (&random, PICK (&random, models));
      g_autofree WeftServingSystem *system = random_system (&random, &plan);
      WeftServingAnswer answer, again;

      if (system == NULL)
        continue;
      answer = serving_answer (system, &plan);
      again = serving_answer (system, &plan);
      check_whole (&answer);
      g_assert_cmpint (memcmp (&answer, &again, sizeof answer), ==, 0);
      if (answer.fits)
        g_assert_cmpfloat (answer.requests, <=, answer.requests_fit * (1 + 1e-12));
      n++;
    }
  g_assert_cmpuint (n, >, N_TRIALS / 2);
}

/* At a batch of one all weights that the token needs are read, at no more than the data sheet's bandwidth. */
static void
test_batch_of_one (void)
{
  WeftRandom random;

  weft_random_init (&random, 2, 0);
  for (guint i = 0; i < N_TRIALS; i++)
    {
      WeftServingPlan plan = random_plan (&random, PICK (&random, dense_models));
      g_autofree WeftServingSystem *system = NULL;
      double bytes;

      plan.pool.batch = 1;
      plan.separate_prefill = FALSE;
      system = random_system (&random, &plan);
      if (system == NULL)
        continue;
      bytes = (weft_llm_params (plan.model) - weft_llm_embedding_params (plan.model))
              * weft_llm_dtype_bytes (plan.weight_format);
      g_assert_cmpfloat (serving_answer (system, &plan).tpot_s, >=,
                         bytes / plan.pool.tp / system->chip->mem_bw_bytes_s * (1 - 1e-9));
    }
}

/* --- more is never slower --- */

static void
assert_no_slower (const WeftServingAnswer *more,
                  const WeftServingAnswer *less)
{
  g_assert_cmpfloat (more->tpot_s, <=, less->tpot_s * (1 + 1e-9));
  g_assert_cmpfloat (more->first.prefill_s, <=, less->first.prefill_s * (1 + 1e-9));
}

/* With as many requests at once: more room lets more in, which then wait for each other. */
static void
test_faster_parts (void)
{
  WeftRandom random;

  weft_random_init (&random, 3, 0);
  for (guint i = 0; i < N_TRIALS; i++)
    {
      WeftServingPlan plan = random_plan (&random, PICK (&random, models));
      g_autofree WeftServingSystem *system = NULL;
      g_autofree WeftServingSystem *memory = NULL;
      g_autofree WeftServingSystem *links = NULL;
      WeftServingAnswer before, after;
      WeftChip chip;

      plan.separate_prefill = FALSE;
      system = random_system (&random, &plan);
      if (system == NULL)
        continue;
      before = serving_answer (system, &plan);

      memory = g_memdup2 (system, sizeof *system);
      chip = *system->chip;
      chip.mem_bw_bytes_s *= 1.5;
      memory->chip = &chip;
      after = serving_answer (memory, &plan);
      assert_no_slower (&after, &before);
      g_assert_cmpfloat (after.tokens_s, >=, before.tokens_s * (1 - 1e-9));

      links = g_memdup2 (system, sizeof *system);
      links->fabric.inside.bw_bytes_s *= 2;
      links->fabric.across.bw_bytes_s *= 2;
      after = serving_answer (links, &plan);
      assert_no_slower (&after, &before);
    }
}

/* More memory lets as many or more requests run. */
static void
test_more_memory (void)
{
  WeftRandom random;

  weft_random_init (&random, 4, 0);
  for (guint i = 0; i < N_TRIALS; i++)
    {
      WeftServingPlan plan = random_plan (&random, PICK (&random, models));
      g_autofree WeftServingSystem *system = random_system (&random, &plan);
      WeftServingAnswer before, after;

      if (system == NULL)
        continue;
      before = serving_answer (system, &plan);
      system->chip_bytes *= 1.3;
      after = serving_answer (system, &plan);
      g_assert_cmpfloat (after.requests_fit, >=, before.requests_fit);
      g_assert_true (after.fits || !before.fits);
    }
}

/* --- batches --- */

/* Rates of decode grow with the batch, by less and less, and not any more when caches fill the room. Tiles that come in
 * rounds and algorithms that change with size bend the curve a little; models with experts read more of them as batches
 * grow, and prompts that are read together share the reading of weights. */
static void
test_concave (void)
{
  WeftRandom random;

  weft_random_init (&random, 5, 0);
  for (guint i = 0; i < N_TRIALS / 8; i++)
    {
      WeftServingPlan plan = random_plan (&random, PICK (&random, dense_models));
      g_autofree WeftServingSystem *system = NULL;
      double before = 0, gain_before = INFINITY, last = 0;

      plan.separate_prefill = FALSE;
      plan.pool.pp = plan.pool.replicas = 1;
      plan.cached_tokens = plan.input_tokens - 1;
      system = random_system (&random, &plan);
      if (system == NULL)
        continue;
      for (double batch = 16; batch <= 2048; batch += 16)
        {
          WeftServingAnswer answer;
          double gain;

          plan.pool.batch = batch;
          answer = serving_answer (system, &plan);
          if (!answer.fits)
            break;
          gain = answer.tokens_s - before;
          g_assert_cmpfloat (answer.tokens_s, >=, before * 0.95);
          if (batch > 16)
            g_assert_cmpfloat (gain, <=, gain_before + 0.1 * answer.tokens_s);
          if (answer.limit == WEFT_SERVING_LIMIT_KV_ROOM && last > 0)
            g_assert_cmpfloat_with_epsilon (answer.tokens_s, last, 0.001 * last);
          last = answer.limit == WEFT_SERVING_LIMIT_KV_ROOM ? answer.tokens_s : 0;
          gain_before = gain;
          before = answer.tokens_s;
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/serving-property/whole", test_whole);
  g_test_add_func ("/serving-property/batch-of-one", test_batch_of_one);
  g_test_add_func ("/serving-property/faster-parts", test_faster_parts);
  g_test_add_func ("/serving-property/more-memory", test_more_memory);
  g_test_add_func ("/serving-property/concave", test_concave);

  return g_test_run ();
}
