/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rates of a chip from the profile's shares: those of the chip where it was measured, else those of all. */
#include "model/measured/weft-hpc-rates.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "catalog/weft-profile-ranged-private.h"

/**
 * weft_hpc_counts_init:
 * @self: (out caller-allocates): what to fill
 * @profile: a profile with the constants of HPC kernels
 * @error: where to put a #WeftCatalogError: a constant is missing or out of range
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_hpc_counts_init (WeftHpcCounts  *self,
                      WeftProfile    *profile,
                      GError        **error)
{
  const WeftRangedConstant constants[] = {
    { "hpc_pass_launches", 0, 1e4, &self->pass_launches },
    { "hpc_multigrid_levels", 1, 100, &self->levels },
    { "hpc_multigrid_passes", 0, 1e3, &self->level_passes },
    { "hpc_coarse_passes", 0, 1e3, &self->coarse_passes },
    { "hpc_multigrid_halos", 0, 1e3, &self->level_halos },
    { "hpc_vector_bytes", 0, 1e6, &self->vector_bytes },
    { "hpc_vector_launches", 0, 1e4, &self->vector_launches },
    { "hpc_fft_pack_passes", 0, 1e3, &self->fft_pack_passes },
  };

  return weft_profile_read_ranged (profile, NULL, constants, G_N_ELEMENTS (constants), error);
}

/**
 * weft_hpc_rates_from:
 * @self: (out caller-allocates): what to fill; nothing in it is marked as assumed
 * @shares: constants
 * @counts: what algorithms do
 * @mem_bw_bytes_s: of the data sheet
 * @stream_bytes_s: what kernels reach that only move memory
 * @peak_fp64_flops: vector peak of the data sheet; NAN without FP64
 * @ai_flops: what 16-bit matrix products reach; NAN without
 * @launch_s: of a kernel
 * @sync_s: of chip and host, for an exchange
 */
void
weft_hpc_rates_from (WeftHpcRates        *self,
                     const WeftHpcShares *shares,
                     const WeftHpcCounts *counts,
                     double               mem_bw_bytes_s,
                     double               stream_bytes_s,
                     double               peak_fp64_flops,
                     double               ai_flops,
                     double               launch_s,
                     double               sync_s)
{
  *self = (WeftHpcRates) {
    .rate = {
      [WEFT_HPC_STREAM] = stream_bytes_s,
      [WEFT_HPC_STENCIL] = stream_bytes_s * shares->stencil,
      [WEFT_HPC_SPMV] = stream_bytes_s * shares->spmv,
      [WEFT_HPC_MULTIGRID] = mem_bw_bytes_s * shares->multigrid,
      [WEFT_HPC_FFT] = stream_bytes_s * shares->fft,
      [WEFT_HPC_FP64] = peak_fp64_flops * shares->fp64,
      [WEFT_HPC_AI] = ai_flops,
      [WEFT_HPC_LAUNCH] = launch_s,
      [WEFT_HPC_SYNC] = sync_s,
    },
    .counts = *counts,
  };
}

/**
 * weft_hpc_rates_init:
 * @self: (out caller-allocates): what to fill
 * @profile: a profile with the constants of kernels and of HPC kernels
 * @chip: a chip
 * @error: where to put a #WeftCatalogError
 *
 * Every rate follows from the data sheet where the chip was not measured, and is marked as assumed then.
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_hpc_rates_init (WeftHpcRates    *self,
                     WeftProfile     *profile,
                     const WeftChip  *chip,
                     GError         **error)
{
  const char *const scopes[] = { chip->id, NULL };
  gboolean is_assumed[WEFT_N_HPC_RATES];
  WeftChipKernels kernels;
  WeftHpcCounts counts;
  WeftHpcShares shares;
  double sync_s;
  const WeftRangedConstant constants[] = {
    { "hpc_stencil_share", 1e-3, 10, &shares.stencil, &is_assumed[WEFT_HPC_STENCIL] },
    { "hpc_spmv_share", 1e-3, 10, &shares.spmv, &is_assumed[WEFT_HPC_SPMV] },
    { "hpc_multigrid_share", 1e-3, 10, &shares.multigrid, &is_assumed[WEFT_HPC_MULTIGRID] },
    { "hpc_fft_share", 1e-3, 10, &shares.fft, &is_assumed[WEFT_HPC_FFT] },
    { "vector_flop_share", 1e-3, 10, &shares.fp64, &is_assumed[WEFT_HPC_FP64] },
    { "hpc_sync_s", 0, 1, &sync_s, &is_assumed[WEFT_HPC_SYNC] },
  };

  g_return_val_if_fail (self != NULL && WEFT_IS_PROFILE (profile) && chip != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!weft_hpc_counts_init (&counts, profile, error)
      || !weft_profile_read_ranged (profile, scopes, constants, G_N_ELEMENTS (constants), error)
      || !weft_chip_kernels_init (&kernels, profile, chip, error))
    return FALSE;

  weft_hpc_rates_from (self, &shares, &counts, chip->mem_bw_bytes_s, kernels.stream_bytes_s, chip->peak_fp64_flops,
                       kernels.gemm[WEFT_FORMAT_BF16].rate_flops, kernels.host_launch_s, sync_s);
  is_assumed[WEFT_HPC_STREAM] = !kernels.is_stream_calibrated;
  is_assumed[WEFT_HPC_AI] = !kernels.gemm[WEFT_FORMAT_BF16].is_calibrated;
  is_assumed[WEFT_HPC_LAUNCH] = TRUE;
  memcpy (self->is_assumed, is_assumed, sizeof is_assumed);
  return TRUE;
}

/**
 * weft_hpc_rate_nick:
 * @rate: a rate
 *
 * Returns: its name in files
 */
const char *
weft_hpc_rate_nick (WeftHpcRate rate)
{
  static const char *const nicks[WEFT_N_HPC_RATES] = {
    "stream", "stencil", "spmv", "multigrid", "fft", "fp64", "ai", "launch", "sync",
  };

  g_return_val_if_fail ((guint) rate < WEFT_N_HPC_RATES, NULL);

  return nicks[rate];
}

/**
 * weft_hpc_rate_label:
 * @rate: a rate
 *
 * Returns: its name for people, translated; that of a latency says which way it counts
 */
const char *
weft_hpc_rate_label (WeftHpcRate rate)
{
  static const char *const labels[WEFT_N_HPC_RATES] = {
    N_("Streams"), N_("Stencils"), N_("Sparse products"), N_("Multigrid"), N_("Passes of transforms"),
    N_("FP64 on vectors"), N_("16-bit matrix products"), N_("Launch of a kernel, one way"),
    N_("Waiting of chip and host for each other, once an exchange"),
  };

  g_return_val_if_fail ((guint) rate < WEFT_N_HPC_RATES, NULL);

  return _(labels[rate]);
}

/**
 * weft_hpc_rate_unit:
 * @rate: a rate
 *
 * Returns: its SI unit
 */
const char *
weft_hpc_rate_unit (WeftHpcRate rate)
{
  g_return_val_if_fail ((guint) rate < WEFT_N_HPC_RATES, NULL);

  if (rate == WEFT_HPC_LAUNCH || rate == WEFT_HPC_SYNC)
    return "s";
  return rate == WEFT_HPC_FP64 || rate == WEFT_HPC_AI ? "FLOP/s" : "B/s";
}
