/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kernels reach on a chip: the profile's constants for the chip and format, else for the format, else for all. */
#include "cost/weft-gemm.h"

#include <math.h>
#include <string.h>

typedef struct
{
  WeftProfile *profile;
  const WeftChip *chip;
  const char *scopes[4];
  char *chip_scope; /* "h100-sxm-80/bf16" */
} Look;

static void
look_at (Look           *look,
         WeftProfile    *profile,
         const WeftChip *chip,
         const char     *part)
{
  look->profile = profile;
  look->chip = chip;
  look->chip_scope = part != NULL ? g_strconcat (chip->id, "/", part, NULL) : NULL;
  look->scopes[0] = look->chip_scope != NULL ? look->chip_scope : chip->id;
  look->scopes[1] = look->chip_scope != NULL ? chip->id : NULL;
  look->scopes[2] = part;
  look->scopes[3] = NULL;
}

/* Whether the constant that was found is a measurement on the chip, not taken over from another one. */
static gboolean
is_measured_here (const Look *look,
                  const char *found)
{
  const char *scope = strchr (found, '@');
  WeftValue value;

  return scope != NULL && g_str_has_prefix (scope + 1, look->chip->id)
         && weft_profile_lookup (look->profile, found, &value)
         && value.provenance->confidence == WEFT_CONFIDENCE_MEASURED;
}

static gboolean
take (const Look  *look,
      const char  *key,
      double      *value,
      gboolean    *is_measured,
      GError     **error)
{
  const char *found;

  if (!weft_profile_get_scoped (look->profile, key, look->scopes, value, &found, error))
    return FALSE;
  if (is_measured != NULL)
    *is_measured = is_measured_here (look, found);
  return TRUE;
}

static double
get_peak (const WeftChip *chip,
          WeftFormat      format)
{
  switch (format)
    {
    case WEFT_FORMAT_FP64:
      return isnan (chip->peak_fp64_matrix_flops) ? chip->peak_fp64_flops : chip->peak_fp64_matrix_flops;
    case WEFT_FORMAT_FP32:
      return chip->peak_fp32_flops;
    case WEFT_FORMAT_TF32:
      return chip->peak_tf32_flops;
    case WEFT_FORMAT_BF16:
      return chip->peak_bf16_flops;
    case WEFT_FORMAT_FP8:
      return chip->peak_fp8_flops;
    case WEFT_FORMAT_FP4:
      return chip->peak_fp4_flops;
    case WEFT_N_FORMATS:
    default:
      return NAN;
    }
}

/* The best product that the catalog knows of, FLOP/s; NAN when it knows none. */
static double
get_achieved (const WeftChip *chip,
              WeftFormat      format)
{
  switch (format)
    {
    case WEFT_FORMAT_BF16:
      return weft_record_get_si (chip->record, "bf16_achieved_tflops");
    case WEFT_FORMAT_FP8:
      return weft_record_get_si (chip->record, "fp8_achieved_tflops");
    case WEFT_FORMAT_FP64:
    case WEFT_FORMAT_FP32:
    case WEFT_FORMAT_TF32:
    case WEFT_FORMAT_FP4:
    case WEFT_N_FORMATS:
    default:
      return NAN;
    }
}

/* The share of the peak measured on this chip; else a share of the best product known of it; else the share by default. */
static gboolean
take_rate (const Look     *look,
           WeftFormat      format,
           double          peak,
           WeftGemmRates  *rates,
           GError        **error)
{
  double achieved = get_achieved (look->chip, format);
  double share;

  if (!take (look, "gemm_flop_share", &share, &rates->is_calibrated, error))
    return FALSE;
  rates->rate_flops = peak * share;

  if (!rates->is_calibrated && achieved > 0)
    {
      if (!take (look, "gemm_achieved_share", &share, NULL, error))
        return FALSE;
      rates->rate_flops = MIN (achieved * share, peak);
    }
  return TRUE;
}

static gboolean
fill_gemm (WeftGemmRates   *rates,
           WeftProfile     *profile,
           const WeftChip  *chip,
           WeftFormat       format,
           double           peak,
           GError         **error)
{
  Look look;
  double bw_share;
  gboolean ok;

  look_at (&look, profile, chip, weft_format_nick (format));
  ok = take_rate (&look, format, peak, rates, error)
       && take (&look, "gemm_bw_share", &bw_share, NULL, error)
       && take (&look, "gemm_launch_s", &rates->launch_s, NULL, error)
       && take (&look, "gemm_cast_s", &rates->cast_s, NULL, error)
       && take (&look, "gemm_cast_bytes", &rates->cast_bytes, NULL, error)
       && take (&look, "gemm_epilogue_share", &rates->epilogue_share, NULL, error);
  g_free (look.chip_scope);
  if (ok)
    rates->bw_bytes_s = bw_share * chip->mem_bw_bytes_s;

  return ok;
}

static gboolean
fill_rest (WeftChipKernels  *self,
           WeftProfile      *profile,
           const WeftChip   *chip,
           GError          **error)
{
  double attention_share, stream_share, decode_share;
  Look look;

  look_at (&look, profile, chip, NULL);
  if (!take (&look, "stream_bw_share", &stream_share, &self->is_stream_calibrated, error)
      || !take (&look, "stream_launch_s", &self->stream_launch_s, NULL, error)
      || !take (&look, "host_launch_s", &self->host_launch_s, NULL, error)
      || !take (&look, "attention_flop_share", &attention_share, &self->is_attention_calibrated, error)
      || !take (&look, "attention_head_dim", &self->attention_head_dim, NULL, error)
      || !take (&look, "attention_backward_share", &self->attention_backward_share, NULL, error)
      || !take (&look, "attention_block", &self->attention_block, NULL, error)
      || !take (&look, "decode_bw_share", &decode_share, NULL, error))
    return FALSE;

  self->stream_bytes_s = stream_share * chip->mem_bw_bytes_s;
  self->decode_bytes_s = decode_share * chip->mem_bw_bytes_s;
  self->attention_flops = attention_share * self->peak_flops[WEFT_FORMAT_BF16];
  return TRUE;
}

/**
 * weft_chip_kernels_init: (skip)
 * @self: (out caller-allocates): what kernels reach
 * @profile: a profile with the constants of kernels
 * @chip: a chip
 * @error: where to put a #WeftCatalogError: the profile lacks a constant
 *
 * Constants are looked for as "KEY\@CHIP/FORMAT", "KEY\@CHIP", "KEY\@FORMAT" and "KEY". A chip without a measurement of
 * its own gets a share (gemm_achieved_share) of the best product that the catalog knows of it, or the share by default.
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_chip_kernels_init (WeftChipKernels  *self,
                        WeftProfile      *profile,
                        const WeftChip   *chip,
                        GError          **error)
{
  g_return_val_if_fail (self != NULL && WEFT_IS_PROFILE (profile) && chip != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  for (WeftFormat format = 0; format < WEFT_N_FORMATS; format++)
    {
      self->peak_flops[format] = get_peak (chip, format);
      if (!fill_gemm (&self->gemm[format], profile, chip, format, self->peak_flops[format], error))
        return FALSE;
    }

  return fill_rest (self, profile, chip, error);
}
