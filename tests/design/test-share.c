/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a chip takes from a budget all in: hosts, tiers of the fabric, supplies, the facility; and what it buys. */
#include <math.h>

#include "design-fixture.h"
#include "design/weft-machine.h"
#include "design/weft-share.h"

typedef struct
{
  WeftInventory *inventory;
  guint chip;
  guint scaleup;
  guint scaleout;
} Parts;

static WeftInventory *
inventory_of (const char *profile_id)
{
  g_autoptr (GError) error = NULL;
  WeftCatalog *catalog = weft_inventory_get_catalog (fixture_get_inventory ());
  WeftProfile *profile = weft_catalog_get_profile (catalog, profile_id, &error);
  WeftInventory *inventory;

  g_assert_no_error (error);
  inventory = weft_inventory_new (catalog, profile, &error);
  g_assert_no_error (error);
  return inventory;
}

static Parts
parts_of (WeftInventory *inventory,
          const char    *chip,
          const char    *scaleup,
          const char    *scaleout)
{
  return (Parts) {
    inventory,
    weft_inventory_find_chip (inventory, chip)->index,
    weft_inventory_find_scaleup (inventory, scaleup)->index,
    weft_inventory_find_scaleout (inventory, scaleout)->index,
  };
}

static WeftPowerShare
power_of (const Parts *parts,
          double       endpoints)
{
  WeftPowerShare share;

  weft_power_share_init (&share, parts->inventory, parts->chip, parts->scaleup, parts->scaleout, endpoints);
  return share;
}

/* The paper counts chips and ports: 700 + 35 + 25 W, whatever the machine. */
static void
test_lean (void)
{
  g_autoptr (WeftInventory) inventory = inventory_of ("archagent-2026");
  Parts parts = parts_of (inventory, "h100-sxm-80", "NVLink4", "IB-NDR");
  WeftPowerShare share = power_of (&parts, 1e6);
  WeftCostShare cost;

  g_assert_cmpfloat (weft_power_share_total (&share), ==, 760);
  g_assert_cmpfloat (share.host_w + share.loss_w + share.service_w + share.cooling_w, ==, 0);

  weft_cost_share_init (&cost, inventory, parts.chip, parts.scaleup, parts.scaleout, 1e6);
  g_assert_cmpfloat (cost.host_usd + cost.rack_usd, ==, 0);
}

/* A facility pays host, supplies, service nodes and cooling too, each by its own rule. */
static void
test_all_in (void)
{
  g_autoptr (WeftInventory) inventory = inventory_of ("measured");
  const WeftFacilityPower *facility = weft_inventory_facility_power (inventory);
  Parts parts = parts_of (inventory, "h100-sxm-80", "NVLink4", "IB-NDR");
  WeftPowerShare share = power_of (&parts, 1024);
  double node_w = share.chip_w + share.host_w + share.scaleup_w;
  WeftCostShare cost;

  g_assert_true (facility->is_counted);
  g_assert_cmpfloat (share.chip_w, ==, 700);
  /* Two processors for eight chips. */
  g_assert_cmpfloat_with_epsilon (share.host_w * 8, 2 * facility->socket_w, 1e-9);
  g_assert_cmpfloat_with_epsilon (share.loss_w, node_w * facility->loss_share, 1e-9);
  g_assert_cmpfloat_with_epsilon (weft_power_share_total (&share), weft_power_share_it_w (&share) * facility->pue, 1e-9);
  /* What operators say of a GPU of 700 W with everything around it. */
  g_assert_cmpfloat (weft_power_share_it_w (&share), >, 900);
  g_assert_cmpfloat (weft_power_share_total (&share), <, 1600);

  weft_cost_share_init (&cost, inventory, parts.chip, parts.scaleup, parts.scaleout, 1024);
  g_assert_cmpfloat (cost.host_usd, >, 0);
  g_assert_cmpfloat (cost.rack_usd, >, 0);
  g_assert_cmpfloat_with_epsilon (weft_cost_share_total (&cost),
                                  cost.chip_usd + cost.host_usd + cost.scaleup_usd + cost.scaleout_usd + cost.rack_usd,
                                  1e-6);
}

/* An APU is its own host; two GB200 share a Grace. */
static void
test_hosts (void)
{
  g_autoptr (WeftInventory) inventory = inventory_of ("measured");
  const WeftChip *gb200 = weft_inventory_find_chip (inventory, "gb200");

  g_assert_cmpfloat (weft_inventory_find_chip (inventory, "mi300a")->host_w, ==, 0);
  g_assert_cmpfloat_with_epsilon (gb200->host_w * gb200->node_chips,
                                  2 * weft_inventory_facility_power (inventory)->socket_w, 1e-9);
}

