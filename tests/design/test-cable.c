/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cables: every worked-out length, the media that carry them, and what no hall can have. */
#include <string.h>

#include "physical-fixture.h"

#include "design/physical/weft-cable.h"

static double
length_between (const WeftCableRules *rules,
                WeftRackPlace         a,
                WeftRackPlace         b)
{
  g_autoptr (GError) error = NULL;
  double length_m = NAN;

  weft_cable_length (rules, &a, &b, &length_m, &error);
  g_assert_no_error (error);
  return length_m;
}

static void
choose (double           length_m,
        WeftCableChoice *choice)
{
  g_autoptr (GError) error = NULL;
  guint n;
  const WeftCableMedium *media = weft_cable_media_default (&n);

  weft_cable_choose (media, n, length_m, choice, &error);
  g_assert_no_error (error);
}

static WeftRackPlace
place_of (JsonArray *numbers)
{
  g_assert_cmpuint (json_array_get_length (numbers), ==, 3);
  return (WeftRackPlace) {
    (int) json_array_get_int_element (numbers, 0), (int) json_array_get_int_element (numbers, 1),
    json_array_get_double_element (numbers, 2),
  };
}

static void
test_rows (void)
{
  g_autoptr (JsonNode) root = load_rows ();
  JsonArray *rows = get_rows (root, "cables", 6);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      WeftRackPlace a = place_of (json_object_get_array_member (row, "a"));
      WeftRackPlace b = place_of (json_object_get_array_member (row, "b"));
      double length_m = length_between (weft_cable_rules_default (), a, b);
      WeftCableChoice choice;

      g_assert_cmpfloat_with_epsilon (length_m, get_number (row, "length_m"), ROUNDING);
      choose (length_m, &choice);
      g_assert_cmpstr (choice.medium->id, ==, json_object_get_string_member (row, "medium"));
      g_assert_cmpfloat (choice.stock_m, ==, get_number (row, "stock_m"));
      g_assert_cmpfloat (choice.length_m, ==, length_m);
    }
}

static void
test_defaults (void)
{
  g_autoptr (JsonNode) root = load_rows ();
  JsonObject *row = json_object_get_object_member (json_node_get_object (root), "rules");
  JsonArray *rows = get_rows (root, "media", 3);
  const WeftCableRules *rules = weft_cable_rules_default ();
  guint n;
  const WeftCableMedium *media = weft_cable_media_default (&n);

  g_assert_cmpfloat (rules->rack_pitch_m, ==, get_number (row, "rack_pitch_m"));
  g_assert_cmpfloat (rules->row_pitch_m, ==, get_number (row, "row_pitch_m"));
  g_assert_cmpfloat (rules->base_m, ==, get_number (row, "base_m"));
  g_assert_cmpfloat (rules->tray_m, ==, get_number (row, "tray_m"));
  g_assert_cmpfloat (rules->dress_m, ==, get_number (row, "dress_m"));
  g_assert_cmpfloat (rules->loop_m, ==, get_number (row, "loop_m"));
  g_assert_cmpfloat (rules->slack, ==, get_number (row, "slack"));
  g_assert_cmpuint (rules->n_cross, ==, 1);
  g_assert_cmpfloat (rules->cross_m[0], ==, 0);

  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < n; i++)
    {
      JsonObject *medium = json_array_get_object_element (rows, i);
      JsonArray *stock = json_object_get_array_member (medium, "stock_m");

      g_assert_cmpstr (media[i].id, ==, json_object_get_string_member (medium, "id"));
      g_assert_cmpfloat (media[i].reach_m, ==, get_number (medium, "reach_m"));
      g_assert_cmpuint (media[i].n_stock, ==, json_array_get_length (stock));
      for (guint j = 0; j < media[i].n_stock; j++)
        g_assert_cmpfloat (media[i].stock_m[j], ==, json_array_get_double_element (stock, j));
    }
}

