/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single kernels as a domain of the fit: what the model says of a row when constants are tried. */
#include <math.h>

#include <glib/gi18n-lib.h>

#include "calib/gauge/weft-gauge-kernels-private.h"
#include "cost/weft-gemm-private.h"

/* Bytes of a result's element, in BF16 whatever the inputs. */
#define OUTPUT_BYTES 2

/* Traffic of kernels that are measured for their rates: launches do not count beside it. */
#define LARGE_BYTES 1e12

static void
context_free (gpointer context)
{
  KernelContext *self = context;

  g_clear_object (&self->inventory);
  g_free (self->kernels);
  g_free (self);
}

static gpointer
context_new (WeftInventory  *inventory,
             GError        **error)
{
  KernelContext *self = g_new0 (KernelContext, 1);
  guint n_chips = weft_inventory_n_chips (inventory);

  self->inventory = g_object_ref (inventory);
  self->kernels = g_new0 (WeftChipKernels, n_chips);
  for (guint i = 0; i < n_chips; i++)
    if (!weft_chip_kernels_init (&self->kernels[i], weft_inventory_get_profile (inventory),
                                 weft_inventory_chip (inventory, i), error))
      {
        context_free (self);
        return NULL;
      }

  return self;
}

/* --- predictions --- */

static void
try_constant (const KernelCase *data,
              const double     *x,
              KernelConstant    constant,
              double            unit,
              double           *value)
{
  if (data->slots[constant] >= 0)
    *value = x[data->slots[constant]] * unit;
}

static void
try_rates (const KernelCase      *data,
           const double          *x,
           const WeftChipKernels *kernels,
           WeftGemmRates         *rates)
{
  WeftGemmCut cut = rates->cut;

  try_constant (data, x, KERNEL_FLOP_SHARE, kernels->peak_flops[data->format], &cut.flops);
  try_constant (data, x, KERNEL_STEP, 1, &cut.step_s);
  try_constant (data, x, KERNEL_BW_SHARE, data->chip->mem_bw_bytes_s, &rates->bw_bytes_s);
  try_constant (data, x, KERNEL_LAUNCH, 1, &rates->launch_s);
  try_constant (data, x, KERNEL_CAST, 1, &rates->cast_s);
  try_constant (data, x, KERNEL_CAST_BYTES, 1, &rates->cast_bytes);
  try_constant (data, x, KERNEL_TILE, 1, &rates->tile_s);
  try_constant (data, x, KERNEL_WHOLE_SHARE, 1, &rates->whole_share);
  try_constant (data, x, KERNEL_EPILOGUE_SHARE, 1, &rates->epilogue_share);
  weft_gemm_rates_cut (rates, &cut);
}

/* Of a large product whose size is not known the arithmetic counts alone: what else the profile has for the chip may have
 * been fitted to this very row's source. */
static void
forget_rest (const KernelCase *data,
             WeftGemmRates    *rates)
{
  rates->bw_bytes_s = data->chip->mem_bw_bytes_s;
  rates->launch_s = rates->tile_s = rates->cast_s = rates->cut.step_s = 0;
  rates->whole_share = rates->epilogue_share = 0;
}

static double
product_s (const KernelCase    *data,
           const double        *x,
           const WeftGemmRates *rates)
{
  double time_s = weft_gemm_s (rates, data->m, data->n, data->k, weft_format_bytes (data->format), OUTPUT_BYTES);
  double host_s = 0;

  if (data->is_cast)
    return time_s + weft_cast_s (rates, data->m * data->k);
  try_constant (data, x, KERNEL_PRODUCT_HOST, 1, &host_s);
  return MAX (time_s, host_s);
}

/* Fused attention is as fast as products are, times a share that is not fitted; plain attention consists of them. */
static double
attention_flops (const KernelCase *data,
                 WeftChipKernels  *kernels,
                 const double     *x)
{
  WeftGemmRates *rates = &kernels->gemm[WEFT_FORMAT_BF16];
  double before = rates->rate_flops;

  try_rates (data, x, kernels, rates);
  kernels->attention[data->work.kernel].product_flops *= rates->rate_flops / before;
  return weft_attention_flop (&data->work) / weft_attention_forward_s (kernels, &data->work);
}

/* The rate of a kernel that does so many operations for each byte. */
static double
roofline_flops (const KernelCase *data,
                WeftChipKernels  *kernels,
                const double     *x)
{
  double flop = data->intensity * LARGE_BYTES;
  double rate = kernels->gemm[WEFT_FORMAT_FP64].cut.flops;

  try_constant (data, x, KERNEL_FLOP_SHARE, kernels->peak_flops[WEFT_FORMAT_FP64], &rate);
  return flop / weft_roofline_kernel_s (kernels, rate, flop, LARGE_BYTES);
}

static double
predict (gpointer             context,
         const double        *x,
         const WeftGaugeCase *a_case)
{
  const KernelContext *self = context;
  const KernelCase *data = a_case->data;
  WeftChipKernels kernels = self->kernels[data->chip->index];
  WeftGemmRates *rates = &kernels.gemm[data->format];

  try_constant (data, x, KERNEL_STREAM_SHARE, data->chip->mem_bw_bytes_s, &kernels.stream_bytes_s);
  switch (data->kind)
    {
    case KERNEL_PRODUCT:
    case KERNEL_LARGE:
    case KERNEL_BEST:
      if (data->kind == KERNEL_LARGE)
        forget_rest (data, rates);
      try_rates (data, x, &kernels, rates);
      return a_case->is_rate ? 2 * data->m * data->n * data->k / product_s (data, x, rates) : product_s (data, x, rates);
    case KERNEL_ATTENTION:
      return attention_flops (data, &kernels, x);
    case KERNEL_STREAM:
    case KERNEL_ROOFLINE:
      return data->kind == KERNEL_STREAM ? kernels.stream_bytes_s : roofline_flops (data, &kernels, x);
    case KERNEL_VECTOR:
    default:
      try_rates (data, x, &kernels, rates);
      return data->format == WEFT_FORMAT_FP64 ? kernels.vector_flops : rates->rate_flops;
    }
}

static char *
why (gpointer             context,
     const WeftGaugeCase *a_case)
{
  const KernelCase *data = a_case->data;

  return g_strdup_printf (_("the catalog knows no peak of %s in %s"), data->chip->id, weft_format_nick (data->format));
}

const WeftGaugeDomain weft_gauge_kernels = {
  .id = "kernels",
  .label = N_("Kernels"),
  .context_new = context_new,
  .context_free = context_free,
  .read = weft_gauge_kernels_read,
  .free_data = g_free,
  .parameters = weft_gauge_kernels_parameters,
  .predict = predict,
  .why = why,
};
