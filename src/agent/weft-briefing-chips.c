/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which chips a model with a small context is told of: those with the most of something that the weighted workloads wait
 * for, for the budget, by the catalog alone. */
#include "agent/weft-kit-private.h"

#include <math.h>

/* What a chip has for what it takes from the budget. */
enum
{
  BF16,
  FP8,
  FP64,
  BANDWIDTH,
  SCALEOUT,
  N_RESOURCES,
};

/* Which workloads wait for it. */
static const guint wanted_by[N_RESOURCES] = {
  1u << WEFT_WORKLOAD_TRAINING | 1u << WEFT_WORKLOAD_COUPLED,
  1u << WEFT_WORKLOAD_SERVING,
  1u << WEFT_WORKLOAD_STENCIL | 1u << WEFT_WORKLOAD_COUPLED,
  1u << WEFT_WORKLOAD_SERVING | 1u << WEFT_WORKLOAD_STENCIL | 1u << WEFT_WORKLOAD_HPCG,
  1u << WEFT_WORKLOAD_FFT | 1u << WEFT_WORKLOAD_HPCG,
};

static double
amount_of (WeftProblem *problem,
           guint        chip,
           guint        resource)
{
  const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit,
                                              problem->chip_first[chip]);
  const WeftChip *part = weft_inventory_chip (problem->inventory, unit->chip);
  double takes = problem->model.budget == WEFT_BUDGET_COST ? unit->chip_cost_usd : unit->chip_power_w;
  const double amounts[N_RESOURCES] = {
    part->peak_bf16_flops, isnan (part->peak_fp8_flops) ? part->peak_bf16_flops : part->peak_fp8_flops,
    part->peak_fp64_flops, part->mem_bw_bytes_s, part->scaleout_bw_bytes_s,
  };
  double amount = amounts[resource] / takes;

  return isnan (amount) ? -1 : amount;
}

/* The resources, the most wanted first. */
static void
order_resources (WeftProblem *problem,
                 guint        order[N_RESOURCES])
{
  double weight[N_RESOURCES] = { 0 };

  for (guint i = 0; i < N_RESOURCES; i++)
    for (guint j = 0; j < WEFT_N_WORKLOADS; j++)
      if ((wanted_by[i] & (1u << j)) != 0)
        weight[i] += problem->model.w.weights[j];
  for (guint i = 0; i < N_RESOURCES; i++)
    {
      guint best = 0;

      for (guint j = 1; j < N_RESOURCES; j++)
        if (weight[j] > weight[best])
          best = j;
      order[i] = best;
      weight[best] = -1;
    }
}

/**
 * weft_briefing_choose: (skip)
 * @problem: what is planned
 * @most: how many chips, 0 for all
 *
 * In turn the best chip for each resource that is not yet chosen.
 *
 * Returns: (transfer full): for each chip of the problem whether it is told of
 */
gboolean *
weft_briefing_choose (WeftProblem *problem,
                      guint        most)
{
  gboolean *chosen = g_new0 (gboolean, MAX (problem->n_chips, 1));
  guint order[N_RESOURCES];

  order_resources (problem, order);
  for (guint n = 0; n < MIN (most == 0 ? problem->n_chips : most, problem->n_chips); n++)
    {
      guint resource = order[n % N_RESOURCES];
      int best = -1;

      for (guint i = 0; i < problem->n_chips; i++)
        if (!chosen[i]
            && (best < 0 || amount_of (problem, i, resource) > amount_of (problem, (guint) best, resource)))
          best = (int) i;
      chosen[best] = TRUE;
    }

  return chosen;
}
