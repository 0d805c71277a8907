/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which tiles a chip's products are cut into, and what each takes. */
#include "cost/weft-gemm-private.h"

#include <math.h>

/* A multiprocessor's registers hold no larger one. */
#define MOST_AREA (128 * 256)

/* A tile's arithmetic and the step to its next term go on side by side, the longer one counting most. */
static double
find_depth (const WeftGemmCut *cut,
            double             area)
{
  double compute_s = 2 * area * cut->units / cut->flops;

  return sqrt (sqrt (pow (compute_s, 4) + pow (cut->step_s, 4)));
}

static void
add_tile (WeftGemmRates     *self,
          const WeftGemmCut *cut,
          guint              rows,
          guint              columns)
{
  double area = weft_gemm_side (rows) * weft_gemm_side (columns);
  WeftGemmTile *tile = &self->tiles[self->n_tiles];

  if (area > MOST_AREA || weft_gemm_side (rows) < cut->least_rows || weft_gemm_side (columns) < cut->least_columns)
    return;

  *tile = (WeftGemmTile) { rows, columns, find_depth (cut, area) };
  self->rate_flops = MAX (self->rate_flops, 2 * area * cut->units / tile->depth_s);
  self->n_tiles++;
}

/* Fills in rate_flops, cut and tiles. */
void
weft_gemm_rates_cut (WeftGemmRates     *self,
                     const WeftGemmCut *cut)
{
  self->n_tiles = 0;
  self->cut = *cut;
  self->rate_flops = cut->flops;
  if (!(cut->units > 0) || !(cut->flops > 0))
    return;

  self->rate_flops = 0;
  for (guint rows = 0; rows < WEFT_GEMM_SIDES; rows++)
    for (guint columns = 0; columns < WEFT_GEMM_SIDES; columns++)
      add_tile (self, cut, rows, columns);

  /* Constants that leave no tile say nothing of tiles. */
  if (self->n_tiles == 0)
    self->rate_flops = cut->flops;
}
