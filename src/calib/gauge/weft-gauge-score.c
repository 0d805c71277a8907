/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of sets of rows, against a model that has one constant for each of them. */
#include <math.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "base/weft-statistics.h"
#include "calib/gauge/weft-gauge-score-private.h"

static const WeftGaugeCase *
case_at (const WeftGaugeAt *at)
{
  return weft_gauge_part_case (at->part, at->index);
}

static double
predicted_at (const WeftGaugeAt *at, WeftGaugeView view)
{
  return at->part->predicted[view][at->index];
}

static const WeftGaugeAt *
pick_at (GArray *picked, guint i)
{
  return &g_array_index (picked, WeftGaugeAt, i);
}

static gboolean
is_assumed (const WeftGaugeAt *at)
{
  return at->part->assumed != NULL && at->part->assumed[at->index];
}

double
weft_gauge_error (const WeftGaugeAt *at, WeftGaugeView view)
{
  return fabs (predicted_at (at, view) / case_at (at)->measured - 1);
}

double
weft_gauge_log_error (const WeftGaugeAt *at, WeftGaugeView view)
{
  return log (predicted_at (at, view) / case_at (at)->measured);
}

/* --- sets --- */

GPtrArray *
weft_gauge_sets (const WeftGaugePart *part)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *sets = g_ptr_array_new ();

  for (guint i = 0; i < part->cases->len; i++)
    {
      char *set = weft_gauge_part_case (part, i)->set;

      if (g_hash_table_add (known, set))
        g_ptr_array_add (sets, set);
    }
  return sets;
}

void
weft_gauge_pick (const WeftGaugePart *part, const char *set, GArray *picked)
{
  for (guint i = 0; i < part->cases->len; i++)
    {
      WeftGaugeAt at = { part, i };

      if (set == NULL || g_str_equal (case_at (&at)->set, set))
        g_array_append_val (picked, at);
    }
}

/* --- errors --- */

static double *
list_errors (GArray *picked, WeftGaugeView view, guint *n)
{
  double *errors = g_new (double, picked->len + 1);

  *n = 0;
  for (guint i = 0; i < picked->len; i++)
    {
      double error = weft_gauge_error (pick_at (picked, i), view);

      if (!isnan (error))
        errors[(*n)++] = error;
    }
  return errors;
}

static void
score_errors (GArray *picked, WeftGaugeView view, WeftGaugeScore *score)
{
  g_autofree double *errors = list_errors (picked, view, &score->n);
  g_autofree double *logs = g_new (double, picked->len + 1);
  double sum = 0;
  guint n = 0;

  score->n_lost = picked->len - score->n;
  for (guint i = 0; i < picked->len; i++)
    score->n_assumed += is_assumed (pick_at (picked, i));
  score->mape = weft_statistics_mean (errors, score->n);
  score->median = weft_statistics_median (errors, score->n);
  score->p90 = weft_statistics_quantile (errors, score->n, 0.9);
  score->max = weft_statistics_quantile (errors, score->n, 1);
  for (guint i = 0; i < picked->len; i++)
    {
      double error = weft_gauge_log_error (pick_at (picked, i), view);

      if (isnan (error))
        continue;
      logs[n++] = error;
      sum += error * error;
    }
  score->bias = weft_statistics_median (logs, n);
  score->rms = n > 0 ? sqrt (sum / n) : NAN;
}

/* Its constant has seen the answers: the model must do better with what it knows before. */
static void
score_null (GArray *picked, WeftGaugeScore *score)
{
  g_autofree double *ratios = g_new (double, picked->len + 1);
  g_autofree double *errors = g_new (double, picked->len + 1);
  double constant;
  guint n = 0;

  for (guint i = 0; i < picked->len; i++)
    {
      const WeftGaugeCase *a_case = case_at (pick_at (picked, i));

      if (a_case->null_value > 0 && isfinite (a_case->null_value))
        ratios[n++] = a_case->measured / a_case->null_value;
    }
  constant = weft_statistics_median (ratios, n);
  for (guint i = 0; i < n; i++)
    errors[i] = fabs (constant / ratios[i] - 1);
  score->null_mape = weft_statistics_mean (errors, n);
  score->null_max = weft_statistics_quantile (errors, n, 1);
  score->skill = score->null_mape > 0 ? 1 - score->mape / score->null_mape : NAN;
}

/* --- order --- */

