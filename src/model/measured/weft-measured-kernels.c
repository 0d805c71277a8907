/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scientific kernels of a design's workload under a measured profile. */
#include "model/measured/weft-measured-private.h"

#include <math.h>

static double
cube (double edge)
{
  return edge * edge * edge;
}

static gboolean
has_fp64 (const WeftSite *site)
{
  return site->chip->peak_fp64_flops > 0 && site->n > 0;
}

static WeftHpcSite
kernel_site (const WeftModel *model,
             const WeftSite  *site)
{
  WeftHpcSite hpc = weft_measured_site (model->measured, site)->hpc;

  hpc.chips = site->n;
  return hpc;
}

/* Seconds, and where they go; 0 for what nobody knows. */
static double
settle (const WeftHpcTime *time,
        WeftSplit         *split)
{
  double total_s = weft_hpc_time_total (time);

  if (split != NULL)
    *split = (WeftSplit) {
      .s = {
        [WEFT_PART_COMPUTE] = time->compute_s,
        [WEFT_PART_MEMORY] = time->memory_s,
        [WEFT_PART_LATENCY] = time->halo.latency_s + time->reduce.latency_s + time->exchange.latency_s,
        [WEFT_PART_BISECTION] = time->halo.transfer_s + time->reduce.transfer_s + time->exchange.transfer_s,
        [WEFT_PART_SOFTWARE] = time->launch_s,
      },
    };
  return total_s > 0 && isfinite (total_s) ? total_s : 0;
}

/* One sweep of the stencil. */
double
weft_measured_stencil_s (const WeftModel *model,
                         const WeftSite  *site,
                         WeftSplit       *split)
{
  const WeftWorkloadSpec *w = &model->w;
  WeftHpcProblem problem;
  WeftHpcSite hpc;
  WeftHpcTime time;

  if (!has_fp64 (site))
    return 0;
  hpc = kernel_site (model, site);
  problem = weft_hpc_stencil (cube (w->stencil_edge), w->stencil_bytes_per_point, w->stencil_flop_per_point,
                              w->halo_bytes_per_point);
  time = weft_hpc_kernel_time (&hpc, &problem);
  return settle (&time, split);
}

/* One iteration of conjugate gradients with HPCG's multigrid, counted as the workload counts it: so many bytes a
 * row. */
double
weft_measured_hpcg_s (const WeftModel *model,
                      const WeftSite  *site,
                      WeftSplit       *split)
{
  const WeftWorkloadSpec *w = &model->w;
  WeftHpcProblem problem;
  WeftHpcSite hpc;
  WeftHpcTime time;

  if (!has_fp64 (site))
    return 0;
  hpc = kernel_site (model, site);
  problem = weft_hpc_hpcg (&hpc.rates.counts, cube (w->hpcg_edge), w->hpcg_bytes_per_row, w->halo_bytes_per_point,
                           w->hpcg_allreduces, w->hpcg_allreduce_bytes);
  time = weft_hpc_kernel_time (&hpc, &problem);
  return settle (&time, split);
}

/* One transform. */
double
weft_measured_fft_s (const WeftModel *model,
                     const WeftSite  *site,
                     WeftSplit       *split)
{
  const WeftWorkloadSpec *w = &model->w;
  WeftHpcTransform transform = {
    .points = cube (w->fft_edge),
    .bytes_per_point = w->fft_bytes_per_point,
    .flop_factor = w->fft_flop_factor,
    .passes = w->fft_passes,
  };
  WeftHpcSite hpc;
  WeftHpcTime time;

  if (!has_fp64 (site))
    return 0;
  hpc = kernel_site (model, site);
  time = weft_hpc_fft_time (&hpc, &transform);
  return settle (&time, split);
}

/* The surrogate on conventional chips. */
double
weft_measured_surrogate_s (const WeftModel *model,
                           const WeftSite  *site,
                           double           flop,
                           WeftSplit       *split)
{
  WeftHpcSite hpc = kernel_site (model, site);
  WeftHpcTime time = weft_hpc_surrogate_time (&hpc, flop, model->w.coupled_flop_per_byte);

  return settle (&time, split);
}
