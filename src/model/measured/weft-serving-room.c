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

/* The memory of a pool that is set up for so many requests, and how many then fit. */
static WeftServingRoom
room_for (const WeftServingSystem *system,
          const WeftServingPlan   *plan,
          gboolean                 is_prefill,
          double                   batch)
{
  const WeftServingConstants *k = &system->constants;
  WeftServingPlan own = *plan;
  WeftServingPool *pool = is_prefill ? &own.prefill : &own.pool;
  double shards = (double) pool->tp / pool->dp_attention;
  double set_aside = plan->input_tokens + k->ahead_share * plan->output_tokens;
  double whole = weft_serving_kv_bytes (&system->model, plan->input_tokens + plan->output_tokens, shards);
  double aside = weft_serving_kv_bytes (&system->model, set_aside, shards);
  WeftServingMemory memory;

  pool->batch = batch;
  if (isnan (own.memory_fill))
    own.memory_fill = k->memory_fill;
  weft_serving_memory_worst (&system->shape, &system->rules, &own, is_prefill ? WEFT_POOL_PREFILL : WEFT_POOL_DECODE,
                             system->chip_bytes, &memory);
  return (WeftServingRoom) {
    .weight_bytes = memory.items.bytes[WEFT_MEMORY_WEIGHTS],
    .room_bytes = memory.room_bytes,
    .kv_bytes = memory.request_bytes,
    .requests = MAX (memory.room_bytes, 0) * pool->dp_attention / (memory.request_bytes * aside / whole),
  };
}

/* What the engine takes of a chip unless the plan says it. Requests are let in when there is room for their prompts and
 * the part of their answers that is set aside. Beyond the requests that engines make room for anyway, each takes some to
 * be sampled in: so many fit as the room that is left then holds. */
WeftServingRoom
weft_serving_room (const WeftServingSystem *system,
                   const WeftServingPlan   *plan,
                   const WeftServingPool   *pool)
{
  gboolean is_prefill = pool == &plan->prefill;
  double usual = system->rules.serve_sampled_rows * pool->dp_attention;
  WeftServingRoom room = room_for (system, plan, is_prefill, usual);
  WeftServingRoom doubled;
  double slope;

  if (room.requests <= usual || pool->batch <= usual)
    return room;
  doubled = room_for (system, plan, is_prefill, 2 * usual);
  slope = (doubled.requests - room.requests) / usual;
  room.room_bytes *= (room.requests - slope * usual) / (1 - slope) / room.requests;
  room.requests = (room.requests - slope * usual) / (1 - slope);
  return room;
}
