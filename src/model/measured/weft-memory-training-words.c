/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each item of a training chip's memory is made of, with the numbers that it was counted from. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/measured/weft-memory-training-private.h"
#include "model/measured/weft-memory-words-private.h"

typedef struct
{
  WeftTrainingCount count;
  WeftTrainingSum sum;
  guint stage;
} Stage;

static double
dense_params (const Stage *self)
{
  return self->sum.share.matrix_params + self->sum.share.wide_params
         + weft_training_count_embedding (&self->count, self->stage)
         + weft_training_count_head (&self->count, self->stage);
}

/* "12 layers, embedding and head" */
static char *
describe_parts (const Stage *self)
{
  gboolean has_embedding = weft_training_count_embedding (&self->count, self->stage) > 0;
  gboolean has_head = weft_training_count_head (&self->count, self->stage) > 0;
  const char *rest = has_embedding && has_head ? _(", embedding and head")
                     : has_embedding           ? _(" and the embedding")
                     : has_head                ? _(" and the head")
                                               : "";

  return g_strdup_printf (g_dngettext (NULL, "%g layer%s", "%g layers%s", (gulong) self->sum.layers),
                          self->sum.layers, rest);
}

/* How many chips one share is of, as far as states are shared out. */
static double
shared_by (const Stage *self,
           guint        from_zero_stage,
           gboolean     is_expert)
{
  if (self->count.plan->zero_stage < from_zero_stage)
    return 1;
  return is_expert ? self->count.expert_ranks : self->count.ranks;
}

static void
append_term (GString    *text,
             double      bytes,
             double      params,
             double      ranks,
             const char *what)
{
  g_autofree char *number = weft_memory_format_params (params);

  if (text->len > 0)
    g_string_append (text, " + ");
  g_string_append_printf (text, _("%g B × %s parameters of %s"), bytes, number, what);
  if (ranks > 1)
    g_string_append_printf (text, _(" ÷ %g chips"), ranks);
}

/* States of one kind: @from_zero_stage is the stage of ZeRO that shares them out. */
static char *
explain_states (const Stage *self,
                double       dense_bytes,
                double       expert_bytes,
                guint        from_zero_stage)
{
  g_autofree char *parts = describe_parts (self);
  GString *text = g_string_new (NULL);
  double ranks = shared_by (self, from_zero_stage, FALSE);
  double expert_ranks = shared_by (self, from_zero_stage, TRUE);

  if (dense_bytes == 0 && expert_bytes == 0)
    g_string_append (text, _("not kept on the chip"));
  else
    append_term (text, dense_bytes * ranks, dense_params (self), ranks, parts);
  if (self->sum.share.expert_params > 0 && expert_bytes > 0)
    append_term (text, expert_bytes * expert_ranks, self->sum.share.expert_params, expert_ranks, _("experts"));
  return g_string_free (text, FALSE);
}

static char *
explain_reserve (const Stage *self)
{
  if (isnan (self->count.plan->reserve_bytes))
    return g_strdup (_("the profile's default for context, communicators and what cannot be allocated"));
  return g_strdup (_("as given, for context, communicators and what cannot be allocated"));
}

static char *
explain_buffers (const Stage *self)
{
  const WeftTrainingPlan *plan = self->count.plan;
  GString *text = g_string_new (NULL);

  if (plan->zero_stage >= 3)
    {
      g_autofree char *unit = weft_memory_format_params (weft_training_count_unit (&self->count));

      g_string_append_printf (text, _("whole weights and gradients of layers at work, the largest of %s parameters; "),
                              unit);
    }
  if (plan->pp > 1)
    g_string_append_printf (text, _("what PP%u passes on; "), plan->pp);
  if (plan->cp > 1)
    g_string_append_printf (text, _("keys and values that go round CP%u; "), plan->cp);
  if (plan->ep > 1)
    g_string_append_printf (text, _("tokens on their way to experts over EP%u; "), plan->ep);
  if ((plan->offload & WEFT_OFFLOAD_ACTIVATIONS) != 0)
    g_string_append (text, _("inputs of layers on their way to the host; "));
  if (text->len == 0)
    return g_string_free (text, TRUE), g_strdup (_("none: nothing is gathered or passed on"));
  g_string_truncate (text, text->len - 2);
  return g_string_free (text, FALSE);
}

