/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a study: each method's runs described, and compared with the baseline's. */
#include "search/weft-study-private.h"

#include <math.h>

/* Scores of one design computed along two ways may differ in the last digits; such a difference is none. */
#define SAME_SCORE 1e-12

static void
clear_run_cb (gpointer run)
{
  g_free (((WeftStudyRun *) run)->steps);
}

static void
free_entry_cb (gpointer data)
{
  WeftStudyEntry *entry = data;

  g_free (entry->method);
  g_free (entry->label);
  g_array_unref (entry->runs);
  g_free (entry);
}

/* --- one run --- */

/**
 * weft_study_run_best: (skip)
 * @run: a run
 * @evaluation: how many evaluations it has made, 1 at least
 *
 * Returns: its best score then
 */
double
weft_study_run_best (const WeftStudyRun *run, guint evaluation)
{
  double best = 0;

  for (guint i = 0; i < run->n_steps && run->steps[i].evaluation <= evaluation; i++)
    best = run->steps[i].best;
  return best;
}

static double
final_score (const WeftStudyRun *run)
{
  return run->n_steps > 0 ? run->steps[run->n_steps - 1].best : 0;
}

/**
 * weft_study_run_reached: (skip)
 * @run: a run
 * @target: the score to get near to
 *
 * Returns: the first evaluation with at most 1 % less than @target, 0 when there is none
 */
guint
weft_study_run_reached (const WeftStudyRun *run, double target)
{
  for (guint i = 0; i < run->n_steps; i++)
    if (run->steps[i].best >= target * (1 - WEFT_STUDY_NEAR))
      return run->steps[i].evaluation;
  return 0;
}

/* --- one row --- */

static const WeftStudyRun *
entry_run (const WeftStudyEntry *entry, guint run)
{
  return &g_array_index (entry->runs, WeftStudyRun, run);
}

/* (transfer full) */
static double *
dup_scores (const WeftStudyEntry *entry)
{
  double *scores = g_new (double, entry->runs->len);

  for (guint i = 0; i < entry->runs->len; i++)
    scores[i] = final_score (entry_run (entry, i));
  return scores;
}

static void
count (WeftStudyEntry *entry)
{
  WeftStudyRow *row = &entry->row;
  double n = entry->runs->len;
  double specialised = 0;
  guint n_designs = 0;

  for (guint i = 0; i < entry->runs->len; i++)
    {
      const WeftStudyRun *run = entry_run (entry, i);

      row->evaluations += run->evaluations / n;
      row->invalid += run->invalid / n;
      row->schema_invalid += run->schema_invalid / n;
      row->infeasible += run->infeasible / n;
      row->duplicates += run->duplicates / n;
      row->estimates += run->estimates / n;
      if (isnan (run->specialised))
        continue;
      specialised += run->specialised;
      n_designs++;
    }
  row->specialised_power_mean = n_designs > 0 ? specialised / n_designs : NAN;
}

static void
describe_scores (WeftStudyEntry *entry, double target)
{
  WeftStudyRow *row = &entry->row;
  g_autofree double *scores = dup_scores (entry);

  row->mean = weft_statistics_mean (scores, row->runs);
  row->sd = weft_statistics_sd (scores, row->runs);
  row->interval = weft_statistics_bootstrap (scores, row->runs, WEFT_STUDY_CONFIDENCE,
                                             WEFT_STUDY_RESAMPLES, WEFT_STUDY_BOOTSTRAP_SEED);
  row->regret_mean = target > 0 ? 1 - row->mean / target : NAN;
}

static void
describe_arrivals (WeftStudyEntry *entry, double target)
{
  WeftStudyRow *row = &entry->row;
  g_autofree double *first = g_new (double, row->runs);
  g_autofree double *spent = g_new (double, row->runs);
  g_autofree gboolean *reached = g_new (gboolean, row->runs);

  row->evals_to_1pct = row->ert_1pct = NAN;
  if (!(target > 0))
    return;
  for (guint i = 0; i < row->runs; i++)
    {
      guint evaluation = weft_study_run_reached (entry_run (entry, i), target);

      reached[i] = evaluation > 0;
      first[i] = reached[i] ? evaluation : INFINITY;
      spent[i] = reached[i] ? evaluation : entry_run (entry, i)->evaluations;
      row->within_1pct += reached[i] ? 1 : 0;
    }
  row->evals_to_1pct = weft_statistics_median (first, row->runs);
  row->ert_1pct = weft_statistics_ert (spent, reached, row->runs);
}

