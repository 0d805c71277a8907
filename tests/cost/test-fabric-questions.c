/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions and complaints about collectives that people published, with the right answers; each test is named after
 * where it was asked. */
#include <glib.h>
#include <math.h>

#include "catalog/weft-catalog.h"
#include "cost/weft-collective-table.h"

static WeftInventory *inventory;

static WeftFabric
hopper (double domain_ranks)
{
  const WeftChip *chip = weft_inventory_find_chip (inventory, "h100-sxm-80");
  const WeftScaleup *scaleup = weft_inventory_find_scaleup (inventory, "nvlink4");
  const WeftScaleout *scaleout = weft_inventory_find_scaleout (inventory, "ib-ndr");
  WeftFabricSite site = {
    .chip = chip->index,
    .scaleup = scaleup->index,
    .scaleout = scaleout->index,
    .inside = { 1e-6, 450e9 },
    .across = { 1.5e-6, 50e9 },
    .domain_ranks = domain_ranks,
  };
  g_autoptr (GError) error = NULL;
  WeftFabric fabric;

  g_assert_true (weft_fabric_init (&fabric, inventory, &site, WEFT_LIBRARY_NCCL, &error));
  g_assert_no_error (error);
  return fabric;
}

static WeftFabric
ideal (double alpha_s,
       double inside_bytes_s,
       double across_bytes_s,
       double domain_ranks)
{
  WeftLink inside = { alpha_s, inside_bytes_s };
  WeftLink across = { alpha_s, across_bytes_s };
  WeftFabric fabric;

  weft_fabric_init_ideal (&fabric, &inside, &across, domain_ranks);
  return fabric;
}

static WeftCollectiveRow
row_of (const WeftFabric        *fabric,
        double                   ranks,
        double                   local,
        double                   bytes,
        WeftCollectiveAlgorithm  algorithm)
{
  WeftCollectiveTable table;
  const WeftCollectiveRow *row;

  weft_collective_table (fabric, WEFT_COLLECTIVE_ALL_REDUCE, (WeftGroup) { ranks, local, 1 }, bytes, &table);
  row = weft_collective_table_find (&table, algorithm);
  g_assert_nonnull (row);
  return *row;
}

static double
ring_s (const WeftFabric *fabric,
        double            ranks,
        double            local,
        double            bytes)
{
  return weft_comm_time_total (row_of (fabric, ranks, local, bytes, WEFT_ALGORITHM_RING).time);
}

static double
all_reduce_s (const WeftFabric     *fabric,
              WeftGroup             group,
              double                bytes,
              WeftCollectiveChoice *choice)
{
  return weft_comm_time_total (weft_collective_s (fabric, WEFT_COLLECTIVE_ALL_REDUCE, group, bytes, choice));
}

static void
assert_near (double found,
             double expected,
             double tolerance)
{
  g_assert_cmpfloat_with_epsilon (found, expected, tolerance * fabs (expected));
}

/* Data parallelism inside a node goes over NVLink, around tensor parallelism that fills the node over the network. */
static void
test_llm_analysis_27 (void)
{
  WeftFabric fabric = hopper (8);
  WeftGroup beside = weft_fabric_group (&fabric, 2, 4);
  WeftGroup around = weft_fabric_group (&fabric, 2, 8);
  WeftCollectiveChoice inside, across;

  g_assert_cmpfloat (beside.local, ==, 2);
  g_assert_cmpfloat (around.local, ==, 1);
  g_assert_cmpfloat (all_reduce_s (&fabric, beside, 1e9, &inside), <, all_reduce_s (&fabric, around, 1e9, &across) / 5);
  g_assert_cmpint (inside.limit, ==, WEFT_LIMIT_INSIDE_BANDWIDTH);
  g_assert_cmpfloat (inside.across_bytes, ==, 0);
  g_assert_cmpint (across.limit, ==, WEFT_LIMIT_ACROSS_BANDWIDTH);
  /* Large groups do not change sides: 64 replicas of 8 chips have one rank in each node. */
  g_assert_cmpfloat (weft_fabric_group (&fabric, 64, 8).local, ==, 1);
  g_assert_cmpfloat (weft_fabric_group (&fabric, 64, 1).local, ==, 8);
}

