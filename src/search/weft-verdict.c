/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the evaluator says of a candidate, with the bottleneck of every workload, and which of two is better. */
#include "search/weft-problem-private.h"

#include <math.h>
#include <string.h>

/* --- judging --- */

static void
attribute (WeftProblem                     *problem,
           const WeftMachine               *machine,
           const WeftPartitionTimes *const *times,
           const WeftScore                 *score,
           WeftVerdict                     *verdict)
{
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      const gint8 *at = score->site[i];
      WeftSplit split;
      double total_s;

      if (at[0] < 0)
        continue;
      split = weft_attribute (&problem->model, machine, score, i, times[at[0]],
                              at[1] >= 0 ? times[at[1]] : NULL);
      total_s = weft_split_total (&split);
      verdict->bottleneck[i] = (guint8) weft_split_dominant (&split);
      for (guint part = 0; part < WEFT_N_PARTS; part++)
        verdict->share[i][part] = (float) (split.s[part] / total_s);
    }

  if (score->site[WEFT_WORKLOAD_TRAINING][0] >= 0)
    verdict->mapping[0] = times[score->site[WEFT_WORKLOAD_TRAINING][0]]->training.best;
  if (score->site[WEFT_WORKLOAD_SERVING][0] >= 0)
    {
      verdict->mapping[1] = times[score->site[WEFT_WORKLOAD_SERVING][0]]->prefill.best;
      verdict->mapping[2] = times[score->site[WEFT_WORKLOAD_SERVING][1]]->decode.best;
    }
}

/* What a chip of each partition takes, with its fabrics. */
typedef struct
{
  double power_w[WEFT_SPACE_MAX_PARTITIONS];
  double cost_usd[WEFT_SPACE_MAX_PARTITIONS]; /* NAN when unknown */
} ChipNeeds;

static void
add_up (const ChipNeeds *needs,
        guint            n_partitions,
        WeftVerdict     *verdict)
{
  for (guint i = 0; i < n_partitions; i++)
    {
      verdict->power_w += verdict->n[i] * needs->power_w[i];
      verdict->cost_usd += verdict->n[i] * needs->cost_usd[i];
    }
}

/* Written so that an unknown cost breaks a limit on cost: nobody can say that it holds. */
static guint32
find_broken (WeftProblem       *problem,
             guint              n_partitions,
             const WeftVerdict *verdict)
{
  const WeftConstraints *limits = &problem->constraints;
  guint32 broken = 0;
  double chips = 0;

  for (guint i = 0; i < n_partitions; i++)
    chips += verdict->n[i];

  if (!(verdict->power_w <= limits->max_power_w))
    broken |= 1u << 8;
  if (!isinf (limits->max_cost_usd) && !(verdict->cost_usd <= limits->max_cost_usd))
    broken |= 1u << 9;
  if (!(chips <= limits->max_chips))
    broken |= 1u << 10;
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      if (problem->model.w.weights[i] > 0 && !(verdict->ratio[i] > 0))
        broken |= 1u << i;
      else if (verdict->ratio[i] < limits->min_speedup[i])
        broken |= 1u << (16 + i);
    }

  return broken;
}

static void
refuse (guint            n_partitions,
        const WeftScore *score,
        WeftVerdict     *verdict)
{
  verdict->kind = WEFT_VERDICT_INVALID;
  for (guint i = 0; i < n_partitions; i++)
    if (score->n[i] == 0)
      verdict->broken |= 1u << i;
}

static void
judge (WeftProblem       *problem,
       WeftKernel        *kernel,
       const WeftMachine *machine,
       const ChipNeeds   *needs,
       WeftVerdict       *verdict)
{
  const WeftPartitionTimes *times[WEFT_MAX_PARTITIONS];
  WeftScore score;
  gboolean bought;

  memset (verdict, 0, sizeof *verdict);
  bought = weft_kernel_evaluate_times (kernel, machine, times, &score);
  for (guint i = 0; i < machine->n_partitions; i++)
    verdict->n[i] = score.n[i];
  memcpy (verdict->site, score.site, sizeof verdict->site);
  add_up (needs, machine->n_partitions, verdict);
  if (!bought)
    {
      refuse (machine->n_partitions, &score, verdict);
      return;
    }

  memcpy (verdict->value, score.value, sizeof verdict->value);
  memcpy (verdict->ratio, score.ratio, sizeof verdict->ratio);
  attribute (problem, machine, times, &score, verdict);
  verdict->objective_score = score.score;
  verdict->broken = find_broken (problem, machine->n_partitions, verdict);
  verdict->kind = verdict->broken == 0 ? WEFT_VERDICT_FEASIBLE : WEFT_VERDICT_INFEASIBLE;
  verdict->score = verdict->broken == 0 ? score.score : 0;
}

