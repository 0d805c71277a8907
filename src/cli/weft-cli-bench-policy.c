/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench` that asks a policy about a machine of 20 groups with 50 legal edits, and has it learn from
 * the answer. */
#include "cli/weft-cli-bench.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-random.h"
#include "search/tgrl/weft-policy.h"

#define NODES 20
#define JOINS 40
#define ACTIONS 50
#define ROUNDS 300
#define REPEATS 7
#define GOAL_US 1000

static void
fill (WeftRandom *random, float *feature, guint n)
{
  for (guint i = 0; i < n; i++)
    feature[i] = (float) weft_random_double (random);
}

/* (transfer full) */
static WeftTypedGraph *
make_graph (WeftRandom *random)
{
  WeftTypedGraph *graph = weft_typed_graph_new ();
  float node[WEFT_TYPED_NODE_FEATURES], edge[WEFT_TYPED_EDGE_FEATURES];

  fill (random, graph->global, WEFT_TYPED_GLOBAL_FEATURES);
  for (guint i = 0; i < NODES; i++)
    {
      fill (random, node, WEFT_TYPED_NODE_FEATURES);
      weft_typed_graph_add_node (graph, i % WEFT_TYPED_N_TYPES, node);
    }
  for (guint i = 0; i < JOINS; i++)
    {
      fill (random, edge, WEFT_TYPED_EDGE_FEATURES);
      weft_typed_graph_join (graph, i % NODES, weft_random_below (random, NODES), i % (WEFT_TYPED_N_RELATIONS / 2),
                             edge);
    }
  for (guint i = 0; i < ACTIONS; i++)
    {
      WeftTypedAction *action = weft_typed_graph_add_action (graph, i % NODES, i % WEFT_TYPED_N_KINDS,
                                                             weft_random_normal (random));

      fill (random, action->feature + WEFT_TYPED_ACTION_RESOURCE, 2 * WEFT_TYPED_N_CLASSES);
    }
  weft_typed_graph_standardise (graph);
  return graph;
}

/* Median of the µs that one state takes; @gradient: (nullable): learns too. */
static double
measure (const WeftPolicy *policy, const WeftTypedGraph *graph, WeftPolicyTape *tape, float *gradient)
{
  const WeftPolicySample sample = { .action = 1, .log_probability = -4, .advantage = 1, .reward_to_go = 1 };
  const WeftPolicyLoss loss = { .lambda = 1, .clip = 0.2, .value_weight = 0.5, .entropy_weight = 0.01,
                                .prior_weight = 0.1 };
  double time_us[REPEATS];

  for (guint repeat = 0; repeat < REPEATS; repeat++)
    {
      gint64 start = g_get_monotonic_time ();

      for (guint i = 0; i < ROUNDS; i++)
        if (gradient != NULL)
          weft_policy_sample_loss (policy->parameter, graph, &sample, &loss, 1, tape, gradient);
        else
          weft_policy_choose (policy, graph, tape, NULL, NULL);
      time_us[repeat] = (g_get_monotonic_time () - start) / (double) ROUNDS;
    }
  return weft_bench_median (time_us, REPEATS);
}

void
weft_bench_policy (WeftBench *bench)
{
  const WeftPolicyRecipe recipe = { .space = "bench", .seed = bench->seed, .n_steps = 16, .lambda = 1 };
  g_autoptr (WeftPolicy) policy = weft_policy_new (&recipe);
  g_autoptr (WeftPolicyTape) tape = weft_policy_tape_new ();
  g_autofree float *gradient = g_new0 (float, policy->n_parameters);
  g_autoptr (WeftTypedGraph) graph = NULL;
  WeftRandom random;

  weft_random_init (&random, bench->seed, 0);
  graph = make_graph (&random);
  weft_bench_add (bench, "policy-choose", _("Policy asked for one of 50 edits"),
                  measure (policy, graph, tape, NULL), "µs", GOAL_US, FALSE);
  weft_bench_add (bench, "policy-learn", _("Gradient of its loss for one such state"),
                  measure (policy, graph, tape, gradient), "µs", NAN, FALSE);
}
