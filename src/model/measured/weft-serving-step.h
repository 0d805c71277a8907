/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one step of an engine takes: tokens of running requests, parts of prompts, or both. */
#pragma once

#include "model/measured/weft-serving-system.h"

G_BEGIN_DECLS

/**
 * WeftServingWork:
 * @requests: requests that get their next token
 * @context: tokens that each of them looks at; of those that a mean is taken over, the fewest
 * @growth: by how many the most is more: what a whole answer adds; 0 for one step
 * @prompt_tokens: tokens of prompts that are read besides
 * @prompt_context: tokens that the first of those looks at
 * @prompt_growth: by how many the last looks at more
 * @host_s: software of the step; %NAN for the engine's
 *
 * What a step of a replica does, or the mean of steps of an answer whose context grows evenly.
 */
typedef struct
{
  double requests;
  double context;
  double growth;
  double prompt_tokens;
  double prompt_context;
  double prompt_growth;
  double host_s;
} WeftServingWork;

/**
 * WeftServingTime:
 * @weights_s: reading weights
 * @kv_s: reading keys and values of running requests
 * @compute_s: arithmetic as far as it takes longer than reading weights, attention of prompts, and what only moves
 *   activations
 * @latency_s: what collectives and hops between stages take for messages of no size
 * @transfer_s: what their bytes take
 * @host_s: software and small kernels
 *
 * Where the time of a step goes. The parts add up to it.
 */
typedef struct
{
  double weights_s;
  double kv_s;
  double compute_s;
  double latency_s;
  double transfer_s;
  double host_s;
} WeftServingTime;

WEFT_API WeftServingTime weft_serving_step       (const WeftServingSystem *system,
                                                  const WeftServingPool   *pool,
                                                  const WeftServingWork   *work);
WEFT_API double          weft_serving_time_total (const WeftServingTime   *time);

G_END_DECLS
