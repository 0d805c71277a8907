/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha-beta costs of collectives (Thakur, Rabenseifner and Gropp 2005; ArchAgent, section III-D). */
#include "cost/weft-collective.h"

#include <math.h>

/* One sweep of a ring: every rank sends ranks - 1 messages of bytes / ranks. */
static inline WeftCommTime
sweep_ring (double          ranks,
            double          bytes,
            const WeftLink *link)
{
  if (ranks <= 1)
    return (WeftCommTime) { 0, 0 };

  return (WeftCommTime) {
    (ranks - 1) * link->alpha_s,
    (ranks - 1) / ranks * bytes / link->bw_bytes_s,
  };
}

/**
 * weft_reduce_scatter: (skip)
 * @ranks: number of ranks, p
 * @bytes: bytes that each rank holds before, m
 * @link: the link of the ring
 *
 * (p - 1) alpha + (p - 1) / p * m / beta: half of a ring all-reduce. One rank costs nothing.
 *
 * Returns: the time, in seconds
 */
WeftCommTime
weft_reduce_scatter (double          ranks,
                     double          bytes,
                     const WeftLink *link)
{
  return sweep_ring (ranks, bytes, link);
}

/**
 * weft_all_gather: (skip)
 * @ranks: number of ranks, p
 * @bytes: bytes that each rank holds afterwards, m
 * @link: the link of the ring
 *
 * The same cost as a reduce-scatter of @bytes.
 *
 * Returns: the time, in seconds
 */
WeftCommTime
weft_all_gather (double          ranks,
                 double          bytes,
                 const WeftLink *link)
{
  return sweep_ring (ranks, bytes, link);
}

/**
 * weft_ring_all_reduce: (skip)
 * @ranks: number of ranks, p
 * @bytes: bytes that each rank holds, m
 * @link: the link of the ring
 *
 * 2 (p - 1) alpha + 2 (p - 1) / p * m / beta (Thakur 2005, ring; ArchAgent, section III-D).
 *
 * Returns: the time, in seconds
 */
WeftCommTime
weft_ring_all_reduce (double          ranks,
                      double          bytes,
                      const WeftLink *link)
{
  return weft_comm_time_scale (sweep_ring (ranks, bytes, link), 2);
}

/**
 * weft_hierarchical_all_reduce: (skip)
 * @ranks: number of ranks in all, n
 * @domain: ranks that share a scale-up domain, S
 * @bytes: bytes that each rank holds, m
 * @inside: the scale-up link
 * @across: the scale-out link
 *
 * A ring of min(n, S) ranks on m inside the domain, then a ring of ceil(n / S) domains on m / S across
 * (ArchAgent, section III-D). With one domain it is the plain ring.
 *
 * Returns: the time, in seconds
 */
WeftCommTime
weft_hierarchical_all_reduce (double          ranks,
                              double          domain,
                              double          bytes,
                              const WeftLink *inside,
                              const WeftLink *across)
{
  return weft_comm_time_add (weft_ring_all_reduce (MIN (ranks, domain), bytes, inside),
                             weft_ring_all_reduce (ceil (ranks / domain), bytes / domain, across));
}

/**
 * weft_all_to_all: (skip)
 * @bytes: bytes that each rank sends in all
 * @local_share: part of the bytes that stays inside the scale-up domain, 0 to 1
 * @inside: the scale-up link
 * @across: the scale-out link
 *
 * Every rank's injection port bounds it: bytes / beta. What stays inside uses the scale-up link at the same time.
 *
 * Returns: the time, in seconds
 */
WeftCommTime
weft_all_to_all (double          bytes,
                 double          local_share,
                 const WeftLink *inside,
                 const WeftLink *across)
{
  double outside_s = bytes * (1 - local_share) / across->bw_bytes_s;
  double inside_s = bytes * local_share / inside->bw_bytes_s;

  return (WeftCommTime) { 0, MAX (outside_s, inside_s) };
}

/**
 * weft_broadcast: (skip)
 * @ranks: number of ranks, p
 * @bytes: bytes that all of them have afterwards, m
 * @link: the link between any two
 *
 * A binomial tree: ceil(log2 p) (alpha + m / beta) (Thakur 2005, section 4.1). One rank costs nothing.
 *
 * Returns: the time, in seconds
 */
WeftCommTime
weft_broadcast (double          ranks,
                double          bytes,
                const WeftLink *link)
{
  return weft_comm_time_scale (weft_point_to_point (bytes, link), ranks > 1 ? ceil (log2 (ranks)) : 0);
}

/**
 * weft_point_to_point: (skip)
 * @bytes: bytes of the message, m
 * @link: the link
 *
 * alpha + m / beta.
 *
 * Returns: the time, in seconds
 */
WeftCommTime
weft_point_to_point (double          bytes,
                     const WeftLink *link)
{
  return (WeftCommTime) { link->alpha_s, bytes / link->bw_bytes_s };
}
