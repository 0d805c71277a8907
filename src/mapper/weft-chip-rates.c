/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Peaks of a chip by dtype; the FP64 rate is the vector rate, as everywhere. */
#include "mapper/weft-chip-rates-private.h"

#include <math.h>

/* Holds every number of the narrower one. INT8 fits 8 bits of mantissa. */
static const WeftDtype wider[WEFT_N_DTYPES] = {
  [WEFT_DTYPE_FP64] = WEFT_DTYPE_FP64,
  [WEFT_DTYPE_FP32] = WEFT_DTYPE_FP64,
  [WEFT_DTYPE_BF16] = WEFT_DTYPE_FP32,
  [WEFT_DTYPE_FP8] = WEFT_DTYPE_BF16,
  [WEFT_DTYPE_INT8] = WEFT_DTYPE_BF16,
};

void
weft_chip_rates_init (WeftChipRates *self, const WeftChip *chip)
{
  const double peaks[WEFT_N_DTYPES] = {
    [WEFT_DTYPE_FP64] = chip->peak_fp64_flops,
    [WEFT_DTYPE_FP32] = weft_record_get_si (chip->record, "fp32_tflops"),
    [WEFT_DTYPE_BF16] = chip->peak_bf16_flops,
    [WEFT_DTYPE_FP8] = chip->peak_fp8_flops,
    [WEFT_DTYPE_INT8] = weft_record_get_si (chip->record, "int8_tops"),
  };

  self->chip = chip;
  self->mem_bw_bytes_s = chip->mem_bw_bytes_s > 0 ? chip->mem_bw_bytes_s : NAN;
  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    {
      WeftDtype at = d;

      while (!(peaks[at] > 0) && wider[at] != at)
        at = wider[at];
      self->flops[d] = peaks[at] > 0 ? peaks[at] : NAN;
      self->dtype[d] = at;
    }
}
