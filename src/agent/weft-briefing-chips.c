/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which chips a model with a small context is told of: those that have much of all that the weighted workloads wait for, and
 * those that lead in one thing, for what they take of the budget and by the catalog alone. */
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

static void
weigh_resources (WeftProblem *problem,
                 double       weight[N_RESOURCES])
{
  for (guint i = 0; i < N_RESOURCES; i++)
    {
      weight[i] = 0;
      for (guint j = 0; j < WEFT_N_WORKLOADS; j++)
        if ((wanted_by[i] & (1u << j)) != 0)
          weight[i] += problem->model.w.weights[j];
    }
}

/* How much a chip has of everything that is wanted: -INFINITY when it lacks something. */
static double
all_round (WeftProblem *problem,
           guint        chip)
{
  double weight[N_RESOURCES];
  double sum = 0;

  weigh_resources (problem, weight);
  for (guint i = 0; i < N_RESOURCES; i++)
    if (weight[i] > 0)
      {
        double amount = amount_of (problem, chip, i);

        sum += amount > 0 ? weight[i] * log (amount) : -INFINITY;
      }
  return sum;
}

/* The resources, the most wanted first. */
static void
order_resources (WeftProblem *problem,
                 guint        order[N_RESOURCES])
{
  double weight[N_RESOURCES];

  weigh_resources (problem, weight);
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
 * In turn the best that is not yet chosen: of all in all, and of one resource after the other.
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
      double best_value = NAN;
      int best = -1;

      for (guint i = 0; i < problem->n_chips; i++)
        {
          double value = n % 2 == 0 ? all_round (problem, i)
                                    : amount_of (problem, i, order[n / 2 % N_RESOURCES]);

          if (chosen[i] || (best >= 0 && !(value > best_value)))
            continue;
          best = (int) i;
          best_value = value;
        }
      chosen[best] = TRUE;
    }

  return chosen;
}
