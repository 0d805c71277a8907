/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes and colours that all paintings of this room share: boxes, rounded bars, hatching, and
 * which ink reads on which fill. */
#pragma once

#include "draw/weft-paint.h"

G_BEGIN_DECLS

/* Which corners of a box are round. Left and right are the picture's, whatever the direction of
 * the text. */
typedef enum
{
  WEFT_CORNERS_NONE = 0,
  WEFT_CORNERS_LEFT = 1 << 0,
  WEFT_CORNERS_RIGHT = 1 << 1,
  WEFT_CORNERS_ALL = WEFT_CORNERS_LEFT | WEFT_CORNERS_RIGHT,
} WeftCorners;

static inline double
weft_box_right (const WeftBox *box)
{
  return box->x + box->w;
}

static inline double
weft_box_bottom (const WeftBox *box)
{
  return box->y + box->h;
}

/* Turns the box over inside a picture @width wide, for text that runs from right to left. */
static inline void
weft_box_mirror (WeftBox *box,
                 double   width)
{
  box->x = width - box->x - box->w;
}

static inline WeftCorners
weft_corners_mirror (WeftCorners corners)
{
  return ((corners & WEFT_CORNERS_LEFT) ? WEFT_CORNERS_RIGHT : 0)
         | ((corners & WEFT_CORNERS_RIGHT) ? WEFT_CORNERS_LEFT : 0);
}

gboolean          weft_box_contains       (const WeftBox    *box,
                                           double            x,
                                           double            y);

/* WCAG 2.1: relative luminance 0..1, contrast 1..21. Opaque colours. */
double            weft_colour_luminance   (const WeftColour *colour);
double            weft_colour_contrast    (const WeftColour *a,
                                           const WeftColour *b);
/* Black or white, whichever reads better on @fill. */
const WeftColour *weft_colour_ink_on      (const WeftColour *fill);

void              weft_paint_source       (cairo_t          *cr,
                                           const WeftColour *colour,
                                           double            alpha);
void              weft_paint_background   (cairo_t           *cr,
                                           double             width,
                                           double             height,
                                           const WeftPalette *palette);
void              weft_paint_rounded_path (cairo_t          *cr,
                                           const WeftBox    *box,
                                           double            radius,
                                           WeftCorners       corners);
void              weft_paint_solid        (cairo_t           *cr,
                                           const WeftBox     *box,
                                           double             radius,
                                           WeftCorners        corners,
                                           const WeftColour  *colour,
                                           const WeftPalette *palette);
/* A pale fill with diagonal lines and an outline: the second series, also without colour. */
void              weft_paint_hatched      (cairo_t           *cr,
                                           const WeftBox     *box,
                                           double             radius,
                                           WeftCorners        corners,
                                           const WeftColour  *colour);
/* A dashed outline: nothing is there. */
void              weft_paint_hollow       (cairo_t          *cr,
                                           const WeftBox    *box,
                                           double            radius,
                                           const WeftColour *colour);
/* An upright line of one pixel, placed where it stays sharp. */
void              weft_paint_upright      (cairo_t          *cr,
                                           double            x,
                                           double            y0,
                                           double            y1,
                                           const WeftColour *colour);
void              weft_paint_hover        (cairo_t           *cr,
                                           const WeftBox     *box,
                                           const WeftPalette *palette);
/* A ring with a bar across: cannot run. */
void              weft_paint_stop_icon    (cairo_t          *cr,
                                           double            x,
                                           double            y,
                                           double            size,
                                           const WeftColour *colour);

G_END_DECLS
