/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of each chip that serves a language model: item by item, how many tokens of KV cache fit, and how many
 * requests or how long ones. */
#pragma once

#include "model/measured/weft-memory-items.h"
#include "model/measured/weft-memory-rules.h"
#include "model/measured/weft-memory-shape.h"
#include "model/measured/weft-serving-plan.h"

G_BEGIN_DECLS

/* Which of a plan's pools. */
typedef enum
{
  WEFT_POOL_DECODE,  /* WeftServingPlan.pool: makes tokens, and takes prompts too unless there is a pool for them */
  WEFT_POOL_PREFILL, /* WeftServingPlan.prefill */
} WeftServingPoolKind;

/**
 * WeftServingMemory: (skip)
 * @items: a chip of the stage that has least left, with the plan's requests
 * @stage: that stage
 * @request_tokens: tokens that a request keeps, in whole blocks
 * @request_bytes: KV cache of one request on a chip of the stage that has room for fewest
 * @room_bytes: what is there for the KV cache; less than 0 when the rest does not fit
 * @token_bytes: KV cache of a token while no window is full, on a chip of the stage that has room for fewest tokens
 * @room_tokens: tokens that fit there, in whole blocks, as engines report it; infinite when no layer keeps them
 * @max_batch: requests that fit a replica at once; infinite when they leave nothing in the cache
 *
 * The memory of a pool. An attention group has @room_tokens of its own, a replica has dp_attention of them.
 */
typedef struct
{
  WeftMemoryItems items;
  guint stage;
  double request_tokens;
  double request_bytes;
  double room_bytes;
  double token_bytes;
  double room_tokens;
  double max_batch;
} WeftServingMemory;

/* Nothing is allocated, nothing is checked: the plan is whole. */
WEFT_API void     weft_serving_memory_worst       (const WeftMemoryShape  *shape,
                                                   const WeftMemoryRules  *rules,
                                                   const WeftServingPlan  *plan,
                                                   WeftServingPoolKind     kind,
                                                   double                  capacity_bytes,
                                                   WeftServingMemory      *memory);
/* One stage, from 0. */
WEFT_API void     weft_serving_memory_stage       (const WeftMemoryShape  *shape,
                                                   const WeftMemoryRules  *rules,
                                                   const WeftServingPlan  *plan,
                                                   WeftServingPoolKind     kind,
                                                   double                  capacity_bytes,
                                                   guint                   stage,
                                                   WeftMemoryItems        *items);
/* Whether all pools of the plan fit. */
WEFT_API gboolean weft_serving_memory_fits        (const WeftMemoryShape  *shape,
                                                   const WeftMemoryRules  *rules,
                                                   const WeftServingPlan  *plan,
                                                   double                  capacity_bytes);
/* Tokens that each of the plan's requests may have, in whole blocks; 0 when not one block fits, infinite when the cache
 * does not grow with them. */
WEFT_API double   weft_serving_memory_max_context (const WeftMemoryShape  *shape,
                                                   const WeftMemoryRules  *rules,
                                                   const WeftServingPlan  *plan,
                                                   WeftServingPoolKind     kind,
                                                   double                  capacity_bytes);
/* Chips that hold all weights in one format and nothing else, at least. */
WEFT_API double   weft_serving_least_chips        (const WeftLlmShape     *model,
                                                   const char             *format,
                                                   double                  capacity_bytes);
/* What an item of a stage is made of, with numbers: a translated sentence without a full stop. (transfer full) */
WEFT_API char    *weft_serving_memory_explain     (const WeftMemoryShape  *shape,
                                                   const WeftMemoryRules  *rules,
                                                   const WeftServingPlan  *plan,
                                                   WeftServingPoolKind     kind,
                                                   guint                   stage,
                                                   WeftMemoryItem          item);
/* How many requests fit and which limit binds. (transfer full) */
WEFT_API char    *weft_serving_memory_limit       (const WeftServingPlan   *plan,
                                                   WeftServingPoolKind      kind,
                                                   const WeftServingMemory *memory);

G_END_DECLS
