/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves by attribution alone: what a workload of the best design waits for is looked up in the catalog, and chips that
 * have more of it for the same budget take its place, or a part of the budget. */
#include <math.h>
#include <string.h>

#include "search/weft-estimate-terms-private.h"
#include "search/weft-local-private.h"

/* Chips that are tried for one workload. */
#define N_CHIPS 6

typedef struct
{
  guint unit;
  double term_s; /* up to a factor: less is better */
} Relief;

static WeftEstimateKind
kind_of (const WeftVerdict *verdict,
         guint              workload)
{
  switch ((WeftWorkloadKind) workload)
    {
    case WEFT_WORKLOAD_TRAINING:
      return WEFT_ESTIMATE_TRAINING;
    case WEFT_WORKLOAD_SERVING:
      return verdict->bottleneck[workload] == WEFT_PART_MEMORY ? WEFT_ESTIMATE_DECODE
                                                               : WEFT_ESTIMATE_PREFILL;
    case WEFT_WORKLOAD_STENCIL:
      return WEFT_ESTIMATE_STENCIL;
    case WEFT_WORKLOAD_HPCG:
      return WEFT_ESTIMATE_HPCG;
    case WEFT_WORKLOAD_FFT:
      return WEFT_ESTIMATE_FFT;
    case WEFT_WORKLOAD_COUPLED:
    case WEFT_N_WORKLOADS:
    default:
      return WEFT_ESTIMATE_SURROGATE;
    }
}

/* The term of the part that holds the workload, when the unit had the whole budget; INFINITY when it cannot do it. */
static double
held_by (WeftProblem       *problem,
         const WeftVerdict *verdict,
         guint              workload,
         guint              unit)
{
  const WeftSpaceUnit *parts = &g_array_index (problem->units, WeftSpaceUnit, unit);
  double share = weft_problem_budget_is_cost (problem) ? parts->chip_cost_usd : parts->chip_power_w;
  guint part = verdict->bottleneck[workload];
  WeftEstimateSite site;
  WeftEstimateTerms terms;

  if (part == WEFT_PART_BUBBLE)
    part = WEFT_PART_COMPUTE;
  weft_local_site (problem, unit, floor (weft_problem_get_budget (problem) / share), &site);
  if (!weft_estimate_terms (kind_of (verdict, workload), &site, &terms))
    return INFINITY;
  for (guint i = 0; i < terms.n; i++)
    if ((guint) terms.part[i] == part)
      return terms.value[i];

  return INFINITY;
}

/* The best units of the best chips, best first. */
static guint
find_reliefs (WeftProblem       *problem,
              const WeftVerdict *verdict,
              guint              workload,
              Relief            *reliefs)
{
  guint n = 0;

  for (guint chip = 0; chip < problem->n_chips; chip++)
    {
      Relief best = { 0, INFINITY };
      guint at;

      for (guint unit = problem->chip_first[chip]; unit < problem->chip_first[chip + 1]; unit++)
        {
          double term_s = held_by (problem, verdict, workload, unit);

          if (term_s < best.term_s)
            best = (Relief) { unit, term_s };
        }
      for (at = n; at > 0 && best.term_s < reliefs[at - 1].term_s; at--)
        ;
      if (at >= N_CHIPS || isinf (best.term_s))
        continue;
      n = MIN (n + 1, N_CHIPS);
      memmove (reliefs + at + 1, reliefs + at, (n - 1 - at) * sizeof *reliefs);
      reliefs[at] = best;
    }

  return n;
}

static gboolean
uses (const WeftCandidate *candidate,
      guint                unit)
{
  for (guint i = 0; i < candidate->n; i++)
    if (candidate->parts[i].unit == unit)
      return TRUE;

  return FALSE;
}

/* The first change of the best design that brings the unit in, or gives it another part of the budget, and was not tried. */
static gboolean
bring_in (WeftProblem         *problem,
          GArray              *seen,
          const WeftCandidate *best,
          guint                unit,
          WeftCandidate       *candidate)
{
  g_autoptr (GArray) around = weft_candidate_neighbours (problem, best);

  for (guint i = 0; i < around->len; i++)
    {
      const WeftCandidate *other = &g_array_index (around, WeftCandidate, i);

      if (!uses (other, unit) || weft_local_is_seen (seen, other))
        continue;
      *candidate = *other;
      return TRUE;
    }

  return FALSE;
}

/* --- what the parts of the search share --- */

/**
 * weft_local_relieve: (skip)
 * @problem: the problem
 * @seen: (element-type WeftLocalSeen): what was tried, at least one
 * @best: index of the design to better
 * @proposal: (out): a candidate, its parent and reason
 *
 * Workloads take turns, and so do the chips that have most of what each waits for.
 *
 * Returns: %FALSE when all such changes were tried
 */
gboolean
weft_local_relieve (WeftProblem  *problem,
                    GArray       *seen,
                    guint         best,
                    WeftProposal *proposal)
{
  const WeftLocalSeen *from = &g_array_index (seen, WeftLocalSeen, best);
  WeftCandidate plain = from->candidate;
  guint turn = seen->len;

  for (guint i = 0; i < plain.n; i++)
    plain.parts[i].role = (guint16) problem->roles[0];
  weft_candidate_sort (&plain);
  for (guint i = 0; i < WEFT_N_WORKLOADS * N_CHIPS; i++)
    {
      guint workload = (turn + i) % WEFT_N_WORKLOADS;
      guint rank = (turn / WEFT_N_WORKLOADS + i / WEFT_N_WORKLOADS) % N_CHIPS;
      Relief reliefs[N_CHIPS];
      g_autofree char *label = NULL;
      char held[WEFT_REASON_BYTES];

      if (!(problem->model.w.weights[workload] > 0)
          || rank >= find_reliefs (problem, &from->verdict, workload, reliefs)
          || !bring_in (problem, seen, &plain, reliefs[rank].unit, &proposal->candidate))
        continue;
      weft_local_describe (problem, from, workload, held, sizeof held);
      label = weft_candidate_label (problem, &proposal->candidate);
      proposal->parent = (int) best;
      weft_proposal_reason (proposal, "%s: try %s", held, label);
      return TRUE;
    }

  return FALSE;
}
