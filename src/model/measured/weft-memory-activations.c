/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a layer keeps of a microbatch until its backward pass, tensor by tensor as Korthikanti et al. list them (arXiv
 * 2205.05198, section 4), for any shape of layer: grouped and latent attention, gated blocks, experts. */
#include "model/measured/weft-memory-training-private.h"

/* Bytes of a token: what every chip of tensor parallelism has, unless the sequence is split too; what is split over
 * heads and widths; scores; and the widest tensor that a product puts out. */
typedef struct
{
  double along;
  double across;
  double scores;
  double widest;
} TokenBytes;

/* Keys and values that are passed round, their gradients with them. */
#define RING_BLOCKS 4

/* Tensors that are sent while others arrive. */
#define DOUBLE_BUFFER 2

static gboolean
is_latent (const WeftTrainingCount *self,
           const WeftLlmLayer      *layer)
{
  return self->shape->model->kv_lora_rank > 0 && layer->kind.attention != WEFT_LLM_ATTENTION_LINEAR;
}

/* Elements of keys and values that a chip has of a token. */
static double
key_value_width (const WeftTrainingCount *self,
                 const WeftLlmLayer      *layer)
{
  double tp = self->plan->tp;

  if (layer->kind.attention == WEFT_LLM_ATTENTION_LINEAR)
    return (layer->kv_heads * layer->qk_dim + layer->heads * layer->v_dim) / tp;
  if (is_latent (self, layer))
    return layer->heads * (layer->qk_dim + layer->v_dim) / tp;
  return weft_memory_kv_heads (layer, tp) * layer->kv_head_elements;
}

/* Every head has the scores of a token for all tokens: what softmax puts out, and with dropout the mask and what is left
 * of it. */
static double
score_bytes (const WeftTrainingCount *self,
             const WeftLlmLayer      *layer)
{
  const WeftTrainingPlan *plan = self->plan;
  double bytes = self->rules->element_bytes
                 + (plan->dropout ? self->rules->mask_bytes + self->rules->element_bytes : 0);

  if (plan->flash_attention || layer->kind.attention == WEFT_LLM_ATTENTION_LINEAR)
    return 0;
  return layer->heads / plan->tp * plan->sequence * bytes;
}

/* Queries, keys, values and what comes out. Latent attention keeps the compressed entries besides, before their norms
 * and after; flash attention a sum in FP32 for each head; a linear layer its inputs before the convolution, its gate and
 * its state after each chunk. */
static void
add_attention (const WeftTrainingCount *self,
               const WeftLlmLayer      *layer,
               TokenBytes              *bytes)
{
  const WeftLlmShape *model = self->shape->model;
  double e = self->rules->element_bytes;
  double tp = self->plan->tp;
  double query_width = (layer->kind.attention == WEFT_LLM_ATTENTION_LINEAR ? layer->kv_heads : layer->heads)
                       * layer->qk_dim / tp;
  double inputs = query_width + key_value_width (self, layer);

  bytes->across += e * inputs + self->linear_bytes * layer->output_width / tp;
  bytes->widest = e * inputs;
  bytes->scores = score_bytes (self, layer);
  if (layer->kind.attention == WEFT_LLM_ATTENTION_LINEAR)
    bytes->across += e * inputs + 2 * e * layer->output_width / tp
                     + e * layer->heads / tp * layer->state_elements / self->rules->linear_chunk_tokens;
  else if (self->plan->flash_attention)
    bytes->across += weft_llm_dtype_bytes ("fp32") * layer->heads / tp;
  if (is_latent (self, layer))
    bytes->along += (e + self->linear_bytes) * (model->q_lora_rank + model->kv_lora_rank) + e * model->qk_rope_dim;
}

/* What the first product puts out, and what the second one reads. */
static double
block_bytes (const WeftTrainingCount *self)
{
  return (self->shape->model->gated_ffn ? 2 : 1) * self->rules->element_bytes + self->linear_bytes;
}

static double
expert_tp (const WeftTrainingPlan *plan)
{
  return plan->expert_tp > 0 ? plan->expert_tp : plan->tp;
}

/* Copies of a token that a chip's experts get. Where the sequence is split, the chips that share an expert each get the
 * tokens of all of them. */
static double
count_copies (const WeftTrainingCount *self)
{
  const WeftTrainingPlan *plan = self->plan;
  double skew = plan->tokens_per_expert_skew > 0 ? plan->tokens_per_expert_skew : 1;

  return self->shape->model->experts_per_token * skew * (plan->sequence_parallel ? expert_tp (plan) / plan->tp : 1);
}

