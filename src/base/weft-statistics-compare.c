/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of samples against each other: signed ranks, the correction for several of them, and the size of an effect. */
#include "base/weft-statistics.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>

/* Up to here the exact distribution is used. */
#define MOST_EXACT 25

/* Puts what differs into @difference, and counts it. */
static guint
keep_different (const double   *a,
                const double   *b,
                guint           n,
                double         *difference,
                WeftSignedRank *result)
{
  guint n_kept = 0;

  for (guint i = 0; i < n; i++)
    {
      /* Two infinities of one sign are equal; their difference is not a number. */
      if (a[i] != b[i])
        difference[n_kept++] = a[i] - b[i];
    }
  result->n = n_kept;
  result->n_equal = n - n_kept;
  return n_kept;
}

/* Sums the ranks of each sign; equal sizes share the mean of their ranks. The sum of t³ - t over the groups of t equal ones. */
static double
sum_ranks (const double   *difference,
           guint           n,
           WeftSignedRank *result)
{
  g_autofree double *size = g_new (double, n);
  g_autofree gsize *order = g_new (gsize, n);
  double ties = 0;
  guint last;

  for (guint i = 0; i < n; i++)
    size[i] = fabs (difference[i]);
  gsl_sort_index (order, size, 1, n);
  for (guint first = 0; first < n; first = last)
    {
      double t, rank;

      for (last = first + 1; last < n && size[order[last]] == size[order[first]];)
        last++;
      t = last - first;
      rank = (first + 1 + last) / 2.0;
      ties += t * t * t - t;
      for (guint i = first; i < last; i++)
        *(difference[order[i]] > 0 ? &result->w_plus : &result->w_minus) += rank;
    }
  return ties;
}

/* The share of the 2^n choices of ranks 1 ... n whose sum is @w at most. */
static double
exact_below (guint n,
             guint w)
{
  guint most = n * (n + 1) / 2;
  g_autofree double *ways = g_new0 (double, most + 1);
  double below = 0;

  ways[0] = 1;
  for (guint rank = 1; rank <= n; rank++)
    for (guint sum = most; sum >= rank; sum--)
      ways[sum] += ways[sum - rank];
  for (guint sum = 0; sum <= w; sum++)
    below += ways[sum];
  return ldexp (below, -(int) n);
}

static double
normal_p (double n,
          double w,
          double ties)
{
  double mean = n * (n + 1) / 4;
  double sd = sqrt (n * (n + 1) * (2 * n + 1) / 24 - ties / 48);
  double z = (fabs (w - mean) - 0.5) / sd;

  return MIN (1, 2 * gsl_cdf_ugaussian_Q (MAX (z, 0)));
}

/**
 * weft_statistics_signed_rank: (skip)
 * @a: one value of each pair
 * @b: the other
 * @n: how many pairs
 *
 * The two-sided paired test of Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1 (1945).
 * Pairs without a difference are left out, which is Wilcoxon's own rule. The distribution is exact for at most 25 pairs without ties; else it is
 * the normal one, with the variance corrected for ties and the distance to the mean for continuity: Hollander, Wolfe and
 * Chicken, "Nonparametric Statistical Methods" (2014), section 3.1.
 *
 * Returns: the result; its p-value is NaN when there is no pair or a value is NaN
 */
WeftSignedRank
weft_statistics_signed_rank (const double *a,
                             const double *b,
                             guint         n)
{
  WeftSignedRank result = { .p_value = NAN };
  g_autofree double *difference = g_new (double, n);
  double ties;

  for (guint i = 0; i < n; i++)
    if (isnan (a[i]) || isnan (b[i]))
      return result;
  if (n == 0)
    return result;
  if (keep_different (a, b, n, difference, &result) == 0)
    {
      result.exact = TRUE;
      result.p_value = 1;
      return result;
    }
  ties = sum_ranks (difference, result.n, &result);
  result.exact = result.n <= MOST_EXACT && ties == 0;
  result.p_value = result.exact
                       ? MIN (1, 2 * exact_below (result.n, (guint) MIN (result.w_plus, result.w_minus)))
                       : normal_p (result.n, result.w_plus, ties);
  return result;
}

/**
 * weft_statistics_holm:
 * @p: (array length=n): p-values of several tests
 * @adjusted: (array length=n) (out caller-allocates): what they are worth together
 * @n: how many
 *
 * The step-down correction of Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
 * Statistics 6 (1979). A test without a p-value (NaN) is none of the family and stays without.
 */
void
weft_statistics_holm (const double *p,
                      double       *adjusted,
                      guint         n)
{
  g_autofree double *known = g_new (double, n);
  g_autofree guint *where = g_new (guint, n);
  g_autofree gsize *order = g_new (gsize, n);
  double floor = 0;
  guint n_known = 0;

  for (guint i = 0; i < n; i++)
    {
      adjusted[i] = NAN;
      if (isnan (p[i]))
        continue;
      where[n_known] = i;
      known[n_known++] = p[i];
    }
  gsl_sort_index (order, known, 1, n_known);
  for (guint i = 0; i < n_known; i++)
    {
      floor = MAX (floor, MIN (1, (n_known - i) * known[order[i]]));
      adjusted[where[order[i]]] = floor;
    }
}

/**
 * weft_statistics_a12:
 * @a: (array length=n_a): a sample
 * @n_a: its size
 * @b: (array length=n_b): another
 * @n_b: its size
 *
 * How likely a value of @a is greater than one of @b, half of equal ones counted: 0.5 for no effect. Vargha and Delaney, "A
 * Critique and Improvement of the CL Common Language Effect Size Statistics", Journal of Educational and Behavioral
 * Statistics 25 (2000), who call 0.56 small, 0.64 medium and 0.71 large.
 *
 * Returns: a probability; NaN when a sample is empty or has a NaN
 */
double
weft_statistics_a12 (const double *a,
                     guint         n_a,
                     const double *b,
                     guint         n_b)
{
  double wins = 0;

  if (n_a == 0 || n_b == 0)
    return NAN;
  for (guint i = 0; i < n_a; i++)
    for (guint j = 0; j < n_b; j++)
      {
        if (isnan (a[i]) || isnan (b[j]))
          return NAN;
        wins += a[i] > b[j] ? 1 : a[i] == b[j] ? 0.5 : 0;
      }
  return wins / n_a / n_b;
}
