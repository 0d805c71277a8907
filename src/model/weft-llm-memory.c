/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is left for the KV cache of a language model, and how many tokens fit. */
#include "model/weft-llm-memory.h"

#include <math.h>

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
