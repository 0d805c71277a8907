/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the memory of a chip that trains: parameters and their states by stage, sharding and offloading, activations by
 * how many microbatches wait, and the stage that needs most. */
#include "model/measured/weft-memory-training.h"

#include <math.h>
#include <string.h>

#include "model/measured/weft-memory-training-private.h"

/* --- states --- */

/* What ZeRO shares out from which stage on (arXiv 1910.02054, section 5); DeepSpeed's estimators count gradients whole
 * until weights are shared out, and none once they are, as a copy in FP32 lies with the optimizer. */
static WeftTrainingStates
shard_states (const WeftMemoryRules *rules,
              WeftStates             kind,
              guint                  zero_stage,
              guint                  offload,
              double                 ranks)
{
  const WeftStateBytes *bytes = &rules->states[kind];
  gboolean is_deepspeed = kind == WEFT_STATES_DEEPSPEED;
  WeftTrainingStates states = { bytes->weight, bytes->gradient, bytes->optimizer };

  if (zero_stage >= 1)
    states.optimizer = (bytes->optimizer + bytes->shard_gradient) / ranks;
  if (zero_stage >= 2 && !is_deepspeed)
    states.gradient /= ranks;
  if (zero_stage >= 3)
    {
      states.weight /= ranks;
      if (is_deepspeed)
        states.gradient = 0;
    }
  if ((offload & WEFT_OFFLOAD_OPTIMIZER) != 0)
    {
      states.optimizer = 0;
      if (zero_stage >= 2 || is_deepspeed)
        states.gradient = 0;
    }
  if ((offload & WEFT_OFFLOAD_PARAMETERS) != 0)
    states.weight = 0;
  return states;
}

/* --- the plan --- */

static gboolean
layers_are_alike (const WeftTrainingCount *self)
{
  for (guint i = 1; i < self->shape->n_sorts; i++)
    if (memcmp (&self->layer[i], &self->layer[0], sizeof self->layer[0]) != 0)
      return FALSE;
  return TRUE;
}

void
weft_training_count_init (WeftTrainingCount      *self,
                          const WeftMemoryShape  *shape,
                          const WeftMemoryRules  *rules,
                          const WeftTrainingPlan *plan)
{
  double expert_tp = plan->expert_tp > 0 ? plan->expert_tp : plan->tp;
  double replicas = (double) plan->dp * plan->cp;
  double expert_replicas = replicas * plan->tp / (plan->ep * expert_tp);

  self->shape = shape;
  self->rules = rules;
  self->plan = plan;
  self->tokens = plan->microbatch * plan->sequence / plan->cp;
  self->token_ranks = plan->sequence_parallel ? plan->tp : 1;
  self->linear_bytes = plan->format == WEFT_FORMAT_FP8 ? weft_llm_dtype_bytes ("fp8") : rules->element_bytes;
  self->microbatches = weft_training_plan_microbatches (plan);
  self->ranks = plan->shard > 0 ? plan->shard : replicas;
  self->expert_ranks = MAX (1, plan->shard > 0 ? MIN (plan->shard, expert_replicas) : expert_replicas);
  self->dense = shard_states (rules, plan->states, plan->zero_stage, plan->offload, self->ranks);
  self->expert = shard_states (rules, plan->states, plan->zero_stage, plan->offload, self->expert_ranks);
  for (guint i = 0; i < shape->n_sorts; i++)
    {
      self->layer[i].share = weft_memory_layer_share (shape, i, plan->tp, plan->tp, plan->ep * expert_tp);
      weft_training_count_layer (self, i);
    }
  self->is_uniform = layers_are_alike (self);
}

/* --- a stage --- */

/* Layers of each sort on a stage. */
typedef struct
{
  guint16 sort[WEFT_MEMORY_MAX_SORTS];
} StageSorts;

/* Chunks of layers go round the stages: stage 0, 1, ..., 0, 1, ... (arXiv 2104.04473, section 2.2). One walk over all of
 * them, as sweeps come through here; @stages: as many as the plan has, all 0. */
