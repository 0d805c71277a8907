/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power by item: a chip by what it does, against what was measured and what physics says; sums and intervals. */
#include "model-fixture.h"
#include "model/measured/weft-power-items.h"

static WeftInventory *
measured (void)
{
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "measured", &error);

  g_assert_no_error (error);
  return inventory;
}

static WeftProfile *
profile (void)
{
  return weft_inventory_get_profile (measured ());
}

static const WeftChip *
find_chip (const char *id)
{
  const WeftChip *chip = weft_inventory_find_chip (measured (), id);

  g_assert_nonnull (chip);
  return chip;
}

static WeftChipPower
power_of (const char *id)
{
  g_autoptr (GError) error = NULL;
  WeftChipPower power;

  weft_chip_power_of (&power, profile (), find_chip (id), &error);
  g_assert_no_error (error);
  return power;
}

static void
assert_near (double value,
             double expected,
             double tolerance)
{
  g_test_message ("%g, expected %g", value, expected);
  g_assert_cmpfloat (fabs (value / expected - 1), <=, tolerance);
}

/* A stream of FP64 operations on H200: what it reached and what it drew. */
static void
test_measured_stream (void)
{
  WeftChipPower power = power_of ("h200-sxm-141");
  static const double rows[][3] = {
    { 3760e9, 0.94e12, 572 }, { 3629e9, 22.7e12, 675 }, { 1838e9, 37.2e12, 547 }, { 425e9, 42.6e12, 398 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WeftActivity does = { .bytes_s = rows[i][0], .vector_flops = rows[i][1] };

      assert_near (weft_chip_power_w (&power, &does, NULL), rows[i][2], 0.06);
    }
}

/* Not the TDP times utilisation: the arithmetic of a stream at its peak draws less than the traffic at its peak. */
static void
test_traffic_dominates (void)
{
  WeftChipPower power = power_of ("h200-sxm-141");
  WeftActivity traffic = { .bytes_s = 3760e9 };
  WeftActivity arithmetic = { .vector_flops = 42e12 };

  g_assert_cmpfloat (weft_chip_power_w (&power, &traffic, NULL), >,
                     1.3 * weft_chip_power_w (&power, &arithmetic, NULL));
}

/* A kernel between both roofs: power rises with intensity up to the ridge and falls behind it. */
static void
test_peak_at_ridge (void)
{
  WeftChipPower power = power_of ("a100-sxm-80");
  double bw = 1.37e12, peak = 19e12, ridge = peak / bw, before = 0;

  for (double intensity = ridge / 64; intensity <= ridge * 64; intensity *= 1.25)
    {
      WeftActivity does = { .bytes_s = MIN (bw, peak / intensity), .vector_flops = MIN (peak, bw * intensity) };
      WeftActivity most = { .bytes_s = bw, .vector_flops = peak };
      double w = weft_chip_power_w (&power, &does, NULL);

      g_assert_cmpfloat (w, <=, weft_chip_power_w (&power, &most, NULL));
      if (intensity > ridge * 1.25)
        g_assert_cmpfloat (w, <, before);
      else if (intensity < ridge)
        g_assert_cmpfloat (w, >, before);
      before = w;
    }
}

/* Every chip that a partition may have: idle at rest, never above its TDP, more for more. */
static void
test_bounds (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  WeftInventory *inventory = measured ();

  for (guint i = 0; i < weft_inventory_n_chips (inventory); i++)
    {
      const WeftChip *chip = weft_inventory_chip (inventory, i);
      const WeftActivity rest = { 0 };
      WeftChipPower power;

      if (chip->refused != NULL)
        continue;
      power = power_of (chip->id);
      g_assert_cmpfloat (weft_chip_power_w (&power, &rest, NULL), ==, power.idle_w);
      g_assert_cmpfloat (power.idle_w, >, 0);
      g_assert_cmpfloat (power.idle_w, <, chip->tdp_w);
      for (guint j = 0; j < 100; j++)
        {
          WeftActivity does = { .bytes_s = g_rand_double (rand) * chip->mem_bw_bytes_s,
                                .link_bytes_s = g_rand_double (rand) * 1e12,
                                .matrix_flops = { [WEFT_FORMAT_BF16] = g_rand_double (rand) * 1e15 } };
          WeftActivity more = does;
          gboolean is_capped;
          double w = weft_chip_power_w (&power, &does, &is_capped);

          if (!(chip->peak_bf16_flops > 0))
            continue;
          more.bytes_s *= 1.5;
          g_assert_cmpfloat (w, >=, power.idle_w);
          g_assert_cmpfloat (w, <=, chip->tdp_w);
          g_assert_cmpint (is_capped, ==, w >= chip->tdp_w);
          g_assert_cmpfloat (weft_chip_power_w (&power, &more, NULL), >=, w);
        }
    }
}

/* DGX H100 at training draws 6.85 to 7.1 kW; 18 % is what the model is worth without such a row in its fit. */
static void
test_training_node (void)
{
  const WeftChip *chip = find_chip ("h100-sxm-80");
  const WeftFacilityPower *facility = weft_inventory_facility_power (measured ());
  g_autoptr (GError) error = NULL;
  WeftChipPower power = power_of (chip->id);
  WeftActivity does = { 0 };
  WeftChipKernels kernels;
  double node_w;

  g_assert_true (weft_chip_kernels_init (&kernels, profile (), chip, &error));
  weft_activity_add_products (&does, &kernels, WEFT_FORMAT_BF16, 0.75);
  weft_activity_add_traffic (&does, &kernels, 0.15);
  weft_activity_add_exchange (&does, 450e9, 0.10);
  node_w = 8 * (weft_chip_power_w (&power, &does, NULL) + 50 + chip->host_w) * (1 + facility->loss_share);
  assert_near (node_w, 6950, 0.18);
}

/* DGX A100 under nine loads: what its chips drew, and what the node drew. */
static void
test_measured_node (void)
{
  static const double rows[][2] = {
    { 146.12, 2574 }, { 103.24, 2184 }, { 239.3, 3120 }, { 338.4, 4485 }, { 375.6, 4524 }, { 317.2, 3954.6 },
    { 383.5, 4368.6 },
  };
  const WeftFacilityPower *facility = weft_inventory_facility_power (measured ());
  const WeftChip *chip = find_chip ("a100-sxm-80");

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WeftPowerShare share = { .chip_w = rows[i][0], .host_w = chip->host_w, .scaleup_w = 45, .scaleout_w = 26 };

      weft_power_share_add (&share, facility);
      assert_near (8 * (share.chip_w + share.host_w + share.scaleup_w + share.loss_w + share.scaleout_w), rows[i][1],
                   0.10);
    }
}

