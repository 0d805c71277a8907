/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a scene: dots, wires, boxes. Only what is to be seen is drawn, in as much detail
 * as the zoom has room for. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>

/* Dots stand at least so many pixels apart. */
#define DOT_STEP 16.0
#define LEAST_DOT_ZOOM 0.15

static void
paint_ground (const WeftScenePen *self)
{
  const WeftPalette *palette = self->palette;
  double step = 2 * WEFT_CANVAS_GRID;
  double dot = 1;

  weft_paint_background (self->cr, self->width, self->height, palette);
  if (self->zoom < LEAST_DOT_ZOOM)
    return;
  while (step * self->zoom < DOT_STEP)
    step *= 2;
  if (step * self->zoom < DOT_STEP * 1.4 && self->zoom < 2)
    step *= 1.0;
  cairo_new_path (self->cr);
  for (double y = ceil (self->world.y / step) * step; y <= weft_box_bottom (&self->world); y += step)
    for (double x = ceil (self->world.x / step) * step; x <= weft_box_right (&self->world);
         x += step)
      cairo_rectangle (self->cr, weft_scene_pen_round (self, x * self->zoom + self->tx),
                       weft_scene_pen_round (self, y * self->zoom + self->ty), dot, dot);
  weft_paint_source (self->cr, &palette->grid, 1.0);
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
  double margin;

  g_return_if_fail (self != NULL);
  g_return_if_fail (cr != NULL);

  weft_scene_pen_init (&pen, self, cr, view, palette);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, pen.width, pen.height);
  cairo_clip (cr);
  paint_ground (&pen);
  weft_scene_paint_wires (&pen);
  /* Badges, legs and layers reach out of their boxes. */
  margin = 16;
  seen = (WeftBox) { pen.world.x - margin, pen.world.y - margin, pen.world.w + 2 * margin,
                     pen.world.h + 2 * margin };
  pen.world = seen;
  weft_scene_nodes_in (self, &seen, nodes);
  weft_scene_paint_boxes (&pen, nodes);
  cairo_restore (cr);
}
