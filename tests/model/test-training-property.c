/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds for the time of every training plan, tried on random ones: models of training are known to break each of
 * these. */
#include "training-fixture.h"

#define N_DRAWS 3000

/* Rounding, in sums of some dozen terms. */
#define SLACK (1 + 1e-12)

static guint
power (guint most)
{
  return 1u << g_test_rand_int_range (0, (gint) most + 1);
}

static gboolean
flip (void)
{
  return g_test_rand_int_range (0, 2) == 1;
}

static WeftLlmShape
draw_shape (void)
{
  double heads = 16 * power (2);
  WeftLlmShape shape = gpt_shape (g_test_rand_int_range (1, 80), heads * 128, heads);

  shape.kv_heads = heads / power (2);
  shape.gated_ffn = flip ();
  shape.ffn = 64 * g_test_rand_int_range (8, 600);
  shape.vocab = 1000 * g_test_rand_int_range (1, 260);
  if (flip ())
    return shape;
  shape.experts = 4 * power (3);
  shape.experts_per_token = power (2);
  shape.moe_ffn = shape.ffn;
  for (guint i = 0; i < (guint) shape.layers; i++)
    shape.layer[i].is_moe = g_test_rand_int_range (0, 4) > 0;
  return shape;
}

static void
draw_software (WeftTrainingPlan *plan)
{
  plan->zero_stage = (guint) g_test_rand_int_range (0, 4);
  plan->recompute = (WeftRecompute) g_test_rand_int_range (0, WEFT_N_RECOMPUTES);
  plan->states = (WeftStates) g_test_rand_int_range (0, WEFT_N_STATES);
  plan->sequence_parallel = flip ();
  plan->flash_attention = flip ();
  plan->dropout = flip ();
  plan->adapters_only = g_test_rand_int_range (0, 8) == 0;
  plan->format = flip () ? WEFT_FORMAT_FP8 : WEFT_FORMAT_BF16;
}

/* Until it is one that can be. */
static void
draw_run (TrainingRun *run)
{
  for (;;)
    {
      WeftLlmShape shape = draw_shape ();
      WeftTrainingPlan *plan = &run->plan;
      g_autofree char *lack = NULL;

      training_run_init (run, &shape);
      plan->tp = power (5);
      plan->pp = (guint) g_test_rand_int_range (1, 13);
      plan->cp = power (2);
      plan->dp = power (8);
      plan->ep = shape.experts > 0 ? power (3) : 1;
      plan->virtual_stages = plan->pp > 1 ? (guint) g_test_rand_int_range (1, 5) : 1;
      plan->microbatch = power (3);
      plan->global_batch = plan->microbatch * plan->dp * g_test_rand_int_range (1, 64);
      plan->sequence = 512 * power (5);
      draw_software (plan);
      lack = weft_training_plan_lack (plan);
      if (lack == NULL)
        return;
    }
}

static WeftTrainingSite
draw_site (void)
{
  static const char *const stacks[] = { "megatron", "nemo", "deepspeed", "llm-foundry", "maxtext", NULL };
  const char *stack = stacks[g_test_rand_int_range (0, G_N_ELEMENTS (stacks))];

  return flip () ? training_site ("h100-sxm-80", "nvlink4", "ib-ndr", stack)
                 : training_site ("gb200", "nvlink5", "ib-xdr", stack);
}

static void
test_parts (void)
{
  for (guint i = 0; i < N_DRAWS; i++)
    {
      WeftTrainingSite site = draw_site ();
      TrainingRun run;
      double sum = 0;

      draw_run (&run);
      training_run_s (&run, &site);
      for (guint k = 0; k < WEFT_N_TRAINING_PARTS; k++)
        {
          g_assert_cmpfloat (run.step.part_s[k], >=, 0);
          sum += run.step.part_s[k];
        }
      g_assert_cmpfloat_with_epsilon (sum, run.step.step_s, 1e-9 * sum);
      g_assert_cmpfloat (weft_training_step_s (&run.model, &site, &run.plan), ==, run.step.step_s);
      g_assert_cmpfloat (run.step.part_s[WEFT_TRAINING_PART_RECOMPUTE], <=, run.step.forward_s * SLACK);
      g_assert_cmpfloat (run.step.model_flop, <=, run.step.full_flop * SLACK);
      g_assert_cmpfloat (run.step.model_flop, <=, run.step.hardware_flop * SLACK);
      g_assert_cmpfloat (run.step.hardware_utilisation, <, 1);
    }
}

/* 1. Overlap on is not slower than off. */
static void
test_overlap (void)
{
  for (guint i = 0; i < N_DRAWS; i++)
    {
      WeftTrainingSite site = draw_site ();
      TrainingRun run;
      double on_s;

      draw_run (&run);
      on_s = training_run_s (&run, &site);
      for (guint which = 1; which < 8; which++)
        {
          run.plan.overlap_tp = (which & 1) == 0;
          run.plan.overlap_dp = (which & 2) == 0;
          run.plan.overlap_pp = (which & 4) == 0;
          g_assert_cmpfloat (on_s, <=, training_run_s (&run, &site) * SLACK);
        }
    }
}

/* 3. and 5. What replicas send grows with their number, and twice the chips with twice the work are not faster, but for the
 * optimizer's states, which more chips share, and for switches, which libraries have reduce for larger groups only. */
