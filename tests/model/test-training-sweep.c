/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps of training plans: what is counted, what is found, and what does not fit. */
#include "training-fixture.h"
#include "model/measured/weft-training-sweep.h"

#define N_BEST 5

static void
set_gpt3 (TrainingRun *run)
{
  WeftLlmShape shape = catalog_shape ("gpt3-175b");

  training_run_init (run, &shape);
  run->plan.sequence = 2048;
  run->plan.global_batch = 1024;
  run->plan.zero_stage = 1;
  run->plan.stack = "nemo";
  run->plan.states = weft_states_of_stack ("nemo");
}

/* Every plan is counted once: those that fit and those that do not; the best are in order, fit, and take what they say. */
static void
test_tally (void)
{
  WeftTrainingSite site = h100_site ();
  WeftTrainingFound best[N_BEST];
  WeftTrainingTally tally;
  WeftTrainingSpace space;
  TrainingRun run;
  guint found;

  set_gpt3 (&run);
  weft_training_space_init_splits (&space, &run.model, &site, &run.plan, 1024);
  found = weft_training_sweep (&run.model, &site, &run.plan, 1024, &space, best, N_BEST, &tally, NULL);
  g_assert_cmpuint (found, ==, N_BEST);
  g_assert_cmpuint (tally.plans, ==, tally.too_large + tally.timed);
  g_assert_cmpuint (tally.too_large, >, 0);
  for (guint i = 0; i < found; i++)
    {
      const WeftTrainingPlan *plan = &best[i].plan;
      g_autofree char *lack = weft_training_plan_lack (plan);

      g_assert_null (lack);
      g_assert_cmpfloat (weft_training_plan_chips (plan), ==, 1024);
      g_assert_cmpfloat (best[i].memory_bytes, <=, site.capacity_bytes);
      g_assert_cmpfloat (best[i].step_s, ==, weft_training_step_s (&run.model, &site, plan));
      g_assert_true (i == 0 || best[i].step_s >= best[i - 1].step_s);
    }
}

/* A count by hand: 2 layers on 4 chips, 1 head: TP1; PP1 or PP2; microbatches 1, 2 and 4 of a batch of 4 that replicas
 * divide. PP1 has 4 replicas: 1. PP2 has 2: 1 and 2. */
static void
test_count (void)
{
  WeftTrainingSite site = h100_site ();
  WeftLlmShape shape = gpt_shape (2, 128, 1);
  WeftTrainingFound best[N_BEST];
  WeftTrainingTally tally;
  WeftTrainingSpace space;
  TrainingRun run;

  training_run_init (&run, &shape);
  run.plan.global_batch = 4;
  weft_training_space_init_splits (&space, &run.model, &site, &run.plan, 4);
  g_assert_cmpuint (weft_training_sweep (&run.model, &site, &run.plan, 4, &space, best, N_BEST, &tally, NULL), ==, 3);
  g_assert_cmpuint (tally.plans, ==, 3);
  g_assert_cmpuint (tally.too_large, ==, 0);
}

/* What fits nowhere is said to, with the plan that lacks least. */
static void
test_nothing_fits (void)
{
  WeftTrainingSite site = h100_site ();
  WeftTrainingFound best[N_BEST];
  WeftTrainingTally tally;
  WeftTrainingSpace space;
  TrainingRun run;

  set_gpt3 (&run);
  weft_training_space_init (&space, &run.model, &site, &run.plan, 8);
  g_assert_cmpuint (weft_training_sweep (&run.model, &site, &run.plan, 8, &space, best, N_BEST, &tally, NULL), ==, 0);
  g_assert_cmpuint (tally.timed, ==, 0);
  g_assert_cmpuint (tally.too_large, ==, tally.plans);
  g_assert_cmpfloat (tally.nearest.memory_bytes, >, site.capacity_bytes);
  /* 174.6 billion parameters of at least 14 bytes on 8 chips. */
  g_assert_cmpfloat (tally.nearest.memory_bytes, >, 174.6e9 * 14 / 8);
}

/* More to choose from is never worse, and more memory neither. */
static void
test_wider (void)
{
  WeftTrainingSite site = h100_site ();
  WeftTrainingFound splits, all, roomy;
  WeftTrainingSpace space;
  TrainingRun run;

  set_gpt3 (&run);
  weft_training_space_init_splits (&space, &run.model, &site, &run.plan, 512);
  weft_training_sweep (&run.model, &site, &run.plan, 512, &space, &splits, 1, NULL, NULL);
  weft_training_space_init (&space, &run.model, &site, &run.plan, 512);
  weft_training_sweep (&run.model, &site, &run.plan, 512, &space, &all, 1, NULL, NULL);
  g_assert_cmpfloat (all.step_s, <=, splits.step_s);
  site.capacity_bytes *= 2;
  weft_training_sweep (&run.model, &site, &run.plan, 512, &space, &roomy, 1, NULL, NULL);
  g_assert_cmpfloat (roomy.step_s, <=, all.step_s);
}

static void
test_cancel (void)
{
  WeftTrainingSite site = h100_site ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  WeftTrainingFound best;
  WeftTrainingTally tally;
  WeftTrainingSpace space;
  TrainingRun run;

  set_gpt3 (&run);
  g_cancellable_cancel (cancellable);
  weft_training_space_init (&space, &run.model, &site, &run.plan, 1024);
  weft_training_sweep (&run.model, &site, &run.plan, 1024, &space, &best, 1, &tally, cancellable);
  g_assert_cmpuint (tally.plans, <=, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/training-sweep/tally", test_tally);
  g_test_add_func ("/training-sweep/count", test_count);
  g_test_add_func ("/training-sweep/nothing-fits", test_nothing_fits);
  g_test_add_func ("/training-sweep/wider", test_wider);
  g_test_add_func ("/training-sweep/cancel", test_cancel);
  return g_test_run ();
}