/* (2, 8) is not (8, 2), a ring is as fast as a direct exchange of the same bytes, and no all-reduce beats what a rank
 * can inject unless switches reduce. */
static void
test_astra_sim_150_207_296 (void)
{
  WeftFabric fabric = ideal (1e-6, 450e9, 50e9, 8);
  WeftFabric slow_inside = ideal (1e-6, 50e9, 450e9, 8);
  WeftFabric star = ideal (10e-9, 50e9, 50e9, 8);

  /* 16 ranks, 2 domains of 8 or 8 of 2 */
  g_assert_cmpfloat (all_reduce_s (&fabric, (WeftGroup) { 16, 8, 1 }, 1e9, NULL), <,
                     all_reduce_s (&fabric, (WeftGroup) { 16, 2, 1 }, 1e9, NULL));
  /* another topology, another time */
  g_assert_cmpfloat (all_reduce_s (&slow_inside, (WeftGroup) { 16, 8, 1 }, 1e9, NULL), >,
                     2 * all_reduce_s (&fabric, (WeftGroup) { 16, 8, 1 }, 1e9, NULL));
  /* 100 MB on 8 ranks at 50 GB/s: 3.5 ms by either algorithm */
  assert_near (ring_s (&star, 8, 8, 100e6), 3.5e-3, 0.03);
  assert_near (weft_comm_time_total (row_of (&star, 8, 8, 100e6, WEFT_ALGORITHM_HALVING_DOUBLING).time), 3.5e-3, 0.03);

  for (double ranks = 2; ranks <= 4096; ranks *= 2)
    {
      double least_s = 2 * (ranks - 1) / ranks * 1e9 / 50e9;

      g_assert_cmpfloat (all_reduce_s (&fabric, (WeftGroup) { ranks, 1, 1 }, 1e9, NULL), >=, least_s);
    }
}

/* Closed forms at 10^5 ranks: an all-to-all is what the port injects, however many messages that is. */
static void
test_astra_sim_362 (void)
{
  WeftFabric fabric = ideal (0, 450e9, 50e9, 8);
  double n = 1e5;
  WeftCommTime time
    = weft_collective_s (&fabric, WEFT_COLLECTIVE_ALL_TO_ALL, (WeftGroup) { n, 8, 1 }, 1e9, NULL);

  assert_near (weft_comm_time_total (time), (n - 8) / n * 1e9 / 50e9, 1e-12);
  time = weft_collective_s (&fabric, WEFT_COLLECTIVE_ALL_TO_ALL, (WeftGroup) { 2048, 1, 1 }, 1e9, NULL);
  assert_near (weft_comm_time_total (time), 2047.0 / 2048 * 1e9 / 50e9, 1e-12);
}

/* 1 GB on 2 nodes: 0.27 s with 1 GPU of each, 0.13 with 2, 0.067 with 4: a port for each local rank. */
static void
test_nccl_1250 (void)
{
  static const double measured_s[] = { 0.27, 0.13, 0.067 };
  /* The port delivers 1 GB in 0.27 s. */
  WeftFabric fabric = ideal (0, 450e9, 1e9 / 0.27, 8);

  for (guint i = 0; i < G_N_ELEMENTS (measured_s); i++)
    {
      double local = 1 << i;
      WeftCollectiveChoice choice;

      /* 2 (n - 1) / n of the bytes through local ports: the share of the ring rises from 1 to 1.75. */
      assert_near (ring_s (&fabric, 2 * local, local, 1e9), 2 * (2 * local - 1) / (2 * local) / local * 0.27, 1e-9);
      all_reduce_s (&fabric, (WeftGroup) { 2 * local, local, 1 }, 1e9, &choice);
      g_assert_cmpfloat (choice.rails, ==, local);
      /* Within the ranks' own reduction before the network: each node then sends its bytes once. */
      assert_near (weft_comm_time_total (row_of (&fabric, 2 * local, MAX (local, 1), 1e9, local > 1 ? WEFT_ALGORITHM_HIERARCHICAL
                                                                                       : WEFT_ALGORITHM_RING).time),
                   measured_s[i], 0.1);
    }

  /* With 4 ports in a node 8 ranks use 4, and groups that run at the same time share them. */
  fabric.ports_per_rank = 0.5;
  {
    WeftCollectiveChoice choice;

    all_reduce_s (&fabric, (WeftGroup) { 16, 8, 1 }, 1e9, &choice);
    g_assert_cmpfloat (choice.rails, ==, 4);
    all_reduce_s (&fabric, (WeftGroup) { 2, 1, 8 }, 1e9, &choice);
    g_assert_cmpfloat (choice.rails, ==, 0.5);
  }
}

