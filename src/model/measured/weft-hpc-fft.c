/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fourier transforms in three dimensions: passes over the data, and one transpose of slabs or two of pencils. */
#include "model/measured/weft-hpc-kernel.h"

#include <math.h>

#include "cost/weft-roofline.h"

/* All chips hold slabs: one transpose among all of them. */
static WeftCommTime
transpose_slabs (const WeftHpcSite *site,
                 double             bytes)
{
  return weft_collective_s (&site->exchange, WEFT_COLLECTIVE_ALL_TO_ALL,
                            weft_fabric_group (&site->exchange, site->chips, 1), bytes, NULL);
}

/* A grid whose rows stand in scale-up domains: one transpose inside of these on their own links, and one across, in
 * which all rows of a domain share its ports. */
static WeftCommTime
transpose_pencils (const WeftHpcSite *site,
                   double             local,
                   double             bytes)
{
  const WeftGroup row = { local, local, 0 }, column = { site->chips / local, 1, local };

  return weft_comm_time_add (weft_collective_s (&site->exchange, WEFT_COLLECTIVE_ALL_TO_ALL, row, bytes, NULL),
                             weft_collective_s (&site->exchange, WEFT_COLLECTIVE_ALL_TO_ALL, column, bytes, NULL));
}

/* The faster of both; @packs: how often the data are put in order around transposes. */
static WeftCommTime
transpose (const WeftHpcSite *site,
           double             edge,
           double             bytes,
           double             pack_s,
           double            *grid_local,
           double            *packs)
{
  double local = MIN (site->chips, site->exchange.domain_ranks);
  WeftCommTime slabs = { 0, 0 }, pencils = { 0, 0 };
  gboolean is_cut = site->chips > edge;

  *grid_local = 0;
  *packs = site->chips > 1 ? 1 : 0;
  if (site->chips <= 1)
    return slabs;
  if (!is_cut)
    slabs = transpose_slabs (site, bytes);
  if (local < 2)
    local = sqrt (site->chips);
  if (local >= site->chips && !is_cut)
    return slabs;
  pencils = transpose_pencils (site, MIN (local, edge), bytes);
  if (!is_cut && weft_comm_time_total (slabs) <= weft_comm_time_total (pencils) + pack_s)
    return slabs;

  *grid_local = local;
  *packs = 2;
  return pencils;
}

/**
 * weft_hpc_fft_time:
 * @site: a partition
 * @transform: what to transform
 *
 * Data come in slabs while there are planes enough for all chips, unless a grid of pencils is faster.
 *
 * Returns: where the time goes; NAN in what the chip cannot compute
 */
WeftHpcTime
weft_hpc_fft_time (const WeftHpcSite      *site,
                   const WeftHpcTransform *transform)
{
  double points = transform->points / site->chips, bytes = points * transform->bytes_per_point;
  double flop = transform->flop_factor * points * log2 (MAX (1, transform->points));
  double pass_s = bytes / site->rates.rate[WEFT_HPC_FFT], packs;
  WeftHpcTime time = { .flop = flop * site->chips };
  WeftRoofline roofline;

  time.exchange = transpose (site, cbrt (transform->points), bytes, pass_s * site->rates.counts.fft_pack_passes,
                             &time.grid_local, &packs);
  roofline = weft_roofline (flop, transform->passes * bytes, site->rates.rate[WEFT_HPC_FP64],
                            site->rates.rate[WEFT_HPC_FFT]);
  if (weft_roofline_is_memory_bound (roofline))
    time.memory_s = roofline.memory_s;
  else
    time.compute_s = roofline.compute_s;

  time.memory_s += packs * site->rates.counts.fft_pack_passes * pass_s;
  time.launch_s = (transform->passes / 2 + 2 * packs) * site->rates.rate[WEFT_HPC_LAUNCH];
  time.bytes = (transform->passes + packs * site->rates.counts.fft_pack_passes) * bytes;
  return time;
}
