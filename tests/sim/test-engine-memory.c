/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remote memory: ASTRA-sim's figures for a pool, memories per node and per rank; and requests that cross the network,
 * wait in turn or share. */
#include "run-fixture.h"

#define POOL_BW 50e9
#define POOL_LATENCY_S 100e-9

static void
add_load (WeftSimBuilder *builder, guint32 rank, guint32 provider, gboolean is_store, double bytes)
{
  weft_sim_builder_add_remote (builder, rank, 1, is_store ? "store" : "load", provider, is_store, bytes, NULL);
}

/* --- as ASTRA-sim --- */

/* Each of 8 ranks loads 1 MiB, and may compute for 10 us after it. */
static void
check_astra (guint32 n_providers, WeftSimQueue queue, gboolean computes, const guint64 *finish_ns)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("memory", 8);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_AWARE);
  g_autoptr (WeftSimResult) result = NULL;

  for (guint32 i = 0; i < n_providers; i++)
    weft_sim_builder_add_provider (builder, "memory", WEFT_SIM_NONE, POOL_BW, POOL_LATENCY_S, queue);
  for (guint32 i = 0; i < 8; i++)
    {
      guint32 load = weft_sim_builder_add_remote (builder, i, 1, "load", i / (8 / n_providers), FALSE, MIB, NULL);

      if (computes)
        weft_sim_builder_add_edge (builder, load, add_compute (builder, i, 2, 10e-6), 0);
    }
  result = run_on (builder, net_astra (NET_FULL, 8), &options);
  for (guint32 i = 0; i < 8; i++)
    g_assert_cmpuint (llround (result->ranks[i].finish_s * 1e9), ==, finish_ns[i]);
  g_assert_cmpuint (result->n_messages, ==, 0);
}

static void
test_astra (void)
{
  const guint64 alone[8] = { 21071, 21071, 21071, 21071, 21071, 21071, 21071, 21071 };
  const guint64 pool[8] = { 21071, 42142, 63213, 84284, 105355, 126426, 147497, 168568 };
  const guint64 pool_then[8] = { 31071, 52142, 73213, 94284, 115355, 136426, 157497, 178568 };
  const guint64 nodes_then[8] = { 31071, 52142, 73213, 94284, 31071, 52142, 73213, 94284 };

  check_astra (1, WEFT_SIM_QUEUE_NONE, FALSE, alone);
  check_astra (1, WEFT_SIM_QUEUE_FIFO, FALSE, pool);
  check_astra (1, WEFT_SIM_QUEUE_FIFO, TRUE, pool_then);
  check_astra (2, WEFT_SIM_QUEUE_FIFO, TRUE, nodes_then);
}

/* A load and two all-reduces that do not depend on each other share one slot. */
static void
test_load_and_reduce (void)
{
  for (guint n_reduces = 1; n_reduces <= 2; n_reduces++)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("both", 8);
      WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_AWARE);
      g_autoptr (WeftSimResult) result = NULL;

      options.endpoint_s = 10e-9;
      options.reduce_bw_bytes_s = 1600e9;
      options.algorithm[WEFT_SIM_ALL_REDUCE] = WEFT_SIM_ALGORITHM_RING;
      weft_sim_builder_add_provider (builder, "memory", WEFT_SIM_NONE, POOL_BW, POOL_LATENCY_S, WEFT_SIM_QUEUE_NONE);
      for (guint32 i = 0; i < 8; i++)
        {
          if (n_reduces == 1)
            add_load (builder, i, 0, FALSE, MIB);
          for (guint64 n = 0; n < n_reduces; n++)
            weft_sim_builder_add_collective (builder, i, 2 + n, "all_reduce", 0, WEFT_SIM_ALL_REDUCE, MIB,
                                             WEFT_SIM_NONE, NULL);
        }
      result = run_on (builder, net_astra (NET_FULL, 8), &options);
      for (guint32 i = 0; i < 8; i++)
        assert_ns (result->ranks[i].finish_s, n_reduces == 1 ? 64096 : 86050);
    }
}

/* --- over the network --- */

/* Ranks 0 to 2 of a star; the memory stands at its fourth node. Links of 1 GB/s and 1 us, memory of 2 GB/s and 5 us. */
static WeftSimResult *
run_star (guint32 n_ranks, WeftSimQueue queue, gboolean is_store, double bytes)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("star", 3);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  guint32 provider = weft_sim_builder_add_provider (builder, "pool", 3, 2e9, 5e-6, queue);

  for (guint32 i = 0; i < n_ranks; i++)
    add_load (builder, i, provider, is_store, bytes);
  return run_on (builder, net_new (NET_SWITCH, 4, 1e9, 1e-6), &options);
}

