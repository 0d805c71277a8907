/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps and iterations: passes over levels of points, halos, scalar reductions. */
#include "model/measured/weft-hpc-kernel.h"

#include <math.h>

#include "cost/weft-roofline.h"

/* A level of multigrid has half the points of the finer one along each axis. */
#define COARSENING 8.0
/* Faces of a cube of points that meet others. */
#define FACES 6.0
#define DIMENSIONS 3.0

/* HPCG's own count for the 27-point operator: a multiply and an add for each entry of a row, 6 n for three scalar
 * products and 6 n for three sums of vectors. */
#define HPCG_FLOP_PER_PASS 54.0
#define HPCG_FLOP_OF_VECTORS 12.0
#define HPCG_PASSES_PER_LEVEL 5.0
#define HPCG_PASSES_OF_COARSEST 2.0

/**
 * weft_hpc_site_init:
 * @self: (out caller-allocates): what to fill
 * @inventory: the catalog as a profile sees it
 * @site: chip and fabrics
 * @chips: how many there are
 * @error: where to put a #WeftCatalogError: the profile lacks a constant
 *
 * Halos and scalar reductions go through the host's message passing, transposes through kernels on the chips.
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_hpc_site_init (WeftHpcSite           *self,
                    WeftInventory         *inventory,
                    const WeftFabricSite  *site,
                    double                 chips,
                    GError               **error)
{
  const WeftChip *chip = weft_inventory_chip (inventory, site->chip);

  self->chips = chips;
  return weft_hpc_rates_init (&self->rates, weft_inventory_get_profile (inventory), chip, error)
         && weft_fabric_init (&self->messages, inventory, site, WEFT_LIBRARY_MPI, error)
         && weft_fabric_init (&self->exchange, inventory, site, WEFT_LIBRARY_NCCL, error);
}

/**
 * weft_hpc_stencil:
 * @points: of the grid
 * @bytes_per_point: that a sweep must move, in B
 * @flop_per_point: in FLOP
 * @halo_bytes_per_point: of a face, in B
 *
 * Returns: one sweep: a kernel, an exchange of the halo
 */
WeftHpcProblem
weft_hpc_stencil (double points,
                  double bytes_per_point,
                  double flop_per_point,
                  double halo_bytes_per_point)
{
  return (WeftHpcProblem) {
    .points = points,
    .rate = WEFT_HPC_STENCIL,
    .bytes_per_point = bytes_per_point,
    .flop_per_point = flop_per_point,
    .passes = 1,
    .pass_launches = 1,
    .halos = 1,
    .halo_bytes_per_point = halo_bytes_per_point,
  };
}

/**
 * weft_hpc_gradients:
 * @counts: what algorithms do
 * @rows: of the matrix
 * @bytes_per_row: of a product with it, in B
 * @halo_bytes_per_point: of a face, in B
 * @reduces: scalar products over all chips
 * @reduce_bytes: of each, in B
 *
 * Returns: one iteration of conjugate gradients without a preconditioner
 */
WeftHpcProblem
weft_hpc_gradients (const WeftHpcCounts *counts,
                    double               rows,
                    double               bytes_per_row,
                    double               halo_bytes_per_point,
                    double               reduces,
                    double               reduce_bytes)
{
  return (WeftHpcProblem) {
    .points = rows,
    .rate = WEFT_HPC_SPMV,
    .bytes_per_point = bytes_per_row,
    .passes = 1,
    .pass_launches = 1,
    .vector_bytes = counts->vector_bytes,
    .vector_launches = counts->vector_launches,
    .halos = 1,
    .halo_bytes_per_point = halo_bytes_per_point,
    .reduces = reduces,
    .reduce_bytes = reduce_bytes,
  };
}

/**
 * weft_hpc_hpcg:
 * @counts: what algorithms do
 * @rows: of the finest level
 * @bytes_per_row: of one pass over the matrix, in B
 * @halo_bytes_per_point: of a face, in B
 * @reduces: scalar products over all chips
 * @reduce_bytes: of each, in B
 *
 * Conjugate gradients with a multigrid cycle of symmetric Gauss-Seidel sweeps (Dongarra, Heroux, Luszczek: HPCG, 2013).
 * A sweep from zero reads half of the matrix, and the residual after it the other half, so a level takes four passes
 * where the definition has five.
 *
 * Returns: one iteration
 */