/* Above the tops of two racks side by side no passive copper is long enough, up to 42 units. */
static void
test_copper_stays_in_its_rack (void)
{
  for (int unit = 1; unit <= 42; unit++)
    {
      WeftRackPlace a = { 0, 0, unit };
      WeftRackPlace b = { 0, 1, 42 };

      g_assert_cmpfloat (length_between (weft_cable_rules_default (), a, b), >, 2.5);
    }
  g_assert_cmpfloat (length_between (weft_cable_rules_default (), (WeftRackPlace) { 0, 0, 48 },
                                     (WeftRackPlace) { 0, 1, 48 }), <, 2.5);
}

static void
test_height (void)
{
  double height_m = 0;

  g_assert_true (weft_cable_height (weft_cable_rules_default (), 1, &height_m, NULL));
  g_assert_cmpfloat_with_epsilon (height_m, 0.08 + 0.5 * 0.04445, 1e-12);
  g_assert_true (weft_cable_height (weft_cable_rules_default (), 42, &height_m, NULL));
  g_assert_cmpfloat_with_epsilon (height_m, 0.08 + 41.5 * 0.04445, 1e-12);
}

/* The nearest cross-tray counts, wherever it lies between the racks. */
static void
test_cross_trays (void)
{
  static const double middle[] = { 0.0, 2.4, 6.0 };
  WeftCableRules rules = *weft_cable_rules_default ();
  WeftRackPlace a = { 0, 2, 30 };
  WeftRackPlace b = { 1, 6, 30 };
  double run_m = 0;

  g_assert_true (weft_cable_floor_run (&rules, &a, &b, &run_m, NULL));
  g_assert_cmpfloat_with_epsilon (run_m, 1.2 + 3.6 + 2.4, 1e-12);
  rules.cross_m = middle;
  rules.n_cross = G_N_ELEMENTS (middle);
  g_assert_true (weft_cable_floor_run (&rules, &a, &b, &run_m, NULL));
  g_assert_cmpfloat_with_epsilon (run_m, 2.4 + 2.4, 1e-12);

  rules.n_cross = 0;
  run_m = 7;
  assert_refused (weft_cable_floor_run (&rules, &a, &b, &run_m, error), WEFT_PHYSICAL_ERROR_REACH,
                  "row 0 to row 1");
  g_assert_cmpfloat (run_m, ==, 7);
}

static void
test_symmetric (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (26);

  for (guint i = 0; i < 2000; i++)
    {
      WeftRackPlace a = { g_rand_int_range (random, 0, 6), g_rand_int_range (random, 0, 12),
                          g_rand_int_range (random, 1, 43) };
      WeftRackPlace b = { g_rand_int_range (random, 0, 6), g_rand_int_range (random, 0, 12),
                          g_rand_int_range (random, 1, 43) };
      double length_m = length_between (weft_cable_rules_default (), a, b);

      g_assert_cmpfloat (length_m, ==, length_between (weft_cable_rules_default (), b, a));
      g_assert_cmpfloat (length_m, >=, 0.7 * 1.05 - 1e-12);
    }
}

/* Farther is never shorter, and neither are more slack, dress, loop or pitch. */
static void
test_monotone (void)
{
  const WeftCableRules *rules = weft_cable_rules_default ();
  WeftCableRules looser = *rules;
  g_autoptr (GRand) random = g_rand_new_with_seed (27);

  looser.rack_pitch_m += 0.1;
  looser.row_pitch_m += 0.1;
  looser.dress_m += 0.1;
  looser.loop_m += 0.1;
  looser.slack += 0.01;
  for (guint i = 0; i < 2000; i++)
    {
      WeftRackPlace a = { g_rand_int_range (random, 0, 6), g_rand_int_range (random, 0, 12),
                          g_rand_int_range (random, 1, 43) };
      WeftRackPlace b = { a.row + g_rand_int_range (random, 0, 6),
                          a.position + g_rand_int_range (random, 0, 12), a.unit };
      WeftRackPlace along = b;
      WeftRackPlace across = b;
      WeftRackPlace same = a;
      double length_m = length_between (rules, a, b);

      along.position++;
      across.row++;
      g_assert_cmpfloat (length_between (rules, a, along), >, length_m);
      g_assert_cmpfloat (length_between (rules, a, across), >, length_m);
      g_assert_cmpfloat (length_between (&looser, a, b), >, length_m);
      for (same.unit = a.unit; same.unit < 42; same.unit++)
        {
          WeftRackPlace higher = { same.row, same.position, same.unit + 1 };

          g_assert_cmpfloat (length_between (rules, a, higher), >, length_between (rules, a, same));
        }
    }
}

