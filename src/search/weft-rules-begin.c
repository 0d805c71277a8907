/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first design, before anything was evaluated: all of the budget, or as nearly so as the space allows, for the chip that
 * has most of what the workloads usually wait for. */
#include <math.h>

#include "search/weft-estimate-terms-private.h"
#include "search/weft-rules-private.h"

#define N_WEIGHED 7

/* Textbook knowledge: dense arithmetic computes, decoding, stencils and sparse solvers read memory, transposes send. */
static const struct
{
  WeftWorkloadKind workload;
  double part; /* of the workload's weight */
  WeftEstimateKind kind;
  WeftEstimatePart waits_for;
} usual[N_WEIGHED] = {
  { WEFT_WORKLOAD_TRAINING, 1, WEFT_ESTIMATE_TRAINING, WEFT_ESTIMATE_COMPUTE },
  { WEFT_WORKLOAD_SERVING, 0.5, WEFT_ESTIMATE_PREFILL, WEFT_ESTIMATE_COMPUTE },
  { WEFT_WORKLOAD_SERVING, 0.5, WEFT_ESTIMATE_DECODE, WEFT_ESTIMATE_MEMORY },
  { WEFT_WORKLOAD_STENCIL, 1, WEFT_ESTIMATE_STENCIL, WEFT_ESTIMATE_MEMORY },
  { WEFT_WORKLOAD_HPCG, 1, WEFT_ESTIMATE_HPCG, WEFT_ESTIMATE_MEMORY },
  { WEFT_WORKLOAD_FFT, 1, WEFT_ESTIMATE_FFT, WEFT_ESTIMATE_BISECTION },
  { WEFT_WORKLOAD_COUPLED, 1, WEFT_ESTIMATE_STENCIL, WEFT_ESTIMATE_MEMORY },
};

static double
term_of (const WeftEstimateTerms *terms,
         WeftEstimatePart         part)
{
  for (guint i = 0; i < terms->n; i++)
    if (terms->part[i] == part)
      return terms->value[i];

  return INFINITY;
}

/* ln of what the whole budget buys of all that is waited for, weighted; -INFINITY when it lacks something. */
static double
weigh (WeftProblem *problem,
       guint        unit)
{
  const WeftSpaceUnit *parts = &g_array_index (problem->units, WeftSpaceUnit, unit);
  double share = weft_problem_budget_is_cost (problem) ? parts->chip_cost_usd : parts->chip_power_w;
  double n = floor (weft_problem_get_budget (problem) / share);
  WeftEstimateSite site;
  double sum = 0;

  n = MIN (n, problem->constraints.max_chips);
  n = MIN (n, floor (problem->constraints.max_power_w / parts->chip_power_w));
  if (!(n > 0))
    return -INFINITY;
  weft_local_site (problem, unit, n, &site);
  for (guint i = 0; i < N_WEIGHED; i++)
    {
      double weight = problem->model.w.weights[usual[i].workload] * usual[i].part;
      WeftEstimateTerms terms;

      if (!(weight > 0))
        continue;
      /* On-chip memory is for what is read, not for what is learned. */
      if (!weft_estimate_terms (usual[i].kind, &site, &terms)
          || (usual[i].workload == WEFT_WORKLOAD_TRAINING && site.on_chip_memory))
        return -INFINITY;
      sum -= weight * log (term_of (&terms, usual[i].waits_for));
    }

  return sum;
}

/* As much as possible for one: the split with the largest first fraction of the fewest partitions. */
static gboolean
divide_budget (WeftProblem   *problem,
               guint          unit,
               WeftCandidate *candidate)
{
  *candidate = (WeftCandidate) { 0 };
  for (guint n = 1; n <= problem->max_partitions; n++)
    {
      const GArray *splits = problem->splits[n];
      const guint16 *best = NULL;

      for (guint i = 0; i < splits->len; i += WEFT_SPACE_MAX_PARTITIONS)
        {
          const guint16 *split = &g_array_index (splits, guint16, i);

          if (best == NULL || split[0] > best[0])
            best = split;
        }
      if (best == NULL)
        continue;
      candidate->n = (guint16) n;
      for (guint i = 0; i < n; i++)
        candidate->parts[i] = (WeftChoice) { (guint16) unit, best[i], (guint16) problem->roles[0] };
      weft_candidate_sort (candidate);
      return TRUE;
    }

  return FALSE;
}

/**
 * weft_rules_begin: (skip)
 * @problem: the problem
 * @rank: 0 for the best by the catalog, 1 for the second
 * @candidate: (out): a design of one chip
 * @n_estimates: (inout): counts those made
 *
 * Returns: %FALSE when there are not so many chips that have what is needed
 */
gboolean
weft_rules_begin (WeftProblem   *problem,
                  guint          rank,
                  WeftCandidate *candidate,
                  guint64       *n_estimates)
{
  g_autofree double *best = g_new (double, problem->n_chips);
  g_autofree guint *units = g_new0 (guint, problem->n_chips);

  for (guint chip = 0; chip < problem->n_chips; chip++)
    {
      best[chip] = -INFINITY;
      for (guint unit = problem->chip_first[chip]; unit < problem->chip_first[chip + 1]; unit++)
        {
          double sum = weigh (problem, unit);

          (*n_estimates)++;
          if (sum > best[chip])
            {
              best[chip] = sum;
              units[chip] = unit;
            }
        }
    }

  for (guint round = 0;; round++)
    {
      guint top = 0;

      for (guint chip = 1; chip < problem->n_chips; chip++)
        if (best[chip] > best[top])
          top = chip;
      if (problem->n_chips == 0 || isinf (best[top]))
        return FALSE;
      if (round == rank)
        return divide_budget (problem, units[top], candidate);
      best[top] = -INFINITY;
    }
}