static void
describe (WeftStudyEntry *entry, double target)
{
  entry->row = (WeftStudyRow) {
    .method = entry->method,
    .label = entry->label,
    .budget = entry->budget,
    .runs = entry->runs->len,
    .baseline = -1,
    .p_value = NAN,
    .p_holm = NAN,
    .a12 = NAN,
  };
  count (entry);
  describe_scores (entry, target);
  describe_arrivals (entry, target);
}

/* --- comparisons --- */

static const WeftStudyRun *
find_seed (const WeftStudyEntry *entry, guint64 seed)
{
  for (guint i = 0; i < entry->runs->len; i++)
    if (entry_run (entry, i)->seed == seed)
      return entry_run (entry, i);
  return NULL;
}

static void
compare (WeftStudyEntry *entry, const WeftStudyEntry *baseline)
{
  guint n = entry->runs->len;
  g_autofree double *ours = g_new (double, n);
  g_autofree double *theirs = g_new (double, n);
  g_autofree double *scores = dup_scores (entry);
  g_autofree double *base = dup_scores (baseline);
  guint pairs = 0;

  for (guint i = 0; i < n; i++)
    {
      const WeftStudyRun *other = find_seed (baseline, entry_run (entry, i)->seed);

      if (other == NULL)
        continue;
      ours[pairs] = scores[i];
      theirs[pairs] = final_score (other);
      if (fabs (ours[pairs] - theirs[pairs]) <= SAME_SCORE * fabs (theirs[pairs]))
        ours[pairs] = theirs[pairs];
      pairs++;
    }
  entry->row.pairs = pairs;
  entry->row.p_value = weft_statistics_signed_rank (ours, theirs, pairs).p_value;
  entry->row.a12 = weft_statistics_a12 (scores, n, base, baseline->runs->len);
}

static int
find_row (WeftStudy *self, const char *method, guint budget)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const WeftStudyEntry *entry = self->entries->pdata[i];

      if (entry->budget == budget && g_str_equal (entry->method, method))
        return (int) i;
    }
  return -1;
}

/* The comparisons of one budget are a family of tests. */
static void
correct_family (WeftStudy *self, guint budget)
{
  g_autofree double *p = g_new (double, self->entries->len);
  g_autofree double *adjusted = g_new (double, self->entries->len);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const WeftStudyEntry *entry = self->entries->pdata[i];

      p[i] = entry->budget == budget ? entry->row.p_value : NAN;
    }
  weft_statistics_holm (p, adjusted, self->entries->len);
  for (guint i = 0; i < self->entries->len; i++)
    {
      WeftStudyEntry *entry = self->entries->pdata[i];

      if (entry->budget == budget)
        entry->row.p_holm = adjusted[i];
    }
}

static void
compare_rows (WeftStudy *self, const char *baseline)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      WeftStudyEntry *entry = self->entries->pdata[i];

      entry->row.baseline = find_row (self, baseline, entry->budget);
      if (entry->row.baseline == (int) i)
        entry->row.baseline = -1;
      if (entry->row.baseline >= 0)
        compare (entry, self->entries->pdata[entry->row.baseline]);
    }
  for (guint i = 0; i < self->entries->len; i++)
    correct_family (self, ((WeftStudyEntry *) self->entries->pdata[i])->budget);
}

static double
best_of_all (WeftStudy *self)
{
  double best = 0;

  for (guint i = 0; i < self->entries->len; i++)
    for (guint j = 0; j < ((WeftStudyEntry *) self->entries->pdata[i])->runs->len; j++)
      best = MAX (best, final_score (entry_run (self->entries->pdata[i], j)));
  return best;
}

static void
set_target (WeftStudy *self, double optimum, double bound)
{
  self->optimum = optimum;
  if (isnan (optimum))
    {
      self->target_kind = WEFT_STUDY_BEST_KNOWN;
      self->target = best_of_all (self);
    }
  else if (bound > optimum)
    {
      self->target_kind = WEFT_STUDY_BOUND;
      self->target = bound;
    }
  else
    {
      self->target_kind = WEFT_STUDY_CERTIFIED;
      self->target = optimum;
    }
}