static void
test_replicas (void)
{
  for (guint i = 0; i < N_DRAWS; i++)
    {
      WeftTrainingSite site = draw_site ();
      TrainingRun run;
      double sent_s, rest_s;
      guint stage;

      site.fabric.reduces_in_switch = FALSE;
      draw_run (&run);
      training_run_s (&run, &site);
      sent_s = run.step.part_s[WEFT_TRAINING_PART_DP] + run.step.dp_hidden_s;
      rest_s = run.step.step_s - run.step.part_s[WEFT_TRAINING_PART_OPTIMIZER];
      stage = run.step.stage;
      run.plan.dp *= 2;
      run.plan.global_batch *= 2;
      training_run_s (&run, &site);
      if (run.step.stage != stage)
        continue;
      if (!run.plan.adapters_only)
        g_assert_cmpfloat (run.step.part_s[WEFT_TRAINING_PART_DP] + run.step.dp_hidden_s, >, sent_s);
      g_assert_cmpfloat ((run.step.step_s - run.step.part_s[WEFT_TRAINING_PART_OPTIMIZER]) * SLACK, >=, rest_s);
    }
}

/* 4. Faster links and memory never make a plan slower. */
static void
test_faster (void)
{
  for (guint i = 0; i < N_DRAWS; i++)
    {
      WeftTrainingSite site = draw_site (), faster = site;
      double factor = 1 + g_test_rand_double_range (0, 3);
      TrainingRun run;
      double slow_s;

      draw_run (&run);
      slow_s = training_run_s (&run, &site);
      faster.fabric.inside.bw_bytes_s *= factor;
      g_assert_cmpfloat (training_run_s (&run, &faster), <=, slow_s * SLACK);
      faster.fabric.across.bw_bytes_s *= factor;
      g_assert_cmpfloat (training_run_s (&run, &faster), <=, slow_s * SLACK);
      faster.fabric.inside.alpha_s /= factor;
      faster.fabric.across.alpha_s /= factor;
      g_assert_cmpfloat (training_run_s (&run, &faster), <=, slow_s * SLACK);
      faster.kernels.stream_bytes_s *= factor;
      faster.kernels.decode_bytes_s *= factor;
      for (guint k = 0; k < WEFT_N_FORMATS; k++)
        faster.kernels.gemm[k].bw_bytes_s *= factor;
      g_assert_cmpfloat (training_run_s (&run, &faster), <=, slow_s * SLACK);
      faster.capacity_bytes *= factor;
      g_assert_cmpfloat (training_run_s (&run, &faster), <=, slow_s * SLACK);
    }
}

static double
layers_s (TrainingRun            *run,
          const WeftTrainingSite *site,
          guint                   layers)
{
  run->shape.layers = layers;
  weft_training_model_init (&run->model, &run->shape);
  return training_run_s (run, site);
}

/* 8. Layers that stages do not divide cost what they cost: between the counts below and above that they divide. */
static void
test_uneven (void)
{
  for (guint i = 0; i < N_DRAWS; i++)
    {
      WeftTrainingSite site = draw_site ();
      TrainingRun run;
      guint layers, below;
      double step_s;

      draw_run (&run);
      layers = (guint) run.shape.layers;
      below = layers / run.plan.pp * run.plan.pp;
      if (run.shape.experts > 0 || below == layers || run.plan.pp * run.plan.virtual_stages > below)
        continue;
      step_s = training_run_s (&run, &site);
      g_assert_cmpfloat (layers_s (&run, &site, below), <, step_s);
      g_assert_cmpfloat (layers_s (&run, &site, below + run.plan.pp), >=, step_s);
    }
}

/* 9. Tensor parallelism beyond the scale-up domain is allowed, and visibly slow: twice as slow in measurements of a model of
 * 18.4B on nodes of 8. */
static void
test_beyond_domain (void)
{
  WeftTrainingSite site = a100_site ();
  WeftLlmShape shape = gpt_shape (40, 6144, 48);
  TrainingRun run;
  double inside_s;

  training_run_init (&run, &shape);
  run.plan.sequence = 2048;
  run.plan.global_batch = 1024;
  run.plan.microbatch = 2;
  run.plan.tp = 8;
  run.plan.dp = 32;
  run.plan.flash_attention = FALSE;
  run.plan.recompute = WEFT_RECOMPUTE_FULL;
  inside_s = training_run_s (&run, &site);
  run.plan.tp = 16;
  run.plan.dp = 16;
  g_assert_cmpfloat (training_run_s (&run, &site), >, 1.4 * inside_s);
  g_assert_cmpfloat (run.step.groups[WEFT_TRAINING_GROUP_TP].local, ==, 8);
}

/* A batch that is twice as large takes not more than twice as long, and longer. */
static void
test_batch (void)
{
  for (guint i = 0; i < N_DRAWS; i++)
    {
      WeftTrainingSite site = draw_site ();
      TrainingRun run;
      double once_s, twice_s;

      draw_run (&run);
      once_s = training_run_s (&run, &site);
      run.plan.global_batch *= 2;
      twice_s = training_run_s (&run, &site);
      g_assert_cmpfloat (twice_s, >, once_s);
      g_assert_cmpfloat (twice_s, <=, 2 * once_s * SLACK);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/training-property/parts", test_parts);
  g_test_add_func ("/training-property/overlap", test_overlap);
  g_test_add_func ("/training-property/replicas", test_replicas);
  g_test_add_func ("/training-property/faster", test_faster);
  g_test_add_func ("/training-property/uneven", test_uneven);
  g_test_add_func ("/training-property/beyond-domain", test_beyond_domain);
  g_test_add_func ("/training-property/batch", test_batch);
  return g_test_run ();
}
