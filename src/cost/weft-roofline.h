/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The roofline: a kernel takes the longer of its arithmetic and its memory traffic. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/**
 * WeftRoofline: (skip)
 * @compute_s: time of the arithmetic alone
 * @memory_s: time of the memory traffic alone
 */
typedef struct
{
  double compute_s;
  double memory_s;
} WeftRoofline;

/**
 * weft_roofline: (skip)
 * @flop: floating-point operations
 * @bytes: bytes moved to and from memory
 * @rate_flops: achieved rate, FLOP/s: peak times efficiency
 * @rate_bytes_s: achieved bandwidth, B/s: bandwidth times efficiency
 *
 * The two sides of the roofline (Williams, Waterman and Patterson 2009).
 *
 * Returns: both times, in seconds
 */
static inline WeftRoofline
weft_roofline (double flop,
               double bytes,
               double rate_flops,
               double rate_bytes_s)
{
  WeftRoofline roofline = { flop / rate_flops, bytes / rate_bytes_s };

  return roofline;
}

static inline double
weft_roofline_s (WeftRoofline roofline)
{
  return MAX (roofline.compute_s, roofline.memory_s);
}

static inline gboolean
weft_roofline_is_memory_bound (WeftRoofline roofline)
{
  return roofline.memory_s > roofline.compute_s;
}

G_END_DECLS