static void
count_sorts (const WeftTrainingCount *self,
             StageSorts              *stages)
{
  const WeftTrainingPlan *plan = self->plan;
  guint first = 0;

  for (guint chunk = 0; chunk < plan->virtual_stages; chunk++)
    for (guint i = 0; i < plan->pp; i++)
      {
        guint layers = weft_training_plan_stage_layers (plan, i);
        guint n = layers / plan->virtual_stages + (chunk < layers % plan->virtual_stages ? 1 : 0);

        for (guint sort = 0; sort < self->shape->n_sorts; sort++)
          stages[i].sort[sort] += weft_memory_shape_count (self->shape, sort, first, n);
        first += n;
      }
}

static void
add_layers (WeftTrainingSum         *sum,
            const WeftTrainingCount *self,
            guint                    sort,
            double                   layers)
{
  const WeftTrainingLayer *layer = &self->layer[sort];

  if (layers <= 0)
    return;
  sum->layers += layers;
  sum->share.matrix_params += layers * layer->share.matrix_params;
  sum->share.wide_params += layers * layer->share.wide_params;
  sum->share.expert_params += layers * layer->share.expert_params;
  sum->kept_bytes += layers * layer->kept_bytes;
  sum->working_bytes = MAX (sum->working_bytes, layer->working_bytes);
}

/* Layers that nothing is computed again for keep all. */
static void
add_whole_layers (const WeftTrainingCount *self,
                  WeftTrainingSum         *sum,
                  const StageSorts        *stage)
{
  double part = self->plan->recompute_layers > 0 && self->plan->recompute_layers < sum->layers
                    ? 1 - self->plan->recompute_layers / sum->layers
                    : 0;

  for (guint i = 0; part > 0 && i < self->shape->n_sorts; i++)
    sum->kept_bytes += part * stage->sort[i] * (self->layer[i].whole_bytes - self->layer[i].kept_bytes);
}

static void
sum_sorts (const WeftTrainingCount *self,
           const StageSorts        *stage,
           WeftTrainingSum         *sum)
{
  memset (sum, 0, sizeof *sum);
  for (guint i = 0; i < self->shape->n_sorts; i++)
    add_layers (sum, self, i, stage->sort[i]);
  add_whole_layers (self, sum, stage);
}

static void
fill_stages (const WeftTrainingCount *self,
             StageSorts              *stages)
{
  memset (stages, 0, self->plan->pp * sizeof *stages);
  if (!self->is_uniform)
    count_sorts (self, stages);
  else
    for (guint i = 0; i < self->plan->pp; i++)
      stages[i].sort[0] = weft_training_plan_stage_layers (self->plan, i);
}

void
weft_training_count_sum (const WeftTrainingCount *self,
                         guint                    stage,
                         WeftTrainingSum         *sum)
{
  StageSorts stages[WEFT_LLM_MAX_LAYERS];

  fill_stages (self, stages);
  sum_sorts (self, &stages[stage], sum);
}

/* One forward, one backward: stage i has pp - i microbatches under way. Interleaved, it has
 * 2 (pp - i - 1) + (v - 1) pp + 1 chunks (arXiv 2205.05198, appendix C, for i = 0). */
double
weft_training_count_depth (const WeftTrainingCount *self,
                           guint                    stage)
{
  const WeftTrainingPlan *plan = self->plan;
  double behind = plan->pp - stage - 1.0;
  double chunks = behind + 1;

  if (plan->virtual_stages > 1)
    chunks = 2 * behind + (plan->virtual_stages - 1.0) * plan->pp + 1;
  return MIN (chunks, self->microbatches * plan->virtual_stages) / plan->virtual_stages;
}

double
weft_training_count_embedding (const WeftTrainingCount *self,
                               guint                    stage)
{
  return stage == 0 ? weft_memory_embedding_params (self->shape, self->plan->tp) : 0;
}

