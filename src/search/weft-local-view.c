/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the local search believes of candidates: estimated times of partitions put together to a score. */
#include "search/weft-local-private.h"

#include <math.h>

/* ln of the score lost for each of speed-up that a constraint asks for and the estimate does not see. */
#define SHORTFALL 10

/* The same rule as everybody's: whole nodes for a share of the budget. */
static guint32
count_chips (WeftProblem *problem,
             guint        unit,
             guint        fraction)
{
  const WeftSpaceUnit *parts = &g_array_index (problem->units, WeftSpaceUnit, unit);
  guint node = weft_inventory_chip (problem->inventory, parts->chip)->node_chips;
  double share = weft_problem_budget_is_cost (problem) ? parts->chip_cost_usd : parts->chip_power_w;
  double amount = weft_problem_get_budget (problem) * problem->fractions[fraction] / WEFT_SPACE_WHOLE;

  return (guint32) (floor ((amount / share + problem->epsilon) / MAX (node, 1)) * MAX (node, 1));
}

static const WeftLocalCell *
look_up (WeftLocalView    *self,
         const WeftChoice *part)
{
  WeftLocalCell *cell = &self->cells[part->unit * self->problem->n_fractions + part->fraction];
  WeftEstimateSite site;

  if (cell->round == self->round)
    return cell;

  cell->round = self->round;
  cell->n = count_chips (self->problem, part->unit, part->fraction);
  cell->bought = cell->n > 0;
  if (!cell->bought)
    return cell;

  weft_local_site (self->problem, part->unit, cell->n, &site);
  for (guint i = 0; i < WEFT_N_ESTIMATES; i++)
    cell->mean[i] = weft_estimate_predict (self->estimate, i, &site, self->hope, &cell->hopeful[i]);
  return cell;
}

static double
fastest (const double *const *times,
         guint                n,
         WeftEstimateKind     kind)
{
  double best_s = INFINITY;

  for (guint i = 0; i < n; i++)
    best_s = MIN (best_s, times[i][kind]);
  return best_s;
}

/* Two phases: in turns on one partition, or side by side on two, whatever is faster. */
static double
fastest_pair (const double *const *times,
              guint                n,
              WeftEstimateKind     first,
              double               first_units,
              WeftEstimateKind     second,
              double               second_units)
{
  double best_s = INFINITY;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        double a_s = times[i][first] * first_units;
        double b_s = times[j][second] * second_units;

        best_s = MIN (best_s, i == j ? a_s + b_s : MAX (a_s, b_s));
      }

  return best_s;
}

static void
find_seconds (WeftLocalView       *self,
              const double *const *times,
              guint                n,
              double              *seconds)
{
  const WeftWorkloadSpec *spec = &self->problem->model.w;

  seconds[WEFT_WORKLOAD_TRAINING] = fastest (times, n, WEFT_ESTIMATE_TRAINING);
  seconds[WEFT_WORKLOAD_SERVING] = fastest_pair (times, n, WEFT_ESTIMATE_PREFILL,
                                                 spec->request_in_tokens, WEFT_ESTIMATE_DECODE,
                                                 spec->request_out_tokens);
  seconds[WEFT_WORKLOAD_STENCIL] = fastest (times, n, WEFT_ESTIMATE_STENCIL);
  seconds[WEFT_WORKLOAD_HPCG] = fastest (times, n, WEFT_ESTIMATE_HPCG);
  seconds[WEFT_WORKLOAD_FFT] = fastest (times, n, WEFT_ESTIMATE_FFT);
  seconds[WEFT_WORKLOAD_COUPLED] = fastest_pair (times, n, WEFT_ESTIMATE_STENCIL, 1,
                                                 WEFT_ESTIMATE_SURROGATE, 1);
}

static gboolean
keeps_limits (WeftProblem                *problem,
              const WeftCandidate        *candidate,
              const WeftLocalCell *const *cells)
{
  const WeftConstraints *limits = &problem->constraints;
  double chips = 0, power_w = 0, cost_usd = 0;

  for (guint i = 0; i < candidate->n; i++)
    {
      const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit,
                                                  candidate->parts[i].unit);

      chips += cells[i]->n;
      power_w += cells[i]->n * unit->chip_power_w;
      cost_usd += cells[i]->n * unit->chip_cost_usd;
    }

  return chips <= limits->max_chips && power_w <= limits->max_power_w
         && (isinf (limits->max_cost_usd) || cost_usd <= limits->max_cost_usd);
}