WeftHpcProblem
weft_hpc_hpcg (const WeftHpcCounts *counts,
               double               rows,
               double               bytes_per_row,
               double               halo_bytes_per_point,
               double               reduces,
               double               reduce_bytes)
{
  WeftHpcProblem problem = weft_hpc_gradients (counts, rows, bytes_per_row, halo_bytes_per_point, reduces,
                                               reduce_bytes);

  problem.rate = WEFT_HPC_MULTIGRID;
  problem.flop_per_point = HPCG_FLOP_PER_PASS;
  problem.counted_flop = weft_hpc_hpcg_flop (counts, rows);
  problem.levels = counts->levels;
  problem.level_passes = counts->level_passes;
  problem.coarse_passes = counts->coarse_passes;
  problem.level_halos = counts->level_halos;
  problem.pass_launches = counts->pass_launches;
  return problem;
}

/**
 * weft_hpc_hpcg_flop:
 * @counts: what algorithms do
 * @rows: of the finest level
 *
 * Returns: FLOP of an iteration
 */
double
weft_hpc_hpcg_flop (const WeftHpcCounts *counts,
                    double               rows)
{
  double flop = rows * (HPCG_FLOP_PER_PASS + HPCG_FLOP_OF_VECTORS);

  for (guint level = 0; level < counts->levels; level++)
    {
      gboolean is_coarsest = level + 1 >= counts->levels;

      flop += rows * HPCG_FLOP_PER_PASS * (is_coarsest ? HPCG_PASSES_OF_COARSEST : HPCG_PASSES_PER_LEVEL);
      rows /= COARSENING;
    }
  return flop;
}

/* Neighbours of the chip that has the most outside its domain. Chips are a block of a grid as cubic as it gets, domains
 * blocks of that: the corner of a domain has three neighbours in it, the inside of a grid six in all. */
static void
count_faces (double  chips,
             double  domain,
             double *inside,
             double *across)
{
  double local = MAX (1, MIN (chips, domain));
  double faces = MIN (FACES, log2 (MAX (1, chips)));
  double out = MIN (FACES, log2 (MAX (1, chips / local)));

  *across = MIN (out, faces - MIN (DIMENSIONS, MIN (log2 (local), faces)));
  *inside = faces - *across;
}

static WeftCommTime
exchange_halo (const WeftHpcSite *site,
               double             points,
               double             bytes_per_point)
{
  const WeftGroup near = { 2, MIN (2, site->messages.domain_ranks), 0 }, far = { 2, 1, 0 };
  double edge = cbrt (points), bytes = edge * edge * bytes_per_point, inside, across;
  WeftCommTime time = { site->chips > 1 ? site->rates.rate[WEFT_HPC_SYNC] : 0, 0 };

  count_faces (site->chips, site->messages.domain_ranks, &inside, &across);
  if (inside > 0)
    time = weft_comm_time_add (
      time, weft_comm_time_scale (
              weft_collective_s (&site->messages, WEFT_COLLECTIVE_POINT_TO_POINT, near, bytes, NULL), inside));
  if (across > 0)
    time = weft_comm_time_add (
      time, weft_comm_time_scale (
              weft_collective_s (&site->messages, WEFT_COLLECTIVE_POINT_TO_POINT, far, bytes, NULL), across));
  return time;
}

/* So many passes over a level of so many points a chip. */
static void
add_passes (WeftHpcTime          *time,
            const WeftHpcSite    *site,
            const WeftHpcProblem *problem,
            double                points,
            double                passes)
{
  double bytes = passes * points * problem->bytes_per_point, flop = passes * points * problem->flop_per_point;
  WeftRoofline roofline = { 0, bytes / site->rates.rate[problem->rate] };

  if (flop > 0)
    roofline.compute_s = flop / site->rates.rate[WEFT_HPC_FP64];
  if (roofline.compute_s > roofline.memory_s)
    time->compute_s += roofline.compute_s;
  else
    time->memory_s += roofline.memory_s;
  time->launch_s += passes * problem->pass_launches * site->rates.rate[WEFT_HPC_LAUNCH];
  time->bytes += bytes;
  time->flop += flop * site->chips;
}

