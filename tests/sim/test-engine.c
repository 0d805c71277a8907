/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages whose every time is known: ASTRA-sim's own figures where they meet, closed forms of single messages and of
 * packets, what is recorded of links. */
#include "run-fixture.h"

/* As in the inputs of the peer, a rank with nothing to do computes for 1 us. */
static void
check_astra (WeftSimBuilder *builder, NetShape shape, guint32 n, const guint64 *finish_ns)
{
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_AWARE);
  g_autoptr (WeftSimResult) result = NULL;

  for (guint32 i = 0; i < n; i++)
    add_compute (builder, i, 1, 1e-6);
  result = run_on (builder, net_astra (shape, n), &options);
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpuint (llround (result->ranks[i].finish_s * 1e9), ==, finish_ns[i]);
}

/* --- as ASTRA-sim --- */

static void
test_p2p (void)
{
  const guint64 near_ring[8] = { 20031, 20031, 1000, 1000, 1000, 1000, 1000, 1000 };
  const guint64 near_switch[8] = { 40062, 40062, 1000, 1000, 1000, 1000, 1000, 1000 };
  const guint64 far_ring[8] = { 40062, 1000, 40062, 1000, 1000, 1000, 1000, 1000 };
  const guint64 far_full[8] = { 20031, 1000, 20031, 1000, 1000, 1000, 1000, 1000 };
  const struct
  {
    guint32 to;
    NetShape shape;
    const guint64 *finish_ns;
  } cases[] = {
    { 1, NET_RING, near_ring }, { 1, NET_SWITCH, near_switch }, { 2, NET_RING, far_ring }, { 2, NET_FULL, far_full },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("p2p", 8);

      add_message (builder, 0, cases[i].to, 0, MIB);
      check_astra (builder, cases[i].shape, 8, cases[i].finish_ns);
    }
}

static void
test_share (void)
{
  const guint64 finish_ns[8] = { 98156, 78625, 98156, 1000, 1000, 1000, 1000, 1000 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("share", 8);

  add_message (builder, 0, 2, 0, MIB);
  add_message (builder, 1, 2, 1, 4 * MIB);
  check_astra (builder, NET_RING, 8, finish_ns);
}

/* Weft: a rank's message to itself takes no time. What comes after its receive starts once, when all else is there. */
static void
test_to_itself (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("itself", 2);
      WeftSimOptions options = fifo_options (i == 0 ? WEFT_SIM_ASTRA_OFF : WEFT_SIM_ASTRA_AWARE);
      g_autoptr (WeftSimResult) result = NULL;
      guint32 send = weft_sim_builder_add_send (builder, 0, 1, "send", 0, 7, MIB, NULL);
      guint32 recv = weft_sim_builder_add_recv (builder, 0, 2, "recv", 0, 7, MIB, NULL);
      guint32 other = add_compute (builder, 0, 3, 5e-6);
      guint32 last = add_compute (builder, 0, 4, 1e-6);

      weft_sim_builder_add_edge (builder, send, recv, 0);
      weft_sim_builder_add_edge (builder, recv, last, 0);
      weft_sim_builder_add_edge (builder, other, last, 0);
      result = run_on (builder, net_astra (NET_RING, 2), &options);
      assert_ns (result->finish_s[recv], 0);
      assert_ns (result->start_s[last], 5000);
      assert_ns (result->makespan_s, 6000);
      g_assert_cmpuint (result->ranks[0].n_tasks, ==, 4);
    }
}

static void
test_incast (void)
{
  const guint64 star_ns[9] = { 176779, 40062, 59593, 79124, 98655, 118186, 137717, 157248, 176779 };
  guint64 full_ns[9];

  for (guint i = 0; i < 9; i++)
    full_ns[i] = 20031;
  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("incast8", 9);

      for (guint32 i = 1; i <= 8; i++)
        add_message (builder, i, 0, i, MIB);
      check_astra (builder, k == 0 ? NET_SWITCH : NET_FULL, 9, k == 0 ? star_ns : full_ns);
    }
}

