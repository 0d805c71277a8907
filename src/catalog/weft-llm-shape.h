/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a language model: its layers and their sizes, and what follows from them alone: parameters, and what a
 * token leaves in the KV cache. */
#pragma once

#include "catalog/weft-llm-fact.h"
#include "catalog/weft-record.h"

G_BEGIN_DECLS

#define WEFT_LLM_MAX_LAYERS 1024u

/* What the tokens of a layer look at. */
typedef enum
{
  WEFT_LLM_ATTENTION_FULL,
  WEFT_LLM_ATTENTION_SLIDING, /* the last so many tokens */
  WEFT_LLM_ATTENTION_LINEAR,  /* a state of fixed size: gated delta nets */
} WeftLlmAttention;

/**
 * WeftLlmLayerKind: (skip)
 * @attention: a #WeftLlmAttention
 * @is_moe: the feed-forward block has experts that tokens choose from
 *
 * What sort of layer one is. All 0 is full attention with a dense feed-forward block.
 */
typedef struct
{
  guint8 attention;
  guint8 is_moe;
} WeftLlmLayerKind;

/**
 * WeftLlmShape: (skip)
 * @layers: transformer layers; those of multi-token prediction are not among them
 * @hidden: width of the residual stream
 * @heads: query heads
 * @kv_heads: key and value heads
 * @head_dim: size of a head
 * @ffn: width of the feed-forward block of a dense layer
 * @vocab: rows of the embedding
 * @max_len: most tokens of a sequence, 0 when it is not known
 * @tied_embeddings: the head's matrix is the embedding's
 * @gated_ffn: three matrices in a feed-forward block, not two
 * @learned_positions: positions have an embedding too
 * @attention_gate: a gate as wide as the query heads multiplies what full attention puts out
 * @keys_are_values: layers with @global_head_dim have no matrix for values
 * @window: tokens that a sliding layer looks back at, itself included, 0 when there is none
 * @global_kv_heads: KV heads of full layers where others slide, 0 for @kv_heads
 * @global_head_dim: size of their heads, 0 for @head_dim
 * @experts: experts of a MoE layer, 0 when there is none
 * @experts_per_token: experts that a token goes to
 * @shared_experts: experts that every token goes to besides
 * @moe_ffn: width of an expert
 * @shared_ffn: width of a shared expert, 0 for @moe_ffn
 * @ffn_beside_experts: a MoE layer has the dense feed-forward block too
 * @q_lora_rank: rank of compressed queries, 0 when they are not
 * @kv_lora_rank: rank of compressed keys and values, 0 without multi-head latent attention
 * @qk_nope_dim: part of a head without positions
 * @qk_rope_dim: part with positions, which all heads share
 * @v_head_dim: size of a value head
 * @linear_k_heads: key heads of linear layers
 * @linear_v_heads: value heads of linear layers
 * @linear_k_dim: size of their key heads
 * @linear_v_dim: size of their value heads
 * @linear_conv: length of the convolution before them
 * @mtp_layers: layers of multi-token prediction, which nothing here counts
 * @native_dtype: what the weights are published in: "bf16", "fp8", "mxfp4"; "" when it is not known
 * @layer: what sort each of the layers is
 *
 * A number that is needed and not known is NAN.
 */
typedef struct
{
  double layers;
  double hidden;
  double heads;
  double kv_heads;
  double head_dim;
  double ffn;
  double vocab;
  double max_len;
  gboolean tied_embeddings;
  gboolean gated_ffn;
  gboolean learned_positions;
  gboolean attention_gate;
  gboolean keys_are_values;

  double window;
  double global_kv_heads;
  double global_head_dim;

  double experts;
  double experts_per_token;
  double shared_experts;
  double moe_ffn;
  double shared_ffn;
  gboolean ffn_beside_experts;

  double q_lora_rank;
  double kv_lora_rank;
  double qk_nope_dim;
  double qk_rope_dim;
  double v_head_dim;

  double linear_k_heads;
  double linear_v_heads;
  double linear_k_dim;
  double linear_v_dim;
  double linear_conv;

  double mtp_layers;
  char native_dtype[12];
  WeftLlmLayerKind layer[WEFT_LLM_MAX_LAYERS];
} WeftLlmShape;

