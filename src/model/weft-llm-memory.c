/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that a language model takes: parameters from its shape, KV cache a token, and how many tokens fit. */
#include "model/weft-llm-memory.h"

#include <math.h>

/**
 * weft_llm_shape_init: (skip)
 * @shape: to fill
 * @model: a record of an LLM architecture
 *
 * Returns: whether every field is known
 */
gboolean
weft_llm_shape_init (WeftLlmShape *shape,
                     WeftRecord   *model)
{
  g_return_val_if_fail (WEFT_IS_RECORD (model), FALSE);

  *shape = (WeftLlmShape) {
    .layers = weft_record_get_number (model, "layers"),
    .hidden = weft_record_get_number (model, "hidden"),
    .heads = weft_record_get_number (model, "heads"),
    .kv_heads = weft_record_get_number (model, "kv_heads"),
    .head_dim = weft_record_get_number (model, "head_dim"),
    .ffn = weft_record_get_number (model, "ffn"),
    .vocab = weft_record_get_number (model, "vocab"),
    .tied_embeddings = weft_record_get_flag (model, "tied_embeddings"),
  };

  return !isnan (weft_llm_params (shape));
}

/**
 * weft_llm_params: (skip)
 * @shape: a shape
 *
 * Embedding and head, and in each layer the four attention matrices, the three of a gated feed-forward block and two
 * norms; one norm at the end.
 *
 * Returns: parameters, NAN when a field is unknown
 */
double
weft_llm_params (const WeftLlmShape *shape)
{
  double query = shape->heads * shape->head_dim;
  double key = shape->kv_heads * shape->head_dim;
  double attention = 2 * shape->hidden * query + 2 * shape->hidden * key;
  double layer = attention + 3 * shape->hidden * shape->ffn + 2 * shape->hidden;
  double embeddings = shape->vocab * shape->hidden * (shape->tied_embeddings ? 1 : 2);

  return embeddings + shape->layers * layer + shape->hidden;
}

/**
 * weft_llm_kv_bytes_per_token: (skip)
 * @shape: a shape
 * @element_bytes: bytes of one KV element
 *
 * 2 × layers × KV heads × head size × bytes.
 *
 * Returns: bytes that one token adds to the KV cache
 */
double
weft_llm_kv_bytes_per_token (const WeftLlmShape *shape,
                             double              element_bytes)
{
  return 2 * shape->layers * shape->kv_heads * shape->head_dim * element_bytes;
}

/**
 * weft_llm_kv_room_bytes: (skip)
 * @devices: devices that share the model
 * @device_bytes: memory of one device
 * @fill: part of it that may be filled, 0 to 1
 * @weight_bytes: weights of the whole model
 * @reserve_bytes: activations and context of all devices
 *
 * Returns: bytes left for the KV cache on all devices; negative when the weights do not fit
 */
double
weft_llm_kv_room_bytes (double devices,
                        double device_bytes,
                        double fill,
                        double weight_bytes,
                        double reserve_bytes)
{
  return devices * device_bytes * fill - weight_bytes - reserve_bytes;
}

/**
 * weft_llm_kv_room_tokens: (skip)
 * @room_bytes: bytes for the KV cache
 * @kv_bytes_per_token: bytes that one token adds
 * @block_tokens: tokens of a block; only whole blocks count
 *
 * Returns: tokens that fit, at least 0
 */
double
weft_llm_kv_room_tokens (double room_bytes,
                         double kv_bytes_per_token,
                         double block_tokens)
{
  return MAX (0, floor (room_bytes / (kv_bytes_per_token * block_tokens)) * block_tokens);
}
