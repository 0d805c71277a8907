/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of a method for machines: where it starts, what it has measured, and the best that it has found. Each
 * measurement counts, also that of a machine that was measured before. */
#pragma once

#include "search/hardware/weft-hardware-method.h"

G_BEGIN_DECLS

/* The best machines that a run keeps. */
#define WEFT_HARDWARE_ARCHIVE 16

/**
 * WeftHardwareEvaluation: (skip)
 * @objective: J, %NAN when the measurement broke
 * @share: of the critical path by class, mean of the workloads by their weight
 * @parent: evaluation that the machine comes from, -1 for none
 * @arm: a static word, "start" for the first
 * @predicted: J that the method expected, %NAN for none
 * @estimate_error: see #WeftHardwareProposal
 * @estimate_weight: likewise
 * @is_duplicate: it was measured before
 */
typedef struct
{
  WeftHardwareChoice choice;
  double objective;
  double share[WEFT_N_BOTTLENECKS];
  int parent;
  const char *arm;
  double predicted;
  double estimate_error;
  double estimate_weight;
  gboolean is_duplicate;
} WeftHardwareEvaluation;

typedef struct _WeftHardwareRun WeftHardwareRun;

/* @start: (nullable): where it starts; NULL for a machine drawn by the seed, the same for every method. @space: kept. (transfer full) */
WEFT_API WeftHardwareRun *weft_hardware_run_new  (WeftHardwareSpace *space, const char *method, guint budget, guint64 seed,
                                                  const WeftHardwareChoice *start, GError **error);
WEFT_API void             weft_hardware_run_free (WeftHardwareRun *self);
/* Before the first step: a learned policy for the methods that take one; @data must outlive the run. */
WEFT_API void             weft_hardware_run_set_policy (WeftHardwareRun *self, WeftHardwareScore score, gpointer data);
/* One more evaluation. FALSE when the budget is spent or there is nothing more to try. */
WEFT_API gboolean         weft_hardware_run_step (WeftHardwareRun *self);
WEFT_API guint            weft_hardware_run_n_evaluations (WeftHardwareRun *self);
WEFT_API const WeftHardwareEvaluation *weft_hardware_run_get (WeftHardwareRun *self, guint evaluation);
/* Numbers of the best evaluations of distinct machines, the best first, at most WEFT_HARDWARE_ARCHIVE; how many there are. */
WEFT_API guint            weft_hardware_run_archive (WeftHardwareRun *self, guint best[WEFT_HARDWARE_ARCHIVE]);
/* exp (J - J of the optimum) - 1 after so many evaluations, as if everything were that much slower; NAN when either is not known. */
WEFT_API double           weft_hardware_run_gap  (WeftHardwareRun *self, guint n_evaluations);
WEFT_API double           weft_hardware_gap      (double objective, double best_objective);
WEFT_API guint64          weft_hardware_run_n_estimates (WeftHardwareRun *self);
/* Processor time in the method itself, without measurements. */
WEFT_API double           weft_hardware_run_method_s (WeftHardwareRun *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftHardwareRun, weft_hardware_run_free)

G_END_DECLS
