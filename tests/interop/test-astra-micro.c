/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ASTRA-sim on inputs of one purpose each: its times where it is right, and what is wanted where it stops, drops ranks
 * in silence or counts nothing. */

#include "astra-fixture.h"

/* Until a case runs: what each rank does. */
typedef struct
{
  WeftSimBuilder *builder;
  guint32 n;
  guint64 next_id;
} Work;

static Work
work_new (guint32 n)
{
  return (Work) { weft_sim_builder_new ("case", n), n, 1 };
}

static void
send_bytes (Work *self, guint32 from, guint32 to, double bytes)
{
  weft_sim_builder_add_send (self->builder, from, self->next_id++, "send", to, from, bytes, NULL);
  weft_sim_builder_add_recv (self->builder, to, self->next_id++, "recv", from, from, bytes, NULL);
}

static guint32
collect (Work *self, guint32 rank, guint32 group, WeftSimComm comm, double bytes)
{
  return weft_sim_builder_add_collective (self->builder, rank, self->next_id++, "coll", group, comm, bytes, WEFT_SIM_NONE,
                                          NULL);
}

static void
collect_all (Work *self, WeftSimComm comm, double bytes)
{
  for (guint32 r = 0; r < self->n; r++)
    collect (self, r, 0, comm, bytes);
}

static guint32
compute (Work *self, guint32 rank, double time_s)
{
  return weft_sim_builder_add_compute (self->builder, rank, self->next_id++, "comp", NULL, 0, time_s, 0, NULL);
}

static WeftSimTrace *
work_finish (Work *self)
{
  return astra_finish (g_steal_pointer (&self->builder));
}

/* Ranks that do nothing else compute 1 us. */
static void
idle_from (Work *self, guint32 first)
{
  for (guint32 r = first; r < self->n; r++)
    compute (self, r, 1e-6);
}

static void
expect_ranks (WeftSimResult *result, const gint64 *finish_ns, guint n)
{
  for (guint r = 0; r < n; r++)
    g_assert_cmpint (astra_finish_ns (result, r), ==, finish_ns[r]);
}

static void
expect_run (WeftSimAstra astra_mode, const char *topology, Work *work, const gint64 *finish_ns)
{
  g_auto (Astra) astra = astra_open_ring (astra_mode, topology, work->n);
  g_autoptr (WeftSimTrace) trace = work_finish (work);
  g_autoptr (WeftSimResult) result = astra_run (&astra, trace);

  expect_ranks (result, finish_ns, trace->n_ranks);
}

static void
expect_all (const char *topology, Work *work, gint64 finish_ns)
{
  g_autofree gint64 *each = g_new (gint64, work->n);

  for (guint r = 0; r < work->n; r++)
    each[r] = finish_ns;
  expect_run (WEFT_SIM_ASTRA_AWARE, topology, work, each);
}

/* --- messages --- */

static void
test_p2p1 (void)
{
  const gint64 ring[] = { 20031, 20031, 1000, 1000, 1000, 1000, 1000, 1000 };
  const gint64 through_switch[] = { 40062, 40062, 1000, 1000, 1000, 1000, 1000, 1000 };
  Work work = work_new (8);

  send_bytes (&work, 0, 1, MIB);
  idle_from (&work, 2);
  expect_run (WEFT_SIM_ASTRA_AWARE, "Ring", &work, ring);
  work = work_new (8);
  send_bytes (&work, 0, 1, MIB);
  idle_from (&work, 2);
  expect_run (WEFT_SIM_ASTRA_AWARE, "Switch", &work, through_switch);
}

static void
test_p2p_02 (void)
{
  const gint64 ring[] = { 40062, 1000, 40062, 1000, 1000, 1000, 1000, 1000 };
  const gint64 direct[] = { 20031, 1000, 20031, 1000, 1000, 1000, 1000, 1000 };
  const char *const topologies[] = { "Ring", "FullyConnected" };
  const gint64 *const finish_ns[] = { ring, direct };

  for (guint i = 0; i < 2; i++)
    {
      Work work = work_new (8);

      send_bytes (&work, 0, 2, MIB);
      compute (&work, 1, 1e-6);
      idle_from (&work, 3);
      expect_run (WEFT_SIM_ASTRA_AWARE, topologies[i], &work, finish_ns[i]);
    }
}

