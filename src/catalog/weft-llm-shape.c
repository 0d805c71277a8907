/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows from the shape of a language model: what each layer consists of, parameters, bytes of the KV cache. */
#include "catalog/weft-llm-shape.h"

#include <math.h>

/* Operations on each element of a gated delta net's state for a token: decay 1, read by the key 2, the rank-one update
 * 2, read by the query 2 (Yang, Kautz and Hatamizadeh, Gated Delta Networks, 2024, equation 10). */
#define STATE_FLOPS 7.0

static const struct
{
  const char *nick;
  double bytes;
} dtypes[] = {
  { "fp32", 4 },
  { "bf16", 2 },
  { "fp16", 2 },
  { "fp8", 1 },
  { "int8", 1 },
  /* Four bits, and a scale of eight for each 32 (OCP Microscaling 1.0) or 16 of them. */
  { "mxfp4", 4.25 / 8 },
  { "nvfp4", 4.5 / 8 },
  { "int4", 0.5 },
};

/* 0 when it is not known. */
static guint
count_layers (const WeftLlmShape *shape)
{
  return shape->layers >= 1 ? (guint) MIN (shape->layers, WEFT_LLM_MAX_LAYERS) : 0;
}

/* --- parts of a layer --- */

static void
add_latent_attention (const WeftLlmShape *shape,
                      WeftLlmLayer       *layer)
{
  double qk_dim = shape->qk_nope_dim + shape->qk_rope_dim;
  double entry = shape->kv_lora_rank + shape->qk_rope_dim;

  layer->kv_heads = 1;
  layer->kv_head_elements = entry;
  layer->qk_dim = qk_dim;
  layer->v_dim = shape->v_head_dim;
  /* The matrices that unpack keys and values move to the query and the output (DeepSeek-V2, section 2.1.2). */
  layer->decode_qk_dim = entry;
  layer->decode_v_dim = shape->kv_lora_rank;
  layer->joint_params = shape->hidden * (entry + shape->q_lora_rank);
  layer->head_params = (shape->q_lora_rank > 0 ? shape->q_lora_rank : shape->hidden) * qk_dim
                       + shape->kv_lora_rank * (shape->qk_nope_dim + shape->v_head_dim);
}

static void
add_grouped_attention (const WeftLlmShape *shape,
                       WeftLlmLayer       *layer)
{
  gboolean is_global = layer->kind.attention == WEFT_LLM_ATTENTION_FULL && shape->global_head_dim > 0;
  double head_dim = is_global ? shape->global_head_dim : shape->head_dim;
  double kv_heads = is_global && shape->global_kv_heads > 0 ? shape->global_kv_heads : shape->kv_heads;
  double key_matrices = is_global && shape->keys_are_values ? 1 : 2;
  double query_matrices = shape->attention_gate ? 2 : 1;

  layer->kv_heads = kv_heads;
  layer->kv_head_elements = 2 * head_dim;
  layer->qk_dim = layer->v_dim = layer->decode_qk_dim = layer->decode_v_dim = head_dim;
  layer->head_params = query_matrices * shape->hidden * head_dim;
  layer->kv_head_params = key_matrices * shape->hidden * head_dim;
}

/* Queries, keys, values and the gate of the output; decay and step of each value head; a convolution over queries, keys
 * and values. */
static void
add_linear_attention (const WeftLlmShape *shape,
                      WeftLlmLayer       *layer)
{
  double state = shape->linear_k_dim * shape->linear_v_dim;

  layer->heads = shape->linear_v_heads;
  layer->kv_heads = shape->linear_k_heads;
  layer->v_dim = layer->decode_v_dim = shape->linear_v_dim;
  layer->qk_dim = layer->decode_qk_dim = shape->linear_k_dim;
  layer->state_elements = state;
  layer->state_flops = STATE_FLOPS * state;
  layer->head_params = shape->hidden * (2 * shape->linear_v_dim + 2) + shape->linear_conv * shape->linear_v_dim;
  layer->kv_head_params = 2 * shape->linear_k_dim * (shape->hidden + shape->linear_conv);
}

static double
window_of (const WeftLlmShape *shape,
           WeftLlmLayerKind    kind)
{
  switch (kind.attention)
    {
    case WEFT_LLM_ATTENTION_SLIDING:
      return shape->window;
    case WEFT_LLM_ATTENTION_LINEAR:
      return 0;
    default:
      return INFINITY;
    }
}

