/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix products and memory traffic: tiles dealt out to multiprocessors against memory, with a smooth ridge, what does
 * not hide behind either, and the launch. */
#include <math.h>

#include "cost/weft-gemm-private.h"

static inline double
square (double x)
{
  return x * x;
}

/* Arithmetic and traffic overlap well when one of them is much longer and less so when they are alike: the fourth root
 * of the sum of the fourth powers. */
static inline double
overlap_s (double compute_s,
           double memory_s)
{
  return sqrt (sqrt (square (square (compute_s)) + square (square (memory_s))));
}

/* The best way to cut @groups results of m by n into tiles. Multiprocessors take tiles in rounds; the last round is
 * seldom full, and software evens that out in part. */
static inline double
tiled_s (const WeftGemmRates *rates,
         double               groups,
         double               m,
         double               n,
         double               k)
{
  double rows[WEFT_GEMM_SIDES], columns[WEFT_GEMM_SIDES];
  double units = rates->cut.units, whole = rates->whole_share;
  double best_s = INFINITY;

  for (guint i = 0; i < WEFT_GEMM_SIDES; i++)
    {
      rows[i] = groups * ceil (m / weft_gemm_side (i));
      columns[i] = ceil (n / weft_gemm_side (i));
    }

  for (guint i = 0; i < rates->n_tiles; i++)
    {
      const WeftGemmTile *tile = &rates->tiles[i];
      double rounds = rows[tile->rows] * columns[tile->columns] / units;
      double tile_s = k * tile->depth_s + rates->tile_s;

      rounds = whole * ceil (rounds) + (1 - whole) * MAX (rounds, 1);
      best_s = MIN (best_s, rounds * tile_s);
    }
  return best_s;
}

static inline double
products_s (const WeftGemmRates *rates,
            double               groups,
            double               m,
            double               n,
            double               k,
            double               element_bytes,
            double               output_bytes)
{
  double compute_s = rates->n_tiles > 0 ? tiled_s (rates, groups, m, n, k) : 2 * groups * m * n * k / rates->rate_flops;
  double read_s = groups * (m + n) * k * element_bytes / rates->bw_bytes_s;
  double write_s = groups * m * n * output_bytes / rates->bw_bytes_s;
  double late_s = write_s * rates->epilogue_share;

  return overlap_s (compute_s, read_s + write_s - late_s) + late_s + rates->launch_s;
}

/**
 * weft_gemm_s: (skip)
 * @rates: of the chip in the format of the inputs
 * @m: rows of the result
 * @n: columns of the result
 * @k: length of the sums
 * @element_bytes: of an element of the inputs
 * @output_bytes: of an element of the result
 *
 * Seconds of C[m,n] = A[m,k] B[k,n], its launch included; not what casting A takes, see weft_cast_s(). The result is
 * cut into the tiles that are fastest; a multiprocessor takes a time for each tile that grows with k, and tiles come in
 * rounds (wave quantisation: NVIDIA, Matrix Multiplication Background User's Guide, sections 3 and 4). Reading and most
 * of the writing goes on at the same time.
 *
 * Returns: the time; NAN when the chip has no such format
 */
double
weft_gemm_s (const WeftGemmRates *rates,
             double               m,
             double               n,
             double               k,
             double               element_bytes,
             double               output_bytes)
{
  return products_s (rates, 1, m, n, k, element_bytes, output_bytes);
}

/**
 * weft_grouped_gemm_s: (skip)
 * @rates: of the chip in the format of the inputs
 * @groups: products, each with matrices of its own: experts that have tokens, heads of a batch
 * @m: rows of each, on average
 * @n: columns of each
 * @k: length of the sums
 * @element_bytes: of an element of the inputs
 * @output_bytes: of an element of the results
 *
 * Seconds of @groups products in one launch, as layers of experts are computed. With one group it is weft_gemm_s().
 *
 * Returns: the time; NAN when the chip has no such format
 */
double
weft_grouped_gemm_s (const WeftGemmRates *rates,
                     double               groups,
                     double               m,
                     double               n,
                     double               k,
                     double               element_bytes,
                     double               output_bytes)
{
  return products_s (rates, groups, m, n, k, element_bytes, output_bytes);
}

/**
 * weft_cast_s: (skip)
 * @rates: of the chip in the format that is cast into
 * @elements: to cast, from BF16
 *
 * Seconds of casting activations into FP8 or FP4 with their scales, as a kernel of its own. Nothing for other formats.
 *
 * Returns: the time
 */
double
weft_cast_s (const WeftGemmRates *rates,
             double               elements)
{
  return rates->cast_s + elements * rates->cast_bytes / rates->bw_bytes_s;
}

/**
 * weft_stream_s: (skip)
 * @self: a chip's kernels
 * @bytes: read and written
 *
 * Seconds of a kernel that only moves memory: elementwise operations, normalisation, softmax, copies.
 *
 * Returns: the time, its launch included
 */
double
weft_stream_s (const WeftChipKernels *self,
               double                 bytes)
{
  return bytes / self->stream_bytes_s + self->stream_launch_s;
}

/**
 * weft_roofline_kernel_s: (skip)
 * @self: a chip's kernels
 * @rate_flops: what its arithmetic reaches, FLOP/s: gemm[].rate_flops, vector_flops
 * @flop: operations
 * @bytes: read and written
 *
 * Seconds of a kernel of known intensity: the roofline (Williams, Waterman and Patterson 2009) with the smooth ridge of
 * products.
 *
 * Returns: the time, its launch included
 */
double
weft_roofline_kernel_s (const WeftChipKernels *self,
                        double                 rate_flops,
                        double                 flop,
                        double                 bytes)
{
  return overlap_s (flop / rate_flops, bytes / self->stream_bytes_s) + self->stream_launch_s;
}