/* What an expert reads, does in between and puts out, for each copy; the router's choice in FP32. */
static void
add_experts (const WeftTrainingCount *self,
             TokenBytes              *bytes)
{
  const WeftLlmShape *model = self->shape->model;
  double copy = (self->linear_bytes + self->rules->element_bytes) * model->hidden
                + block_bytes (self) * model->moe_ffn / expert_tp (self->plan);

  bytes->across += count_copies (self) * copy;
  bytes->along += weft_llm_dtype_bytes ("fp32") * model->experts;
}

/* Norms keep their inputs, products theirs, dropout its masks. */
static TokenBytes
count_token (const WeftTrainingCount *self,
             const WeftLlmLayer      *layer)
{
  const WeftLlmShape *model = self->shape->model;
  double e = self->rules->element_bytes;
  double masks = self->plan->dropout ? 2 * self->rules->mask_bytes : 0;
  TokenBytes bytes = { .along = (2 * e + 2 * self->linear_bytes + masks) * model->hidden };

  add_attention (self, layer, &bytes);
  bytes.across += block_bytes (self) * layer->dense_width / self->plan->tp;
  bytes.widest = MAX (bytes.widest, (model->gated_ffn ? 2 : 1) * e * layer->dense_width / self->plan->tp);
  if (layer->kind.is_moe)
    add_experts (self, &bytes);
  return bytes;
}

void
weft_training_count_layer (WeftTrainingCount *self,
                           guint              sort)
{
  WeftTrainingLayer *layer = &self->layer[sort];
  TokenBytes bytes = count_token (self, &self->shape->sort[sort]);
  double e = self->rules->element_bytes;
  double hidden = self->shape->model->hidden;

  layer->whole_bytes = self->tokens * (bytes.along / self->token_ranks + bytes.across + bytes.scores);
  layer->working_bytes = self->tokens * (2 * e * hidden + bytes.widest);
  layer->kept_bytes = layer->whole_bytes;
  if (self->plan->recompute == WEFT_RECOMPUTE_SELECTIVE)
    {
      layer->kept_bytes -= self->tokens * bytes.scores;
      layer->working_bytes += self->tokens * bytes.scores;
    }
  else if (self->plan->recompute == WEFT_RECOMPUTE_FULL)
    {
      layer->kept_bytes = self->tokens * e * hidden / self->token_ranks;
      layer->working_bytes += layer->whole_bytes;
    }
}

/* The mask of the embedding's dropout; what the last norm and the head read; logits in FP32 and the gradient that passes
 * through them (section 4.3). */
double
weft_training_count_logits (const WeftTrainingCount *self,
                            guint                    stage)
{
  const WeftLlmShape *model = self->shape->model;
  const WeftMemoryRules *rules = self->rules;
  double hidden = model->hidden / self->token_ranks;
  double bytes = 0;

  if (stage == 0 && self->plan->dropout)
    bytes += rules->mask_bytes * hidden * weft_training_count_depth (self, stage);
  if (stage + 1 == self->plan->pp)
    bytes += (rules->element_bytes + self->linear_bytes) * hidden
             + (rules->logit_bytes + rules->element_bytes) * model->vocab / self->plan->tp;
  return self->tokens * bytes;
}

static double
widest_key_values (const WeftTrainingCount *self)
{
  double widest = 0;

  for (guint i = 0; i < self->shape->n_sorts; i++)
    widest = MAX (widest, key_value_width (self, &self->shape->sort[i]));
  return widest;
}

/* Whole weights of the layers at work, and the gradient of one, with ZeRO-3; what stages pass on; keys and values that go
 * round with context parallelism; tokens on their way to experts; inputs of layers on their way to the host. */
double
weft_training_count_buffers (const WeftTrainingCount *self)
{
  const WeftTrainingPlan *plan = self->plan;
  double e = self->rules->element_bytes;
  double row = self->tokens * e * self->shape->model->hidden / self->token_ranks;
  double bytes = 0;

  if (plan->zero_stage >= 3)
    bytes += (plan->states == WEFT_STATES_DEEPSPEED ? 2 : self->rules->gather_units + 1) * e
             * weft_training_count_unit (self);
  if (plan->pp > 1)
    bytes += DOUBLE_BUFFER * row;
  if (plan->cp > 1)
    bytes += RING_BLOCKS * self->tokens * e * widest_key_values (self);
  if (plan->ep > 1)
    bytes += DOUBLE_BUFFER * self->tokens * e * self->shape->model->hidden * count_copies (self);
  if ((plan->offload & WEFT_OFFLOAD_ACTIVATIONS) != 0)
    bytes += DOUBLE_BUFFER * row;
  return bytes;
}
