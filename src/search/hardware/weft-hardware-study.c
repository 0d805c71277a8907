/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs methods on seeds, side by side on threads, and describes and compares their gaps. */
#include "search/hardware/weft-hardware-study.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-statistics.h"
#include "search/weft-space.h"

const double weft_hardware_targets[WEFT_HARDWARE_N_TARGETS] = { 0.1, 0.05, 0.01 };

static const guint usual_points[] = { 8, 16, 32, 64 };

/* One run to do. */
typedef struct
{
  guint method;
  guint seed;
} Item;

/* What came of it; the best J after each evaluation follows. */
typedef struct
{
  guint evaluations;
  guint duplicates;
  guint64 estimates;
  double method_s;
  double best[];
} Result;

struct _WeftHardwareStudy
{
  guint n_methods;
  guint n_seeds;
  guint budget;
  guint baseline;
  double target;
  gboolean is_optimum;
  char **methods;
  char *results; /* of Result, a method's seeds side by side */
  gsize result_size;
  WeftHardwareRow *rows;
};

typedef struct
{
  WeftHardwareSpace *space;
  const WeftHardwareStudyPlan *plan;
} Task;

/* --- running --- */

static void
work_cb (gpointer state, gconstpointer item, gpointer result, gpointer data)
{
  const Item *what = item;
  const Task *task = data;
  Result *into = result;
  g_autoptr (WeftHardwareRun) run
    = weft_hardware_run_new (task->space, task->plan->methods[what->method], task->plan->budget,
                             task->plan->seeds[what->seed], task->plan->start, NULL);
  double best = NAN;

  g_return_if_fail (run != NULL);

  while (weft_hardware_run_step (run))
    {
      const WeftHardwareEvaluation *evaluation = weft_hardware_run_get (run, into->evaluations);

      best = fmin (best, evaluation->objective);
      into->best[into->evaluations++] = best;
      into->duplicates += evaluation->is_duplicate ? 1 : 0;
    }
  into->estimates = weft_hardware_run_n_estimates (run);
  into->method_s = weft_hardware_run_method_s (run);
}

static const Result *
result_of (const WeftHardwareStudy *self, guint method, guint seed)
{
  return (const Result *) (gconstpointer) (self->results + (method * self->n_seeds + seed) * self->result_size);
}

static gboolean
run_all (WeftHardwareStudy *self, Task *task, WeftExecutor *executor, GCancellable *cancellable, GError **error)
{
  guint n = self->n_methods * self->n_seeds;
  g_autofree Item *items = g_new (Item, n);
  WeftWork work = { .item_size = sizeof (Item), .result_size = self->result_size, .work = work_cb, .data = task };

  for (guint i = 0; i < n; i++)
    items[i] = (Item) { i / self->n_seeds, i % self->n_seeds };
  self->results = g_malloc0 (self->result_size * n);
  return weft_executor_set_work (executor, &work, NULL, error)
         && weft_executor_map (executor, items, self->results, n, cancellable, error);
}

/* --- describing --- */

static double
best_after (const Result *result, guint evaluations)
{
  guint n = MIN (evaluations, result->evaluations);

  return n > 0 ? result->best[n - 1] : NAN;
}

double
weft_hardware_study_gap (WeftHardwareStudy *self, guint row, guint run, guint evaluations)
{
  double best = best_after (result_of (self, row, run), evaluations);

  /* A run that measured nothing is infinitely far away. */
  return isnan (best) ? INFINITY : weft_hardware_gap (best, self->target);
}

static void
find_target (WeftHardwareStudy *self, WeftHardwareSpace *space)
{
  self->target = weft_hardware_space_get_frame (space)->best_objective;
  self->is_optimum = !isnan (self->target);
  if (self->is_optimum)
    return;
  for (guint i = 0; i < self->n_methods * self->n_seeds; i++)
    self->target = fmin (self->target, best_after (result_of (self, i / self->n_seeds, i % self->n_seeds), self->budget));
}

/* (transfer full) */
static double *
dup_gaps (WeftHardwareStudy *self, guint row, guint evaluations)
{
  double *gaps = g_new (double, self->n_seeds);

  for (guint i = 0; i < self->n_seeds; i++)
    gaps[i] = weft_hardware_study_gap (self, row, i, evaluations);
  return gaps;
}

static void
describe_point (WeftHardwareStudy *self, guint row, WeftHardwareGap *point)
{
  g_autofree double *gaps = dup_gaps (self, row, point->evaluations);
  g_autofree double *base = dup_gaps (self, self->baseline, point->evaluations);

  point->mean = weft_statistics_mean (gaps, self->n_seeds);
  point->median = weft_statistics_median (gaps, self->n_seeds);
  point->p90 = weft_statistics_quantile (gaps, self->n_seeds, 0.9);
  point->worst = weft_statistics_quantile (gaps, self->n_seeds, 1);
  point->p_value = point->p_holm = point->a12 = NAN;
  if (row == self->baseline)
    return;
  point->p_value = weft_statistics_signed_rank (gaps, base, self->n_seeds).p_value;
  /* A smaller gap is the better one. */
  point->a12 = weft_statistics_a12 (base, self->n_seeds, gaps, self->n_seeds);
}

