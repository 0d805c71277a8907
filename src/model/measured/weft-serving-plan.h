/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a language model is served: the model, its requests, how it is split over chips, formats, and what the engine
 * keeps for itself. What takes memory and what takes time both follow from it. */
#pragma once

#include "catalog/weft-llm-shape.h"

G_BEGIN_DECLS

/**
 * WeftServingPool:
 * @tp: tensor parallelism: chips that share each layer, at least 1, as all of these
 * @pp: pipeline stages; each holds the KV cache of its own layers only
 * @ep: expert parallelism: chips that share the experts of MoE layers; 1 for none
 * @dp_attention: groups among the @tp chips that each serve requests of their own in attention, while experts are
 *   shared by all of them: attention is split over @tp / @dp_attention chips; 1 for none
 * @replicas: copies of the whole, which share nothing. Chips = @tp × @pp × @replicas
 * @batch: requests that a replica works on at once
 *
 * Chips that do one thing together. @ep is at most @tp.
 */
typedef struct
{
  guint tp;
  guint pp;
  guint ep;
  guint dp_attention;
  guint replicas;
  double batch;
} WeftServingPool;

/**
 * WeftServingPlan:
 * @model: (not nullable): the model; not owned, so that plans of a sweep are copied freely
 * @pool: the chips; those that make tokens where prompts have chips of their own
 * @separate_prefill: @prefill takes the prompts and sends their KV cache to @pool
 * @prefill: the chips that do; not looked at otherwise
 * @input_tokens: tokens of a prompt
 * @output_tokens: tokens of an answer
 * @cached_tokens: tokens of the prompt whose KV cache is there already
 * @weight_format: matrices of layers: "bf16", "fp8", "nvfp4", as weft_llm_dtype_bytes() has them; not owned
 * @expert_format: (nullable): experts, %NULL for @weight_format: "mxfp4"
 * @wide_format: embedding, head, norms and routers, which checkpoints leave wider: "bf16"
 * @kv_format: "bf16", "fp8"
 * @chunk_tokens: most tokens of one step (chunked prefill); INFINITY for a prompt at once, 0 for the profile's default
 * @speculated_tokens: tokens that a step tries besides the next, 0 for none
 * @reserve_bytes: of each chip, all but weights and KV cache as measured: activations, context, graphs, communicators;
 *   NAN to count them from the profile's defaults
 * @memory_fill: part of a chip's memory that the engine takes, 0 to 1; NAN for the profile's default
 * @block_tokens: tokens of a block of the KV cache; 0 for the profile's default
 * @engine: (nullable): as profiles scope constants by it: "vllm", "trtllm", "sglang"; not owned, %NULL for the default's
 *
 * Everything that is asked for lies in here; nothing is searched. weft_serving_plan_init() sets what nobody chose.
 */
typedef struct
{
  const WeftLlmShape *model;
  WeftServingPool pool;
  gboolean separate_prefill;
  WeftServingPool prefill;
  double input_tokens;
  double output_tokens;
  double cached_tokens;
  const char *weight_format;
  const char *expert_format;
  const char *wide_format;
  const char *kv_format;
  double chunk_tokens;
  double speculated_tokens;
  double reserve_bytes;
  double memory_fill;
  double block_tokens;
  const char *engine;
} WeftServingPlan;

/* One chip, one request of 1,024 tokens in and 1,024 out, weights as the model was published, KV cache in BF16. Of models
 * in MXFP4 that is their experts' format, their other weights are in BF16. */
WEFT_API void   weft_serving_plan_init     (WeftServingPlan       *plan,
                                            const WeftLlmShape    *model);
/* What cannot be, with both numbers and what to do, in words; NULL for a plan that is whole. Whether it fits is another
 * question. (transfer full) (nullable) */
WEFT_API char  *weft_serving_plan_lack     (const WeftServingPlan *plan);
/* Of both pools where there are two. */
WEFT_API double weft_serving_plan_chips    (const WeftServingPlan *plan);
/* "TP8 PP2, 32 requests of 131,072 tokens, fp8 weights, bf16 KV" (transfer full) */
WEFT_API char  *weft_serving_plan_describe (const WeftServingPlan *plan);

/* tp × pp × replicas */
WEFT_API double weft_serving_pool_chips    (const WeftServingPool *pool);
/* Layers of a pipeline stage, from 0: the first ones have one more where @pp does not divide them. */
WEFT_API guint  weft_serving_pool_layers   (const WeftServingPool *pool,
                                            const WeftLlmShape    *model,
                                            guint                  stage);
/* Chips that share attention. */
WEFT_API guint  weft_serving_pool_attention_ranks (const WeftServingPool *pool);

G_END_DECLS
