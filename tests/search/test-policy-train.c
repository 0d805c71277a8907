/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training raises what an episode brings, is the same to the byte on any threads and after a stop, and pays the rewards
 * that it should. */
#include "policy-world-fixture.h"

#include <glib/gstdio.h>

#include "base/weft-file.h"
/* For the advantages, which nobody else sees. */
#include "search/tgrl/weft-policy-train.c"

static const WeftPolicyRecipe recipe = {
  .space = "bowl", .seed = 3, .n_updates = 12, .n_episodes = 16, .n_steps = 16, .lambda = 1,
};

static void
train (WeftPolicy *policy, guint n_threads)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (n_threads);

  g_assert_true (weft_policy_train (policy, &fixture_world, executor, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
}

/* Mean return over episodes that the training has not seen. */
static double
mean_return (const WeftPolicy *policy, gboolean is_greedy)
{
  g_autoptr (WeftPolicyEpisode) episode = weft_policy_episode_new ();
  g_autofree World *place = world_begin (NULL);
  const guint n = 100;
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      weft_policy_episode_play (episode, policy, &fixture_world, place, 99, i, is_greedy);
      sum += weft_policy_episode_return (episode) / n;
    }
  return sum;
}

static void
assert_equal_policies (const WeftPolicy *a, const WeftPolicy *b)
{
  g_assert_cmpmem (a->parameter, a->n_parameters * sizeof (float), b->parameter, b->n_parameters * sizeof (float));
  g_assert_cmpmem (a->mean, a->n_parameters * sizeof (float), b->mean, b->n_parameters * sizeof (float));
  g_assert_cmpmem (a->square, a->n_parameters * sizeof (float), b->square, b->n_parameters * sizeof (float));
}

static void
test_learns (void)
{
  g_autoptr (WeftPolicy) policy = weft_policy_new (&recipe);
  double before_greedy = mean_return (policy, TRUE), before = mean_return (policy, FALSE);

  train (policy, 2);
  g_test_message ("drawn %.4f to %.4f, greedy %.4f to %.4f", before, mean_return (policy, FALSE), before_greedy,
                  mean_return (policy, TRUE));
  g_assert_cmpfloat (mean_return (policy, FALSE), >, before);
  g_assert_cmpfloat (mean_return (policy, TRUE), >, before_greedy);
}

static void
test_threads (void)
{
  WeftPolicyRecipe small = recipe;
  g_autoptr (WeftPolicy) a = NULL;
  g_autoptr (WeftPolicy) b = NULL;
  g_autoptr (WeftPolicy) other = NULL;

  small.n_updates = 2;
  a = weft_policy_new (&small);
  b = weft_policy_new (&small);
  small.seed++;
  other = weft_policy_new (&small);
  train (a, 1);
  train (b, 3);
  train (other, 1);
  assert_equal_policies (a, b);
  g_assert_cmpint (memcmp (a->parameter, other->parameter, a->n_parameters * sizeof (float)), !=, 0);
}

static void
stop_cb (const WeftPolicy *policy, const WeftPolicyProgress *progress, gpointer cancellable)
{
  g_assert_cmpuint (progress->n_done, ==, policy->n_done);
  g_assert_cmpuint (progress->n_updates, ==, 3);
  g_assert_true (isfinite (progress->mean_loss));
  if (progress->n_done == 2)
    g_cancellable_cancel (cancellable);
}

