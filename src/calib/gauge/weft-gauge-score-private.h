/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well predictions agree with what was measured: errors, order, the way picked, slopes. */
#pragma once

#include "calib/gauge/weft-gauge-part-private.h"

G_BEGIN_DECLS

#define WEFT_GAUGE_LEAST_SPREAD 5u

/**
 * WeftGaugeScore: (skip)
 * @n: rows with a prediction
 * @n_lost: rows without one
 * @n_assumed: rows whose held-out prediction rests on a constant's start, see WeftGaugePart.assumed
 * @mape: mean of |predicted / measured - 1|
 * @median, @p90, @max: of the same
 * @bias: median of ln (predicted / measured)
 * @rms: root mean square of ln (predicted / measured)
 * @null_mape, @null_max: of the model of one constant, which is the median of measured / null value of these rows
 * @skill: 1 - mape / null_mape
 * @spearman: rank correlation over all rows
 * @n_choices: choices of at least two rows
 * @choice_spearman: mean over those of at least three rows
 * @least_spearman: the least of them
 * @regret, @max_regret: by how much the way that was picked is worse than the best one, mean and greatest
 *
 * NAN where rows do not tell.
 */
typedef struct
{
  guint n;
  guint n_lost;
  guint n_assumed;
  double mape, median, p90, max;
  double bias;
  double rms;
  double null_mape, null_max;
  double skill;
  double spearman;
  guint n_choices;
  double choice_spearman;
  double least_spearman;
  double regret, max_regret;
} WeftGaugeScore;

/**
 * WeftGaugeSlope: (skip)
 * @series: its name; the part's
 * @n: rows
 * @least, @most: chips
 * @measured: work a chip on the largest machine as a share of that on the smallest
 * @predicted: likewise
 *
 * How a series scales.
 */
typedef struct
{
  const char *series;
  guint n;
  double least, most;
  double measured;
  double predicted;
} WeftGaugeSlope;

/* A case in a part. */
typedef struct
{
  const WeftGaugePart *part;
  guint index;
} WeftGaugeAt;

/* The names of the sets of a part, in the order in which they come first. (element-type utf8), borrowed. (transfer
 * container) */
GPtrArray     *weft_gauge_sets       (const WeftGaugePart *part);
/* Cases of the set in @part, or of every set where @set is NULL; appends WeftGaugeAt to @picked. */
void           weft_gauge_pick       (const WeftGaugePart *part,
                                      const char          *set,
                                      GArray              *picked);
/* |predicted / measured - 1|, NAN without a prediction. */
double         weft_gauge_error      (const WeftGaugeAt   *at,
                                      WeftGaugeView        view);
double         weft_gauge_log_error  (const WeftGaugeAt   *at,
                                      WeftGaugeView        view);
/* @picked: (element-type WeftGaugeAt) */
WeftGaugeScore weft_gauge_score      (GArray              *picked,
                                      WeftGaugeView        view);
/* (element-type WeftGaugeSlope): of series with at least two sizes, in order of name. (transfer full) */
GArray        *weft_gauge_slopes     (GArray              *picked,
                                      WeftGaugeView        view);
/* Which share of the held-out rows of @part lies inside the interval that its spreads give, one for each scope
 * that has enough rows, which should be 90 percent of them; NAN without such rows. */
double         weft_gauge_coverage   (const WeftGaugePart *part);
/* The spread of a scope of @part, or of all of it where @scope is NULL: root mean square of the logarithms of
 * held-out rows that count. @n: (out): rows; fewer than %WEFT_GAUGE_LEAST_SPREAD say little of the next one. */
double         weft_gauge_spread     (const WeftGaugePart *part,
                                      const char          *scope,
                                      guint               *n);
/* Ranks, equal values sharing the mean of theirs, correlated; NAN for fewer than three rows or equal values only. */
double         weft_gauge_spearman   (const double        *a,
                                      const double        *b,
                                      guint                n);

G_END_DECLS
