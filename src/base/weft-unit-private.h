/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The units that can be typed and shown: their spellings and what they are worth in SI. */
#pragma once

#include "base/weft-quantity.h"

G_BEGIN_DECLS

/**
 * WeftScale: (skip)
 * @power: power of ten
 * @times: multiplies what the power gives
 * @over: divides it; one of the two is 1
 *
 * Kept apart so that "0.38 µs" becomes the double next to 3.8e-7: the power goes into the decimal
 * text and only what is left is calculated.
 */
typedef struct
{
  int power;
  double times;
  double over;
} WeftScale;

/**
 * WeftShownUnit: (skip)
 * @from: the least size, in SI, that is shown in this unit
 * @si: its worth in SI
 * @text: its symbol
 */
typedef struct
{
  double from;
  double si;
  const char *text;
} WeftShownUnit;

gboolean             weft_unit_find     (WeftUnit    unit,
                                         const char *text,
                                         WeftScale  *scale);
const char          *weft_unit_accepted (WeftUnit    unit);
const char          *weft_unit_quantity (WeftUnit    unit);
char                *weft_unit_hint     (WeftUnit    unit,
                                         const char *text);
const WeftShownUnit *weft_unit_shown    (WeftUnit    unit,
                                         double      size);

G_END_DECLS
