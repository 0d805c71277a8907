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
static WeftHpcTime
stencil_time (const WeftModel   *model,
              const WeftHpcSite *hpc)
{
  const WeftWorkloadSpec *w = &model->w;
  WeftHpcProblem problem = weft_hpc_stencil (cube (w->stencil_edge), w->stencil_bytes_per_point,
                                             w->stencil_flop_per_point, w->halo_bytes_per_point);

  return weft_hpc_kernel_time (hpc, &problem);
}

/* One iteration of conjugate gradients with HPCG's multigrid, counted as the workload counts it: so many bytes a
 * row. */
static WeftHpcTime
hpcg_time (const WeftModel   *model,
           const WeftHpcSite *hpc)
{
  const WeftWorkloadSpec *w = &model->w;
  WeftHpcProblem problem = weft_hpc_hpcg (&hpc->rates.counts, cube (w->hpcg_edge), w->hpcg_bytes_per_row,
                                          w->halo_bytes_per_point, w->hpcg_allreduces, w->hpcg_allreduce_bytes);

  return weft_hpc_kernel_time (hpc, &problem);
}

/* One transform. */
static WeftHpcTime
fft_time (const WeftModel   *model,
          const WeftHpcSite *hpc)
{
  const WeftWorkloadSpec *w = &model->w;
  WeftHpcTransform transform = {
    .points = cube (w->fft_edge),
    .bytes_per_point = w->fft_bytes_per_point,
    .flop_factor = w->fft_flop_factor,
    .passes = w->fft_passes,
  };

  return weft_hpc_fft_time (hpc, &transform);
}

/**
 * weft_measured_kernel_time: (skip)
 * @model: a model of a measured profile
 * @site: a partition with FP64
 * @kind: stencil, HPCG, FFT, or the coupled workload for its surrogate on conventional chips
 *
 * Returns: one sweep, iteration, transform or pass
 */
WeftHpcTime
weft_measured_kernel_time (const WeftModel  *model,
                           const WeftSite   *site,
                           WeftWorkloadKind  kind)
{
  WeftHpcSite hpc = kernel_site (model, site);

  switch (kind)
    {
    case WEFT_WORKLOAD_HPCG:
      return hpcg_time (model, &hpc);
    case WEFT_WORKLOAD_FFT:
      return fft_time (model, &hpc);
    case WEFT_WORKLOAD_COUPLED:
      return weft_hpc_surrogate_time (&hpc, model->coupled_flop, model->w.coupled_flop_per_byte);
    case WEFT_WORKLOAD_STENCIL:
    case WEFT_WORKLOAD_TRAINING:
    case WEFT_WORKLOAD_SERVING:
    case WEFT_N_WORKLOADS:
    default:
      return stencil_time (model, &hpc);
    }
}

static double
kernel_s (const WeftModel  *model,
          const WeftSite   *site,
          WeftWorkloadKind  kind,
          WeftSplit        *split)
{
  WeftHpcTime time;

  if (!has_fp64 (site))
    return 0;
  time = weft_measured_kernel_time (model, site, kind);
  return settle (&time, split);
}

double
weft_measured_stencil_s (const WeftModel *model,
                         const WeftSite  *site,
                         WeftSplit       *split)
{
  return kernel_s (model, site, WEFT_WORKLOAD_STENCIL, split);
}

double
weft_measured_hpcg_s (const WeftModel *model,
                      const WeftSite  *site,
                      WeftSplit       *split)
{
  return kernel_s (model, site, WEFT_WORKLOAD_HPCG, split);
}

double
weft_measured_fft_s (const WeftModel *model,
                     const WeftSite  *site,
                     WeftSplit       *split)
{
  return kernel_s (model, site, WEFT_WORKLOAD_FFT, split);
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
