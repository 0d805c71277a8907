/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What serving a language model gives: time to the first token and between tokens, each with its parts; tokens and
 * requests a second; how many requests fit and what limits them. */
#pragma once

#include "model/measured/weft-serving-step.h"

G_BEGIN_DECLS

/**
 * WeftServingArrival:
 * @WEFT_SERVING_STEADY: as many users as the plan has requests at once; each asks anew when answered
 * @WEFT_SERVING_OFFLINE: all requests are there at once; batches are as large as fit
 * @WEFT_SERVING_STATIC: a batch starts and ends together; nothing else runs meanwhile
 *
 * How requests come.
 */
typedef enum
{
  WEFT_SERVING_STEADY,
  WEFT_SERVING_OFFLINE,
  WEFT_SERVING_STATIC,
} WeftServingArrival;

/**
 * WeftServingLimit:
 * @WEFT_SERVING_LIMIT_ASKED: no more requests were asked for
 * @WEFT_SERVING_LIMIT_KV_ROOM: no more KV caches fit
 * @WEFT_SERVING_LIMIT_ENGINE: the engine takes no more
 * @WEFT_SERVING_LIMIT_PREFILL: the chips for prompts deliver no more
 * @WEFT_SERVING_LIMIT_MEMORY: not even one request fits beside the weights
 *
 * What limits requests at once.
 */
typedef enum
{
  WEFT_SERVING_LIMIT_ASKED,
  WEFT_SERVING_LIMIT_KV_ROOM,
  WEFT_SERVING_LIMIT_ENGINE,
  WEFT_SERVING_LIMIT_PREFILL,
  WEFT_SERVING_LIMIT_MEMORY,
  WEFT_SERVING_N_LIMITS, /*< skip >*/
} WeftServingLimit;

/**
 * WeftServingBound:
 * @WEFT_SERVING_BOUND_WEIGHTS: memory bandwidth: reading weights
 * @WEFT_SERVING_BOUND_KV: memory bandwidth: reading the KV cache
 * @WEFT_SERVING_BOUND_COMPUTE: arithmetic
 * @WEFT_SERVING_BOUND_LATENCY: latency of collectives
 * @WEFT_SERVING_BOUND_TRANSFER: bandwidth of links
 * @WEFT_SERVING_BOUND_HOST: software
 * @WEFT_SERVING_BOUND_INTERFERENCE: prompts of other requests
 *
 * What most of the time between tokens goes to.
 */
typedef enum
{
  WEFT_SERVING_BOUND_WEIGHTS,
  WEFT_SERVING_BOUND_KV,
  WEFT_SERVING_BOUND_COMPUTE,
  WEFT_SERVING_BOUND_LATENCY,
  WEFT_SERVING_BOUND_TRANSFER,
  WEFT_SERVING_BOUND_HOST,
  WEFT_SERVING_BOUND_INTERFERENCE,
  WEFT_SERVING_N_BOUNDS, /*< skip >*/
} WeftServingBound;

/**
 * WeftServingWarning:
 * @WEFT_SERVING_WARN_ENGINE: the engine was not measured
 * @WEFT_SERVING_WARN_VERSION: this version of it was not
 * @WEFT_SERVING_WARN_FORMAT: products in this format were not measured on the chip
 * @WEFT_SERVING_WARN_FABRIC: collectives were not measured on the fabric
 * @WEFT_SERVING_WARN_LENGTH: requests are longer than measured ones
 * @WEFT_SERVING_WARN_BATCH: batches are larger than measured ones
 * @WEFT_SERVING_WARN_EXPERTS: models with experts were hardly measured
 * @WEFT_SERVING_WARN_MODEL_LENGTH: longer than the model was made for
 * @WEFT_SERVING_WARN_KV_COPIES: KV heads are copied: more chips share attention than there are
 * @WEFT_SERVING_WARN_ACROSS: chips that share layers stand in several scale-up domains
 * @WEFT_SERVING_WARN_CLAMPED: fewer requests run at once than were asked for
 * @WEFT_SERVING_WARN_SPECULATION: tokens tried ahead are left out
 *
 * What to know about an answer, as bits. The first seven widen its interval.
 */
typedef enum
{
  WEFT_SERVING_WARN_ENGINE = 1 << 0,
  WEFT_SERVING_WARN_VERSION = 1 << 1,
  WEFT_SERVING_WARN_FORMAT = 1 << 2,
  WEFT_SERVING_WARN_FABRIC = 1 << 3,
  WEFT_SERVING_WARN_LENGTH = 1 << 4,
  WEFT_SERVING_WARN_BATCH = 1 << 5,
  WEFT_SERVING_WARN_EXPERTS = 1 << 6,
  WEFT_SERVING_WARN_MODEL_LENGTH = 1 << 7,
  WEFT_SERVING_WARN_KV_COPIES = 1 << 8,
  WEFT_SERVING_WARN_ACROSS = 1 << 9,
  WEFT_SERVING_WARN_CLAMPED = 1 << 10,
  WEFT_SERVING_WARN_SPECULATION = 1 << 11,
} WeftServingWarning;

