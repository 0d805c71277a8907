/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of collectives that are known: by hand, by another simulator, and from machines that were measured. */
#include <math.h>
#include <string.h>

#include "collective-fixture.h"
#include "net-fixture.h"
#include "sim/weft-sim-collective.h"

#define MIB 1048576.0
#define MS 1e-3
#define US 1e-6
#define NS 1e-9

static WeftSimOptions
options_of (WeftSimModel model, WeftSimAlgorithm algorithm)
{
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.model = model;
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    options.algorithm[i] = algorithm;
  return options;
}

static double
time_of (WeftSimNetwork *network, WeftSimComm comm, double bytes, const WeftSimOptions *options)
{
  g_autoptr (WeftSimResult) result = collective_run_all (network, comm, bytes, options);

  return result->makespan_s;
}

static void
assert_near (double value, double expected, double share)
{
  g_assert_cmpfloat_with_epsilon (value, expected, expected * share);
}

static const WeftSimCollectiveUse *
use_of (const WeftSimResult *result, guint row)
{
  g_assert_cmpuint (result->collectives->len, >, row);
  return &g_array_index (result->collectives, WeftSimCollectiveUse, row);
}

/* --- rings on a star --- */

/* SimGrid 3.32 on the same star, cut-through and without costs at the ends. */
static void
test_star (void)
{
  static const struct
  {
    guint32 n;
    double bytes;
    double time_ns;
  } runs[] = {
    { 8, MIB, 48179.7 },   { 8, 64 * MIB, 2201500 },    { 64, MIB, 164452.1 },
    { 64, 64 * MIB, 2586937.5 }, { 512, MIB, 1060986.2 },
  };
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (WeftSimNetwork) network = net_astra (NET_SWITCH, runs[i].n);

      g_assert_cmpfloat_with_epsilon (time_of (network, WEFT_SIM_ALL_REDUCE, runs[i].bytes, &options) / NS,
                                      runs[i].time_ns, 0.05);
    }
}

/* 100 MB on 8 ranks around a switch of 50 GB/s: both send 175 MB, 3.5 ms. Whole messages that are stored and forwarded
 * make a ring twice as long, which the name of the model says. */
static void
test_ring_and_direct (void)
{
  static const WeftSimAlgorithm algorithms[] = { WEFT_SIM_ALGORITHM_RING, WEFT_SIM_ALGORITHM_DIRECT };
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 8, 50e9, 10 * NS);

  for (guint i = 0; i < G_N_ELEMENTS (algorithms); i++)
    {
      WeftSimOptions options = options_of (WEFT_SIM_FLUID, algorithms[i]);

      assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 100e6, &options), 3.5 * MS, 0.03);
      options.model = WEFT_SIM_FIFO;
      options.packet_bytes = 65536;
      assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 100e6, &options), 3.5 * MS, 0.03);
    }
}

static void
test_whole_messages (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 8, 50e9, 10 * NS);
  WeftSimOptions options = options_of (WEFT_SIM_FIFO, WEFT_SIM_ALGORITHM_RING);
  g_autoptr (WeftSimResult) result = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 100e6, &options);

  assert_near (result->makespan_s, 7 * MS, 0.01);
  g_assert_nonnull (strstr (result->model, "store and forward by message"));
}

/* --- an eight-GPU node --- */

/* As that of a star, and also from and to the switch itself. */
static gboolean
route_star_cb (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  guint32 hub = *(const guint32 *) router;

  if (from != hub)
    net_append (links, 2 * from);
  if (to != hub)
    net_append (links, 2 * to + 1);
  return TRUE;
}

static WeftSimNetwork *
new_switch (guint32 n, double bw_bytes_s, double latency_s)
{
  WeftSimNetwork *network = net_new (NET_SWITCH, n, bw_bytes_s, latency_s);

  network->free_router (network->router);
  network->route = route_star_cb;
  network->router = g_memdup2 (&n, sizeof n);
  network->free_router = g_free;
  network->is_switch = g_new0 (guint8, n + 1);
  network->is_switch[n] = 1;
  network->domain_of_rank = g_new0 (guint32, n);
  return network;
}

static WeftSimNetwork *
new_node (void)
{
  return new_switch (8, 450e9, 300 * NS);
}

