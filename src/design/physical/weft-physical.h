/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain of the physical model, and what every part of it takes as absurd. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_PHYSICAL_ERROR (weft_physical_error_quark ())

typedef enum
{
  WEFT_PHYSICAL_ERROR_RANGE, /* a number that is unknown, infinite or outside what can be built */
  WEFT_PHYSICAL_ERROR_ORDER, /* values that each are sound but do not go together */
  WEFT_PHYSICAL_ERROR_REACH, /* no medium is long enough, or nothing leads from here to there */
  WEFT_PHYSICAL_ERROR_FIT,   /* not even one fits */
} WeftPhysicalError;

/* Two amounts count as equal when they differ by less than this share of themselves: decimal
 * figures are not exact in binary, and 5 x 10.2 kW must fit under 51 kW. */
#define WEFT_PHYSICAL_TOLERANCE 1e-9

/* Above these a figure is a slip of the keyboard: a terawatt, 100 km of cable, ... */
#define WEFT_PHYSICAL_MAX_W 1e12
#define WEFT_PHYSICAL_MAX_USD 1e15
#define WEFT_PHYSICAL_MAX_LENGTH_M 1e5
#define WEFT_PHYSICAL_MAX_COUNT 1e9
#define WEFT_PHYSICAL_MAX_UNITS 100.0
#define WEFT_PHYSICAL_MAX_ROWS 10000

WEFT_API GQuark weft_physical_error_quark (void);

G_END_DECLS
