/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that a language model takes: parameters from its shape, KV cache a token, and how many tokens fit. */
#pragma once

#include "catalog/weft-record.h"

G_BEGIN_DECLS

/**
 * WeftLlmShape: (skip)
 * The shape of a dense transformer with grouped-query attention and a gated feed-forward block.
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
  gboolean tied_embeddings;
} WeftLlmShape;

WEFT_API gboolean weft_llm_shape_init         (WeftLlmShape *shape,
                                               WeftRecord   *model);
WEFT_API double   weft_llm_params             (const WeftLlmShape *shape);
WEFT_API double   weft_llm_kv_bytes_per_token (const WeftLlmShape *shape,
                                               double              element_bytes);
WEFT_API double   weft_llm_kv_room_bytes      (double devices,
                                               double device_bytes,
                                               double fill,
                                               double weight_bytes,
                                               double reserve_bytes);
WEFT_API double   weft_llm_kv_room_tokens     (double room_bytes,
                                               double kv_bytes_per_token,
                                               double block_tokens);

G_END_DECLS
