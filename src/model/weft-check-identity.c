/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Level 2: identities of collectives and of the roofline, which hold whatever the constants are. */
#include "model/weft-check-private.h"

#include <math.h>

#include "cost/weft-collective.h"
#include "cost/weft-roofline.h"

#define MEBI 1048576.0

static const WeftLink inside = { 0.38e-6, 450e9 };
static const WeftLink across = { 1.6e-6, 50e9 };

static double
ring_s (double ranks,
        double bytes,
        WeftLink link)
{
  return weft_comm_time_total (weft_ring_all_reduce (ranks, bytes, &link));
}

static void
check_ring (WeftCheckRun *run)
{
  double sum = weft_comm_time_total (weft_reduce_scatter (8, MEBI, &inside))
               + weft_comm_time_total (weft_all_gather (8, MEBI, &inside));
  WeftLink fast = { inside.alpha_s, INFINITY };
  WeftLink eager = { 0, inside.bw_bytes_s };

  weft_check_add (run, "identity/ring/one-rank", 0, ring_s (1, MEBI, inside), 0, "s",
                  "one rank has nobody to talk to");
  weft_check_add (run, "identity/ring/infinite-bandwidth", 2 * 7 * inside.alpha_s,
                  ring_s (8, MEBI, fast), 1e-12, "s", "2 (p - 1) alpha remains");
  weft_check_add (run, "identity/ring/zero-latency", 2 * MEBI / inside.bw_bytes_s,
                  ring_s (1e9, MEBI, eager), 1e-8, "s", "tends to 2 m / beta for many ranks");
  weft_check_add (run, "identity/ring/two-halves", ring_s (8, MEBI, inside), sum, 1e-12, "s",
                  "all-reduce = reduce-scatter + all-gather");
  weft_check_add (run, "identity/ring/linear", 2 * ring_s (8, MEBI, eager),
                  ring_s (8, 2 * MEBI, eager), 1e-12, "s", "without latency, time is linear in bytes");
  weft_check_add (run, "identity/ring/two-ranks", 2 * inside.alpha_s + MEBI / inside.bw_bytes_s,
                  ring_s (2, MEBI, inside), 1e-12, "s", "two ranks exchange halves, twice");
}

static void
check_other_collectives (WeftCheckRun *run)
{
  WeftCommTime one_domain = weft_hierarchical_all_reduce (8, 8, MEBI, &inside, &across);
  WeftCommTime two_levels = weft_hierarchical_all_reduce (64, 8, MEBI, &inside, &across);

  weft_check_add (run, "identity/hierarchical/one-domain", ring_s (8, MEBI, inside),
                  weft_comm_time_total (one_domain), 1e-12, "s",
                  "with one domain it is the ring");
  weft_check_add (run, "identity/hierarchical/two-levels",
                  ring_s (8, MEBI, inside) + ring_s (8, MEBI / 8, across),
                  weft_comm_time_total (two_levels), 1e-12, "s",
                  "the ring of a domain, then the ring of domains on an eighth");
  weft_check_add (run, "identity/hierarchical/part-domain", ring_s (5, MEBI, inside),
                  weft_comm_time_total (weft_hierarchical_all_reduce (5, 8, MEBI, &inside, &across)),
                  1e-12, "s", "fewer ranks than a domain never leave it");
  weft_check_add (run, "identity/all-to-all/port", MEBI / across.bw_bytes_s,
                  weft_comm_time_total (weft_all_to_all (MEBI, 0, &inside, &across)), 1e-12, "s",
                  "bytes / beta of the injection port");
  weft_check_add (run, "identity/all-to-all/local", MEBI / inside.bw_bytes_s,
                  weft_comm_time_total (weft_all_to_all (MEBI, 1, &inside, &across)), 1e-12, "s",
                  "inside one domain only the scale-up link counts");
  weft_check_add (run, "identity/point-to-point/empty", across.alpha_s,
                  weft_comm_time_total (weft_point_to_point (0, &across)), 1e-12, "s",
                  "an empty message costs alpha");
}

/* 1 when every step of a sweep grows, else the first step's index that does not. */
static double
grows (double (*at) (double x))
{
  double last = at (1);

  for (guint i = 2; i <= 64; i++)
    {
      double next = at (i);

      if (!(next > last))
        return -(double) i;
      last = next;
    }

  return 1;
}

static double
by_bytes (double x)
{
  return ring_s (8, x * MEBI, inside);
}

static double
by_ranks (double x)
{
  return ring_s (x, MEBI, inside);
}

static double
by_alpha (double x)
{
  return ring_s (8, MEBI, (WeftLink) { x * 1e-6, inside.bw_bytes_s });
}

static double
by_slowness (double x)
{
  return ring_s (8, MEBI, (WeftLink) { inside.alpha_s, inside.bw_bytes_s / x });
}

static double
by_domains (double x)
{
  return weft_comm_time_total (weft_hierarchical_all_reduce (8 * x, 8, MEBI, &inside, &across));
}

static void
check_growth (WeftCheckRun *run)
{
  static const char *const source = "a sweep of 64 steps grows at every step";

  weft_check_add (run, "identity/monotone/bytes", 1, grows (by_bytes), 0, "", source);
  weft_check_add (run, "identity/monotone/ranks", 1, grows (by_ranks), 0, "", source);
  weft_check_add (run, "identity/monotone/alpha", 1, grows (by_alpha), 0, "", source);
  weft_check_add (run, "identity/monotone/bandwidth", 1, grows (by_slowness), 0, "", source);
  weft_check_add (run, "identity/monotone/domains", 1, grows (by_domains), 0, "", source);
}

static void
check_roofline (WeftCheckRun *run)
{
  /* At the ridge, arithmetic intensity = rate / bandwidth, both sides are equal. */
  WeftRoofline ridge = weft_roofline (1e12, 1e12 / (40e12 / 8e12), 40e12, 8e12);

  weft_check_add (run, "identity/roofline/ridge", ridge.compute_s, ridge.memory_s, 1e-12, "s",
                  "both sides are equal at the ridge");
  weft_check_add (run, "identity/roofline/no-bytes", 1.0 / 40,
                  weft_roofline_s (weft_roofline (1e12, 0, 40e12, 8e12)), 1e-12, "s",
                  "without memory traffic the peak bounds");
  weft_check_add (run, "identity/roofline/no-flop", 1.0 / 8,
                  weft_roofline_s (weft_roofline (0, 1e12, 40e12, 8e12)), 1e-12, "s",
                  "without arithmetic the bandwidth bounds");
  weft_check_add (run, "identity/roofline/side", 1,
                  weft_roofline_is_memory_bound (weft_roofline (54, 16, 34e12 * 0.468, 3.35e12 * 0.8)),
                  0, "", "the stencil is memory-bound on an H100: 3.4 FLOP a byte, the ridge is 5.9");
}

/**
 * weft_check_identity_run: (skip)
 * @run: the suite
 *
 * Adds the checks of level 2.
 */
void
weft_check_identity_run (WeftCheckRun *run)
{
  check_ring (run);
  check_other_collectives (run);
  check_growth (run);
  check_roofline (run);
}