static GArray *
node_knobs (void)
{
  GArray *knobs = g_array_new (FALSE, TRUE, sizeof (WeftSimCommKnob));
  WeftSimCommKnob ring = { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_RING, 0, -1, 0, INFINITY, 370.0 / 450, 0 };
  WeftSimCommKnob in_switch = { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_IN_SWITCH, 8, 0, 0, INFINITY, 275.0 / 450, 0 };

  g_array_append_val (knobs, ring);
  g_array_append_val (knobs, in_switch);
  return knobs;
}

/* Of 450 GB/s a ring reaches 370, and reduction in the switch 1 GB in 1 / 275 s: 4.73 and 3.64 ms. */
static void
test_node (void)
{
  g_autoptr (WeftSimNetwork) network = new_node ();
  g_autoptr (GArray) knobs = node_knobs ();
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);
  g_autoptr (WeftSimResult) best = NULL;

  assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 1e9, &options), 3.89 * MS, 0.005);
  options.comm_knobs = knobs;
  assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 1e9, &options), 4.73 * MS, 0.005);
  options.algorithm[WEFT_SIM_ALL_REDUCE] = WEFT_SIM_ALGORITHM_IN_SWITCH;
  assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 1e9, &options), 3.64 * MS, 0.005);
  options.algorithm[WEFT_SIM_ALL_REDUCE] = WEFT_SIM_ALGORITHM_AUTO;
  best = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 1e9, &options);
  assert_near (best->makespan_s, 3.64 * MS, 0.005);
  g_assert_cmpuint (use_of (best, 0)->algorithm, ==, WEFT_SIM_ALGORITHM_IN_SWITCH);
}

/* Each link carries the bytes once in each direction, in either model of links. */
static void
test_in_switch (void)
{
  g_autoptr (WeftSimNetwork) network = new_node ();
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_IN_SWITCH);

  for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
    {
      g_autoptr (WeftSimResult) result = NULL;

      options.model = model;
      result = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 450e6, &options);
      assert_near (result->makespan_s, 1 * MS + 600 * NS, 1e-9);
      for (guint32 i = 0; i < network->n_links; i++)
        g_assert_cmpfloat (result->links[i].bytes, ==, 450e6);
    }
}

/* A launch comes before anything is sent; of several knobs that hold the last counts. */
static void
test_launch (void)
{
  g_autoptr (WeftSimNetwork) network = new_node ();
  g_autoptr (GArray) knobs = node_knobs ();
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);
  WeftSimCommKnob small = { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_AUTO, 0, -1, 0, 4096, 1, 10 * US };

  g_array_append_val (knobs, small);
  options.comm_knobs = knobs;
  assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 0, &options), 14 * 600 * NS + 10 * US, 1e-9);
  assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 4096, &options), 14 * (600 * NS + 512 / 450e9) + 10 * US, 1e-9);
}

/* --- one, two and four cards a node --- */

/* GPUs of a node around its hub, a card for each of them from the hub to the fabric. */
typedef struct
{
  guint32 width;
} Cards;

enum
{
  LINK_UP, /* of a GPU to the hub */
  LINK_DOWN,
  LINK_OUT, /* of its card */
  LINK_IN,
  N_LINKS,
};

static gboolean
route_cards_cb (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  const Cards *cards = router;
  gboolean is_across = from / cards->width != to / cards->width;

  net_append (links, from * N_LINKS + LINK_UP);
  if (is_across)
    {
      net_append (links, from * N_LINKS + LINK_OUT);
      net_append (links, to * N_LINKS + LINK_IN);
    }
  net_append (links, to * N_LINKS + LINK_DOWN);
  return TRUE;
}

static WeftSimNetwork *
new_cards (guint32 n, guint32 width, double card_bw_bytes_s, double inside_bw_bytes_s)
{
  guint32 fabric = n + n / width;
  WeftSimNetwork *network = weft_sim_network_new ("cards", fabric + 1, n * N_LINKS, n);
  Cards *cards = g_new (Cards, 1);

  *cards = (Cards) { width };
  network->route = route_cards_cb;
  network->router = cards;
  network->free_router = g_free;
  network->domain_of_rank = g_new0 (guint32, n);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 hub = n + i / width;

      network->node_of_rank[i] = i;
      network->domain_of_rank[i] = i / width;
      net_set_link (network, i * N_LINKS + LINK_UP, i, hub);
      net_set_link (network, i * N_LINKS + LINK_DOWN, hub, i);
      net_set_link (network, i * N_LINKS + LINK_OUT, hub, fabric);
      net_set_link (network, i * N_LINKS + LINK_IN, fabric, hub);
      for (guint32 k = 0; k < N_LINKS; k++)
        {
          network->bw_bytes_s[i * N_LINKS + k] = k < LINK_OUT ? inside_bw_bytes_s : card_bw_bytes_s;
          network->latency_s[i * N_LINKS + k] = 1 * US;
        }
    }
  return network;
}