/* 2 us there, 5 us + 500 us in the memory, back 2 × (1 us + 1 ms). */
static void
test_load (void)
{
  g_autoptr (WeftSimResult) load = run_star (1, WEFT_SIM_QUEUE_FIFO, FALSE, 1e6);
  g_autoptr (WeftSimResult) store = run_star (1, WEFT_SIM_QUEUE_FIFO, TRUE, 1e6);

  assert_ns (load->makespan_s, 2509000);
  assert_ns (store->makespan_s, 2509000);
  g_assert_cmpuint (load->n_messages, ==, 2);
  assert_ns (load->providers[0].network_s, 2004000);
  assert_ns (load->providers[0].serve_s, 505000);
  assert_ns (load->providers[0].queue_s, 0);
  /* the bytes of a load come from the memory, those of a store go there */
  g_assert_cmpfloat (load->links[2 * 3].bytes, ==, 1e6);
  g_assert_cmpfloat (load->links[2 * 3 + 1].bytes, ==, 0);
  g_assert_cmpfloat (store->links[2 * 3].bytes, ==, 0);
  g_assert_cmpfloat (store->links[2 * 3 + 1].bytes, ==, 1e6);
  g_assert_cmpfloat_with_epsilon (load->share[WEFT_SIM_SHARE_REMOTE], 505.0 / 2509, 1e-6);
  g_assert_cmpfloat_with_epsilon (load->share[WEFT_SIM_SHARE_LATENCY], 4.0 / 2509, 1e-6);
  g_assert_cmpfloat_with_epsilon (load->share[WEFT_SIM_SHARE_SERIALIZATION], 2000.0 / 2509, 1e-6);
}

/* Three requests of 0 bytes on the links and 1 MB in the memory: one after the other, each a third, each alone. They
 * leave the memory at 505, 1010 and 1515 us; all at 1500 + 5; all at 505. Then all bytes go over one link. */
static void
test_queues (void)
{
  g_autoptr (WeftSimResult) fifo = run_star (3, WEFT_SIM_QUEUE_FIFO, FALSE, 1e6);
  g_autoptr (WeftSimResult) fair = run_star (3, WEFT_SIM_QUEUE_FAIR, FALSE, 1e6);
  g_autoptr (WeftSimResult) none = run_star (3, WEFT_SIM_QUEUE_NONE, FALSE, 1e6);

  assert_ns (fifo->ranks[0].finish_s, 2000 + 505e3 + 2002e3);
  assert_ns (fifo->ranks[2].finish_s, 2000 + 505e3 + 4002e3);
  assert_ns (fifo->providers[0].queue_s, 505e3 + 1010e3);
  assert_ns (fifo->providers[0].wait_worst_s, 1010e3);
  assert_ns (fifo->providers[0].busy_s, 1515e3);
  assert_ns (fair->ranks[0].finish_s, 2000 + 1505e3 + 2002e3);
  assert_ns (fair->ranks[2].finish_s, 2000 + 1505e3 + 4002e3);
  assert_ns (fair->providers[0].queue_s, 3 * 1000e3);
  assert_ns (fair->providers[0].serve_s, 3 * 505e3);
  assert_ns (none->ranks[0].finish_s, 2000 + 505e3 + 2002e3);
  assert_ns (none->providers[0].queue_s, 0);
  assert_ns (none->providers[0].busy_s, 505e3);
  g_assert_cmpfloat (none->providers[0].bytes, ==, 3e6);
  g_assert_cmpuint (none->providers[0].n_requests, ==, 3);
}

/* A shorter request that shares is done earlier, and the longer one has the rest for itself: 1 MB and 3 MB at 2 GB/s
 * are done when 2 MB and 4 MB have been read. */
static void
test_fair_lengths (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("lengths", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  guint32 provider = weft_sim_builder_add_provider (builder, "pool", WEFT_SIM_NONE, 2e9, 0, WEFT_SIM_QUEUE_FAIR);
  g_autoptr (WeftSimResult) result = NULL;

  add_load (builder, 0, provider, FALSE, 1e6);
  add_load (builder, 1, provider, TRUE, 3e6);
  result = run_on (builder, net_new (NET_RING, 2, 1e9, 0), &options);
  assert_ns (result->ranks[0].finish_s, 1e6);
  assert_ns (result->ranks[1].finish_s, 2e6);
  assert_ns (result->providers[0].busy_s, 2e6);
  g_assert_cmpfloat_with_epsilon (result->share[WEFT_SIM_SHARE_REMOTE], 1, 1e-9);
}

/* The same in the fluid model, where a tick is a second. */
static void
test_fluid (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("fluid", 2);
  guint32 provider = weft_sim_builder_add_provider (builder, "pool", WEFT_SIM_NONE, 2e9, 1e-6, WEFT_SIM_QUEUE_FAIR);
  g_autoptr (WeftSimResult) result = NULL;
  WeftSimOptions options;

  weft_sim_options_init (&options);
  add_load (builder, 0, provider, FALSE, 1e6);
  add_load (builder, 1, provider, TRUE, 3e6);
  result = run_on (builder, net_new (NET_RING, 2, 1e9, 0), &options);
  g_assert_cmpfloat_with_epsilon (result->ranks[0].finish_s, 1001e-6, 1e-15);
  g_assert_cmpfloat_with_epsilon (result->ranks[1].finish_s, 2001e-6, 1e-15);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/engine-memory/astra", test_astra);
  g_test_add_func ("/sim/engine-memory/load-and-reduce", test_load_and_reduce);
  g_test_add_func ("/sim/engine-memory/load", test_load);
  g_test_add_func ("/sim/engine-memory/queues", test_queues);
  g_test_add_func ("/sim/engine-memory/fair-lengths", test_fair_lengths);
  g_test_add_func ("/sim/engine-memory/fluid", test_fluid);
  return g_test_run ();
}