static void
test_share (void)
{
  const gint64 finish_ns[] = { 98156, 78625, 98156, 1000, 1000, 1000, 1000, 1000 };
  Work work = work_new (8);

  send_bytes (&work, 0, 2, MIB);
  send_bytes (&work, 1, 2, 4 * MIB);
  idle_from (&work, 3);
  expect_run (WEFT_SIM_ASTRA_AWARE, "Ring", &work, finish_ns);
}

static void
test_incast8 (void)
{
  const gint64 through_switch[] = { 176779, 40062, 59593, 79124, 98655, 118186, 137717, 157248, 176779 };
  Work work = work_new (9);

  for (guint32 r = 1; r < 9; r++)
    send_bytes (&work, r, 0, MIB);
  expect_run (WEFT_SIM_ASTRA_AWARE, "Switch", &work, through_switch);
  work = work_new (9);
  for (guint32 r = 1; r < 9; r++)
    send_bytes (&work, r, 0, MIB);
  expect_all ("FullyConnected", &work, 20031);
}

/* One slot for communication a rank: the sends come one after the other. */
static void
test_outcast8 (void)
{
  const gint64 finish_ns[] = { 320496, 40062, 80124, 120186, 160248, 200310, 240372, 280434, 320496 };
  Work work = work_new (9);

  for (guint32 r = 1; r < 9; r++)
    send_bytes (&work, 0, r, MIB);
  expect_run (WEFT_SIM_ASTRA_AWARE, "Switch", &work, finish_ns);
}

static void
test_parking (void)
{
  const gint64 finish_ns[] = { 60093, 20031, 20031, 60093, 1000, 1000, 1000, 1000 };
  Work work = work_new (8);

  /* rank 2 receives before it sends; sends begin at 0 on all three */
  weft_sim_builder_add_send (work.builder, 0, 1, "a", 3, 1, MIB, NULL);
  weft_sim_builder_add_send (work.builder, 1, 1, "b", 2, 2, MIB, NULL);
  weft_sim_builder_add_send (work.builder, 2, 1, "c", 3, 3, MIB, NULL);
  weft_sim_builder_add_recv (work.builder, 3, 1, "a", 0, 1, MIB, NULL);
  weft_sim_builder_add_recv (work.builder, 2, 2, "b", 1, 2, MIB, NULL);
  weft_sim_builder_add_recv (work.builder, 3, 2, "c", 2, 3, MIB, NULL);
  idle_from (&work, 4);
  expect_run (WEFT_SIM_ASTRA_AWARE, "Ring", &work, finish_ns);
}

static void
test_send_no_recv (void)
{
  const gint64 finish_ns[] = { 20031, 1000, 1000, 1000 };
  Work work = work_new (4);
  g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "Ring", 4);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimResult) result = NULL;

  weft_sim_builder_add_send (work.builder, 0, 1, "send", 1, 0, MIB, NULL);
  idle_from (&work, 1);
  trace = work_finish (&work);
  result = astra_run (&astra, trace);
  expect_ranks (result, finish_ns, 4);
  g_assert_nonnull (trace->notes);
}

static void
test_self_send (void)
{
  Work work = work_new (4);
  const gint64 finish_ns[] = { 0, 1000, 1000, 1000 };

  send_bytes (&work, 0, 0, MIB);
  idle_from (&work, 1);
  expect_run (WEFT_SIM_ASTRA_AWARE, "Ring", &work, finish_ns);
}

static void
test_zero_p2p (void)
{
  Work work = work_new (4);
  const gint64 finish_ns[] = { 500, 500, 1000, 1000 };

  send_bytes (&work, 0, 1, 0);
  idle_from (&work, 2);
  expect_run (WEFT_SIM_ASTRA_AWARE, "Ring", &work, finish_ns);
}

/* --- collectives --- */

static void
test_coll_zero (void)
{
  Work work = work_new (4);

  collect_all (&work, WEFT_SIM_ALL_REDUCE, 0);
  /* 6 steps of 500 ns, and 7 times 10 ns at their ends */
  expect_all ("Ring", &work, 3070);
}

static void
test_coll_tiny (void)
{
  Work work = work_new (8);

  collect_all (&work, WEFT_SIM_ALL_REDUCE, 3);
  expect_all ("Ring", &work, 7150);
}

static void
test_coll_odd (void)
{
  Work work = work_new (3);

  collect_all (&work, WEFT_SIM_ALL_REDUCE, 1000001);
  expect_all ("Ring", &work, 28130);
}

