/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives on fabrics: identities of the closed forms, and what the measured profile says of published runs. */
#include <glib.h>
#include <math.h>

#include "catalog/weft-catalog.h"
#include "cost/weft-collective-table.h"
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

static WeftCollectiveChoice
choice_of (const WeftFabric   *fabric,
           WeftCollectiveKind  kind,
           double              ranks,
           double              local,
           double              bytes)
{
  WeftCollectiveChoice choice;

  weft_collective_s (fabric, kind, (WeftGroup) { ranks, local, 1 }, bytes, &choice);
  return choice;
}

static WeftFabricSite
site_of (const char *chip_name,
         const char *scaleup_name,
         const char *scaleout_name)
{
  const WeftChip *chip = weft_inventory_find_chip (inventory, chip_name);
  const WeftScaleup *scaleup = weft_inventory_find_scaleup (inventory, scaleup_name);
  const WeftScaleout *scaleout = weft_inventory_find_scaleout (inventory, scaleout_name);
  const WeftScaleupOnChip *pair = weft_inventory_scaleup_on_chip (inventory, scaleup->index, chip->index);

  return (WeftFabricSite) {
    .chip = chip->index,
    .scaleup = scaleup->index,
    .scaleout = scaleout->index,
    .inside = { pair->alpha_s, pair->bw_bytes_s },
    .across = { scaleout->alpha_s, scaleout->bw_bytes_s },
    .domain_ranks = chip->node_chips,
  };
}

static WeftFabric
fabric_at (const WeftFabricSite  *site,
           WeftCollectiveLibrary  library)
{
  g_autoptr (GError) error = NULL;
  WeftFabric fabric;

  g_assert_true (weft_fabric_init (&fabric, inventory, site, library, &error));
  g_assert_no_error (error);
  return fabric;
}

static WeftFabric
fabric_of (const char            *chip,
           const char            *scaleup,
           const char            *scaleout,
           WeftCollectiveLibrary  library)
{
  WeftFabricSite site = site_of (chip, scaleup, scaleout);

  return fabric_at (&site, library);
}

static WeftFabric
hopper (WeftCollectiveLibrary library)
{
  return fabric_of ("h100-sxm-80", "nvlink4", "ib-ndr", library);
}

static void
assert_near (double found,
             double expected,
             double tolerance)
{
  g_assert_cmpfloat_with_epsilon (found, expected, tolerance * fabs (expected));
}

static WeftLink
random_link (GRand *rand)
{
  return (WeftLink) { g_rand_double_range (rand, 1e-8, 1e-4), pow (10, g_rand_double_range (rand, 8, 13)) };
}

/* A fabric with its links at random: measured ones of either kind, and ideal ones. */
static WeftFabric
random_fabric (GRand *rand)
{
  WeftLink inside = random_link (rand);
  WeftLink across = random_link (rand);
  WeftFabric fabric;

  if (g_rand_int_range (rand, 0, 4) == 0)
    {
      weft_fabric_init_ideal (&fabric, &inside, &across, 8);
      return fabric;
    }
  fabric = hopper (g_rand_int_range (rand, 0, WEFT_N_LIBRARIES));
  fabric.inside.bw_bytes_s = inside.bw_bytes_s;
  fabric.across = across;
  fabric.reduces_in_switch = g_rand_boolean (rand);
  fabric.reduces_in_network = g_rand_boolean (rand);
  fabric.ports_per_rank = g_rand_boolean (rand) ? 1 : 0.5;
  return fabric;
}

static double
random_bytes (GRand *rand)
{
  return pow (10, g_rand_double_range (rand, 0, 11));
}

/* --- identities --- */

