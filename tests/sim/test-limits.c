/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is small to write down and large to run: each is refused in words, or takes no more room than it needs. */

#include "run-fixture.h"
#include "sim/weft-sim-routes-private.h"
#include "sim/weft-sim-scenario.h"

static void
assert_refused (WeftSimBuilder *builder, WeftSimNetwork *network, const WeftSimOptions *options, WeftSimError code,
                const char *words)
{
  g_autoptr (WeftSimTrace) trace = build (builder);
  g_autoptr (WeftSimNetwork) owned = network;
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_sim_run (trace, owned, options, NULL, &error));
  g_assert_error (error, WEFT_SIM_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, words));
}

/* --- traces --- */

/* One rank of 65536 makes 200,000 collectives that nobody else takes part in: 50 GB, if each got room for all ranks. */
static void
test_lonely_collectives (void)
{
  const guint32 n_ranks = WEFT_MAX_SIM_RANKS;
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("lonely", n_ranks);
  g_autoptr (GError) error = NULL;

  for (guint32 rank = 0; rank < n_ranks; rank++)
    weft_sim_builder_add_collective (builder, rank, 0, "first", 0, WEFT_SIM_BARRIER, 0, WEFT_SIM_NONE, NULL);
  for (guint64 id = 1; id <= 200000; id++)
    weft_sim_builder_add_collective (builder, 7, id, "more", 0, WEFT_SIM_BARRIER, 0, WEFT_SIM_NONE, NULL);
  g_assert_null (weft_sim_builder_finish (builder, &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNMATCHED);
  g_assert_nonnull (strstr (error->message, "lacks 65535 of its 65536 ranks"));
  g_assert_nonnull (strstr (error->message, "node 1 "));
}

/* Which of two faults is told does not depend on how much room there is: the first collective's. */
static void
test_first_fault (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("faults", 2);
  g_autoptr (GError) error = NULL;

  weft_sim_builder_add_collective (builder, 0, 0, "a", 0, WEFT_SIM_ALL_REDUCE, 8, WEFT_SIM_NONE, NULL);
  weft_sim_builder_add_collective (builder, 1, 0, "a", 0, WEFT_SIM_ALL_REDUCE, 9, WEFT_SIM_NONE, NULL);
  weft_sim_builder_add_collective (builder, 0, 1, "b", 0, WEFT_SIM_ALL_REDUCE, 8, WEFT_SIM_NONE, NULL);
  g_assert_null (weft_sim_builder_finish (builder, &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_MISMATCH);
}

/* --- ways --- */

static void
test_routes (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_RING, 64, 1e9, 1e-6);
  g_autoptr (WeftSimRoutes) routes = weft_sim_routes_new (network, 0);

  routes->most_links = 40;
  g_assert_cmpuint (weft_sim_routes_find (routes, 0, 32), ==, 0);
  g_assert_cmpuint (weft_sim_routes_find (routes, 0, 9), ==, WEFT_SIM_NONE);
  g_assert_true (routes->is_full);
  g_assert_cmpuint (weft_sim_routes_find (routes, 1, 9), ==, 1);
  routes->most_routes = 2;
  g_assert_cmpuint (weft_sim_routes_find (routes, 5, 5), ==, WEFT_SIM_NONE);
  g_assert_cmpuint (weft_sim_routes_find (routes, 0, 32), ==, 0);
  g_assert_cmpuint (routes->n_links, ==, 40);
}

/* On a ring of 16384 each round of a halving crosses up to 67 million links; few of its messages stand for all. What is
 * chosen is what the ring itself is best at. */
static void
test_long_ways (void)
{
  const guint32 n = 16384;
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("ring", n);
  g_autoptr (WeftSimResult) result = NULL;
  const WeftSimCollectiveUse *use;
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.closed_form = TRUE;
  options.max_messages = 1;
  for (guint32 rank = 0; rank < n; rank++)
    weft_sim_builder_add_collective (builder, rank, 0, "g", 0, WEFT_SIM_ALL_REDUCE, 1e9, WEFT_SIM_NONE, NULL);
  result = run_on (builder, net_new (NET_RING, n, 1e9, 1e-6), &options);
  use = &g_array_index (result->collectives, WeftSimCollectiveUse, 0);
  g_assert_cmpuint (use->algorithm, ==, WEFT_SIM_ALGORITHM_RING);
  g_assert_cmpfloat_with_epsilon (result->makespan_s, 2.0 * (n - 1) / n + 2.0 * (n - 1) * 1e-6, 1e-6);
  g_assert_cmpuint (result->route_first[result->n_routes], <, 40000000);
}

/* --- packets --- */

static void
test_packets (void)
{
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  WeftSimBuilder *builder = weft_sim_builder_new ("packets", 2);

  options.packet_bytes = 1500;
  add_message (builder, 0, 1, 0, 0x1p63);
  assert_refused (builder, net_new (NET_SWITCH, 2, 1e9, 0), &options, WEFT_SIM_ERROR_LIMIT, "packets; at most 1e+09");
  weft_sim_builder_free (builder);
}

static void
test_scenario_packets (void)
{
  const char *text = "{\"links\": [{\"id\": \"a\", \"bandwidth_bytes_s\": 1e9}, {\"id\": \"b\", \"bandwidth_bytes_s\": 1e9}],"
                     " \"flows\": [{\"id\": \"f\", \"route\": [\"a\", \"b\"], \"bytes\": 1e12}]}";
  const double sizes[] = { 0.5, -1, NAN, INFINITY, 1 };
  g_autoptr (WeftSimScenario) scenario = weft_sim_scenario_read (text, -1, "packets", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GError) error = NULL;
      WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);

      options.packet_bytes = sizes[i];
      g_assert_null (weft_sim_scenario_run (scenario, &options, NULL, &error));
      g_assert_error (error, WEFT_SIM_ERROR, (sizes[i] == 1 ? WEFT_SIM_ERROR_LIMIT : WEFT_SIM_ERROR_INVALID));
    }
}

