/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pixels of the image that a painting goes to. */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Where they are and which may be changed. */
typedef struct
{
  guint8 *data;
  int stride;
  int x0, y0, x1, y1;
} WeftPlotPixels;

/* Device pixels for each user unit when the target is an image of 32 bits without rotation, else 0. */
double         weft_plot_pixels_scale (cairo_t *cr);
/* Of such a target, inside of the clip, which is a box. The surface must be marked dirty afterwards. */
WeftPlotPixels weft_plot_pixels_take  (cairo_t *cr);
/* Paints a square image of 32 bits over them, its top left corner at a pixel. */
void           weft_plot_pixels_stamp (const WeftPlotPixels *pixels,
                                       cairo_surface_t      *stamp,
                                       int                   x,
                                       int                   y);

G_END_DECLS