static void
test_one_rank (void)
{
  WeftFabric fabric = hopper (WEFT_LIBRARY_NCCL);
  WeftCollectiveTable table;

  for (guint kind = 0; kind < WEFT_N_COLLECTIVES; kind++)
    {
      g_assert_cmpfloat (total (&fabric, kind, 1, 1, 1e9), ==, 0);
      weft_collective_table (&fabric, kind, (WeftGroup) { 1, 1, 1 }, 1e9, &table);
      g_assert_cmpuint (table.n_rows, ==, 0);
    }
  g_assert_cmpint (choice_of (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 1, 1, 1e9).algorithm, ==, WEFT_ALGORITHM_NONE);
  g_assert_cmpfloat (weft_comm_time_total (weft_expert_dispatch_s (&fabric, (WeftGroup) { 1, 1, 1 }, 1e6, 8, NULL)), ==, 0);
}

/* Ideal links give the forms of cost/weft-collective.h to the last digits. */
static void
test_closed_forms (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftLink inside = random_link (rand);
      WeftLink across = random_link (rand);
      double ranks = g_rand_int_range (rand, 2, 9);
      double bytes = random_bytes (rand);
      WeftCollectiveTable reduce, gather, nested;
      WeftFabric fabric;

      weft_fabric_init_ideal (&fabric, &inside, &across, 8);
      weft_collective_table (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, (WeftGroup) { ranks, ranks, 1 }, bytes, &reduce);
      weft_collective_table (&fabric, WEFT_COLLECTIVE_ALL_GATHER, (WeftGroup) { ranks, ranks, 1 }, bytes, &gather);
      assert_near (weft_comm_time_total (weft_collective_table_find (&reduce, WEFT_ALGORITHM_RING)->time),
                   weft_comm_time_total (weft_ring_all_reduce (ranks, bytes, &inside)), 1e-12);
      assert_near (weft_comm_time_total (weft_collective_table_find (&gather, WEFT_ALGORITHM_RING)->time),
                   weft_comm_time_total (weft_all_gather (ranks, bytes, &inside)), 1e-12);
      weft_collective_table (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, (WeftGroup) { 8 * ranks, 8, 1 }, bytes, &nested);
      assert_near (weft_comm_time_total (weft_collective_table_find (&nested, WEFT_ALGORITHM_HIERARCHICAL)->time),
                   weft_comm_time_total (weft_hierarchical_all_reduce (8 * ranks, 8, bytes, &inside, &across)), 1e-12);
      assert_near (total (&fabric, WEFT_COLLECTIVE_POINT_TO_POINT, 2, 1, bytes),
                   weft_comm_time_total (weft_point_to_point (bytes, &across)), 1e-12);
    }
}

static void
test_all_reduce_is_two_sweeps (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftFabric fabric = random_fabric (rand);
      WeftGroup group = { g_rand_int_range (rand, 2, 9) * 8, 8, 1 };
      double bytes = random_bytes (rand);
      WeftCollectiveTable reduce, gather, scatter;
      double halves_s;

      fabric.k[WEFT_FABRIC_LAUNCH_S] = 0;
      fabric.k[WEFT_FABRIC_NETWORK_LAUNCH_S] = 0;
      weft_collective_table (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, group, bytes, &reduce);
      weft_collective_table (&fabric, WEFT_COLLECTIVE_ALL_GATHER, group, bytes, &gather);
      weft_collective_table (&fabric, WEFT_COLLECTIVE_REDUCE_SCATTER, group, bytes, &scatter);
      halves_s = weft_comm_time_total (weft_collective_table_find (&gather, WEFT_ALGORITHM_RING)->time)
                 + weft_comm_time_total (weft_collective_table_find (&scatter, WEFT_ALGORITHM_RING)->time);
      assert_near (weft_comm_time_total (weft_collective_table_find (&reduce, WEFT_ALGORITHM_RING)->time), halves_s, 1e-12);
    }
}

static void
test_limits (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftFabric fabric = random_fabric (rand);
      double ranks = g_rand_int_range (rand, 2, 65);
      double local = MIN (ranks, g_rand_int_range (rand, 1, 9));
      WeftCommTime time;

      fabric.inside.bw_bytes_s = fabric.across.bw_bytes_s = INFINITY;
      for (guint kind = 0; kind < WEFT_N_COLLECTIVES; kind++)
        {
          time = weft_collective_s (&fabric, kind, (WeftGroup) { ranks, local, 1 }, 1e9, NULL);
          g_assert_cmpfloat (time.transfer_s, ==, 0);
          g_assert_cmpfloat (time.latency_s, >, 0);
        }
    }
}

