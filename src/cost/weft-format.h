/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number formats that kernels compute in. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/**
 * WeftFormat:
 * @WEFT_FORMAT_FP64: 8 bytes
 * @WEFT_FORMAT_FP32: 4 bytes
 * @WEFT_FORMAT_TF32: 4 bytes, products on 19 bits
 * @WEFT_FORMAT_BF16: 2 bytes; FP16 runs at the same rates
 * @WEFT_FORMAT_FP8: 1 byte
 * @WEFT_FORMAT_FP4: 4 bits and a scale for every 16 (NVFP4)
 *
 * Formats that products are computed in.
 */
typedef enum
{
  WEFT_FORMAT_FP64,
  WEFT_FORMAT_FP32,
  WEFT_FORMAT_TF32,
  WEFT_FORMAT_BF16,
  WEFT_FORMAT_FP8,
  WEFT_FORMAT_FP4,
  WEFT_N_FORMATS, /*< skip >*/
} WeftFormat;

WEFT_API const char *weft_format_nick  (WeftFormat  format);
WEFT_API gboolean    weft_format_parse (const char *nick,
                                        WeftFormat *format);
WEFT_API double      weft_format_bytes (WeftFormat  format);

G_END_DECLS
