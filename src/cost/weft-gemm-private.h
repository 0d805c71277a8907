/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How rates of products are made of a profile's constants, for those who try constants. */
#pragma once

#include "cost/weft-gemm.h"

G_BEGIN_DECLS

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

/* Rows or columns of the sides of tiles: 64, 128, 256. */
static inline double
weft_gemm_side (guint side)
{
  return 64u << side;
}

void weft_gemm_rates_cut (WeftGemmRates     *self,
                          const WeftGemmCut *cut);

G_END_DECLS