static void
test_monotone (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftFabric fabric = random_fabric (rand);
      WeftFabric slower = fabric;
      double ranks = g_rand_int_range (rand, 2, 4097);
      double local = MIN (ranks, g_rand_int_range (rand, 1, 9));
      double bytes = random_bytes (rand);

      slower.inside.bw_bytes_s /= 2;
      slower.across.bw_bytes_s /= 2;
      slower.inside.alpha_s *= 2;
      slower.across.alpha_s *= 2;
      for (guint kind = 0; kind < WEFT_N_COLLECTIVES; kind++)
        {
          double time_s = total (&fabric, kind, ranks, local, bytes);

          g_assert_cmpfloat (total (&fabric, kind, ranks, local, 2 * bytes), >=, time_s);
          g_assert_cmpfloat (total (&slower, kind, ranks, local, bytes), >=, time_s);
        }
    }
}

/* The same ranks in each domain, more domains. */
static void
test_latency_grows_with_ranks (void)
{
  static const WeftCollectiveKind kinds[]
    = { WEFT_COLLECTIVE_ALL_REDUCE, WEFT_COLLECTIVE_ALL_GATHER, WEFT_COLLECTIVE_REDUCE_SCATTER, WEFT_COLLECTIVE_ALL_TO_ALL };
  WeftFabric fabric = hopper (WEFT_LIBRARY_NCCL);

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      for (double ranks = 2; ranks < 8; ranks++)
        g_assert_cmpfloat (total (&fabric, kinds[k], ranks + 1, ranks + 1, 8), >, total (&fabric, kinds[k], ranks, ranks, 8));
      for (double ranks = 8; ranks < 1e5; ranks *= 2)
        g_assert_cmpfloat (total (&fabric, kinds[k], 2 * ranks, 8, 8), >, total (&fabric, kinds[k], ranks, 8, 8));
    }
}

/* Bytes on the wire: (n - 1) / n of the buffer in each sweep. */
static void
test_bytes_on_the_wire (void)
{
  WeftFabric fabric = hopper (WEFT_LIBRARY_NCCL);

  fabric.reduces_in_switch = FALSE;
  for (double ranks = 2; ranks <= 8; ranks++)
    {
      assert_near (choice_of (&fabric, WEFT_COLLECTIVE_ALL_GATHER, ranks, ranks, 8e9).inside_bytes,
                   (ranks - 1) / ranks * 8e9, 1e-12);
      assert_near (choice_of (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, ranks, ranks, 8e9).inside_bytes,
                   2 * (ranks - 1) / ranks * 8e9, 1e-12);
    }
}

static void
test_scaling_is_invariant (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftFabric fabric = random_fabric (rand);
      WeftFabric scaled = fabric;
      double factor = pow (10, g_rand_double_range (rand, -3, 3));
      double ranks = g_rand_int_range (rand, 2, 100);
      double local = MIN (ranks, 8);
      double bytes = random_bytes (rand);

      scaled.inside.bw_bytes_s *= factor;
      scaled.across.bw_bytes_s *= factor;
      for (guint kind = 0; kind < WEFT_N_COLLECTIVES; kind++)
        assert_near (total (&scaled, kind, ranks, local, factor * bytes), total (&fabric, kind, ranks, local, bytes), 1e-9);
    }
}

