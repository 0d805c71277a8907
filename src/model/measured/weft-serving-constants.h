/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constants of serving: what memory, arithmetic and software of an engine reach while it serves a language model. */
#pragma once

#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

/**
 * WeftServingScope:
 * @WEFT_SERVING_SCOPE_NONE: the same for all
 * @WEFT_SERVING_SCOPE_ENGINE: of an engine: "vllm", "trtllm"
 * @WEFT_SERVING_SCOPE_CHIP: of a chip or its generation: "2024-Blackwell"
 * @WEFT_SERVING_SCOPE_FORMAT: of the format of weights: "fp8"
 *
 * What a constant of serving may differ by.
 */
typedef enum
{
  WEFT_SERVING_SCOPE_NONE,
  WEFT_SERVING_SCOPE_ENGINE,
  WEFT_SERVING_SCOPE_CHIP,
  WEFT_SERVING_SCOPE_FORMAT,
} WeftServingScope;

/**
 * WeftServingFit:
 * @WEFT_SERVING_FIT_NONE: nothing: it is known or assumed
 * @WEFT_SERVING_FIT_TOKENS: times between tokens and rates
 * @WEFT_SERVING_FIT_FIRST: times to the first token, when all others are known
 *
 * What a constant is fitted to.
 */
typedef enum
{
  WEFT_SERVING_FIT_NONE,
  WEFT_SERVING_FIT_TOKENS,
  WEFT_SERVING_FIT_FIRST,
} WeftServingFit;

/**
 * WeftServingConstants:
 * @bw_share: part of the memory's bandwidth that reading weights reaches
 * @kv_bw_share: part that reading the KV cache reaches
 * @flop_share: part of the rate of matrix products alone that they reach in an engine
 * @attention_share: part of the rate of attention alone that it reaches in an engine, while prompts are read
 * @stream_passes: times that a layer reads or writes its residual stream besides matrix products and attention
 * @layer_s: seconds of software and small kernels a layer and step
 * @cast_s: seconds more where weights are narrower than 16 bits, for casting activations
 * @layer_pace: factor on both: hosts and launches of other generations
 * @step_s: seconds a step, whatever is in it: scheduling, sampling
 * @request_s: seconds a step for each request of it
 * @interference: part of the time of prompts in shared steps that the tokens of others wait for
 * @group_reads: 0 when the query heads of a group read their KV head once, 1 when each of them reads it again
 * @prompt_s: seconds from a request's arrival to its first step besides queueing: client, tokens of text, scheduling
 * @burst_share: part of the other requests whose prompts stand before one's own
 * @batch_limit: most requests of a replica
 * @chunk_tokens: most tokens of a step
 * @ahead_share: part of the answer for which KV room is set aside when a request is let in
 * @memory_fill: part of a chip's memory that the engine takes
 * @first_version: first version of the engine that the constants are of: major × 1,000 + minor; 0 for none
 * @last_version: last version
 * @most_tokens: longest requests that were measured, prompt and answer
 * @most_requests: largest batches that were measured
 * @spread: how far times between tokens and rates are off, in ln, of rows that were held out; %NAN when nobody fitted
 * @first_spread: the same of times to the first token
 * @widening: factor on it for engines, versions and formats that were not measured
 * @is_engine_known: the constants of software are measured on this engine
 *
 * As they hold for one engine, chip and format of weights. See weft_serving_constants_init().
 */
typedef struct
{
  double bw_share;
  double kv_bw_share;
  double flop_share;
  double attention_share;
  double stream_passes;
  double layer_s;
  double cast_s;
  double layer_pace;
  double step_s;
  double request_s;
  double interference;
  double group_reads;
  double prompt_s;
  double burst_share;
  double batch_limit;
  double chunk_tokens;
  double ahead_share;
  double memory_fill;
  double first_version;
  double last_version;
  double most_tokens;
  double most_requests;
  double spread;
  double first_spread;
  double widening;
  gboolean is_engine_known;
} WeftServingConstants;

/**
 * WeftServingConstantSpec: (skip)
 * @offset: of the member in #WeftServingConstants
 * @key: in profiles
 * @unit: in profiles
 * @scope: what it may differ by
 * @fit: what it is fitted to; else it is known or assumed
 * @only: (nullable): the one scope that it is fitted for
 * @start: where a fit starts, with @low and @high its bounds and @pull how strongly it is drawn there
 * @scope_pull: how strongly those of engines, chips and formats are drawn to the one of all
 * @note: what it is, a sentence without a full stop
 *
 * One of the constants. A constant that is fitted for one scope besides those of all stands twice.
 */
typedef struct
{
  gsize offset;
  const char *key;
  const char *unit;
  WeftServingScope scope;
  WeftServingFit fit;
  const char *only;
  double start;
  double low;
  double high;
  double pull;
  double scope_pull;
  const char *note;
} WeftServingConstantSpec;

/* (array length=n) (transfer none): all of them */
WEFT_API const WeftServingConstantSpec *weft_serving_constant_specs (guint *n);

/* The names that constants of @scope may have behind their "@", the narrowest first; they live as long as what they are
 * of. @engine: (nullable): with its version; @family: (nullable): without. */
WEFT_API guint    weft_serving_scope_names   (WeftServingScope       scope,
                                              const WeftChip        *chip,
                                              const char            *engine,
                                              const char            *family,
                                              const char            *weight_format,
                                              const char            *names[3]);
/* "vllm" and 12 of "vllm-0.12.0"; 0 without a version. (transfer full) */
WEFT_API char    *weft_serving_engine_parse   (const char            *engine,
                                               double                *version);
WEFT_API gboolean weft_serving_constants_init (WeftServingConstants  *self,
                                               WeftProfile           *profile,
                                               const WeftChip        *chip,
                                               const char            *engine,
                                               const char            *weight_format,
                                               GError               **error);

G_END_DECLS
