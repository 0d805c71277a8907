/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scientific kernels as a domain of the fit: bandwidth by class, launches, what applications move for a point. */
#include "calib/gauge/weft-gauge-hpc-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* An entry of a row of HPCG's matrix: 27 of 12 bytes, two vectors, the row pointer. */
#define HPCG_BYTES_PER_ROW 350.0
#define HPCG_FLOP_PER_ROW 54.0
/* Two of three scalar products read two vectors, one reads one; a sum of vectors reads two and writes one. */
#define DOT_BYTES_PER_FLOP (40.0 / 6)
#define SUM_BYTES_PER_FLOP 12.0
/* A multigrid level has an eighth of the points of the finer one. */
#define COARSENING 8.0
/* Kernels of an iteration on spectral elements, and of one with a cycle. */
#define SPECTRAL_LAUNCHES 10.0
#define CYCLE_LAUNCHES 80.0
#define FFT_FACTOR 5.0
#define FFT_PASSES 6.0

static const WeftGaugeConstant parameters[WEFT_GAUGE_N_HPC] = {
  { "hpc_stencil_share", "1", 0.9, 0.3, 1.3, 0.5, N_("bandwidth of stencils over that of streams") },
  { "hpc_spmv_share", "1", 0.85, 0.2, 1.3, 0.5, N_("bandwidth of sparse products in CSR over that of streams") },
  { "hpc_multigrid_share", "1", 0.75, 0.2, 2, 0.5,
    N_("bandwidth of an HPCG iteration, counted in CSR with four passes a level, over the data sheet’s") },
  { "hpc_fft_share", "1", 0.9, 0.2, 1.3, 0.5, N_("bandwidth of a pass of a transform over that of streams") },
  { "hpc_pass_launches", "1", 8, 1, 200, 0.2, N_("kernels that one pass over a level of multigrid takes") },
  { "hpc_point_bytes@weno5", "B", 960, 100, 1e4, 0.01,
    N_("compressible flow, fifth order: moved for a point and an equation; three directions of forty reads and writes "
       "by count") },
  { "hpc_point_bytes@spectral", "B", 216, 50, 2e3, 0.01,
    N_("an operator on spectral elements of degree 7: moved for an unknown beside vectors; 216 by count") },
  { "hpc_point_bytes@spectral-cycle", "B", 2400, 200, 2e4, 0.01,
    N_("the same with a multigrid cycle; six smoothing steps of 400 by count") },
};

static void
context_free (gpointer context)
{
  WeftGaugeHpcContext *self = context;

  g_clear_object (&self->inventory);
  g_clear_pointer (&self->chips, json_node_unref);
  g_free (self);
}

/* Rows of several chips do not name their network: that of the machines with A100 in most of them. */
static gboolean
fill_fabrics (WeftGaugeHpcContext  *self,
              GError              **error)
{
  WeftInventory *inventory = self->inventory;
  const WeftChip *chip = weft_inventory_find_chip (inventory, "a100-sxm-80");
  const WeftScaleup *up = weft_inventory_find_scaleup (inventory, "nvlink3");
  const WeftScaleout *out = weft_inventory_find_scaleout (inventory, "ib-hdr");
  const WeftScaleupOnChip *on;
  WeftFabricSite site;

  if (chip == NULL || up == NULL || out == NULL)
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_UNKNOWN,
                   _("The catalog lacks a100-sxm-80, nvlink3 or ib-hdr, which scientific kernels are fitted on"));
      return FALSE;
    }
  on = weft_inventory_scaleup_on_chip (inventory, up->index, chip->index);
  site = (WeftFabricSite) {
    .chip = chip->index,
    .scaleup = up->index,
    .scaleout = out->index,
    .inside = { on->alpha_s, on->bw_bytes_s },
    .across = { out->alpha_s, out->bw_bytes_s },
    .domain_ranks = on->domain_chips,
  };
  return weft_fabric_init (&self->site.messages, inventory, &site, WEFT_LIBRARY_MPI, error)
         && weft_fabric_init (&self->site.exchange, inventory, &site, WEFT_LIBRARY_NCCL, error);
}

