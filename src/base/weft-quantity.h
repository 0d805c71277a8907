/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers with units: what people type ("400Gb/s", "3.35 TB/s", "700 W", "2.5 m") into SI, and SI
 * into what people read. Gb is never GB, GB never GiB. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_QUANTITY_ERROR (weft_quantity_error_quark ())

typedef enum
{
  WEFT_QUANTITY_ERROR_NUMBER, /* no number where one was expected */
  WEFT_QUANTITY_ERROR_UNIT,   /* a unit that is unknown or of another dimension */
  WEFT_QUANTITY_ERROR_RANGE,  /* infinite, or not a number */
} WeftQuantityError;

typedef enum
{
  WEFT_UNIT_NONE,     /* a plain number, or percent: "45 %" is 0.45 */
  WEFT_UNIT_W,        /* W kW MW GW */
  WEFT_UNIT_S,        /* s ms us (and µs) ns min h */
  WEFT_UNIT_BYTES,    /* B kB MB GB TB PB, KiB MiB GiB TiB, and bits: b kb Mb Gb */
  WEFT_UNIT_BYTES_S,  /* the same per second: GB/s, Gb/s, GBps, Gbps, Gbit/s, GiB/s */
  WEFT_UNIT_FLOPS,    /* FLOP/s with k M G T P E: "34 TFLOP/s", "34 TFLOPS", "34 TF", "34 TF/s" */
  WEFT_UNIT_USD,      /* $ USD k$ M$, "$30,000" */
  WEFT_UNIT_M,        /* m cm mm km, ft in */
  WEFT_UNIT_COUNT,    /* whole numbers, 1,312 */
  WEFT_UNIT_RATIO,    /* 1.93x */
  WEFT_UNIT_TOKENS_S, /* tokens/s, k M G */
  WEFT_UNIT_FLOP,     /* FLOP with k M G T P E Z */
} WeftUnit;

WEFT_API GQuark   weft_quantity_error_quark (void);

/* @text in the SI base of @unit. Without a unit in the text the number counts in @unit's SI base.
 * The C locale's point; digit groups by comma or thin space are accepted only where unambiguous
 * ("1,312", "30,000"). */
WEFT_API gboolean weft_quantity_parse (const char *text,
                                       WeftUnit    unit,
                                       double     *value,
                                       GError    **error);

/* Three significant digits and a scaled unit: "3.35 TB/s", "700 W", "1.00 MW", "0.38 µs", "1,312",
 * "1.93×", "41.1 tokens/s"; "unknown" for NAN. Below one, zeros at the end fall away,
 * but not of ratios and plain numbers from 0.1 on ("0.950×").
 * A no-break space stands between number and unit. (transfer full) */
WEFT_API char    *weft_quantity_format (double   value,
                                        WeftUnit unit);

/* The same with every digit that matters (shortest round trip of the SI value) and the SI unit:
 * "3350000000000 B/s". (transfer full) */
WEFT_API char    *weft_quantity_format_full (double   value,
                                             WeftUnit unit);

/* The SI unit's text: "W", "B/s", "FLOP/s", "" for none. */
WEFT_API const char *weft_unit_symbol (WeftUnit unit);

G_END_DECLS
