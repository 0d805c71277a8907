/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention: scores and their sums in one kernel (Dao, arxiv:2307.08691) or apart, and the reading of keys and values in
 * decode. */
#include "cost/weft-attention.h"

#include <math.h>

/* Elements of queries, keys, values, scores and results are of 16 bits in these kernels. */
#define ELEMENT_BYTES 2

/* Backward computes five products where forward computes two (Dao, arxiv:2307.08691, section 3.1): the scores again,
 * and the gradients of scores, queries, keys and values. Kept scores save the first, of four. */
#define FUSED_BACKWARD (5.0 / 2)
#define PLAIN_BACKWARD (4.0 / 2)

/* Pairs of query and key in one head of one sequence, @slack more keys for each query. */
static inline double
count_pairs (const WeftAttentionWork *work,
             double                   slack)
{
  double seen = work->context;

  /* The first query sees context - tokens + 1 keys, the last one all. */
  if (work->is_causal)
    seen -= (work->tokens - 1) / 2;
  return work->tokens * (seen + slack);
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

static inline double
fused_s (const WeftChipKernels   *self,
         const WeftAttentionWork *work)
{
  double rate = weft_attention_flops (self, work->kernel, (work->qk_dim + work->v_dim) / 2);

  return count_flop (work, count_pairs (work, self->attention_block)) / rate;
}

/* Two batched products over the whole square, and the traffic of the scores between them (Korthikanti et al.,
 * arxiv:2205.05198, section 4): scaling, masking, softmax and dropout. */
static double
plain_s (const WeftChipKernels   *self,
         const WeftAttentionWork *work)
{
  const WeftGemmRates *rates = &self->gemm[WEFT_FORMAT_BF16];
  double batch = work->sequences * work->heads;
  double scores = batch * work->tokens * work->context;

  return weft_grouped_gemm_s (rates, batch, work->tokens, work->context, work->qk_dim, ELEMENT_BYTES, ELEMENT_BYTES)
         + weft_grouped_gemm_s (rates, batch, work->tokens, work->v_dim, work->context, ELEMENT_BYTES, ELEMENT_BYTES)
         + weft_stream_s (self, MAX (self->attention_passes - 2, 0) * scores * ELEMENT_BYTES);
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
 * weft_attention_flops: (skip)
 * @self: a chip's kernels
 * @kernel: a fused kernel
 * @width: of a head; the mean of queries' and values' where they differ
 *
 * The rate over long sequences. A pair of query and key costs 4 FLOP for each element that the head is wide, and one
 * exponential whatever its width (Shah et al., arxiv:2407.08608, section 3.1): the narrower the head, the more the
 * softmax counts. The two overlap in part: the root of the sum of squares.
 *
 * Returns: FLOP/s of the forward pass; NAN for plain attention
 */
double
weft_attention_flops (const WeftChipKernels *self,
                      WeftAttentionKernel    kernel,
                      double                 width)
{
  const WeftAttentionRates *rates = &self->attention[kernel];

  return 1 / sqrt (1 / (rates->product_flops * rates->product_flops)
                   + 1 / (rates->softmax_flops * rates->softmax_flops * width * width));
}

/**
 * weft_attention_forward_s: (skip)
 * @self: a chip's kernels
 * @work: one layer's attention
 *
 * Seconds of attention forward. Fused: the longer of its arithmetic and of moving queries, keys, values and results
 * once. Plain: see #WeftAttentionKernel.
 *
 * Returns: the time, its launches included
 */
double
weft_attention_forward_s (const WeftChipKernels   *self,
                          const WeftAttentionWork *work)
{
  if (work->kernel == WEFT_ATTENTION_PLAIN)
    return plain_s (self, work);

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
 * weft_attention_forward_s() of multi-head attention by the best kernel.
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
  WeftAttentionWork work = { WEFT_ATTENTION_BEST, sequences, heads, heads, head_dim, head_dim, tokens, context, causal };

  return weft_attention_forward_s (self, &work);
}

/**
 * weft_attention_backward_s: (skip)
 * @self: a chip's kernels
 * @work: one layer's attention
 *
 * Seconds of attention backward. Fused: 2.5 times the arithmetic of forward at its own rate, twice the traffic. Plain:
 * twice what forward takes.
 *
 * Returns: the time, its launches included
 */
double
weft_attention_backward_s (const WeftChipKernels   *self,
                           const WeftAttentionWork *work)
{
  if (work->kernel == WEFT_ATTENTION_PLAIN)
    return PLAIN_BACKWARD * plain_s (self, work);

  return MAX (FUSED_BACKWARD * fused_s (self, work) / self->attention[work->kernel].backward_share,
              2 * count_bytes (work) / self->decode_bytes_s) + self->stream_launch_s;
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