static void
assert_sums (const WeftPowerItems *items)
{
  double sum = 0;

  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    {
      g_autofree char *why = weft_power_items_explain (items, i);

      sum += items->w[i];
      g_assert_cmpfloat (items->w[i], >=, 0);
      g_assert_cmpfloat (items->low_w[i], <=, items->w[i]);
      g_assert_cmpfloat (items->high_w[i], >=, items->w[i]);
      g_assert_cmpuint (strlen (why), >, 10);
      g_assert_null (strstr (why, "nan"));
    }
  g_assert_cmpfloat (fabs (sum - items->total_w), <=, 1e-9 * sum);
  g_assert_cmpfloat (items->total_low_w, <, items->total_w);
  g_assert_cmpfloat (items->total_high_w, >, items->total_w);
}

/* Random partitions: the items are the sum, at work no more than at the peak, and what provisioning pays for. */
static void
test_items (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  WeftInventory *inventory = measured ();
  guint n_done = 0;

  for (guint round = 0; round < 3000; round++)
    {
      guint chip = (guint) g_rand_int_range (rand, 0, (int) weft_inventory_n_chips (inventory));
      guint up = (guint) g_rand_int_range (rand, 0, (int) weft_inventory_n_scaleups (inventory));
      guint out = (guint) g_rand_int_range (rand, 0, (int) weft_inventory_n_scaleouts (inventory));
      double n = floor (exp (g_rand_double_range (rand, 0, log (2e5))));
      WeftActivity does = { .bytes_s = g_rand_double (rand) * 4e12 };
      g_autoptr (GError) error = NULL;
      WeftPowerItems peak, work, both;

      if (weft_inventory_chip (inventory, chip)->refused != NULL
          || !weft_inventory_scaleup_on_chip (inventory, up, chip)->fits)
        continue;
      n_done++;
      g_assert_true (weft_power_items_of (&peak, inventory, chip, up, out, n, NULL, &error));
      g_assert_true (weft_power_items_of (&work, inventory, chip, up, out, n, &does, &error));
      assert_sums (&peak);
      assert_sums (&work);
      g_assert_cmpfloat (work.total_w, <=, peak.total_w);
      g_assert_cmpfloat (work.high_w[WEFT_POWER_CHIPS], <=, peak.w[WEFT_POWER_CHIPS] * (1 + 1e-12));
      assert_near (peak.total_w, n * weft_chip_share_of (inventory, WEFT_BUDGET_POWER, chip, up, out, n), 1e-9);

      both = peak;
      weft_power_items_add (&both, &work);
      assert_sums (&both);
      assert_near (both.total_w, peak.total_w + work.total_w, 1e-12);
    }
  g_assert_cmpuint (n_done, >, 50);
}