static void
add_halos (WeftHpcTime          *time,
           const WeftHpcSite    *site,
           const WeftHpcProblem *problem,
           double                points,
           double                halos)
{
  WeftCommTime one = exchange_halo (site, points, problem->halo_bytes_per_point);

  time->halo = weft_comm_time_add (time->halo, weft_comm_time_scale (one, halos));
}

static void
add_cycle (WeftHpcTime          *time,
           const WeftHpcSite    *site,
           const WeftHpcProblem *problem,
           double                points)
{
  for (guint level = 0; level < problem->levels; level++)
    {
      gboolean is_coarsest = level + 1 >= problem->levels;

      add_passes (time, site, problem, points, is_coarsest ? problem->coarse_passes : problem->level_passes);
      add_halos (time, site, problem, points, is_coarsest ? 1 : problem->level_halos);
      points /= COARSENING;
    }
}

static WeftCommTime
reduce_scalars (const WeftHpcSite    *site,
                const WeftHpcProblem *problem)
{
  WeftCommTime time = weft_collective_s (&site->messages, WEFT_COLLECTIVE_ALL_REDUCE,
                                         weft_fabric_group (&site->messages, site->chips, 1),
                                         problem->reduce_bytes, NULL);

  time.latency_s += site->rates.rate[WEFT_HPC_SYNC];
  return weft_comm_time_scale (time, problem->reduces);
}

/**
 * weft_hpc_kernel_time:
 * @site: a partition
 * @problem: a sweep or an iteration
 *
 * Nothing overlaps: that is what most codes do, and what the strong-scaling limit is made of.
 *
 * Returns: where the time goes; NAN in what the chip cannot compute
 */
WeftHpcTime
weft_hpc_kernel_time (const WeftHpcSite    *site,
                      const WeftHpcProblem *problem)
{
  double points = problem->points / site->chips, vector_bytes = problem->vector_bytes * points;
  WeftHpcTime time = { 0 };

  add_passes (&time, site, problem, points, problem->passes);
  add_halos (&time, site, problem, points, problem->halos);
  add_cycle (&time, site, problem, points);

  time.memory_s += vector_bytes / site->rates.rate[WEFT_HPC_STREAM];
  time.launch_s += problem->vector_launches * site->rates.rate[WEFT_HPC_LAUNCH];
  time.bytes += vector_bytes;
  if (problem->counted_flop > 0)
    time.flop = problem->counted_flop;
  if (problem->reduces > 0 && site->chips > 1)
    time.reduce = reduce_scalars (site, problem);
  return time;
}

/**
 * weft_hpc_surrogate_time:
 * @site: a partition
 * @flop: of 16-bit matrix products, over all chips
 * @flop_per_byte: of memory
 *
 * Returns: the roofline of the products
 */
WeftHpcTime
weft_hpc_surrogate_time (const WeftHpcSite *site,
                         double             flop,
                         double             flop_per_byte)
{
  double each = flop / site->chips;
  WeftRoofline roofline = weft_roofline (each, each / flop_per_byte, site->rates.rate[WEFT_HPC_AI],
                                         site->rates.rate[WEFT_HPC_STREAM]);
  WeftHpcTime time = { .flop = flop, .bytes = each / flop_per_byte };

  if (weft_roofline_is_memory_bound (roofline))
    time.memory_s = roofline.memory_s;
  else
    time.compute_s = roofline.compute_s;
  return time;
}

/**
 * weft_hpc_time_total:
 * @self: a time
 *
 * Returns: the sum of its parts, in s
 */
double
weft_hpc_time_total (const WeftHpcTime *self)
{
  return self->compute_s + self->memory_s + self->launch_s + weft_comm_time_total (self->halo)
         + weft_comm_time_total (self->reduce) + weft_comm_time_total (self->exchange);
}
