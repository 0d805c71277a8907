/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many requests fit beside the weights. */
#pragma once

#include "model/measured/weft-serving-system.h"

G_BEGIN_DECLS

/**
 * WeftServingRoom: (skip)
 * @weight_bytes: on the fullest chip
 * @room_bytes: left on it for KV caches; may be negative
 * @kv_bytes: of a request at its end
 * @requests: that fit in a replica
 */
typedef struct
{
  double weight_bytes;
  double room_bytes;
  double kv_bytes;
  double requests;
} WeftServingRoom;

G_GNUC_INTERNAL
WeftServingRoom weft_serving_room (const WeftServingSystem *system,
                                   const WeftServingPlan   *plan,
                                   const WeftServingPool   *pool);

/* Layers of the fullest stage over those of an even one: 1 or a little more. */
G_GNUC_INTERNAL
double weft_serving_stage_skew (const WeftServingSystem *system, const WeftServingPool *pool);

G_END_DECLS
