/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chip power: idle plus the energies of all that goes on, held back by the TDP. */
#include "model/measured/weft-power-chip.h"

#include <math.h>

#include "catalog/weft-profile-ranged-private.h"

/**
 * weft_power_rates_init:
 * @self: (out caller-allocates): what to fill
 * @profile: a profile with the constants of power
 * @chip: a chip
 * @error: where to put a #WeftCatalogError: a constant is missing or out of range
 *
 * Constants are looked for as "KEY\@CHIP", as "KEY\@sram" for chips that run out of on-chip memory, and as "KEY".
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_power_rates_init (WeftPowerRates  *self,
                       WeftProfile     *profile,
                       const WeftChip  *chip,
                       GError         **error)
{
  const char *const scopes[] = { chip->id, chip->dataflow ? "sram" : NULL, NULL };
  const WeftRangedConstant constants[] = {
    { "power_idle_share", 0, 1, &self->idle_share },       { "power_byte_j", 0, 1, &self->byte_j },
    { "power_link_byte_j", 0, 1, &self->link_byte_j },     { "power_vector_flop_j", 0, 1, &self->vector_flop_j },
    { "power_matrix_share", 0, 10, &self->matrix_share },   { "power_exchange_share", 0, 1, &self->exchange_share },
  };

  return weft_profile_read_ranged (profile, scopes, constants, G_N_ELEMENTS (constants), error);
}

/**
 * weft_chip_power_init:
 * @self: (out caller-allocates): what to fill
 * @rates: the constants
 * @tdp_w: the chip's TDP
 * @matrix_flops: what its large matrix products reach, by #WeftFormat; NAN for formats that it does not have
 *
 * Memory, links and registers cost the same energy a byte or an operation on every chip that was measured. Matrix units
 * differ by a factor of thirty from format to format and with every process; what the chips have in common is that a
 * large product, at the rate that it reaches, draws about the same part of what the TDP leaves beyond idle.
 */
void
weft_chip_power_init (WeftChipPower        *self,
                      const WeftPowerRates *rates,
                      double                tdp_w,
                      const double          matrix_flops[WEFT_N_FORMATS])
{
  *self = (WeftChipPower) {
    .idle_w = rates->idle_share * tdp_w,
    .exchange_w = rates->exchange_share * tdp_w,
    .tdp_w = tdp_w,
    .byte_j = rates->byte_j,
    .link_byte_j = rates->link_byte_j,
    .vector_flop_j = rates->vector_flop_j,
  };
  for (guint i = 0; i < WEFT_N_FORMATS; i++)
    self->matrix_flop_j[i] = rates->matrix_share * (tdp_w - self->idle_w) / matrix_flops[i];
}

/**
 * weft_chip_power_of:
 * @self: (out caller-allocates): what to fill
 * @profile: a profile with the constants of power and kernels
 * @chip: a chip
 * @error: where to put a #WeftCatalogError
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_chip_power_of (WeftChipPower   *self,
                    WeftProfile     *profile,
                    const WeftChip  *chip,
                    GError         **error)
{
  double matrix_flops[WEFT_N_FORMATS];
  WeftChipKernels kernels;
  WeftPowerRates rates;

  if (!weft_power_rates_init (&rates, profile, chip, error)
      || !weft_chip_kernels_init (&kernels, profile, chip, error))
    return FALSE;

  for (guint i = 0; i < WEFT_N_FORMATS; i++)
    matrix_flops[i] = kernels.gemm[i].rate_flops;
  weft_chip_power_init (self, &rates, chip->tdp_w, matrix_flops);
  return TRUE;
}

/**
 * weft_chip_power_w:
 * @self: a chip's energies
 * @activity: what it does
 * @is_capped: (out) (optional): whether the TDP holds it back; its clocks then fall, and @activity takes longer
 *
 * Returns: watts, from idle to the TDP
 */
double
weft_chip_power_w (const WeftChipPower *self,
                   const WeftActivity  *activity,
                   gboolean            *is_capped)
{
  double w = self->idle_w + activity->exchange_share * self->exchange_w + activity->bytes_s * self->byte_j
             + activity->link_bytes_s * self->link_byte_j + activity->vector_flops * self->vector_flop_j;

  for (guint i = 0; i < WEFT_N_FORMATS; i++)
    if (activity->matrix_flops[i] > 0)
      w += activity->matrix_flops[i] * self->matrix_flop_j[i];

  if (is_capped != NULL)
    *is_capped = w > self->tdp_w;
  return w > self->tdp_w ? self->tdp_w : w;
}

/**
 * weft_activity_add_products:
 * @self: an activity
 * @kernels: what the chip reaches
 * @format: of the products
 * @share: of the time, 0 to 1
 *
 * A chip without @format computes in none.
 */
void
weft_activity_add_products (WeftActivity          *self,
                            const WeftChipKernels *kernels,
                            WeftFormat             format,
                            double                 share)
{
  if (kernels->gemm[format].rate_flops > 0)
    self->matrix_flops[format] += share * kernels->gemm[format].rate_flops;
}

/**
 * weft_activity_add_vectors:
 * @self: an activity
 * @kernels: what the chip reaches
 * @share: of the time, 0 to 1
 *
 * A chip without FP64 computes in none.
 */
void
weft_activity_add_vectors (WeftActivity          *self,
                           const WeftChipKernels *kernels,
                           double                 share)
{
  if (kernels->vector_flops > 0)
    self->vector_flops += share * kernels->vector_flops;
}

/**
 * weft_activity_add_traffic:
 * @self: an activity
 * @kernels: what the chip reaches
 * @share: of the time, 0 to 1
 */
void
weft_activity_add_traffic (WeftActivity          *self,
                           const WeftChipKernels *kernels,
                           double                 share)
{
  self->bytes_s += share * kernels->stream_bytes_s;
}

/**
 * weft_activity_add_exchange:
 * @self: an activity
 * @link_bytes_s: of the link, in one direction
 * @share: of the time, 0 to 1
 *
 * What goes out is read from memory, and what comes in is written to it; the kernels that do so wait without rest.
 */
void
weft_activity_add_exchange (WeftActivity *self,
                            double        link_bytes_s,
                            double        share)
{
  self->exchange_share += share;
  self->link_bytes_s += share * 2 * link_bytes_s;
  self->bytes_s += share * 2 * link_bytes_s;
}
