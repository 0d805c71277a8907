/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of a sample: mean, spread, quantiles, and how sure its mean is. */
#include "base/weft-statistics.h"

#include <math.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "base/weft-random.h"

static gboolean
has_nan (const double *x,
         guint         n)
{
  for (guint i = 0; i < n; i++)
    if (isnan (x[i]))
      return TRUE;
  return FALSE;
}

/* (transfer full) */
static double *
dup_sorted (const double *x,
            guint         n)
{
  double *sorted = g_memdup2 (x, n * sizeof *x);

  gsl_sort (sorted, 1, n);
  return sorted;
}

/* A mean of equal values is that value, without the rounding of a sum. */
static double
resample_mean (const double *x,
               guint         n,
               WeftRandom   *random)
{
  double offset = 0;

  for (guint i = 0; i < n; i++)
    offset += x[weft_random_below (random, n)] - x[0];
  return x[0] + offset / n;
}

/**
 * weft_statistics_mean:
 * @x: (array length=n): a sample
 * @n: its size
 *
 * Returns: the arithmetic mean; NaN for an empty sample
 */
double
weft_statistics_mean (const double *x,
                      guint         n)
{
  return n > 0 ? gsl_stats_mean (x, 1, n) : NAN;
}

/**
 * weft_statistics_sd:
 * @x: (array length=n): a sample
 * @n: its size
 *
 * Returns: the sample standard deviation, with n - 1 below the sum of squares; NaN for fewer than two values, whose
 *   spread is unknown
 */
double
weft_statistics_sd (const double *x,
                    guint         n)
{
  return n > 1 ? gsl_stats_sd (x, 1, n) : NAN;
}

/**
 * weft_statistics_quantile:
 * @x: (array length=n): a sample, in any order
 * @n: its size
 * @p: which quantile, 0 the least, 1 the greatest
 *
 * Between the two values next to position (n - 1) p, by a straight line: definition 7 of Hyndman and Fan, "Sample
 * Quantiles in Statistical Packages", The American Statistician 50 (1996), which R and NumPy take by default.
 *
 * Returns: the quantile; NaN for an empty sample or a @p outside of 0 ... 1
 */
double
weft_statistics_quantile (const double *x,
                          guint         n,
                          double        p)
{
  g_autofree double *sorted = NULL;

  if (n == 0 || has_nan (x, n) || !(p >= 0 && p <= 1))
    return NAN;
  sorted = dup_sorted (x, n);
  /* Two infinities of one sign have none between them. */
  if (isinf (sorted[0]) || isinf (sorted[n - 1]))
    {
      double position = (n - 1) * p;
      guint below = (guint) floor (position);

      return position == below || sorted[below] == sorted[below + 1]
                 ? sorted[below]
                 : sorted[below] * (below + 1 - position) + sorted[below + 1] * (position - below);
    }
  return gsl_stats_quantile_from_sorted_data (sorted, 1, n, p);
}

/**
 * weft_statistics_median:
 * @x: (array length=n): a sample, in any order
 * @n: its size
 *
 * A value may be infinite, as the time of a run that never arrived is.
 *
 * Returns: the median; NaN for an empty sample
 */
double
weft_statistics_median (const double *x,
                        guint         n)
{
  return weft_statistics_quantile (x, n, 0.5);
}

/**
 * weft_statistics_bootstrap: (skip)
 * @x: a sample
 * @n: its size
 * @confidence: how much of the means lies inside, 0.95 for instance
 * @n_resamples: how many samples to draw from the sample
 * @seed: of the draws; the same seed gives the same interval
 *
 * The percentile interval of the mean: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
 *
 * Returns: the interval; NaN for fewer than two values, of which nothing can be said
 */
WeftInterval
weft_statistics_bootstrap (const double *x,
                           guint         n,
                           double        confidence,
                           guint         n_resamples,
                           guint64       seed)
{
  const WeftInterval unknown = { NAN, NAN };
  g_autofree double *means = NULL;
  WeftRandom random;

  if (n < 2 || n_resamples == 0 || has_nan (x, n) || !(confidence > 0 && confidence < 1))
    return unknown;
  means = g_new (double, n_resamples);
  weft_random_init (&random, seed, 0);
  for (guint i = 0; i < n_resamples; i++)
    means[i] = resample_mean (x, n, &random);
  if (has_nan (means, n_resamples))
    return unknown;
  gsl_sort (means, 1, n_resamples);
  return (WeftInterval) {
    gsl_stats_quantile_from_sorted_data (means, 1, n_resamples, (1 - confidence) / 2),
    gsl_stats_quantile_from_sorted_data (means, 1, n_resamples, (1 + confidence) / 2),
  };
}

/**
 * weft_statistics_ert:
 * @evaluations: (array length=n): of each run: up to and with the one that reached the target, or all that it made
 * @success: (array length=n): whether the run reached the target
 * @n: how many runs
 *
 * The expected running time: all evaluations over all successes. Auger and Hansen, "Performance Evaluation of an
 * Advanced Local Search Evolutionary Algorithm", IEEE CEC 2005; Hansen et al., "Real-Parameter Black-Box Optimization
 * Benchmarking 2009", INRIA RR-6828.
 *
 * Returns: evaluations; infinite when no run reached the target, NaN without runs
 */
double
weft_statistics_ert (const double   *evaluations,
                     const gboolean *success,
                     guint           n)
{
  double total = 0;
  guint n_successes = 0;

  if (n == 0)
    return NAN;
  for (guint i = 0; i < n; i++)
    {
      total += evaluations[i];
      n_successes += success[i] ? 1 : 0;
    }
  if (isnan (total))
    return NAN;
  return n_successes > 0 ? total / n_successes : INFINITY;
}

/**
 * weft_statistics_kendall_tau:
 * @a: (array length=n): values
 * @b: (array length=n): other values of the same
 * @n: how many
 *
 * Kendall's tau-b, which heeds ties: concordant less discordant pairs over the geometric mean of the pairs that are
 * not tied in either. M. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945), 239-251.
 *
 * Returns: from -1 to 1; NaN for fewer than two values, or when all of one side are equal
 */
double
weft_statistics_kendall_tau (const double *a,
                             const double *b,
                             guint         n)
{
  double sum = 0, n_a = 0, n_b = 0;

  if (has_nan (a, n) || has_nan (b, n))
    return NAN;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < i; k++)
      {
        int order_a = (a[i] > a[k]) - (a[i] < a[k]);
        int order_b = (b[i] > b[k]) - (b[i] < b[k]);

        sum += order_a * order_b;
        n_a += order_a != 0;
        n_b += order_b != 0;
      }
  return n_a > 0 && n_b > 0 ? sum / sqrt (n_a * n_b) : NAN;
}
