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
  /* What it misses in BF16 it misses in FP8. */
  g_assert_cmpfloat (mi300x.gemm[WEFT_FORMAT_FP8].rate_flops / mi300x.peak_flops[WEFT_FORMAT_FP8], <, 0.55);
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

/* One tile more than there are multiprocessors takes another round, in part. */
static void
test_rounds (Fixture       *fixture,
             gconstpointer  data)
{
  WeftChipKernels kernels = get_kernels (fixture, "b200-sxm");
  const WeftGemmRates *rates = &kernels.gemm[WEFT_FORMAT_FP4];
  double full_s, over_s;

  g_assert_cmpfloat (rates->cut.units, ==, 148);
  /* 2 x 74 tiles of 256 by 128 */
  full_s = weft_gemm_s (rates, 512, 74 * 128, 8192, 0.5625, 2);
  over_s = weft_gemm_s (rates, 512, 75 * 128, 8192, 0.5625, 2);
  g_assert_cmpfloat (over_s, >, 1.2 * full_s);
  /* As many again fit into the round that was begun. */
  g_assert_cmpfloat (weft_gemm_s (rates, 512, 110 * 128, 8192, 0.5625, 2), <, 1.3 * over_s);
}

static void
test_groups (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (10);
  WeftChipKernels kernels = get_kernels (fixture, "h100-sxm-80");
  const WeftGemmRates *rates = &kernels.gemm[WEFT_FORMAT_BF16];

  for (guint i = 0; i < N_CASES; i++)
    {
      double groups = floor (g_rand_double_range (rand, 1, 64));
      double m = random_size (rand), n = random_size (rand), k = random_size (rand);
      double together_s = weft_grouped_gemm_s (rates, groups, m, n, k, 2, 2);

      g_assert_cmpfloat (weft_grouped_gemm_s (rates, 1, m, n, k, 2, 2), ==, weft_gemm_s (rates, m, n, k, 2, 2));
      /* No slower than one after the other, no faster than one product of all rows that reads one right matrix. */
      g_assert_cmpfloat (together_s, <=, groups * weft_gemm_s (rates, m, n, k, 2, 2) * (1 + 1e-9));
      g_assert_cmpfloat (together_s, >=, weft_gemm_s (rates, groups * m, n, k, 2, 2) * (1 - 1e-9));
    }
}

/* H800 is H100's silicon: the same shares, and no measurement of its own. */
static void
test_like (Fixture       *fixture,
           gconstpointer  data)
{
  WeftChipKernels h100 = get_kernels (fixture, "h100-sxm-80");
  WeftChipKernels h800 = get_kernels (fixture, "h800-sxm-80");

  g_assert_true (h100.gemm[WEFT_FORMAT_FP8].is_calibrated);
  g_assert_false (h800.gemm[WEFT_FORMAT_FP8].is_calibrated);
  g_assert_cmpfloat (h800.gemm[WEFT_FORMAT_FP8].rate_flops, ==, h100.gemm[WEFT_FORMAT_FP8].rate_flops);
  g_assert_cmpfloat (h800.gemm[WEFT_FORMAT_BF16].launch_s, ==, h100.gemm[WEFT_FORMAT_BF16].launch_s);
}

/* Times of single products that others published, in tera-operations a second: LLMCompass, figure 5; the first README
 * of DeepGEMM, which casts before; Azure's guide. */