static void
add_feed_forward (const WeftLlmShape *shape,
                  WeftLlmLayer       *layer)
{
  double matrices = shape->gated_ffn ? 3 : 2;

  if (!layer->kind.is_moe || shape->ffn_beside_experts)
    layer->dense_width = shape->ffn;
  if (layer->kind.is_moe)
    {
      layer->dense_width += shape->shared_experts * (shape->shared_ffn > 0 ? shape->shared_ffn : shape->moe_ffn);
      layer->expert_params = matrices * shape->hidden * shape->moe_ffn;
      layer->router_params = shape->hidden * shape->experts;
    }
  layer->dense_params = matrices * shape->hidden * layer->dense_width;
}

/* --- public --- */

/**
 * weft_llm_shape_spread: (skip)
 * @shape: a shape that knows its layers
 * @full: how many of them have full attention
 * @attention: what the others have
 *
 * Makes the last of each so many layers full, as models that mix both do: every sixth of Gemma 3's 62 layers for 10.
 */
void
weft_llm_shape_spread (WeftLlmShape     *shape,
                       guint             full,
                       WeftLlmAttention  attention)
{
  guint n = count_layers (shape);
  guint every = full > 0 ? n / full : n + 1;
  guint given = 0;

  for (guint i = 0; i < n; i++)
    {
      gboolean is_full = every > 1 ? (i + 1) % every == 0 && given < full : (i + 1) * full / n > i * full / n;

      shape->layer[i].attention = is_full ? WEFT_LLM_ATTENTION_FULL : attention;
      given += is_full;
    }
}

/**
 * weft_llm_shape_count_attention: (skip)
 * @shape: a shape
 * @attention: a sort of attention
 *
 * Returns: how many layers have it
 */
guint
weft_llm_shape_count_attention (const WeftLlmShape *shape,
                                WeftLlmAttention    attention)
{
  guint count = 0;

  for (guint i = 0; i < count_layers (shape); i++)
    count += shape->layer[i].attention == attention;
  return count;
}

/**
 * weft_llm_shape_count_moe: (skip)
 * @shape: a shape
 *
 * Returns: how many layers have experts
 */
guint
weft_llm_shape_count_moe (const WeftLlmShape *shape)
{
  guint count = 0;

  for (guint i = 0; i < count_layers (shape); i++)
    count += shape->layer[i].is_moe;
  return count;
}

/**
 * weft_llm_layer: (skip)
 * @shape: a shape
 * @index: a layer, from 0
 *
 * Returns: what it consists of
 */
WeftLlmLayer
weft_llm_layer (const WeftLlmShape *shape,
                guint               index)
{
  WeftLlmLayer layer = { .kind = shape->layer[MIN (index, WEFT_LLM_MAX_LAYERS - 1)], .heads = shape->heads };

  if (layer.kind.attention == WEFT_LLM_ATTENTION_LINEAR)
    add_linear_attention (shape, &layer);
  else if (shape->kv_lora_rank > 0)
    add_latent_attention (shape, &layer);
  else
    add_grouped_attention (shape, &layer);
  layer.input_params = layer.joint_params + layer.heads * layer.head_params + layer.kv_heads * layer.kv_head_params;
  layer.window = window_of (shape, layer.kind);
  layer.output_width = layer.heads * layer.v_dim;
  layer.output_params = layer.output_width * shape->hidden;
  layer.norm_params = 2 * shape->hidden;
  add_feed_forward (shape, &layer);
  return layer;
}

/**
 * weft_llm_layer_params: (skip)
 * @shape: a shape
 * @layer: one of its layers
 *
 * Returns: its parameters
 */
double
weft_llm_layer_params (const WeftLlmShape *shape,
                       const WeftLlmLayer *layer)
{
  double experts = layer->kind.is_moe ? shape->experts * layer->expert_params : 0;

  return layer->input_params + layer->output_params + layer->norm_params + layer->dense_params
         + layer->router_params + experts;
}

/**
 * weft_llm_layer_active_params: (skip)
 * @shape: a shape
 * @layer: one of its layers
 *
 * Returns: those of its parameters that one token uses
 */
double
weft_llm_layer_active_params (const WeftLlmShape *shape,
                              const WeftLlmLayer *layer)
{
  double idle = layer->kind.is_moe ? (shape->experts - shape->experts_per_token) * layer->expert_params : 0;

  return weft_llm_layer_params (shape, layer) - idle;
}

