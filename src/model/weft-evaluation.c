/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the evaluator found out about one design: object and getters. */
#include "model/weft-evaluation-private.h"

#include <math.h>

#include "model/measured/weft-measured-items-private.h"

G_DEFINE_FINAL_TYPE (WeftEvaluation, weft_evaluation, G_TYPE_OBJECT)

static void
weft_evaluation_finalize (GObject *object)
{
  WeftEvaluation *self = WEFT_EVALUATION (object);

  g_free (self->design_name);
  g_free (self->design_digest);
  g_free (self->reason);
  g_clear_object (&self->workloads);
  g_clear_object (&self->partitions);
  g_clear_object (&self->violations);
  g_clear_object (&self->inventory);
  g_clear_object (&self->workload);
  g_ptr_array_unref (self->left_out);
  g_clear_pointer (&self->totals, weft_graph_totals_free);
  g_clear_pointer (&self->items, weft_measured_items_free);

  weft_model_clear (&self->model);

  G_OBJECT_CLASS (weft_evaluation_parent_class)->finalize (object);
}

static void
weft_evaluation_class_init (WeftEvaluationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_evaluation_finalize;
}

static void
weft_evaluation_init (WeftEvaluation *self)
{
  self->workloads = weft_list_new (WEFT_TYPE_WORKLOAD_RESULT);
  self->partitions = weft_list_new (WEFT_TYPE_PARTITION_RESULT);
  self->violations = weft_list_new (WEFT_TYPE_VIOLATION);
  self->left_out = g_ptr_array_new_null_terminated (0, g_free, TRUE);
  self->budget = NAN;
}

static double
sum_partitions (WeftEvaluation *self,
                double (*get) (WeftPartitionResult *))
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->partitions));
  double sum = n > 0 ? 0 : NAN;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftPartitionResult) partition = g_list_model_get_item (G_LIST_MODEL (self->partitions), i);

      sum += get (partition);
    }

  return sum;
}

/**
 * weft_evaluation_get_score:
 * @self: an evaluation
 *
 * exp (sum of weight × ln speed-up) (ArchAgent, section IV-A).
 *
 * Returns: the score, 1 for the reference, 0 when infeasible
 */
double
weft_evaluation_get_score (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NAN);
  return self->score;
}

/**
 * weft_evaluation_is_feasible:
 * @self: an evaluation
 *
 * Returns: whether the design breaks no rule and can run every workload that has weight
 */
gboolean
weft_evaluation_is_feasible (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), FALSE);
  return self->score > 0;
}

/**
 * weft_evaluation_get_reason:
 * @self: an evaluation
 *
 * Returns: (transfer none) (nullable): why the score is 0, in one sentence
 */
const char *
weft_evaluation_get_reason (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return self->reason;
}

/**
 * weft_evaluation_get_totals: (skip)
 * @self: an evaluation
 *
 * Returns: (transfer none) (nullable): what the machine draws, costs and takes up; %NULL unless the
 *   design is a graph that keeps the composition rules
 */
const WeftGraphTotals *
weft_evaluation_get_totals (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return self->totals;
}

/**
 * weft_evaluation_get_design_name:
 * @self: an evaluation
 *
 * Returns: (transfer none): the design's name
 */
const char *
weft_evaluation_get_design_name (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return self->design_name;
}

/**
 * weft_evaluation_get_design_digest:
 * @self: an evaluation
 *
 * Returns: (transfer none): SHA-256 of the design's canonical JSON
 */
const char *
weft_evaluation_get_design_digest (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return self->design_digest;
}

/**
 * weft_evaluation_get_profile:
 * @self: an evaluation
 *
 * Returns: (transfer none): id of the profile that judged
 */
const char *
weft_evaluation_get_profile (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return weft_profile_get_id (weft_inventory_get_profile (self->inventory));
}

/**
 * weft_evaluation_get_profile_digest:
 * @self: an evaluation
 *
 * Returns: (transfer none): SHA-256 of the profile's canonical JSON
 */
const char *
weft_evaluation_get_profile_digest (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return weft_profile_get_digest (weft_inventory_get_profile (self->inventory));
}

/**
 * weft_evaluation_get_workloads:
 * @self: an evaluation
 *
 * Returns: (transfer none): the #WeftWorkloadResult of each workload, empty when violations stop the evaluation
 */
