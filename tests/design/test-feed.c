/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feeds, racks and facilities: the worked-out rows, and machines that people ask about. */
#include <string.h>

#include "physical-fixture.h"

#include "design/physical/weft-feed.h"

#define DGX_H100_W 10200.0
#define QM9700_W 1720.0

static guint
hosts_in (double        power_w,
          double        host_w,
          double        host_units,
          WeftRackBound expected)
{
  g_autoptr (GError) error = NULL;
  WeftRackRoom room = { power_w, 0, 42, 0 };
  WeftRackBound bound;
  guint n = G_MAXUINT;

  weft_feed_hosts_per_rack (&room, host_w, host_units, &n, &bound, &error);
  g_assert_no_error (error);
  g_assert_cmpint (bound, ==, expected);
  return n;
}

static void
test_rows (void)
{
  g_autoptr (JsonNode) root = load_rows ();
  JsonArray *feeds = get_rows (root, "feeds", 1);
  JsonArray *racks = get_rows (root, "racks", 2);

  for (guint i = 0; i < json_array_get_length (feeds); i++)
    {
      JsonObject *row = json_array_get_object_element (feeds, i);
      double power_w = 0;

      g_assert_true (weft_feed_power (get_number (row, "volts"), get_number (row, "amperes"),
                                      (guint) get_number (row, "phases"), WEFT_FEED_CONTINUOUS,
                                      &power_w, NULL));
      g_assert_cmpfloat_with_epsilon (power_w / 1000, get_number (row, "power_kw"), ROUNDING);
    }
  for (guint i = 0; i < json_array_get_length (racks); i++)
    {
      JsonObject *row = json_array_get_object_element (racks, i);
      guint n = hosts_in (get_number (row, "power_w"), get_number (row, "host_w"),
                          get_number (row, "host_units"), WEFT_RACK_BOUND_POWER);
      guint n_racks = 0;

      g_assert_cmpuint (n, ==, (guint) get_number (row, "hosts_per_rack"));
      g_assert_true (weft_feed_racks ((guint) get_number (row, "n_hosts"), n, &n_racks, NULL));
      g_assert_cmpuint (n_racks, ==, (guint) get_number (row, "n_racks"));
    }
}

static void
test_single_phase (void)
{
  double power_w = 0;

  g_assert_true (weft_feed_power (208, 30, 1, WEFT_FEED_CONTINUOUS, &power_w, NULL));
  g_assert_cmpfloat_with_epsilon (power_w, 4992, 1e-9);
}

/* How many DGX H100 a rack of 42 units takes under the caps that rooms have. */
static void
test_rack_caps (void)
{
  guint n_racks = 0;

  g_assert_cmpuint (hosts_in (50e3, DGX_H100_W, 8, WEFT_RACK_BOUND_POWER), ==, 4);
  g_assert_cmpuint (hosts_in (41e3, DGX_H100_W, 8, WEFT_RACK_BOUND_POWER), ==, 4);
  g_assert_cmpuint (hosts_in (40.8e3, DGX_H100_W, 8, WEFT_RACK_BOUND_POWER), ==, 4);
  g_assert_cmpuint (hosts_in (40e3, DGX_H100_W, 8, WEFT_RACK_BOUND_POWER), ==, 3);
  g_assert_cmpuint (hosts_in (15e3, DGX_H100_W, 8, WEFT_RACK_BOUND_POWER), ==, 1);
  g_assert_cmpuint (hosts_in (51e3, DGX_H100_W, 8, WEFT_RACK_BOUND_BOTH), ==, 5);
  g_assert_cmpuint (hosts_in (51e3 - 1, DGX_H100_W, 8, WEFT_RACK_BOUND_POWER), ==, 4);
  g_assert_cmpuint (hosts_in (80e3, DGX_H100_W, 8, WEFT_RACK_BOUND_SPACE), ==, 5);
  g_assert_cmpuint (hosts_in (10e3, DGX_H100_W, 8, WEFT_RACK_BOUND_POWER), ==, 0);
  g_assert_true (weft_feed_racks (32, 1, &n_racks, NULL));
  g_assert_cmpuint (n_racks, ==, 32);

  /* Decimal figures are not exact in binary: 0.3 / 0.1 is below 3. */
  g_assert_cmpuint (hosts_in (0.3, 0.1, 8, WEFT_RACK_BOUND_POWER), ==, 3);
  /* Four B300 draw about 56 kW. */
  g_assert_cmpuint (hosts_in (56e3, 14e3, 10, WEFT_RACK_BOUND_BOTH), ==, 4);
}

