/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How collectives are planned: what stands in for an algorithm that has no way, switches that share the bytes, which
 * measurement corrects which collective, and what is refused. */
#include <math.h>

#include "collective-fixture.h"
#include "net-fixture.h"
#include "sim/weft-sim-collective.h"

#define N_PLANES 2u

/* Each of n ranks with a link up and down to each of the switches, ways from rank to rank over the first of them. */
static gboolean
route_planes_cb (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  guint32 n = *(const guint32 *) router;
  guint32 plane = from >= n ? from - n : to >= n ? to - n : 0;

  if (from < n)
    net_append (links, (from * N_PLANES + plane) * 2);
  if (to < n)
    net_append (links, (to * N_PLANES + plane) * 2 + 1);
  return TRUE;
}

static WeftSimNetwork *
new_planes (guint32 n, double first_bw_bytes_s, double second_bw_bytes_s)
{
  WeftSimNetwork *network = weft_sim_network_new ("planes", n + N_PLANES, 2 * N_PLANES * n, n);

  network->route = route_planes_cb;
  network->router = g_memdup2 (&n, sizeof n);
  network->free_router = g_free;
  network->is_switch = g_new0 (guint8, n + N_PLANES);
  for (guint32 i = 0; i < n; i++)
    {
      network->node_of_rank[i] = i;
      for (guint32 plane = 0; plane < N_PLANES; plane++)
        {
          guint32 link = (i * N_PLANES + plane) * 2;

          net_set_link (network, link, i, n + plane);
          net_set_link (network, link + 1, n + plane, i);
          network->bw_bytes_s[link] = network->bw_bytes_s[link + 1]
              = plane == 0 ? first_bw_bytes_s : second_bw_bytes_s;
        }
    }
  for (guint32 plane = 0; plane < N_PLANES; plane++)
    network->is_switch[n + plane] = 1;
  return network;
}

static const WeftSimCollectiveUse *
first_use (const WeftSimResult *result)
{
  g_assert_cmpuint (result->collectives->len, ==, 1);
  return &g_array_index (result->collectives, WeftSimCollectiveUse, 0);
}

/* Two switches of one rate reduce half of the bytes each; one that is much slower is left out. */
static void
test_switches (void)
{
  WeftSimOptions options;
  g_autoptr (WeftSimNetwork) equal = new_planes (4, 1e9, 1e9);
  g_autoptr (WeftSimNetwork) unequal = new_planes (4, 1e9, 1e8);
  g_autoptr (WeftSimResult) both = NULL;
  g_autoptr (WeftSimResult) one = NULL;

  weft_sim_options_init (&options);
  options.algorithm[WEFT_SIM_ALL_REDUCE] = WEFT_SIM_ALGORITHM_IN_SWITCH;
  both = collective_run_all (equal, WEFT_SIM_ALL_REDUCE, 1e9, &options);
  one = collective_run_all (unequal, WEFT_SIM_ALL_REDUCE, 1e9, &options);
  g_assert_cmpfloat_with_epsilon (both->makespan_s, 0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (one->makespan_s, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (first_use (both)->alone_s, 0.5, 1e-9);
}

/* What is asked for and what is done, in a network of one domain without switches that reduce. */
static void
test_stand_ins (void)
{
  static const struct
  {
    WeftSimComm comm;
    WeftSimAlgorithm asked;
    WeftSimAlgorithm done;
  } cases[] = {
    { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_HIERARCHICAL, WEFT_SIM_ALGORITHM_RING },
    { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_IN_SWITCH, WEFT_SIM_ALGORITHM_RING },
    { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_DOUBLE_TREE, WEFT_SIM_ALGORITHM_DOUBLE_TREE },
    { WEFT_SIM_ALL_GATHER, WEFT_SIM_ALGORITHM_DOUBLE_TREE, WEFT_SIM_ALGORITHM_HALVING_DOUBLING },
    { WEFT_SIM_ALL_TO_ALL, WEFT_SIM_ALGORITHM_HALVING_DOUBLING, WEFT_SIM_ALGORITHM_DIRECT },
    { WEFT_SIM_ALL_TO_ALL, WEFT_SIM_ALGORITHM_IN_SWITCH, WEFT_SIM_ALGORITHM_DIRECT },
    { WEFT_SIM_SCATTER, WEFT_SIM_ALGORITHM_HIERARCHICAL, WEFT_SIM_ALGORITHM_DIRECT },
  };
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 6, 1e9, 1e-6);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WeftSimOptions options;
      g_autoptr (WeftSimResult) result = NULL;

      weft_sim_options_init (&options);
      options.algorithm[cases[i].comm] = cases[i].asked;
      result = collective_run_all (network, cases[i].comm, 1e6, &options);
      g_assert_cmpuint (first_use (result)->wanted, ==, cases[i].asked);
      g_assert_cmpuint (first_use (result)->algorithm, ==, cases[i].done);
    }
}

