/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of one workload: object and getters. */
#include "model/weft-evaluation-private.h"

#include <math.h>

G_DEFINE_FINAL_TYPE (WeftWorkloadResult, weft_workload_result, G_TYPE_OBJECT)

static void
free_detail (gpointer data)
{
  WeftDetail *detail = data;

  g_free (detail->label);
  g_free (detail->formula);
  g_free (detail);
}

static void
weft_workload_result_finalize (GObject *object)
{
  WeftWorkloadResult *self = WEFT_WORKLOAD_RESULT (object);

  g_free (self->reason);
  g_free (self->mapping);
  g_free (self->runner_up);
  g_free (self->placement);
  g_ptr_array_unref (self->details);
  g_free (self->power);

  G_OBJECT_CLASS (weft_workload_result_parent_class)->finalize (object);
}

static void
weft_workload_result_class_init (WeftWorkloadResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_workload_result_finalize;
}

static void
weft_workload_result_init (WeftWorkloadResult *self)
{
  self->details = g_ptr_array_new_with_free_func (free_detail);
  self->value = self->reference = NAN;
  self->site[0] = self->site[1] = -1;
}

/**
 * weft_workload_result_get_kind:
 * @self: a result
 *
 * Returns: which workload it is about
 */
WeftWorkloadKind
weft_workload_result_get_kind (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), 0);
  return self->kind;
}

/**
 * weft_workload_result_is_feasible:
 * @self: a result
 *
 * Returns: whether some partition can run the workload
 */
gboolean
weft_workload_result_is_feasible (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), FALSE);
  return self->feasible;
}

/**
 * weft_workload_result_get_reason:
 * @self: a result
 *
 * Returns: (transfer none) (nullable): why no partition can run the workload
 */
const char *
weft_workload_result_get_reason (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NULL);
  return self->reason;
}

/**
 * weft_workload_result_get_weight:
 * @self: a result
 *
 * Returns: the workload's weight in the score, 0 to 1
 */
double
weft_workload_result_get_weight (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NAN);
  return self->weight;
}

/**
 * weft_workload_result_get_speedup:
 * @self: a result
 *
 * Returns: the speed-up over the reference on the same budget; 0 when infeasible
 */
double
weft_workload_result_get_speedup (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NAN);
  return self->speedup;
}

/**
 * weft_workload_result_get_value:
 * @self: a result
 *
 * Returns: tokens a second, requests a second or seconds; NAN when infeasible
 */
double
weft_workload_result_get_value (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NAN);
  return self->value;
}

/**
 * weft_workload_result_get_reference:
 * @self: a result
 *
 * Returns: the reference's value on the same budget
 */
double
weft_workload_result_get_reference (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NAN);
  return self->reference;
}

/**
 * weft_workload_value_unit: (skip)
 * @kind: a workload
 *
 * Returns: tokens a second, a plain number of requests a second, or seconds
 */
WeftUnit
weft_workload_value_unit (WeftWorkloadKind kind)
{
  return kind == WEFT_WORKLOAD_TRAINING  ? WEFT_UNIT_TOKENS_S
         : kind == WEFT_WORKLOAD_SERVING ? WEFT_UNIT_NONE
                                         : WEFT_UNIT_S;
}

/**
 * weft_workload_result_get_unit:
 * @self: a result
 *
 * Returns: (transfer none): the value's unit, "tokens/s", "requests/s" or "s"
 */
const char *
weft_workload_result_get_unit (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NULL);

  if (self->kind == WEFT_WORKLOAD_TRAINING)
    return "tokens/s";
  if (self->kind == WEFT_WORKLOAD_SERVING)
    return "requests/s";
  return "s";
}

/**
 * weft_workload_result_get_bottleneck:
 * @self: a result
 *
 * Returns: the part that takes most of the time
 */
WeftTimePart
weft_workload_result_get_bottleneck (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), 0);
  return self->bottleneck;
}

/**
 * weft_workload_result_get_share:
 * @self: a result
 * @part: a part of the time
 *
 * Returns: its share, 0 to 1; all shares sum to 1, or are 0 when infeasible
 */
double
weft_workload_result_get_share (WeftWorkloadResult *self,
                                WeftTimePart        part)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NAN);
  g_return_val_if_fail (part < WEFT_N_PARTS, NAN);
  return self->share[part];
}

/**
 * weft_workload_result_get_partition:
 * @self: a result
 * @phase: 0, or 1 for decode and for the AI phase
 *
 * Returns: index of the partition that really runs the phase, -1 when infeasible
 */
int
weft_workload_result_get_partition (WeftWorkloadResult *self,
                                    guint               phase)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), -1);
  return phase < self->n_phases ? self->site[phase] : -1;
}

/**
 * weft_workload_result_get_n_phases:
 * @self: a result
 *
 * Returns: 2 for serving and the coupled workload, else 1
 */
guint
weft_workload_result_get_n_phases (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), 0);
  return self->n_phases;
}

/**
 * weft_workload_result_get_mapping:
 * @self: a result
 *
 * Returns: (transfer none): the chosen mapping in one line, "" when infeasible
 */
const char *
weft_workload_result_get_mapping (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NULL);
  return self->mapping != NULL ? self->mapping : "";
}

/**
 * weft_workload_result_get_runner_up:
 * @self: a result
 *
 * Returns: (transfer none): the second-best choice in one line, "" when there is none
 */
const char *
weft_workload_result_get_runner_up (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NULL);
  return self->runner_up != NULL ? self->runner_up : "";
}

/**
 * weft_workload_result_get_placement:
 * @self: a result
 *
 * Returns: (transfer none): which partitions run it, and how that compares with their labels
 */
const char *
weft_workload_result_get_placement (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NULL);
  return self->placement != NULL ? self->placement : "";
}

/**
 * weft_workload_result_get_details: (skip)
 * @self: a result
 *
 * Returns: (transfer none) (element-type WeftDetail): the named values behind the result
 */
GPtrArray *
weft_workload_result_get_details (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NULL);
  return self->details;
}

/**
 * weft_workload_result_get_power: (skip)
 * @self: a result
 *
 * Returns: (transfer none) (nullable): what the whole machine draws while the workload runs, item by item, partitions
 *   that wait for it idle; %NULL when infeasible, and under profiles that count chips and ports alone
 */
const WeftPowerItems *
weft_workload_result_get_power (WeftWorkloadResult *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_RESULT (self), NULL);
  return self->power;
}