/* Beyond 32 bits. */
static void
test_coll_large (void)
{
  Work work = work_new (4);

  collect_all (&work, WEFT_SIM_ALL_REDUCE, 8192 * MIB);
  expect_all ("Ring", &work, 252082663);
  work = work_new (4);
  collect_all (&work, WEFT_SIM_ALL_REDUCE, 65536 * MIB);
  expect_all ("Ring", &work, 2016639832);
}

static void
test_two_all_reduces (void)
{
  Work work = work_new (8);

  collect_all (&work, WEFT_SIM_ALL_REDUCE, MIB);
  collect_all (&work, WEFT_SIM_ALL_REDUCE, MIB);
  expect_all ("Ring", &work, 86050);
}

/* A group within a group, in any order: astra-sim#339. */
static void
test_subgroups (void)
{
  const gint64 finish_ns[] = { 7293, 7803, 8313, 8823, 8823, 7815, 7815, 6783 };
  const guint32 upper[] = { 4, 5, 6, 7 };
  Work work = work_new (8);
  guint32 group = weft_sim_builder_add_group (work.builder, "2", upper, 4, NULL);

  for (guint32 r = 0; r < 8; r++)
    {
      guint32 before = r < 4 ? WEFT_SIM_NONE : collect (&work, r, group, WEFT_SIM_ALL_REDUCE, 1024);
      guint32 after = collect (&work, r, 0, WEFT_SIM_ALL_GATHER, 8 * 1024);

      if (before != WEFT_SIM_NONE)
        weft_sim_builder_add_edge (work.builder, before, after, 0);
    }
  expect_run (WEFT_SIM_ASTRA_AWARE, "Ring", &work, finish_ns);
}

/* ASTRA-sim says 1 ns of the first and stops at the others. */
static void
test_others_take_time (void)
{
  const WeftSimComm comms[] = { WEFT_SIM_BROADCAST, WEFT_SIM_REDUCE, WEFT_SIM_GATHER, WEFT_SIM_SCATTER };

  for (guint i = 0; i < G_N_ELEMENTS (comms); i++)
    for (guint k = 1; k <= 2; k++)
      {
        g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "Ring", 4);
        Work work = work_new (4);
        g_autoptr (WeftSimTrace) trace = NULL;
        g_autoptr (WeftSimResult) result = NULL;

        collect_all (&work, comms[i], k * MIB);
        trace = work_finish (&work);
        result = astra_run (&astra, trace);
        /* at least one quarter of the bytes crosses one link */
        g_assert_cmpfloat (result->makespan_s, >, 500e-9 + k * MIB / 4 / astra.network->bw_bytes_s[0]);
        g_assert_cmpfloat (result->makespan_s, <, 1e-3);
      }
}

static void
test_barrier (void)
{
  g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "Ring", 4);
  Work work = work_new (4);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimResult) result = NULL;

  collect_all (&work, WEFT_SIM_BARRIER, 0);
  trace = work_finish (&work);
  result = astra_run (&astra, trace);
  g_assert_cmpfloat (result->makespan_s, >=, 500e-9);
  g_assert_cmpfloat (result->makespan_s, <, 10e-6);
}

/* --- computing, deadlock, ranks --- */

static void
test_big_comp (void)
{
  Work work = work_new (4);

  for (guint32 r = 0; r < 4; r++)
    compute (&work, r, 5);
  expect_all ("Ring", &work, G_GINT64_CONSTANT (5000000000));
}

static void
test_recv_recv_deadlock (void)
{
  g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "Ring", 4);
  Work work = work_new (4);
  g_autoptr (WeftSimTrace) trace = NULL;

  for (guint32 r = 0; r < 2; r++)
    {
      guint32 recv = weft_sim_builder_add_recv (work.builder, r, 1, "recv", 1 - r, 0, 1024, NULL);
      guint32 send = weft_sim_builder_add_send (work.builder, r, 2, "send", 1 - r, 0, 1024, NULL);

      weft_sim_builder_add_edge (work.builder, recv, send, 0);
    }
  idle_from (&work, 2);
  trace = work_finish (&work);
  g_assert_null (weft_sim_run (trace, astra.network, &astra.options, NULL, &astra.folder.error));
  g_assert_error (astra.folder.error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_STUCK);
  g_assert_nonnull (strstr (astra.folder.error->message, "rank 0, node 1"));
  g_assert_nonnull (strstr (astra.folder.error->message, "rank 1, node 1"));
}

