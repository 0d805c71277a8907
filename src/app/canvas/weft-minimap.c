/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hidden while everything is in view anyway. */
#include "config.h"

#include "app/canvas/weft-minimap.h"

#include <glib/gi18n.h>

#include "app/charts/weft-palette-css.h"

#define WIDTH 148
#define HEIGHT 92

struct _WeftMinimap
{
  GtkWidget parent_instance;

  WeftCanvas *canvas; /* borrowed: both live in the same editor */
  WeftPalette palette;
  char *font;
  WeftScene *scene;     /* what the map is of */
  cairo_surface_t *map; /* (nullable): without the frame */
};

G_DEFINE_FINAL_TYPE (WeftMinimap, weft_minimap, GTK_TYPE_WIDGET)

static WeftScene *
get_scene (WeftMinimap *self)
{
  WeftStage *stage = self->canvas != NULL ? weft_canvas_get_stage (self->canvas) : NULL;

  return stage != NULL ? weft_stage_get_scene (stage) : NULL;
}

static void
drop_map (WeftMinimap *self)
{
  g_clear_pointer (&self->map, cairo_surface_destroy);
  g_clear_pointer (&self->scene, weft_scene_unref);
}

/* The map is painted once a scene; while the view moves only its frame is. */
static void
ensure_map (WeftMinimap *self, WeftScene *scene, double width, double height)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_t *cr;

  if (self->map != NULL && self->scene == scene)
    return;
  drop_map (self);
  self->scene = weft_scene_ref (scene);
  weft_palette_from_css (GTK_WIDGET (self), &self->palette, &self->font);
  self->map = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width * scale,
                                          (int) height * scale);
  cairo_surface_set_device_scale (self->map, scale, scale);
  cr = cairo_create (self->map);
  weft_scene_paint_map (scene, cr, width, height, &self->palette);
  cairo_destroy (cr);
}

static void
weft_minimap_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (weft_minimap_parent_class)->css_changed (widget, change);
  drop_map (WEFT_MINIMAP (widget));
}

static void
weft_minimap_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftMinimap *self = WEFT_MINIMAP (widget);
  WeftScene *scene = get_scene (self);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (scene == NULL)
    return;
  ensure_map (self, scene, width, height);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  cairo_set_source_surface (cr, self->map, 0, 0);
  cairo_paint (cr);
  weft_scene_paint_map_frame (scene, cr, width, height,
                              weft_canvas_view_get (weft_canvas_get_view (self->canvas)),
                              &self->palette);
  cairo_destroy (cr);
}

static void
weft_minimap_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                      int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
changed_cb (WeftMinimap *self)
{
  WeftScene *scene = get_scene (self);
  WeftBox bounds, seen;

  if (scene == NULL)
    return;
  weft_scene_get_bounds (scene, &bounds);
  weft_canvas_view_visible (weft_canvas_get_view (self->canvas), &seen);
  gtk_widget_set_visible (GTK_WIDGET (self),
                          bounds.x < seen.x || bounds.y < seen.y
                            || bounds.x + bounds.w > seen.x + seen.w
                            || bounds.y + bounds.h > seen.y + seen.h);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
go_to (WeftMinimap *self, double x, double y)
{
  WeftScene *scene = get_scene (self);
  double world_x, world_y;

  if (scene == NULL)
    return;
  weft_scene_map_to_world (scene, gtk_widget_get_width (GTK_WIDGET (self)),
                           gtk_widget_get_height (GTK_WIDGET (self)), x, y, &world_x, &world_y);
  weft_canvas_view_centre (weft_canvas_get_view (self->canvas), world_x, world_y);
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, WeftMinimap *self)
{
  go_to (self, x, y);
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, WeftMinimap *self)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    go_to (self, x + dx, y + dy);
}

static void
weft_minimap_finalize (GObject *object)
{
  drop_map (WEFT_MINIMAP (object));
  g_free (WEFT_MINIMAP (object)->font);
  G_OBJECT_CLASS (weft_minimap_parent_class)->finalize (object);
}

static void
weft_minimap_class_init (WeftMinimapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_minimap_finalize;
  widget_class->snapshot = weft_minimap_snapshot;
  widget_class->measure = weft_minimap_measure;
  widget_class->css_changed = weft_minimap_css_changed;
  gtk_widget_class_set_css_name (widget_class, "minimap");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
weft_minimap_init (WeftMinimap *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Overview of the level"), -1);
}

/* The canvas has its stage already. */
void
weft_minimap_set_canvas (WeftMinimap *self, WeftCanvas *canvas)
{
  g_return_if_fail (WEFT_IS_MINIMAP (self) && WEFT_IS_CANVAS (canvas));

  self->canvas = canvas;
  g_signal_connect_object (weft_canvas_get_view (canvas), "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_canvas_get_stage (canvas), "scene-changed",
                           G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
}