static void
test_reserves (void)
{
  WeftRackRoom room = { 50e3, 9.3e3, 42, 4 };
  guint n = 0;

  g_assert_true (weft_feed_hosts_per_rack (&room, DGX_H100_W, 8, &n, NULL, NULL));
  g_assert_cmpuint (n, ==, 3);
  room.reserve_w = 0;
  g_assert_true (weft_feed_hosts_per_rack (&room, DGX_H100_W, 8, &n, NULL, NULL));
  g_assert_cmpuint (n, ==, 4);
  room.reserve_units = 11;
  g_assert_true (weft_feed_hosts_per_rack (&room, DGX_H100_W, 8, &n, NULL, NULL));
  g_assert_cmpuint (n, ==, 3);
}

/* 1,024 H100 in 128 nodes behind 48 switches of 64 ports. */
static void
test_thousand_gpus (void)
{
  const WeftFeedLoad loads[] = { { DGX_H100_W, 1, 128 }, { QM9700_W, 1, 48 } };
  WeftFeedRules rules = *weft_feed_rules_default ();
  double it_w = 0;
  double facility_w = 0;
  guint n = 0;

  rules.pue = 1.3;
  g_assert_true (weft_feed_rack (&rules, loads, 2, 0, 0, &it_w, NULL));
  g_assert_cmpfloat_with_epsilon (it_w, 1388160, 1e-6);
  g_assert_true (weft_feed_facility (&rules, it_w, &facility_w, NULL));
  g_assert_cmpfloat_with_epsilon (facility_w, 1804608, 1e-6);

  g_assert_true (weft_feed_nodes_within (1e6, 1, DGX_H100_W, QM9700_W * 48 / 128, &n, NULL));
  g_assert_cmpuint (n, ==, 92);
  g_assert_true (weft_feed_nodes_within (1e6, 1.3, DGX_H100_W, QM9700_W * 48 / 128, &n, NULL));
  g_assert_cmpuint (n, ==, 70);
}

static void
test_rack_power (void)
{
  const WeftFeedLoad loads[] = { { 1000, 1, 2 }, { 500, 0.6, 4 } };
  WeftFeedRules rules = { .psu_efficiency = 0.8, .diversity = 0.9, .pue = 1.5 };
  double power_w = 0;

  g_assert_true (weft_feed_rack (&rules, loads, 2, 70, 30, &power_w, NULL));
  g_assert_cmpfloat_with_epsilon (power_w, (2000 + 1200) / 0.8 + 100, 1e-9);
  g_assert_true (weft_feed_rack (&rules, NULL, 0, 70, 30, &power_w, NULL));
  g_assert_cmpfloat (power_w, ==, 100);
  g_assert_true (weft_feed_cluster (&rules, 1000, &power_w, NULL));
  g_assert_cmpfloat_with_epsilon (power_w, 900, 1e-9);
  g_assert_true (weft_feed_facility (&rules, 1000, &power_w, NULL));
  g_assert_cmpfloat_with_epsilon (power_w, 1500, 1e-9);

  /* Diversity is off unless somebody sets it. */
  g_assert_true (weft_feed_cluster (weft_feed_rules_default (), 1000, &power_w, NULL));
  g_assert_cmpfloat (power_w, ==, 1000);
}

static void
test_racks (void)
{
  guint n = 7;

  g_assert_true (weft_feed_racks (0, 0, &n, NULL));
  g_assert_cmpuint (n, ==, 0);
  g_assert_true (weft_feed_racks (G_MAXUINT, 1, &n, NULL));
  g_assert_cmpuint (n, ==, G_MAXUINT);
  assert_refused (weft_feed_racks (3, 0, &n, error), WEFT_PHYSICAL_ERROR_FIT, "0 of 3 hosts");
}

