/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the analytical evaluator and the simulator put designs into the same order, and which ones they do not. */
#pragma once

#include "draw/plot/weft-plot-private.h"

G_BEGIN_DECLS

/* What is best of each side; the greatest unless said otherwise. */
typedef enum
{
  WEFT_AGREEMENT_SCORES = 0,
  WEFT_AGREEMENT_ANALYTIC_IS_TIME = 1 << 0,
  WEFT_AGREEMENT_SIMULATED_IS_TIME = 1 << 1,
} WeftAgreementFlags;

/**
 * WeftAgreementPoint: (skip)
 * @name: of the design
 * @analytic: what the evaluator says of it
 * @simulated: what the simulator says of it
 * @reason: (nullable): why the two differ: "queueing on the leaves"
 */
typedef struct
{
  const char *name;
  double analytic;
  double simulated;
  const char *reason;
} WeftAgreementPoint;

/* Kendall's tau-b of both orders, best first: 1 the same, -1 turned around; NAN for less than two designs or when one side cannot
 * tell any two apart. Designs without both values (NAN) do not count. */
WEFT_API double    weft_agreement_tau      (const WeftAgreementPoint *points,
                                            guint                     n,
                                            WeftAgreementFlags        flags);
/* Rank against rank, 1 the best, with tau in the title and the designs that move most by name and reason.
 * (transfer full) */
WEFT_API WeftPlot *weft_agreement_plot_new (const WeftAgreementPoint *points,
                                            guint                     n,
                                            WeftAgreementFlags        flags);

G_END_DECLS