static gboolean
is_bound_inside (const WeftSimResult *result)
{
  guint32 most = 0;

  for (guint32 i = 1; i < result->network->n_links; i++)
    if (result->links[i].utilisation > result->links[most].utilisation)
      most = i;
  return most % N_LINKS < LINK_OUT;
}

/* Card and GPU links each carry what their ring sends. */
static void
check_cards (const WeftSimResult *result)
{
  for (guint32 i = 0; i < 8; i++)
    {
      assert_near (result->links[i * N_LINKS + LINK_OUT].bytes, 0.7e9, 1e-6);
      assert_near (result->links[i * N_LINKS + LINK_IN].bytes, 0.7e9, 1e-6);
    }
}

static double
time_with_cards (guint32 width, double inside_bw_bytes_s, gboolean *is_inside)
{
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);
  g_autoptr (WeftSimNetwork) network = new_cards (8, width, 12.5e9 * 0.62, inside_bw_bytes_s);
  g_autoptr (WeftSimResult) result = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 1.6e9, &options);

  if (width == 4)
    check_cards (result);
  *is_inside = is_bound_inside (result);
  return result->makespan_s;
}

/* 1.6 GB on 8 V100 in 8, 4 and 2 nodes with a card of 12.5 GB/s for each GPU, of which 62 % are reached: 363, 173 and
 * 132 ms were measured. A ring for each card of a node halves the time, until what GPUs have inside a node, 21.2 GB/s,
 * is less than their cards. */
static void
test_cards (void)
{
  gboolean is_inside[4];
  double a_s = time_with_cards (1, 21.2e9, &is_inside[0]);
  double b_s = time_with_cards (2, 21.2e9, &is_inside[1]);
  double c_s = time_with_cards (4, 21.2e9, &is_inside[2]);
  double wide_s = time_with_cards (4, 300e9, &is_inside[3]);

  assert_near (a_s, 363 * MS, 0.01);
  g_assert_cmpfloat (a_s / b_s, >=, 1.99);
  g_assert_cmpfloat (a_s / b_s, <=, 2.1);
  assert_near (c_s, 132 * MS, 0.01);
  assert_near (wide_s, a_s / 4, 0.01);
  g_assert_false (is_inside[0] || is_inside[1] || is_inside[3]);
  g_assert_true (is_inside[2]);
}

/* Inside a node of 4, across 4 nodes with a quarter of the bytes each, inside again. */
static void
test_levels (void)
{
  g_autoptr (WeftSimNetwork) network = new_cards (16, 4, 10e9, 100e9);
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_HIERARCHICAL);
  double inside = 2 * 3 * (2 * US + 4e9 / 4 / 100e9);
  double across = 2 * 3 * (4 * US + 4e9 / 16 / 10e9);
  g_autoptr (WeftSimResult) result = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 4e9, &options);

  assert_near (result->makespan_s, inside + across, 1e-9);
  assert_near (use_of (result, 0)->alone_s, inside + across, 1e-9);
  g_assert_cmpuint (use_of (result, 0)->n_domains, ==, 4);
}

/* --- sizes and groups --- */

/* Latencies alone for no bytes, nothing at all for one rank. */
static void
test_nothing (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 8, 50e9, 10 * NS);
  const guint32 one[] = { 5 };
  g_autoptr (WeftSimTrace) trace = collective_trace (8, one, 1, WEFT_SIM_ALL_REDUCE, 1e9, 0);
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);
  g_autoptr (WeftSimResult) alone = collective_run (trace, network, &options);

  g_assert_cmpfloat (alone->makespan_s, ==, 0);
  g_assert_cmpuint (alone->n_messages, ==, 0);
  assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 0, &options), 14 * 20 * NS, 1e-9);
  assert_near (time_of (network, WEFT_SIM_BARRIER, 0, &options), 14 * 20 * NS, 1e-9);
  options.algorithm[WEFT_SIM_BARRIER] = WEFT_SIM_ALGORITHM_HALVING_DOUBLING;
  assert_near (time_of (network, WEFT_SIM_BARRIER, 12345, &options), 3 * 20 * NS, 1e-9);
}

/* Every algorithm of every collective, on groups of any size and order, in both models: it ends, and what no bound
 * lets it be faster than holds: each member's link takes what has to come in or go out. */
