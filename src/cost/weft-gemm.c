/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix products and memory traffic: a roofline with a smooth ridge, what does not hide behind it, and the launch. */
#include "cost/weft-gemm.h"

#include <math.h>

/* Arithmetic and traffic overlap well when one of them is much longer and less so when they are alike: between their
 * maximum and their sum, as the cube root of the sum of the cubes. */
static inline double
overlap_s (double compute_s,
           double memory_s)
{
  return cbrt (compute_s * compute_s * compute_s + memory_s * memory_s * memory_s);
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
  double compute_s = 2 * groups * m * n * k / rates->rate_flops;
  double read_s = groups * (m + n) * k * element_bytes / rates->bw_bytes_s;
  double write_s = groups * m * n * output_bytes / rates->bw_bytes_s;

  return overlap_s (compute_s, read_s + write_s * (1 - rates->epilogue_share))
         + write_s * rates->epilogue_share + rates->launch_s;
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
 * Seconds of C[m,n] = A[m,k] B[k,n], its launch included; not what casting A takes, see weft_cast_s().
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
 * @groups: products, each with a right matrix of its own: experts that have tokens
 * @m: rows of each, on average
 * @n: columns of each
 * @k: length of the sums
 * @element_bytes: of an element of the inputs
 * @output_bytes: of an element of the results
 *
 * Seconds of @groups products in one launch, as the layers of experts are computed.
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
