/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernels of scientific computing reach on a chip: shares of its streaming bandwidth by class, launches. */
#pragma once

#include "cost/weft-gemm.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_HPC_STREAM,    /* vectors: copies, sums, scalar products, B/s */
  WEFT_HPC_STENCIL,   /* points and their neighbours on a regular grid, B/s that must move */
  WEFT_HPC_SPMV,      /* sparse matrices with indices, B/s of the matrix in CSR and its vectors */
  WEFT_HPC_MULTIGRID, /* smoothers and sparse products of a multigrid cycle as HPCG has it, B/s, counted like SPMV */
  WEFT_HPC_FFT,       /* a pass of a transform over its data, B/s */
  WEFT_HPC_FP64,      /* arithmetic on vectors, FLOP/s */
  WEFT_HPC_AI,        /* 16-bit matrix products, FLOP/s */
  WEFT_HPC_LAUNCH,    /* of one kernel, s: from its call to its start, once, not there and back */
  WEFT_HPC_SYNC,      /* of chip and host before they exchange anything with others, s, once an exchange */
  WEFT_N_HPC_RATES,
} WeftHpcRate;

/**
 * WeftHpcCounts:
 * @pass_launches: kernels that one pass over a level takes: the eight colours of a smoother, and what is around them
 * @levels: of HPCG's multigrid
 * @level_passes: over the matrix of each level but the coarsest
 * @coarse_passes: over that of the coarsest
 * @level_halos: exchanges of a halo on each level but the coarsest, which has one
 * @vector_bytes: that an iteration of conjugate gradients moves for each row beside matrix and smoother, in B
 * @vector_launches: kernels that these take
 * @fft_pack_passes: reading and writing the data once more around each transpose
 *
 * Counts of what algorithms do, from their definition.
 */
typedef struct
{
  double pass_launches;
  double levels;
  double level_passes;
  double coarse_passes;
  double level_halos;
  double vector_bytes;
  double vector_launches;
  double fft_pack_passes;
} WeftHpcCounts;

/**
 * WeftHpcRates:
 * @rate: of each #WeftHpcRate; NAN when the chip has no FP64 or no 16-bit arithmetic
 * @is_assumed: whether it follows from the data sheet and the shares that other chips have, not from a measurement on
 *   this chip
 * @counts: what algorithms do
 *
 * A chip as the kernels see it.
 */
typedef struct
{
  double rate[WEFT_N_HPC_RATES];
  gboolean is_assumed[WEFT_N_HPC_RATES];
  WeftHpcCounts counts;
} WeftHpcRates;

/**
 * WeftHpcShares:
 * @stencil: of the streaming bandwidth
 * @spmv: likewise
 * @fft: likewise
 * @multigrid: of the data sheet's bandwidth; more than 1 where indices are kept shorter than CSR has them
 * @fp64: of the vector peak of the data sheet
 *
 * The constants that a chip's rates come from, besides those of its matrix products and streams.
 */
typedef struct
{
  double stencil;
  double spmv;
  double fft;
  double multigrid;
  double fp64;
} WeftHpcShares;

WEFT_API gboolean    weft_hpc_counts_init (WeftHpcCounts        *self,
                                           WeftProfile          *profile,
                                           GError              **error);
WEFT_API void        weft_hpc_rates_from  (WeftHpcRates         *self,
                                           const WeftHpcShares  *shares,
                                           const WeftHpcCounts  *counts,
                                           double                mem_bw_bytes_s,
                                           double                stream_bytes_s,
                                           double                peak_fp64_flops,
                                           double                ai_flops,
                                           double                launch_s,
                                           double                sync_s);
WEFT_API gboolean    weft_hpc_rates_init  (WeftHpcRates         *self,
                                           WeftProfile          *profile,
                                           const WeftChip       *chip,
                                           GError              **error);

/* "stencil"; for people, translated; "B/s", "FLOP/s" or "s". */
WEFT_API const char *weft_hpc_rate_nick   (WeftHpcRate           rate);
WEFT_API const char *weft_hpc_rate_label  (WeftHpcRate           rate);
WEFT_API const char *weft_hpc_rate_unit   (WeftHpcRate           rate);

G_END_DECLS