static void
test_outcast (void)
{
  const guint64 finish_ns[9] = { 320496, 40062, 80124, 120186, 160248, 200310, 240372, 280434, 320496 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("outcast8", 9);

  for (guint32 i = 1; i <= 8; i++)
    add_message (builder, 0, i, i, MIB);
  check_astra (builder, NET_SWITCH, 9, finish_ns);
}

static void
test_parking (void)
{
  const guint64 finish_ns[8] = { 60093, 20031, 20031, 60093, 1000, 1000, 1000, 1000 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("parking", 8);

  add_message (builder, 0, 3, 0, MIB);
  add_message (builder, 1, 2, 1, MIB);
  add_message (builder, 2, 3, 2, MIB);
  check_astra (builder, NET_RING, 8, finish_ns);
}

/* --- single messages --- */

/* 1 MB over links of 1 GB/s and 1 us: 1 ms and 1 us each. */
static double
time_alone_ns (NetShape shape, double bytes, double packet_bytes)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("alone", 4);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  options.packet_bytes = packet_bytes;
  add_message (builder, 0, 1, 0, bytes);
  result = run_on (builder, net_new (shape, 4, 1e9, 1e-6), &options);
  g_assert_cmpuint (result->n_messages, ==, 1);
  g_assert_cmpfloat (result->ranks[0].finish_s, ==, result->ranks[1].finish_s);
  return result->makespan_s * 1e9;
}

static void
test_alone (void)
{
  g_assert_cmpfloat_with_epsilon (time_alone_ns (NET_RING, 1e6, 0), 1001000, 1e-6);
  g_assert_cmpfloat_with_epsilon (time_alone_ns (NET_SWITCH, 1e6, 0), 2002000, 1e-6);
  g_assert_cmpfloat_with_epsilon (time_alone_ns (NET_SWITCH, 0, 0), 2000, 1e-6);
  /* a third of a byte more than 1 ns: to the nearest picosecond */
  g_assert_cmpfloat_with_epsilon (time_alone_ns (NET_RING, 4 / 3.0, 0), 1001.333, 1e-6);
}

/* The last packet goes over the second link when it has come over the first: (size + packet) / rate. */
static void
test_packets (void)
{
  g_assert_cmpfloat_with_epsilon (time_alone_ns (NET_SWITCH, 1e6, 1000), 1003000, 1e-6);
  g_assert_cmpfloat_with_epsilon (time_alone_ns (NET_SWITCH, 1e6, 1e6), 2002000, 1e-6);
  g_assert_cmpfloat_with_epsilon (time_alone_ns (NET_SWITCH, 1e6, 2e6), 2002000, 1e-6);
  g_assert_cmpfloat_with_epsilon (time_alone_ns (NET_RING, 1e6, 1000), 1001000, 1e-6);
  /* 999 whole packets and one of 500 bytes, which waits at the switch for the one before */
  g_assert_cmpfloat_with_epsilon (time_alone_ns (NET_SWITCH, 999500, 1000), 2000 + 999500 + 1000, 1e-6);
}

/* Packets of two senders take turns on the link that they share, whole messages do not. */
static void
test_packets_meet (void)
{
  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("meet", 4);
      WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
      g_autoptr (WeftSimResult) result = NULL;

      options.packet_bytes = k == 0 ? 0 : 1000;
      add_message (builder, 1, 0, 0, 1e6);
      add_message (builder, 2, 0, 1, 1e6);
      result = run_on (builder, net_new (NET_SWITCH, 4, 1e9, 0), &options);
      assert_ns (result->ranks[1].finish_s, 2e6);
      assert_ns (result->ranks[2].finish_s, k == 0 ? 3e6 : 2.001e6);
    }
}

static void
test_own_rank (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("own", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  add_message (builder, 0, 0, 0, MIB);
  result = run_on (builder, net_astra (NET_RING, 2), &options);
  g_assert_cmpuint (result->n_messages, ==, 0);
  g_assert_cmpfloat (result->makespan_s, ==, 0);
}

/* Without the latency that ASTRA-sim charges to the sender too. */
static void
test_send_ends (void)
{
  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("ends", 2);
      WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_AWARE);
      g_autoptr (WeftSimResult) result = NULL;

      options.send_ends = k == 0 ? WEFT_SIM_SEND_ENDS_ARRIVED : WEFT_SIM_SEND_ENDS_SENT;
      add_message (builder, 0, 1, 0, MIB);
      result = run_on (builder, net_astra (NET_RING, 2), &options);
      assert_ns (result->ranks[0].finish_s, k == 0 ? 20031 : 19531);
      assert_ns (result->ranks[1].finish_s, 20031);
    }
}

/* floor (hops × latency + size / rate), whoever else is there. */
static void
test_unaware (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("unaware", 9);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_UNAWARE);
  g_autoptr (WeftSimResult) result = NULL;

  for (guint32 i = 1; i <= 8; i++)
    add_message (builder, i, 0, i, MIB);
  result = run_on (builder, net_astra (NET_SWITCH, 9), &options);
  for (guint32 i = 0; i < 9; i++)
    assert_ns (result->ranks[i].finish_s, 20531);
}

