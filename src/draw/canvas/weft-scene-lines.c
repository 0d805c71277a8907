/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines with soft edges: each step along the longer axis shares its ink between two pixels. */
#include "draw/canvas/weft-scene-lines-private.h"

#include <math.h>

#include "draw/canvas/weft-scene-pen-private.h"

#define ONE 65536

gboolean
weft_lines_init (WeftLines *self, int width, int height)
{
  *self = (WeftLines) { .width = width, .height = height };
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_A8, MAX (width, 1), MAX (height, 1));
  if (cairo_surface_status (self->surface) != CAIRO_STATUS_SUCCESS)
    return FALSE;
  cairo_surface_flush (self->surface);
  self->data = cairo_image_surface_get_data (self->surface);
  self->stride = cairo_image_surface_get_stride (self->surface);
  return self->data != NULL;
}

void
weft_lines_clear (WeftLines *self)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
}

static inline void
ink (guint8 *pixel, guint8 coverage)
{
  if (*pixel < coverage)
    *pixel = coverage;
}

/* @a and @b run along the longer axis, @v is the other one; steps in bytes. */
static void
trace (guint8 *data, int a, int b, gint64 v, gint64 slope, int along, int across)
{
  for (; a <= b; a++, v += slope)
    {
      guint8 *pixel = data + (gsize) a * (gsize) along + (gsize) (v >> 16) * (gsize) across;
      guint8 part = (guint8) (v >> 8 & 0xff);

      ink (pixel, 255 - part);
      ink (pixel + across, part);
    }
}

/* From @a0, @b0 to @a1, @b1, of which the first are along the longer axis. Only whole steps between
 * the ends are drawn, so that no step leaves the mask. */
static void
trace_between (guint8 *data, double a0, double b0, double a1, double b1, int along, int across)
{
  double slope, first;

  if (a0 > a1)
    {
      trace_between (data, a1, b1, a0, b0, along, across);
      return;
    }
  slope = a1 > a0 ? (b1 - b0) / (a1 - a0) : 0;
  first = ceil (a0);
  trace (data, (int) first, (int) floor (a1), (gint64) ((b0 + slope * (first - a0)) * ONE),
         (gint64) (slope * ONE), along, across);
}

void
weft_lines_add (WeftLines *self, double x0, double y0, double x1, double y1)
{
  /* One pixel of air, since each step inks its neighbour as well. */
  const WeftBox area = { 0, 0, self->width - 1.01, self->height - 1.01 };

  if (self->width < 3 || self->height < 3 || !weft_clip_line (&area, &x0, &y0, &x1, &y1))
    return;
  /* What rounding has left outside. */
  x0 = CLAMP (x0, 0, area.w);
  x1 = CLAMP (x1, 0, area.w);
  y0 = CLAMP (y0, 0, area.h);
  y1 = CLAMP (y1, 0, area.h);
  if (fabs (x1 - x0) >= fabs (y1 - y0))
    trace_between (self->data, x0, y0, x1, y1, 1, self->stride);
  else
    trace_between (self->data, y0, x0, y1, x1, self->stride, 1);
}
