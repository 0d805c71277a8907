/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best score against evaluations, for methods with many runs each: mean and standard deviation, and the plot of them
 * beside a certified optimum and published points. */
#pragma once

#include "draw/plot/weft-plot-private.h"
#include "draw/plot/weft-published-private.h"

G_BEGIN_DECLS

/**
 * WeftConvergenceRun: (skip)
 * @best: the best score after evaluation 1, 2 ...; NAN before the first feasible design
 */
typedef struct
{
  const double *best;
  guint n;
} WeftConvergenceRun;

typedef struct
{
  const char *label;
  guint hue;
  const WeftConvergenceRun *runs;
  guint n_runs;
} WeftConvergenceMethod;

/**
 * WeftConvergence: (skip)
 * @optimum: NAN when it is not known
 * @published: (nullable): marks of reference
 * @budget: evaluations that there will be, 0 to follow the runs
 */
typedef struct
{
  const WeftConvergenceMethod *methods;
  guint n_methods;
  double optimum;
  const WeftPublished *published;
  guint budget;
} WeftConvergence;

/* Mean and sample standard deviation over runs after each evaluation, @room of them (the longest run has
 * weft_convergence_length()). A run that has ended keeps its last value. A run counts from its first feasible design on:
 * @counts says how many do, the mean of none and the deviation of one are NAN. Returns how many were written. */
WEFT_API guint     weft_convergence_length     (const WeftConvergenceMethod *method);
WEFT_API guint     weft_convergence_statistics (const WeftConvergenceMethod *method, double *mean, double *sd, guint *counts,
                                                guint room);
/* One layer a method: a band for several runs, a line for one. (transfer full) */
WEFT_API WeftPlot *weft_convergence_plot       (const WeftConvergence *data);
/* The same in a plot that is shown already; its number of layers changes only with the methods, the optimum and the
 * published points. One "changed". */
WEFT_API void      weft_convergence_plot_fill  (WeftPlot *plot, const WeftConvergence *data);

G_END_DECLS
