/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an item says of a call: what was proposed, what became of it, and the advice on it. */
#include "agent/weft-dialogue-private.h"

#include <math.h>

/**
 * weft_dialogue_item_get_verdict:
 * @self: an item
 *
 * Returns: what became of it
 */
WeftCallVerdict
weft_dialogue_item_get_verdict (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), WEFT_CALL_WAITING);
  return self->verdict;
}

/**
 * weft_dialogue_item_get_evaluation:
 * @self: an item
 *
 * Returns: the number of its evaluation, 0 for none; of a duplicate that of the first one
 */
guint
weft_dialogue_item_get_evaluation (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), 0);
  return self->evaluation;
}

/**
 * weft_dialogue_item_get_label:
 * @self: an item
 *
 * Returns: (transfer none) (nullable): the design in a few words, or what was refused
 */
const char *
weft_dialogue_item_get_label (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->label;
}

/**
 * weft_dialogue_item_get_name:
 * @self: an item
 *
 * Returns: (transfer none) (nullable): the model's own name for it
 */
const char *
weft_dialogue_item_get_name (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->name;
}

/**
 * weft_dialogue_item_get_score:
 * @self: an item
 *
 * Returns: its score, NAN when it has none
 */
double
weft_dialogue_item_get_score (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NAN);
  return self->score;
}

/**
 * weft_dialogue_item_get_ratio:
 * @self: an item
 * @workload: a workload
 *
 * Returns: how many times faster than the reference it is, NAN when that is unknown
 */
double
weft_dialogue_item_get_ratio (WeftDialogueItem *self,
                              WeftWorkloadKind  workload)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NAN);
  g_return_val_if_fail (workload < WEFT_N_WORKLOADS, NAN);
  return self->ratios[workload];
}

/**
 * weft_dialogue_item_get_bottleneck:
 * @self: an item
 * @workload: a workload
 *
 * Returns: (transfer none) (nullable): what holds it back
 */
const char *
weft_dialogue_item_get_bottleneck (WeftDialogueItem *self,
                                   WeftWorkloadKind  workload)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  g_return_val_if_fail (workload < WEFT_N_WORKLOADS, NULL);
  return self->bottlenecks[workload];
}

/**
 * weft_dialogue_item_is_best:
 * @self: an item
 *
 * Returns: whether it was the best of the run when it came
 */
gboolean
weft_dialogue_item_is_best (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), FALSE);
  return self->best;
}

/**
 * weft_dialogue_item_get_stage:
 * @self: an item
 *
 * Returns: (transfer none) (nullable): where it was refused
 */
const char *
weft_dialogue_item_get_stage (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->stage;
}

/**
 * weft_dialogue_item_get_problems:
 * @self: an item
 *
 * Returns: (transfer none) (element-type utf8): why, in sentences
 */
GPtrArray *
weft_dialogue_item_get_problems (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->problems;
}

/**
 * weft_dialogue_item_get_advice:
 * @self: an item
 *
 * Returns: (transfer none): a list of #WeftAdvice
 */
GListModel *
weft_dialogue_item_get_advice (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return G_LIST_MODEL (self->advice);
}

/**
 * weft_dialogue_item_get_partitions:
 * @self: an item
 *
 * Returns: (transfer none) (nullable): what was proposed
 */
JsonNode *
weft_dialogue_item_get_partitions (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->partitions;
}

/**
 * weft_dialogue_item_get_arguments:
 * @self: an item
 *
 * Returns: (transfer none) (nullable): what the model wrote, safe to show
 */
const char *
weft_dialogue_item_get_arguments (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->arguments;
}

/**
 * weft_dialogue_item_get_result_seq:
 * @self: an item
 *
 * Returns: the number of the event with its result, 0 for none
 */
guint64
weft_dialogue_item_get_result_seq (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), 0);
  return self->result_seq;
}
