/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene is painted as on the canvas, with its wires coloured; nothing is kept, since time moves all of them. */
#include "config.h"

#include "app/simulate/weft-heat-area.h"

#include <glib/gi18n.h>

#include "app/canvas/weft-canvas-view.h"
#include "app/charts/weft-palette-css.h"

/* Pixels from a wire that still mean it. */
#define NEAR_PX 8.0

struct _WeftHeatArea
{
  GtkWidget parent_instance;

  WeftScene *scene;     /* (nullable) */
  WeftCanvasView *view;
  gboolean fits;        /* until somebody pans or zooms */
  double drag_x, drag_y;
  double pointer_x, pointer_y;
  WeftPalette palette;
  char *font;
};

G_DEFINE_FINAL_TYPE (WeftHeatArea, weft_heat_area, GTK_TYPE_WIDGET)

static guint activated_signal;

static void
fit (WeftHeatArea *self)
{
  WeftBox bounds;

  if (self->scene == NULL || !self->fits)
    return;
  weft_scene_get_bounds (self->scene, &bounds);
  weft_canvas_view_set_content (self->view, &bounds);
  weft_canvas_view_fit (self->view, &bounds);
}

static void
to_world (WeftHeatArea *self, double x_px, double y_px, double *x, double *y)
{
  weft_canvas_view_to_world (self->view, x_px, y_px, x, y);
}

/* --- gestures --- */

static void
drag_begin_cb (WeftHeatArea *self)
{
  self->drag_x = self->drag_y = 0;
}

static void
drag_update_cb (WeftHeatArea *self, double dx, double dy)
{
  self->fits = FALSE;
  weft_canvas_view_pan (self->view, dx - self->drag_x, dy - self->drag_y);
  self->drag_x = dx;
  self->drag_y = dy;
}

static void
motion_cb (WeftHeatArea *self, double x, double y)
{
  self->pointer_x = x;
  self->pointer_y = y;
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, WeftHeatArea *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if ((state & GDK_CONTROL_MASK) == 0)
    return FALSE;
  self->fits = FALSE;
  weft_canvas_view_zoom_at (self->view, dy < 0 ? WEFT_CANVAS_ZOOM_STEP : 1 / WEFT_CANVAS_ZOOM_STEP, self->pointer_x,
                            self->pointer_y);
  return TRUE;
}

static void
pressed_cb (WeftHeatArea *self, int n_press, double x, double y)
{
  double world_x, world_y;
  int node;

  if (n_press != 2 || self->scene == NULL)
    return;
  to_world (self, x, y, &world_x, &world_y);
  node = weft_scene_node_at (self->scene, world_x, world_y);
  if (node >= 0)
    g_signal_emit (self, activated_signal, 0, (guint) node);
}

static gboolean
tooltip_cb (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  g_autofree char *words = weft_heat_area_describe (WEFT_HEAT_AREA (widget), x, y);

  gtk_tooltip_set_text (tooltip, words);
  return words != NULL;
}

/* --- painting --- */

static void
weft_heat_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftHeatArea *self = WEFT_HEAT_AREA (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->scene == NULL)
    return;
  weft_palette_from_css (widget, &self->palette, &self->font);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  weft_scene_paint (self->scene, cr, weft_canvas_view_get (self->view), &self->palette);
  cairo_destroy (cr);
}

static void
weft_heat_area_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftHeatArea *self = WEFT_HEAT_AREA (widget);

  weft_canvas_view_set_size (self->view, width, height);
  fit (self);
}

/* --- class --- */

static void
weft_heat_area_dispose (GObject *object)
{
  WeftHeatArea *self = WEFT_HEAT_AREA (object);

  g_clear_pointer (&self->scene, weft_scene_unref);
  g_clear_object (&self->view);
  g_clear_pointer (&self->font, g_free);
  G_OBJECT_CLASS (weft_heat_area_parent_class)->dispose (object);
}

static void
weft_heat_area_class_init (WeftHeatAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_heat_area_dispose;
  widget_class->snapshot = weft_heat_area_snapshot;
  widget_class->size_allocate = weft_heat_area_size_allocate;
  widget_class->query_tooltip = tooltip_cb;
  activated_signal = g_signal_new ("item-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "heatarea");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_gestures (WeftHeatArea *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

static void
weft_heat_area_init (WeftHeatArea *self)
{
  self->view = weft_canvas_view_new ();
  g_signal_connect_object (self->view, "changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Heat map of the links"),
                                  -1);
  add_gestures (self);
}

void
weft_heat_area_set_scene (WeftHeatArea *self, WeftScene *scene)
{
  g_return_if_fail (WEFT_IS_HEAT_AREA (self));

  if (scene != NULL)
    weft_scene_ref (scene);
  g_clear_pointer (&self->scene, weft_scene_unref);
  self->scene = scene;
  self->fits = TRUE;
  fit (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
weft_heat_area_redraw (WeftHeatArea *self)
{
  g_return_if_fail (WEFT_IS_HEAT_AREA (self));

  gtk_widget_queue_draw (GTK_WIDGET (self));
}

char *
weft_heat_area_describe (WeftHeatArea *self, double x, double y)
{
  double world_x, world_y;
  int wire;

  g_return_val_if_fail (WEFT_IS_HEAT_AREA (self), NULL);

  if (self->scene == NULL)
    return NULL;
  to_world (self, x, y, &world_x, &world_y);
  wire = weft_scene_wire_at (self->scene, world_x, world_y, NEAR_PX / weft_canvas_view_get_zoom (self->view));
  return wire >= 0 ? weft_scene_describe_heat (self->scene, (guint) wire) : NULL;
}
