/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helping lines of a drag: the rubber band, and what a dragged box lines up with. */
#include "draw/canvas/weft-scene-pen-private.h"

/* Lines that leave the picture end so many pixels outside of it. */
#define BEYOND 100.0

void
weft_scene_mark_rubber_band (const WeftScenePen *self, const WeftSceneMarks *marks)
{
  const WeftBox *band = marks->rubber_band;
  double x1, y1;
  WeftBox box;

  if (band == NULL)
    return;
  box = weft_scene_pen_box (self, band);
  x1 = CLAMP (weft_box_right (&box), -BEYOND, self->width + BEYOND);
  y1 = CLAMP (weft_box_bottom (&box), -BEYOND, self->height + BEYOND);
  box.x = CLAMP (box.x, -BEYOND, self->width + BEYOND);
  box.y = CLAMP (box.y, -BEYOND, self->height + BEYOND);
  cairo_rectangle (self->cr, box.x + 0.5, box.y + 0.5, x1 - box.x, y1 - box.y);
  weft_paint_source (self->cr, &self->palette->accent, 0.12);
  cairo_fill_preserve (self->cr);
  weft_paint_source (self->cr, &self->palette->accent, 1);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
}

void
weft_scene_mark_guides (const WeftScenePen *self, const WeftSceneMarks *marks)
{
  const double dashes[] = { 5, 3 };

  if (marks->guides == NULL || marks->n_guides == 0)
    return;
  cairo_save (self->cr);
  cairo_new_path (self->cr);
  for (guint i = 0; i < marks->n_guides; i++)
    {
      const double *guide = marks->guides + 4 * i;

      for (guint end = 0; end < 2; end++)
        {
          double x = guide[2 * end] * self->zoom + self->tx;
          double y = guide[2 * end + 1] * self->zoom + self->ty;

          x = CLAMP (x, -BEYOND, self->width + BEYOND);
          y = CLAMP (y, -BEYOND, self->height + BEYOND);
          cairo_line_to (self->cr, weft_scene_pen_round (self, x) + 0.5,
                         weft_scene_pen_round (self, y) + 0.5);
        }
      cairo_new_sub_path (self->cr);
    }
  cairo_set_dash (self->cr, dashes, G_N_ELEMENTS (dashes), 0);
  weft_paint_source (self->cr, &self->palette->kinds[WEFT_SCENE_NIC], 1);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}