#define WEFT_SERVING_WIDENING_WARNINGS 0x7fu
#define WEFT_SERVING_N_WARNINGS 12u

/**
 * WeftServingLoad:
 * @arrival: how requests come
 * @host_s: software of every step instead of the engine's, 0 for none of it; %NAN for the engine's
 *
 * See weft_serving_load_init().
 */
typedef struct
{
  WeftServingArrival arrival;
  double host_s;
} WeftServingLoad;

/**
 * WeftServingFirst:
 * @software_s: client, text to tokens, scheduling
 * @slot_s: waiting until fewer requests run than fit
 * @queue_s: waiting behind other prompts
 * @prefill_s: reading the prompt
 * @kv_transfer_s: sending its KV cache to the chips that make tokens, where those are others
 * @step_s: the step that the first token comes of
 *
 * Parts of the time to the first token, in seconds.
 */
typedef struct
{
  double software_s;
  double slot_s;
  double queue_s;
  double prefill_s;
  double kv_transfer_s;
  double step_s;
} WeftServingFirst;

/**
 * WeftServingAnswer:
 * @ttft_s: time to the first token, mean; %NAN when all requests are there at once
 * @first: its parts
 * @tpot_s: time between tokens, mean over the whole answer
 * @token: its parts
 * @interference_s: the part of @tpot_s that prompts of other requests take
 * @bound: what most of @tpot_s goes to
 * @requests: that a replica works on at once
 * @requests_fit: as far as KV room goes
 * @concurrency: of all replicas
 * @limit: what limits @requests
 * @room_bytes: of a chip for KV caches: the fullest one; negative when weights do not fit
 * @weight_bytes: of a chip
 * @kv_bytes: of a request at its end, on a chip
 * @fits: at least one request fits beside the weights; else times are those of one request as if it did, and rates 0
 * @tokens_s: output tokens a second of all chips
 * @tokens_s_chip: of each chip, those for prompts counted too
 * @tokens_s_user: that one user sees
 * @requests_s: requests a second
 * @chips: chips
 * @warnings: bits of #WeftServingWarning
 * @spread: how far @tpot_s and rates may be off, in ln; %NAN when that is not known
 * @ttft_spread: how far @ttft_s may be off, likewise
 *
 * See weft_serving_answer().
 */
typedef struct
{
  double ttft_s;
  WeftServingFirst first;
  double tpot_s;
  WeftServingTime token;
  double interference_s;
  WeftServingBound bound;
  double requests;
  double requests_fit;
  double concurrency;
  WeftServingLimit limit;
  double room_bytes;
  double weight_bytes;
  double kv_bytes;
  gboolean fits;
  double tokens_s;
  double tokens_s_chip;
  double tokens_s_user;
  double requests_s;
  double chips;
  guint warnings;
  double spread;
  double ttft_spread;
} WeftServingAnswer;

/* Steady, with the engine's software. */
WEFT_API void        weft_serving_load_init       (WeftServingLoad         *load);
WEFT_API void        weft_serving_answer          (const WeftServingSystem *system,
                                                   const WeftServingPlan   *plan,
                                                   const WeftServingLoad   *load,
                                                   WeftServingAnswer       *answer);
/* The prompt on its own: seconds until all of it was read by one replica of @pool. */
WEFT_API double      weft_serving_prefill_s       (const WeftServingSystem *system,
                                                   const WeftServingPlan   *plan,
                                                   const WeftServingPool   *pool,
                                                   const WeftServingLoad   *load);

WEFT_API const char *weft_serving_limit_nick      (WeftServingLimit         limit);
WEFT_API const char *weft_serving_limit_label     (WeftServingLimit         limit);
WEFT_API const char *weft_serving_bound_nick      (WeftServingBound         bound);
WEFT_API const char *weft_serving_bound_label     (WeftServingBound         bound);
WEFT_API const char *weft_serving_warning_nick    (WeftServingWarning       warning);
WEFT_API const char *weft_serving_warning_text    (WeftServingWarning       warning);
/* "trtllm, versions 0.17 to 1.3; ×1.21 either way" (transfer full) */
WEFT_API char       *weft_serving_describe_band   (const WeftServingSystem *system,
                                                   const WeftServingPlan   *plan,
                                                   const WeftServingAnswer *answer);

G_END_DECLS
