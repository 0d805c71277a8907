/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention: scores and their sums in one kernel (Dao, arxiv:2307.08691) or apart, and the reading of keys and values in
 * decode. */
#include "cost/weft-attention.h"

#include <math.h>

/* Elements of queries, keys, values and results are of 16 bits in these kernels. */
#define ELEMENT_BYTES 2

/* Backward computes five products where forward computes two (Dao, arxiv:2307.08691, section 3.1): the scores again,
 * and the gradients of scores, queries, keys and values. */
#define BACKWARD_PRODUCTS (5.0 / 2)

/* Pairs of query and key in one head of one sequence, @slack more keys for each query. */
static inline double
count_pairs (const WeftAttentionWork *work,
             double                   slack)
{
  if (!work->is_causal)
    return work->tokens * work->context;

  /* The first query sees context - tokens + 1 keys, the last one all. */
  return work->tokens * MIN (work->context, work->context - (work->tokens - 1) / 2 + slack);
}

static inline double
count_flop (const WeftAttentionWork *work,
            double                   pairs)
{
  return 2 * pairs * (work->qk_dim + work->v_dim) * work->heads * work->sequences;
}

static inline double
count_bytes (const WeftAttentionWork *work)
{
  double query_side = work->heads * (work->qk_dim + work->v_dim) * work->tokens;
  double key_side = work->kv_heads * (work->qk_dim + work->v_dim) * work->context;

  return ELEMENT_BYTES * work->sequences * (query_side + key_side);
}

/* Exponentials cost as much for a pair as so much width: narrow heads reach less. */
static inline double
fused_s (const WeftChipKernels   *self,
         const WeftAttentionWork *work)
{
  double width = (work->qk_dim + work->v_dim) / 2;
  double rate = self->attention_flops * width / (width + self->attention_head_dim);

  return count_flop (work, count_pairs (work, self->attention_block / 2)) / rate;
}

/**
 * weft_attention_flop: (skip)
 * @work: one layer's attention
 *
 * Counts what is needed: half of the square when it is causal.
 *
 * Returns: FLOP of the forward pass
 */
double
weft_attention_flop (const WeftAttentionWork *work)
{
  return count_flop (work, count_pairs (work, 0));
}

/**
 * weft_attention_forward_s: (skip)
 * @self: a chip's kernels
 * @work: one layer's attention
 *
 * Seconds of fused attention forward: the longer of its arithmetic and of reading queries, keys and values once.
 *
 * Returns: the time, its launch included
 */
double
weft_attention_forward_s (const WeftChipKernels   *self,
                          const WeftAttentionWork *work)
{
  return MAX (fused_s (self, work), count_bytes (work) / self->decode_bytes_s) + self->stream_launch_s;
}

/**
 * weft_attention_s: (skip)
 * @self: a chip's kernels
 * @sequences: sequences in the batch
 * @heads: heads of queries and as many of keys
 * @head_dim: width of a head
 * @tokens: queries of a sequence
 * @context: keys of a sequence, those of @tokens included
 * @causal: a query sees the keys up to its own place only
 *
 * weft_attention_forward_s() of plain multi-head attention.
 *
 * Returns: the time, its launch included
 */
double
weft_attention_s (const WeftChipKernels *self,
                  double                 sequences,
                  double                 heads,
                  double                 head_dim,
                  double                 tokens,
                  double                 context,
                  gboolean               causal)
{
  WeftAttentionWork work = { sequences, heads, heads, head_dim, head_dim, tokens, context, causal };

  return weft_attention_forward_s (self, &work);
}

/**
 * weft_attention_backward_s: (skip)
 * @self: a chip's kernels
 * @work: one layer's attention
 *
 * Seconds of fused attention backward: 2.5 times the arithmetic of forward at its own rate, and twice the traffic.
 *
 * Returns: the time, its launch included
 */
double
weft_attention_backward_s (const WeftChipKernels   *self,
                           const WeftAttentionWork *work)
{
  return MAX (BACKWARD_PRODUCTS * fused_s (self, work) / self->attention_backward_share,
              2 * count_bytes (work) / self->decode_bytes_s) + self->stream_launch_s;
}

/**
 * weft_plain_attention_s: (skip)
 * @self: a chip's kernels
 * @work: one layer's attention
 * @passes: how often the scores are read or written, 2 bytes each: about 8 when scaling, masking, softmax and dropout
 *   are kernels of their own, 4 when one kernel does them, 2 for the products alone
 *
 * Seconds of attention forward that keeps its scores in memory, as software did before fused kernels: two batched
 * products over the whole square, and the traffic of the scores (Korthikanti et al., arxiv:2205.05198, section 4).
 *
 * Returns: the time, its launches included
 */
double
weft_plain_attention_s (const WeftChipKernels   *self,
                        const WeftAttentionWork *work,
                        double                   passes)
{
  const WeftGemmRates *rates = &self->gemm[WEFT_FORMAT_BF16];
  double batch = work->sequences * work->heads;
  double scores = batch * work->tokens * work->context;

  return weft_grouped_gemm_s (rates, batch, work->tokens, work->context, work->qk_dim, ELEMENT_BYTES, ELEMENT_BYTES)
         + weft_grouped_gemm_s (rates, batch, work->tokens, work->v_dim, work->context, ELEMENT_BYTES, ELEMENT_BYTES)
         + weft_stream_s (self, MAX (passes - 2, 0) * scores * ELEMENT_BYTES);
}

/**
 * weft_decode_attention_s: (skip)
 * @self: a chip's kernels
 * @kv_bytes: of keys and values that are read
 *
 * Seconds of attention of one query for each sequence: it only reads keys and values.
 *
 * Returns: the time, its launch included
 */
double
weft_decode_attention_s (const WeftChipKernels *self,
                         double                 kv_bytes)
{
  return kv_bytes / self->decode_bytes_s + self->stream_launch_s;
}