static double
expected_evaluations (WeftHardwareStudy *self, guint row, double target)
{
  g_autofree double *spent = g_new (double, self->n_seeds);
  g_autofree gboolean *reached = g_new0 (gboolean, self->n_seeds);

  for (guint i = 0; i < self->n_seeds; i++)
    {
      guint n = result_of (self, row, i)->evaluations;

      spent[i] = n;
      for (guint k = 1; k <= n && !reached[i]; k++)
        if (weft_hardware_study_gap (self, row, i, k) <= target)
          {
            reached[i] = TRUE;
            spent[i] = k;
          }
    }
  return weft_statistics_ert (spent, reached, self->n_seeds);
}

static void
describe_row (WeftHardwareStudy *self, guint row)
{
  WeftHardwareRow *into = &self->rows[row];
  double evaluations = 0, seconds = 0;

  into->method = self->methods[row];
  into->runs = self->n_seeds;
  for (guint i = 0; i < G_N_ELEMENTS (usual_points); i++)
    if (usual_points[i] < self->budget)
      into->points[into->n_points++].evaluations = usual_points[i];
  into->points[into->n_points++].evaluations = self->budget;
  for (guint i = 0; i < into->n_points; i++)
    describe_point (self, row, &into->points[i]);
  for (guint i = 0; i < WEFT_HARDWARE_N_TARGETS; i++)
    into->ert[i] = expected_evaluations (self, row, weft_hardware_targets[i]);
  for (guint i = 0; i < self->n_seeds; i++)
    {
      const Result *result = result_of (self, row, i);

      into->duplicates += (double) result->duplicates / self->n_seeds;
      into->estimates += (double) result->estimates / self->n_seeds;
      evaluations += result->evaluations;
      seconds += result->method_s;
    }
  into->method_ms = evaluations > 0 ? 1e3 * seconds / evaluations : NAN;
}

/* The comparisons at one point are a family of tests. */
static void
correct_families (WeftHardwareStudy *self)
{
  g_autofree double *p = g_new (double, self->n_methods);
  g_autofree double *adjusted = g_new (double, self->n_methods);

  for (guint i = 0; i < self->rows[0].n_points; i++)
    {
      for (guint j = 0; j < self->n_methods; j++)
        p[j] = self->rows[j].points[i].p_value;
      weft_statistics_holm (p, adjusted, self->n_methods);
      for (guint j = 0; j < self->n_methods; j++)
        self->rows[j].points[i].p_holm = adjusted[j];
    }
}

static gboolean
check_plan (const WeftHardwareStudyPlan *plan, GError **error)
{
  for (guint i = 0; plan->methods[i] != NULL; i++)
    {
      g_autoptr (WeftHardwareMethod) method = weft_hardware_method_new (plan->methods[i], error);

      if (method == NULL)
        return FALSE;
    }
  if (plan->baseline == NULL || g_strv_contains ((const char *const *) plan->methods, plan->baseline))
    return TRUE;
  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_METHOD,
               _("The baseline “%s” is none of the methods of the study"), plan->baseline);
  return FALSE;
}

/* --- public API --- */

/**
 * weft_hardware_study_run: (skip)
 * @space: a space
 * @executor: its threads
 * @plan: at least one method, one seed and a budget of 1
 * @cancellable: (nullable): ends it
 * @error: return location for a #WeftSearchError
 *
 * Returns: (transfer full): rows in the order of the methods, or %NULL with an error
 */
WeftHardwareStudy *
weft_hardware_study_run (WeftHardwareSpace           *space,
                         WeftExecutor                *executor,
                         const WeftHardwareStudyPlan *plan,
                         GCancellable                *cancellable,
                         GError                     **error)
{
  g_autoptr (WeftHardwareStudy) self = NULL;
  Task task = { space, plan };

  if (!check_plan (plan, error))
    return NULL;
  self = g_new0 (WeftHardwareStudy, 1);
  self->methods = g_strdupv (plan->methods);
  self->n_methods = g_strv_length (plan->methods);
  self->n_seeds = plan->n_seeds;
  self->budget = plan->budget;
  self->result_size = sizeof (Result) + sizeof (double) * plan->budget;
  self->rows = g_new0 (WeftHardwareRow, self->n_methods);
  for (guint i = 0; plan->baseline != NULL && i < self->n_methods; i++)
    if (g_str_equal (self->methods[i], plan->baseline))
      self->baseline = i;
  if (!run_all (self, &task, executor, cancellable, error))
    return NULL;
  find_target (self, space);
  for (guint i = 0; i < self->n_methods; i++)
    describe_row (self, i);
  correct_families (self);
  return g_steal_pointer (&self);
}

void
weft_hardware_study_free (WeftHardwareStudy *self)
{
  g_strfreev (self->methods);
  g_free (self->results);
  g_free (self->rows);
  g_free (self);
}

guint
weft_hardware_study_n_rows (WeftHardwareStudy *self)
{
  return self->n_methods;
}

const WeftHardwareRow *
weft_hardware_study_get_row (WeftHardwareStudy *self, guint row)
{
  g_return_val_if_fail (row < self->n_methods, NULL);

  return &self->rows[row];
}

double
weft_hardware_study_get_target (WeftHardwareStudy *self, gboolean *is_optimum)
{
  if (is_optimum != NULL)
    *is_optimum = self->is_optimum;
  return self->target;
}

guint
weft_hardware_study_get_baseline (WeftHardwareStudy *self)
{
  return self->baseline;
}
