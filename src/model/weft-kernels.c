/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The HPC kernels: stencil, HPCG iteration, 3D FFT and the coupled surrogate (ArchAgent, section III-D). */
#include "model/weft-model-private.h"

#include <math.h>

#include "cost/weft-roofline.h"
#include "model/measured/weft-measured-private.h"

static gboolean
has_fp64 (const WeftSite *site)
{
  return site->chip->peak_fp64_flops > 0 && site->n > 0;
}

static void
split_roofline (WeftSplit   *split,
                WeftRoofline roofline)
{
  if (weft_roofline_is_memory_bound (roofline))
    split->s[WEFT_PART_MEMORY] += roofline.memory_s;
  else
    split->s[WEFT_PART_COMPUTE] += roofline.compute_s;
}

static void
split_comm (WeftSplit   *split,
            WeftCommTime comm)
{
  split->s[WEFT_PART_LATENCY] += comm.latency_s;
  split->s[WEFT_PART_BISECTION] += comm.transfer_s;
}

/* Six faces of the cube that one chip holds, each a message on the scale-out link. */
static WeftCommTime
exchange_halo (const WeftModel *model,
               const WeftSite  *site,
               double           points)
{
  double edge = cbrt (points);

  return (WeftCommTime) {
    model->k.halo_messages * site->across.alpha_s,
    model->w.halo_faces * edge * edge * model->w.halo_bytes_per_point / site->across.bw_bytes_s,
  };
}

static double
cube (double edge)
{
  return edge * edge * edge;
}

/**
 * weft_stencil_s: (skip)
 * @model: the model
 * @site: the partition
 * @split: (out) (optional): where the time goes
 *
 * One sweep of a 27-point stencil: roofline of 54 FLOP and 16 bytes a point, then the halo.
 *
 * Returns: seconds a sweep, 0 without FP64
 */
double
weft_stencil_s (const WeftModel *model,
                const WeftSite  *site,
                WeftSplit       *split)
{
  const WeftWorkloadSpec *w = &model->w;
  double points;
  WeftRoofline roofline;
  WeftCommTime halo;

  if (!has_fp64 (site))
    return 0;
  if (model->measured != NULL)
    return weft_measured_stencil_s (model, site, split);

  points = cube (w->stencil_edge) / site->n;
  roofline = weft_roofline (w->stencil_flop_per_point * points,
                            w->stencil_bytes_per_point * points,
                            site->chip->peak_fp64_flops * model->k.phi64,
                            site->chip->mem_bw_bytes_s * model->k.mbw);
  halo = exchange_halo (model, site, points);

  if (split != NULL)
    {
      *split = (WeftSplit) { { 0 } };
      split_roofline (split, roofline);
      split_comm (split, halo);
    }

  return weft_roofline_s (roofline) + weft_comm_time_total (halo);
}

/**
 * weft_hpcg_s: (skip)
 * @model: the model
 * @site: the partition
 * @split: (out) (optional): where the time goes
 *
 * One conjugate-gradient iteration: 350 bytes a row, the halo and three scalar all-reduces over all chips.
 *
 * Returns: seconds an iteration, 0 without FP64
 */
double
weft_hpcg_s (const WeftModel *model,
             const WeftSite  *site,
             WeftSplit       *split)
{
  const WeftWorkloadSpec *w = &model->w;
  double rows, memory_s;
  WeftCommTime comm;

  if (!has_fp64 (site))
    return 0;
  if (model->measured != NULL)
    return weft_measured_hpcg_s (model, site, split);

  rows = cube (w->hpcg_edge) / site->n;
  memory_s = w->hpcg_bytes_per_row * rows / (site->chip->mem_bw_bytes_s * model->k.mbw);
  comm = weft_hierarchical_all_reduce (site->n, site->domain_chips, w->hpcg_allreduce_bytes,
                                       &site->inside, &site->across);
  comm = weft_comm_time_add (exchange_halo (model, site, rows),
                             weft_comm_time_scale (comm, w->hpcg_allreduces));

  if (split != NULL)
    {
      *split = (WeftSplit) { { 0 } };
      split->s[WEFT_PART_MEMORY] = memory_s;
      split_comm (split, comm);
    }

  return memory_s + weft_comm_time_total (comm);
}

/**
 * weft_hpcg_nonzeros: (skip)
 * @edge: points along an edge of the grid, n
 *
 * Returns: entries of the 27-point matrix on an n³ grid, (3 n - 2)³
 */
double
weft_hpcg_nonzeros (double edge)
{
  return cube (3 * edge - 2);
}

/**
 * weft_fft_s: (skip)
 * @model: the model
 * @site: the partition
 * @split: (out) (optional): where the time goes
 *
 * A complex 3D FFT: two all-to-alls of all the data and the roofline of 5 G log2 G FLOP in six passes over memory.
 *
 * Returns: seconds, 0 without FP64
 */
double
weft_fft_s (const WeftModel *model,
            const WeftSite  *site,
            WeftSplit       *split)
{
  const WeftWorkloadSpec *w = &model->w;
  double total, bytes;
  WeftRoofline roofline;
  WeftCommTime comm;

  if (!has_fp64 (site))
    return 0;
  if (model->measured != NULL)
    return weft_measured_fft_s (model, site, split);

  total = cube (w->fft_edge);
  bytes = w->fft_bytes_per_point * total / site->n;
  /* The paper's MFU here, not the derating of the FP64 kernels. */
  roofline = weft_roofline (w->fft_flop_factor * total * log2 (total) / site->n,
                            w->fft_passes * bytes,
                            site->chip->peak_fp64_flops * model->k.mfu,
                            site->chip->mem_bw_bytes_s * model->k.mbw);
  comm = weft_comm_time_scale (weft_all_to_all (bytes, model->k.alltoall_local_share,
                                                &site->inside, &site->across),
                               w->fft_transposes);

  if (split != NULL)
    {
      *split = (WeftSplit) { { 0 } };
      split_roofline (split, roofline);
      split_comm (split, comm);
    }

  return weft_roofline_s (roofline) + weft_comm_time_total (comm);
}

/**
 * weft_surrogate_s: (skip)
 * @model: the model
 * @site: the partition
 * @flop: size of the AI phase, F
 * @split: (out) (optional): where the time goes
 *
 * The AI phase of the coupled workload, a Fourier neural operator: a roofline with one byte for eight FLOP on
 * conventional chips, arithmetic alone on dataflow chips.
 *
 * Returns: seconds, 0 without a 16-bit rate
 */
double
weft_surrogate_s (const WeftModel *model,
                  const WeftSite  *site,
                  double           flop,
                  WeftSplit       *split)
{
  const WeftConstants *k = &model->k;
  WeftRoofline roofline;

  if (!(site->chip->peak_bf16_flops > 0) || site->n == 0)
    return 0;
  if (model->measured != NULL && !site->chip->dataflow)
    return weft_measured_surrogate_s (model, site, flop, split);

  if (site->chip->dataflow)
    roofline = weft_roofline (flop / site->n, 0,
                              site->chip->peak_bf16_flops * k->dataflow_efficiency, 1);
  else
    roofline = weft_roofline (flop / site->n, flop / model->w.coupled_flop_per_byte / site->n,
                              site->chip->peak_bf16_flops * k->mfu,
                              site->chip->mem_bw_bytes_s * k->mbw);

  if (split != NULL)
    {
      *split = (WeftSplit) { { 0 } };
      split_roofline (split, roofline);
    }

  return weft_roofline_s (roofline);
}
