/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cables of a floor as bundles along the trays, wider where there are more, with their number
 * at each rack. */
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/rack/weft-floor-paint-private.h"

double
weft_floor_tray_width (const WeftFloorPainter *painter, double cables)
{
  double most = MAX (painter->self->trays.most, 1);

  return 1.5 + 8.5 * sqrt (CLAMP (cables / most, 0, 1));
}

/* Empty trays, so that the way of the cables can be seen; one stroke, so that they do not darken
 * where they cross. */
static void
paint_rails (const WeftFloorPainter *painter)
{
  const WeftFloor *self = painter->self;
  const WeftFloorLayout *layout = painter->layout;

  cairo_new_path (painter->cr);
  for (guint row = 0; row < self->n_rows; row++)
    {
      double y = weft_floor_layout_tray (layout, row);

      cairo_move_to (painter->cr, weft_floor_layout_x (layout, self->n_rows > 1 ? -1 : 0), y);
      cairo_line_to (painter->cr, weft_floor_layout_x (layout, (int) self->row_length - 1), y);
    }
  if (self->n_rows > 1)
    for (guint i = 0; i < weft_cable_rules_default ()->n_cross; i++)
      {
        double x = weft_floor_layout_cross (layout, i);

        cairo_move_to (painter->cr, x, weft_floor_layout_tray (layout, 0));
        cairo_line_to (painter->cr, x, weft_floor_layout_tray (layout, self->n_rows - 1));
      }
  weft_paint_source (painter->cr, &painter->palette->text, 0.1);
  cairo_set_line_width (painter->cr, 12);
  cairo_set_line_cap (painter->cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (painter->cr);
}

static void
paint_bundle (const WeftFloorPainter *painter, double x0, double y0, double x1, double y1,
              double cables, cairo_line_cap_t cap)
{
  if (!(cables >= 1))
    return;
  cairo_move_to (painter->cr, x0, y0);
  cairo_line_to (painter->cr, x1, y1);
  weft_paint_source (painter->cr, &painter->palette->accent, 1.0);
  cairo_set_line_width (painter->cr, weft_floor_tray_width (painter, cables));
  cairo_set_line_cap (painter->cr, cap);
  cairo_stroke (painter->cr);
}

static void
paint_row (const WeftFloorPainter *painter, guint row)
{
  const WeftFloor *self = painter->self;
  const double *along = self->trays.along + (gsize) row * (self->row_length + 2);
  double y = weft_floor_layout_tray (painter->layout, row);

  for (guint i = 0; i < self->row_length; i++)
    paint_bundle (painter, weft_floor_layout_x (painter->layout, (int) i - 1), y,
                  weft_floor_layout_x (painter->layout, (int) i), y, along[i],
                  CAIRO_LINE_CAP_ROUND);
}

/* The number beside the bundle, to the left of it where the rows' names are. */
static void
paint_count (const WeftFloorPainter *painter, double x, double y, double cables)
{
  g_autofree char *text = weft_quantity_format (cables, WEFT_UNIT_COUNT);
  WeftBox box = { x - 64, y - 8, 54, 16 };

  weft_text_draw (painter->cr, &painter->small, text, &box, WEFT_TEXT_RIGHT,
                  &painter->palette->text);
}

static void
paint_cross (const WeftFloorPainter *painter, guint cross)
{
  const WeftFloor *self = painter->self;
  const double *across = self->trays.across + (gsize) cross * self->n_rows;
  double x = weft_floor_layout_cross (painter->layout, cross);

  for (guint row = 0; row + 1 < self->n_rows; row++)
    {
      double y0 = weft_floor_layout_tray (painter->layout, row);
      double y1 = weft_floor_layout_tray (painter->layout, row + 1);

      paint_bundle (painter, x, y0, x, y1, across[row], CAIRO_LINE_CAP_ROUND);
      if (painter->layout->has_tiles && across[row] >= 1)
        paint_count (painter, x, y1 - 14, across[row]);
    }
}

static void
paint_drops (const WeftFloorPainter *painter)
{
  for (guint i = 0; i < painter->self->tiles->len; i++)
    {
      const WeftFloorTile *tile = weft_floor_tile (painter->self, i);
      double x = weft_floor_layout_x (painter->layout, tile->position);
      double y = weft_floor_layout_tray (painter->layout, (guint) tile->row);
      g_autofree char *text = NULL;
      WeftBox box;

      if (!(tile->cables >= 1))
        continue;
      weft_floor_layout_tile (painter->layout, tile, &box);
      paint_bundle (painter, x, y, x, box.y, tile->cables, CAIRO_LINE_CAP_BUTT);
      text = weft_quantity_format (tile->cables, WEFT_UNIT_COUNT);
      weft_text_draw (painter->cr, &painter->small, text,
                      &(WeftBox) { x + 8, box.y - 13, WEFT_FLOOR_TILE_W / 2, 12 },
                      WEFT_TEXT_LEFT, &painter->palette->text);
    }
}

void
weft_floor_paint_trays (const WeftFloorPainter *painter)
{
  const WeftFloor *self = painter->self;

  if (self->n_rows == 0 || self->media->len == 0)
    return;
  paint_rails (painter);
  for (guint row = 0; row < self->n_rows; row++)
    paint_row (painter, row);
  if (self->n_rows > 1)
    for (guint i = 0; i < weft_cable_rules_default ()->n_cross; i++)
      paint_cross (painter, i);
  if (painter->layout->has_tiles)
    paint_drops (painter);
}