/**
 * WeftLlmLayer: (skip)
 * @kind: what sort it is
 * @heads: query heads; value heads of a linear layer
 * @kv_heads: KV heads; 1 with multi-head latent attention; key heads of a linear layer
 * @kv_head_elements: elements that a token leaves in the cache for each of @kv_heads
 * @qk_dim: size of the heads that scores are computed with
 * @v_dim: size of the heads that are summed up by scores
 * @decode_qk_dim: the same where the cache is compressed and stays so while single tokens are made
 * @decode_v_dim: likewise
 * @state_elements: elements of the state of a sequence for each of @heads, which does not grow: linear layers
 * @state_flops: operations on the state of a head for each token
 * @window: most tokens that one looks at, infinite with full attention, 0 with linear attention
 * @joint_params: parameters that make queries, keys and values and that no head has for itself
 * @head_params: those of each of @heads
 * @kv_head_params: those of each of @kv_heads
 * @input_params: all of these together
 * @output_params: parameters of the projection behind it
 * @norm_params: parameters of the norms
 * @dense_params: parameters of feed-forward blocks that every token goes through, shared experts among them
 * @dense_width: widths of these blocks together
 * @router_params: parameters of the choice of experts
 * @expert_params: parameters of one expert, 0 in a dense layer
 * @output_width: elements that attention puts out for a token
 *
 * What one layer consists of. Biases are not counted: they are below a thousandth of any model here.
 */
typedef struct
{
  WeftLlmLayerKind kind;
  double heads;
  double kv_heads;
  double kv_head_elements;
  double qk_dim;
  double v_dim;
  double decode_qk_dim;
  double decode_v_dim;
  double state_elements;
  double state_flops;
  double window;
  double joint_params;
  double head_params;
  double kv_head_params;
  double input_params;
  double output_params;
  double norm_params;
  double dense_params;
  double dense_width;
  double router_params;
  double expert_params;
  double output_width;
} WeftLlmLayer;

/* Reads a record of the catalog. @facts: (nullable) (element-type WeftLlmFact): how each value is known is appended.
 * FALSE and a WEFT_CATALOG_ERROR_INVALID that names what is lacking. */
WEFT_API gboolean     weft_llm_shape_init              (WeftLlmShape        *shape,
                                                        WeftRecord          *model,
                                                        GPtrArray           *facts,
                                                        GError             **error);
/* What is lacking or cannot be, in words; NULL when the shape is whole. (transfer full) (nullable) */
WEFT_API char        *weft_llm_shape_lack              (const WeftLlmShape  *shape);
/* Makes @full layers, spread evenly, have full attention, and the others @attention. */
WEFT_API void         weft_llm_shape_spread            (WeftLlmShape        *shape,
                                                        guint                full,
                                                        WeftLlmAttention     attention);
WEFT_API guint        weft_llm_shape_count_attention   (const WeftLlmShape  *shape,
                                                        WeftLlmAttention     attention);
WEFT_API guint        weft_llm_shape_count_moe         (const WeftLlmShape  *shape);

WEFT_API WeftLlmLayer weft_llm_layer                   (const WeftLlmShape  *shape,
                                                        guint                index);
/* Parameters of a layer in all, and of those that one token uses. */
WEFT_API double       weft_llm_layer_params            (const WeftLlmShape  *shape,
                                                        const WeftLlmLayer  *layer);
WEFT_API double       weft_llm_layer_active_params     (const WeftLlmShape  *shape,
                                                        const WeftLlmLayer  *layer);

/* NAN when a value that they need is not known. */
WEFT_API double       weft_llm_params                  (const WeftLlmShape  *shape);
WEFT_API double       weft_llm_active_params           (const WeftLlmShape  *shape);
/* Rows that are looked up, positions among them, and not multiplied with. */
WEFT_API double       weft_llm_embedding_params        (const WeftLlmShape  *shape);
/* The head's matrix and the norm before it, whether or not the matrix is the embedding's. */
WEFT_API double       weft_llm_head_params             (const WeftLlmShape  *shape);

WEFT_API double       weft_llm_kv_bytes_per_token      (const WeftLlmShape  *shape,
                                                        double               element_bytes);
WEFT_API double       weft_llm_kv_full_bytes_per_token (const WeftLlmShape  *shape,
                                                        double               element_bytes);
WEFT_API double       weft_llm_kv_bytes                (const WeftLlmShape  *shape,
                                                        double               tokens,
                                                        double               element_bytes);
/* Bytes of a weight in a format such as "bf16", its scales included; NAN for a format that is not known. */
WEFT_API double       weft_llm_dtype_bytes             (const char          *nick);

G_END_DECLS
