/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha-beta costs of collectives: the one place where they are written. A time is kept as its latency and its
 * transfer part, so that whoever adds times up can still say what bounds them. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/**
 * WeftLink: (skip)
 * @alpha_s: start-up time of one message, in seconds
 * @bw_bytes_s: bandwidth in one direction, in bytes a second (beta); may be infinite
 */
typedef struct
{
  double alpha_s;
  double bw_bytes_s;
} WeftLink;

/**
 * WeftCommTime: (skip)
 * @latency_s: the part that start-ups take
 * @transfer_s: the part that bytes take
 */
typedef struct
{
  double latency_s;
  double transfer_s;
} WeftCommTime;

static inline double
weft_comm_time_total (WeftCommTime time)
{
  return time.latency_s + time.transfer_s;
}

static inline WeftCommTime
weft_comm_time_scale (WeftCommTime time,
                      double       factor)
{
  WeftCommTime scaled = { time.latency_s * factor, time.transfer_s * factor };

  return scaled;
}

static inline WeftCommTime
weft_comm_time_add (WeftCommTime a,
                    WeftCommTime b)
{
  WeftCommTime sum = { a.latency_s + b.latency_s, a.transfer_s + b.transfer_s };

  return sum;
}

WEFT_API WeftCommTime weft_reduce_scatter          (double          ranks,
                                                    double          bytes,
                                                    const WeftLink *link);
WEFT_API WeftCommTime weft_all_gather              (double          ranks,
                                                    double          bytes,
                                                    const WeftLink *link);
WEFT_API WeftCommTime weft_ring_all_reduce         (double          ranks,
                                                    double          bytes,
                                                    const WeftLink *link);
WEFT_API WeftCommTime weft_hierarchical_all_reduce (double          ranks,
                                                    double          domain,
                                                    double          bytes,
                                                    const WeftLink *inside,
                                                    const WeftLink *across);
WEFT_API WeftCommTime weft_all_to_all              (double          bytes,
                                                    double          local_share,
                                                    const WeftLink *inside,
                                                    const WeftLink *across);
WEFT_API WeftCommTime weft_broadcast               (double          ranks,
                                                    double          bytes,
                                                    const WeftLink *link);
WEFT_API WeftCommTime weft_point_to_point          (double          bytes,
                                                    const WeftLink *link);

G_END_DECLS