/* What goes over a wire never exceeds what it carries, whatever the bus bandwidth says. */
static void
test_wires_are_never_overfull (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftFabric fabric = random_fabric (rand);
      double ranks = g_rand_int_range (rand, 2, 1025);
      WeftGroup group = { ranks, MIN (ranks, g_rand_int_range (rand, 1, 9)), 1 };
      WeftCollectiveTable table;

      for (guint kind = 0; kind < WEFT_N_COLLECTIVES; kind++)
        {
          weft_collective_table (&fabric, kind, group, random_bytes (rand), &table);
          g_assert_cmpuint (table.n_rows, >, 0);
          for (guint k = 0; k < table.n_rows; k++)
            {
              const WeftCollectiveRow *row = &table.rows[k];

              g_assert_cmpfloat (row->how.inside_bytes_s, <=, fabric.inside.bw_bytes_s * (1 + 1e-12));
              g_assert_cmpfloat (row->how.across_bytes_s, <=, fabric.across.bw_bytes_s * (1 + 1e-12));
              g_assert_cmpfloat (weft_comm_time_total (row->time), >=, row->least_s * (1 - 1e-12));
              g_assert_cmpfloat (weft_comm_time_total (row->time), >=,
                                 weft_comm_time_total (table.rows[table.chosen].time));
            }
        }
    }
}

/* --- what the profile was fitted to --- */

static void
test_reduction_in_switches (void)
{
  WeftFabric hopper_fabric = fabric_of ("h200-sxm-141", "nvlink4", "ib-ndr", WEFT_LIBRARY_NCCL);
  WeftFabric blackwell = fabric_of ("b200-sxm", "nvlink5", "ib-ndr", WEFT_LIBRARY_NCCL);
  WeftFabric ampere = fabric_of ("a100-sxm-80", "nvlink3", "ib-hdr", WEFT_LIBRARY_NCCL);
  /* GB/s of a 4 GiB all-reduce on 4 to 8 GPUs, published by ml-engineering. */
  static const double hopper_gbs[] = { 363.3, 414.2, 435.6, 460, 473.1 };
  static const double blackwell_gbs[] = { 673.2, 677.8, 778.2, 811.2, 838 };

  for (guint i = 0; i < G_N_ELEMENTS (hopper_gbs); i++)
    {
      double n = 4 + i;

      assert_near (choice_of (&hopper_fabric, WEFT_COLLECTIVE_ALL_REDUCE, n, n, 0x1p32).busbw_bytes_s, hopper_gbs[i] * 1e9,
                   0.04);
      assert_near (choice_of (&blackwell, WEFT_COLLECTIVE_ALL_REDUCE, n, n, 0x1p32).busbw_bytes_s, blackwell_gbs[i] * 1e9,
                   0.04);
      g_assert_cmpint (choice_of (&hopper_fabric, WEFT_COLLECTIVE_ALL_REDUCE, n, n, 0x1p32).algorithm == WEFT_ALGORITHM_IN_SWITCH,
                       ==, n >= 5);
      g_assert_cmpint (choice_of (&blackwell, WEFT_COLLECTIVE_ALL_REDUCE, n, n, 0x1p32).algorithm == WEFT_ALGORITHM_IN_SWITCH,
                       ==, n >= 6);
      g_assert_cmpint (choice_of (&ampere, WEFT_COLLECTIVE_ALL_REDUCE, n, n, 0x1p32).algorithm, ==, WEFT_ALGORITHM_RING);
    }
}

static void
test_mesh (void)
{
  WeftFabric fabric = fabric_of ("mi300x", "if-mi300", "roce-400", WEFT_LIBRARY_NCCL);

  assert_near (choice_of (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 2, 2, 0x1p32).busbw_bytes_s, 47.7e9, 0.05);
  assert_near (choice_of (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 0x1p32).busbw_bytes_s, 312.9e9, 0.05);
}

/* Small all-reduces of 16 ranks on 2 nodes take 46 to 65 us, 3 times what 8 ranks of one node do. */
static void
test_across_nodes (void)
{
  WeftFabric fabric = hopper (WEFT_LIBRARY_NCCL);
  double inside_s = total (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 1024);
  double across_s = total (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 16, 8, 1024);

  g_assert_cmpfloat (inside_s, >, 12e-6);
  g_assert_cmpfloat (inside_s, <, 20e-6);
  g_assert_cmpfloat (across_s, >, 35e-6);
  g_assert_cmpfloat (across_s, <, 65e-6);
  /* A whole domain's ports come near its scale-up links; 4 nodes of published runs reach 331 GB/s. */
  assert_near (choice_of (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 32, 8, 0x1p33).busbw_bytes_s, 331e9, 0.1);
}