/* A DGX rack with a cap of 15 kW: its leaf stands 3 m away, and the medium flips. */
static void
test_three_metres (void)
{
  static const double stock_m[] = { 0.5, 1, 1.5, 2, 3 };
  WeftCableMedium copper = { "copper", 2.0, 0.2, 120, stock_m, 4 };
  WeftCableMedium active = { "LACC", 5.0, 3, 350, NULL, 0 };
  WeftCableChoice choice;
  double stock = 0;

  choose (2.5, &choice);
  g_assert_cmpstr (choice.medium->id, ==, "DAC");
  g_assert_cmpfloat (choice.medium->power_w, ==, 0);
  choose (3, &choice);
  g_assert_cmpstr (choice.medium->id, ==, "AEC");
  g_assert_cmpfloat (choice.stock_m, ==, 3);
  g_assert_cmpfloat (choice.medium->power_w, ==, 10);
  choose (7.001, &choice);
  g_assert_cmpstr (choice.medium->id, ==, "AOC");
  g_assert_cmpfloat (choice.medium->power_w, ==, 32);

  assert_refused (weft_cable_stock (&copper, 3, &stock, error), WEFT_PHYSICAL_ERROR_REACH,
                  "3 m is needed, copper reaches 2 m");
  g_assert_true (weft_cable_stock (&active, 3, &stock, NULL));
  g_assert_cmpfloat (stock, ==, 3);

  /* Reach alone is not enough when the next length sold is longer than it. */
  copper.reach_m = 2.5;
  copper.n_stock = 5;
  assert_refused (weft_cable_stock (&copper, 2.2, &stock, error), WEFT_PHYSICAL_ERROR_REACH,
                  "not sold");
}

static void
test_cheapest (void)
{
  WeftCableMedium media[] = {
    { "unpriced", 100, 0, NAN, NULL, 0 },
    { "dear", 100, 1, 200, NULL, 0 },
    { "hot", 100, 9, 100, NULL, 0 },
    { "cool", 100, 3, 100, NULL, 0 },
    { "short", 2, 0, 1, NULL, 0 },
  };
  WeftCableChoice choice;

  g_assert_true (weft_cable_choose (media, 5, 1, &choice, NULL));
  g_assert_cmpstr (choice.medium->id, ==, "short");
  g_assert_true (weft_cable_choose (media, 5, 3, &choice, NULL));
  g_assert_cmpstr (choice.medium->id, ==, "cool");
  media[3].power_w = NAN;
  g_assert_true (weft_cable_choose (media, 5, 3, &choice, NULL));
  g_assert_cmpstr (choice.medium->id, ==, "hot");
  g_assert_true (weft_cable_choose (media, 1, 3, &choice, NULL));
  g_assert_cmpstr (choice.medium->id, ==, "unpriced");
  assert_refused (weft_cable_choose (media, 5, 100.1, &choice, error), WEFT_PHYSICAL_ERROR_REACH,
                  "100.1 m");
}

static void
test_bad_places (void)
{
  const WeftCableRules *rules = weft_cable_rules_default ();
  WeftRackPlace good = { 0, 0, 1 };
  const WeftRackPlace bad[] = {
    { -1, 0, 1 }, { 0, -1, 1 }, { 0, 0, 0 }, { 0, 0, -3 }, { 0, 0, NAN }, { 0, 0, INFINITY },
    { 0, 0, 1e12 }, { G_MAXINT, 0, 1 }, { 0, G_MININT, 1 },
  };
  double length_m = 7;

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      assert_refused (weft_cable_length (rules, &bad[i], &good, &length_m, error),
                      WEFT_PHYSICAL_ERROR_RANGE, "expected");
      assert_refused (weft_cable_length (rules, &good, &bad[i], &length_m, error),
                      WEFT_PHYSICAL_ERROR_RANGE, "expected");
    }
  g_assert_cmpfloat (length_m, ==, 7);

  /* Unit 58 would lie above the tray, and the way up to it would be negative. */
  assert_refused (weft_cable_length (rules, &(WeftRackPlace) { 0, 1, 58 }, &good, &length_m, error),
                  WEFT_PHYSICAL_ERROR_ORDER, "above the tray at 2.6 m");
}