static char *
explain_working (const Stage *self)
{
  switch (self->count.plan->recompute)
    {
    case WEFT_RECOMPUTE_FULL:
      return g_strdup_printf (_("the layer at work on %g tokens: all its activations, computed again, and its gradients"),
                              self->count.tokens);
    case WEFT_RECOMPUTE_SELECTIVE:
      return g_strdup_printf (_("the layer at work on %g tokens: its scores, computed again, and its gradients"),
                              self->count.tokens);
    default:
      return g_strdup_printf (_("the layer at work on %g tokens: its gradients"), self->count.tokens);
    }
}

static char *
explain_logits (const Stage *self)
{
  const WeftTrainingCount *count = &self->count;

  if (self->stage + 1 < count->plan->pp)
    return g_strdup_printf (_("the head is on stage %u of %u"), count->plan->pp - 1, count->plan->pp);
  return g_strdup_printf (_("%g tokens × %g logits ÷ TP%u × %g B, their gradient, and what norm and head read"),
                          count->tokens, count->shape->model->vocab, count->plan->tp, count->rules->logit_bytes);
}

static char *
explain_activations (const Stage *self)
{
  const WeftTrainingCount *count = &self->count;
  double depth = weft_training_count_depth (count, self->stage);
  g_autofree char *layer = weft_memory_format_bytes (self->sum.layers > 0 ? self->sum.kept_bytes / self->sum.layers
                                                                          : 0);

  return g_strdup_printf (_("%.4g microbatches under way on stage %u of %u × %g layers × %s for %g tokens, "
                            "recomputation %s%s"),
                          depth, self->stage, count->plan->pp, self->sum.layers, layer, count->tokens,
                          weft_recompute_nick (count->plan->recompute),
                          (count->plan->offload & WEFT_OFFLOAD_ACTIVATIONS) != 0 ? _(", kept on the host") : "");
}

/**
 * weft_training_memory_explain: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @stage: a pipeline stage, from 0
 * @item: an item
 *
 * Returns: (transfer full): what it is made of, with numbers: a translated sentence without a full stop
 */
char *
weft_training_memory_explain (const WeftMemoryShape  *shape,
                              const WeftMemoryRules  *rules,
                              const WeftTrainingPlan *plan,
                              guint                   stage,
                              WeftMemoryItem          item)
{
  Stage self = { .stage = stage };
  const WeftTrainingStates *dense = &self.count.dense;
  const WeftTrainingStates *expert = &self.count.expert;

  weft_training_count_init (&self.count, shape, rules, plan);
  weft_training_count_sum (&self.count, stage, &self.sum);
  switch (item)
    {
    case WEFT_MEMORY_RESERVE:
      return explain_reserve (&self);
    case WEFT_MEMORY_WEIGHTS:
      return explain_states (&self, dense->weight, expert->weight, 3);
    case WEFT_MEMORY_GRADIENTS:
      return explain_states (&self, dense->gradient, expert->gradient, plan->states == WEFT_STATES_DEEPSPEED ? 3 : 2);
    case WEFT_MEMORY_OPTIMIZER:
      return explain_states (&self, dense->optimizer, expert->optimizer, 1);
    case WEFT_MEMORY_BUFFERS:
      return explain_buffers (&self);
    case WEFT_MEMORY_WORKING:
      return explain_working (&self);
    case WEFT_MEMORY_LOGITS:
      return explain_logits (&self);
    case WEFT_MEMORY_ACTIVATIONS:
      return explain_activations (&self);
    default:
      return g_strdup (_("none"));
    }
}

/**
 * weft_training_memory_why: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @stage: the pipeline stage that needs most
 *
 * Returns: (transfer full): why it does: a translated sentence without a full stop
 */
char *
weft_training_memory_why (const WeftMemoryShape  *shape,
                          const WeftMemoryRules  *rules,
                          const WeftTrainingPlan *plan,
                          guint                   stage)
{
  Stage self = { .stage = stage };
  g_autofree char *parts = NULL;

  if (plan->pp == 1)
    return g_strdup (_("there is one stage"));
  weft_training_count_init (&self.count, shape, rules, plan);
  weft_training_count_sum (&self.count, stage, &self.sum);
  parts = describe_parts (&self);
  return g_strdup_printf (_("stage %u of %u has %s, and %.4g microbatches under way"), stage, plan->pp, parts,
                          weft_training_count_depth (&self.count, stage));
}
