/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The critical path and what bounds a run, where each share is known. */
#include "run-fixture.h"

static void
assert_share (const WeftSimResult *result, WeftSimShare share, double expected)
{
  g_assert_cmpfloat_with_epsilon (result->share[share], expected, 1e-6);
}

static void
assert_steps (const WeftSimResult *result, const guint32 *tasks, guint n)
{
  g_assert_cmpuint (result->path->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (g_array_index (result->path, WeftSimStep, i).task, ==, tasks[i]);
}

static void
test_compute (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("compute", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  add_compute (builder, 0, 1, 3e-6);
  add_compute (builder, 1, 1, 5e-6);
  result = run_on (builder, net_new (NET_RING, 2, 1e9, 0), &options);
  assert_share (result, WEFT_SIM_SHARE_COMPUTE, 1);
  assert_steps (result, (guint32[]) { 1 }, 1);
}

/* 1 us of launch, then 2 us of arithmetic behind 4 us of memory; then 5 us of arithmetic. */
static void
test_memory (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("memory", 1);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  guint32 first = weft_sim_builder_add_compute (builder, 0, 1, "copy", NULL, 1e-6, 2e-6, 4e-6, NULL);
  guint32 second = weft_sim_builder_add_compute (builder, 0, 2, "gemm", NULL, 0, 5e-6, 4e-6, NULL);

  weft_sim_builder_add_edge (builder, first, second, 0);
  result = run_on (builder, net_new (NET_RING, 1, 1e9, 0), &options);
  assert_share (result, WEFT_SIM_SHARE_LATENCY, 0.1);
  assert_share (result, WEFT_SIM_SHARE_MEMORY, 0.4);
  assert_share (result, WEFT_SIM_SHARE_COMPUTE, 0.5);
  assert_steps (result, (guint32[]) { 0, 1 }, 2);
}

static void
test_latency (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("latency", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  add_message (builder, 0, 1, 0, 0);
  result = run_on (builder, net_new (NET_SWITCH, 2, 1e9, 1e-6), &options);
  assert_ns (result->makespan_s, 2000);
  assert_share (result, WEFT_SIM_SHARE_LATENCY, 1);
}

/* 500 us on each of two links, and 1 us of latency each. */
static void
test_serialization (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("bytes", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  add_message (builder, 0, 1, 0, 5e5);
  result = run_on (builder, net_new (NET_SWITCH, 2, 1e9, 1e-6), &options);
  assert_share (result, WEFT_SIM_SHARE_SERIALIZATION, 1000.0 / 1002);
  assert_share (result, WEFT_SIM_SHARE_LATENCY, 2.0 / 1002);
}

/* The last of eight waits for seven. */
static void
test_queueing (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("incast", 9);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  for (guint32 i = 1; i <= 8; i++)
    add_message (builder, i, 0, i, 1e6);
  result = run_on (builder, net_new (NET_SWITCH, 9, 1e9, 0), &options);
  assert_share (result, WEFT_SIM_SHARE_QUEUEING, 7.0 / 9);
  assert_share (result, WEFT_SIM_SHARE_SERIALIZATION, 2.0 / 9);
}

/* A slow rank takes 2 ms where others take 1, and began 1 ms late: 1 ms of 3 is work. */
static void
test_straggler (void)
{
  const double speed[2] = { 1, 0.5 };
  const double delay_s[2] = { 0, 1e-3 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("straggler", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  options.speed = speed;
  options.delay_s = delay_s;
  add_compute (builder, 0, 1, 1e-3);
  add_compute (builder, 1, 1, 1e-3);
  result = run_on (builder, net_new (NET_RING, 2, 1e9, 0), &options);
  assert_share (result, WEFT_SIM_SHARE_IMBALANCE, 2.0 / 3);
  assert_share (result, WEFT_SIM_SHARE_COMPUTE, 1.0 / 3);
}

/* The path leads through the slower of two chains, over a message between ranks, through a slot, and past a receive
 * that was there before its message. */
static void
test_path (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("path", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  guint32 a = add_compute (builder, 0, 1, 2e-3);
  guint32 b = add_compute (builder, 0, 2, 3e-3);
  guint32 send = weft_sim_builder_add_send (builder, 0, 3, "send", 1, 0, 1e6, NULL);
  guint32 recv = weft_sim_builder_add_recv (builder, 1, 1, "recv", 0, 0, 1e6, NULL);
  guint32 c = add_compute (builder, 1, 2, 4e-3);
  guint32 d = add_compute (builder, 0, 4, 1e-3);

  weft_sim_builder_add_edge (builder, b, send, 0);
  weft_sim_builder_add_edge (builder, recv, c, 0);
  weft_sim_builder_add_edge (builder, c, d, 5e5);
  result = run_on (builder, net_new (NET_RING, 2, 1e9, 0), &options);
  assert_ns (result->makespan_s, 11.5e6);
  assert_steps (result, (guint32[]) { a, b, recv, c, d, d }, 6);
  assert_share (result, WEFT_SIM_SHARE_COMPUTE, 10 / 11.5);
  assert_share (result, WEFT_SIM_SHARE_SERIALIZATION, 1.5 / 11.5);
  g_assert_cmpuint (g_array_index (result->path, WeftSimStep, 1).wait, ==, WEFT_SIM_WAIT_SLOT);
  g_assert_cmpuint (g_array_index (result->path, WeftSimStep, 3).wait, ==, WEFT_SIM_WAIT_MESSAGE);
}

/* Three ranks compute 1 ms and one 4 ms before an all-reduce on a ring of 4: six steps of 250 kB and 1 us. Had all
 * computed 1.75 ms, the last one would have been there 2.25 ms earlier. */
static void
test_group (void)
{
  const double step_ns = 250e3 + 1e3;
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("group", 4);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  double all_ns = 4e6 + 6 * step_ns;

  options.algorithm[WEFT_SIM_ALL_REDUCE] = WEFT_SIM_ALGORITHM_RING;
  for (guint32 i = 0; i < 4; i++)
    {
      guint32 compute = add_compute (builder, i, 1, i == 3 ? 4e-3 : 1e-3);
      guint32 part = weft_sim_builder_add_collective (builder, i, 2, "all_reduce", 0, WEFT_SIM_ALL_REDUCE, 1e6,
                                                      WEFT_SIM_NONE, NULL);

      weft_sim_builder_add_edge (builder, compute, part, 0);
    }
  result = run_on (builder, net_new (NET_RING, 4, 1e9, 1e-6), &options);
  assert_ns (result->makespan_s, all_ns);
  assert_share (result, WEFT_SIM_SHARE_COMPUTE, 1.75e6 / all_ns);
  assert_share (result, WEFT_SIM_SHARE_IMBALANCE, 2.25e6 / all_ns);
  assert_share (result, WEFT_SIM_SHARE_SERIALIZATION, 6 * 250e3 / all_ns);
  assert_share (result, WEFT_SIM_SHARE_LATENCY, 6e3 / all_ns);
  assert_ns (result->ranks[0].wait_s[WEFT_SIM_WAIT_GROUP], 3e6);
  /* the second neighbour of the late one is the last to end */
  assert_ns (result->ranks[1].comm_s, 6 * step_ns);
  assert_ns (result->ranks[3].wait_s[WEFT_SIM_WAIT_GROUP], 0);
  g_assert_cmpuint (g_array_index (result->path, WeftSimStep, 0).task, ==, 6);
}

/* Knobs of messages: half the rate, and 1 us before anything is sent. */
static void
test_knobs (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("knobs", 2);
  g_autoptr (GArray) knobs = g_array_new (FALSE, TRUE, sizeof (WeftSimCommKnob));
  WeftSimCommKnob knob = { .comm = -1, .across = -1, .min_bytes = 1e5, .max_bytes = 1e9, .efficiency = 0.5,
                           .launch_s = 1e-6 };
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  g_array_append_val (knobs, knob);
  options.comm_knobs = knobs;
  add_message (builder, 0, 1, 0, 1e6);
  result = run_on (builder, net_new (NET_RING, 2, 1e9, 0), &options);
  assert_ns (result->makespan_s, 2001e3);
  assert_share (result, WEFT_SIM_SHARE_LATENCY, 1.0 / 2001);
  assert_share (result, WEFT_SIM_SHARE_SERIALIZATION, 2000.0 / 2001);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/engine-path/compute", test_compute);
  g_test_add_func ("/sim/engine-path/memory", test_memory);
  g_test_add_func ("/sim/engine-path/latency", test_latency);
  g_test_add_func ("/sim/engine-path/serialization", test_serialization);
  g_test_add_func ("/sim/engine-path/queueing", test_queueing);
  g_test_add_func ("/sim/engine-path/straggler", test_straggler);
  g_test_add_func ("/sim/engine-path/path", test_path);
  g_test_add_func ("/sim/engine-path/group", test_group);
  g_test_add_func ("/sim/engine-path/knobs", test_knobs);
  return g_test_run ();
}
