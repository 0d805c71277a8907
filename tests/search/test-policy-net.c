/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gradient of the whole loss against central differences, in double, block by block; and what the network must not
 * depend on. The product's own source is compiled here a second time. */
#define WEFT_POLICY_DOUBLE

#include <math.h>
#include <string.h>

#include "policy-fixture.h"

#include "search/tgrl/weft-policy-loss.c"
#include "search/tgrl/weft-policy-net.c"

static const WeftPolicyLoss weights = {
  .lambda = 1, .clip = 0.2, .value_weight = 0.5, .entropy_weight = 0.01, .prior_weight = 0.1,
};

static double *
random_parameters (WeftRandom *random)
{
  double *parameter = g_new (double, N_PARAMETERS);

  for (guint b = 0; b < WEFT_POLICY_N_BLOCKS; b++)
    for (guint i = 0; i < blocks[b].rows * blocks[b].columns; i++)
      parameter[blocks[b].offset + i] = MAX (blocks[b].sigma, 0.1) * weft_random_normal (random);
  return parameter;
}

static double
norm_of (const double *x, guint n)
{
  double squares = 0;

  for (guint i = 0; i < n; i++)
    squares += x[i] * x[i];
  return sqrt (squares);
}

/* The slope of the loss along @direction of a block, from both sides. */
static double
central_difference (double *parameter, const WeftPolicyBlock *block, const double *direction,
                    const WeftTypedGraph *graph, const WeftPolicySample *sample, WeftPolicyTape *tape)
{
  const double step = 1e-6;
  guint n = block->rows * block->columns;
  double side[2];
  g_autofree double *kept = g_memdup2 (parameter + block->offset, n * sizeof *parameter);

  for (guint s = 0; s < 2; s++)
    {
      for (guint i = 0; i < n; i++)
        parameter[block->offset + i] = kept[i] + (s == 0 ? -step : step) * direction[i];
      side[s] = weft_policy_sample_loss (parameter, graph, sample, &weights, 1, tape, NULL);
    }
  memcpy (parameter + block->offset, kept, n * sizeof *parameter);
  return (side[1] - side[0]) / (2 * step);
}

/* Along a direction in which every parameter of the block moves, then along a few of its axes. */
static void
check_block (double *parameter, const double *gradient, guint b, const WeftTypedGraph *graph,
             const WeftPolicySample *sample, WeftPolicyTape *tape, WeftRandom *random)
{
  const WeftPolicyBlock *block = &blocks[b];
  guint n = block->rows * block->columns;
  g_autofree double *direction = g_new (double, n);
  double most = norm_of (gradient + block->offset, n);

  g_assert_cmpfloat (most, >, 0);
  for (guint turn = 0; turn < 8; turn++)
    {
      double slope = 0, found, size;

      for (guint i = 0; i < n; i++)
        direction[i] = turn == 0 ? weft_random_normal (random) : 0;
      if (turn > 0)
        direction[weft_random_below (random, n)] = 1;
      size = norm_of (direction, n);
      for (guint i = 0; i < n; i++)
        direction[i] /= size;
      for (guint i = 0; i < n; i++)
        slope += direction[i] * gradient[block->offset + i];
      found = central_difference (parameter, block, direction, graph, sample, tape);
      if (fabs (found - slope) > 1e-6 * MAX (most, 1e-2))
        g_error ("%s: %.12g by differences, %.12g by hand (of %.3g)", block->name, found, slope, most);
    }
}

/* @away: of the old log probability from the present one; far away the ratio is clipped. */
static void
check_gradient (guint64 seed, double away, double advantage)
{
  WeftRandom random;
  g_autoptr (WeftTypedGraph) graph = NULL;
  g_autofree double *parameter = NULL;
  g_autofree double *gradient = g_new0 (double, N_PARAMETERS);
  WeftPolicyTape *tape = weft_policy_tape_new ();
  WeftPolicySample sample = { .action = 3, .advantage = advantage, .reward_to_go = 0.7 };
  double p[11];

  weft_random_init (&random, seed, 0);
  graph = fixture_graph (&random, 14, 30, G_N_ELEMENTS (p));
  parameter = random_parameters (&random);
  weft_policy_net_forward (parameter, graph, tape);
  weft_policy_probabilities (graph, tape->logit, weights.lambda, p);
  sample.log_probability = log (p[sample.action]) + away;
  weft_policy_sample_loss (parameter, graph, &sample, &weights, 1, tape, gradient);
  for (guint b = 0; b < WEFT_POLICY_N_BLOCKS; b++)
    check_block (parameter, gradient, b, graph, &sample, tape, &random);
  weft_policy_tape_free (tape);
}

static void
test_gradient (void)
{
  for (guint seed = 1; seed <= 4; seed++)
    {
      check_gradient (seed, 0.05, 1.3);
      check_gradient (seed, -0.5, 1.3);  /* clipped */
      check_gradient (seed, -0.5, -0.8); /* beyond the clip on the side that still counts */
    }
}

/* Blocks follow each other without gaps. */
static void
test_blocks (void)
{
  guint at = 0;

  for (guint b = 0; b < WEFT_POLICY_N_BLOCKS; b++)
    {
      g_assert_cmpuint (blocks[b].offset, ==, at);
      at += blocks[b].rows * blocks[b].columns;
    }
  g_assert_cmpuint (at, ==, N_PARAMETERS);
}

/* Nodes in another order are the same machine. */
static void
test_order (void)
{
  WeftRandom random;
  g_autoptr (WeftTypedGraph) graph = NULL;
  g_autoptr (WeftTypedGraph) turned = NULL;
  g_autofree double *parameter = NULL;
  WeftPolicyTape *a = weft_policy_tape_new (), *b = weft_policy_tape_new ();
  guint n = 9;

  weft_random_init (&random, 5, 0);
  graph = fixture_graph (&random, n, 20, 6);
  parameter = random_parameters (&random);
  turned = weft_typed_graph_copy (graph);
  for (guint i = 0; i < n; i++)
    g_array_index (turned->nodes, WeftTypedNode, n - 1 - i) = g_array_index (graph->nodes, WeftTypedNode, i);
  for (guint i = 0; i < turned->edges->len; i++)
    {
      WeftTypedEdge *edge = &g_array_index (turned->edges, WeftTypedEdge, i);

      edge->from = n - 1 - edge->from;
      edge->to = n - 1 - edge->to;
    }
  for (guint i = 0; i < turned->actions->len; i++)
    {
      WeftTypedAction *action = &g_array_index (turned->actions, WeftTypedAction, i);

      action->node = n - 1 - action->node;
    }
  weft_policy_net_forward (parameter, graph, a);
  weft_policy_net_forward (parameter, turned, b);
  g_assert_cmpfloat_with_epsilon (a->value, b->value, 1e-12);
  for (guint i = 0; i < a->n_actions; i++)
    g_assert_cmpfloat_with_epsilon (a->logit[i], b->logit[i], 1e-12);
  weft_policy_tape_free (a);
  weft_policy_tape_free (b);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/policy-net/blocks", test_blocks);
  g_test_add_func ("/policy-net/gradient", test_gradient);
  g_test_add_func ("/policy-net/order", test_order);
  return g_test_run ();
}
