/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics that comparisons of searches need. A sample with a NaN in it has no statistic: the answer is NaN,
 * never that of the rest. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/**
 * WeftInterval: (skip)
 * @low: its lower end, NaN when unknown
 * @high: its upper end, NaN when unknown
 */
typedef struct
{
  double low;
  double high;
} WeftInterval;

/**
 * WeftSignedRank: (skip)
 * @n: pairs that differ
 * @n_equal: pairs that do not, which the test leaves out
 * @w_plus: sum of the ranks of the pairs with a > b
 * @w_minus: sum of the ranks of the pairs with a < b
 * @exact: from the exact distribution, else from the normal one
 * @p_value: two-sided; 1 when no pair differs; NaN when unknown
 */
typedef struct
{
  guint n;
  guint n_equal;
  double w_plus;
  double w_minus;
  gboolean exact;
  double p_value;
} WeftSignedRank;

WEFT_API double         weft_statistics_mean        (const double *x,
                                                     guint         n);
WEFT_API double         weft_statistics_sd          (const double *x,
                                                     guint         n);
WEFT_API double         weft_statistics_quantile    (const double *x,
                                                     guint         n,
                                                     double        p);
WEFT_API double         weft_statistics_median      (const double *x,
                                                     guint         n);
WEFT_API WeftInterval   weft_statistics_bootstrap   (const double *x,
                                                     guint         n,
                                                     double        confidence,
                                                     guint         n_resamples,
                                                     guint64       seed);
WEFT_API WeftSignedRank weft_statistics_signed_rank (const double *a,
                                                     const double *b,
                                                     guint         n);
WEFT_API void           weft_statistics_holm        (const double *p,
                                                     double       *adjusted,
                                                     guint         n);
WEFT_API double         weft_statistics_a12         (const double *a,
                                                     guint         n_a,
                                                     const double *b,
                                                     guint         n_b);
WEFT_API double         weft_statistics_kendall_tau (const double *a,
                                                     const double *b,
                                                     guint         n);
WEFT_API double         weft_statistics_ert         (const double *evaluations,
                                                     const gboolean *success,
                                                     guint         n);

G_END_DECLS
