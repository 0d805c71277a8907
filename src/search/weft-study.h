/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several methods made of several seeds and budgets on one problem: rows to compare and curves over the
 * evaluations. A pure function of the runs' curves; weft_study_run() makes these. */
#pragma once

#include "base/weft-statistics.h"
#include "search/weft-optimum.h"
#include "search/weft-search.h"

G_BEGIN_DECLS

/* How much worse than the optimum still counts as having got there. */
#define WEFT_STUDY_NEAR 0.01

/* What regret is measured against. */
typedef enum
{
  WEFT_STUDY_CERTIFIED,  /* the optimum */
  WEFT_STUDY_BOUND,      /* what nothing exceeds, since the search for the optimum ran out of time: regrets are at most so large */
  WEFT_STUDY_BEST_KNOWN, /* the best of all runs of the study: regrets are at least so large */
} WeftStudyTarget;

/* From this evaluation on a run's best score is @best. */
typedef struct
{
  guint evaluation;
  double best;
} WeftStudyStep;

/**
 * WeftStudyRun: (skip)
 * @steps: (element-type WeftStudyStep): improvements, in order; a run without a feasible design has none and scores 0
 * @n_steps: how many
 * @invalid: refused before evaluation; @schema_invalid of them are no designs at all, as only planners propose
 * @specialised: share of the budget that the best design gives to partitions other than the largest, NaN without one
 */
typedef struct
{
  guint64 seed;
  guint evaluations;
  guint invalid;
  guint schema_invalid;
  guint infeasible;
  guint duplicates;
  guint64 estimates;
  double specialised;
  WeftStudyStep *steps;
  guint n_steps;
} WeftStudyRun;

/**
 * WeftStudyRow: (skip)
 * One method with one budget. @label is untranslated. Counts are means over the runs. Numbers that are not known are NaN.
 * @evaluations: made by a run
 * @mean: of the final scores, and their sample standard deviation @sd
 * @interval: bootstrap percentile interval of @mean, 95 %
 * @regret_mean: of 1 - score / target
 * @evals_to_1pct: median over the runs of the first evaluation within 1 % of the target, infinite when half of them never got there
 * @within_1pct: runs that got there
 * @ert_1pct: expected evaluations to get there
 * @baseline: the row that this one is compared with, -1 for none
 * @pairs: seeds that both have
 * @p_value: of the paired signed-rank test on the final scores, @p_holm with all other comparisons of that budget
 * @a12: how likely a run of this row beats one of the baseline
 */
typedef struct
{
  const char *method;
  const char *label;
  guint budget;
  guint runs;
  double evaluations;
  double mean;
  double sd;
  WeftInterval interval;
  double regret_mean;
  double evals_to_1pct;
  guint within_1pct;
  double ert_1pct;
  double invalid;
  double schema_invalid;
  double infeasible;
  double duplicates;
  double estimates;
  double specialised_power_mean;
  int baseline;
  guint pairs;
  double p_value;
  double p_holm;
  double a12;
} WeftStudyRow;

/* A point of an anytime curve. */
typedef struct
{
  double mean;
  WeftInterval band; /* 95 % */
} WeftStudyPoint;

typedef struct _WeftStudy WeftStudy;

WEFT_API WeftStudy          *weft_study_new          (void);
WEFT_API void                weft_study_free         (WeftStudy *self);
/* The number of the row. */
WEFT_API guint               weft_study_add_row      (WeftStudy *self, const char *method, const char *label, guint budget);
/* Takes @run's steps, which are from g_malloc(). */
WEFT_API void                weft_study_add_run      (WeftStudy *self, guint row, const WeftStudyRun *run);
/* Computes the rows. @optimum: score of the certified optimum and @bound what nothing exceeds; NaN for both when nobody looked.
 * @baseline: (nullable): a method; the first when NULL. */
WEFT_API void                weft_study_compute      (WeftStudy *self, double optimum, double bound, const char *baseline);

WEFT_API guint               weft_study_n_rows       (WeftStudy *self);
WEFT_API const WeftStudyRow *weft_study_get_row      (WeftStudy *self, guint row);
WEFT_API guint               weft_study_n_runs       (WeftStudy *self, guint row);
WEFT_API const WeftStudyRun *weft_study_get_run      (WeftStudy *self, guint row, guint run);
WEFT_API double              weft_study_get_target   (WeftStudy *self, WeftStudyTarget *kind);
/* The best score after @evaluation evaluations, 0 before the first feasible design. */
WEFT_API double              weft_study_run_best     (const WeftStudyRun *run, guint evaluation);
/* The first evaluation within 1 % of @target, 0 when there is none. */
WEFT_API guint               weft_study_run_reached  (const WeftStudyRun *run, double target);

/* The mean of the best scores after 1, 2 ... budget evaluations. (transfer full) (element-type WeftStudyPoint) */
WEFT_API GArray             *weft_study_curve        (WeftStudy *self, guint row);
/* All curves: method, budget, evaluation, runs, mean, low, high, regret. RFC 4180. (transfer full) */
WEFT_API char               *weft_study_curves_csv   (WeftStudy *self);
/* (transfer full): of `weft study --json`: "rows", "target". */
WEFT_API JsonObject         *weft_study_to_json      (WeftStudy *self);

/* --- lists as people type them; errors are G_OPTION_ERROR or WEFT_SEARCH_ERROR --- */

/* "random,local:no-attribution,no-estimate": what follows an option and is no method is another option. (transfer full) */
WEFT_API char              **weft_study_parse_methods (const char *text, GError **error);
/* "1-20,25". (transfer full) (element-type guint64) */
WEFT_API GArray             *weft_study_parse_seeds   (const char *text, GError **error);
/* "100,50". (transfer full) (element-type guint) */
WEFT_API GArray             *weft_study_parse_budgets (const char *text, GError **error);

/* --- running --- */

/**
 * WeftStudyPlan: (skip)
 * @methods: NULL-terminated, each with its options: "local:no-estimate"
 * @folder: (nullable): where runs are recorded when @record; NULL for the default
 */
typedef struct
{
  char **methods;
  const guint64 *seeds;
  guint n_seeds;
  const guint *budgets;
  guint n_budgets;
  gboolean record;
  const char *folder;
} WeftStudyPlan;

/* The search of all runs of a plan, to be run and watched. (transfer full) */
WEFT_API WeftSearch         *weft_study_search       (WeftProblem *problem, WeftExecutor *executor, const WeftStudyPlan *plan, GError **error);
/* The study of such a search once it has ended, not yet computed. (transfer full) */
WEFT_API WeftStudy          *weft_study_collect      (WeftSearch *search, const WeftStudyPlan *plan);
/* Share of the budget in partitions other than the largest. */
WEFT_API double              weft_study_specialised  (WeftProblem *problem, const WeftCandidate *candidate);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftStudy, weft_study_free)

G_END_DECLS
