/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which part of a line or curve is in a box, however far its ends are. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>

#define PIECES 8

static gboolean
clip_side (double delta, double room, double *least, double *most)
{
  double t;

  if (delta == 0)
    return room >= 0;
  t = room / delta;
  if (delta < 0)
    *least = MAX (*least, t);
  else
    *most = MIN (*most, t);
  return *least <= *most;
}

/* Liang and Barsky's way. */
gboolean
weft_clip_line (const WeftBox *area, double *x0, double *y0, double *x1, double *y1)
{
  double dx = *x1 - *x0, dy = *y1 - *y0;
  double least = 0, most = 1, x = *x0, y = *y0;

  if (!clip_side (-dx, x - area->x, &least, &most)
      || !clip_side (dx, weft_box_right (area) - x, &least, &most)
      || !clip_side (-dy, y - area->y, &least, &most)
      || !clip_side (dy, weft_box_bottom (area) - y, &least, &most))
    return FALSE;
  if (most < 1)
    {
      *x1 = x + most * dx;
      *y1 = y + most * dy;
    }
  if (least > 0)
    {
      *x0 = x + least * dx;
      *y0 = y + least * dy;
    }
  return TRUE;
}

/* By pieces of the curve, each in the box around its ends, widened by how far it may bulge. */
gboolean
weft_curve_touches (const WeftCurve *curve, const WeftBox *area)
{
  double x0 = curve->x[0], y0 = curve->y[0];
  guint n = weft_curve_is_line (curve) ? 1 : PIECES;
  WeftBox bounds, wide = *area;

  if (n > 1)
    {
      double slack;

      weft_curve_bounds (curve, &bounds);
      slack = (bounds.w + bounds.h) / (4 * PIECES);
      wide = (WeftBox) { area->x - slack, area->y - slack, area->w + 2 * slack,
                         area->h + 2 * slack };
    }
  for (guint i = 1; i <= n; i++)
    {
      double x1, y1, ax, ay, bx, by;

      weft_curve_point (curve, (double) i / n, &x1, &y1);
      ax = x0;
      ay = y0;
      bx = x1;
      by = y1;
      if (weft_clip_line (&wide, &ax, &ay, &bx, &by))
        return TRUE;
      x0 = x1;
      y0 = y1;
    }
  return FALSE;
}