/**
 * weft_problem_judge: (skip)
 * @problem: a problem
 * @kernel: a kernel of this thread on the problem's model
 * @candidate: a candidate of its space
 * @verdict: (out): every byte of it is set
 */
void
weft_problem_judge (WeftProblem         *problem,
                    WeftKernel          *kernel,
                    const WeftCandidate *candidate,
                    WeftVerdict         *verdict)
{
  WeftMachine machine;
  ChipNeeds needs;

  weft_candidate_machine (problem, candidate, &machine);
  for (guint i = 0; i < candidate->n; i++)
    {
      const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit,
                                                  candidate->parts[i].unit);

      needs.power_w[i] = unit->chip_power_w;
      needs.cost_usd[i] = unit->chip_cost_usd;
    }
  judge (problem, kernel, &machine, &needs, verdict);
}

/**
 * weft_problem_judge_machine: (skip)
 * @problem: a problem
 * @kernel: a kernel of this thread on the problem's model
 * @machine: at most %WEFT_SPACE_MAX_PARTITIONS partitions on the problem's budget, which need not be in its space
 * @verdict: (out): every byte of it is set; for a machine that is in the space the same as of the candidate
 */
void
weft_problem_judge_machine (WeftProblem       *problem,
                            WeftKernel        *kernel,
                            const WeftMachine *machine,
                            WeftVerdict       *verdict)
{
  ChipNeeds needs;

  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];

      needs.power_w[i] = weft_chip_share (problem->inventory, WEFT_BUDGET_POWER, part->chip,
                                          part->scaleup, part->scaleout);
      needs.cost_usd[i] = weft_problem_chip_cost (problem->inventory, part->chip, part->scaleup,
                                                  part->scaleout);
    }
  judge (problem, kernel, machine, &needs, verdict);
}

/* --- order --- */

/* Unknown is dearer than anything. */
static int
compare_amounts (const WeftModel *model,
                 double           a,
                 double           b)
{
  if (isnan (a) || isnan (b))
    return isnan (a) - isnan (b);
  return weft_model_is_better (model, a, b) - weft_model_is_better (model, b, a);
}

/* By chip, scale-up and scale-out (units are in the order of their ids), fraction and role, one partition after the other. */
static int
compare_names (const WeftCandidate *a,
               const WeftCandidate *b)
{
  for (guint i = 0; i < MIN (a->n, b->n); i++)
    {
      const WeftChoice *x = &a->parts[i];
      const WeftChoice *y = &b->parts[i];

      if (x->unit != y->unit)
        return (int) x->unit - (int) y->unit;
      if (x->fraction != y->fraction)
        return (int) x->fraction - (int) y->fraction;
      if (x->role != y->role)
        return (int) x->role - (int) y->role;
    }

  return (int) a->n - (int) b->n;
}

/**
 * weft_verdict_is_better: (skip)
 * @problem: the problem of both
 * @a: a candidate
 * @va: its verdict
 * @b: another one
 * @vb: its verdict
 *
 * Equal scores are ordered by watts, then cost, then name.
 *
 * Returns: whether @a comes before @b; %FALSE when @a is not feasible
 */
gboolean
weft_verdict_is_better (WeftProblem         *problem,
                        const WeftCandidate *a,
                        const WeftVerdict   *va,
                        const WeftCandidate *b,
                        const WeftVerdict   *vb)
{
  const WeftModel *model = &problem->model;
  int order;

  if (va->kind != WEFT_VERDICT_FEASIBLE || vb->kind != WEFT_VERDICT_FEASIBLE)
    return va->kind == WEFT_VERDICT_FEASIBLE && vb->kind != WEFT_VERDICT_FEASIBLE;
  if (weft_model_is_better (model, va->score, vb->score))
    return TRUE;
  if (weft_model_is_better (model, vb->score, va->score))
    return FALSE;

  order = compare_amounts (model, va->power_w, vb->power_w);
  if (order == 0)
    order = compare_amounts (model, va->cost_usd, vb->cost_usd);
  if (order == 0)
    order = compare_names (a, b);
  return order < 0;
}

/* --- work of executors --- */

static gpointer
begin_cb (gpointer data)
{
  WeftProblem *problem = data;

  return weft_kernel_new (&problem->model);
}

static void
judge_cb (gpointer      state,
          gconstpointer item,
          gpointer      result,
          gpointer      data)
{
  weft_problem_judge (data, state, item, result);
}

static void
end_cb (gpointer state)
{
  weft_kernel_free (state);
}

const WeftWork weft_problem_work = {
  .item_size = sizeof (WeftCandidate),
  .result_size = sizeof (WeftVerdict),
  .begin = begin_cb,
  .work = judge_cb,
  .end = end_cb,
};