static void
test_fewer_npus (void)
{
  g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "Ring", 4);
  Work work = work_new (8);
  g_autoptr (WeftSimTrace) trace = NULL;

  collect_all (&work, WEFT_SIM_ALL_REDUCE, MIB);
  trace = work_finish (&work);
  g_assert_null (weft_sim_run (trace, astra.network, &astra.options, NULL, &astra.folder.error));
  g_assert_nonnull (astra.folder.error);
  g_assert_nonnull (strstr (astra.folder.error->message, "8"));
  g_assert_nonnull (strstr (astra.folder.error->message, "4"));
}

/* --- system --- */

static gint64
all_reduce_with (const char *system)
{
  g_autofree char *network = astra_network_text ("Ring", 8);
  g_auto (Astra) astra = astra_open (WEFT_SIM_ASTRA_AWARE, network, system);
  Work work = work_new (8);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimResult) result = NULL;

  collect_all (&work, WEFT_SIM_ALL_REDUCE, MIB);
  trace = work_finish (&work);
  result = astra_run (&astra, trace);
  return llround (result->makespan_s * 1e9);
}

static void
test_missing_keys (void)
{
  g_assert_cmpint (all_reduce_with ("{'all-reduce-implementation': ['ring'], 'endpoint-delay': 10, 'local-mem-bw': 1600}"),
                   ==, 43025);
  g_assert_cmpint (all_reduce_with ("{'all-reduce-implementation': ['ring'], 'preferred-dataset-splits': 1}"), ==, 41324);
}

/* 14 steps of floor (500 + 131072 / 53.687) and 7 reductions of 3 * 81 ns. */
static void
test_no_endpoint_delay (void)
{
  g_assert_cmpint (all_reduce_with ("{'all-reduce-implementation': ['ring'], 'endpoint-delay': 0, 'local-mem-bw': 1600}"),
                   ==, 14 * 2941 + 7 * 3 * 81);
}

/* --- several dimensions --- */

#define RING_4_SWITCH_2 "topology: [ Ring, Switch ]\nnpus_count: [ 4, 2 ]\nbandwidth: [ 50.0, 25.0 ]\n" \
                        "latency: [ 500.0, 1000.0 ]\n"

static gint64
send_05 (WeftSimAstra mode)
{
  g_autofree char *system = astra_system_text ("ring", 1, 1);
  g_auto (Astra) astra = astra_open (mode, RING_4_SWITCH_2, system);
  Work work = work_new (8);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimResult) result = NULL;

  send_bytes (&work, 0, 5, MIB);
  trace = work_finish (&work);
  result = astra_run (&astra, trace);
  return astra_finish_ns (result, 5);
}

static void
test_several_dimensions (void)
{
  /* ASTRA-sim without congestion charges the ring alone; with it, it takes one dimension only */
  g_assert_cmpint (send_05 (WEFT_SIM_ASTRA_UNAWARE), ==, 20031);
  /* the ring, then up and down the switch: store and forward on each */
  g_assert_cmpint (send_05 (WEFT_SIM_ASTRA_AWARE), ==, 20031 + 2 * (1000 + 39062));
}

/* --- remote memory --- */

static void
load_all (Work *work, const Astra *astra, gboolean then_computes)
{
  const GArray *providers = astra->chakra.providers;
  guint32 each = astra->chakra.n_nodes_of_provider;

  for (guint i = 0; i < providers->len; i++)
    {
      const WeftSimProvider *provider = &g_array_index (providers, WeftSimProvider, i);

      weft_sim_builder_add_provider (work->builder, provider->name, provider->node, provider->bw_bytes_s,
                                     provider->latency_s, provider->queue);
    }
  for (guint32 r = 0; r < work->n; r++)
    {
      guint32 load = weft_sim_builder_add_remote (work->builder, r, work->next_id++, "load", each > 0 ? r / each : 0, FALSE,
                                                  MIB, NULL);

      if (then_computes)
        weft_sim_builder_add_edge (work->builder, load, compute (work, r, 10e-6), 0);
    }
}

static void
check_memory (const char *memory, gboolean then_computes, gboolean and_all_reduce, const gint64 *finish_ns)
{
  g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "FullyConnected", 8);
  g_autofree char *path = folder_write (&astra.folder, "memory.json", memory);
  Work work = work_new (8);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimResult) result = NULL;

  g_assert_true (weft_astra_memory_read (path, &astra.chakra, NULL, NULL));
  load_all (&work, &astra, then_computes);
  if (and_all_reduce)
    collect_all (&work, WEFT_SIM_ALL_REDUCE, MIB);
  trace = work_finish (&work);
  result = astra_run (&astra, trace);
  expect_ranks (result, finish_ns, 8);
}