/* Cancelled after two updates, kept in a file, read, and gone on with: the bytes of a training without a stop. */
static void
test_resume (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  g_autofree char *folder = g_dir_make_tmp ("weft-policy-XXXXXX", NULL);
  g_autofree char *one = g_build_filename (folder, "one", NULL);
  g_autofree char *two = g_build_filename (folder, "two", NULL);
  g_autofree char *bytes_one = NULL, *bytes_two = NULL;
  gsize length_one, length_two;
  WeftPolicyRecipe small = recipe;
  g_autoptr (WeftPolicy) whole = NULL;
  g_autoptr (WeftPolicy) stopped = NULL;
  g_autoptr (WeftPolicy) resumed = NULL;

  small.n_updates = 3;
  whole = weft_policy_new (&small);
  stopped = weft_policy_new (&small);
  train (whole, 2);
  g_assert_false (weft_policy_train (stopped, &fixture_world, executor, stop_cb, cancellable, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_cmpuint (stopped->n_done, ==, 2);
  g_assert_true (weft_policy_save (stopped, one, &error));
  resumed = weft_policy_load (one, &error);
  g_assert_no_error (error);
  train (resumed, 1);
  assert_equal_policies (whole, resumed);

  g_assert_true (weft_policy_save (whole, one, &error));
  g_assert_true (weft_policy_save (resumed, two, &error));
  bytes_one = weft_file_read (one, WEFT_FILE_MAX_BYTES, &length_one, &error);
  bytes_two = weft_file_read (two, WEFT_FILE_MAX_BYTES, &length_two, &error);
  g_assert_cmpmem (bytes_one, length_one, bytes_two, length_two);
  g_remove (one);
  g_remove (two);
  g_rmdir (folder);
}

static void
test_reward (void)
{
  g_assert_cmpfloat_with_epsilon (weft_policy_reward (0.5, 0.25, 0.2, FALSE), 0.25, 1e-12);
  g_assert_cmpfloat_with_epsilon (weft_policy_reward (0.5, 0.25, 0.3, FALSE), 0.35, 1e-12);
  g_assert_cmpfloat_with_epsilon (weft_policy_reward (-4, -2, -5, FALSE), -0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (weft_policy_reward (0.5, 0.5, 0.2, TRUE), -0.05, 1e-12);
  g_assert_cmpfloat (weft_policy_reward (0, 40, 0, FALSE), ==, -5);
  g_assert_cmpfloat (weft_policy_reward (0, -40, 0, FALSE), ==, 5);
  g_assert_cmpfloat (weft_policy_reward (0, NAN, 0, FALSE), ==, -5);
}

/* Advantages by hand: the last is 2 - 0.25, the first 1 + 0.95 * 0.25 - 0.5 and 0.95 * 0.9 of the last. */
static void
test_advantages (void)
{
  g_autoptr (WeftPolicyEpisode) episode = weft_policy_episode_new ();
  g_autoptr (GArray) lessons = g_array_new (FALSE, TRUE, sizeof (Lesson));
  WeftPolicyMoment first = { .graph = weft_typed_graph_new (), .reward = 1, .value = 0.5, .action = 4 };
  WeftPolicyMoment last = { .graph = weft_typed_graph_new (), .reward = 2, .value = 0.25 };
  const WeftPolicySample *sample;

  g_array_append_val (episode->moments, first);
  g_array_append_val (episode->moments, last);
  take_lessons (episode, lessons);
  /* Behind those of another episode, which must not leak into it. */
  take_lessons (episode, lessons);
  g_assert_cmpuint (lessons->len, ==, 4);
  for (guint i = 0; i < 4; i += 2)
    {
      sample = &g_array_index (lessons, Lesson, i).sample;
      g_assert_cmpuint (sample->action, ==, 4);
      g_assert_cmpfloat_with_epsilon (sample->advantage, 0.7375 + 0.855 * 1.75, 1e-12);
      g_assert_cmpfloat_with_epsilon (sample->reward_to_go, 0.7375 + 0.855 * 1.75 + 0.5, 1e-12);
      sample = &g_array_index (lessons, Lesson, i + 1).sample;
      g_assert_cmpfloat_with_epsilon (sample->advantage, 1.75, 1e-12);
      g_assert_cmpfloat_with_epsilon (sample->reward_to_go, 2, 1e-12);
    }
}

static double
break_cb (gpointer place, guint action, gboolean *is_duplicate)
{
  double objective = world_step (place, action, is_duplicate);

  return action % 2 == 0 ? NAN : objective;
}

/* Machines whose measurement breaks are left at once and leave no NaN in the weights. */
static void
test_broken (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  WeftPolicyRecipe small = recipe;
  WeftPolicyWorld broken = fixture_world;
  g_autoptr (WeftPolicy) policy = NULL;
  g_autoptr (WeftPolicyEpisode) episode = weft_policy_episode_new ();
  g_autofree World *place = world_begin (NULL);

  broken.step = break_cb;
  small.n_updates = 1;
  policy = weft_policy_new (&small);
  g_assert_true (weft_policy_train (policy, &broken, executor, NULL, NULL, NULL, &error));
  for (guint i = 0; i < policy->n_parameters; i++)
    g_assert_true (isfinite (policy->parameter[i]));
  weft_policy_episode_play (episode, policy, &broken, place, 1, 1, FALSE);
  g_assert_true (isfinite (weft_policy_episode_return (episode)));
  g_assert_cmpfloat (episode->best, <=, episode->start);
}

/* Without training the choice is that of the prior, however the weights were drawn. */
static void
test_untrained (void)
{
  g_autoptr (WeftPolicyTape) tape = weft_policy_tape_new ();
  g_autofree World *place = world_begin (NULL);

  for (guint seed = 0; seed < 20; seed++)
    {
      WeftPolicyRecipe other = recipe;
      g_autoptr (WeftPolicy) policy = NULL;
      g_autoptr (WeftTypedGraph) graph = weft_typed_graph_new ();
      WeftRandom random;
      double p[2 * WORLD_N_COLUMNS], q[2 * WORLD_N_COLUMNS];

      other.seed = seed;
      policy = weft_policy_new (&other);
      weft_random_init (&random, seed, 0);
      world_reset (place, &random);
      world_observe (place, 0, 16, graph);
      weft_policy_net_forward (policy->parameter, graph, tape);
      weft_policy_probabilities (graph, tape->logit, 1, p);
      weft_policy_probabilities (graph, NULL, 1, q);
      for (guint i = 0; i < graph->actions->len; i++)
        g_assert_cmpfloat_with_epsilon (p[i], q[i], 0.05);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/policy-train/reward", test_reward);
  g_test_add_func ("/policy-train/advantages", test_advantages);
  g_test_add_func ("/policy-train/broken", test_broken);
  g_test_add_func ("/policy-train/untrained", test_untrained);
  g_test_add_func ("/policy-train/threads", test_threads);
  g_test_add_func ("/policy-train/resume", test_resume);
  g_test_add_func ("/policy-train/learns", test_learns);
  return g_test_run ();
}