/* "Why 250 and not 450 GB/s": three bandwidths, each by its name. */
static void
test_nccl_tests_212 (void)
{
  WeftFabric fabric = hopper (8);
  WeftCollectiveRow ring = row_of (&fabric, 8, 8, 8e9, WEFT_ALGORITHM_RING);
  WeftCollectiveRow in_switch = row_of (&fabric, 8, 8, 8e9, WEFT_ALGORITHM_IN_SWITCH);
  g_auto (GStrv) notes = NULL;
  WeftCollectiveTable table;

  assert_near (ring.how.busbw_bytes_s, 1.75 * ring.how.algbw_bytes_s, 1e-12);
  assert_near (ring.how.inside_bytes_s, ring.how.busbw_bytes_s, 1e-12);
  assert_near (ring.how.busbw_bytes_s, 370e9, 0.05);
  assert_near (in_switch.how.algbw_bytes_s, 275e9, 0.05);
  /* More than the line rate as a bus bandwidth, less than it on the wire. */
  g_assert_cmpfloat (in_switch.how.busbw_bytes_s, >, 450e9);
  g_assert_cmpfloat (in_switch.how.inside_bytes_s, <, 450e9);

  weft_collective_table (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, (WeftGroup) { 8, 8, 1 }, 8e9, &table);
  notes = weft_collective_table_notes (&table, &fabric, (WeftGroup) { 8, 8, 1 });
  g_assert_cmpuint (g_strv_length (notes), ==, 2);
}

/* --- sized cases --- */

/* 1 GB on one node of 8: 4.73 ms by a ring at 370 GB/s, 3.64 ms where switches reduce at 275 GB/s. */
static void
test_k08 (void)
{
  WeftFabric stated = ideal (0, 370e9, 50e9, 8);
  WeftFabric measured = hopper (8);

  assert_near (ring_s (&stated, 8, 8, 1e9), 4.73e-3, 0.002);
  /* 1 + 1/8 of the bytes on the wire */
  stated.inside.bw_bytes_s = 275e9 * 1.125;
  stated.reduces_in_switch = TRUE;
  assert_near (weft_comm_time_total (row_of (&stated, 8, 8, 1e9, WEFT_ALGORITHM_IN_SWITCH).time), 3.64e-3, 0.002);

  assert_near (ring_s (&measured, 8, 8, 1e9), 4.73e-3, 0.06);
  assert_near (weft_comm_time_total (row_of (&measured, 8, 8, 1e9, WEFT_ALGORITHM_IN_SWITCH).time), 3.64e-3, 0.06);
  g_assert_cmpfloat (row_of (&measured, 8, 8, 1e9, WEFT_ALGORITHM_RING).how.inside_bytes_s / 450e9, <=, 1);
  g_assert_cmpfloat (row_of (&measured, 8, 8, 1e9, WEFT_ALGORITHM_IN_SWITCH).how.inside_bytes_s / 450e9, <=, 1);
  g_assert_cmpfloat (row_of (&measured, 8, 8, 1e9, WEFT_ALGORITHM_RING).least_s, ==, 1.75e9 / 450e9);
}

