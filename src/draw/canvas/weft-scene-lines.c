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

void
weft_lines_add (WeftLines *self, double x0, double y0, double x1, double y1)
{
  /* One pixel of air, since each step inks its neighbour as well. */
  const WeftBox area = { 0, 0, self->width - 2.01, self->height - 2.01 };
  gboolean is_flat;
  double slope;

  if (self->width < 3 || self->height < 3 || !weft_clip_line (&area, &x0, &y0, &x1, &y1))
    return;
  is_flat = fabs (x1 - x0) >= fabs (y1 - y0);
  if (is_flat ? x0 > x1 : y0 > y1)
    {
      double x = x0, y = y0;

      x0 = x1;
      y0 = y1;
      x1 = x;
      y1 = y;
    }
  if (is_flat)
    {
      slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : 0;
      trace (self->data, (int) x0, (int) x1, (gint64) (y0 * ONE), (gint64) (slope * ONE), 1,
             self->stride);
    }
  else
    {
      slope = (x1 - x0) / (y1 - y0);
      trace (self->data, (int) y0, (int) y1, (gint64) (x0 * ONE), (gint64) (slope * ONE),
             self->stride, 1);
    }
}