static void
test_custom_all_reduce (void)
{
  WeftFabric nccl = hopper (WEFT_LIBRARY_NCCL);
  WeftFabric custom = hopper (WEFT_LIBRARY_CUSTOM);

  g_assert_cmpint (choice_of (&custom, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 16384).algorithm, ==, WEFT_ALGORITHM_ONE_SHOT);
  g_assert_cmpfloat (total (&custom, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 16384), <,
                     0.5 * total (&nccl, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 16384));
  /* Reading seven whole buffers is no way to reduce large ones, nor are other nodes' buffers there to be read. */
  g_assert_cmpfloat (total (&custom, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 1e9), ==,
                     total (&nccl, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 1e9));
  g_assert_cmpfloat (total (&custom, WEFT_COLLECTIVE_ALL_REDUCE, 16, 8, 16384), ==,
                     total (&nccl, WEFT_COLLECTIVE_ALL_REDUCE, 16, 8, 16384));
}

/* Crossroads: 345 us for 8 bytes with a rank on every core, 6,144 nodes of 112. */
static void
test_busy_hosts (void)
{
  WeftFabric fabric = fabric_of ("h100-sxm-80", "nvlink4", "slingshot11", WEFT_LIBRARY_MPI);
  double quiet_s = total (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 6144 * 112, 112, 8);

  g_assert_cmpfloat (quiet_s, <, 50e-6);
  fabric.busy_hosts = TRUE;
  assert_near (total (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 6144 * 112, 112, 8), 345e-6, 0.15);
  g_assert_cmpfloat (total (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 8), <, 10e-6);
}

static void
test_not_calibrated (void)
{
  WeftFabric known = hopper (WEFT_LIBRARY_NCCL);
  WeftFabric unknown = fabric_of ("gaudi3", "gaudi-roce", "uec-800", WEFT_LIBRARY_NCCL);
  WeftCollectiveTable table;
  g_auto (GStrv) notes = NULL;

  g_assert_true (known.is_calibrated);
  g_assert_true (known.is_calibrated_across);
  g_assert_false (unknown.is_calibrated);
  g_assert_false (unknown.is_calibrated_across);
  /* The record expects 0.85 of the line rate. */
  g_assert_cmpfloat (choice_of (&unknown, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 1e12).busbw_bytes_s, <=, 525e9 * 0.85);
  assert_near (choice_of (&unknown, WEFT_COLLECTIVE_ALL_REDUCE, 8, 8, 1e12).busbw_bytes_s, 525e9 * 0.85, 0.01);

  weft_collective_table (&unknown, WEFT_COLLECTIVE_ALL_REDUCE, (WeftGroup) { 64, 8, 1 }, 1e9, &table);
  notes = weft_collective_table_notes (&table, &unknown, (WeftGroup) { 64, 8, 1 });
  g_assert_cmpuint (g_strv_length (notes), ==, 4);
}

/* What cables and switches of a drawn machine add counts once for every step. */
static void
test_latency_of_a_drawn_machine (void)
{
  WeftFabricSite site = site_of ("h100-sxm-80", "nvlink4", "ib-ndr");
  WeftFabric plain = fabric_at (&site, WEFT_LIBRARY_NCCL);
  WeftFabric drawn;

  site.inside.alpha_s += 1e-6;
  drawn = fabric_at (&site, WEFT_LIBRARY_NCCL);
  /* 2 (4 - 1) steps of a ring */
  assert_near (total (&drawn, WEFT_COLLECTIVE_ALL_REDUCE, 4, 4, 1e-9) - total (&plain, WEFT_COLLECTIVE_ALL_REDUCE, 4, 4, 1e-9),
               6e-6, 1e-3);
  site.across.alpha_s += 1e-6;
  assert_near (fabric_at (&site, WEFT_LIBRARY_NCCL).across.alpha_s, plain.across.alpha_s + 1e-6, 1e-9);
}

/* --- the network --- */