static void
test_bad_numbers (void)
{
  const double bad[] = { -1, NAN, INFINITY, -INFINITY, 1e30 };
  const WeftFeedRules *rules = weft_feed_rules_default ();
  double power_w = 7;
  guint n = 7;

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      double x = bad[i];
      const WeftFeedLoad loads[] = { { x, 1, 1 }, { 1, x, 1 }, { 1, 1, x } };
      const WeftFeedRules odd[] = { { x, 1, 1 }, { 1, x, 1 }, { 1, 1, x } };
      const WeftRackRoom rooms[] = {
        { x, 0, 42, 0 }, { 1, x, 42, 0 }, { 1, 0, x, 0 }, { 1, 0, 42, x },
      };

#define REFUSED(call) assert_refused (call, WEFT_PHYSICAL_ERROR_RANGE, "expected a number from")
      REFUSED (weft_feed_power (x, 60, 3, 0.8, &power_w, error));
      REFUSED (weft_feed_power (415, x, 3, 0.8, &power_w, error));
      REFUSED (weft_feed_power (415, 60, 3, x, &power_w, error));
      for (guint j = 0; j < 3; j++)
        {
          REFUSED (weft_feed_rack (rules, &loads[j], 1, 0, 0, &power_w, error));
          REFUSED (weft_feed_rack (&odd[j], NULL, 0, 0, 0, &power_w, error));
          REFUSED (weft_feed_facility (&odd[j], 1, &power_w, error));
        }
      REFUSED (weft_feed_rack (rules, NULL, 0, x, 0, &power_w, error));
      REFUSED (weft_feed_rack (rules, NULL, 0, 0, x, &power_w, error));
      REFUSED (weft_feed_cluster (rules, x, &power_w, error));
      REFUSED (weft_feed_facility (rules, x, &power_w, error));
      for (guint j = 0; j < 4; j++)
        REFUSED (weft_feed_hosts_per_rack (&rooms[j], 1, 1, &n, NULL, error));
      REFUSED (weft_feed_hosts_per_rack (&(WeftRackRoom) { 1, 0, 42, 0 }, x, 1, &n, NULL, error));
      REFUSED (weft_feed_hosts_per_rack (&(WeftRackRoom) { 1, 0, 42, 0 }, 1, x, &n, NULL, error));
      REFUSED (weft_feed_nodes_within (x, 1, 1, 0, &n, error));
      REFUSED (weft_feed_nodes_within (1, x, 1, 0, &n, error));
      REFUSED (weft_feed_nodes_within (1, 1, x, 0, &n, error));
      REFUSED (weft_feed_nodes_within (1, 1, 1, x, &n, error));
    }

  /* What takes nothing fits without end, and that is no number. */
  REFUSED (weft_feed_hosts_per_rack (&(WeftRackRoom) { 1, 0, 42, 0 }, 0, 0, &n, NULL, error));
  REFUSED (weft_feed_nodes_within (1, 1, 0, 0, &n, error));
  REFUSED (weft_feed_facility (&(WeftFeedRules) { 1, 1, 0.9 }, 1, &power_w, error));
#undef REFUSED
  assert_refused (weft_feed_power (415, 60, 2, 0.8, &power_w, error), WEFT_PHYSICAL_ERROR_RANGE,
                  "phases: found 2, expected 1 or 3");
  g_assert_cmpfloat (power_w, ==, 7);
  g_assert_cmpuint (n, ==, 7);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/feed/rows", test_rows);
  g_test_add_func ("/design/feed/single-phase", test_single_phase);
  g_test_add_func ("/design/feed/rack-caps", test_rack_caps);
  g_test_add_func ("/design/feed/reserves", test_reserves);
  g_test_add_func ("/design/feed/thousand-gpus", test_thousand_gpus);
  g_test_add_func ("/design/feed/rack-power", test_rack_power);
  g_test_add_func ("/design/feed/racks", test_racks);
  g_test_add_func ("/design/feed/bad-numbers", test_bad_numbers);

  return g_test_run ();
}
