/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels on chips: identities of products and attention on random sizes, their limits, and published values. */
#include "cost/weft-attention.h"

#include <math.h>

#define N_CASES 2000

typedef struct
{
  WeftCatalog *catalog;
  WeftInventory *inventory;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  WeftProfile *profile;

  fixture->catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);
  g_assert_no_error (error);
  profile = weft_catalog_get_profile (fixture->catalog, "measured", &error);
  g_assert_no_error (error);
  fixture->inventory = weft_inventory_new (fixture->catalog, profile, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->inventory);
  g_clear_object (&fixture->catalog);
}

static WeftChipKernels
get_kernels (Fixture    *fixture,
             const char *name)
{
  g_autoptr (GError) error = NULL;
  const WeftChip *chip = weft_inventory_find_chip (fixture->inventory, name);
  WeftChipKernels kernels;

  g_assert_nonnull (chip);
  weft_chip_kernels_init (&kernels, weft_inventory_get_profile (fixture->inventory), chip, &error);
  g_assert_no_error (error);
  return kernels;
}

static double
random_size (GRand *rand)
{
  return floor (pow (2, g_rand_double_range (rand, 0, 15)));
}

/* More rows, columns or terms never take less; no product takes less than its launch. */
static void
test_monotone (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  WeftChipKernels kernels = get_kernels (fixture, "h100-sxm-80");

  for (guint i = 0; i < N_CASES; i++)
    {
      const WeftGemmRates *rates = &kernels.gemm[i % 2 == 0 ? WEFT_FORMAT_BF16 : WEFT_FORMAT_FP8];
      double m = random_size (rand), n = random_size (rand), k = random_size (rand);
      double time_s = weft_gemm_s (rates, m, n, k, 2, 2);

      g_assert_cmpfloat (time_s, >=, rates->launch_s);
      g_assert_cmpfloat (weft_gemm_s (rates, m + 64, n, k, 2, 2), >=, time_s);
      g_assert_cmpfloat (weft_gemm_s (rates, m, n + 64, k, 2, 2), >=, time_s);
      g_assert_cmpfloat (weft_gemm_s (rates, m, n, k + 64, 2, 2), >=, time_s);
    }
}

static void
test_limits (Fixture       *fixture,
             gconstpointer  data)
{
  WeftChipKernels kernels = get_kernels (fixture, "a100-sxm-80");
  const WeftGemmRates *rates = &kernels.gemm[WEFT_FORMAT_BF16];

  /* Nothing to do: the launch and one tile. */
  g_assert_cmpfloat_with_epsilon (weft_gemm_s (rates, 1, 1, 1, 2, 2) / (rates->launch_s + rates->tile_s), 1, 0.01);
  /* One row of a large matrix: reading it. */
  g_assert_cmpfloat_with_epsilon (weft_gemm_s (rates, 1, 65536, 65536, 2, 2),
                                  65536. * 65536 * 2 / rates->bw_bytes_s, 2e-4);
  /* Large and square: arithmetic. */
  g_assert_cmpfloat_with_epsilon (weft_gemm_s (rates, 32768, 32768, 32768, 2, 2)
                                  / (2 * pow (32768, 3) / rates->rate_flops), 1, 0.05);
}

static void
test_formats (Fixture       *fixture,
              gconstpointer  data)
{
  WeftChipKernels a100 = get_kernels (fixture, "a100-sxm-80");
  WeftFormat format;

  g_assert_true (isnan (weft_gemm_s (&a100.gemm[WEFT_FORMAT_FP8], 4096, 4096, 4096, 1, 2)));
  g_assert_true (isnan (weft_gemm_s (&a100.gemm[WEFT_FORMAT_FP4], 4096, 4096, 4096, 1, 2)));
  g_assert_true (a100.gemm[WEFT_FORMAT_BF16].is_calibrated);

  g_assert_true (weft_format_parse ("FP16", &format));
  g_assert_cmpint (format, ==, WEFT_FORMAT_BF16);
  g_assert_true (weft_format_parse ("nvfp4", &format));
  g_assert_cmpint (format, ==, WEFT_FORMAT_FP4);
  g_assert_false (weft_format_parse ("int3", &format));
  g_assert_false (weft_format_parse (NULL, &format));
}

