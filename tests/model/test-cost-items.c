/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cost by item: the published intervals and where they come from, sums, graphs, what nobody knows. */
#include "base/weft-random.h"
#include "model-fixture.h"
#include "model/measured/weft-cost-items.h"

static WeftInventory *
measured (void)
{
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "measured", &error);

  g_assert_no_error (error);
  return inventory;
}

static WeftCostTerms
terms (void)
{
  g_autoptr (GError) error = NULL;
  WeftCostTerms self;

  weft_cost_terms_init (&self, weft_inventory_get_profile (measured ()), &error);
  g_assert_no_error (error);
  return self;
}

static void
assert_near (double value,
             double expected,
             double tolerance)
{
  g_test_message ("%g, expected %g", value, expected);
  g_assert_cmpfloat (fabs (value / expected - 1), <=, tolerance);
}

/* Chips of one dollar, with the central factors of the published intervals. */
static WeftCostItems
published (void)
{
  const WeftCostTerms known = terms ();
  double server = weft_inventory_facility_cost (measured ())->server_factor;
  WeftCostItems items;

  weft_cost_items_from_usd (&items,
                            (const double[WEFT_N_COST_ITEMS]) {
                              [WEFT_COST_CHIPS] = 1,
                              [WEFT_COST_HOSTS] = server - 1,
                              [WEFT_COST_FABRIC] = server * (known.interconnect_factor - 1),
                            },
                            &known);
  return items;
}

/* K37: intervals 0.8-1.25, 0.5-2, 1.3-2.1, 1.07-1.32 give 1.964 times or divided by 2.168: 0.91 to 4.26; of the
 * variance 80.2, 9.6, 8.3 and 1.8 %. */
static void
test_k37 (void)
{
  WeftCostItems items = published ();

  assert_near (items.total_usd, 1.964, 0.02);
  assert_near (items.half_width, 2.168, 0.02);
  assert_near (items.total_low_usd, 0.91, 0.02);
  assert_near (items.total_high_usd, 4.26, 0.02);
  assert_near (items.variance_share[WEFT_COST_OF_PRICE], 0.802, 0.02);
  assert_near (items.variance_share[WEFT_COST_OF_SERVER], 0.096, 0.02);
  assert_near (items.variance_share[WEFT_COST_OF_QUANTITY], 0.083, 0.02);
  assert_near (items.variance_share[WEFT_COST_OF_INTERCONNECT], 0.018, 0.05);
  g_assert_cmpfloat (items.variance_share[WEFT_COST_OF_RACK] + items.variance_share[WEFT_COST_OF_ENERGY], ==, 0);
  /* Hosts are 0.3 to 1.1 times the chips where only servers are uncertain; with quantity and price the more so. */
  g_assert_cmpfloat (items.low_usd[WEFT_COST_HOSTS], <, 0.3);
  g_assert_cmpfloat (items.high_usd[WEFT_COST_HOSTS], >, 1.1);
}

