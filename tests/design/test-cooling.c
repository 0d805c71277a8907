/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Air, liquid and distribution units: the worked-out rows, and what no hall can have. */
#include <string.h>

#include "physical-fixture.h"

#include "design/physical/weft-cooling.h"

static void
test_rows (void)
{
  g_autoptr (JsonNode) root = load_rows ();
  JsonArray *air = get_rows (root, "air", 2);
  JsonArray *liquid = get_rows (root, "liquid", 1);

  for (guint i = 0; i < json_array_get_length (air); i++)
    {
      JsonObject *row = json_array_get_object_element (air, i);
      double flow = 0;

      g_assert_true (weft_cooling_air_cfm (get_number (row, "heat_w"), get_number (row, "rise_f"),
                                           get_number (row, "altitude_m"), &flow, NULL));
      g_assert_cmpfloat_with_epsilon (flow, get_number (row, "flow_cfm"), ROUNDING);
    }
  for (guint i = 0; i < json_array_get_length (liquid); i++)
    {
      JsonObject *row = json_array_get_object_element (liquid, i);
      double flow = 0;

      g_assert_cmpstr (json_object_get_string_member (row, "coolant"), ==, "PG25");
      g_assert_true (weft_cooling_liquid_l_min (get_number (row, "heat_w"),
                                                get_number (row, "rise_k"), WEFT_COOLANT_PG25,
                                                &flow, NULL));
      g_assert_cmpfloat_with_epsilon (flow, get_number (row, "flow_l_min"), ROUNDING);
    }
}

static void
test_coefficients (void)
{
  double flow = 0;
  double thin = 0;

  g_assert_true (weft_cooling_air_cfm (1000, 1, 0, &flow, NULL));
  g_assert_cmpfloat_with_epsilon (flow, 3160, 1);
  g_assert_true (weft_cooling_air_cfm (1000, 1, 8434, &thin, NULL));
  g_assert_cmpfloat_with_epsilon (thin / flow, exp (1), 1e-12);
  g_assert_true (weft_cooling_liquid_l_min (1000, 1, WEFT_COOLANT_WATER, &flow, NULL));
  g_assert_cmpfloat_with_epsilon (flow, 14.4, 0.05);
  g_assert_true (weft_cooling_liquid_l_min (1000, 1, WEFT_COOLANT_PG25, &flow, NULL));
  g_assert_cmpfloat_with_epsilon (flow, 15.2, 0.05);
}

/* The two units of air flow agree: a cubic foot is 0.0283168 m3, 1.8 F are 1 K. */
static void
test_two_units (void)
{
  double cfm = 0;
  double m3_h = 0;

  g_assert_true (weft_cooling_air_m3_h (40e3, 10, 0, &m3_h, NULL));
  g_assert_cmpfloat_with_epsilon (m3_h, 3600 * 40e3 / (1.2041 * 1005 * 10), 1e-9);
  g_assert_true (weft_cooling_air_cfm (40e3, 18, 0, &cfm, NULL));
  g_assert_cmpfloat_with_epsilon (cfm * 0.0283168466 * 60 / m3_h, 1, 0.01);

  g_assert_true (weft_cooling_air_m3_h (40e3, 10, -400, &cfm, NULL));
  g_assert_cmpfloat (cfm, <, m3_h);
}

static void
test_liquid_rack (void)
{
  const WeftCoolingRules *rules = weft_cooling_rules_default ();
  double air_w = 0;
  double liquid_w = 0;

  g_assert_true (weft_cooling_split (120e3, 0.25, &air_w, &liquid_w, NULL));
  g_assert_cmpfloat (air_w, ==, 30e3);
  g_assert_cmpfloat (liquid_w, ==, 90e3);
  g_assert_true (weft_cooling_split (132e3, rules->air_share, &air_w, &liquid_w, NULL));
  g_assert_cmpfloat (air_w, <=, rules->air_w);
  g_assert_cmpfloat_with_epsilon (air_w + liquid_w, 132e3, 1e-9);
  g_assert_cmpfloat (rules->air_share, >=, 0.10);
  g_assert_cmpfloat (rules->air_share, <=, 0.25);
}

static void
test_cdus (void)
{
  static const struct
  {
    double heat_w;
    double capacity_w;
    guint spare;
    guint n;
  } cases[] = {
    { 1.2e6, 1.3e6, 1, 2 }, { 1.3e6, 1.3e6, 1, 2 }, { 1.3e6 + 1, 1.3e6, 1, 3 },
    { 0.3, 1, 1, 2 },       { 3e6, 1e6, 0, 3 },     { 0, 1e6, 1, 0 },
    { 115e3 * 8, 100e3, 1, 11 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n = G_MAXUINT;

      g_assert_true (weft_cooling_cdus (cases[i].heat_w, cases[i].capacity_w, cases[i].spare, &n,
                                        NULL));
      g_assert_cmpuint (n, ==, cases[i].n);
    }
}

static void
test_bad_numbers (void)
{
  const double bad[] = { -1e5, NAN, INFINITY, -INFINITY, 1e30 };
  double flow = 7;
  double other = 7;
  guint n = 7;

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      double x = bad[i];
      const WeftCoolingRules odd[] = { { x, 1, 0, 1 }, { 1, x, 0, 1 }, { 1, 1, x, 1 } };

#define REFUSED(call) assert_refused (call, WEFT_PHYSICAL_ERROR_RANGE, "expected a number from")
      REFUSED (weft_cooling_air_cfm (x, 20, 0, &flow, error));
      REFUSED (weft_cooling_air_cfm (1, x, 0, &flow, error));
      REFUSED (weft_cooling_air_cfm (1, 20, x, &flow, error));
      REFUSED (weft_cooling_air_m3_h (x, 20, 0, &flow, error));
      REFUSED (weft_cooling_air_m3_h (1, x, 0, &flow, error));
      REFUSED (weft_cooling_air_m3_h (1, 20, x, &flow, error));
      REFUSED (weft_cooling_liquid_l_min (x, 10, WEFT_COOLANT_WATER, &flow, error));
      REFUSED (weft_cooling_liquid_l_min (1, x, WEFT_COOLANT_WATER, &flow, error));
      REFUSED (weft_cooling_split (x, 0.1, &flow, &other, error));
      REFUSED (weft_cooling_split (1, x, &flow, &other, error));
      REFUSED (weft_cooling_cdus (x, 1e6, 1, &n, error));
      REFUSED (weft_cooling_cdus (1, x, 1, &n, error));
      for (guint j = 0; j < 3; j++)
        REFUSED (weft_cooling_rules_check (&odd[j], error));
    }
  REFUSED (weft_cooling_air_cfm (1, 0, 0, &flow, error));
  REFUSED (weft_cooling_liquid_l_min (1, 0, WEFT_COOLANT_WATER, &flow, error));
  REFUSED (weft_cooling_cdus (1, 0, 1, &n, error));
  REFUSED (weft_cooling_cdus (1e12, 1, 1, &n, error));
#undef REFUSED
  g_assert_cmpfloat (flow, ==, 7);
  g_assert_cmpfloat (other, ==, 7);
  g_assert_cmpuint (n, ==, 7);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/cooling/rows", test_rows);
  g_test_add_func ("/design/cooling/coefficients", test_coefficients);
  g_test_add_func ("/design/cooling/two-units", test_two_units);
  g_test_add_func ("/design/cooling/liquid-rack", test_liquid_rack);
  g_test_add_func ("/design/cooling/cdus", test_cdus);
  g_test_add_func ("/design/cooling/bad-numbers", test_bad_numbers);

  return g_test_run ();
}
