/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a chip draws by what it does: bytes from memory, bytes on links, arithmetic. Not its TDP times a utilisation. */
#pragma once

#include "cost/weft-gemm.h"

G_BEGIN_DECLS

/**
 * WeftChipPower:
 * @idle_w: clocks up, nothing to do, in W
 * @exchange_w: for the kernels that exchange data with others, whatever they move, in W
 * @tdp_w: what the chip may draw, in W; beyond that it lowers its clocks
 * @byte_j: reading or writing a byte of memory, caches and wires on the way included, in J
 * @link_byte_j: a byte in or out on the links of the scale-up or scale-out fabric, its memory not included, in J
 * @vector_flop_j: a floating-point operation on registers, FP64, in J
 * @matrix_flop_j: an operation of a large matrix product, by #WeftFormat, its operands included, in J; NAN for formats
 *   that the chip does not have
 *
 * A chip's energies.
 */
typedef struct
{
  double idle_w;
  double exchange_w;
  double tdp_w;
  double byte_j;
  double link_byte_j;
  double vector_flop_j;
  double matrix_flop_j[WEFT_N_FORMATS];
} WeftChipPower;

/**
 * WeftActivity:
 * @bytes_s: from and to memory, in B/s
 * @exchange_share: of the time that kernels run which exchange data with others, 0 to 1
 * @link_bytes_s: in and out on links, both directions together, in B/s
 * @vector_flops: on registers, FP64, in FLOP/s
 * @matrix_flops: of matrix products, by #WeftFormat, in FLOP/s
 *
 * What a chip does, on average over a step.
 */
typedef struct
{
  double bytes_s;
  double exchange_share;
  double link_bytes_s;
  double vector_flops;
  double matrix_flops[WEFT_N_FORMATS];
} WeftActivity;

/**
 * WeftPowerRates:
 * @idle_share: of the TDP, with clocks up
 * @exchange_share: of the TDP, drawn by kernels that exchange data with others
 * @byte_j: for a byte of memory, in J
 * @link_byte_j: for a byte on a link, in J
 * @vector_flop_j: for an FP64 operation on registers, in J
 * @matrix_share: of what is between idle and the TDP, drawn by large matrix products
 *
 * The constants that a chip's energies come from.
 */
typedef struct
{
  double idle_share;
  double exchange_share;
  double byte_j;
  double link_byte_j;
  double vector_flop_j;
  double matrix_share;
} WeftPowerRates;

WEFT_API gboolean weft_power_rates_init    (WeftPowerRates        *self,
                                            WeftProfile           *profile,
                                            const WeftChip        *chip,
                                            GError               **error);
WEFT_API void     weft_chip_power_init     (WeftChipPower         *self,
                                            const WeftPowerRates  *rates,
                                            double                 tdp_w,
                                            const double           matrix_flops[WEFT_N_FORMATS]);
WEFT_API gboolean weft_chip_power_of       (WeftChipPower         *self,
                                            WeftProfile           *profile,
                                            const WeftChip        *chip,
                                            GError               **error);
/* Watts. @is_capped: (out) (nullable): whether the TDP holds it back. */
WEFT_API double   weft_chip_power_w        (const WeftChipPower   *self,
                                            const WeftActivity    *activity,
                                            gboolean              *is_capped);

/* Adds @share of the time at what the chip reaches: products in @format, FP64 on vectors, traffic of memory alone,
 * exchange on links of @link_bytes_s in each direction. */
WEFT_API void     weft_activity_add_products (WeftActivity          *self,
                                              const WeftChipKernels *kernels,
                                              WeftFormat             format,
                                              double                 share);
WEFT_API void     weft_activity_add_vectors  (WeftActivity          *self,
                                              const WeftChipKernels *kernels,
                                              double                 share);
WEFT_API void     weft_activity_add_traffic  (WeftActivity          *self,
                                              const WeftChipKernels *kernels,
                                              double                 share);
WEFT_API void     weft_activity_add_exchange (WeftActivity          *self,
                                              double                 link_bytes_s,
                                              double                 share);

G_END_DECLS