/* A head that is the embedding is copied to the last stage. */
double
weft_training_count_head (const WeftTrainingCount *self,
                          guint                    stage)
{
  if (stage + 1 < self->plan->pp)
    return 0;
  return weft_memory_head_params (self->shape, self->plan->tp, self->plan->pp == 1);
}

double
weft_training_count_unit (const WeftTrainingCount *self)
{
  double unit = weft_memory_embedding_params (self->shape, self->plan->tp);

  for (guint i = 0; i < self->shape->n_sorts; i++)
    {
      const WeftLayerShare *share = &self->layer[i].share;

      unit = MAX (unit, share->matrix_params + share->wide_params + share->expert_params);
    }
  return unit;
}

void
weft_training_count_items (const WeftTrainingCount *self,
                           guint                    stage,
                           const WeftTrainingSum   *sum,
                           WeftMemoryItems         *items)
{
  const WeftTrainingPlan *plan = self->plan;
  double dense = sum->share.matrix_params + sum->share.wide_params + weft_training_count_embedding (self, stage)
                 + weft_training_count_head (self, stage);
  double expert = sum->share.expert_params;
  gboolean is_offloaded = (plan->offload & WEFT_OFFLOAD_ACTIVATIONS) != 0;

  memset (items->bytes, 0, sizeof items->bytes);
  items->bytes[WEFT_MEMORY_RESERVE]
      = isnan (plan->reserve_bytes) ? self->rules->train_reserve_bytes : plan->reserve_bytes;
  items->bytes[WEFT_MEMORY_WEIGHTS] = dense * self->dense.weight + expert * self->expert.weight;
  items->bytes[WEFT_MEMORY_GRADIENTS] = dense * self->dense.gradient + expert * self->expert.gradient;
  items->bytes[WEFT_MEMORY_OPTIMIZER] = dense * self->dense.optimizer + expert * self->expert.optimizer;
  items->bytes[WEFT_MEMORY_BUFFERS] = weft_training_count_buffers (self);
  items->bytes[WEFT_MEMORY_WORKING] = sum->working_bytes;
  items->bytes[WEFT_MEMORY_LOGITS] = weft_training_count_logits (self, stage);
  items->bytes[WEFT_MEMORY_ACTIVATIONS]
      = is_offloaded ? 0 : sum->kept_bytes * weft_training_count_depth (self, stage);
}

/* --- public --- */

/**
 * weft_training_memory_stage: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @capacity_bytes: what a chip has
 * @stage: a pipeline stage, from 0
 * @items: (out): what a chip of the stage holds at the worst moment
 */
void
weft_training_memory_stage (const WeftMemoryShape  *shape,
                            const WeftMemoryRules  *rules,
                            const WeftTrainingPlan *plan,
                            double                  capacity_bytes,
                            guint                   stage,
                            WeftMemoryItems        *items)
{
  WeftTrainingCount count;
  WeftTrainingSum sum;

  weft_training_count_init (&count, shape, rules, plan);
  weft_training_count_sum (&count, stage, &sum);
  weft_training_count_items (&count, stage, &sum, items);
  items->capacity_bytes = capacity_bytes;
}

/* Stages of layers that are all alike and spread evenly need less the later they come, but for the last one's head. */
static gboolean
may_be_worst (const WeftTrainingCount *count,
              guint                    stage)
{
  if (!count->is_uniform || count->plan->stage_layers != NULL)
    return TRUE;
  return stage == 0 || stage + 1 == count->plan->pp;
}

static guint
find_worst (const WeftTrainingCount *count,
            WeftMemoryItems         *worst)
{
  StageSorts stages[WEFT_LLM_MAX_LAYERS];
  double most = -INFINITY;
  guint found = 0;

  fill_stages (count, stages);
  for (guint i = 0; i < count->plan->pp; i++)
    {
      WeftMemoryItems items;
      WeftTrainingSum sum;
      double total;

      if (!may_be_worst (count, i))
        continue;
      sum_sorts (count, &stages[i], &sum);
      weft_training_count_items (count, i, &sum, &items);
      total = weft_memory_items_total (&items);
      if (total > most)
        {
          most = total;
          found = i;
          memcpy (worst->bytes, items.bytes, sizeof worst->bytes);
        }
    }
  return found;
}

