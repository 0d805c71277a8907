/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kernels reach on a chip: the profile's constants for the chip and format, else for the format, else for all. */
#include <math.h>
#include <string.h>

#include "cost/weft-gemm-private.h"

/* Where constants are looked for, and by whom. */
typedef struct
{
  WeftProfile *profile;
  const WeftChip *chip;
  const char *like; /* (nullable): a chip of the same silicon that was measured */
  char *chip_part;  /* "h800-sxm-80/bf16" */
  char *like_part;  /* "h100-sxm-80/bf16" */
  const char *scopes[6];
} Look;

static const char *const attention_nicks[WEFT_N_ATTENTION_KERNELS] = {
  [WEFT_ATTENTION_BEST] = "best",
  [WEFT_ATTENTION_FLASH2] = "flash2",
  [WEFT_ATTENTION_PLAIN] = "plain",
};

const char *
weft_kernels_like (WeftProfile    *profile,
                   const WeftChip *chip)
{
  g_autofree char *key = g_strconcat ("kernels_like@", chip->id, NULL);
  WeftValue value;

  if (!weft_profile_lookup (profile, key, &value) || json_node_get_value_type (value.node) != G_TYPE_STRING)
    return NULL;
  return json_node_get_string (value.node);
}

static void
look_init (Look           *self,
           WeftProfile    *profile,
           const WeftChip *chip)
{
  *self = (Look) { .profile = profile, .chip = chip, .like = weft_kernels_like (profile, chip) };
}

static void
look_clear (Look *self)
{
  g_clear_pointer (&self->chip_part, g_free);
  g_clear_pointer (&self->like_part, g_free);
}

/* What follows is looked for in @part: a format, a kernel; NULL for the chip as a whole. */
static void
look_at (Look       *self,
         const char *part)
{
  guint n = 0;

  look_clear (self);
  if (part != NULL)
    {
      self->scopes[n++] = self->chip_part = g_strconcat (self->chip->id, "/", part, NULL);
      if (self->like != NULL)
        self->scopes[n++] = self->like_part = g_strconcat (self->like, "/", part, NULL);
    }
  self->scopes[n++] = self->chip->id;
  if (self->like != NULL)
    self->scopes[n++] = self->like;
  if (part != NULL)
    self->scopes[n++] = part;
  self->scopes[n] = NULL;
}

/* Whether the constant that was found is a measurement of this very chip. */
static gboolean
is_measured (const Look *self,
             const char *found)
{
  const char *scope = strchr (found, '@');
  WeftValue value;

  return scope != NULL && (g_strcmp0 (scope + 1, self->chip_part) == 0 || g_str_equal (scope + 1, self->chip->id))
         && weft_profile_lookup (self->profile, found, &value)
         && value.provenance->confidence == WEFT_CONFIDENCE_MEASURED;
}

/* @is_own: (nullable) (out): measured on this chip. @is_known: (nullable) (out): for this chip or one like it. */
static gboolean
take (const Look  *self,
      const char  *key,
      double      *value,
      gboolean    *is_own,
      gboolean    *is_known,
      GError     **error)
{
  const char *found, *scope;

  if (!weft_profile_get_scoped (self->profile, key, self->scopes, value, &found, error))
    return FALSE;

  scope = strchr (found, '@');
  if (is_own != NULL)
    *is_own = is_measured (self, found);
  if (is_known != NULL)
    *is_known = scope != NULL && (g_str_has_prefix (scope + 1, self->chip->id)
                                  || (self->like != NULL && g_str_has_prefix (scope + 1, self->like)));
  return TRUE;
}

