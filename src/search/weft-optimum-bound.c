/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why bounding is sound. A label only ever takes partitions away from a phase, and equal labels take none away, so the
 * score with equal labels bounds all labellings and is reached. Every workload's value is monotone in what each
 * partition does, so a partition that does each thing as well as the best unit for that thing bounds every choice. */
#include "search/weft-optimum-private.h"

#include <math.h>

#include "search/weft-problem-units-private.h"

/* Sums in another order may differ in their last digits: a limit is missed only by more than this. */
#define SLACK (1 + 1e-9)

/* --- tables --- */

static double
seconds_or_never (double time_s)
{
  return time_s > 0 ? time_s : INFINITY;
}

static void
fill_row (WeftOptimumSearch *self,
          guint              fraction,
          guint              unit,
          WeftOptimumRow    *row)
{
  const WeftPartitionTimes *times[WEFT_MAX_PARTITIONS];
  WeftCandidate candidate = { .n = 1 };
  WeftMachine machine;
  WeftScore score;

  candidate.parts[0].unit = (guint16) unit;
  candidate.parts[0].fraction = (guint16) fraction;
  weft_candidate_machine (self->problem, &candidate, &machine);
  if (!weft_kernel_evaluate_times (self->kernel, &machine, times, &score))
    return;

  row->n = score.n[0];
  row->training = times[0]->training.best.rate;
  row->prefill = times[0]->prefill.best.rate;
  row->decode = times[0]->decode.best.rate;
  row->time_s[0] = seconds_or_never (times[0]->stencil_s);
  row->time_s[1] = seconds_or_never (times[0]->hpcg_s);
  row->time_s[2] = seconds_or_never (times[0]->fft_s);
  row->ai_s = seconds_or_never (times[0]->ai_s);
  row->power_w = row->n * self->units[unit].chip_power_w;
  row->cost_usd = isnan (self->units[unit].chip_cost_usd)
                    ? INFINITY : row->n * self->units[unit].chip_cost_usd;
}

static void
improve (WeftOptimumRow       *ideal,
         const WeftOptimumRow *row)
{
  if (row->n == 0)
    return;

  ideal->n = MIN (ideal->n, row->n);
  ideal->training = MAX (ideal->training, row->training);
  ideal->prefill = MAX (ideal->prefill, row->prefill);
  ideal->decode = MAX (ideal->decode, row->decode);
  for (guint i = 0; i < G_N_ELEMENTS (ideal->time_s); i++)
    ideal->time_s[i] = MIN (ideal->time_s[i], row->time_s[i]);
  ideal->ai_s = MIN (ideal->ai_s, row->ai_s);
  ideal->power_w = MIN (ideal->power_w, row->power_w);
  ideal->cost_usd = MIN (ideal->cost_usd, row->cost_usd);
}

/**
 * weft_optimum_tables_init: (skip)
 * @self: a search with its problem
 *
 * Evaluates every unit with every fraction, alone.
 */
void
weft_optimum_tables_init (WeftOptimumSearch *self)
{
  const WeftOptimumRow nothing = {
    .n = G_MAXUINT,
    .time_s = { INFINITY, INFINITY, INFINITY },
    .ai_s = INFINITY,
    .power_w = INFINITY,
    .cost_usd = INFINITY,
  };
  guint n_fractions = self->problem->n_fractions;

  self->kernel = weft_kernel_new (&self->problem->model);
  self->n_units = self->problem->units->len;
  self->units = (const WeftSpaceUnit *) (gpointer) self->problem->units->data;
  self->rows = g_new0 (WeftOptimumRow, (gsize) n_fractions * self->n_units);
  self->ideals = g_new0 (WeftOptimumRow, n_fractions);
  for (guint i = 0; i < n_fractions; i++)
    {
      self->ideals[i] = nothing;
      for (guint j = 0; j < self->n_units; j++)
        {
          WeftOptimumRow *row = &self->rows[(gsize) i * self->n_units + j];

          fill_row (self, i, j, row);
          improve (&self->ideals[i], row);
        }
    }
}

/**
 * weft_optimum_tables_clear: (skip)
 * @self: a search
 */
void
weft_optimum_tables_clear (WeftOptimumSearch *self)
{
  g_clear_pointer (&self->kernel, weft_kernel_free);
  g_clear_pointer (&self->rows, g_free);
  g_clear_pointer (&self->ideals, g_free);
}

/* --- scores --- */

static double
best_serving (const WeftModel            *model,
              const WeftOptimumRow *const *rows,
              guint                        n)
{
  double best = 0;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      best = MAX (best, weft_model_serving_rate (model, rows[i]->prefill, rows[j]->decode, i == j));
  return best;
}

static double
best_coupled (const WeftOptimumRow *const *rows,
              guint                        n)
{
  double best_s = INFINITY;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      best_s = MIN (best_s, i == j ? rows[i]->time_s[0] + rows[j]->ai_s
                                   : MAX (rows[i]->time_s[0], rows[j]->ai_s));
  return best_s;
}

