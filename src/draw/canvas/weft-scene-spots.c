/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boxes as spots of colour: a few as paths, thousands written into a picture. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>

/* From so many boxes on spots are written, not drawn. */
#define MANY 1500

WeftColour
weft_scene_spot (const WeftPalette *palette, WeftSceneKind kind)
{
  return weft_scene_tint (palette, &palette->kinds[kind], palette->high_contrast ? 1 : 0.78);
}

static WeftColour
colour_of (const WeftPalette *palette, WeftSceneKind kind, const WeftColour *colour)
{
  return colour != NULL ? *colour : weft_scene_spot (palette, kind);
}

static void
paint_as_paths (const WeftScenePen *self, const GArray *nodes, const WeftColour *only)
{
  for (guint kind = 0; kind < WEFT_N_SCENE_KINDS; kind++)
    {
      WeftColour colour = colour_of (self->palette, kind, only);

      cairo_new_path (self->cr);
      for (guint i = 0; i < nodes->len; i++)
        {
          const WeftSceneNode *node = &self->scene->nodes[g_array_index (nodes, guint, i)];
          WeftBox box;

          if (node->kind != kind)
            continue;
          box = weft_scene_pen_box (self, &node->box);
          cairo_rectangle (self->cr, box.x, box.y, box.w, box.h);
        }
      weft_paint_source (self->cr, &colour, 1.0);
      cairo_fill (self->cr);
    }
}

static guint32
pixel_of (const WeftColour *colour)
{
  return 0xff000000u | (guint32) lround (colour->r * 255) << 16
         | (guint32) lround (colour->g * 255) << 8 | (guint32) lround (colour->b * 255);
}

/* Writes boxes into a picture of device pixels. */
static void
write_spots (const WeftScenePen *self, const GArray *nodes, const WeftColour *only,
             guint32 *pixels, int stride, int width, int height)
{
  guint32 colours[WEFT_N_SCENE_KINDS];
  double k = self->zoom * self->scale;

  for (guint kind = 0; kind < WEFT_N_SCENE_KINDS; kind++)
    {
      WeftColour colour = colour_of (self->palette, kind, only);

      colours[kind] = pixel_of (&colour);
    }
  for (guint i = 0; i < nodes->len; i++)
    {
      const WeftSceneNode *node = &self->scene->nodes[g_array_index (nodes, guint, i)];
      double x = CLAMP (node->box.x * k + self->tx * self->scale, -1, width);
      double y = CLAMP (node->box.y * k + self->ty * self->scale, -1, height);
      double right = CLAMP (weft_box_right (&node->box) * k + self->tx * self->scale, -1, width);
      double bottom = CLAMP (weft_box_bottom (&node->box) * k + self->ty * self->scale, -1, height);
      int x0 = MAX ((int) floor (x + 0.5), 0), y0 = MAX ((int) floor (y + 0.5), 0);
      int x1 = MIN (MAX ((int) floor (right + 0.5), x0 + 1), width);
      int y1 = MIN (MAX ((int) floor (bottom + 0.5), y0 + 1), height);

      for (int row = y0; row < y1; row++)
        for (int column = x0; column < x1; column++)
          pixels[row * stride + column] = colours[node->kind];
    }
}

static void
paint_as_picture (const WeftScenePen *self, const GArray *nodes, const WeftColour *only)
{
  int width = (int) ceil (self->width * self->scale), height = (int) ceil (self->height * self->scale);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);

  cairo_surface_set_device_scale (surface, self->scale, self->scale);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_flush (surface);
      write_spots (self, nodes, only,
                   (guint32 *) (void *) cairo_image_surface_get_data (surface),
                   cairo_image_surface_get_stride (surface) / 4, width, height);
      cairo_surface_mark_dirty (surface);
      cairo_set_source_surface (self->cr, surface, 0, 0);
      cairo_pattern_set_filter (cairo_get_source (self->cr), CAIRO_FILTER_NEAREST);
      cairo_paint (self->cr);
    }
  cairo_surface_destroy (surface);
}

void
weft_scene_paint_spots (const WeftScenePen *self, const GArray *nodes, const WeftColour *colour)
{
  if (nodes->len < MANY || self->is_vector)
    paint_as_paths (self, nodes, colour);
  else
    paint_as_picture (self, nodes, colour);
}