static void
test_edges (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("edges", 3);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  guint32 a = add_compute (builder, 0, 1, 1e-3);
  guint32 b = add_compute (builder, 1, 1, 1e-3);
  guint32 c = add_compute (builder, 2, 1, 1e-3);

  weft_sim_builder_add_edge (builder, a, b, 1e6);
  weft_sim_builder_add_edge (builder, a, c, 0);
  result = run_on (builder, net_new (NET_RING, 3, 1e9, 1e-6), &options);
  assert_ns (result->start_s[1], 2001000);
  assert_ns (result->start_s[2], 1001000);
  g_assert_cmpuint (result->released_by[1], ==, 0);
  g_assert_cmpuint (result->waited[1], ==, WEFT_SIM_WAIT_MESSAGE);
  g_assert_cmpuint (result->n_messages, ==, 2);
  assert_ns (result->ranks[1].wait_s[WEFT_SIM_WAIT_MESSAGE], 2001000);
  assert_ns (result->ranks[1].busy_s, 1e6);
}

/* --- what is recorded --- */

/* Eight messages of 1 MB and 1 ms come to one link at once. */
static void
test_link_use (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("incast", 9);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  const WeftSimLinkUse *down;
  double bytes = 0;

  options.n_bins = 16;
  options.max_messages = 5;
  for (guint32 i = 1; i <= 8; i++)
    add_message (builder, i, 0, i, 1e6);
  result = run_on (builder, net_new (NET_SWITCH, 9, 1e9, 0), &options);
  down = &result->links[1];
  g_assert_cmpfloat (down->bytes, ==, 8e6);
  g_assert_cmpuint (down->n_messages, ==, 8);
  assert_ns (down->busy_s, 8e6);
  g_assert_cmpfloat_with_epsilon (down->utilisation, 8.0 / 9, 1e-12);
  assert_ns (down->wait_mean_s, 3.5e6);
  assert_ns (down->wait_worst_s, 7e6);
  g_assert_cmpfloat_with_epsilon (down->wait_p99_s, 7e-3, 0.05 * 7e-3);
  assert_ns (result->links[2].wait_worst_s, 0);
  for (guint i = 0; i < result->n_bins; i++)
    bytes += result->bins[1 * result->n_bins + i];
  g_assert_cmpfloat_with_epsilon (bytes, 8e6, 1);
  g_assert_cmpfloat (result->n_bins * result->bin_s, >=, 9e-3);
  g_assert_cmpuint (result->messages->len, ==, 5);
  g_assert_cmpuint (result->n_unrecorded, ==, 3);
  for (guint i = 0; i < 5; i++)
    {
      const WeftSimMessage *message = &g_array_index (result->messages, WeftSimMessage, i);

      assert_ns (message->sent_s, 0);
      assert_ns (message->arrived_s, (i + 2) * 1e6);
      g_assert_cmpfloat_with_epsilon (message->wait_s, i * 1e-3, 1e-9);
      g_assert_cmpuint (result->route_first[message->route + 1] - result->route_first[message->route], ==, 2);
    }
}

/* A link that is not shared lets all of them pass at once. */
static void
test_not_shared (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("incast", 9);
  WeftSimNetwork *network = net_new (NET_SWITCH, 9, 1e9, 0);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  network->is_shared = g_new0 (guint8, network->n_links);
  for (guint32 i = 1; i <= 8; i++)
    add_message (builder, i, 0, i, 1e6);
  result = run_on (builder, network, &options);
  assert_ns (result->makespan_s, 2e6);
}

static gboolean
no_route_cb (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  return FALSE;
}

static void
test_no_route (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("lost", 4);
  g_autoptr (WeftSimNetwork) network = net_new (NET_RING, 4, 1e9, 0);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  network->route = no_route_cb;
  add_message (builder, 2, 3, 0, 1e6);
  trace = build (builder);
  g_assert_null (weft_sim_run (trace, network, &options, NULL, &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_NO_ROUTE);
  g_assert_nonnull (strstr (error->message, "rank 2, node 100 “send”"));
  g_assert_nonnull (strstr (error->message, "node 3"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/engine/p2p", test_p2p);
  g_test_add_func ("/sim/engine/share", test_share);
  g_test_add_func ("/sim/engine/to-itself", test_to_itself);
  g_test_add_func ("/sim/engine/incast", test_incast);
  g_test_add_func ("/sim/engine/outcast", test_outcast);
  g_test_add_func ("/sim/engine/parking", test_parking);
  g_test_add_func ("/sim/engine/alone", test_alone);
  g_test_add_func ("/sim/engine/packets", test_packets);
  g_test_add_func ("/sim/engine/packets-meet", test_packets_meet);
  g_test_add_func ("/sim/engine/own-rank", test_own_rank);
  g_test_add_func ("/sim/engine/send-ends", test_send_ends);
  g_test_add_func ("/sim/engine/unaware", test_unaware);
  g_test_add_func ("/sim/engine/edges", test_edges);
  g_test_add_func ("/sim/engine/link-use", test_link_use);
  g_test_add_func ("/sim/engine/not-shared", test_not_shared);
  g_test_add_func ("/sim/engine/no-route", test_no_route);
  return g_test_run ();
}