/* --- the whole --- */

/**
 * weft_study_new: (skip)
 *
 * Returns: (transfer full): a study without rows
 */
WeftStudy *
weft_study_new (void)
{
  WeftStudy *self = g_new0 (WeftStudy, 1);

  self->entries = g_ptr_array_new_with_free_func (free_entry_cb);
  self->optimum = self->target = NAN;
  return self;
}

/**
 * weft_study_free: (skip)
 * @self: (nullable): a study
 */
void
weft_study_free (WeftStudy *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->entries);
  g_free (self);
}

/**
 * weft_study_add_row: (skip)
 * @self: a study
 * @method: a method's id with its options
 * @label: what people call the method, untranslated
 * @budget: evaluations that each run may make
 *
 * Returns: the number of the row
 */
guint
weft_study_add_row (WeftStudy *self, const char *method, const char *label, guint budget)
{
  WeftStudyEntry *entry = g_new0 (WeftStudyEntry, 1);

  entry->method = g_strdup (method);
  entry->label = g_strdup (label);
  entry->budget = budget;
  entry->runs = g_array_new (FALSE, FALSE, sizeof (WeftStudyRun));
  g_array_set_clear_func (entry->runs, clear_run_cb);
  g_ptr_array_add (self->entries, entry);
  return self->entries->len - 1;
}

/**
 * weft_study_add_run: (skip)
 * @self: a study
 * @row: number of a row
 * @run: one of its runs; its steps become the study's
 */
void
weft_study_add_run (WeftStudy *self, guint row, const WeftStudyRun *run)
{
  g_return_if_fail (row < self->entries->len);

  g_array_append_vals (((WeftStudyEntry *) self->entries->pdata[row])->runs, run, 1);
}

/**
 * weft_study_compute: (skip)
 * @self: a study
 * @optimum: score of the certified optimum, NaN when nobody looked for it
 * @bound: what nothing exceeds; above @optimum when that is not proven to be the best
 * @baseline: (nullable): the method that the others are compared with, the first row's when %NULL
 *
 * Regret is 1 - score / target, with the target that weft_study_get_target() returns.
 */
void
weft_study_compute (WeftStudy *self, double optimum, double bound, const char *baseline)
{
  set_target (self, optimum, bound);
  for (guint i = 0; i < self->entries->len; i++)
    describe (self->entries->pdata[i], self->target);
  if (baseline == NULL && self->entries->len > 0)
    baseline = ((WeftStudyEntry *) self->entries->pdata[0])->method;
  if (baseline != NULL)
    compare_rows (self, baseline);
}

/**
 * weft_study_n_rows: (skip)
 * @self: a study
 *
 * Returns: how many rows it has
 */
guint
weft_study_n_rows (WeftStudy *self)
{
  return self->entries->len;
}

/**
 * weft_study_get_row: (skip)
 * @self: a study that has been computed
 * @row: number of a row
 *
 * Returns: (transfer none): the row
 */
const WeftStudyRow *
weft_study_get_row (WeftStudy *self, guint row)
{
  g_return_val_if_fail (row < self->entries->len, NULL);

  return &((WeftStudyEntry *) self->entries->pdata[row])->row;
}

/**
 * weft_study_n_runs: (skip)
 * @self: a study
 * @row: number of a row
 *
 * Returns: how many runs the row has
 */
guint
weft_study_n_runs (WeftStudy *self, guint row)
{
  g_return_val_if_fail (row < self->entries->len, 0);

  return ((WeftStudyEntry *) self->entries->pdata[row])->runs->len;
}

/**
 * weft_study_get_run: (skip)
 * @self: a study
 * @row: number of a row
 * @run: number of one of its runs
 *
 * Returns: (transfer none): the run
 */
const WeftStudyRun *
weft_study_get_run (WeftStudy *self, guint row, guint run)
{
  g_return_val_if_fail (run < weft_study_n_runs (self, row), NULL);

  return entry_run (self->entries->pdata[row], run);
}

/**
 * weft_study_get_target: (skip)
 * @self: a study that has been computed
 * @kind: (out) (optional): what it is
 *
 * Returns: the score that regret is measured against
 */
double
weft_study_get_target (WeftStudy *self, WeftStudyTarget *kind)
{
  if (kind != NULL)
    *kind = self->target_kind;
  return self->target;
}