static gpointer
context_new (WeftInventory  *inventory,
             GError        **error)
{
  WeftGaugeHpcContext *self = g_new0 (WeftGaugeHpcContext, 1);
  WeftProfile *profile = weft_inventory_get_profile (inventory);
  g_autoptr (GError) broken = NULL;

  self->inventory = g_object_ref (inventory);
  self->chips = weft_gauge_chips_load (inventory, &broken);
  if (broken == NULL && fill_fabrics (self, error) && weft_hpc_counts_init (&self->counts, profile, error)
      && weft_profile_get_number (profile, "host_launch_s", &self->launch_s, error)
      && weft_profile_get_number (profile, "hpc_sync_s", &self->sync_s, error)
      && weft_profile_get_number (profile, "hpc_point_flop@weno5", &self->flow_flop, error))
    return self;

  if (broken != NULL)
    g_propagate_error (error, g_steal_pointer (&broken));
  context_free (self);
  return NULL;
}

static void
free_data (gpointer data)
{
  weft_gauge_chip_clear (&((WeftGaugeHpcCase *) data)->chip);
  g_free (data);
}

static GPtrArray *
list_parameters (gpointer   context,
                 GPtrArray *cases)
{
  return weft_gauge_constants_list (parameters, G_N_ELEMENTS (parameters));
}

/* --- predictions --- */

static WeftHpcSite
make_site (const WeftGaugeHpcContext *self,
           const double              *x,
           const WeftGaugeHpcCase    *data)
{
  WeftHpcShares shares = {
    .stencil = x[WEFT_GAUGE_STENCIL_SHARE],
    .spmv = x[WEFT_GAUGE_SPMV_SHARE],
    .multigrid = isnan (data->multigrid_share) ? x[WEFT_GAUGE_MULTIGRID_SHARE] : data->multigrid_share,
    .fft = x[WEFT_GAUGE_FFT_SHARE],
    .fp64 = 1,
  };
  WeftHpcCounts counts = self->counts;
  WeftHpcSite site = self->site;

  counts.pass_launches = x[WEFT_GAUGE_PASS_LAUNCHES];
  weft_hpc_rates_from (&site.rates, &shares, &counts, data->chip.mem_bw_bytes_s, data->chip.stream_bytes_s,
                       data->chip.vector_flops, NAN, self->launch_s, self->sync_s);
  site.chips = data->chips;
  return site;
}

static double
kernel_s (const WeftHpcSite    *site,
          const WeftHpcProblem *problem)
{
  WeftHpcTime time = weft_hpc_kernel_time (site, problem);

  return weft_hpc_time_total (&time);
}

static double
product_s (const WeftHpcSite      *site,
           const WeftGaugeHpcCase *data)
{
  WeftHpcProblem problem = weft_hpc_stencil (data->points, data->bytes_per_point, 0, 0);

  if (data->kind == WEFT_GAUGE_SPARSE)
    problem.rate = WEFT_HPC_SPMV;
  return kernel_s (site, &problem);
}

/* FLOP/s of a chip by the benchmark's own count. */
static double
hpcg_flops (const WeftHpcSite      *site,
            const WeftGaugeHpcCase *data)
{
  WeftHpcProblem problem = weft_hpc_hpcg (&site->rates.counts, data->points, HPCG_BYTES_PER_ROW, 8, 3, 8);
  double flop = problem.counted_flop;

  if (data->kind == WEFT_GAUGE_HPCG_DOT)
    return site->rates.rate[WEFT_HPC_STREAM] / DOT_BYTES_PER_FLOP;
  if (data->kind == WEFT_GAUGE_HPCG_SUM)
    return site->rates.rate[WEFT_HPC_STREAM] / SUM_BYTES_PER_FLOP;
  if (data->kind == WEFT_GAUGE_HPCG_PRODUCT)
    return site->rates.rate[WEFT_HPC_MULTIGRID] * HPCG_FLOP_PER_ROW / HPCG_BYTES_PER_ROW;
  if (data->kind == WEFT_GAUGE_HPCG_CYCLE)
    {
      problem.passes = problem.vector_bytes = problem.vector_launches = problem.reduces = 0;
      flop -= data->points * (HPCG_FLOP_PER_ROW + 12);
    }
  return flop / data->chips / kernel_s (site, &problem);
}