static int
compare_numbers (const void *a,
                 const void *b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

/* 100,000 draws agree with the closed form. */
static void
test_draws (void)
{
  enum { N = 100000 };
  WeftCostItems items = published ();
  g_autofree double *totals = g_new (double, N);
  WeftRandom random;
  double none[WEFT_N_COST_FACTORS] = { 0 };

  assert_near (weft_cost_items_draw (&items, none), items.total_usd, 1e-12);
  weft_random_init (&random, 37, 0);
  for (guint i = 0; i < N; i++)
    {
      double deviations[WEFT_N_COST_FACTORS];

      for (guint j = 0; j < WEFT_N_COST_FACTORS; j++)
        deviations[j] = weft_random_normal (&random);
      totals[i] = weft_cost_items_draw (&items, deviations);
    }
  qsort (totals, N, sizeof *totals, compare_numbers);
  assert_near (totals[N / 20], items.total_low_usd, 0.02);
  assert_near (totals[N / 2], items.total_usd, 0.02);
  assert_near (totals[N - N / 20], items.total_high_usd, 0.02);
}

static void
assert_sums (const WeftCostItems *items)
{
  double sum = 0, shares = 0;

  for (guint i = 0; i < WEFT_N_COST_ITEMS; i++)
    {
      g_autofree char *why = weft_cost_items_explain (items, i);

      sum += items->usd[i];
      g_assert_cmpfloat (items->low_usd[i], <=, items->usd[i]);
      g_assert_cmpfloat (items->high_usd[i], >=, items->usd[i]);
      g_assert_cmpuint (strlen (why), >, 10);
      g_assert_null (strstr (why, "nan"));
    }
  for (guint i = 0; i < WEFT_N_COST_FACTORS; i++)
    shares += items->variance_share[i];
  assert_near (sum, items->total_usd, 1e-9);
  assert_near (shares, 1, 1e-9);
  g_assert_cmpfloat (items->total_low_usd, <, items->total_usd);
  g_assert_cmpfloat (items->total_high_usd, >, items->total_usd);
}

/* Random partitions: the items are the sum, and what they cost to buy is what a budget of dollars pays for. */
static void
test_items (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  WeftInventory *inventory = measured ();
  const WeftCostTerms known = terms ();
  guint n_done = 0;

  for (guint round = 0; round < 3000; round++)
    {
      guint chip = (guint) g_rand_int_range (rand, 0, (int) weft_inventory_n_chips (inventory));
      guint up = (guint) g_rand_int_range (rand, 0, (int) weft_inventory_n_scaleups (inventory));
      guint out = (guint) g_rand_int_range (rand, 0, (int) weft_inventory_n_scaleouts (inventory));
      double n = floor (exp (g_rand_double_range (rand, 0, log (2e5))));
      WeftCostItems items, twice;

      if (isnan (weft_inventory_chip (inventory, chip)->price_usd)
          || weft_inventory_chip (inventory, chip)->refused != NULL
          || !weft_inventory_scaleup_on_chip (inventory, up, chip)->fits)
        continue;
      n_done++;
      weft_cost_items_of (&items, inventory, chip, up, out, n, NAN, &known);
      assert_sums (&items);
      assert_near (items.total_usd - items.usd[WEFT_COST_ENERGY],
                   n * weft_chip_share_of (inventory, WEFT_BUDGET_COST, chip, up, out, n), 1e-9);

      twice = items;
      weft_cost_items_add (&twice, &items);
      assert_sums (&twice);
      assert_near (twice.total_usd, 2 * items.total_usd, 1e-9);
      assert_near (twice.half_width, items.half_width, 1e-9);
    }
  g_assert_cmpuint (n_done, >, 50);
}

/* A megawatt for a year at ten cents: 8,766 MWh, 876,600 dollars. */
static void
test_energy (void)
{
  WeftCostTerms known = terms ();

  known.usd_per_kwh = 0.1;
  known.years = 1;
  assert_near (weft_cost_terms_energy (&known, 1e6), 876600, 1e-12);
  known.years = 0;
  g_assert_cmpfloat (weft_cost_terms_energy (&known, 1e6), ==, 0);
}

/* A chip without a price has no cost, and says so; its energy is known all the same. */
static void
test_unknown (void)
{
  WeftInventory *inventory = measured ();
  const WeftCostTerms known = terms ();
  const double nothing[WEFT_N_COST_ITEMS] = { 0 };
  WeftCostItems items;

  for (guint i = 0; i < weft_inventory_n_chips (inventory); i++)
    {
      const WeftChip *chip = weft_inventory_chip (inventory, i);
      g_autofree char *why = NULL;

      if (!isnan (chip->price_usd) || isnan (chip->tdp_w))
        continue;
      weft_cost_items_of (&items, inventory, i, 0, 0, 8, 1e4, &known);
      g_assert_true (isnan (items.total_usd));
      g_assert_cmpfloat (items.usd[WEFT_COST_ENERGY], >, 0);
      why = weft_cost_items_explain (&items, WEFT_COST_CHIPS);
      g_assert_nonnull (strstr (why, "unknown"));
    }

  weft_cost_items_from_usd (&items, nothing, &known);
  g_assert_cmpfloat (items.total_usd, ==, 0);
  g_assert_cmpfloat (items.half_width, ==, 1);
}

/* A machine is the sum of its partitions, in JSON too. */
static void
test_machine (void)
{
  WeftInventory *inventory = measured ();
  const WeftCostTerms known = terms ();
  const guint chip = weft_inventory_find_chip (inventory, "h100-sxm-80")->index, counts[] = { 512, 64 };
  const guint up = weft_inventory_find_scaleup (inventory, "nvlink4")->index;
  const guint out = weft_inventory_find_scaleout (inventory, "ib-ndr")->index;
  WeftMachine machine = {
    .n_partitions = 2,
    .partitions = {
      { .chip = chip, .scaleup = up, .scaleout = out },
      { .chip = chip, .scaleup = up, .scaleout = out },
    },
  };
  g_autoptr (JsonNode) node = NULL;
  WeftCostItems all, first, second;

  weft_cost_items_of_machine (&all, inventory, &machine, counts, NULL, &known);
  weft_cost_items_of (&first, inventory, chip, up, out, counts[0], NAN, &known);
  weft_cost_items_of (&second, inventory, chip, up, out, counts[1], NAN, &known);
  assert_near (all.total_usd, first.total_usd + second.total_usd, 1e-12);
  assert_sums (&all);

  node = weft_cost_items_to_json (&all);
  assert_near (json_object_get_double_member (json_node_get_object (node), "total_usd"), all.total_usd, 1e-12);
  g_assert_true (json_object_has_member (json_node_get_object (node), "variance_share"));
}

/* The items of a graph are the sum of its parts' prices: one count of everything. */
static void
test_graph (void)
{
  static const char *const systems[] = {
    "superpod-h100-unit.weft", "nvl72.weft", "helios.weft", "cloudmatrix-384.weft",
  };
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "archagent-2026", &error);
  const WeftCostTerms known = terms ();

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (systems); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", systems[i], NULL);
      g_autofree char *text = NULL;
      g_autoptr (WeftDesign) design = NULL;
      g_autoptr (WeftFlat) flat = NULL;
      g_autoptr (WeftGraphTotals) totals = NULL;
      WeftCostItems items;

      g_assert_true (g_file_get_contents (path, &text, NULL, &error));
      design = fixture_design (text);
      flat = weft_flat_new (weft_design_get_graph (design), inventory, &error);
      g_assert_no_error (error);
      totals = weft_graph_totals (flat, inventory);
      weft_cost_items_of_graph (&items, totals, NAN, &known);
      assert_sums (&items);
      assert_near (items.total_usd - items.usd[WEFT_COST_ENERGY], totals->cost_usd.known, 1e-9);
      g_assert_cmpfloat (items.usd[WEFT_COST_RACKS], >, 0);
      g_assert_cmpfloat (items.usd[WEFT_COST_HOSTS], >=, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/cost-items/k37", test_k37);
  g_test_add_func ("/model/cost-items/draws", test_draws);
  g_test_add_func ("/model/cost-items/items", test_items);
  g_test_add_func ("/model/cost-items/energy", test_energy);
  g_test_add_func ("/model/cost-items/unknown", test_unknown);
  g_test_add_func ("/model/cost-items/machine", test_machine);
  g_test_add_func ("/model/cost-items/graph", test_graph);

  return g_test_run ();
}
