/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kernel takes on a chip as measured: matrix products, and what only moves memory. Attention is in
 * weft-attention.h. */
#pragma once

#include "catalog/weft-inventory.h"
#include "cost/weft-format.h"

G_BEGIN_DECLS

/* Sides of tiles are 64, 128 or 256. */
#define WEFT_GEMM_SIDES 3u
#define WEFT_GEMM_MAX_TILES (WEFT_GEMM_SIDES * WEFT_GEMM_SIDES)

/**
 * WeftGemmTile: (skip)
 * @rows: which side its rows are, 0 to 2 for 64, 128 and 256
 * @columns: likewise
 * @depth_s: what a multiprocessor takes for it, for each term of the sums
 *
 * A part of the result that one multiprocessor computes.
 */
typedef struct
{
  guint rows;
  guint columns;
  double depth_s;
} WeftGemmTile;

/**
 * WeftGemmCut: (skip)
 * @flops: what multiprocessors reach together on tiles, FLOP/s
 * @step_s: what a multiprocessor takes at least for a term of a tile's sums, however small the tile
 * @least_rows: fewest rows of a tile
 * @least_columns: fewest columns
 * @units: multiprocessors; NAN when unknown
 *
 * What tiles follow from.
 */
typedef struct
{
  double flops;
  double step_s;
  double least_rows;
  double least_columns;
  double units;
} WeftGemmCut;

/**
 * WeftGemmRates: (skip)
 * @rate_flops: what products of large matrices reach, FLOP/s; NAN without such a format
 * @bw_bytes_s: what memory traffic of products reaches, B/s
 * @launch_s: what every product takes on top
 * @tiles: to choose from
 * @n_tiles: 0 when nothing is known of the chip's multiprocessors: results are not cut into tiles then
 * @cut: what the tiles follow from
 * @tile_s: what a tile takes besides its arithmetic: filling and draining
 * @whole_share: how far tiles are dealt out in whole rounds, 1, or as it suits, 0
 * @epilogue_share: part of the writing of the result that does not hide behind the arithmetic
 * @cast_s: what casting the left matrix into the format takes on top of its traffic; 0 for formats that are not cast into
 * @cast_bytes: bytes read and written for an element that is cast
 * @is_calibrated: measured on this chip in this format; else the defaults of the profile
 *
 * How fast a chip multiplies matrices in one format.
 */
typedef struct
{
  double rate_flops;
  double bw_bytes_s;
  double launch_s;
  WeftGemmTile tiles[WEFT_GEMM_MAX_TILES];
  guint n_tiles;
  WeftGemmCut cut;
  double tile_s;
  double whole_share;
  double epilogue_share;
  double cast_s;
  double cast_bytes;
  gboolean is_calibrated;
} WeftGemmRates;

/**
 * WeftAttentionKernel: (skip)
 * @WEFT_ATTENTION_BEST: the fastest fused kernel known for the chip
 * @WEFT_ATTENTION_FLASH2: FlashAttention-2, which makes poor use of Hopper and later
 * @WEFT_ATTENTION_PLAIN: scores are kept in memory, as software did before fused kernels
 *
 * How attention is computed.
 */
typedef enum
{
  WEFT_ATTENTION_BEST,
  WEFT_ATTENTION_FLASH2,
  WEFT_ATTENTION_PLAIN,
  WEFT_N_ATTENTION_KERNELS,
} WeftAttentionKernel;

/**
 * WeftAttentionRates: (skip)
 * @product_flops: what the products of fused attention would reach without a softmax, FLOP/s
 * @softmax_flops: what the softmax would allow without products, FLOP/s for each element that heads are wide
 * @backward_share: rate of the backward pass, of the forward pass
 * @is_calibrated: measured on this chip
 *
 * How fast a chip computes attention by one kernel. Plain attention has rates of products and of memory instead.
 */
typedef struct
{
  double product_flops;
  double softmax_flops;
  double backward_share;
  gboolean is_calibrated;
} WeftAttentionRates;

/**
 * WeftChipKernels: (skip)
 * @gemm: products by format
 * @peak_flops: of the data sheet, dense, of the matrix units where there are; NAN when unknown
 * @vector_flops: what vector units reach in FP64, FLOP/s
 * @stream_bytes_s: what kernels reach that only move memory (elementwise, normalisation, softmax)
 * @stream_launch_s: what each of them takes on top
 * @host_launch_s: what the host needs to launch one kernel; it bounds short kernels that no graph launches
 * @product_host_s: what the host needs to launch one product by a library; it bounds short products that no graph
 *   launches
 * @attention: by kernel
 * @attention_block: keys worth of time that filling and draining takes for each block of queries
 * @attention_passes: how often plain attention reads or writes its scores
 * @decode_bytes_s: what reading keys and values reaches in decode
 * @is_stream_calibrated: measured on this chip
 *
 * What kernels reach on one chip, from the profile's constants. See weft_chip_kernels_init().
 */
typedef struct
{
  WeftGemmRates gemm[WEFT_N_FORMATS];
  double peak_flops[WEFT_N_FORMATS];
  double vector_flops;
  double stream_bytes_s;
  double stream_launch_s;
  double host_launch_s;
  double product_host_s;
  WeftAttentionRates attention[WEFT_N_ATTENTION_KERNELS];
  double attention_block;
  double attention_passes;
  double decode_bytes_s;
  gboolean is_stream_calibrated;
} WeftChipKernels;

WEFT_API gboolean weft_chip_kernels_init (WeftChipKernels       *self,
                                          WeftProfile           *profile,
                                          const WeftChip        *chip,
                                          GError               **error);

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
WEFT_API double   weft_roofline_kernel_s (const WeftChipKernels *self,
                                          double                 rate_flops,
                                          double                 flop,
                                          double                 bytes);

G_END_DECLS