/* 64 ports a switch: card and module 34 W, switch port and module 20.2 W each; one, three or five of them. */
static void
test_tiers (void)
{
  g_autoptr (WeftInventory) inventory = inventory_of ("measured");
  const WeftScaleout *ndr = weft_inventory_find_scaleout (inventory, "ib-ndr");

  g_assert_cmpfloat_with_epsilon (weft_scaleout_tier (ndr, 64)->power_w, 34 + 20.2, 1e-9);
  g_assert_cmpfloat_with_epsilon (weft_scaleout_tier (ndr, 65)->power_w, 34 + 3 * 20.2, 1e-9);
  g_assert_cmpfloat_with_epsilon (weft_scaleout_tier (ndr, 2048)->power_w, 34 + 3 * 20.2, 1e-9);
  g_assert_cmpfloat_with_epsilon (weft_scaleout_tier (ndr, 1e5)->power_w, 34 + 5 * 20.2, 1e-9);
  g_assert_cmpfloat (weft_scaleout_tier (ndr, 64)->cost_usd, <, weft_scaleout_tier (ndr, 2048)->cost_usd);
  g_assert_cmpfloat (weft_scaleout_tier (ndr, 2048)->cost_usd, <, weft_scaleout_tier (ndr, 1e5)->cost_usd);
}

/* 128 nodes of 10.2 kW with 48 switches of 1.72 kW: 1,388.16 kW. A megawatt feeds 92 such nodes, 70 at a PUE of 1.3. */
static void
test_nameplates (void)
{
  WeftFacilityPower facility = { .is_counted = TRUE, .pue = 1 };
  WeftPowerShare share = { .chip_w = 700, .host_w = 10200 / 8.0 - 700, .scaleout_w = 48 * 1720 / 1024.0 };

  weft_power_share_add (&share, &facility);
  g_assert_cmpfloat_with_epsilon (weft_power_share_total (&share) * 1024, 1388160, 1e-6);
  g_assert_cmpfloat (floor (1e6 / (8 * weft_power_share_total (&share))), ==, 92);

  facility.pue = 1.3;
  weft_power_share_add (&share, &facility);
  g_assert_cmpfloat_with_epsilon (weft_power_share_it_w (&share) * 1024, 1388160, 1e-6);
  g_assert_cmpfloat (floor (1e6 / (8 * weft_power_share_total (&share))), ==, 70);
}

/* Whole nodes within the budget, more for more, and another node would not fit. */
static void
test_provision (void)
{
  g_autoptr (WeftInventory) inventory = inventory_of ("measured");
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  Parts parts = parts_of (inventory, "h100-sxm-80", "NVLink4", "IB-NDR");
  WeftMachine machine;
  double before_w = 0;
  guint before = 0;

  g_assert_true (weft_machine_init_empty (&machine, inventory));
  machine.n_partitions = 1;
  machine.partitions[0] = (WeftMachinePartition) {
    .chip = parts.chip, .scaleup = parts.scaleup, .scaleout = parts.scaleout, .power_frac = 1,
  };
  for (guint i = 0; i < 2000; i++)
    {
      guint n;
      WeftPowerShare fits, next;

      machine.amount = exp (g_rand_double_range (rand, log (8e3), log (8e6)));
      n = weft_provision (inventory, &machine, 0);
      g_assert_cmpuint (n % 8, ==, 0);
      fits = power_of (&parts, n);
      next = power_of (&parts, n + 8);
      g_assert_cmpfloat (n * weft_power_share_total (&fits), <=, machine.amount * (1 + 1e-9));
      g_assert_cmpfloat ((n + 8) * weft_power_share_total (&next), >, machine.amount * (1 - 1e-9));
      if (machine.amount >= before_w)
        g_assert_cmpuint (n, >=, before);
      else
        g_assert_cmpuint (n, <=, before);
      before = n;
      before_w = machine.amount;
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/share/lean", test_lean);
  g_test_add_func ("/design/share/all-in", test_all_in);
  g_test_add_func ("/design/share/hosts", test_hosts);
  g_test_add_func ("/design/share/tiers", test_tiers);
  g_test_add_func ("/design/share/nameplates", test_nameplates);
  g_test_add_func ("/design/share/provision", test_provision);

  return g_test_run ();
}
