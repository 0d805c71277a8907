/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identities of the collectives and of the roofline, on random sizes, ranks and links. */
#include <glib.h>
#include <math.h>

#include "cost/weft-collective.h"
#include "cost/weft-roofline.h"

#define N_CASES 2000

static void
assert_close (double a,
              double b)
{
  /* Equal zeros are close too, which an epsilon of 0 would not say. */
  if (a != b)
    g_assert_cmpfloat_with_epsilon (a, b, 1e-12 * MAX (fabs (a), fabs (b)));
}

static WeftLink
random_link (GRand *rand)
{
  return (WeftLink) {
    g_rand_double_range (rand, 1e-8, 1e-4),
    pow (10, g_rand_double_range (rand, 8, 13)),
  };
}

static double
random_bytes (GRand *rand)
{
  return pow (10, g_rand_double_range (rand, 0, 12));
}

static void
test_one_rank (void)
{
  WeftLink link = { 1e-6, 1e9 };

  g_assert_cmpfloat (weft_comm_time_total (weft_ring_all_reduce (1, 1e9, &link)), ==, 0);
  g_assert_cmpfloat (weft_comm_time_total (weft_all_gather (1, 1e9, &link)), ==, 0);
  g_assert_cmpfloat (weft_comm_time_total (weft_broadcast (1, 1e9, &link)), ==, 0);
  g_assert_cmpfloat (weft_comm_time_total (weft_reduce_scatter (1, 1e9, &link)), ==, 0);
  g_assert_cmpfloat (weft_comm_time_total (weft_hierarchical_all_reduce (1, 8, 1e9, &link, &link)), ==, 0);
}

static void
test_known_values (void)
{
  WeftLink ndr = { 0.5e-6, 50e9 };
  WeftCommTime time = weft_ring_all_reduce (32, 2e9, &ndr);

  /* 2 x 31 / 32 x 2 GB / 50 GB/s and 62 steps of half a microsecond */
  assert_close (time.transfer_s, 0.0775);
  assert_close (time.latency_s, 31e-6);
  /* Five rounds for 17 to 32 ranks */
  assert_close (weft_comm_time_total (weft_broadcast (17, 1e9, &ndr)), 5 * (0.5e-6 + 0.02));
  assert_close (weft_comm_time_total (weft_broadcast (32, 1e9, &ndr)), 5 * (0.5e-6 + 0.02));
}

static void
test_halves (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftLink link = random_link (rand);
      double ranks = g_rand_int_range (rand, 1, 5000);
      double bytes = random_bytes (rand);
      WeftCommTime sum = weft_comm_time_add (weft_reduce_scatter (ranks, bytes, &link),
                                             weft_all_gather (ranks, bytes, &link));
      WeftCommTime ring = weft_ring_all_reduce (ranks, bytes, &link);

      assert_close (ring.latency_s, sum.latency_s);
      assert_close (ring.transfer_s, sum.transfer_s);
    }
}

static void
test_one_domain_is_ring (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftLink inside = random_link (rand);
      WeftLink across = random_link (rand);
      double domain = g_rand_int_range (rand, 1, 200);
      double ranks = g_rand_int_range (rand, 1, (gint) domain + 1);
      double bytes = random_bytes (rand);

      assert_close (weft_comm_time_total (weft_hierarchical_all_reduce (ranks, domain, bytes, &inside, &across)),
                    weft_comm_time_total (weft_ring_all_reduce (ranks, bytes, &inside)));
    }
}

static void
test_monotone (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftLink link = random_link (rand);
      WeftLink slower = { link.alpha_s * 1.5, link.bw_bytes_s };
      WeftLink narrower = { link.alpha_s, link.bw_bytes_s / 1.5 };
      double ranks = g_rand_int_range (rand, 2, 5000);
      double bytes = random_bytes (rand);
      double time_s = weft_comm_time_total (weft_ring_all_reduce (ranks, bytes, &link));

      g_assert_cmpfloat (weft_comm_time_total (weft_ring_all_reduce (ranks + 1, bytes, &link)), >, time_s);
      g_assert_cmpfloat (weft_comm_time_total (weft_ring_all_reduce (ranks, bytes * 2, &link)), >, time_s);
      g_assert_cmpfloat (weft_comm_time_total (weft_ring_all_reduce (ranks, bytes, &slower)), >, time_s);
      g_assert_cmpfloat (weft_comm_time_total (weft_ring_all_reduce (ranks, bytes, &narrower)), >, time_s);
    }
}

static void
test_limits (void)
{
  WeftLink wide = { 1e-6, INFINITY };
  WeftLink prompt = { 0, 100e9 };

  assert_close (weft_comm_time_total (weft_ring_all_reduce (16, 1e9, &wide)), 30e-6);
  g_assert_cmpfloat_with_epsilon (weft_comm_time_total (weft_ring_all_reduce (1e7, 1e9, &prompt)),
                                  2 * 1e9 / 100e9, 1e-8);
}

static void
test_all_to_all (void)
{
  WeftLink inside = { 1e-6, 900e9 };
  WeftLink across = { 1e-6, 100e9 };

  assert_close (weft_comm_time_total (weft_all_to_all (1e9, 0, &inside, &across)), 0.01);
  assert_close (weft_comm_time_total (weft_all_to_all (1e9, 0.5, &inside, &across)), 0.005);
  assert_close (weft_comm_time_total (weft_all_to_all (1e9, 1, &inside, &across)), 1e9 / 900e9);
  assert_close (weft_comm_time_total (weft_point_to_point (1e9, &across)), 0.01 + 1e-6);
}

static void
test_roofline (void)
{
  WeftRoofline low = weft_roofline (1e9, 1e9, 10e12, 1e12);
  WeftRoofline high = weft_roofline (1e12, 1e9, 10e12, 1e12);

  g_assert_true (weft_roofline_is_memory_bound (low));
  assert_close (weft_roofline_s (low), 1e-3);
  g_assert_false (weft_roofline_is_memory_bound (high));
  assert_close (weft_roofline_s (high), 0.1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cost/collective/one-rank", test_one_rank);
  g_test_add_func ("/cost/collective/known-values", test_known_values);
  g_test_add_func ("/cost/collective/halves", test_halves);
  g_test_add_func ("/cost/collective/one-domain-is-ring", test_one_domain_is_ring);
  g_test_add_func ("/cost/collective/monotone", test_monotone);
  g_test_add_func ("/cost/collective/limits", test_limits);
  g_test_add_func ("/cost/collective/all-to-all", test_all_to_all);
  g_test_add_func ("/cost/roofline/sides", test_roofline);

  return g_test_run ();
}
