/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view of a scene: from world to pixels, and the colours of its kinds. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>

/* Above it boxes are larger than cairo's numbers. */
#define MOST_ZOOM 64.0

static gboolean
is_vector_surface (cairo_surface_t *surface)
{
  switch (cairo_surface_get_type (surface))
    {
    case CAIRO_SURFACE_TYPE_PDF:
    case CAIRO_SURFACE_TYPE_PS:
    case CAIRO_SURFACE_TYPE_SVG:
    case CAIRO_SURFACE_TYPE_RECORDING:
      return TRUE;
    default:
      return FALSE;
    }
}

static double
device_scale (cairo_t *cr)
{
  double x = 1, y = 0, sx = 1, sy = 1;

  cairo_user_to_device_distance (cr, &x, &y);
  cairo_surface_get_device_scale (cairo_get_target (cr), &sx, &sy);
  return CLAMP (hypot (x, y) * sx, 0.25, 8);
}

static guint
hash_colours (const WeftPalette *palette)
{
  const double *numbers = &palette->kinds[0].r;
  guint hash = g_double_hash (&palette->card.r) ^ g_double_hash (&palette->card.b)
               ^ (guint) palette->high_contrast;

  for (guint i = 0; i < WEFT_N_SCENE_KINDS * sizeof (WeftColour) / sizeof (double); i++)
    hash = hash * 31 + g_double_hash (&numbers[i]);
  return hash;
}

/* Numbers that a view may not have are those of the whole at 100 %. */
void
weft_scene_pen_init (WeftScenePen *self, WeftScene *scene, cairo_t *cr, const WeftSceneView *view,
                     const WeftPalette *palette)
{
  double zoom = isfinite (view->zoom) && view->zoom > 0 ? CLAMP (view->zoom, 1e-9, MOST_ZOOM) : 1;

  *self = (WeftScenePen) {
    .scene = scene,
    .cr = cr,
    .palette = palette,
    .zoom = zoom,
    .width = MAX (view->width, 0),
    .height = MAX (view->height, 0),
    .scale = device_scale (cr),
    .is_vector = is_vector_surface (cairo_get_target (cr)),
    .colours = hash_colours (palette),
  };
  self->tx = weft_scene_pen_round (self, isfinite (view->x) ? -view->x * zoom : 0);
  self->ty = weft_scene_pen_round (self, isfinite (view->y) ? -view->y * zoom : 0);
  self->world = (WeftBox) { -self->tx / zoom, -self->ty / zoom, self->width / zoom,
                            self->height / zoom };
}

double
weft_scene_pen_round (const WeftScenePen *self, double value)
{
  return floor (value * self->scale + 0.5) / self->scale;
}

WeftBox
weft_scene_pen_box (const WeftScenePen *self, const WeftBox *box)
{
  double x = weft_scene_pen_round (self, box->x * self->zoom + self->tx);
  double y = weft_scene_pen_round (self, box->y * self->zoom + self->ty);
  double w = weft_scene_pen_round (self, box->w * self->zoom);
  double h = weft_scene_pen_round (self, box->h * self->zoom);

  return (WeftBox) { x, y, MAX (w, 1 / self->scale), MAX (h, 1 / self->scale) };
}

gboolean
weft_scene_pen_sees (const WeftScenePen *self, const WeftBox *box)
{
  return box->x <= weft_box_right (&self->world) && self->world.x <= weft_box_right (box)
         && box->y <= weft_box_bottom (&self->world) && self->world.y <= weft_box_bottom (box);
}

WeftColour
weft_scene_tint (const WeftPalette *palette, const WeftColour *colour, double part)
{
  const WeftColour *card = &palette->card;

  return (WeftColour) { card->r + (colour->r - card->r) * part,
                        card->g + (colour->g - card->g) * part,
                        card->b + (colour->b - card->b) * part, 1 };
}

WeftColour
weft_scene_fill (const WeftPalette *palette, WeftSceneKind kind)
{
  return weft_scene_tint (palette, &palette->kinds[kind], palette->high_contrast ? 0 : 0.06);
}

WeftColour
weft_scene_border (const WeftPalette *palette, WeftSceneKind kind)
{
  return palette->high_contrast ? palette->text
                                : weft_scene_tint (palette, &palette->kinds[kind], 0.62);
}
