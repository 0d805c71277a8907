/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One texture of the view with a margin, and for large scenes one of everything, which fills what
 * the first does not cover while somebody zooms out. */
#include "app/canvas/weft-canvas-picture.h"

#include <math.h>

#include "draw/canvas/weft-scene-heat.h"

/* Of the view's size, on each side. */
#define MARGIN 0.25
/* A scene with more items and wires than this is worth an overview. */
#define LARGE 4000
#define OVERVIEW_PX 1600.0

typedef struct
{
  cairo_surface_t *surface;
  GdkTexture *texture; /* of the same pixels, made when a renderer wants one */
  WeftSceneView view;  /* what it shows; width and height in pixels before scaling */
} Plate;

struct _WeftCanvasPicture
{
  WeftScene *scene;
  guint heat; /* serial of what the scene's wires show, 0 for nothing */
  int scale;
  gboolean draws; /* the renderer is cairo, which would copy a texture for each frame */
  Plate near;
  Plate all;
};

static void
clear_plate (Plate *plate)
{
  g_clear_object (&plate->texture);
  g_clear_pointer (&plate->surface, cairo_surface_destroy);
}

static void
paint_plate (Plate *plate, WeftScene *scene, const WeftSceneView *view, const WeftPalette *palette,
             int scale)
{
  int width = MAX (1, (int) ceil (view->width) * scale);
  int height = MAX (1, (int) ceil (view->height) * scale);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  weft_scene_paint (scene, cr, view, palette);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  clear_plate (plate);
  plate->surface = surface;
  plate->view = *view;
}

static GdkTexture *
ensure_texture (Plate *plate)
{
  cairo_surface_t *surface = plate->surface;
  int stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  if (plate->texture == NULL)
    {
      bytes = g_bytes_new_with_free_func (
        cairo_image_surface_get_data (surface),
        (gsize) cairo_image_surface_get_height (surface) * stride,
        (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (surface));
      plate->texture = gdk_memory_texture_new (cairo_image_surface_get_width (surface),
                                               cairo_image_surface_get_height (surface),
                                               GDK_MEMORY_DEFAULT, bytes, stride);
    }
  return plate->texture;
}

/* Where the plate lies in the view, in pixels. */
static graphene_rect_t
plate_bounds (const Plate *plate, const WeftSceneView *view)
{
  double zoom = view->zoom / plate->view.zoom;

  return GRAPHENE_RECT_INIT ((plate->view.x - view->x) * view->zoom,
                             (plate->view.y - view->y) * view->zoom, plate->view.width * zoom,
                             plate->view.height * zoom);
}

static gboolean
covers (const Plate *plate, const WeftSceneView *view)
{
  graphene_rect_t bounds;

  if (plate->surface == NULL || plate->view.zoom != view->zoom)
    return FALSE;
  bounds = plate_bounds (plate, view);
  return bounds.origin.x <= 0 && bounds.origin.y <= 0
         && bounds.origin.x + bounds.size.width >= view->width
         && bounds.origin.y + bounds.size.height >= view->height;
}

/* A surface that is drawn is not copied; where pixels do not lie on pixels it is smoothed. */
static void
draw (GtkSnapshot *snapshot, const Plate *plate, const graphene_rect_t *bounds)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);

  cairo_translate (cr, bounds->origin.x, bounds->origin.y);
  cairo_scale (cr, bounds->size.width / plate->view.width,
               bounds->size.height / plate->view.height);
  cairo_set_source_surface (cr, plate->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_FAST);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
append (WeftCanvasPicture *self, GtkSnapshot *snapshot, Plate *plate, const WeftSceneView *view)
{
  graphene_rect_t bounds = plate_bounds (plate, view);

  /* On whole pixels a picture of the same zoom is drawn as it is. */
  if (plate->view.zoom == view->zoom)
    {
      bounds.origin.x = roundf (bounds.origin.x);
      bounds.origin.y = roundf (bounds.origin.y);
    }
  if (self->draws)
    draw (snapshot, plate, &bounds);
  else
    gtk_snapshot_append_texture (snapshot, ensure_texture (plate), &bounds);
}

static gboolean
is_large (WeftScene *scene)
{
  return weft_scene_n_nodes (scene) + weft_scene_n_wires (scene) > LARGE;
}

/* Another zoom needs another picture each time, which a margin would only make dearer. */
static void
paint_near (WeftCanvasPicture *self, const WeftSceneView *view, const WeftPalette *palette,
            gboolean hurries)
{
  gboolean zooms = hurries && self->near.surface != NULL && self->near.view.zoom != view->zoom;
  double margin = zooms ? 0 : MARGIN;
  double dx = floor (view->width * margin), dy = floor (view->height * margin);
  const WeftSceneView wide = { view->x - dx / view->zoom, view->y - dy / view->zoom, view->zoom,
                               view->width + 2 * dx, view->height + 2 * dy };

  paint_plate (&self->near, self->scene, &wide, palette, self->scale);
}

static void
paint_all (WeftCanvasPicture *self, const WeftPalette *palette)
{
  WeftBox bounds;
  WeftSceneView view;

  weft_scene_get_bounds (self->scene, &bounds);
  if (bounds.w <= 0 || bounds.h <= 0)
    return;
  view.zoom = MIN (OVERVIEW_PX / MAX (bounds.w, bounds.h), 1);
  view.x = bounds.x;
  view.y = bounds.y;
  view.width = ceil (bounds.w * view.zoom);
  view.height = ceil (bounds.h * view.zoom);
  paint_plate (&self->all, self->scene, &view, palette, 1);
}

WeftCanvasPicture *
weft_canvas_picture_new (void)
{
  return g_new0 (WeftCanvasPicture, 1);
}

void
weft_canvas_picture_drop (WeftCanvasPicture *self)
{
  clear_plate (&self->near);
  clear_plate (&self->all);
  g_clear_pointer (&self->scene, weft_scene_unref);
}

void
weft_canvas_picture_free (WeftCanvasPicture *self)
{
  weft_canvas_picture_drop (self);
  g_free (self);
}

gboolean
weft_canvas_picture_snapshot (WeftCanvasPicture *self, GtkSnapshot *snapshot, WeftScene *scene,
                              const WeftSceneView *view, const WeftPalette *palette, int scale,
                              gboolean draws, gboolean hurries)
{
  WeftHeat *heat = weft_scene_get_heat (scene);
  guint serial = heat != NULL ? weft_heat_get_serial (heat) : 0;

  self->draws = draws;
  if (self->scene != scene || self->heat != serial || self->scale != scale)
    {
      weft_canvas_picture_drop (self);
      self->scene = weft_scene_ref (scene);
      self->heat = serial;
      self->scale = scale;
    }
  if (hurries && is_large (scene) && self->near.surface != NULL && !covers (&self->near, view))
    {
      if (self->all.surface == NULL)
        paint_all (self, palette);
      if (self->all.surface != NULL)
        append (self, snapshot, &self->all, view);
      append (self, snapshot, &self->near, view);
      return FALSE;
    }
  if (!covers (&self->near, view))
    paint_near (self, view, palette, hurries);
  append (self, snapshot, &self->near, view);
  return TRUE;
}
