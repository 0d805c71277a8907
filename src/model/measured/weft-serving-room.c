/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many requests fit: KV room over what is set aside for a request. */
#include "model/measured/weft-serving-room-private.h"

#include <math.h>

double
weft_serving_stage_skew (const WeftServingSystem *system,
                         const WeftServingPool   *pool)
{
  double even = system->model.layers / pool->pp;

  return ceil (even) / even;
}

/* What the engine takes of a chip unless the plan says it. Requests are let in when there is room for their prompts and
 * the part of their answers that is set aside. */
WeftServingRoom
weft_serving_room (const WeftServingSystem *system,
                   const WeftServingPlan   *plan,
                   const WeftServingPool   *pool)
{
  const WeftServingConstants *k = &system->constants;
  double shards = (double) pool->tp / pool->dp_attention;
  double set_aside = plan->input_tokens + k->ahead_share * plan->output_tokens;
  double whole = weft_serving_kv_bytes (&system->model, plan->input_tokens + plan->output_tokens, shards);
  double aside = weft_serving_kv_bytes (&system->model, set_aside, shards);
  WeftServingPoolKind kind = pool == &plan->prefill ? WEFT_POOL_PREFILL : WEFT_POOL_DECODE;
  WeftServingPlan own = *plan;
  WeftServingMemory memory;

  if (isnan (own.memory_fill))
    own.memory_fill = k->memory_fill;
  weft_serving_memory_worst (&system->shape, &system->rules, &own, kind, system->chip_bytes, &memory);
  return (WeftServingRoom) {
    .weight_bytes = memory.items.bytes[WEFT_MEMORY_WEIGHTS],
    .room_bytes = memory.room_bytes,
    .kv_bytes = memory.request_bytes,
    .requests = MAX (memory.room_bytes, 0) * pool->dp_attention / (memory.request_bytes * aside / whole),
  };
}
