/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a language model cost on one tensor rank: operations, bytes of memory, buffers of collectives, and
 * what a rank holds. */
#pragma once

#include "catalog/weft-llm-shape.h"
#include "workload/weft-task-builder.h"

G_BEGIN_DECLS

#define WEFT_LLM_LAYER_PARTS 5u

/* The tasks that a pass consists of. */
typedef enum
{
  WEFT_LLM_EMBEDDING,
  WEFT_LLM_ATTENTION,    /* norm, queries, keys and values, scores; in a MoE layer the projection too */
  WEFT_LLM_PROJECTION,   /* the matrix behind attention; a dense layer's alone */
  WEFT_LLM_REDUCE,       /* the all-reduce of tensor ranks and the sum with the residual stream */
  WEFT_LLM_FEED_FORWARD, /* norm and the dense block */
  WEFT_LLM_ROUTER,       /* norm and the choice of experts */
  WEFT_LLM_EXPERTS,      /* chosen and shared experts, and the dense block beside them where there is one */
  WEFT_LLM_HEAD,         /* last norm and logits */
  WEFT_LLM_SEND,         /* activations to the next stage */
  WEFT_LLM_N_PARTS,
} WeftLlmPart;

/**
 * WeftLlmSetup: (skip)
 * @shape: the model
 * @tp: tensor ranks
 * @dtype: what products with weights of layers are computed in
 * @wide_dtype: what scores and logits are computed in
 * @weight_bytes: bytes of a weight of a layer
 * @expert_bytes: bytes of a weight of an expert
 * @wide_bytes: bytes of a weight of embedding and head
 * @kv_bytes: bytes of an element of the KV cache
 * @activation_bytes: bytes of an activation
 *
 * A model as it is run.
 */
typedef struct
{
  const WeftLlmShape *shape;
  guint tp;
  WeftDtype dtype;
  WeftDtype wide_dtype;
  double weight_bytes;
  double expert_bytes;
  double wide_bytes;
  double kv_bytes;
  double activation_bytes;
} WeftLlmSetup;

/**
 * WeftLlmPass: (skip)
 * @sequences: sequences that go through the model at once
 * @tokens: new tokens of each
 * @context: tokens of each that are in the cache before
 * @all_logits: the head sees every token, as in training; else the last one of each sequence
 *
 * What goes through the model.
 */
typedef struct
{
  double sequences;
  double tokens;
  double context;
  gboolean all_logits;
} WeftLlmPass;

/* @dtype and @kv_dtype: formats such as "bf16"; "native" for the one that the model was published in, and for a cache
 * of 16 bits. FALSE when a format is not known. */
WEFT_API gboolean     weft_llm_setup_init           (WeftLlmSetup        *setup,
                                                     const WeftLlmShape  *shape,
                                                     guint                tp,
                                                     const char          *dtype,
                                                     const char          *kv_dtype);

/* "attention" */
WEFT_API const char  *weft_llm_part_kernel          (WeftLlmPart          part,
                                                     const WeftLlmLayer  *layer);
/* @layer: (nullable): for parts that stand in no layer. */
WEFT_API WeftTaskCost weft_llm_cost                 (const WeftLlmSetup  *setup,
                                                     const WeftLlmLayer  *layer,
                                                     const WeftLlmPass   *pass,
                                                     WeftLlmPart          part);
/* What a part hands on to the next one on the same rank. */
WEFT_API double       weft_llm_output_bytes         (const WeftLlmSetup  *setup,
                                                     const WeftLlmLayer  *layer,
                                                     const WeftLlmPass   *pass,
                                                     WeftLlmPart          part);
/* Pairs of a query and a key that scores are computed of, for one sequence and one head. */
WEFT_API double       weft_llm_pairs                (double               context,
                                                     double               tokens,
                                                     double               window);
WEFT_API double       weft_llm_touched_experts      (const WeftLlmShape  *shape,
                                                     double               tokens);

/* The five tasks of a layer on a rank. */
WEFT_API void         weft_llm_layer_parts          (const WeftLlmLayer  *layer,
                                                     WeftLlmPart          parts[WEFT_LLM_LAYER_PARTS]);

/* What one rank holds. */
WEFT_API double       weft_llm_part_params          (const WeftLlmSetup  *setup,
                                                     const WeftLlmLayer  *layer,
                                                     WeftLlmPart          part);
WEFT_API double       weft_llm_rank_params          (const WeftLlmSetup  *setup,
                                                     const WeftLlmLayer  *layer);
WEFT_API double       weft_llm_rank_weight_bytes    (const WeftLlmSetup  *setup,
                                                     const WeftLlmLayer  *layer);
WEFT_API double       weft_llm_rank_cache_bytes     (const WeftLlmSetup  *setup,
                                                     const WeftLlmLayer  *layer,
                                                     double               sequences,
                                                     double               tokens);

G_END_DECLS
