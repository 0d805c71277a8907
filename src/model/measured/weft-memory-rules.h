/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of a profile that memory is counted with, read once. */
#pragma once

#include "catalog/weft-inventory.h"
#include "model/measured/weft-training-plan.h"

G_BEGIN_DECLS

/**
 * WeftStateBytes: (skip)
 * @weight: of the weight that products are computed with
 * @gradient: of the gradient that microbatches are summed up in
 * @optimizer: of the copy in FP32 and the moments
 * @shard_gradient: of the gradient in FP32 that lies with the optimizer's shard from ZeRO-1 on
 *
 * Bytes that one parameter takes in one way of accounting.
 */
typedef struct
{
  double weight;
  double gradient;
  double optimizer;
  double shard_gradient;
} WeftStateBytes;

/**
 * WeftMemoryRules: (skip)
 * @states: for each #WeftStates
 * @element_bytes: of an activation
 * @mask_bytes: of an element of a dropout mask
 * @logit_bytes: of a logit that waits for the backward pass
 * @gather_units: layers whose weights are whole at once with ZeRO-3
 * @linear_chunk_tokens: tokens after which a linear layer keeps its state for the backward pass
 * @linear_state_bytes: of an element of that state
 * @train_reserve_bytes: of each chip
 * @serve_fill: part of a chip's memory that an engine takes
 * @serve_reserve_bytes: of each chip: context and graphs
 * @serve_group_bytes: of each chip that works together with others: communicators and their buffers
 * @serve_sampled_rows: requests that an engine makes room for when it samples
 * @serve_sample_bytes: of each logit while it samples
 * @serve_chunk_tokens: most tokens of a step
 * @block_tokens: tokens of a block of the KV cache
 */
typedef struct
{
  WeftStateBytes states[WEFT_N_STATES];
  double element_bytes;
  double mask_bytes;
  double logit_bytes;
  double gather_units;
  double linear_chunk_tokens;
  double linear_state_bytes;
  double train_reserve_bytes;
  double serve_fill;
  double serve_reserve_bytes;
  double serve_group_bytes;
  double serve_sampled_rows;
  double serve_sample_bytes;
  double serve_chunk_tokens;
  double block_tokens;
} WeftMemoryRules;

/* FALSE with a WEFT_CATALOG_ERROR that names the constant which is lacking. */
WEFT_API gboolean weft_memory_rules_init     (WeftMemoryRules *self,
                                              WeftProfile     *profile,
                                              GError         **error);
/* What a chip's driver reports, else what the catalog has as usable; NAN when neither is known. @found: (out)
 * (nullable) (transfer none): the constant's name, NULL when it is the catalog's. */
WEFT_API double   weft_memory_chip_bytes     (WeftProfile     *profile,
                                              const WeftChip  *chip,
                                              const char     **found);

G_END_DECLS