/* Seconds for a point and an equation: the longer of its traffic and its arithmetic. */
static double
flow_s (const WeftGaugeHpcContext *self,
        const WeftHpcSite         *site,
        const double              *x)
{
  return MAX (x[WEFT_GAUGE_FLOW_BYTES] / site->rates.rate[WEFT_HPC_STENCIL],
              self->flow_flop / site->rates.rate[WEFT_HPC_FP64]);
}

/* Unknowns (and iterations) a second and chip. */
static double
spectral_rate (const WeftHpcSite      *site,
               const WeftGaugeHpcCase *data,
               const double           *x)
{
  gboolean is_cycle = data->kind == WEFT_GAUGE_SPECTRAL_CYCLE;
  WeftHpcProblem problem = weft_hpc_gradients (&site->rates.counts, data->points,
                                               x[is_cycle ? WEFT_GAUGE_CYCLE_BYTES : WEFT_GAUGE_SPECTRAL_BYTES], 8, 2,
                                               8);

  problem.rate = WEFT_HPC_STENCIL;
  problem.pass_launches = is_cycle ? CYCLE_LAUNCHES : SPECTRAL_LAUNCHES;
  return data->points / data->chips / kernel_s (site, &problem) / data->iterations;
}

/* Points a second of a cycle over as many levels as the points give. */
static double
algebraic_rate (const WeftHpcSite *site,
                double             points,
                double             bytes_per_point)
{
  WeftHpcProblem problem = weft_hpc_hpcg (&site->rates.counts, points, bytes_per_point, 8, 0, 0);

  problem.rate = WEFT_HPC_SPMV;
  problem.levels = 1 + floor (log (points) / log (COARSENING));
  return points / kernel_s (site, &problem);
}

static double
transform_s (const WeftHpcSite      *site,
             const WeftGaugeHpcCase *data)
{
  const WeftHpcTransform transform = { data->points, data->bytes_per_point, FFT_FACTOR, FFT_PASSES };
  WeftHpcSite wide = *site;
  WeftHpcTime time;

  /* Vectors of FP32 compute twice as fast. */
  wide.rates.rate[WEFT_HPC_FP64] *= 16 / data->bytes_per_point;
  time = weft_hpc_fft_time (&wide, &transform);
  return weft_hpc_time_total (&time);
}

static double
predict (gpointer             context,
         const double        *x,
         const WeftGaugeCase *a_case)
{
  const WeftGaugeHpcContext *self = context;
  const WeftGaugeHpcCase *data = a_case->data;
  WeftHpcSite site = make_site (self, x, data);

  switch (data->kind)
    {
    case WEFT_GAUGE_LINE_STENCIL:
      return site.rates.rate[WEFT_HPC_STENCIL];
    case WEFT_GAUGE_SPARSE:
    case WEFT_GAUGE_MATRIX_FREE:
      return product_s (&site, data);
    case WEFT_GAUGE_FLOW:
      return flow_s (self, &site, x);
    case WEFT_GAUGE_SPECTRAL:
    case WEFT_GAUGE_SPECTRAL_CYCLE:
      return spectral_rate (&site, data, x);
    case WEFT_GAUGE_ALGEBRAIC:
      return algebraic_rate (&site, data->points, data->bytes_per_point)
             / algebraic_rate (&site, data->largest, data->bytes_per_point);
    case WEFT_GAUGE_TRANSFORM:
      return transform_s (&site, data);
    case WEFT_GAUGE_HPCG:
    case WEFT_GAUGE_HPCG_CYCLE:
    case WEFT_GAUGE_HPCG_PRODUCT:
    case WEFT_GAUGE_HPCG_DOT:
    case WEFT_GAUGE_HPCG_SUM:
    default:
      return hpcg_flops (&site, data);
    }
}

static char *
why (gpointer             context,
     const WeftGaugeCase *a_case)
{
  const WeftGaugeHpcCase *data = a_case->data;

  return g_strdup_printf (_("bandwidth or FP64 rate of %s is unknown"), data->chip.id);
}

const WeftGaugeDomain weft_gauge_hpc = {
  .id = "hpc",
  .label = N_("Scientific kernels"),
  .context_new = context_new,
  .context_free = context_free,
  .read = weft_gauge_hpc_read,
  .free_data = free_data,
  .parameters = list_parameters,
  .predict = predict,
  .why = why,
};
