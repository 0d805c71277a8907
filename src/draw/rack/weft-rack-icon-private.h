/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pictures of what stands in racks and of what is wrong with it, tellable without colour. */
#pragma once

#include "draw/rack/weft-elevation.h"
#include "draw/weft-paint-private.h"

G_BEGIN_DECLS

/* The hue of a kind. */
const WeftColour *weft_rack_part_colour  (const WeftPalette *palette,
                                          WeftRackPartKind   kind);
/* "Compute", translated. */
const char       *weft_rack_part_label   (WeftRackPartKind   kind);
void              weft_rack_paint_part   (cairo_t           *cr,
                                          WeftRackPartKind   kind,
                                          double             x,
                                          double             y,
                                          double             size,
                                          const WeftColour  *colour);
/* @severity: 1 info, 2 warning, 3 error; nothing for others. */
void              weft_rack_paint_severity (cairo_t           *cr,
                                            guint8             severity,
                                            double             x,
                                            double             y,
                                            double             size,
                                            const WeftPalette *palette);

G_END_DECLS