static void
test_all (void)
{
  static const guint32 group[] = { 6, 1, 4, 0, 3 };
  const double bytes = 10e6 + 3;
  const double n = G_N_ELEMENTS (group);
  g_autoptr (WeftSimNetwork) network = new_switch (7, 1e9, 1 * US);

  for (guint comm = 0; comm < WEFT_N_SIM_COMMS; comm++)
    for (guint algorithm = 0; algorithm < WEFT_N_SIM_ALGORITHMS; algorithm++)
      for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
        {
          WeftSimOptions options = options_of (model, algorithm);
          g_autoptr (WeftSimTrace) trace = collective_trace (7, group, n, comm, bytes, 2);
          g_autoptr (WeftSimResult) result = collective_run (trace, network, &options);
          gboolean is_whole = comm == WEFT_SIM_BROADCAST || comm == WEFT_SIM_REDUCE;
          double least = is_whole ? 1 : (n - 1) / n;

          if (comm == WEFT_SIM_BARRIER)
            g_assert_cmpfloat (result->makespan_s, >=, 2 * US);
          else
            g_assert_cmpfloat (result->makespan_s, >=, bytes * least / 1e9);
          g_assert_cmpfloat (result->makespan_s, <=, 14 * (bytes / 1e9) + 100 * US);
          g_assert_cmpfloat (result->links[2 * 2].bytes, ==, 0);
        }
}

/* Two groups that share nothing do not disturb each other; two that share a link do. */
static void
test_two_groups (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 8, 1e9, 0);
  const guint32 even[] = { 0, 2, 4, 6 };
  const guint32 odd[] = { 7, 5, 3, 1 };
  const guint32 low[] = { 0, 1, 2, 3 };
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);

  for (guint shares = 0; shares < 2; shares++)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("test", 8);
      guint32 a = weft_sim_builder_add_group (builder, "a", even, 4, NULL);
      guint32 b = weft_sim_builder_add_group (builder, "b", shares ? low : odd, 4, NULL);
      g_autoptr (WeftSimTrace) trace = NULL;
      g_autoptr (WeftSimResult) result = NULL;
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < 4; i++)
        {
          weft_sim_builder_add_collective (builder, even[i], 1, "a", a, WEFT_SIM_ALL_GATHER, 4e9, even[0], NULL);
          weft_sim_builder_add_collective (builder, shares ? low[i] : odd[i], 2, "b", b, WEFT_SIM_ALL_GATHER, 4e9,
                                           shares ? low[0] : odd[0], NULL);
        }
      trace = weft_sim_builder_finish (builder, &error);
      g_assert_no_error (error);
      result = collective_run (trace, network, &options);
      if (shares)
        g_assert_cmpfloat (result->makespan_s, >, 4);
      else
        assert_near (result->makespan_s, 3, 1e-9);
      g_assert_cmpuint (result->collectives->len, ==, 1);
      g_assert_cmpuint (use_of (result, 0)->n_groups, ==, 2);
      g_assert_cmpuint (use_of (result, 0)->count, ==, 2);
    }
}

/* --- late ranks --- */

/* The last rank decides when a ring ends; the others wait, and the critical path begins with it. */
static void
test_late_rank (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 4, 1e9, 1 * US);
  const double delay_s[] = { 0, 0, 0.5, 0 };
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);
  double alone_s = time_of (network, WEFT_SIM_ALL_REDUCE, 1e9, &options);
  g_autoptr (WeftSimResult) result = NULL;

  options.delay_s = delay_s;
  result = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 1e9, &options);
  assert_near (result->makespan_s, 0.5 + alone_s, 1e-9);
  assert_near (use_of (result, 0)->wait_s, 1.5, 1e-9);
  assert_near (use_of (result, 0)->time_s, alone_s, 1e-9);
  assert_near (result->share[WEFT_SIM_SHARE_IMBALANCE], 0.5 / (0.5 + alone_s), 1e-6);
  assert_near (result->share[WEFT_SIM_SHARE_SERIALIZATION], 1.5 / (0.5 + alone_s), 1e-6);
}

/* A broadcast does not wait for those who come late, and ends for each when it has the data. */
static void
test_late_receiver (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 4, 1e9, 0);
  const double delay_s[] = { 0, 0, 5, 0 };
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_DIRECT);
  g_autoptr (WeftSimResult) result = NULL;

  options.delay_s = delay_s;
  result = collective_run_all (network, WEFT_SIM_BROADCAST, 1e9, &options);
  assert_near (result->ranks[0].finish_s, 3, 1e-9);
  assert_near (result->ranks[3].finish_s, 3, 1e-9);
  assert_near (result->ranks[2].finish_s, 5, 1e-9);
}

