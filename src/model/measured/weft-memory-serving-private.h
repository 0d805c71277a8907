/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counting the memory of a serving plan goes through, so that words can show it. */
#pragma once

#include "model/measured/weft-memory-serving.h"

G_BEGIN_DECLS

typedef struct
{
  const WeftMemoryShape *shape;
  const WeftMemoryRules *rules;
  const WeftServingPlan *plan;
  const WeftServingPool *pool;
  double capacity_bytes;
  double fill;
  double attention_ranks;
  double block_tokens;
  double weight_bytes; /* of an element, as the next ones */
  double expert_bytes;
  double wide_bytes;
  double kv_bytes;
  double step_tokens;  /* most tokens of a step */
  double sampled_rows;
  double request_tokens;
  double group_requests; /* of an attention group */
} WeftServingCount;

/* Parameters of one chip of a stage. */
typedef struct
{
  double layers;
  double matrix;
  double expert;
  double wide;
  double embedding;
  double head;
} WeftServingParams;

void   weft_serving_count_init        (WeftServingCount       *self,
                                       const WeftMemoryShape  *shape,
                                       const WeftMemoryRules  *rules,
                                       const WeftServingPlan  *plan,
                                       WeftServingPoolKind     kind,
                                       double                  capacity_bytes);
void   weft_serving_count_params      (const WeftServingCount *self,
                                       guint                   stage,
                                       WeftServingParams      *params);
double weft_serving_count_weights     (const WeftServingCount *self,
                                       guint                   stage);
/* All but the KV cache. */
void   weft_serving_count_items       (const WeftServingCount *self,
                                       guint                   stage,
                                       WeftMemoryItems        *items);
/* KV cache of a request of so many tokens on a chip of the stage, states of linear layers with it. */
double weft_serving_count_request     (const WeftServingCount *self,
                                       guint                   stage,
                                       double                  tokens);
/* Of one token more while no window is full. */
double weft_serving_count_token       (const WeftServingCount *self,
                                       guint                   stage);
/* Bytes that a token of a step needs at the widest place of a layer. */
double weft_serving_count_widest      (const WeftServingCount *self);

G_END_DECLS
