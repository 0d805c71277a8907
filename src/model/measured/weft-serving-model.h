/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A language model as serving needs it: sums over its layers in the formats that it is served in, so that no answer
 * walks over them again. */
#pragma once

#include "model/measured/weft-serving-plan.h"

G_BEGIN_DECLS

/* Full, sliding and linear attention, full ones perhaps of another head size than sliding ones. */
#define WEFT_SERVING_MAX_ATTENTIONS 4u

/**
 * WeftServingAttention: (skip)
 * @layers: how many layers have it
 * @heads: query heads
 * @kv_heads: KV heads, which are copied when more chips share a layer
 * @kv_bytes: that a token leaves for each of @kv_heads
 * @prompt_dims: size of a query's and a value's head together while prompts are read
 * @decode_dims: the same while tokens are made, where a compressed cache stays compressed
 * @state_bytes: that a sequence keeps for each of @heads whatever its length
 * @state_flops: operations on it for each of @heads and token
 * @window: most tokens that one looks at; infinite with full attention, 0 with a state alone
 *
 * Layers whose attention is alike.
 */
typedef struct
{
  double layers;
  double heads;
  double kv_heads;
  double kv_bytes;
  double prompt_dims;
  double decode_dims;
  double state_bytes;
  double state_flops;
  double window;
} WeftServingAttention;

/**
 * WeftServingModel: (skip)
 * @attention: sorts of attention
 * @n_attentions: how many there are
 * @layers: layers in all
 * @moe_layers: those with experts
 * @hidden: width of the residual stream
 * @joint_params: parameters of attention that every chip has
 * @head_params: those split by query heads, without outputs
 * @output_params: outputs of attention, split likewise
 * @kv_head_params: those split by KV heads, copied when there are more chips than heads
 * @most_kv_heads: KV heads
 * @dense_params: feed-forward blocks that every token goes through
 * @dense_layers: layers that have such a block
 * @dense_width: widths of these blocks together
 * @ffn_matrices: of a feed-forward block: 3 where one of them is a gate, else 2
 * @expert_params: of all experts of all layers
 * @expert_width: width of an expert
 * @router_params: choices of experts and norms, which stay wide
 * @experts: experts of a layer
 * @experts_per_token: experts that a token goes to
 * @logit_params: the head's matrix
 * @embedding_params: embeddings that are kept besides it
 * @weight_bytes: bytes of a parameter of layers
 * @expert_bytes: bytes of a parameter of experts
 * @wide_bytes: bytes of the others
 *
 * See weft_serving_model_init().
 */
typedef struct
{
  WeftServingAttention attention[WEFT_SERVING_MAX_ATTENTIONS];
  guint n_attentions;
  double layers;
  double moe_layers;
  double hidden;
  double joint_params;
  double head_params;
  double output_params;
  double kv_head_params;
  double most_kv_heads;
  double dense_params;
  double dense_layers;
  double dense_width;
  double ffn_matrices;
  double expert_params;
  double expert_width;
  double router_params;
  double experts;
  double experts_per_token;
  double logit_params;
  double embedding_params;
  double weight_bytes;
  double expert_bytes;
  double wide_bytes;
} WeftServingModel;

/* Of the plan's model, in its formats. */
WEFT_API void   weft_serving_model_init        (WeftServingModel       *self,
                                                const WeftServingPlan  *plan);
/* Experts of a layer that so many tokens go to, expected. */
WEFT_API double weft_serving_distinct_experts  (double                  experts,
                                                double                  experts_per_token,
                                                double                  tokens);
/* Bytes on one chip of a request's KV cache of @tokens, all layers, attention split over @shards chips. */
WEFT_API double weft_serving_kv_bytes          (const WeftServingModel *self,
                                                double                  tokens,
                                                double                  shards);
/* Parameter bytes of one chip, embeddings included, with all layers on it. */
WEFT_API double weft_serving_weight_bytes      (const WeftServingModel *self,
                                                double                  shards,
                                                double                  tp);

G_END_DECLS
