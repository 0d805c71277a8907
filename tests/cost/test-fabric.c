/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives on fabrics: identities of the closed forms, what the profile of measurements says, and questions that people
 * asked in public. */
#include <glib.h>
#include <math.h>

#include "catalog/weft-catalog.h"
#include "cost/weft-fabric.h"

#define N_CASES 2000

static WeftInventory *inventory;

static double
total (const WeftFabric   *fabric,
       WeftCollectiveKind  kind,
       double              ranks,
       double              local,
       double              bytes)
{
  return weft_comm_time_total (weft_collective_s (fabric, kind, (WeftGroup) { ranks, local, 1 }, bytes, NULL));
}

static WeftFabric
fabric_of (const char            *chip_name,
           const char            *scaleup_name,
           const char            *scaleout_name,
           WeftCollectiveLibrary  library)
{
  const WeftChip *chip = weft_inventory_find_chip (inventory, chip_name);
  const WeftScaleup *scaleup = weft_inventory_find_scaleup (inventory, scaleup_name);
  const WeftScaleout *scaleout = weft_inventory_find_scaleout (inventory, scaleout_name);
  const WeftScaleupOnChip *pair = weft_inventory_scaleup_on_chip (inventory, scaleup->index, chip->index);
  WeftFabricSite site = {
    .chip = chip->index,
    .scaleup = scaleup->index,
    .scaleout = scaleout->index,
    .inside = { pair->alpha_s, pair->bw_bytes_s },
    .across = { scaleout->alpha_s, scaleout->bw_bytes_s },
    .domain_ranks = chip->node_chips,
  };
  g_autoptr(GError) error = NULL;
  WeftFabric fabric;

  g_assert_true (weft_fabric_init (&fabric, inventory, &site, library, &error));
  g_assert_no_error (error);
  return fabric;
}

static void
test_one_rank (void)
{
  WeftFabric fabric = fabric_of ("h100-sxm-80", "nvlink4", "ib-ndr", WEFT_LIBRARY_NCCL);
  WeftCollectiveChoice choice;

  for (guint kind = 0; kind < WEFT_N_COLLECTIVES; kind++)
    g_assert_cmpfloat (total (&fabric, kind, 1, 1, 1e9), ==, 0);
  weft_collective_s (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, (WeftGroup) { 1, 1, 0 }, 1e9, &choice);
  g_assert_cmpint (choice.algorithm, ==, WEFT_ALGORITHM_NONE);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(WeftCatalog) catalog = NULL;
  WeftProfile *profile;
  int result;

  g_test_init (&argc, &argv, NULL);
  catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, NULL);
  profile = weft_catalog_get_profile (catalog, "measured", NULL);
  inventory = weft_inventory_new (catalog, profile, NULL);

  g_test_add_func ("/cost/fabric/one-rank", test_one_rank);

  result = g_test_run ();
  g_clear_object (&inventory);
  return result;
}
