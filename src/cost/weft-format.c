/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names and sizes of number formats. */
#include "cost/weft-format.h"

static const struct
{
  const char *nick;
  double bytes;
} formats[WEFT_N_FORMATS] = {
  [WEFT_FORMAT_FP64] = { "fp64", 8 },
  [WEFT_FORMAT_FP32] = { "fp32", 4 },
  [WEFT_FORMAT_TF32] = { "tf32", 4 },
  [WEFT_FORMAT_BF16] = { "bf16", 2 },
  [WEFT_FORMAT_FP8] = { "fp8", 1 },
  [WEFT_FORMAT_FP4] = { "fp4", 0.5 + 1.0 / 16 },
};

/* Other names that publications give a format. */
static const struct
{
  const char *name;
  WeftFormat format;
} aliases[] = {
  { "fp16", WEFT_FORMAT_BF16 },         { "bfloat16", WEFT_FORMAT_BF16 },     { "float16", WEFT_FORMAT_BF16 },
  { "half", WEFT_FORMAT_BF16 },         { "e4m3", WEFT_FORMAT_FP8 },          { "e5m2", WEFT_FORMAT_FP8 },
  { "fp8_block", WEFT_FORMAT_FP8 },     { "mxfp8", WEFT_FORMAT_FP8 },         { "nvfp4", WEFT_FORMAT_FP4 },
  { "mxfp4", WEFT_FORMAT_FP4 },         { "float32", WEFT_FORMAT_FP32 },      { "float64", WEFT_FORMAT_FP64 },
  { "fp64 tensor", WEFT_FORMAT_FP64 },
};

/**
 * weft_format_nick:
 * @format: a format
 *
 * Returns: its name in files: "bf16"
 */
const char *
weft_format_nick (WeftFormat format)
{
  g_return_val_if_fail (format < WEFT_N_FORMATS, NULL);

  return formats[format].nick;
}

/**
 * weft_format_parse:
 * @nick: (nullable): a name, without regard to case: "bf16", "nvfp4"; "fp16" is BF16's
 * @format: (out): the format
 *
 * Returns: %FALSE when no format has that name
 */
gboolean
weft_format_parse (const char *nick,
                   WeftFormat *format)
{
  g_return_val_if_fail (format != NULL, FALSE);

  if (nick == NULL)
    return FALSE;

  for (guint i = 0; i < WEFT_N_FORMATS; i++)
    if (g_ascii_strcasecmp (nick, formats[i].nick) == 0)
      {
        *format = i;
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (g_ascii_strcasecmp (nick, aliases[i].name) == 0)
      {
        *format = aliases[i].format;
        return TRUE;
      }

  return FALSE;
}

/**
 * weft_format_bytes:
 * @format: a format
 *
 * FP4 counts its scales: one byte for 16 elements (NVFP4).
 *
 * Returns: bytes of an element
 */
double
weft_format_bytes (WeftFormat format)
{
  g_return_val_if_fail (format < WEFT_N_FORMATS, 0);

  return formats[format].bytes;
}