#define RATES "'remote-mem-latency': 100, 'remote-mem-bw': 50}"
#define PER_NPU "{'memory-type': 'PER_NPU_MEMORY_EXPANSION', " RATES
#define POOL "{'memory-type': 'MEMORY_POOL', " RATES
#define PER_NODE "{'memory-type': 'PER_NODE_MEMORY_EXPANSION', 'num-nodes': 2, 'num-npus-per-node': 4, " RATES

static void
test_memory (void)
{
  const gint64 alone[] = { 21071, 21071, 21071, 21071, 21071, 21071, 21071, 21071 };
  const gint64 queued[] = { 21071, 42142, 63213, 84284, 105355, 126426, 147497, 168568 };
  const gint64 by_node[] = { 21071, 42142, 63213, 84284, 21071, 42142, 63213, 84284 };

  check_memory (PER_NPU, FALSE, FALSE, alone);
  check_memory (POOL, FALSE, FALSE, queued);
  /* ASTRA-sim crashes here */
  check_memory (PER_NODE, FALSE, FALSE, by_node);
}

static void
test_memory_then_comp (void)
{
  const gint64 alone[] = { 31071, 31071, 31071, 31071, 31071, 31071, 31071, 31071 };
  const gint64 queued[] = { 31071, 52142, 73213, 94284, 115355, 136426, 157497, 178568 };
  const gint64 by_node[] = { 31071, 52142, 73213, 94284, 31071, 52142, 73213, 94284 };

  check_memory (PER_NPU, TRUE, FALSE, alone);
  check_memory (POOL, TRUE, FALSE, queued);
  check_memory (PER_NODE, TRUE, FALSE, by_node);
}

/* Loads take the slot of communication. */
static void
test_memory_and_all_reduce (void)
{
  const gint64 finish_ns[] = { 64096, 64096, 64096, 64096, 64096, 64096, 64096, 64096 };

  check_memory (PER_NPU, FALSE, TRUE, finish_ns);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/astra-micro/p2p1", test_p2p1);
  g_test_add_func ("/astra-micro/p2p-02", test_p2p_02);
  g_test_add_func ("/astra-micro/share", test_share);
  g_test_add_func ("/astra-micro/incast8", test_incast8);
  g_test_add_func ("/astra-micro/outcast8", test_outcast8);
  g_test_add_func ("/astra-micro/parking", test_parking);
  g_test_add_func ("/astra-micro/send-no-recv", test_send_no_recv);
  g_test_add_func ("/astra-micro/self-send", test_self_send);
  g_test_add_func ("/astra-micro/zero-p2p", test_zero_p2p);
  g_test_add_func ("/astra-micro/coll-zero", test_coll_zero);
  g_test_add_func ("/astra-micro/coll-tiny", test_coll_tiny);
  g_test_add_func ("/astra-micro/coll-odd", test_coll_odd);
  g_test_add_func ("/astra-micro/coll-8g-64g", test_coll_large);
  g_test_add_func ("/astra-micro/two-ar-indep", test_two_all_reduces);
  g_test_add_func ("/astra-micro/subgroups-339", test_subgroups);
  g_test_add_func ("/astra-micro/broadcast-reduce-gather-scatter", test_others_take_time);
  g_test_add_func ("/astra-micro/barrier", test_barrier);
  g_test_add_func ("/astra-micro/big-comp", test_big_comp);
  g_test_add_func ("/astra-micro/recv-recv-deadlock", test_recv_recv_deadlock);
  g_test_add_func ("/astra-micro/fewer-npus", test_fewer_npus);
  g_test_add_func ("/astra-micro/missing-keys", test_missing_keys);
  g_test_add_func ("/astra-micro/endpoint-delay-0", test_no_endpoint_delay);
  g_test_add_func ("/astra-micro/multidim-p2p", test_several_dimensions);
  g_test_add_func ("/astra-micro/mem1", test_memory);
  g_test_add_func ("/astra-micro/mem-then-comp", test_memory_then_comp);
  g_test_add_func ("/astra-micro/mem-and-ar", test_memory_and_all_reduce);
  return g_test_run ();
}
