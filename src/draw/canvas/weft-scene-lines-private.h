/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thousands of thin lines as one mask: where lines lie over each other they are no darker, and the
 * cost is that of their pixels. */
#pragma once

#include "draw/weft-paint-private.h"

G_BEGIN_DECLS

typedef struct
{
  guint8 *data;
  int width, height, stride;
  cairo_surface_t *surface;
} WeftLines;

/* FALSE when there is no room for so large a mask. Clear it in any case. */
gboolean weft_lines_init  (WeftLines *self,
                           int        width,
                           int        height);
void     weft_lines_clear (WeftLines *self);
/* A line of one pixel, in pixels of the mask. */
void     weft_lines_add   (WeftLines *self,
                           double     x0,
                           double     y0,
                           double     x1,
                           double     y1);

G_END_DECLS
