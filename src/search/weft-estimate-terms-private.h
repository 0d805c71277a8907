/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terms of the estimate: times up to a factor, from the facts of a partition. */
#pragma once

#include "search/weft-estimate-private.h"

G_BEGIN_DECLS

/* Most terms of one kind of work; the first two are arithmetic and memory traffic. */
#define WEFT_ESTIMATE_TERMS 7

typedef struct
{
  guint n;
  WeftEstimatePart part[WEFT_ESTIMATE_TERMS];
  double value[WEFT_ESTIMATE_TERMS];
} WeftEstimateTerms;

/* FALSE when the facts alone say that the chip cannot do it. */
gboolean weft_estimate_terms     (WeftEstimateKind        kind,
                                  const WeftEstimateSite *site,
                                  WeftEstimateTerms      *terms);
/* Factors c >= 0 with sum over columns of c * row near 1 in every row; @factors holds the start, all above 0. */
void     weft_estimate_fit_terms (const double           *rows,
                                  guint                   n_rows,
                                  guint                   n_columns,
                                  double                 *factors);

G_END_DECLS
