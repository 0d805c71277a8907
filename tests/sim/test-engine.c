/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs whose every time is known: ASTRA-sim's own figures for messages that meet, closed forms of single messages and
 * packets, slots and order, and runs that come to a stand. */
#include <math.h>
#include <string.h>

#include "net-fixture.h"
#include "sim/weft-sim-builder.h"
#include "sim/weft-sim-result.h"

#define MIB 1048576.0

/* --- building --- */

static void
send (WeftSimBuilder *builder, guint32 from, guint32 to, gint64 tag, double bytes)
{
  weft_sim_builder_add_send (builder, from, 100 + tag, "send", to, tag, bytes, NULL);
  weft_sim_builder_add_recv (builder, to, 200 + tag, "recv", from, tag, bytes, NULL);
}

static guint32
compute (WeftSimBuilder *builder, guint32 rank, guint64 id, double time_s)
{
  return weft_sim_builder_add_compute (builder, rank, id, "compute", NULL, 0, time_s, 0, NULL);
}

/* As the inputs of the peer: a rank with nothing to do computes for 1 us. */
static WeftSimTrace *
finish (WeftSimBuilder *builder, guint32 n_ranks)
{
  g_autoptr (GError) error = NULL;
  WeftSimTrace *trace;

  for (guint32 i = 0; i < n_ranks; i++)
    compute (builder, i, 1, 1e-6);
  trace = weft_sim_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

static WeftSimResult *
run (WeftSimTrace *trace, WeftSimNetwork *network, const WeftSimOptions *options)
{
  g_autoptr (GError) error = NULL;
  WeftSimResult *result = weft_sim_run (trace, network, options, NULL, &error);
  double sum = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    sum += result->share[i];
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-12);
  return result;
}

static WeftSimOptions
astra_options (void)
{
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.model = WEFT_SIM_FIFO;
  options.astra = WEFT_SIM_ASTRA_AWARE;
  options.comm_slots = 1;
  return options;
}

static void
assert_finish_ns (const WeftSimResult *result, guint32 n, const guint64 *finish_ns)
{
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpuint (llround (result->ranks[i].finish_s * 1e9), ==, finish_ns[i]);
}

static void
check_astra (WeftSimBuilder *builder, NetShape shape, guint32 n, const guint64 *finish_ns)
{
  g_autoptr (WeftSimTrace) trace = finish (builder, n);
  g_autoptr (WeftSimNetwork) network = net_astra (shape, n);
  WeftSimOptions options = astra_options ();
  g_autoptr (WeftSimResult) result = run (trace, network, &options);

  assert_finish_ns (result, n, finish_ns);
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

      send (builder, 0, cases[i].to, 0, MIB);
      check_astra (builder, cases[i].shape, 8, cases[i].finish_ns);
    }
}

static void
test_share (void)
{
  const guint64 finish_ns[8] = { 98156, 78625, 98156, 1000, 1000, 1000, 1000, 1000 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("share", 8);

  send (builder, 0, 2, 0, MIB);
  send (builder, 1, 2, 1, 4 * MIB);
  check_astra (builder, NET_RING, 8, finish_ns);
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
        send (builder, i, 0, i, MIB);
      check_astra (builder, k == 0 ? NET_SWITCH : NET_FULL, 9, k == 0 ? star_ns : full_ns);
    }
}

static void
test_outcast (void)
{
  const guint64 finish_ns[9] = { 320496, 40062, 80124, 120186, 160248, 200310, 240372, 280434, 320496 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("outcast8", 9);

  for (guint32 i = 1; i <= 8; i++)
    send (builder, 0, i, i, MIB);
  check_astra (builder, NET_SWITCH, 9, finish_ns);
}

static void
test_parking (void)
{
  const guint64 finish_ns[8] = { 60093, 20031, 20031, 60093, 1000, 1000, 1000, 1000 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("parking", 8);

  send (builder, 0, 3, 0, MIB);
  send (builder, 1, 2, 1, MIB);
  send (builder, 2, 3, 2, MIB);
  check_astra (builder, NET_RING, 8, finish_ns);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/engine/p2p", test_p2p);
  g_test_add_func ("/sim/engine/share", test_share);
  g_test_add_func ("/sim/engine/incast", test_incast);
  g_test_add_func ("/sim/engine/outcast", test_outcast);
  g_test_add_func ("/sim/engine/parking", test_parking);
  return g_test_run ();
}
