/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names become indices, and budgets become whole nodes: the counts that the paper publishes. */
#include <math.h>

#include "design/weft-design-workload.h"
#include "design/weft-machine.h"
#include "design-fixture.h"

static void
assert_counts (const char *text,
               guint       first,
               guint       second)
{
  WeftInventory *inventory = fixture_get_inventory ();
  g_autoptr (WeftDesign) design = fixture_design (text);
  WeftMachine machine;

  g_test_message ("%s", text);
  g_assert_true (weft_machine_init (&machine, design, inventory));
  g_assert_cmpuint (weft_provision (inventory, &machine, 0), ==, first);
  if (machine.n_partitions > 1)
    g_assert_cmpuint (weft_provision (inventory, &machine, 1), ==, second);
}

/* MODEL: 1,000,000 / 760 = 1315.8, in nodes of 8: 1,312. 980,000 / 1090 = 899.1: 896.
 * 20,000 / 2930 = 6.8, in nodes of 4: 4. */
static void
test_published (void)
{
  assert_counts ("{\"partitions\":[{" H100 ",\"power_frac\":1}]}", 1312, 0);
  assert_counts (PAPER, 896, 4);
}

#define TWO(first, second)                                                                         \
  "\"partitions\":[{" B200 ",\"power_frac\":" first "},{" WSE3S ",\"power_frac\":" second "}]}"

static void
test_budgets (void)
{
  /* 294,000 / 1090 = 269.7: 264; 6,000 / 2930 = 2.05: not a node of 4. */
  assert_counts ("{\"facility\":{\"power_w\":3e5}," TWO ("0.98", "0.02"), 264, 0);
  /* 4,900,000 / 1090 = 4495.4: 4,488; 100,000 / 2930 = 34.1: 32. */
  assert_counts ("{\"facility\":{\"power_w\":5e6}," TWO ("0.98", "0.02"), 4488, 32);
  /* 0.7 x 87,200 W is 56 x 1090 W in decimals and a little less in binary: nothing is lost. */
  assert_counts ("{\"facility\":{\"power_w\":87200}," TWO ("0.7", "0.3"), 56, 8);
}

static void
test_cost (void)
{
  WeftInventory *inventory = fixture_get_inventory ();
  const WeftChip *chip = weft_inventory_find_chip (inventory, "B200");
  const WeftScaleup *up = weft_inventory_find_scaleup (inventory, "NVLink5");
  const WeftScaleout *out = weft_inventory_find_scaleout (inventory, "IB-XDR");
  const WeftScaleupOnChip *on = weft_inventory_scaleup_on_chip (inventory, up->index,
                                                                chip->index);
  double share = chip->price_usd + on->cost_usd + out->cost_usd;
  g_autofree char *text = NULL;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_assert_cmpfloat (weft_chip_share (inventory, WEFT_BUDGET_COST, chip->index, up->index,
                                      out->index), ==, share);
  g_assert_cmpfloat (weft_chip_share (inventory, WEFT_BUDGET_POWER, chip->index, up->index,
                                      out->index), ==, 1090.0);
  g_assert_true (share > 0);

  /* Money for exactly three nodes, and a dollar less. */
  g_ascii_dtostr (buffer, sizeof buffer, 24 * share);
  text = g_strdup_printf ("{\"facility\":{\"cost_usd\":%s},\"partitions\":[{" B200
                          ",\"power_frac\":1}]}", buffer);
  assert_counts (text, 24, 0);
  g_ascii_dtostr (buffer, sizeof buffer, 24 * share - 1);
  g_free (text);
  text = g_strdup_printf ("{\"facility\":{\"cost_usd\":%s},\"partitions\":[{" B200
                          ",\"power_frac\":1}]}", buffer);
  assert_counts (text, 16, 0);
}

static void
test_unknown_price (void)
{
  WeftInventory *inventory = fixture_get_inventory ();
  const WeftChip *chip = weft_inventory_find_chip (inventory, "gift");
  const WeftScaleup *up = weft_inventory_find_scaleup (inventory, "NVLink4");
  const WeftScaleout *out = weft_inventory_find_scaleout (inventory, "UEC");

  g_assert_true (isnan (weft_chip_share (inventory, WEFT_BUDGET_COST, chip->index, up->index,
                                         out->index)));
  assert_counts ("{\"facility\":{\"cost_usd\":1e9},\"partitions\":[{\"chip\":\"gift\","
                 "\"scaleup\":\"NVLink4\",\"scaleout\":\"UEC\",\"power_frac\":1}]}", 0, 0);
}

/* More money never buys fewer chips, and always whole nodes. */
static void
test_monotone (void)
{
  WeftInventory *inventory = fixture_get_inventory ();
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  WeftMachine machine;

  g_assert_true (weft_machine_init (&machine, design, inventory));
  for (guint i = 0; i < 2000; i++)
    {
      WeftMachine more = machine;
      guint n, n_more;

      machine.amount = g_rand_double_range (rand, 1.0, 1e8);
      machine.partitions[0].power_frac = g_rand_double (rand);
      more = machine;
      more.amount *= 1.0 + g_rand_double (rand);
      n = weft_provision (inventory, &machine, 0);
      n_more = weft_provision (inventory, &more, 0);
      g_assert_cmpuint (n, <=, n_more);
      g_assert_cmpuint (n % 8, ==, 0);
      g_assert_cmpfloat (n * 1090.0, <=, machine.partitions[0].power_frac * machine.amount
                                          + 1e-6 * 1090.0);
    }
}