static void
test_oversubscription (void)
{
  WeftFabricSite site = site_of ("h100-sxm-80", "nvlink4", "ib-ndr");
  WeftFabric full = fabric_at (&site, WEFT_LIBRARY_NCCL);
  WeftFabric half;

  site.oversubscription = 2;
  site.leaf_domains = 4;
  half = fabric_at (&site, WEFT_LIBRARY_NCCL);
  g_assert_cmpfloat (total (&half, WEFT_COLLECTIVE_ALL_TO_ALL, 32, 8, 1e9), ==,
                     total (&full, WEFT_COLLECTIVE_ALL_TO_ALL, 32, 8, 1e9));
  assert_near (total (&half, WEFT_COLLECTIVE_ALL_TO_ALL, 64, 8, 1e11), 2 * total (&full, WEFT_COLLECTIVE_ALL_TO_ALL, 64, 8, 1e11),
               0.01);
}

/* Half of an all-to-all between two domains stays inside them. */
static void
test_all_to_all_local_share (void)
{
  WeftLink inside = { 0, 450e9 };
  WeftLink across = { 0, 50e9 };
  WeftFabric fabric;

  weft_fabric_init_ideal (&fabric, &inside, &across, 8);
  assert_near (total (&fabric, WEFT_COLLECTIVE_ALL_TO_ALL, 16, 8, 16e9), 8e9 / 50e9, 1e-12);
  assert_near (total (&fabric, WEFT_COLLECTIVE_ALL_TO_ALL, 16, 1, 16e9), 15e9 / 50e9, 1e-12);
  assert_near (total (&fabric, WEFT_COLLECTIVE_ALL_TO_ALL, 8, 8, 16e9), 14e9 / 450e9, 1e-12);
}

static void
test_reduction_in_network (void)
{
  WeftLink inside = { 1e-6, 450e9 };
  WeftLink across = { 1e-6, 50e9 };
  WeftFabric fabric;
  double ring_s;

  weft_fabric_init_ideal (&fabric, &inside, &across, 8);
  ring_s = total (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 64, 1, 50e9);
  fabric.reduces_in_network = TRUE;
  /* bytes / injection bandwidth, half of what ranks among themselves need */
  assert_near (total (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 64, 1, 50e9), 1, 1e-5);
  assert_near (ring_s, 2 * 63.0 / 64, 1e-4);
  g_assert_cmpint (choice_of (&fabric, WEFT_COLLECTIVE_ALL_REDUCE, 64, 1, 50e9).algorithm, ==, WEFT_ALGORITHM_IN_NETWORK);
}

/* One message instead of one for each peer, and no collisions; the bytes stay. */
static void
test_all_to_all_in_network (void)
{
  WeftFabric plain = hopper (WEFT_LIBRARY_NCCL);
  WeftFabric offloaded = plain;

  offloaded.scatters_in_network = TRUE;
  for (double ranks = 16; ranks <= 16384; ranks *= 2)
    for (double bytes = 1e3; bytes < 1e10; bytes *= 10)
      {
        double time_s = total (&offloaded, WEFT_COLLECTIVE_ALL_TO_ALL, ranks, 8, bytes);

        g_assert_cmpfloat (time_s, <=, total (&plain, WEFT_COLLECTIVE_ALL_TO_ALL, ranks, 8, bytes));
        g_assert_cmpfloat (time_s, >=, (ranks - 8) / ranks * bytes / 50e9);
      }
  g_assert_cmpfloat (total (&offloaded, WEFT_COLLECTIVE_ALL_TO_ALL, 4096, 8, 4096), <,
                     0.05 * total (&plain, WEFT_COLLECTIVE_ALL_TO_ALL, 4096, 8, 4096));
  g_assert_cmpfloat (total (&offloaded, WEFT_COLLECTIVE_ALL_TO_ALL, 8, 8, 1e9), ==,
                     total (&plain, WEFT_COLLECTIVE_ALL_TO_ALL, 8, 8, 1e9));
}