/* By collective, algorithm, ranks, span and size; of several the last. */
static void
test_knobs (void)
{
  static const WeftSimCommKnob all[] = {
    { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_AUTO, 0, -1, 0, INFINITY, 0.5, 0 },
    { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_RING, 4, 0, 1e6, 1e7, 0.25, 0 },
    { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_RING, 8, -1, 0, INFINITY, 0.1, 0 },
    { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_RING, 0, 1, 0, INFINITY, 0.1, 0 },
    { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_DIRECT, 0, -1, 0, INFINITY, 0.1, 0 },
    { WEFT_SIM_ALL_GATHER, WEFT_SIM_ALGORITHM_AUTO, 0, -1, 0, INFINITY, 0.1, 0 },
  };
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 4, 1e9, 0);
  g_autoptr (GArray) knobs = g_array_new (FALSE, FALSE, sizeof (WeftSimCommKnob));
  g_autoptr (WeftSimResult) small = NULL;
  g_autoptr (WeftSimResult) middle = NULL;
  WeftSimOptions options;

  g_array_append_vals (knobs, all, G_N_ELEMENTS (all));
  weft_sim_options_init (&options);
  options.algorithm[WEFT_SIM_ALL_REDUCE] = WEFT_SIM_ALGORITHM_RING;
  options.comm_knobs = knobs;
  small = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 4e5, &options);
  middle = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 4e6, &options);
  g_assert_cmpfloat_with_epsilon (small->makespan_s, 6 * 1e5 / 0.5e9, 1e-9);
  g_assert_cmpfloat_with_epsilon (middle->makespan_s, 6 * 1e6 / 0.25e9, 1e-9);
}

static void
assert_refused (const WeftSimOptions *options, int code, const char *pattern)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 4, 1e9, 0);
  g_autoptr (WeftSimTrace) trace = collective_trace (4, NULL, 0, WEFT_SIM_ALL_REDUCE, 1e9, 0);
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_sim_run (trace, network, options, NULL, &error));
  g_assert_error (error, WEFT_SIM_ERROR, code);
  g_assert_true (g_pattern_match_simple (pattern, error->message));
}

static void
test_refusals (void)
{
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.chunks = 0;
  assert_refused (&options, WEFT_SIM_ERROR_INVALID, "*in 0 chunks*from 1 to 65535*");
  options.chunks = 65535;
  options.algorithm[WEFT_SIM_ALL_REDUCE] = WEFT_SIM_ALGORITHM_BIDIRECTIONAL_RING;
  assert_refused (&options, WEFT_SIM_ERROR_LIMIT, "*131070 threads*at most 65535*");
  options.chunks = 1;
  options.endpoint_s = -1;
  assert_refused (&options, WEFT_SIM_ERROR_INVALID, "*endpoint takes -1 s*");
  options.endpoint_s = 0;
  options.reduce_bw_bytes_s = 0;
  assert_refused (&options, WEFT_SIM_ERROR_INVALID, "*reduce 0 bytes/s*");
}

/* Ranks that stand on one node of the network hand over without a link. */
static void
test_one_node (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 4, 1e9, 1e-6);
  WeftSimOptions options;

  network->node_of_rank[1] = network->node_of_rank[0];
  network->node_of_rank[3] = network->node_of_rank[2];
  weft_sim_options_init (&options);
  for (guint algorithm = 0; algorithm < WEFT_N_SIM_ALGORITHMS; algorithm++)
    {
      g_autoptr (WeftSimResult) result = NULL;

      options.algorithm[WEFT_SIM_ALL_REDUCE] = algorithm;
      result = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 4e6, &options);
      g_assert_cmpfloat (result->makespan_s, >, 2e-6);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/collective-plans/switches", test_switches);
  g_test_add_func ("/sim/collective-plans/stand-ins", test_stand_ins);
  g_test_add_func ("/sim/collective-plans/knobs", test_knobs);
  g_test_add_func ("/sim/collective-plans/refusals", test_refusals);
  g_test_add_func ("/sim/collective-plans/one-node", test_one_node);
  return g_test_run ();
}
