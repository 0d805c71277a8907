/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares by classes of resources, where each is known. */
#include "run-fixture.h"
#include "sim/weft-sim-bottleneck.h"

static void
assert_class (const WeftSimBottlenecks *found, WeftBottleneck bottleneck, double expected)
{
  double sum = 0;

  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    sum += found->share[i];
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (found->share[bottleneck], expected, 1e-6);
}

/* 1 us of launch, 4 us of memory, 5 us of arithmetic: on an accelerator, and all but the launch the host's on a processor. */
static void
test_work (void)
{
  static const gboolean host[1] = { TRUE };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("work", 1);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  WeftSimBottlenecks found;
  guint32 first = weft_sim_builder_add_compute (builder, 0, 1, "copy", NULL, 1e-6, 2e-6, 4e-6, NULL);
  guint32 second = weft_sim_builder_add_compute (builder, 0, 2, "gemm", NULL, 0, 5e-6, 4e-6, NULL);

  weft_sim_builder_add_edge (builder, first, second, 0);
  result = run_on (builder, net_new (NET_RING, 1, 1e9, 0), &options);
  weft_sim_bottlenecks_init (&found, result, NULL, NULL);
  assert_class (&found, WEFT_BOTTLENECK_LATENCY, 0.1);
  assert_class (&found, WEFT_BOTTLENECK_MEMORY, 0.4);
  assert_class (&found, WEFT_BOTTLENECK_COMPUTE, 0.5);
  g_assert_cmpfloat_with_epsilon (found.idle, 0.1, 1e-6);
  weft_sim_bottlenecks_init (&found, result, NULL, host);
  assert_class (&found, WEFT_BOTTLENECK_HOST, 0.9);
}

/* The last of eight senders waits for seven, two ninths of the time are its own bytes: the link's all of it, whatever
 * link that is. */
static void
test_links (void)
{
  static const guint apart[9] = { 0, 0, 0, 0, 0, 0, 0, 0, 1 };
  static const guint together[9] = { 0 };
  static const gboolean host[9] = { TRUE };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("incast", 9);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  WeftSimBottlenecks found;

  for (guint32 i = 1; i <= 8; i++)
    add_message (builder, i, 0, i, 1e6);
  result = run_on (builder, net_new (NET_SWITCH, 9, 1e9, 0), &options);
  weft_sim_bottlenecks_init (&found, result, apart, NULL);
  assert_class (&found, WEFT_BOTTLENECK_SCALEOUT, 1);
  g_assert_cmpfloat_with_epsilon (found.queueing, 7.0 / 9, 1e-6);
  g_assert_cmpfloat_with_epsilon (found.idle, 1, 1e-6);
  weft_sim_bottlenecks_init (&found, result, together, NULL);
  assert_class (&found, WEFT_BOTTLENECK_SCALEUP, 1);
  weft_sim_bottlenecks_init (&found, result, together, host);
  assert_class (&found, WEFT_BOTTLENECK_HOST, 1);
}

/* A collective among ranks of one island, and the same among those of two. */
static void
test_collective (void)
{
  static const guint together[4] = { 0 };
  static const guint apart[4] = { 0, 0, 1, 1 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("collective", 4);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  WeftSimBottlenecks found;
  static const guint32 ranks[4] = { 0, 1, 2, 3 };
  guint32 group = weft_sim_builder_add_group (builder, "all", ranks, 4, NULL);

  for (guint32 rank = 0; rank < 4; rank++)
    weft_sim_builder_add_collective (builder, rank, rank, "sum", group, WEFT_SIM_ALL_REDUCE, 8e6, 0, NULL);
  result = run_on (builder, net_new (NET_RING, 4, 1e9, 0), &options);
  weft_sim_bottlenecks_init (&found, result, together, NULL);
  assert_class (&found, WEFT_BOTTLENECK_SCALEUP, 1);
  weft_sim_bottlenecks_init (&found, result, apart, NULL);
  assert_class (&found, WEFT_BOTTLENECK_SCALEOUT, 1);
}

/* A slow rank's time is that of what it does. */
static void
test_straggler (void)
{
  const double speed[2] = { 1, 0.5 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("straggler", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  WeftSimBottlenecks found;

  options.speed = speed;
  add_compute (builder, 0, 1, 1e-3);
  add_compute (builder, 1, 1, 1e-3);
  result = run_on (builder, net_new (NET_RING, 2, 1e9, 0), &options);
  weft_sim_bottlenecks_init (&found, result, NULL, NULL);
  assert_class (&found, WEFT_BOTTLENECK_COMPUTE, 1);
  g_assert_cmpfloat (found.idle, ==, 0);
}

/* Nothing takes no time. */
static void
test_nothing (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("nothing", 1);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  WeftSimBottlenecks found;

  add_compute (builder, 0, 1, 0);
  result = run_on (builder, net_new (NET_RING, 1, 1e9, 0), &options);
  weft_sim_bottlenecks_init (&found, result, NULL, NULL);
  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    g_assert_cmpfloat (found.share[i], ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bottleneck/work", test_work);
  g_test_add_func ("/bottleneck/links", test_links);
  g_test_add_func ("/bottleneck/collective", test_collective);
  g_test_add_func ("/bottleneck/straggler", test_straggler);
  g_test_add_func ("/bottleneck/nothing", test_nothing);
  return g_test_run ();
}
