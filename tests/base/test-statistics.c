/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics are the ones of the books: each against published figures or a sum that can be done by hand. */
#include "base/weft-statistics.h"

#include <math.h>

/* Hamilton's depression scale factor IV of nine patients, before and after: Hollander and Wolfe (1973), p. 29. */
static const double before[] = { 1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30 };
static const double after[] = { 0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29 };

static void
assert_near (double a,
             double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-12 * MAX (1, fabs (b)));
}

static void
test_mean_and_sd (void)
{
  /* Sum 40; squared distances 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32. */
  const double x[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
  const double equal[] = { 1.1, 1.1, 1.1 };

  assert_near (weft_statistics_mean (x, 8), 5);
  assert_near (weft_statistics_sd (x, 8), sqrt (32.0 / 7));
  g_assert_cmpfloat (weft_statistics_mean (x, 1), ==, 2);
  assert_near (weft_statistics_mean (equal, 3), 1.1);
  g_assert_cmpfloat (weft_statistics_sd (equal, 3), <, 1e-15);
}

/* Position (n - 1) p: of ten values the tenth part lies at 0.9. */
static void
test_quantile (void)
{
  const double x[] = { 10, 1, 9, 2, 8, 3, 7, 4, 6, 5 };
  const double three[] = { 3, 1, 2 };

  assert_near (weft_statistics_quantile (x, 10, 0.1), 1.9);
  assert_near (weft_statistics_quantile (x, 10, 0.25), 3.25);
  assert_near (weft_statistics_quantile (x, 10, 0), 1);
  assert_near (weft_statistics_quantile (x, 10, 1), 10);
  assert_near (weft_statistics_median (x, 10), 5.5);
  assert_near (weft_statistics_median (three, 3), 2);
  g_assert_cmpfloat (x[0], ==, 10);
  g_assert_true (isnan (weft_statistics_quantile (x, 10, 1.1)));
  g_assert_true (isnan (weft_statistics_quantile (x, 10, NAN)));
}

/* Runs that never arrive count as later than all that do. */
static void
test_infinite (void)
{
  const double x[] = { INFINITY, 4, 2, INFINITY };
  const double mostly[] = { INFINITY, 4, INFINITY };

  g_assert_cmpfloat (weft_statistics_quantile (x, 4, 0), ==, 2);
  assert_near (weft_statistics_quantile (x, 4, 1.0 / 6), 3);
  g_assert_true (isinf (weft_statistics_median (x, 4)));
  g_assert_true (isinf (weft_statistics_median (mostly, 3)));
  g_assert_true (isinf (weft_statistics_quantile (mostly, 3, 0.75)));
}

static void
test_unknown (void)
{
  const double one[] = { 3 };
  const double broken[] = { 1, NAN, 3 };
  const gboolean never[] = { FALSE };
  double adjusted = 0;

  g_assert_true (isnan (weft_statistics_mean (NULL, 0)));
  g_assert_true (isnan (weft_statistics_mean (broken, 3)));
  g_assert_true (isnan (weft_statistics_sd (one, 1)));
  g_assert_true (isnan (weft_statistics_sd (broken, 3)));
  g_assert_true (isnan (weft_statistics_median (NULL, 0)));
  g_assert_true (isnan (weft_statistics_median (broken, 3)));
  g_assert_cmpfloat (weft_statistics_median (one, 1), ==, 3);
  g_assert_true (isnan (weft_statistics_bootstrap (one, 1, 0.95, 100, 1).low));
  g_assert_true (isnan (weft_statistics_bootstrap (broken, 3, 0.95, 100, 1).high));
  g_assert_true (isnan (weft_statistics_bootstrap (before, 9, 1, 100, 1).low));
  g_assert_true (isnan (weft_statistics_signed_rank (NULL, NULL, 0).p_value));
  g_assert_true (isnan (weft_statistics_signed_rank (broken, before, 3).p_value));
  g_assert_true (isnan (weft_statistics_a12 (one, 1, NULL, 0)));
  g_assert_true (isnan (weft_statistics_a12 (one, 1, broken, 3)));
  g_assert_true (isnan (weft_statistics_ert (NULL, NULL, 0)));
  g_assert_true (isinf (weft_statistics_ert (one, never, 1)));
  weft_statistics_holm (NULL, NULL, 0);
  weft_statistics_holm (&broken[1], &adjusted, 1);
  g_assert_true (isnan (adjusted));
}

/* Of 0 and 1 a quarter of the resamples has the mean 0, a half 0.5 and a quarter 1. */
static void
test_bootstrap (void)
{
  const double two[] = { 0, 1 };
  const double equal[] = { 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1 };
  WeftInterval wide = weft_statistics_bootstrap (two, 2, 0.95, 1000, 1);
  WeftInterval narrow = weft_statistics_bootstrap (two, 2, 0.3, 1000, 1);
  WeftInterval point = weft_statistics_bootstrap (equal, 7, 0.95, 1000, 1);

  g_assert_cmpfloat (wide.low, ==, 0);
  g_assert_cmpfloat (wide.high, ==, 1);
  g_assert_cmpfloat (narrow.low, ==, 0.5);
  g_assert_cmpfloat (narrow.high, ==, 0.5);
  g_assert_cmpfloat (point.low, ==, 1.1);
  g_assert_cmpfloat (point.high, ==, 1.1);
}

/* The mean of resamples of 1 ... 100 is all but normal, with the variance (100² - 1) / 12 / 100. */
static void
test_bootstrap_normal (void)
{
  double x[100];
  double half = 1.959964 * sqrt (9999 / 12.0 / 100);
  WeftInterval interval, again, other;

  for (guint i = 0; i < 100; i++)
    x[i] = i + 1;
  interval = weft_statistics_bootstrap (x, 100, 0.95, 20000, 7);
  again = weft_statistics_bootstrap (x, 100, 0.95, 20000, 7);
  other = weft_statistics_bootstrap (x, 100, 0.95, 20000, 8);
  g_assert_cmpfloat_with_epsilon (interval.low, 50.5 - half, 0.2);
  g_assert_cmpfloat_with_epsilon (interval.high, 50.5 + half, 0.2);
  g_assert_cmpfloat (interval.low, ==, again.low);
  g_assert_cmpfloat (interval.high, ==, again.high);
  g_assert_true (interval.low != other.low || interval.high != other.high);
}

/* Hollander and Wolfe: T+ = 40, one-sided 0.0195 = 10 / 512. */
static void
test_signed_rank_published (void)
{
  WeftSignedRank result = weft_statistics_signed_rank (before, after, 9);
  WeftSignedRank turned = weft_statistics_signed_rank (after, before, 9);

  g_assert_cmpuint (result.n, ==, 9);
  g_assert_cmpfloat (result.w_plus, ==, 40);
  g_assert_cmpfloat (result.w_minus, ==, 5);
  g_assert_true (result.exact);
  assert_near (result.p_value, 20.0 / 512);
  g_assert_cmpfloat (turned.w_plus, ==, 5);
  g_assert_cmpfloat (turned.p_value, ==, result.p_value);
}

/* Darwin's crossed and self-fertilised maize, in eighths of an inch: W = 24 and, of the 2^15 choices of signs, 676 on each
 * side that are no less extreme. */
static void
test_signed_rank_darwin (void)
{
  const double difference[] = { 49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48 };
  const double zero[15] = { 0 };
  WeftSignedRank result = weft_statistics_signed_rank (difference, zero, 15);

  g_assert_cmpfloat (result.w_minus, ==, 24);
  assert_near (result.p_value, 2 * 676.0 / 32768);
}

/* All of five to one side: 2 / 2^5. Pairs that are equal do not count. */
static void
test_signed_rank_edges (void)
{
  const double a[] = { 1, 2, 3, 4, 5, 9, 9 };
  const double b[] = { 0, 0, 0, 0, 0, 9, 9 };
  WeftSignedRank one_side = weft_statistics_signed_rank (a, b, 7);
  WeftSignedRank none = weft_statistics_signed_rank (b, b, 7);
  WeftSignedRank one = weft_statistics_signed_rank (a, b, 1);

  g_assert_cmpuint (one_side.n, ==, 5);
  g_assert_cmpuint (one_side.n_equal, ==, 2);
  g_assert_true (one_side.exact);
  assert_near (one_side.p_value, 2.0 / 32);
  g_assert_cmpuint (none.n, ==, 0);
  g_assert_cmpfloat (none.p_value, ==, 1);
  g_assert_cmpfloat (one.p_value, ==, 1);
}

/* Sizes 1 1 2 2 2 3 4 5 5 6 have the ranks 1.5 1.5 4 4 4 6 7 8.5 8.5 10: W+ 47.5, Σ(t³ - t) = 6 + 24 + 6, variance
 * 10 · 11 · 21 / 24 - 36 / 48 = 95.5, z = (47.5 - 27.5 - 0.5) / √95.5 = 1.99541. */
static void
test_signed_rank_ties (void)
{
  const double difference[] = { 1, -1, 2, 2, 2, -3, 4, 5, 5, 6 };
  const double zero[10] = { 0 };
  WeftSignedRank result = weft_statistics_signed_rank (difference, zero, 10);

  g_assert_false (result.exact);
  g_assert_cmpfloat (result.w_plus, ==, 47.5);
  g_assert_cmpfloat_with_epsilon (result.p_value, 0.04599779001138635, 1e-12);
}

/* 1 ... n, every fourth one negative. For 25: W- = 84, and counting the subsets of 1 ... 25 with a sum of 84 at most gives
 * 0.034173786640167236. For 26: W+ = 267, z = (267 - 175.5 - 0.5) / √1550.25 = 2.311216. */
static void
test_signed_rank_limit (void)
{
  double a[26];
  const double zero[26] = { 0 };
  WeftSignedRank exact, normal;

  for (int i = 0; i < 26; i++)
    a[i] = (i + 1) % 4 == 0 ? -i - 1 : i + 1;
  exact = weft_statistics_signed_rank (a, zero, 25);
  normal = weft_statistics_signed_rank (a, zero, 26);
  g_assert_true (exact.exact);
  assert_near (exact.p_value, 0.034173786640167236);
  g_assert_false (normal.exact);
  g_assert_cmpfloat_with_epsilon (normal.p_value, 0.020820930867383434, 1e-12);
}

/* Sorted: 0.005 · 4, 0.01 · 3, 0.03 · 2, then 0.04 · 1, which may not be below the one before. */
static void
test_holm (void)
{
  const double p[] = { 0.01, 0.04, NAN, 0.03, 0.005 };
  const double large[] = { 0.6, 0.9 };
  double adjusted[5];

  weft_statistics_holm (p, adjusted, 5);
  assert_near (adjusted[0], 0.03);
  assert_near (adjusted[1], 0.06);
  g_assert_true (isnan (adjusted[2]));
  assert_near (adjusted[3], 0.06);
  assert_near (adjusted[4], 0.02);
  weft_statistics_holm (large, adjusted, 2);
  g_assert_cmpfloat (adjusted[0], ==, 1);
  g_assert_cmpfloat (adjusted[1], ==, 1);
}

/* 3 beats 1 and 2 and equals 3; 2 beats 1 and equals 2: (2 + ½ + 1 + ½) of six pairs. */
static void
test_a12 (void)
{
  const double a[] = { 2, 3 };
  const double b[] = { 1, 2, 3 };

  assert_near (weft_statistics_a12 (a, 2, b, 3), 4.0 / 6);
  assert_near (weft_statistics_a12 (b, 3, a, 2), 2.0 / 6);
  assert_near (weft_statistics_a12 (b, 3, b, 3), 0.5);
  assert_near (weft_statistics_a12 (&b[2], 1, b, 2), 1);
}

/* 20 + 100 + 30 evaluations for two arrivals. */
static void
test_ert (void)
{
  const double evaluations[] = { 20, 100, 30 };
  const gboolean success[] = { TRUE, FALSE, TRUE };

  assert_near (weft_statistics_ert (evaluations, success, 3), 75);
}

/* One swap of ten pairs; ties as SciPy's reference counts them; nothing to compare. */
static void
test_kendall_tau (void)
{
  const double rising[] = { 1, 2, 3, 4, 5 }, swapped[] = { 1, 2, 3, 5, 4 }, falling[] = { 5, 4, 3, 2, 1 };
  const double tied[] = { 12, 2, 1, 12, 2 }, other[] = { 1, 4, 7, 1, 0 }, equal[] = { 3, 3, 3, 3, 3 };

  assert_near (weft_statistics_kendall_tau (rising, rising, 5), 1);
  assert_near (weft_statistics_kendall_tau (rising, swapped, 5), 0.8);
  assert_near (weft_statistics_kendall_tau (rising, falling, 5), -1);
  assert_near (weft_statistics_kendall_tau (tied, other, 5), -0.47140452079103173);
  g_assert_true (isnan (weft_statistics_kendall_tau (rising, equal, 5)));
  g_assert_true (isnan (weft_statistics_kendall_tau (rising, rising, 1)));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/statistics/mean-and-sd", test_mean_and_sd);
  g_test_add_func ("/statistics/quantile", test_quantile);
  g_test_add_func ("/statistics/infinite", test_infinite);
  g_test_add_func ("/statistics/unknown", test_unknown);
  g_test_add_func ("/statistics/bootstrap", test_bootstrap);
  g_test_add_func ("/statistics/bootstrap-normal", test_bootstrap_normal);
  g_test_add_func ("/statistics/signed-rank/published", test_signed_rank_published);
  g_test_add_func ("/statistics/signed-rank/darwin", test_signed_rank_darwin);
  g_test_add_func ("/statistics/signed-rank/edges", test_signed_rank_edges);
  g_test_add_func ("/statistics/signed-rank/ties", test_signed_rank_ties);
  g_test_add_func ("/statistics/signed-rank/limit", test_signed_rank_limit);
  g_test_add_func ("/statistics/holm", test_holm);
  g_test_add_func ("/statistics/a12", test_a12);
  g_test_add_func ("/statistics/ert", test_ert);
  g_test_add_func ("/statistics/kendall-tau", test_kendall_tau);
  return g_test_run ();
}