/* Tokens for 8 of many experts: one copy to each rank, or to each domain, or one in all when switches copy. */
static void
test_expert_dispatch (void)
{
  WeftLink inside = { 0, 450e9 };
  WeftLink across = { 0, 50e9 };
  WeftGroup group = { 64, 8, 1 };
  WeftCollectiveChoice choice;
  WeftFabric fabric;
  double domains = 7 * (1 - pow (7.0 / 8, 8));

  weft_fabric_init_ideal (&fabric, &inside, &across, 8);
  assert_near (weft_comm_time_total (weft_expert_dispatch_s (&fabric, group, 50e6, 8, &choice)), domains * 1e-3, 1e-9);
  g_assert_cmpint (choice.algorithm, ==, WEFT_ALGORITHM_FORWARDED);
  fabric.scatters_in_network = TRUE;
  assert_near (weft_comm_time_total (weft_expert_dispatch_s (&fabric, group, 50e6, 8, &choice)), 1e-3, 1e-9);
  g_assert_cmpint (choice.algorithm, ==, WEFT_ALGORITHM_IN_NETWORK);
  /* One expert of two ranks: half of the tokens leave. */
  assert_near (weft_comm_time_total (weft_expert_dispatch_s (&fabric, (WeftGroup) { 2, 2, 1 }, 450e6, 1, NULL)), 0.5e-3, 1e-9);
}

static void
test_names (void)
{
  WeftCollectiveKind kind;
  WeftCollectiveLibrary library;

  for (guint i = 0; i < WEFT_N_COLLECTIVES; i++)
    g_assert_true (weft_collective_parse (weft_collective_nick (i), &kind) && kind == i);
  for (guint i = 0; i < WEFT_N_LIBRARIES; i++)
    g_assert_true (weft_collective_library_parse (weft_collective_library_nick (i), &library) && library == i);
  g_assert_true (weft_collective_parse ("AllReduce", &kind) && kind == WEFT_COLLECTIVE_ALL_REDUCE);
  g_assert_true (weft_collective_parse ("all-to-all", &kind) && kind == WEFT_COLLECTIVE_ALL_TO_ALL);
  g_assert_false (weft_collective_parse ("all", &kind));
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

  g_test_add_func ("/cost/fabric/one-rank", test_one_rank);
  g_test_add_func ("/cost/fabric/closed-forms", test_closed_forms);
  g_test_add_func ("/cost/fabric/all-reduce-is-two-sweeps", test_all_reduce_is_two_sweeps);
  g_test_add_func ("/cost/fabric/limits", test_limits);
  g_test_add_func ("/cost/fabric/monotone", test_monotone);
  g_test_add_func ("/cost/fabric/latency-grows-with-ranks", test_latency_grows_with_ranks);
  g_test_add_func ("/cost/fabric/bytes-on-the-wire", test_bytes_on_the_wire);
  g_test_add_func ("/cost/fabric/scaling-is-invariant", test_scaling_is_invariant);
  g_test_add_func ("/cost/fabric/wires-are-never-overfull", test_wires_are_never_overfull);
  g_test_add_func ("/cost/fabric/reduction-in-switches", test_reduction_in_switches);
  g_test_add_func ("/cost/fabric/mesh", test_mesh);
  g_test_add_func ("/cost/fabric/across-nodes", test_across_nodes);
  g_test_add_func ("/cost/fabric/custom-all-reduce", test_custom_all_reduce);
  g_test_add_func ("/cost/fabric/busy-hosts", test_busy_hosts);
  g_test_add_func ("/cost/fabric/not-calibrated", test_not_calibrated);
  g_test_add_func ("/cost/fabric/latency-of-a-drawn-machine", test_latency_of_a_drawn_machine);
  g_test_add_func ("/cost/fabric/oversubscription", test_oversubscription);
  g_test_add_func ("/cost/fabric/all-to-all-local-share", test_all_to_all_local_share);
  g_test_add_func ("/cost/fabric/reduction-in-network", test_reduction_in_network);
  g_test_add_func ("/cost/fabric/all-to-all-in-network", test_all_to_all_in_network);
  g_test_add_func ("/cost/fabric/expert-dispatch", test_expert_dispatch);
  g_test_add_func ("/cost/fabric/names", test_names);

  result = g_test_run ();
  g_clear_object (&inventory);
  return result;
}
