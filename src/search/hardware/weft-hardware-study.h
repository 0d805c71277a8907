/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several methods for machines made of several seeds on one space: gaps to the optimum after a few numbers of
 * evaluations, each method tested against one of them. */
#pragma once

#include "base/weft-executor.h"
#include "search/hardware/weft-hardware-run.h"

G_BEGIN_DECLS

/* Where gaps are read, those above the budget left out, and the gaps whose expected time is told. */
#define WEFT_HARDWARE_MAX_POINTS 5
#define WEFT_HARDWARE_N_TARGETS 3
WEFT_API extern const double weft_hardware_targets[WEFT_HARDWARE_N_TARGETS]; /* 0.1, 0.05, 0.01 */

/**
 * WeftHardwareGap: (skip)
 * Gaps of all seeds after some evaluations. @p_value: of the paired signed-rank test against the baseline, %NAN for the
 * baseline itself; @p_holm: with all other methods' at that point; @a12: how likely a run is nearer than one of the baseline.
 */
typedef struct
{
  guint evaluations;
  double mean;
  double median;
  double p90;
  double worst;
  double p_value;
  double p_holm;
  double a12;
} WeftHardwareGap;

/**
 * WeftHardwareRow: (skip)
 * @method: with its options
 * @points: (array length=n_points)
 * @ert: [of #weft_hardware_targets] expected evaluations to get so near, infinite when no run did
 * @duplicates: mean of a run
 * @estimates: mean of a run
 * @method_ms: mean of the method's own processor time an evaluation
 */
typedef struct
{
  const char *method;
  guint runs;
  guint n_points;
  WeftHardwareGap points[WEFT_HARDWARE_MAX_POINTS];
  double ert[WEFT_HARDWARE_N_TARGETS];
  double duplicates;
  double estimates;
  double method_ms;
} WeftHardwareRow;

typedef struct _WeftHardwareStudy WeftHardwareStudy;

/**
 * WeftHardwareStudyPlan: (skip)
 * @methods: NULL-terminated, each with its options
 * @start: (nullable): the same for all seeds
 * @baseline: (nullable): one of @methods; the first when NULL
 */
typedef struct
{
  char **methods;
  const guint64 *seeds;
  guint n_seeds;
  guint budget;
  const WeftHardwareChoice *start;
  const char *baseline;
} WeftHardwareStudyPlan;

/* Runs all on the executor's threads. NULL with an error. (transfer full) */
WEFT_API WeftHardwareStudy     *weft_hardware_study_run     (WeftHardwareSpace *space, WeftExecutor *executor,
                                                             const WeftHardwareStudyPlan *plan, GCancellable *cancellable,
                                                             GError **error);
WEFT_API void                   weft_hardware_study_free    (WeftHardwareStudy *self);
WEFT_API guint                  weft_hardware_study_n_rows  (WeftHardwareStudy *self);
WEFT_API const WeftHardwareRow *weft_hardware_study_get_row (WeftHardwareStudy *self, guint row);
/* J that gaps are against; whether it is the optimum, or only the best of all runs. */
WEFT_API double                 weft_hardware_study_get_target (WeftHardwareStudy *self, gboolean *is_optimum);
WEFT_API guint                  weft_hardware_study_get_baseline (WeftHardwareStudy *self);
/* The gap of a run after so many evaluations. */
WEFT_API double                 weft_hardware_study_gap     (WeftHardwareStudy *self, guint row, guint run, guint evaluations);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftHardwareStudy, weft_hardware_study_free)

G_END_DECLS