/* A chip that nobody measured has the defaults and says so; a chip with a best product has a share of that. */
static void
test_defaults (Fixture       *fixture,
               gconstpointer  data)
{
  WeftChipKernels mi300x = get_kernels (fixture, "mi300x");
  WeftChipKernels l40s = get_kernels (fixture, "l40s-48");

  g_assert_false (mi300x.gemm[WEFT_FORMAT_BF16].is_calibrated);
  g_assert_cmpfloat (mi300x.gemm[WEFT_FORMAT_BF16].rate_flops, <, 668.4e12);
  g_assert_cmpfloat (mi300x.gemm[WEFT_FORMAT_BF16].rate_flops, >, 0.8 * 668.4e12);
  g_assert_false (l40s.gemm[WEFT_FORMAT_BF16].is_calibrated);
  g_assert_cmpfloat (l40s.gemm[WEFT_FORMAT_BF16].rate_flops, <, 362.05e12);
}

/* Bytes and bandwidth scaled alike change nothing. */
static void
test_scaled (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  WeftChipKernels kernels = get_kernels (fixture, "b200-sxm");

  for (guint i = 0; i < N_CASES; i++)
    {
      WeftGemmRates rates = kernels.gemm[WEFT_FORMAT_BF16], scaled = rates;
      double m = random_size (rand), n = random_size (rand), k = random_size (rand);

      scaled.bw_bytes_s *= 4;
      g_assert_cmpfloat_with_epsilon (weft_gemm_s (&rates, m, n, k, 2, 2) / weft_gemm_s (&scaled, m, n, k, 8, 8), 1,
                                      1e-9);
    }
}

static void
test_attention (Fixture       *fixture,
                gconstpointer  data)
{
  WeftChipKernels kernels = get_kernels (fixture, "a100-sxm-80");
  WeftAttentionWork work = { WEFT_ATTENTION_BEST, 2, 32, 32, 64, 64, 8192, 8192, FALSE };
  double full_s = weft_attention_forward_s (&kernels, &work);

  /* 4 x tokens x keys x width for each head */
  g_assert_cmpfloat (weft_attention_flop (&work), ==, 4. * 2 * 32 * 8192 * 8192 * 64);
  /* Azure measured 179.5 TFLOP/s on an A100. */
  g_assert_cmpfloat_with_epsilon (weft_attention_flop (&work) / full_s / 179.5e12, 1, 0.05);
  g_assert_cmpfloat (weft_attention_backward_s (&kernels, &work), >, 2.5 * full_s);
  work.kernel = WEFT_ATTENTION_PLAIN;
  /* Azure measured 46 TFLOP/s. */
  g_assert_cmpfloat_with_epsilon (weft_attention_flop (&work) / weft_attention_forward_s (&kernels, &work) / 46e12, 1,
                                  0.15);
  work.kernel = WEFT_ATTENTION_BEST;

  work.is_causal = TRUE;
  g_assert_cmpfloat (weft_attention_forward_s (&kernels, &work), <, 0.52 * full_s);
  g_assert_cmpfloat (weft_attention_flop (&work), ==, 4. * 2 * 32 * (8192. * 8193 / 2) * 64);
  g_assert_cmpfloat (weft_attention_s (&kernels, 2, 32, 64, 8192, 8192, TRUE), ==,
                     weft_attention_forward_s (&kernels, &work));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/gemm/monotone", Fixture, NULL, set_up, test_monotone, tear_down);
  g_test_add ("/gemm/limits", Fixture, NULL, set_up, test_limits, tear_down);
  g_test_add ("/gemm/formats", Fixture, NULL, set_up, test_formats, tear_down);
  g_test_add ("/gemm/defaults", Fixture, NULL, set_up, test_defaults, tear_down);
  g_test_add ("/gemm/scaled", Fixture, NULL, set_up, test_scaled, tear_down);
  g_test_add ("/gemm/attention", Fixture, NULL, set_up, test_attention, tear_down);

  return g_test_run ();
}