/* Whether the partitions may keep the limits on power, cost and chips: an ideal one needs the least of each. */
static gboolean
keeps_totals (const WeftOptimumSearch     *self,
              const WeftOptimumRow *const *rows,
              guint                        n)
{
  const WeftConstraints *limits = &self->problem->constraints;
  double power_w = 0, cost_usd = 0, chips = 0;

  for (guint i = 0; i < n; i++)
    {
      power_w += rows[i]->power_w;
      cost_usd += rows[i]->cost_usd;
      chips += rows[i]->n;
    }

  return power_w <= limits->max_power_w * SLACK && chips <= limits->max_chips
         && (isinf (limits->max_cost_usd) || cost_usd <= limits->max_cost_usd * SLACK);
}

/* The weighted geometric mean of the ratios, as the evaluator has it (ArchAgent, section IV-A). */
static double
score_rows (const WeftOptimumSearch     *self,
            const WeftOptimumRow *const *rows,
            guint                        n)
{
  const WeftModel *model = &self->problem->model;
  const double *weights = model->w.weights;
  const double *least = self->problem->constraints.min_speedup;
  double ratio[WEFT_N_WORKLOADS] = { 0 };
  double training = 0, time_s[3] = { INFINITY, INFINITY, INFINITY };
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      training = MAX (training, rows[i]->training);
      for (guint j = 0; j < G_N_ELEMENTS (time_s); j++)
        time_s[j] = MIN (time_s[j], rows[i]->time_s[j]);
    }

  ratio[WEFT_WORKLOAD_TRAINING] = training / model->reference_value[WEFT_WORKLOAD_TRAINING];
  for (guint j = 0; j < G_N_ELEMENTS (time_s); j++)
    ratio[WEFT_WORKLOAD_STENCIL + j] = model->reference_value[WEFT_WORKLOAD_STENCIL + j] / time_s[j];
  if (weights[WEFT_WORKLOAD_SERVING] > 0 || least[WEFT_WORKLOAD_SERVING] > 0)
    ratio[WEFT_WORKLOAD_SERVING] = best_serving (model, rows, n)
                                   / model->reference_value[WEFT_WORKLOAD_SERVING];
  if (weights[WEFT_WORKLOAD_COUPLED] > 0 || least[WEFT_WORKLOAD_COUPLED] > 0)
    ratio[WEFT_WORKLOAD_COUPLED] = model->reference_value[WEFT_WORKLOAD_COUPLED]
                                   / best_coupled (rows, n);

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      if (ratio[i] * SLACK < least[i])
        return 0;
      if (!(weights[i] > 0))
        continue;
      if (!(ratio[i] > 0))
        return 0;
      sum += weights[i] * log (ratio[i]);
    }
  return exp (sum);
}

double
weft_optimum_score (const WeftOptimumSearch *self,
                    const WeftBranch        *branch)
{
  return weft_optimum_bound (self, branch, branch->candidate.n);
}

double
weft_optimum_bound (const WeftOptimumSearch *self,
                    const WeftBranch        *branch,
                    guint                    depth)
{
  const WeftOptimumRow *rows[WEFT_SPACE_MAX_PARTITIONS];
  const WeftCandidate *candidate = &branch->candidate;

  for (guint i = 0; i < candidate->n; i++)
    rows[i] = i < depth ? weft_optimum_row (self, branch, i)
                        : &self->ideals[candidate->parts[i].fraction];
  return keeps_totals (self, rows, candidate->n) ? score_rows (self, rows, candidate->n) : 0;
}

/* --- counts --- */

/* Labelled ways to fill a group of @size equal fractions whose first @chosen units are given. */
static double
count_group (const WeftOptimumSearch *self,
             const WeftChoice        *parts,
             guint                    size,
             guint                    chosen)
{
  guint n_roles = self->problem->n_roles;
  guint rest = size - chosen, at = 0, last = 0;
  double ways = 1, open = 0, above;

  if (chosen == 0)
    return weft_problem_count_multisets ((double) self->n_units * n_roles, size);

  /* Units that are settled, and how often the last one stands so far. */
  while (at < chosen)
    {
      last = 1;
      while (at + last < chosen && parts[at + last].unit == parts[at].unit)
        last++;
      at += last;
      if (at < chosen)
        ways *= weft_problem_count_multisets (n_roles, last);
    }

  above = (double) (self->n_units - parts[chosen - 1].unit - 1) * n_roles;
  for (guint more = 0; more <= rest; more++)
    open += weft_problem_count_multisets (n_roles, last + more)
            * weft_problem_count_multisets (above, rest - more);
  return ways * open;
}

double
weft_optimum_count (const WeftOptimumSearch *self,
                    const WeftBranch        *branch,
                    guint                    depth)
{
  const WeftChoice *parts = branch->candidate.parts;
  guint n = branch->candidate.n;
  double ways = 1;

  for (guint i = 0; i < n;)
    {
      guint size = 1;

      while (i + size < n && parts[i + size].fraction == parts[i].fraction)
        size++;
      ways *= count_group (self, parts + i, size, depth > i ? MIN (depth - i, size) : 0);
      i += size;
    }

  return round (ways);
}
