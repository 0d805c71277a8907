/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scientific kernels on a partition: sweeps of a stencil, iterations of conjugate gradients with or without multigrid,
 * Fourier transforms. Bandwidth by class, launches, halos and scalar reductions, which bound how far they scale. */
#pragma once

#include "cost/weft-fabric.h"
#include "model/measured/weft-hpc-rates.h"

G_BEGIN_DECLS

/**
 * WeftHpcSite:
 * @rates: of each chip
 * @messages: what halos and scalar reductions run on
 * @exchange: what transposes run on
 * @chips: how many there are
 *
 * A partition as the kernels need it.
 */
typedef struct
{
  WeftHpcRates rates;
  WeftFabric messages;
  WeftFabric exchange;
  double chips;
} WeftHpcSite;

/**
 * WeftHpcProblem:
 * @points: of the whole problem: grid points, rows, degrees of freedom
 * @rate: the class that passes over the points belong to
 * @bytes_per_point: of one pass, in B
 * @flop_per_point: of one pass, in FLOP
 * @counted_flop: of the whole problem by its benchmark's own count, in FLOP; 0 for what passes do
 * @passes: over the finest level beside the cycle
 * @pass_launches: kernels of one pass
 * @levels: of the multigrid cycle, each with an eighth of the points of the one before; 0 for no cycle
 * @level_passes: over each level but the coarsest
 * @coarse_passes: over the coarsest
 * @vector_bytes: for each point of the finest level, moved by vectors, in B
 * @vector_launches: kernels of these
 * @halos: exchanges on the finest level beside the cycle
 * @level_halos: on each level of the cycle but the coarsest, which has one
 * @halo_bytes_per_point: of a face, in B
 * @reduces: scalar reductions over all chips
 * @reduce_bytes: of each, in B
 *
 * One sweep or iteration of a kernel.
 */
typedef struct
{
  double points;
  WeftHpcRate rate;
  double bytes_per_point;
  double flop_per_point;
  double counted_flop;
  double passes;
  double pass_launches;
  double levels;
  double level_passes;
  double coarse_passes;
  double vector_bytes;
  double vector_launches;
  double halos;
  double level_halos;
  double halo_bytes_per_point;
  double reduces;
  double reduce_bytes;
} WeftHpcProblem;

/**
 * WeftHpcTime:
 * @compute_s: passes that arithmetic bounds
 * @memory_s: passes that memory bounds
 * @launch_s: starting kernels
 * @halo: exchange with neighbours
 * @reduce: scalar reductions
 * @exchange: transposes
 * @flop: of the whole sweep, iteration or transform, in FLOP
 * @bytes: that each chip moves, in B
 * @grid_local: chips of a row of the grid that a transform is cut into; 0 for slabs and all else
 *
 * Where the time of a sweep, an iteration or a transform goes, in s. Latencies are one way.
 */
typedef struct
{
  double compute_s;
  double memory_s;
  double launch_s;
  WeftCommTime halo;
  WeftCommTime reduce;
  WeftCommTime exchange;
  double flop;
  double bytes;
  double grid_local;
} WeftHpcTime;

/**
 * WeftHpcTransform:
 * @points: N³
 * @bytes_per_point: 16 for complex FP64, in B
 * @flop_factor: FLOP are this times N log2 N
 * @passes: over the data, reading and writing counted apart
 *
 * A complex Fourier transform in three dimensions.
 */
typedef struct
{
  double points;
  double bytes_per_point;
  double flop_factor;
  double passes;
} WeftHpcTransform;

WEFT_API gboolean weft_hpc_site_init     (WeftHpcSite            *self,
                                          WeftInventory          *inventory,
                                          const WeftFabricSite   *site,
                                          double                  chips,
                                          GError                **error);

/* Problems by their parameters, with what the algorithms are known to do. */
WEFT_API WeftHpcProblem weft_hpc_stencil (double                  points,
                                          double                  bytes_per_point,
                                          double                  flop_per_point,
                                          double                  halo_bytes_per_point);
WEFT_API WeftHpcProblem weft_hpc_gradients (const WeftHpcCounts  *counts,
                                          double                  rows,
                                          double                  bytes_per_row,
                                          double                  halo_bytes_per_point,
                                          double                  reduces,
                                          double                  reduce_bytes);
WEFT_API WeftHpcProblem weft_hpc_hpcg    (const WeftHpcCounts    *counts,
                                          double                  rows,
                                          double                  bytes_per_row,
                                          double                  halo_bytes_per_point,
                                          double                  reduces,
                                          double                  reduce_bytes);

/* FLOP of an iteration by HPCG's own count, which is that of its definition whatever an implementation leaves out. */
WEFT_API double      weft_hpc_hpcg_flop  (const WeftHpcCounts    *counts,
                                          double                  rows);

WEFT_API WeftHpcTime weft_hpc_kernel_time (const WeftHpcSite     *site,
                                          const WeftHpcProblem   *problem);
WEFT_API WeftHpcTime weft_hpc_fft_time   (const WeftHpcSite      *site,
                                          const WeftHpcTransform *transform);
/* The surrogate of the coupled workload: @flop of 16-bit products, @flop_per_byte. */
WEFT_API WeftHpcTime weft_hpc_surrogate_time (const WeftHpcSite  *site,
                                          double                  flop,
                                          double                  flop_per_byte);
WEFT_API double      weft_hpc_time_total (const WeftHpcTime      *self);

G_END_DECLS