static void
test_extremes (void)
{
  assert_counts ("{\"facility\":{\"power_w\":1e300}," TWO ("1", "1"), 4000000000u, 4000000000u);
  assert_counts ("{\"facility\":{\"power_w\":1e-300}," TWO ("1", "1"), 0, 0);
  assert_counts ("{" TWO ("-1", "1e-300"), 0, 0);
}

static void
test_unresolved (void)
{
  static const char *const texts[] = {
    "{\"partitions\":[]}",
    "{\"partitions\":[{\"chip\":\"?\",\"scaleup\":\"NVLink5\",\"scaleout\":\"UEC\","
    "\"power_frac\":1}]}",
    "{\"partitions\":[{\"chip\":\"B200\",\"scaleup\":\"?\",\"scaleout\":\"UEC\","
    "\"power_frac\":1}]}",
    "{\"partitions\":[{\"chip\":\"B200\",\"scaleup\":\"NVLink5\",\"scaleout\":\"?\","
    "\"power_frac\":1}]}",
    "{\"partitions\":[{" B200 ",\"power_frac\":1,\"role\":\"?\"}]}",
    "{\"facility\":{}," TWO ("0.5", "0.5"),
    "{\"facility\":{\"power_w\":0}," TWO ("0.5", "0.5"),
    "{\"facility\":{\"power_w\":1,\"cost_usd\":1}," TWO ("0.5", "0.5"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (WeftDesign) design = fixture_design (texts[i]);
      WeftMachine machine;

      g_test_message ("%s", texts[i]);
      g_assert_false (weft_machine_init (&machine, design, fixture_get_inventory ()));
    }
}

static void
test_resolved (void)
{
  WeftInventory *inventory = fixture_get_inventory ();
  g_autoptr (WeftDesign) design = NULL;
  WeftMachine machine;

  design = fixture_design ("{\"partitions\":[{\"chip\":\"b 200\",\"role\":\"Pre-fill\","
                           "\"power_frac\":0.25,\"scaleup\":\"nv-link 5\","
                           "\"scaleout\":\"ibxdr\"}]}");
  g_assert_true (weft_machine_init (&machine, design, inventory));
  g_assert_cmpint (machine.budget, ==, WEFT_BUDGET_POWER);
  g_assert_cmpfloat (machine.amount, ==, 1e6);
  g_assert_cmpfloat (machine.epsilon, ==, 1e-9);
  g_assert_cmpuint (machine.n_partitions, ==, 1);
  g_assert_cmpint (machine.partitions[0].role, ==, WEFT_ROLE_PREFILL);
  g_assert_cmpfloat (machine.partitions[0].power_frac, ==, 0.25);
  g_assert_cmpstr (weft_inventory_chip (inventory, machine.partitions[0].chip)->id, ==, "B200");

  g_assert_true (weft_machine_init_empty (&machine, inventory));
  g_assert_cmpuint (machine.n_partitions, ==, 0);
}

static void
test_workload (void)
{
  WeftInventory *inventory = fixture_get_inventory ();
  g_autoptr (WeftDesign) plain = fixture_design (PAPER);
  g_autoptr (WeftDesign) own = NULL;
  g_autoptr (WeftDesign) wrong = NULL;
  double weights[WEFT_DESIGN_N_WORKLOADS];
  static const double expected[] = { 0.25, 0.30, 0.10, 0.10, 0.10, 0.15 };
  WeftRecord *record = NULL;

  g_assert_true (weft_design_effective_workload (plain, inventory, &record, weights));
  g_assert_cmpstr (weft_record_get_id (record), ==, "mixed-ai-hpc");
  for (guint i = 0; i < WEFT_DESIGN_N_WORKLOADS; i++)
    g_assert_cmpfloat (weights[i], ==, expected[i]);
  g_assert_cmpfloat (weft_design_workload_number (plain, record, "sequence_tokens"), ==, 4096);
  g_assert_true (isnan (weft_design_workload_number (plain, record, "weights")));
  g_assert_true (isnan (weft_design_workload_number (plain, record, "nothing")));

  own = fixture_design ("{\"partitions\":[],\"workload\":{\"profile\":\"Mixed AI and HPC\","
                        "\"weights\":{\"fft\":0.75,\"serving\":0.25},"
                        "\"values\":{\"sequence_tokens\":8192}}}");
  g_assert_true (weft_design_effective_workload (own, inventory, &record, weights));
  g_assert_cmpfloat (weights[0], ==, 0.0);
  g_assert_cmpfloat (weights[1], ==, 0.25);
  g_assert_cmpfloat (weights[4], ==, 0.75);
  g_assert_cmpfloat (weft_design_workload_number (own, record, "sequence_tokens"), ==, 8192);
  g_assert_cmpfloat (weft_design_workload_number (own, record, "llm_layers"), ==, 80);

  wrong = fixture_design ("{\"partitions\":[],\"workload\":{\"profile\":\"?\"}}");
  g_assert_false (weft_design_effective_workload (wrong, inventory, &record, weights));
  g_assert_null (record);
  g_assert_cmpfloat (weights[0], ==, 0.0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/machine/published", test_published);
  g_test_add_func ("/design/machine/budgets", test_budgets);
  g_test_add_func ("/design/machine/cost", test_cost);
  g_test_add_func ("/design/machine/unknown-price", test_unknown_price);
  g_test_add_func ("/design/machine/monotone", test_monotone);
  g_test_add_func ("/design/machine/extremes", test_extremes);
  g_test_add_func ("/design/machine/unresolved", test_unresolved);
  g_test_add_func ("/design/machine/resolved", test_resolved);
  g_test_add_func ("/design/machine/workload", test_workload);

  return g_test_run ();
}