/* --- endpoints, memory and chunks --- */

static void
test_endpoints (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_FULL, 4, 1e9, 1 * US);
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);
  double hop = 1 * US + 1e6 / 1e9;
  g_autoptr (WeftSimResult) result = NULL;

  options.endpoint_s = 3 * US;
  options.reduce_bw_bytes_s = 10e9;
  result = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 4e6, &options);
  assert_near (result->makespan_s, 6 * hop + 7 * 3 * US + 3 * 1e6 / 10e9, 1e-6);
  assert_near (result->share[WEFT_SIM_SHARE_MEMORY], 3e-4 / result->makespan_s, 1e-3);
  assert_near (result->share[WEFT_SIM_SHARE_LATENCY], (6 * US + 7 * 3 * US) / result->makespan_s, 1e-3);
}

/* Chunks one by one take their latencies one by one; all at once share the links. */
static void
test_chunks (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_FULL, 4, 1e9, 1 * US);
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);

  options.chunks = 4;
  assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 4e6, &options), 6 * (1 * US + 1 * MS), 1e-9);
  options.active_chunks = 1;
  assert_near (time_of (network, WEFT_SIM_ALL_REDUCE, 4e6, &options), 24 * (1 * US + 0.25 * MS), 1e-9);
}

/* --- prices --- */

/* With everything alike a price is what comes out message by message; what differs is said. */
static void
test_closed_form (void)
{
  g_autoptr (WeftSimNetwork) network = net_astra (NET_SWITCH, 64);
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);
  g_autoptr (WeftSimResult) priced = NULL;
  WeftSimCollectiveTimes times;
  g_autofree guint32 *ranks = g_new (guint32, 64);
  g_autoptr (GError) error = NULL;

  options.closed_form = TRUE;
  priced = collective_run_all (network, WEFT_SIM_ALL_REDUCE, MIB, &options);
  g_assert_cmpfloat_with_epsilon (priced->makespan_s / NS, 164452.1, 0.1);
  g_assert_cmpfloat (priced->closed_form_s, ==, priced->makespan_s);
  g_assert_cmpuint (priced->n_messages, ==, 0);
  for (guint32 i = 0; i < 64; i++)
    ranks[i] = 63 - i;
  g_assert_true (weft_sim_collective_compare (network, ranks, 64, WEFT_SIM_ALL_REDUCE, MIB, 0, &options, NULL, &times,
                                              &error));
  assert_near (times.expanded_s, times.closed_form_s, 1e-9);
  options.model = WEFT_SIM_FIFO;
  g_assert_true (weft_sim_collective_compare (network, ranks, 64, WEFT_SIM_ALL_REDUCE, MIB, 0, &options, NULL, &times,
                                              &error));
  g_assert_cmpfloat (times.expanded_s, >, 1.1 * times.closed_form_s);
}

/* Prices of all that a group of a power of two does, against what comes out. */
static void
test_prices (void)
{
  g_autoptr (WeftSimNetwork) network = new_cards (32, 8, 10e9, 100e9);

  for (guint comm = 0; comm < WEFT_N_SIM_COMMS; comm++)
    for (guint algorithm = 0; algorithm < WEFT_N_SIM_ALGORITHMS; algorithm++)
      {
        WeftSimOptions options = options_of (WEFT_SIM_FLUID, algorithm);
        g_autoptr (WeftSimResult) result = collective_run_all (network, comm, 1e9, &options);
        const WeftSimCollectiveUse *use = use_of (result, 0);

        g_test_message ("%s by %s: %g s, %g s by its price", weft_sim_comm_nick (comm),
                        weft_sim_algorithm_nick (use->algorithm), use->time_s, use->alone_s);
        g_assert_cmpfloat (use->alone_s, <=, 1.6 * use->time_s);
        g_assert_cmpfloat (use->alone_s, >=, 0.5 * use->time_s);
      }
}

