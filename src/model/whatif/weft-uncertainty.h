/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is not known about an answer: its distribution when the inputs are drawn as well as they are known, which of
 * them it comes from, and whether two answers can be told apart. */
#pragma once

#include "model/whatif/weft-factor.h"
#include "model/whatif/weft-response.h"

G_BEGIN_DECLS

/* Largest number of draws: beyond it percentiles move by less than anybody can read. */
#define WEFT_UNCERTAINTY_MOST_SAMPLES 1000000

/**
 * WeftBand: (skip)
 * @central: with every input at its value
 * @p5: below it lies a twentieth of the draws
 * @p50: the middle
 * @p95: above it lies a twentieth
 * @ln_sd: standard deviation of the natural logarithm, %NAN when not all draws are above 0
 * @n: draws with an answer
 * @n_none: draws without one
 * @is_log: whether shares are of the logarithm's variance
 *
 * How far one output goes.
 */
typedef struct
{
  double central;
  double p5;
  double p50;
  double p95;
  double ln_sd;
  guint n;
  guint n_none;
  gboolean is_log;
} WeftBand;

/**
 * WeftUncertainty: (skip)
 * @n_samples: draws
 * @n_inputs: inputs
 * @n_outputs: outputs
 * @seed: of the draws
 * @bands: of each output
 * @shares: [output][input]: what part of the variance comes from the input alone; %NAN when it cannot be told
 * @rest: of each output: what no single input explains by a straight line
 * @y: [output][sample]: the answers, %NAN where there is none
 */
typedef struct
{
  guint n_samples;
  guint n_inputs;
  guint n_outputs;
  guint64 seed;
  WeftBand *bands;
  double *shares;
  double *rest;
  double *y;
} WeftUncertainty;

/* How two outputs compare, draw by draw. */
typedef enum
{
  WEFT_FIRST_IS_BETTER,
  WEFT_SECOND_IS_BETTER,
  WEFT_NOT_DISTINGUISHABLE,
} WeftContestVerdict;

/**
 * WeftContest: (skip)
 * @probability: that the first is better; ties count half
 * @ratio_p5: first over second: a twentieth lies below
 * @ratio_p50: the middle
 * @ratio_p95: a twentieth lies above
 * @verdict: whether 95 % of the draws agree
 * @n: draws in which both have an answer
 */
typedef struct
{
  double probability;
  double ratio_p5;
  double ratio_p50;
  double ratio_p95;
  WeftContestVerdict verdict;
  guint n;
} WeftContest;

WEFT_API WeftUncertainty *weft_uncertainty_new     (const WeftResponse    *response,
                                                    const WeftFactor      *factors,
                                                    guint                  n_samples,
                                                    guint64                seed,
                                                    const WeftAsking      *asking,
                                                    GError               **error);
WEFT_API void             weft_uncertainty_free    (WeftUncertainty       *self);
WEFT_API double           weft_uncertainty_share   (const WeftUncertainty *self,
                                                    guint                  output,
                                                    guint                  input);
WEFT_API WeftContest      weft_uncertainty_compare (const WeftUncertainty *self,
                                                    guint                  first,
                                                    guint                  second,
                                                    gboolean               less_is_better);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftUncertainty, weft_uncertainty_free)

G_END_DECLS