static gboolean
take_number (const Look  *self,
             const char  *key,
             double      *value,
             GError     **error)
{
  return take (self, key, value, NULL, NULL, error);
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

double
weft_gemm_achieved_flops (const WeftChip *chip,
                          WeftFormat      format)
{
  if (format == WEFT_FORMAT_BF16)
    return weft_record_get_si (chip->record, "bf16_achieved_tflops");
  if (format == WEFT_FORMAT_FP8)
    return weft_record_get_si (chip->record, "fp8_achieved_tflops");

  return NAN;
}

/* A chip that reaches less in BF16 than others is taken to do so in narrower formats too: by how much, 1 where nothing
 * is known. */
static gboolean
take_pace (const Look  *self,
           WeftFormat   format,
           double      *pace,
           GError     **error)
{
  static const char *const usual[] = { "bf16", NULL };
  double achieved = weft_gemm_achieved_flops (self->chip, WEFT_FORMAT_BF16);
  double share, usual_share;

  *pace = 1;
  if (!(achieved > 0) || (format != WEFT_FORMAT_FP8 && format != WEFT_FORMAT_FP4 && format != WEFT_FORMAT_TF32))
    return TRUE;
  if (!take_number (self, "gemm_achieved_share", &share, error)
      || !weft_profile_get_scoped (self->profile, "gemm_flop_share", usual, &usual_share, NULL, error))
    return FALSE;

  *pace = MIN (achieved * share / self->chip->peak_bf16_flops / usual_share, 1);
  return TRUE;
}

/* The share of the peak known of this chip; else a share of the best product known of it; else the share by default. */
static gboolean
take_flops (const Look     *self,
            WeftFormat      format,
            double          peak,
            double         *flops,
            gboolean       *is_own,
            GError        **error)
{
  double achieved = weft_gemm_achieved_flops (self->chip, format);
  gboolean is_known;
  double share, pace;

  if (!take (self, "gemm_flop_share", &share, is_own, &is_known, error))
    return FALSE;
  *flops = peak * share;
  if (is_known)
    return TRUE;

  if (achieved > 0)
    {
      if (!take_number (self, "gemm_achieved_share", &share, error))
        return FALSE;
      *flops = MIN (achieved * share, peak);
      return TRUE;
    }
  if (!take_pace (self, format, &pace, error))
    return FALSE;
  *flops *= pace;
  return TRUE;
}

static gboolean
fill_gemm (Look           *look,
           WeftGemmRates  *rates,
           WeftFormat      format,
           double          peak,
           GError        **error)
{
  WeftGemmCut cut = { .units = look->chip->compute_units };
  double bw_share;

  look_at (look, weft_format_nick (format));
  if (!take_flops (look, format, peak, &cut.flops, &rates->is_calibrated, error)
      || !take_number (look, "gemm_step_s", &cut.step_s, error)
      || !take_number (look, "gemm_least_rows", &cut.least_rows, error)
      || !take_number (look, "gemm_least_columns", &cut.least_columns, error)
      || !take_number (look, "gemm_bw_share", &bw_share, error)
      || !take_number (look, "gemm_launch_s", &rates->launch_s, error)
      || !take_number (look, "gemm_tile_s", &rates->tile_s, error)
      || !take_number (look, "gemm_whole_share", &rates->whole_share, error)
      || !take_number (look, "gemm_epilogue_share", &rates->epilogue_share, error)
      || !take_number (look, "gemm_cast_s", &rates->cast_s, error)
      || !take_number (look, "gemm_cast_bytes", &rates->cast_bytes, error))
    return FALSE;

  rates->bw_bytes_s = bw_share * look->chip->mem_bw_bytes_s;
  weft_gemm_rates_cut (rates, &cut);
  return TRUE;
}

static gboolean
fill_attention (Look                *look,
                WeftChipKernels     *self,
                WeftAttentionKernel  kernel,
                GError             **error)
{
  WeftAttentionRates *rates = &self->attention[kernel];
  double product_share, softmax_dim;

  if (kernel == WEFT_ATTENTION_PLAIN)
    {
      *rates = (WeftAttentionRates) { NAN, NAN, NAN, FALSE };
      return TRUE;
    }

  look_at (look, attention_nicks[kernel]);
  if (!take (look, "attention_product_share", &product_share, &rates->is_calibrated, NULL, error)
      || !take_number (look, "attention_softmax_dim", &softmax_dim, error)
      || !take_number (look, "attention_backward_share", &rates->backward_share, error))
    return FALSE;

  rates->product_flops = product_share * self->gemm[WEFT_FORMAT_BF16].rate_flops;
  rates->softmax_flops = self->peak_flops[WEFT_FORMAT_BF16] / softmax_dim;
  return TRUE;
}

static gboolean
fill_rest (Look             *look,
           WeftChipKernels  *self,
           GError          **error)
{
  double stream_share, decode_share, vector_share;

  look_at (look, NULL);
  if (!take (look, "stream_bw_share", &stream_share, &self->is_stream_calibrated, NULL, error)
      || !take_number (look, "stream_launch_s", &self->stream_launch_s, error)
      || !take_number (look, "host_launch_s", &self->host_launch_s, error)
      || !take_number (look, "product_host_s", &self->product_host_s, error)
      || !take_number (look, "vector_flop_share", &vector_share, error)
      || !take_number (look, "attention_block", &self->attention_block, error)
      || !take_number (look, "attention_passes", &self->attention_passes, error)
      || !take_number (look, "decode_bw_share", &decode_share, error))
    return FALSE;

  self->stream_bytes_s = stream_share * look->chip->mem_bw_bytes_s;
  self->decode_bytes_s = decode_share * look->chip->mem_bw_bytes_s;
  self->vector_flops = vector_share * look->chip->peak_fp64_flops;
  return TRUE;
}

/**
 * weft_chip_kernels_init: (skip)
 * @self: (out caller-allocates): what kernels reach
 * @profile: a profile with the constants of kernels
 * @chip: a chip
 * @error: where to put a #WeftCatalogError: the profile lacks a constant
 *
 * Constants are looked for as "KEY\@CHIP/FORMAT", "KEY\@CHIP", "KEY\@FORMAT" and "KEY"; where "kernels_like\@CHIP" names
 * another chip, those of that one follow the chip's own. A chip of which neither says anything gets a share
 * (gemm_achieved_share) of the best product that the catalog knows of it, or the share by default, less for one that
 * reaches less than usual in BF16.
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_chip_kernels_init (WeftChipKernels  *self,
                        WeftProfile      *profile,
                        const WeftChip   *chip,
                        GError          **error)
{
  gboolean ok = TRUE;
  Look look;

  g_return_val_if_fail (self != NULL && WEFT_IS_PROFILE (profile) && chip != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  look_init (&look, profile, chip);
  for (WeftFormat format = 0; ok && format < WEFT_N_FORMATS; format++)
    {
      self->peak_flops[format] = get_peak (chip, format);
      ok = fill_gemm (&look, &self->gemm[format], format, self->peak_flops[format], error);
    }
  for (WeftAttentionKernel kernel = 0; ok && kernel < WEFT_N_ATTENTION_KERNELS; kernel++)
    ok = fill_attention (&look, self, kernel, error);
  ok = ok && fill_rest (&look, self, error);

  look_clear (&look);
  return ok;
}