/* AUTO is never much worse than the best that is offered. */
static void
test_choice (void)
{
  static const double sizes[] = { 1e3, 1e6, 1e9 };
  g_autoptr (WeftSimNetwork) network = new_cards (32, 8, 10e9, 100e9);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_AUTO);
      double chosen_s = time_of (network, WEFT_SIM_ALL_REDUCE, sizes[i], &options);
      static const WeftSimAlgorithm others[] = {
        WEFT_SIM_ALGORITHM_RING, WEFT_SIM_ALGORITHM_HALVING_DOUBLING, WEFT_SIM_ALGORITHM_DOUBLE_TREE,
        WEFT_SIM_ALGORITHM_HIERARCHICAL,
      };

      for (guint k = 0; k < G_N_ELEMENTS (others); k++)
        {
          options.algorithm[WEFT_SIM_ALL_REDUCE] = others[k];
          g_assert_cmpfloat (chosen_s, <=, 1.3 * time_of (network, WEFT_SIM_ALL_REDUCE, sizes[i], &options));
        }
    }
}

/* --- words --- */

/* A group of 8 in one node of a machine of 64: more nodes change nothing, and the result says so. */
static void
test_no_effect (void)
{
  const guint32 ranks[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  g_autoptr (WeftSimNetwork) network = new_cards (64, 8, 50e9, 450e9);
  g_autoptr (WeftSimTrace) part = collective_trace (64, ranks, 8, WEFT_SIM_ALL_REDUCE, 1e8, 0);
  g_autoptr (WeftSimTrace) whole = collective_trace (64, NULL, 0, WEFT_SIM_ALL_REDUCE, 1e8, 0);
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);
  g_autoptr (WeftSimResult) in_one = collective_run (part, network, &options);
  g_autoptr (WeftSimResult) over_all = collective_run (whole, network, &options);
  g_autoptr (JsonArray) rows = weft_sim_result_write_collectives (in_one);
  JsonObject *row = json_array_get_object_element (rows, 0);
  g_autofree char *words = weft_sim_result_explain_collectives (in_one);
  g_autofree char *none = weft_sim_result_explain_collectives (over_all);

  g_assert_cmpstr (words, ==, "No effect of more devices on collectives: the largest group has 8 ranks, in one node.");
  g_assert_null (none);
  g_assert_cmpint (json_object_get_int_member (row, "group_size"), ==, 8);
  g_assert_cmpint (json_object_get_int_member (row, "domains_crossed"), ==, 1);
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (row, "members")), ==, 8);
  g_assert_cmpstr (json_object_get_string_member (row, "algorithm"), ==, "ring");
  g_assert_cmpuint (use_of (over_all, 0)->n_domains, ==, 8);
}

/* Same input: same numbers, to the last bit. */
static void
test_same_again (void)
{
  g_autoptr (WeftSimNetwork) network = new_cards (24, 4, 10e9, 100e9);

  for (guint algorithm = 0; algorithm < WEFT_N_SIM_ALGORITHMS; algorithm++)
    for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
      {
        WeftSimOptions options = options_of (model, algorithm);
        g_autoptr (WeftSimResult) one = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 1e7 + 1, &options);
        g_autoptr (WeftSimResult) other = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 1e7 + 1, &options);

        g_assert_cmpmem (one->finish_s, 24 * sizeof (double), other->finish_s, 24 * sizeof (double));
        g_assert_cmpmem (one->share, sizeof one->share, other->share, sizeof other->share);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/collectives/star", test_star);
  g_test_add_func ("/sim/collectives/ring-and-direct", test_ring_and_direct);
  g_test_add_func ("/sim/collectives/whole-messages", test_whole_messages);
  g_test_add_func ("/sim/collectives/node", test_node);
  g_test_add_func ("/sim/collectives/in-switch", test_in_switch);
  g_test_add_func ("/sim/collectives/launch", test_launch);
  g_test_add_func ("/sim/collectives/cards", test_cards);
  g_test_add_func ("/sim/collectives/levels", test_levels);
  g_test_add_func ("/sim/collectives/nothing", test_nothing);
  g_test_add_func ("/sim/collectives/all", test_all);
  g_test_add_func ("/sim/collectives/two-groups", test_two_groups);
  g_test_add_func ("/sim/collectives/late-rank", test_late_rank);
  g_test_add_func ("/sim/collectives/late-receiver", test_late_receiver);
  g_test_add_func ("/sim/collectives/endpoints", test_endpoints);
  g_test_add_func ("/sim/collectives/chunks", test_chunks);
  g_test_add_func ("/sim/collectives/closed-form", test_closed_form);
  g_test_add_func ("/sim/collectives/prices", test_prices);
  g_test_add_func ("/sim/collectives/choice", test_choice);
  g_test_add_func ("/sim/collectives/no-effect", test_no_effect);
  g_test_add_func ("/sim/collectives/same-again", test_same_again);
  return g_test_run ();
}
