/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a scene: dots, wires, boxes. Only what is to be seen is drawn, in as much detail
 * as the zoom has room for. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>

/* Dots stand at least so many pixels apart. */
#define DOT_STEP 16.0
#define LEAST_DOT_ZOOM 0.15
#define FARTHEST_DOT 1e12
#define OVERHANG 16

static void
paint_dots (const WeftScenePen *self)
{
  double step = 2 * WEFT_CANVAS_GRID;
  double x0, y0;
  int columns, rows;

  /* So far away the grid is finer than the numbers. */
  if (self->zoom < LEAST_DOT_ZOOM || fabs (self->world.x) > FARTHEST_DOT
      || fabs (self->world.y) > FARTHEST_DOT)
    return;
  while (step * self->zoom < DOT_STEP)
    step *= 2;
  x0 = ceil (self->world.x / step) * step;
  y0 = ceil (self->world.y / step) * step;
  columns = (int) (self->world.w / step) + 1;
  rows = (int) (self->world.h / step) + 1;
  cairo_new_path (self->cr);
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++)
      cairo_rectangle (self->cr,
                       weft_scene_pen_round (self, (x0 + column * step) * self->zoom + self->tx),
                       weft_scene_pen_round (self, (y0 + row * step) * self->zoom + self->ty), 1,
                       1);
  weft_paint_source (self->cr, &self->palette->grid, 1.0);
  cairo_fill (self->cr);
}

/**
 * weft_scene_paint: (skip)
 * @self: a scene
 * @cr: where to draw
 * @view: what is to be seen
 * @palette: colours and text
 *
 * Draws dots, wires and boxes.
 */
void
weft_scene_paint (WeftScene *self, cairo_t *cr, const WeftSceneView *view,
                  const WeftPalette *palette)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint));
  WeftScenePen pen;
  WeftBox seen;

  g_return_if_fail (self != NULL);
  g_return_if_fail (cr != NULL);

  weft_scene_pen_init (&pen, self, cr, view, palette);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, pen.width, pen.height);
  cairo_clip (cr);
  weft_paint_background (cr, pen.width, pen.height, palette);
  paint_dots (&pen);
  weft_scene_paint_wires (&pen);
  /* Badges, legs and layers reach out of their boxes. */
  seen = (WeftBox) { pen.world.x - OVERHANG, pen.world.y - OVERHANG, pen.world.w + 2 * OVERHANG,
                     pen.world.h + 2 * OVERHANG };
  pen.world = seen;
  weft_scene_nodes_in (self, &seen, nodes);
  weft_scene_paint_boxes (&pen, nodes);
  cairo_restore (cr);
}