GListModel *
weft_evaluation_get_workloads (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return G_LIST_MODEL (self->workloads);
}

/**
 * weft_evaluation_get_workload:
 * @self: an evaluation
 * @kind: a workload
 *
 * Returns: (transfer none) (nullable): its result
 */
WeftWorkloadResult *
weft_evaluation_get_workload (WeftEvaluation  *self,
                              WeftWorkloadKind kind)
{
  g_autoptr (WeftWorkloadResult) result = NULL;

  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);

  result = g_list_model_get_item (G_LIST_MODEL (self->workloads), kind);
  return result; /* the list keeps it */
}

/**
 * weft_evaluation_get_partitions:
 * @self: an evaluation
 *
 * Returns: (transfer none): the #WeftPartitionResult of each partition, empty when violations stop the evaluation
 */
GListModel *
weft_evaluation_get_partitions (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return G_LIST_MODEL (self->partitions);
}

/**
 * weft_evaluation_get_violations:
 * @self: an evaluation
 *
 * Returns: (transfer none): the #WeftViolation of each broken rule and each remark
 */
GListModel *
weft_evaluation_get_violations (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return G_LIST_MODEL (self->violations);
}

/**
 * weft_evaluation_get_left_out:
 * @self: an evaluation
 *
 * Returns: (transfer none) (array zero-terminated=1): what the model leaves out for this design, one sentence or two each
 */
const char *const *
weft_evaluation_get_left_out (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return (const char *const *) self->left_out->pdata;
}

/**
 * weft_evaluation_get_power_w:
 * @self: an evaluation
 *
 * Of a graph under a profile that counts all of a facility: the graph's total, as weft_evaluation_get_power_items() has
 * it.
 *
 * Returns: W of all that the profile counts, NAN when nothing was provisioned or a part of a graph is unknown
 */
double
weft_evaluation_get_power_w (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NAN);
  if (self->items != NULL && self->items->is_graph)
    return self->items->peak.n_unknown > 0 ? NAN : self->items->peak.total_w;
  return sum_partitions (self, weft_partition_result_get_power_w);
}

/**
 * weft_evaluation_get_cost_usd:
 * @self: an evaluation
 *
 * Energy is not in it; see weft_evaluation_get_cost_items().
 *
 * Returns: US dollars to buy all that the profile counts, NAN when a price is unknown
 */
double
weft_evaluation_get_cost_usd (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NAN);
  if (self->items != NULL && self->items->is_graph)
    return self->items->cost.n_unknown > 0 ? NAN : weft_cost_items_purchase (&self->items->cost);
  return sum_partitions (self, weft_partition_result_get_cost_usd);
}

/**
 * weft_evaluation_get_power_items: (skip)
 * @self: an evaluation
 *
 * Returns: (transfer none) (nullable): what the machine draws at its peak, item by item; they add up to
 *   weft_evaluation_get_power_w(). %NULL under profiles that count chips and ports alone
 */
const WeftPowerItems *
weft_evaluation_get_power_items (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return self->items != NULL ? &self->items->peak : NULL;
}

/**
 * weft_evaluation_get_cost_items: (skip)
 * @self: an evaluation
 *
 * Returns: (transfer none) (nullable): what the machine costs over its years of use, item by item; without energy they
 *   add up to weft_evaluation_get_cost_usd(). %NULL under profiles that count chips and fabrics alone
 */
const WeftCostItems *
weft_evaluation_get_cost_items (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  return self->items != NULL ? &self->items->cost : NULL;
}

/**
 * weft_evaluation_budget_is_cost:
 * @self: an evaluation
 *
 * Returns: whether the budget is money, not power
 */
gboolean
weft_evaluation_budget_is_cost (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), FALSE);
  return self->budget_is_cost;
}

/**
 * weft_evaluation_get_budget:
 * @self: an evaluation
 *
 * Returns: the budget in W or US dollars, NAN when the document has no usable one
 */
double
weft_evaluation_get_budget (WeftEvaluation *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NAN);
  return self->budget;
}

/**
 * weft_origin_free: (skip)
 * @self: (transfer full): an origin
 */
void
weft_origin_free (WeftOrigin *self)
{
  g_free (self->label);
  g_free (self->value);
  g_free (self->exact);
  g_free (self->source);
  g_free (self);
}