static gboolean
all_equal (const double *values, guint n)
{
  for (guint i = 1; i < n; i++)
    if (values[i] != values[0])
      return FALSE;
  return TRUE;
}

double
weft_gauge_spearman (const double *a, const double *b, guint n)
{
  g_autofree double *work = g_new (double, 2 * (gsize) n + 1);

  if (n < 3 || all_equal (a, n) || all_equal (b, n))
    return NAN;
  return gsl_stats_spearman (a, 1, b, 1, n, work);
}

/* Measured and predicted of the rows that have a prediction. */
static guint
list_pairs (GArray *picked, WeftGaugeView view, double *measured, double *predicted)
{
  guint n = 0;

  for (guint i = 0; i < picked->len; i++)
    {
      double value = predicted_at (pick_at (picked, i), view);

      if (isnan (value))
        continue;
      measured[n] = case_at (pick_at (picked, i))->measured;
      predicted[n++] = value;
    }
  return n;
}

static double
order_of (GArray *picked, WeftGaugeView view)
{
  g_autofree double *measured = g_new (double, picked->len + 1);
  g_autofree double *predicted = g_new (double, picked->len + 1);
  guint n = list_pairs (picked, view, measured, predicted);

  return weft_gauge_spearman (measured, predicted, n);
}

/* --- choices --- */

typedef struct
{
  const char *name;
  GArray *picked;
} Group;

static void
free_group (gpointer data)
{
  Group *group = data;

  g_array_unref (group->picked);
  g_free (group);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const Group *const *) a)->name, (*(const Group *const *) b)->name);
}

/* The cases by choice or by series, in order of its name. */
static GPtrArray *
group_by (GArray *picked, gboolean by_series)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (free_group);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < picked->len; i++)
    {
      const WeftGaugeAt *at = pick_at (picked, i);
      const char *name = by_series ? case_at (at)->series : case_at (at)->choice;
      Group *group = name != NULL ? g_hash_table_lookup (known, name) : NULL;

      if (name == NULL)
        continue;
      if (group == NULL)
        {
          group = g_new0 (Group, 1);
          group->name = name;
          group->picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));
          g_hash_table_insert (known, (gpointer) name, group);
          g_ptr_array_add (groups, group);
        }
      g_array_append_val (group->picked, *at);
    }
  g_ptr_array_sort (groups, compare_groups);
  return groups;
}

/* By how much the row that is predicted to be best is worse than the one that is. */
static double
regret_of (GArray *picked, WeftGaugeView view)
{
  double sign = case_at (pick_at (picked, 0))->is_rate ? -1 : 1;
  double best = INFINITY;
  double least = INFINITY;
  double chosen = NAN;

  for (guint i = 0; i < picked->len; i++)
    {
      double measured = sign * log (case_at (pick_at (picked, i))->measured);
      double predicted = sign * log (predicted_at (pick_at (picked, i), view));

      if (isnan (predicted))
        continue;
      best = fmin (best, measured);
      if (predicted < least)
        {
          least = predicted;
          chosen = measured;
        }
    }
  return exp (chosen - best) - 1;
}

static void
score_choices (GArray *picked, WeftGaugeView view, WeftGaugeScore *score)
{
  g_autoptr (GPtrArray) groups = group_by (picked, FALSE);
  double sum_regret = 0;
  double sum_order = 0;
  guint n_orders = 0;

  score->n_choices = 0;
  score->regret = score->max_regret = score->choice_spearman = score->least_spearman = NAN;
  for (guint g = 0; g < groups->len; g++)
    {
      const Group *group = groups->pdata[g];
      double regret = group->picked->len > 1 ? regret_of (group->picked, view) : NAN;
      double order = order_of (group->picked, view);

      if (isnan (regret))
        continue;
      score->n_choices++;
      sum_regret += regret;
      score->max_regret = fmax (score->max_regret, regret);
      if (isnan (order))
        continue;
      n_orders++;
      sum_order += order;
      score->least_spearman = fmin (score->least_spearman, order);
    }
  if (score->n_choices > 0)
    score->regret = sum_regret / score->n_choices;
  if (n_orders > 0)
    score->choice_spearman = sum_order / n_orders;
}

WeftGaugeScore
weft_gauge_score (GArray *picked, WeftGaugeView view)
{
  WeftGaugeScore score = { 0 };

  score_errors (picked, view, &score);
  score_null (picked, &score);
  score.spearman = order_of (picked, view);
  score_choices (picked, view, &score);
  return score;
}

