/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mini map: the whole scene in a small picture, with a frame around what the view shows. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>

#define MARGIN 8.0

/* The view of the whole scene in a picture, in its middle. */
static WeftSceneView
view_all (const WeftScene *self, double width, double height)
{
  WeftBox all = self->bounds;
  double zoom;

  zoom = MIN ((width - 2 * MARGIN) / MAX (all.w, 1), (height - 2 * MARGIN) / MAX (all.h, 1));
  zoom = CLAMP (zoom, 1e-9, 0.14);
  return (WeftSceneView) { all.x + all.w / 2 - width / 2 / zoom,
                           all.y + all.h / 2 - height / 2 / zoom, zoom, width, height };
}

static void
paint_frame (const WeftScenePen *pen, const WeftSceneView *view)
{
  double x0 = view->x * pen->zoom + pen->tx, y0 = view->y * pen->zoom + pen->ty;
  double x1 = x0 + view->width / view->zoom * pen->zoom;
  double y1 = y0 + view->height / view->zoom * pen->zoom;
  WeftBox frame;

  x0 = CLAMP (x0, 1, pen->width - 3);
  y0 = CLAMP (y0, 1, pen->height - 3);
  x1 = CLAMP (x1, x0 + 2, pen->width - 1);
  y1 = CLAMP (y1, y0 + 2, pen->height - 1);
  frame = (WeftBox) { x0, y0, x1 - x0, y1 - y0 };
  weft_paint_rounded_path (pen->cr, &frame, 3, WEFT_CORNERS_ALL);
  weft_paint_source (pen->cr, &pen->palette->accent, 0.10);
  cairo_fill_preserve (pen->cr);
  weft_paint_source (pen->cr, &pen->palette->accent, 1.0);
  cairo_set_line_width (pen->cr, pen->palette->high_contrast ? 2.5 : 1.5);
  cairo_stroke (pen->cr);
}

/**
 * weft_scene_paint_map: (skip)
 * @self: a scene
 * @cr: where to draw
 * @width: of the picture
 * @height: of the picture
 * @palette: colours
 *
 * Draws the whole scene without words.
 */
void
weft_scene_paint_map (WeftScene *self, cairo_t *cr, double width, double height,
                      const WeftPalette *palette)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint));
  WeftSceneView all;
  WeftScenePen pen;

  g_return_if_fail (self != NULL);
  g_return_if_fail (cr != NULL);

  if (width <= 2 * MARGIN || height <= 2 * MARGIN)
    return;
  all = view_all (self, width, height);
  weft_scene_pen_init (&pen, self, cr, &all, palette);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  weft_paint_background (cr, width, height, palette);
  weft_scene_nodes_in (self, &pen.world, nodes);
  weft_scene_paint_boxes (&pen, nodes);
  cairo_restore (cr);
}

/**
 * weft_scene_paint_map_frame: (skip)
 * @self: a scene
 * @cr: where to draw
 * @width: of the picture that weft_scene_paint_map() draws
 * @height: of the picture
 * @view: what the canvas shows
 * @palette: colours
 *
 * Draws a frame around what @view shows. It moves with the view, while the map stays the same.
 */
void
weft_scene_paint_map_frame (WeftScene *self, cairo_t *cr, double width, double height,
                            const WeftSceneView *view, const WeftPalette *palette)
{
  WeftSceneView all;
  WeftScenePen pen;

  g_return_if_fail (self != NULL);
  g_return_if_fail (cr != NULL && view != NULL);

  if (width <= 2 * MARGIN || height <= 2 * MARGIN || !isfinite (view->x) || !isfinite (view->y)
      || !(view->zoom > 0))
    return;
  all = view_all (self, width, height);
  weft_scene_pen_init (&pen, self, cr, &all, palette);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  paint_frame (&pen, view);
  cairo_restore (cr);
}

/**
 * weft_scene_map_to_world: (skip)
 * @self: a scene
 * @width: of the picture that weft_scene_paint_map() draws
 * @height: of the picture
 * @x_px: a place in it
 * @y_px: a place in it
 * @x: (out): the same place in world units
 * @y: (out): the same place
 */
void
weft_scene_map_to_world (WeftScene *self, double width, double height, double x_px, double y_px,
                         double *x, double *y)
{
  WeftSceneView all;

  g_return_if_fail (self != NULL);
  g_return_if_fail (x != NULL && y != NULL);

  all = view_all (self, width, height);
  *x = all.x + x_px / all.zoom;
  *y = all.y + y_px / all.zoom;
}
