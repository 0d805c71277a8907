/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast a chip computes in each dtype and reads its memory. Arithmetic that it has no rate for runs in the next
 * wider dtype that it has. */
#pragma once

#include "catalog/weft-inventory.h"
#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

/**
 * WeftChipRates: (skip)
 * @chip: the chip
 * @flops: peak of each dtype, the wider one's where it has none; NAN when it has no wider one either
 * @dtype: whose rate that is
 * @mem_bw_bytes_s: NAN when not known
 */
typedef struct
{
  const WeftChip *chip;
  double flops[WEFT_N_DTYPES];
  WeftDtype dtype[WEFT_N_DTYPES];
  double mem_bw_bytes_s;
} WeftChipRates;

void weft_chip_rates_init (WeftChipRates  *self,
                           const WeftChip *chip);

G_END_DECLS
