/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How rates of products are made of a profile's constants, for those who try constants. */
#pragma once

#include "cost/weft-gemm.h"

G_BEGIN_DECLS

/* Rows or columns of the sides of tiles: 64, 128, 256. */
static inline double
weft_gemm_side (guint side)
{
  return 64u << side;
}

void        weft_gemm_rates_cut (WeftGemmRates     *self,
                                 const WeftGemmCut *cut);

/* (nullable): the chip whose constants hold for @chip too: "kernels_like\@CHIP". */
const char *weft_kernels_like   (WeftProfile       *profile,
                                 const WeftChip    *chip);
/* The best product that the catalog knows of, FLOP/s; NAN when it knows none. */
double      weft_gemm_achieved_flops (const WeftChip *chip,
                                      WeftFormat      format);

G_END_DECLS