/**
 * weft_training_memory_worst: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @capacity_bytes: what a chip has
 * @items: (out): what a chip of the stage that needs most holds
 *
 * Returns: that stage
 */
guint
weft_training_memory_worst (const WeftMemoryShape  *shape,
                            const WeftMemoryRules  *rules,
                            const WeftTrainingPlan *plan,
                            double                  capacity_bytes,
                            WeftMemoryItems        *items)
{
  WeftTrainingCount count;

  weft_training_count_init (&count, shape, rules, plan);
  items->capacity_bytes = capacity_bytes;
  return find_worst (&count, items);
}

/**
 * weft_training_memory_fits: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @capacity_bytes: what a chip has
 * @total_bytes: (out) (nullable): what the stage that needs most takes
 *
 * For sweeps: nothing is allocated.
 *
 * Returns: whether all stages fit
 */
gboolean
weft_training_memory_fits (const WeftMemoryShape  *shape,
                           const WeftMemoryRules  *rules,
                           const WeftTrainingPlan *plan,
                           double                  capacity_bytes,
                           double                 *total_bytes)
{
  WeftMemoryItems items;

  weft_training_memory_worst (shape, rules, plan, capacity_bytes, &items);
  if (total_bytes != NULL)
    *total_bytes = weft_memory_items_total (&items);
  return weft_memory_items_fit (&items);
}

/**
 * weft_training_matrix_params: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @stage: a pipeline stage, from 0
 *
 * Returns: parameters of the matrices and experts of the stage's layers on one chip, without norms, routers, embedding
 *   and head: the 12 L h² / (t p) of arXiv 2205.05198
 */
double
weft_training_matrix_params (const WeftMemoryShape  *shape,
                             const WeftMemoryRules  *rules,
                             const WeftTrainingPlan *plan,
                             guint                   stage)
{
  WeftTrainingCount count;
  WeftTrainingSum sum;

  weft_training_count_init (&count, shape, rules, plan);
  weft_training_count_sum (&count, stage, &sum);
  return sum.share.matrix_params + sum.share.expert_params;
}

/**
 * weft_training_params: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @stage: a pipeline stage, from 0
 *
 * Returns: parameters that one chip of the stage computes with, before ZeRO shares them out
 */
double
weft_training_params (const WeftMemoryShape  *shape,
                      const WeftMemoryRules  *rules,
                      const WeftTrainingPlan *plan,
                      guint                   stage)
{
  WeftTrainingCount count;
  WeftTrainingSum sum;

  weft_training_count_init (&count, shape, rules, plan);
  weft_training_count_sum (&count, stage, &sum);
  return sum.share.matrix_params + sum.share.wide_params + sum.share.expert_params
         + weft_training_count_embedding (&count, stage) + weft_training_count_head (&count, stage);
}

/**
 * weft_training_states_bytes: (skip)
 * @rules: constants
 * @states: the way of accounting
 * @zero_stage: 0 to 3
 * @offload: or'ed #WeftOffload
 * @params: parameters
 * @unit: those of the largest layer, which are gathered as one with ZeRO-3
 * @ranks: chips that hold the same parameters
 *
 * Returns: bytes of weights, gradients, optimizer and gathered weights on each chip
 */
double
weft_training_states_bytes (const WeftMemoryRules *rules,
                            WeftStates             states,
                            guint                  zero_stage,
                            guint                  offload,
                            double                 params,
                            double                 unit,
                            double                 ranks)
{
  WeftTrainingStates share = shard_states (rules, states, zero_stage, offload, ranks);
  double gathered = 0;

  if (zero_stage >= 3)
    gathered = unit * rules->element_bytes * (states == WEFT_STATES_DEEPSPEED ? 2 : rules->gather_units + 1);
  return params * (share.weight + share.gradient + share.optimizer) + gathered;
}
