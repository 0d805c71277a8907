/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of shares from nothing to all: even steps of lightness, so that they read without their hue, and away
 * from the ground. */
#pragma once

#include "draw/weft-text-private.h"

G_BEGIN_DECLS

/* @share: 0..1, held inside. */
WeftColour weft_heat_scale_colour (const WeftPalette   *palette,
                                   double               share);
/* The scale from left to right, a wedge whose height follows the share too; from right to left when @mirrored. */
void       weft_heat_scale_paint  (cairo_t             *cr,
                                   const WeftBox       *box,
                                   const WeftPalette   *palette,
                                   gboolean             mirrored);
/* Lightness of a colour as it is perceived, 0..1: L of OKLab. */
double     weft_colour_lightness  (const WeftColour    *colour);

G_END_DECLS