/* A route of more links than a message counts. */
static void
test_scenario_hops (void)
{
  g_autoptr (GString) text = g_string_new ("{\"links\": [");
  g_autoptr (WeftSimScenario) scenario = NULL;
  g_autoptr (GError) error = NULL;
  const guint n = WEFT_SIM_SCENARIO_MAX_HOPS + 1;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{\"id\": \"%u\", \"bandwidth_bytes_s\": 1}", i > 0 ? "," : "", i);
  g_string_append (text, "], \"flows\": [{\"id\": \"f\", \"bytes\": 1, \"route\": [");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\"%u\"", i > 0 ? "," : "", i);
  g_string_append (text, "]}]}");
  scenario = weft_sim_scenario_read (text->str, -1, "long", &error);
  g_assert_null (scenario);
  g_assert_nonnull (strstr (error->message, "/flows/0/route"));
  g_assert_nonnull (strstr (error->message, "65,000"));
}

/* --- times that no number holds --- */

static void
test_endless (void)
{
  for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
    {
      WeftSimBuilder *builder = weft_sim_builder_new ("endless", 2);
      WeftSimOptions options;

      weft_sim_options_init (&options);
      options.model = model;
      add_message (builder, 0, 1, 0, 1e300);
      assert_refused (builder, net_new (NET_SWITCH, 2, 5e-324, 0), &options, WEFT_SIM_ERROR_INVALID,
                      "longer than can be counted");
      weft_sim_builder_free (builder);
    }
}

/* Where a sum of times is more than a number holds, shares of it would be none. */
static void
test_far_end (void)
{
  for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
    {
      WeftSimBuilder *builder = weft_sim_builder_new ("far", 2);
      WeftSimOptions options;

      weft_sim_options_init (&options);
      options.model = model;
      add_compute (builder, 0, 0, 1e297);
      add_compute (builder, 1, 0, 1e297);
      add_message (builder, 0, 1, 0, MIB);
      assert_refused (builder, net_new (NET_SWITCH, 2, 1e9, 0), &options, WEFT_SIM_ERROR_INVALID,
                      "longer than can be counted");
      weft_sim_builder_free (builder);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/limits/lonely-collectives", test_lonely_collectives);
  g_test_add_func ("/sim/limits/first-fault", test_first_fault);
  g_test_add_func ("/sim/limits/routes", test_routes);
  g_test_add_func ("/sim/limits/long-ways", test_long_ways);
  g_test_add_func ("/sim/limits/packets", test_packets);
  g_test_add_func ("/sim/limits/scenario-packets", test_scenario_packets);
  g_test_add_func ("/sim/limits/scenario-hops", test_scenario_hops);
  g_test_add_func ("/sim/limits/endless", test_endless);
  g_test_add_func ("/sim/limits/far-end", test_far_end);
  return g_test_run ();
}
