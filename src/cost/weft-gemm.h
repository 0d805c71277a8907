/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kernel takes on a chip as measured: matrix products, and what only moves memory. Attention is in
 * weft-attention.h. */
#pragma once

#include "catalog/weft-inventory.h"
#include "cost/weft-format.h"

G_BEGIN_DECLS

/**
 * WeftGemmRates: (skip)
 * @rate_flops: what products of large matrices reach, FLOP/s: peak times measured share; NAN without such a format
 * @bw_bytes_s: what memory traffic of products reaches, B/s
 * @launch_s: what every product takes on top
 * @cast_s: what casting the left matrix into the format takes on top of its traffic; 0 for formats that are not cast into
 * @cast_bytes: bytes read and written for an element that is cast
 * @epilogue_share: part of the writing of the result that does not hide behind the arithmetic
 * @is_calibrated: measured on this chip in this format; else the defaults of the profile
 *
 * How fast a chip multiplies matrices in one format.
 */
typedef struct
{
  double rate_flops;
  double bw_bytes_s;
  double launch_s;
  double cast_s;
  double cast_bytes;
  double epilogue_share;
  gboolean is_calibrated;
} WeftGemmRates;

/**
 * WeftChipKernels: (skip)
 * @gemm: products by format
 * @peak_flops: of the data sheet, dense, matrix units where there are; NAN when unknown
 * @stream_bytes_s: what kernels reach that only move memory (elementwise, normalisation, softmax)
 * @stream_launch_s: what each of them takes on top
 * @host_launch_s: what the host needs to launch one kernel; it bounds short kernels that no graph launches
 * @attention_flops: fused attention forward, FLOP/s for very wide heads
 * @attention_head_dim: the head dimension at which fused attention reaches half of that: what the softmax costs
 * @attention_backward_share: rate of the backward pass, of the forward pass
 * @attention_block: keys that a block of queries works on at once; blocks on the diagonal are computed whole
 * @decode_bytes_s: what reading keys and values reaches in decode
 * @is_attention_calibrated: measured on this chip
 * @is_stream_calibrated: measured on this chip
 *
 * What kernels reach on one chip, from the profile's constants. See weft_chip_kernels_init().
 */
typedef struct
{
  WeftGemmRates gemm[WEFT_N_FORMATS];
  double peak_flops[WEFT_N_FORMATS];
  double stream_bytes_s;
  double stream_launch_s;
  double host_launch_s;
  double attention_flops;
  double attention_head_dim;
  double attention_backward_share;
  double attention_block;
  double decode_bytes_s;
  gboolean is_attention_calibrated;
  gboolean is_stream_calibrated;
} WeftChipKernels;

WEFT_API gboolean weft_chip_kernels_init (WeftChipKernels      *self,
                                          WeftProfile          *profile,
                                          const WeftChip       *chip,
                                          GError              **error);

WEFT_API double   weft_gemm_s            (const WeftGemmRates   *rates,
                                          double                 m,
                                          double                 n,
                                          double                 k,
                                          double                 element_bytes,
                                          double                 output_bytes);
WEFT_API double   weft_grouped_gemm_s    (const WeftGemmRates   *rates,
                                          double                 groups,
                                          double                 m,
                                          double                 n,
                                          double                 k,
                                          double                 element_bytes,
                                          double                 output_bytes);
WEFT_API double   weft_cast_s            (const WeftGemmRates   *rates,
                                          double                 elements);
WEFT_API double   weft_stream_s          (const WeftChipKernels *self,
                                          double                 bytes);

G_END_DECLS
