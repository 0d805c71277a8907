/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kernel takes on a chip as measured: matrix products, attention, and what only moves memory. */
#pragma once

#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

/* Formats that products are computed in. */
typedef enum
{
  WEFT_FORMAT_FP64,
  WEFT_FORMAT_FP32,
  WEFT_FORMAT_TF32,
  WEFT_FORMAT_BF16, /* and FP16 */
  WEFT_FORMAT_FP8,
  WEFT_FORMAT_FP4,
  WEFT_N_FORMATS,
} WeftFormat;

/**
 * WeftGemmRates: (skip)
 * @rate_flops: what products of large matrices reach, FLOP/s: peak times measured share
 * @bw_bytes_s: what memory traffic of products reaches, B/s
 * @launch_s: what every product takes on top
 * @is_calibrated: measured on this chip in this format; else the defaults of the profile
 *
 * How fast a chip multiplies matrices in one format. rate_flops is NAN when the chip has no rate in this format.
 */
typedef struct
{
  double rate_flops;
  double bw_bytes_s;
  double launch_s;
  gboolean is_calibrated;
} WeftGemmRates;

/**
 * WeftChipRates...: see weft_chip_kernels_init()
 */
typedef struct
{
  WeftGemmRates gemm[WEFT_N_FORMATS];
  double peak_flops[WEFT_N_FORMATS]; /* of the data sheet, dense; NAN when unknown */
  double attention_share;            /* of the BF16 peak, forward, flash attention */
  double stream_bytes_s;             /* kernels that only move memory */
} WeftChipKernels;

/* From the profile's constants for @chip; defaults where it has none. */
WEFT_API gboolean weft_chip_kernels_init (WeftChipKernels *self, WeftProfile *profile, const WeftChip *chip, GError **error);
/* Seconds of C[m,n] = A[m,k] B[k,n]. */
WEFT_API double   weft_gemm_s            (const WeftGemmRates *rates, double m, double n, double k, double element_bytes, double output_bytes);
/* Seconds of attention forward: batch × heads sequences of @tokens queries that see @context keys, causal or not. */
WEFT_API double   weft_attention_s       (const WeftChipKernels *self, double sequences, double heads, double head_dim, double tokens, double context, gboolean causal);

WEFT_API const char *weft_format_nick    (WeftFormat format); /* "bf16" */
WEFT_API gboolean    weft_format_parse   (const char *nick, WeftFormat *format); /* "fp16" is bf16's */

G_END_DECLS