static void
test_bad_rules (void)
{
  static const double cross_m[] = { NAN };
  const double bad[] = { -1, NAN, INFINITY, 1e12 };
  WeftRackPlace a = { 0, 0, 1 };
  double length_m = 7;

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    for (guint field = 0; field < 7; field++)
      {
        WeftCableRules rules = *weft_cable_rules_default ();
        double *fields[] = { &rules.rack_pitch_m, &rules.row_pitch_m, &rules.base_m, &rules.tray_m,
                             &rules.dress_m, &rules.loop_m, &rules.slack };

        *fields[field] = bad[i];
        assert_refused (weft_cable_length (&rules, &a, &a, &length_m, error),
                        WEFT_PHYSICAL_ERROR_RANGE, "expected a number from");
      }

  WeftCableRules rules = *weft_cable_rules_default ();

  rules.cross_m = cross_m;
  assert_refused (weft_cable_rules_check (&rules, error), WEFT_PHYSICAL_ERROR_RANGE,
                  "cross_m: found unknown");
}

static void
test_bad_media (void)
{
  static const double falling_m[] = { 2, 1 };
  static const double twice_m[] = { 1, 1 };
  static const double odd_m[] = { NAN };
  const WeftCableMedium bad[] = {
    { "m", NAN, 0, 0, NULL, 0 }, { "m", -1, 0, 0, NULL, 0 }, { "m", 1, -1, 0, NULL, 0 },
    { "m", 1, 0, -1, NULL, 0 },  { "m", 1, INFINITY, 0, NULL, 0 }, { "m", 1, 0, 1e12, NULL, 0 },
    { "m", 1, 0, 0, odd_m, 1 },
  };
  const WeftCableMedium unsorted[] = {
    { "m", 3, 0, 0, falling_m, 2 }, { "m", 3, 0, 0, twice_m, 2 },
  };
  WeftCableChoice choice;
  guint n;
  const WeftCableMedium *media = weft_cable_media_default (&n);

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    assert_refused (weft_cable_choose (&bad[i], 1, 1, &choice, error), WEFT_PHYSICAL_ERROR_RANGE,
                    "m: ");
  for (gsize i = 0; i < G_N_ELEMENTS (unsorted); i++)
    assert_refused (weft_cable_media_check (&unsorted[i], 1, error), WEFT_PHYSICAL_ERROR_ORDER,
                    "must rise");
  assert_refused (weft_cable_choose (media, 0, 1, &choice, error), WEFT_PHYSICAL_ERROR_RANGE,
                  "media: found 0");
  assert_refused (weft_cable_choose (media, n, NAN, &choice, error), WEFT_PHYSICAL_ERROR_RANGE,
                  "length_m: found unknown");
  assert_refused (weft_cable_choose (media, n, -1, &choice, error), WEFT_PHYSICAL_ERROR_RANGE,
                  "length_m: found -1");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/cable/rows", test_rows);
  g_test_add_func ("/design/cable/defaults", test_defaults);
  g_test_add_func ("/design/cable/copper-stays-in-its-rack", test_copper_stays_in_its_rack);
  g_test_add_func ("/design/cable/height", test_height);
  g_test_add_func ("/design/cable/cross-trays", test_cross_trays);
  g_test_add_func ("/design/cable/symmetric", test_symmetric);
  g_test_add_func ("/design/cable/monotone", test_monotone);
  g_test_add_func ("/design/cable/three-metres", test_three_metres);
  g_test_add_func ("/design/cable/cheapest", test_cheapest);
  g_test_add_func ("/design/cable/bad-places", test_bad_places);
  g_test_add_func ("/design/cable/bad-rules", test_bad_rules);
  g_test_add_func ("/design/cable/bad-media", test_bad_media);

  return g_test_run ();
}
