/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums over the layers of a language model for serving. */
#include "model/measured/weft-serving-model.h"

#include <math.h>
#include <string.h>

/* States of linear attention are kept in FP32. */
#define STATE_ELEMENT_BYTES 4.0

static gboolean
is_alike (const WeftServingAttention *a,
          const WeftLlmLayer         *layer,
          double                      element_bytes)
{
  return a->window == layer->window && a->heads == layer->heads && a->kv_heads == layer->kv_heads
         && a->kv_bytes == layer->kv_head_elements * element_bytes;
}

/* Layers of a fifth sort, which no model has, count to the last. */
static WeftServingAttention *
find_attention (WeftServingModel   *self,
                const WeftLlmLayer *layer,
                double              element_bytes)
{
  WeftServingAttention *a;

  for (guint i = 0; i < self->n_attentions; i++)
    if (is_alike (&self->attention[i], layer, element_bytes))
      return &self->attention[i];
  if (self->n_attentions == WEFT_SERVING_MAX_ATTENTIONS)
    return &self->attention[WEFT_SERVING_MAX_ATTENTIONS - 1];

  a = &self->attention[self->n_attentions++];
  *a = (WeftServingAttention) {
    .heads = layer->heads,
    .kv_heads = layer->kv_heads,
    .kv_bytes = layer->kv_head_elements * element_bytes,
    .prompt_dims = layer->qk_dim + layer->v_dim,
    .decode_dims = layer->decode_qk_dim + layer->decode_v_dim,
    .state_bytes = layer->state_elements * STATE_ELEMENT_BYTES,
    .state_flops = layer->state_flops,
    .window = layer->window,
  };
  return a;
}

static void
add_layer (WeftServingModel      *self,
           const WeftServingPlan *plan,
           guint                  index)
{
  WeftLlmLayer layer = weft_llm_layer (plan->model, index);

  find_attention (self, &layer, weft_llm_dtype_bytes (plan->kv_format))->layers++;
  self->joint_params += layer.joint_params;
  self->head_params += layer.heads * layer.head_params;
  self->output_params += layer.output_params;
  self->kv_head_params += layer.kv_heads * layer.kv_head_params;
  self->most_kv_heads = MAX (self->most_kv_heads, layer.kv_heads);
  self->dense_params += layer.dense_params;
  self->dense_width += layer.dense_width;
  self->dense_layers += layer.dense_width > 0;
  self->router_params += layer.router_params + layer.norm_params;
  if (layer.kind.is_moe)
    {
      self->moe_layers++;
      self->expert_params += plan->model->experts * layer.expert_params;
    }
}

/**
 * weft_serving_model_init: (skip)
 * @self: (out caller-allocates): the sums
 * @plan: a plan that lacks nothing
 *
 * Sums up the layers of the plan's model. Layers of multi-token prediction are left out.
 */
void
weft_serving_model_init (WeftServingModel      *self,
                         const WeftServingPlan *plan)
{
  const WeftLlmShape *shape = plan->model;

  memset (self, 0, sizeof *self);
  self->layers = shape->layers;
  self->hidden = shape->hidden;
  self->ffn_matrices = shape->gated_ffn ? 3 : 2;
  self->experts = shape->experts;
  self->expert_width = shape->moe_ffn;
  self->experts_per_token = shape->experts_per_token;
  self->weight_bytes = weft_llm_dtype_bytes (plan->weight_format);
  self->expert_bytes = plan->expert_format != NULL ? weft_llm_dtype_bytes (plan->expert_format) : self->weight_bytes;
  self->wide_bytes = weft_llm_dtype_bytes (plan->wide_format);
  self->logit_params = weft_llm_head_params (shape);
  self->embedding_params = shape->tied_embeddings ? 0 : weft_llm_embedding_params (shape);

  for (guint i = 0; i < (guint) MIN (shape->layers, WEFT_LLM_MAX_LAYERS); i++)
    add_layer (self, plan, i);
}

/**
 * weft_serving_distinct_experts: (skip)
 * @experts: experts of a layer, E
 * @experts_per_token: experts that a token goes to, k
 * @tokens: tokens of a step
 *
 * A token misses an expert with probability 1 - k/E, so E (1 - (1 - k/E)^tokens) are expected to have work when tokens
 * choose evenly.
 *
 * Returns: experts, from k for one token to E
 */
double
weft_serving_distinct_experts (double experts,
                               double experts_per_token,
                               double tokens)
{
  if (!(experts > 0) || !(tokens > 0))
    return 0;
  if (experts_per_token >= experts)
    return experts;

  return -experts * expm1 (tokens * log1p (-experts_per_token / experts));
}

/**
 * weft_serving_kv_bytes: (skip)
 * @self: a model
 * @tokens: tokens of a request, prompt and answer so far
 * @shards: chips that share attention
 *
 * KV heads are split over chips and copied when there are fewer of them; the compressed entry of multi-head latent
 * attention is copied to all.
 *
 * Returns: bytes on one of the chips, for all layers
 */
double
weft_serving_kv_bytes (const WeftServingModel *self,
                       double                  tokens,
                       double                  shards)
{
  double bytes = 0;

  for (guint i = 0; i < self->n_attentions; i++)
    {
      const WeftServingAttention *a = &self->attention[i];

      bytes += a->layers * (MAX (a->kv_heads / shards, 1) * a->kv_bytes * MIN (tokens, a->window)
                            + a->heads / shards * a->state_bytes);
    }
  return bytes;
}

/**
 * weft_serving_weight_bytes: (skip)
 * @self: a model
 * @shards: chips that share attention and dense blocks
 * @tp: chips that share experts
 *
 * Returns: bytes of weights on one of the chips, for all layers, embedding and head
 */
double
weft_serving_weight_bytes (const WeftServingModel *self,
                           double                  shards,
                           double                  tp)
{
  double kv_copies = MAX (shards / self->most_kv_heads, 1);

  return self->weight_bytes * (self->joint_params + (self->head_params + self->output_params + self->dense_params
                                                     + self->kv_head_params * kv_copies) / shards)
         + self->expert_bytes * self->expert_params / tp
         + self->wide_bytes * (self->router_params + (self->logit_params + self->embedding_params) / shards);
}
