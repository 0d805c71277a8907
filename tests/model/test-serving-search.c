/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for the best way to serve: what it finds meets the goal, nothing that was tried is better, and it says
 * what is nearest when nothing does. */
#include "serving-fixture.h"

static void
search (const WeftServingSystem *system,
        const WeftServingPlan   *plan,
        const WeftServingGoal   *goal,
        WeftServingFound        *found)
{
  WeftServingLoad load;

  weft_serving_load_init (&load);
  weft_serving_search_plans (system, plan, &load, goal, found);
}

/* Every split and batch of one node by hand. */
static void
test_best (void)
{
  WeftServingPlan plan = serving_plan ("llama-3.1-70b", "fp8", 1, 1);
  g_autofree WeftServingSystem *system = serving_system ("h200-sxm-141", &plan);
  WeftServingGoal goal;
  WeftServingFound found;
  double best = 0;

  weft_serving_goal_init (&goal, 8);
  goal.most_tpot_s = 0.030;
  goal.most_ttft_s = 1;
  search (system, &plan, &goal, &found);
  g_assert_true (found.is_found);
  g_assert_cmpfloat (found.answer.tpot_s, <=, 0.030);
  g_assert_cmpfloat (found.answer.ttft_s, <=, 1);
  g_assert_cmpuint (found.plan.pool.tp * found.plan.pool.pp * found.plan.pool.replicas, <=, 8);

  for (guint tp = 1; tp <= 8; tp *= 2)
    for (guint batch = 1; batch <= 1024; batch *= 2)
      {
        WeftServingAnswer answer;

        plan.pool.tp = tp;
        plan.pool.replicas = 8 / tp;
        plan.pool.batch = batch;
        answer = serving_answer (system, &plan);
        if (answer.fits && answer.tpot_s <= 0.030 && answer.ttft_s <= 1)
          best = MAX (best, answer.tokens_s);
      }
  g_assert_cmpfloat (best, >, 0);
  g_assert_cmpfloat (found.answer.tokens_s, >=, best);
  assert_near (found.answer.tokens_s_chip, found.answer.tokens_s / 8);
}

/* What the answer of the plan that was found says, it says again. */
static void
test_again (void)
{
  WeftServingPlan plan = serving_plan ("deepseek-v3", "fp8", 1, 1);
  g_autofree WeftServingSystem *system = serving_system ("h200-sxm-141", &plan);
  WeftServingGoal goal;
  WeftServingFound found;
  WeftServingAnswer again;

  weft_serving_goal_init (&goal, 32);
  goal.may_separate = TRUE;
  goal.most_tpot_s = 0.050;
  search (system, &plan, &goal, &found);
  g_assert_true (found.is_found);
  again = serving_answer (system, &found.plan);
  assert_near (again.tokens_s, found.answer.tokens_s);
  g_assert_cmpfloat (weft_serving_plan_chips (&found.plan), <=, 32);
  g_assert_cmpuint (found.n_tried, >, found.n_slow);
}

/* Tighter limits never give more. */
static void
test_limits (void)
{
  WeftServingPlan plan = serving_plan ("llama-3.1-70b", "bf16", 1, 1);
  g_autofree WeftServingSystem *system = serving_system ("h100-sxm-80", &plan);
  WeftServingGoal goal;
  WeftServingFound found;
  double before = INFINITY;

  weft_serving_goal_init (&goal, 16);
  for (double limit_s = 0.2; limit_s > 0.01; limit_s /= 1.3)
    {
      goal.most_tpot_s = limit_s;
      search (system, &plan, &goal, &found);
      if (!found.is_found)
        break;
      g_assert_cmpfloat (found.answer.tokens_s, <=, before);
      before = found.answer.tokens_s;
    }
  g_assert_true (isfinite (before));
}

static void
test_nothing (void)
{
  WeftServingPlan plan = serving_plan ("llama-3.1-405b", "bf16", 1, 1);
  g_autofree WeftServingSystem *system = serving_system ("h100-sxm-80", &plan);
  WeftServingGoal goal;
  WeftServingFound found;

  weft_serving_goal_init (&goal, 8);
  search (system, &plan, &goal, &found);
  g_assert_false (found.is_found);
  g_assert_false (found.has_nearest);
  g_assert_cmpuint (found.n_unfit, >, 0);
  g_assert_cmpuint (found.n_tried, ==, 0);

  /* Sixteen hold it, though no token comes in a millisecond. */
  weft_serving_goal_init (&goal, 16);
  goal.most_tpot_s = 1e-3;
  search (system, &plan, &goal, &found);
  g_assert_false (found.is_found);
  g_assert_true (found.has_nearest);
  g_assert_cmpfloat (found.nearest_answer.tpot_s, >, 1e-3);
  g_assert_cmpuint (found.n_slow, ==, found.n_tried);
}

/* Chips that no split uses stand idle. */
static void
test_odd_chips (void)
{
  WeftServingPlan plan = serving_plan ("llama-3.1-8b", "bf16", 1, 1);
  g_autofree WeftServingSystem *system = serving_system ("h100-sxm-80", &plan);
  WeftServingGoal goal;
  WeftServingFound found;

  for (guint chips = 1; chips <= 11; chips += 2)
    {
      weft_serving_goal_init (&goal, chips);
      search (system, &plan, &goal, &found);
      g_assert_true (found.is_found);
      g_assert_cmpfloat (weft_serving_plan_chips (&found.plan), <=, chips);
      assert_near (found.answer.tokens_s_chip, found.answer.tokens_s / chips);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/serving-search/best", test_best);
  g_test_add_func ("/serving-search/again", test_again);
  g_test_add_func ("/serving-search/limits", test_limits);
  g_test_add_func ("/serving-search/nothing", test_nothing);
  g_test_add_func ("/serving-search/odd-chips", test_odd_chips);

  return g_test_run ();
}