/* 1.6 GB on 8 V100 as 8 x 1, 4 x 2 and 2 x 4, ports of 12.5 GB/s at 62 %, 21.2 GB/s between GPUs of a node. */
static void
test_k10 (void)
{
  WeftFabric fabric = ideal (0, 21.2e9, 0.62 * 12.5e9, 8);
  WeftCollectiveRow a = row_of (&fabric, 8, 1, 1.6e9, WEFT_ALGORITHM_RING);
  WeftCollectiveRow b = row_of (&fabric, 8, 2, 1.6e9, WEFT_ALGORITHM_RING);
  WeftCollectiveRow c = row_of (&fabric, 8, 4, 1.6e9, WEFT_ALGORITHM_RING);
  double a_s = weft_comm_time_total (a.time);
  double b_s = weft_comm_time_total (b.time);
  double c_s = weft_comm_time_total (c.time);

  assert_near (a_s, 0.363, 0.01);
  assert_near (c_s, 0.132, 0.01);
  g_assert_cmpfloat (a_s, >, b_s);
  g_assert_cmpfloat (b_s, >, c_s);
  g_assert_cmpfloat (a_s / b_s, >=, 2);
  g_assert_cmpfloat (a_s / b_s, <=, 2.1);
  g_assert_cmpint (a.how.limit, ==, WEFT_LIMIT_ACROSS_BANDWIDTH);
  g_assert_cmpint (b.how.limit, ==, WEFT_LIMIT_ACROSS_BANDWIDTH);
  g_assert_cmpint (c.how.limit, ==, WEFT_LIMIT_INSIDE_BANDWIDTH);
}

/* 2 GB on 32 ranks at 50 GB/s: 77.5 ms for the bytes, 0.031 ms for 62 steps of half a microsecond; at 5 us a step both
 * are equal at 8.0 MB. Bandwidth decides at 2 GB, latency at 64 KB. */
static void
test_k12 (void)
{
  WeftFabric fabric = ideal (0.5e-6, 450e9, 50e9, 1);
  WeftCommTime time = row_of (&fabric, 32, 1, 2e9, WEFT_ALGORITHM_RING).time;
  WeftFabric slow = ideal (5e-6, 450e9, 50e9, 1);
  WeftCollectiveRow small, large;

  assert_near (time.transfer_s, 77.5e-3, 0.001);
  assert_near (time.latency_s, 31e-6, 0.001);
  time = row_of (&slow, 32, 1, 8e6, WEFT_ALGORITHM_RING).time;
  assert_near (time.transfer_s, time.latency_s, 0.01);
  small = row_of (&slow, 32, 1, 65536, WEFT_ALGORITHM_RING);
  large = row_of (&slow, 32, 1, 2e9, WEFT_ALGORITHM_RING);
  g_assert_cmpint (small.how.limit, ==, WEFT_LIMIT_ACROSS_LATENCY);
  g_assert_cmpint (large.how.limit, ==, WEFT_LIMIT_ACROSS_BANDWIDTH);
}

/* A machine of 32 or 64 GPUs makes no difference to a group of 8, one of 16 or 32 does to a group of 32. */
static void
test_k15 (void)
{
  WeftFabric fabric = hopper (8);
  WeftGroup group = weft_fabric_group (&fabric, 8, 1);
  g_autofree char *none = weft_group_no_effect (group, 32, 64);
  g_autofree char *some = weft_group_no_effect ((WeftGroup) { 32, 8, 1 }, 16, 64);
  WeftCollectiveChoice choice;

  g_assert_cmpstr (none, ==, "no effect: group size 8");
  g_assert_null (some);
  all_reduce_s (&fabric, group, 1e9, &choice);
  g_assert_cmpfloat (choice.domains, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (WeftCatalog) catalog = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, NULL);
  inventory = weft_inventory_new (catalog, weft_catalog_get_profile (catalog, "measured", NULL), NULL);
  g_assert_nonnull (inventory);

  g_test_add_func ("/cost/fabric-questions/llm-analysis-27", test_llm_analysis_27);
  g_test_add_func ("/cost/fabric-questions/astra-sim-150-207-296", test_astra_sim_150_207_296);
  g_test_add_func ("/cost/fabric-questions/astra-sim-362", test_astra_sim_362);
  g_test_add_func ("/cost/fabric-questions/nccl-1250", test_nccl_1250);
  g_test_add_func ("/cost/fabric-questions/nccl-tests-212", test_nccl_tests_212);
  g_test_add_func ("/cost/fabric-questions/k08", test_k08);
  g_test_add_func ("/cost/fabric-questions/k10", test_k10);
  g_test_add_func ("/cost/fabric-questions/k12", test_k12);
  g_test_add_func ("/cost/fabric-questions/k15", test_k15);

  result = g_test_run ();
  g_clear_object (&inventory);
  return result;
}