/* --- what the parts of the search share --- */

/**
 * weft_local_view_init: (skip)
 * @self: (out): a view that has seen nothing
 * @problem: the problem
 * @attribution: whether shares of the time are used
 */
void
weft_local_view_init (WeftLocalView *self,
                      WeftProblem   *problem,
                      gboolean       attribution)
{
  *self = (WeftLocalView) {
    .problem = problem,
    .estimate = weft_estimate_new (attribution),
    .cells = g_new0 (WeftLocalCell, (gsize) problem->units->len * problem->n_fractions),
    .round = 1,
    .hope = 1,
  };
}

void
weft_local_view_clear (WeftLocalView *self)
{
  g_clear_pointer (&self->estimate, weft_estimate_free);
  g_clear_pointer (&self->cells, g_free);
}

/**
 * weft_local_view_learn: (skip)
 * @self: the view
 * @candidate: a candidate
 * @verdict: what became of it
 */
void
weft_local_view_learn (WeftLocalView       *self,
                       const WeftCandidate *candidate,
                       const WeftVerdict   *verdict)
{
  weft_local_sight (self->problem, self->estimate, candidate, verdict);
  weft_estimate_fit (self->estimate);
  self->round++;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (verdict->ratio[i] > 0 && !self->has_scale[i])
      {
        double value = verdict->value[i];

        self->scale[i] = log (verdict->ratio[i])
                         + log (i <= WEFT_WORKLOAD_SERVING ? 1 / value : value);
        self->has_scale[i] = TRUE;
      }
}

/* A wider or narrower look at what is not known well. */
void
weft_local_view_set_hope (WeftLocalView *self,
                          double         hope)
{
  self->hope = hope;
  self->round++;
}

/* Whether every partition is expected to do something better than the others. */
gboolean
weft_local_view_needs_all (WeftLocalView       *self,
                           const WeftCandidate *candidate,
                           gboolean             hopeful)
{
  double whole = weft_local_view_score (self, candidate, hopeful, NULL);

  for (guint i = 0; i < candidate->n && candidate->n > 1; i++)
    {
      WeftCandidate rest = *candidate;

      rest.n--;
      rest.parts[i] = rest.parts[rest.n];
      if (!(weft_local_view_score (self, &rest, hopeful, NULL) < whole))
        return FALSE;
    }

  return TRUE;
}

/**
 * weft_local_view_score: (skip)
 * @self: the view
 * @candidate: a candidate
 * @hopeful: whether what is not known well counts as good as it may well be
 * @gains: (out) (optional): ln of each speed-up
 *
 * Returns: ln of the score that is expected; -INFINITY when it seems not feasible
 */
double
weft_local_view_score (WeftLocalView       *self,
                       const WeftCandidate *candidate,
                       gboolean             hopeful,
                       double              *gains)
{
  WeftProblem *problem = self->problem;
  const WeftLocalCell *cells[WEFT_SPACE_MAX_PARTITIONS];
  const double *times[WEFT_SPACE_MAX_PARTITIONS];
  double seconds[WEFT_N_WORKLOADS];
  double sum = 0;

  self->n_estimates++;
  for (guint i = 0; i < candidate->n; i++)
    {
      cells[i] = look_up (self, &candidate->parts[i]);
      if (!cells[i]->bought)
        return -INFINITY;
      times[i] = hopeful ? cells[i]->hopeful : cells[i]->mean;
    }
  if (!keeps_limits (problem, candidate, cells))
    return -INFINITY;

  find_seconds (self, times, candidate->n, seconds);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      double gain = self->scale[i] - log (seconds[i]);
      double least = problem->constraints.min_speedup[i];

      if (gains != NULL)
        gains[i] = gain;
      if (least > 0 && self->has_scale[i] && gain < log (least))
        sum -= SHORTFALL * (isinf (gain) ? 100 : log (least) - gain);
      if (problem->model.w.weights[i] > 0)
        sum += problem->model.w.weights[i] * gain;
    }

  return sum;
}
