/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention kernels as measured: fused forward and backward, unfused with materialised scores, and decode. */
#pragma once

#include "cost/weft-gemm.h"

G_BEGIN_DECLS

/**
 * WeftAttentionWork: (skip)
 * @kernel: how it is computed
 * @sequences: sequences in the batch
 * @heads: query heads of a sequence on this chip
 * @kv_heads: heads of keys and values on this chip
 * @qk_dim: width of queries and keys in a head
 * @v_dim: width of values in a head
 * @tokens: queries of a sequence
 * @context: keys of a sequence, those of @tokens included
 * @is_causal: a query sees the keys up to its own place only
 *
 * One layer's attention on one chip.
 */
typedef struct
{
  WeftAttentionKernel kernel;
  double sequences;
  double heads;
  double kv_heads;
  double qk_dim;
  double v_dim;
  double tokens;
  double context;
  gboolean is_causal;
} WeftAttentionWork;

WEFT_API double weft_attention_flop       (const WeftAttentionWork *work);
WEFT_API double weft_attention_flops      (const WeftChipKernels   *self,
                                           WeftAttentionKernel      kernel,
                                           double                   width);
WEFT_API double weft_attention_s          (const WeftChipKernels   *self,
                                           double                   sequences,
                                           double                   heads,
                                           double                   head_dim,
                                           double                   tokens,
                                           double                   context,
                                           gboolean                 causal);
WEFT_API double weft_attention_forward_s  (const WeftChipKernels   *self,
                                           const WeftAttentionWork *work);
WEFT_API double weft_attention_backward_s (const WeftChipKernels   *self,
                                           const WeftAttentionWork *work);
WEFT_API double weft_decode_attention_s   (const WeftChipKernels   *self,
                                           double                   kv_bytes);

G_END_DECLS