/**
 * weft_llm_embedding_params: (skip)
 * @shape: a shape
 *
 * Returns: parameters of the tables that tokens, and positions where they are learned, are looked up in
 */
double
weft_llm_embedding_params (const WeftLlmShape *shape)
{
  return (shape->vocab + (shape->learned_positions ? shape->max_len : 0)) * shape->hidden;
}

/**
 * weft_llm_head_params: (skip)
 * @shape: a shape
 *
 * Returns: parameters of the last norm and of the matrix that makes logits, be it the embedding's or its own
 */
double
weft_llm_head_params (const WeftLlmShape *shape)
{
  return (shape->vocab + 1) * shape->hidden;
}

static double
sum_params (const WeftLlmShape *shape,
            double            (*params) (const WeftLlmShape *, const WeftLlmLayer *))
{
  guint n = count_layers (shape);
  double sum = weft_llm_embedding_params (shape) + weft_llm_head_params (shape)
               - (shape->tied_embeddings ? shape->vocab * shape->hidden : 0);

  for (guint i = 0; i < n; i++)
    {
      WeftLlmLayer layer = weft_llm_layer (shape, i);

      sum += params (shape, &layer);
    }
  return n > 0 ? sum : NAN;
}

/**
 * weft_llm_params: (skip)
 * @shape: a shape
 *
 * Embedding and head, the matrices and two norms of each layer, and one norm at the end. Not counted: biases, norms
 * within attention, layers of multi-token prediction.
 *
 * Returns: parameters, NAN when a value is not known
 */
double
weft_llm_params (const WeftLlmShape *shape)
{
  return sum_params (shape, weft_llm_layer_params);
}

/**
 * weft_llm_active_params: (skip)
 * @shape: a shape
 *
 * As weft_llm_params() with only those experts that one token goes to. Embedding and head count.
 *
 * Returns: parameters, NAN when a value is not known
 */
double
weft_llm_active_params (const WeftLlmShape *shape)
{
  return sum_params (shape, weft_llm_layer_active_params);
}

static double
sum_kv (const WeftLlmShape *shape,
        double              tokens,
        double              least_window)
{
  guint n = count_layers (shape);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      WeftLlmLayer layer = weft_llm_layer (shape, i);

      if (layer.window >= least_window)
        sum += layer.kv_heads * layer.kv_head_elements * MIN (tokens, layer.window);
    }
  return n > 0 ? sum : NAN;
}

/**
 * weft_llm_kv_bytes_per_token: (skip)
 * @shape: a shape
 * @element_bytes: bytes of one KV element
 *
 * 2 × KV heads × head size of each layer that keeps keys and values; with multi-head latent attention the compressed
 * entry and the part with positions.
 *
 * Returns: bytes that one token adds to the KV cache while no window is full
 */
double
weft_llm_kv_bytes_per_token (const WeftLlmShape *shape,
                             double              element_bytes)
{
  return sum_kv (shape, 1, 1) * element_bytes;
}

/**
 * weft_llm_kv_full_bytes_per_token: (skip)
 * @shape: a shape
 * @element_bytes: bytes of one KV element
 *
 * Returns: the same of layers with full attention alone: what a token adds to a long context
 */
double
weft_llm_kv_full_bytes_per_token (const WeftLlmShape *shape,
                                  double              element_bytes)
{
  return sum_kv (shape, 1, INFINITY) * element_bytes;
}

/**
 * weft_llm_kv_bytes: (skip)
 * @shape: a shape
 * @tokens: tokens of a sequence
 * @element_bytes: bytes of one KV element
 *
 * Returns: bytes of its KV cache; sliding layers keep no more than their window
 */
double
weft_llm_kv_bytes (const WeftLlmShape *shape,
                   double              tokens,
                   double              element_bytes)
{
  return sum_kv (shape, tokens, 1) * element_bytes;
}

/**
 * weft_llm_dtype_bytes: (skip)
 * @nick: a format of weights
 *
 * Returns: bytes of a weight with its share of block scales; NAN when the format is not known. The scales of "int4" are
 *   left out, since their blocks differ
 */
double
weft_llm_dtype_bytes (const char *nick)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (g_strcmp0 (dtypes[i].nick, nick) == 0)
      return dtypes[i].bytes;
  return NAN;
}