static void
test_published (Fixture       *fixture,
                gconstpointer  data)
{
  static const struct
  {
    const char *chip;
    WeftFormat format;
    double m, n, k;
    double tflops;
    double tolerance;
  } rows[] = {
    { "a100-sxm-80", WEFT_FORMAT_BF16, 64, 12288, 12288, 101.7, 0.1 },
    { "a100-sxm-80", WEFT_FORMAT_BF16, 1024, 12288, 12288, 257.9, 0.1 },
    { "a100-sxm-80", WEFT_FORMAT_BF16, 16384, 16384, 16384, 256.5, 0.1 },
    { "h800-sxm-80", WEFT_FORMAT_FP8, 64, 7168, 16384, 336, 0.1 },
    { "h800-sxm-80", WEFT_FORMAT_FP8, 4096, 7168, 16384, 1358, 0.1 },
    { "h200-sxm-141", WEFT_FORMAT_FP8, 8192, 8192, 8192, 1300.6, 0.1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WeftChipKernels kernels = get_kernels (fixture, rows[i].chip);
      double time_s = weft_gemm_s (&kernels.gemm[rows[i].format], rows[i].m, rows[i].n, rows[i].k,
                                   weft_format_bytes (rows[i].format), 2);

      g_assert_cmpfloat_with_epsilon (2 * rows[i].m * rows[i].n * rows[i].k / time_s / (rows[i].tflops * 1e12), 1,
                                      rows[i].tolerance);
    }
}

/* Whatever the catalog knows of a chip, nothing is 0, negative or faster than the data sheet. */
static void
test_all_chips (Fixture       *fixture,
                gconstpointer  data)
{
  WeftProfile *profile = weft_inventory_get_profile (fixture->inventory);

  for (guint i = 0; i < weft_inventory_n_chips (fixture->inventory); i++)
    {
      g_autoptr (GError) error = NULL;
      WeftChipKernels kernels;

      weft_chip_kernels_init (&kernels, profile, weft_inventory_chip (fixture->inventory, i), &error);
      g_assert_no_error (error);
      for (WeftFormat format = 0; format < WEFT_N_FORMATS; format++)
        {
          double rate = kernels.gemm[format].rate_flops, peak = kernels.peak_flops[format];

          g_assert_true (isnan (rate) == isnan (peak));
          g_assert_true (isnan (rate) || (rate > 0 && rate <= peak));
          g_assert_true (isnan (rate) == isnan (weft_gemm_s (&kernels.gemm[format], 512, 512, 512, 2, 2))
                         || isnan (kernels.gemm[format].bw_bytes_s));
        }
      g_assert_true (isnan (kernels.stream_bytes_s) || kernels.stream_bytes_s > 0);
    }
}

static void
test_stream (Fixture       *fixture,
             gconstpointer  data)
{
  WeftChipKernels kernels = get_kernels (fixture, "h200-sxm-141");
  double ridge = kernels.gemm[WEFT_FORMAT_FP64].rate_flops / kernels.stream_bytes_s;

  g_assert_cmpfloat (weft_stream_s (&kernels, 0), ==, kernels.stream_launch_s);
  g_assert_cmpfloat_with_epsilon (weft_stream_s (&kernels, 1e12) * kernels.stream_bytes_s / 1e12, 1, 1e-4);
  /* Far from the ridge one side counts, on it both: the fourth root of 2. */
  g_assert_cmpfloat_with_epsilon (weft_roofline_kernel_s (&kernels, 1e13, 1, 1e12) / weft_stream_s (&kernels, 1e12), 1,
                                  1e-6);
  g_assert_cmpfloat_with_epsilon (weft_roofline_kernel_s (&kernels, kernels.gemm[WEFT_FORMAT_FP64].rate_flops,
                                                          ridge * 1e12, 1e12)
                                  / weft_stream_s (&kernels, 1e12), pow (2, 0.25), 1e-3);
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

  g_test_add ("/gemm/rounds", Fixture, NULL, set_up, test_rounds, tear_down);
  g_test_add ("/gemm/groups", Fixture, NULL, set_up, test_groups, tear_down);
  g_test_add ("/gemm/like", Fixture, NULL, set_up, test_like, tear_down);
  g_test_add ("/gemm/published", Fixture, NULL, set_up, test_published, tear_down);
  g_test_add ("/gemm/all-chips", Fixture, NULL, set_up, test_all_chips, tear_down);
  g_test_add ("/gemm/stream", Fixture, NULL, set_up, test_stream, tear_down);

  return g_test_run ();
}