/* A machine is the sum of its partitions, in JSON too. */
static void
test_machine (void)
{
  WeftInventory *inventory = measured ();
  const WeftChip *b200 = find_chip ("b200-sxm"), *h100 = find_chip ("h100-sxm-80");
  const guint out = weft_inventory_find_scaleout (inventory, "ib-xdr")->index, counts[] = { 896, 128 };
  WeftMachine machine = {
    .n_partitions = 2,
    .partitions = {
      { .chip = b200->index, .scaleup = weft_inventory_find_scaleup (inventory, "nvlink5")->index, .scaleout = out },
      { .chip = h100->index, .scaleup = weft_inventory_find_scaleup (inventory, "nvlink4")->index, .scaleout = out },
    },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;
  WeftPowerItems all, one;
  double sum = 0;

  g_assert_true (weft_power_items_of_machine (&all, inventory, &machine, counts, NULL, &error));
  for (guint i = 0; i < 2; i++)
    {
      const WeftMachinePartition *part = &machine.partitions[i];

      g_assert_true (weft_power_items_of (&one, inventory, part->chip, part->scaleup, part->scaleout, counts[i], NULL,
                                          &error));
      sum += one.total_w;
    }
  assert_near (all.total_w, sum, 1e-12);
  assert_sums (&all);

  node = weft_power_items_to_json (&all);
  assert_near (json_object_get_double_member (json_node_get_object (node), "total_w"), sum, 1e-12);
  g_assert_true (json_object_has_member (json_node_get_object (node), "cooling"));
}

/* Sums of a graph's parts and its items are the same watts: one count of everything. The shipped systems are named as
 * the paper's profile names their chips. */
static void
test_graph (void)
{
  static const char *const systems[] = {
    "superpod-h100-unit.weft", "nvl72.weft", "helios.weft", "cloudmatrix-384.weft",
  };
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "archagent-2026", &error);
  WeftPowerSpread spread;

  g_assert_no_error (error);
  g_assert_true (weft_power_spread_init (&spread, profile (), &error));
  for (gsize i = 0; i < G_N_ELEMENTS (systems); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", systems[i], NULL);
      g_autofree char *text = NULL;
      g_autoptr (WeftDesign) design = NULL;
      g_autoptr (WeftFlat) flat = NULL;
      g_autoptr (WeftGraphTotals) totals = NULL;
      WeftPowerItems items;
      double sum = 0;

      g_assert_true (g_file_get_contents (path, &text, NULL, &error));
      design = fixture_design (text);
      flat = weft_flat_new (weft_design_get_graph (design), inventory, &error);
      g_assert_no_error (error);
      totals = weft_graph_totals (flat, inventory);
      weft_power_items_of_graph (&items, totals, &spread);
      for (guint j = 0; j < WEFT_N_POWER_ITEMS; j++)
        sum += items.w[j];
      assert_near (sum, totals->facility_w.known, 1e-9);
      assert_near (items.total_w, totals->facility_w.known, 1e-9);
      g_assert_cmpfloat (items.w[WEFT_POWER_CHIPS], >, 0);
    }
}

/* What a supercomputer draws for each chip at HPL, by the Green500: FLOP/s a chip over FLOP/s a watt. The chips are at
 * their TDP; 44,544 MI300A with Slingshot: 39.1 TF a chip at 60.3 GF/W. */
static void
test_hpl_machines (void)
{
  WeftInventory *inventory = measured ();
  const WeftChip *chip = find_chip ("mi300a");
  const WeftScaleout *out = weft_inventory_find_scaleout (inventory, "slingshot11");
  const WeftScaleup *up = weft_inventory_find_scaleup (inventory, "if-mi300");
  g_autoptr (GError) error = NULL;
  WeftPowerItems items;

  g_assert_true (weft_power_items_of (&items, inventory, chip->index, up->index, out->index, 44544, NULL, &error));
  assert_near ((items.total_w - items.w[WEFT_POWER_COOLING]) / 44544, 39.1e12 / 60.3e9, 0.10);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/power/measured-stream", test_measured_stream);
  g_test_add_func ("/model/power/traffic-dominates", test_traffic_dominates);
  g_test_add_func ("/model/power/peak-at-ridge", test_peak_at_ridge);
  g_test_add_func ("/model/power/bounds", test_bounds);
  g_test_add_func ("/model/power/training-node", test_training_node);
  g_test_add_func ("/model/power/measured-node", test_measured_node);
  g_test_add_func ("/model/power/items", test_items);
  g_test_add_func ("/model/power/machine", test_machine);
  g_test_add_func ("/model/power/graph", test_graph);
  g_test_add_func ("/model/power/hpl-machines", test_hpl_machines);

  return g_test_run ();
}