/* --- spread --- */

double
weft_gauge_spread (const WeftGaugePart *part, const char *scope, guint *n)
{
  double sum = 0;

  *n = 0;
  for (guint i = 0; i < part->cases->len; i++)
    {
      const WeftGaugeCase *a_case = weft_gauge_part_case (part, i);
      WeftGaugeAt at = { part, i };
      double error = weft_gauge_log_error (&at, WEFT_GAUGE_HELD_OUT);

      if (!(a_case->weight > 0) || isnan (error) || (scope != NULL && g_strcmp0 (a_case->scope, scope) != 0))
        continue;
      sum += error * error;
      (*n)++;
    }
  return *n > 0 ? sqrt (sum / *n) : NAN;
}

/* Standard deviations of a normal distribution on either side that 90 percent of it lie between. */
#define NINETY_PERCENT 1.6448536269514722

double
weft_gauge_coverage (const WeftGaugePart *part)
{
  guint n_inside = 0;
  guint n_all = 0;

  for (guint i = 0; i < part->cases->len; i++)
    {
      const WeftGaugeCase *a_case = weft_gauge_part_case (part, i);
      WeftGaugeAt at = { part, i };
      double error = weft_gauge_log_error (&at, WEFT_GAUGE_HELD_OUT);
      double spread = NAN;
      guint n = 0;

      if (!(a_case->weight > 0) || isnan (error))
        continue;
      if (a_case->scope != NULL)
        spread = weft_gauge_spread (part, a_case->scope, &n);
      if (n < WEFT_GAUGE_LEAST_SPREAD)
        spread = weft_gauge_spread (part, NULL, &n);
      n_all++;
      n_inside += fabs (error) <= NINETY_PERCENT * spread;
    }
  return n_all > 0 ? (double) n_inside / n_all : NAN;
}

/* --- slopes --- */

/* Mean logarithm of the work a chip does in a second, of all rows of one size. */
static void
rate_at (GArray *picked, double size, WeftGaugeView view, double *measured, double *predicted)
{
  guint n = 0;

  *measured = *predicted = 0;
  for (guint i = 0; i < picked->len; i++)
    {
      const WeftGaugeAt *at = pick_at (picked, i);
      const WeftGaugeCase *a_case = case_at (at);
      double sign = a_case->is_rate ? 1 : -1;
      double work = a_case->work > 0 && !a_case->is_rate ? log (a_case->work) : 0;

      if (a_case->size != size || isnan (predicted_at (at, view)))
        continue;
      *measured += work + sign * log (a_case->measured);
      *predicted += work + sign * log (predicted_at (at, view));
      n++;
    }
  *measured /= n;
  *predicted /= n;
}

static gboolean
slope_of (const Group *group, WeftGaugeView view, WeftGaugeSlope *slope)
{
  double measured[2];
  double predicted[2];

  *slope = (WeftGaugeSlope) { group->name, 0, INFINITY, -INFINITY, NAN, NAN };
  for (guint i = 0; i < group->picked->len; i++)
    {
      const WeftGaugeAt *at = pick_at (group->picked, i);

      if (isnan (predicted_at (at, view)) || !(case_at (at)->size > 0))
        continue;
      slope->n++;
      slope->least = fmin (slope->least, case_at (at)->size);
      slope->most = fmax (slope->most, case_at (at)->size);
    }
  if (slope->n == 0 || slope->least == slope->most)
    return FALSE;
  rate_at (group->picked, slope->least, view, &measured[0], &predicted[0]);
  rate_at (group->picked, slope->most, view, &measured[1], &predicted[1]);
  slope->measured = exp (measured[1] - measured[0]);
  slope->predicted = exp (predicted[1] - predicted[0]);
  return TRUE;
}

GArray *
weft_gauge_slopes (GArray *picked, WeftGaugeView view)
{
  GArray *slopes = g_array_new (FALSE, FALSE, sizeof (WeftGaugeSlope));
  g_autoptr (GPtrArray) groups = group_by (picked, TRUE);

  for (guint g = 0; g < groups->len; g++)
    {
      WeftGaugeSlope slope;

      if (slope_of (groups->pdata[g], view, &slope))
        g_array_append_val (slopes, slope);
    }
  return slopes;
}
