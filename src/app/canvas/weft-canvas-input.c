/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From events to tools: who gets a press, scrolling and zooming at the pointer, the view that
 * follows a drag over its edge, and what the palette drops. */
#include "config.h"

#include "app/canvas/weft-canvas-private.h"

#include <math.h>

#define WHEEL_PX 60.0
#define EDGE_PX 24.0
#define EDGE_SPEED_PX 14.0
/* An item that fills so much of the view is entered by zooming on; a level that shrinks to so much
 * of its fitting size is left. */
#define ENTER_SHARE 0.9
#define LEAVE_SHARE 0.55

static void
set_point (WeftCanvas *self, double x_px, double y_px, GdkModifierType modifiers)
{
  self->point.x_px = x_px;
  self->point.y_px = y_px;
  self->point.modifiers = modifiers;
  weft_canvas_view_to_world (self->view, x_px, y_px, &self->point.x, &self->point.y);
}

static void
show_cursor (WeftCanvas *self)
{
  const char *name = "default";

  if (self->tool != NULL)
    name = weft_tool_cursor (self->tool);
  else if (self->space || self->kind == WEFT_TOOL_PAN)
    name = "grab";
  else if (self->kind == WEFT_TOOL_CONNECT && self->hover_node >= 0)
    name = "crosshair";
  else if (self->hover_node >= 0
           && weft_scene_socket_at (weft_stage_get_scene (self->stage), self->hover_node,
                                    self->point.x, self->point.y,
                                    WEFT_TOOL_REACH_PX / weft_canvas_view_get_zoom (self->view))
                >= 0)
    name = "crosshair";
  else if (self->hover_wire >= 0)
    name = "pointer";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

void
weft_canvas_update_hover (WeftCanvas *self)
{
  WeftScene *scene = self->stage != NULL ? weft_stage_get_scene (self->stage) : NULL;
  int node = -1, wire = -1;

  if (scene == NULL)
    return;
  if (self->has_pointer && self->tool == NULL)
    {
      set_point (self, self->point.x_px, self->point.y_px, self->point.modifiers);
      node = weft_scene_node_at (scene, self->point.x, self->point.y);
      if (node < 0)
        wire = weft_scene_wire_at (scene, self->point.x, self->point.y,
                                   WEFT_TOOL_REACH_PX / weft_canvas_view_get_zoom (self->view));
    }
  if (node != self->hover_node || wire != self->hover_wire)
    {
      self->hover_node = node;
      self->hover_wire = wire;
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  show_cursor (self);
}

static void
stop_tool (WeftCanvas *self)
{
  self->tool = NULL;
  if (self->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
  weft_canvas_update_hover (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
weft_canvas_cancel_tool (WeftCanvas *self)
{
  if (self->tool == NULL)
    return;
  weft_tool_cancel (self->tool);
  stop_tool (self);
}

static void
move_tool (WeftCanvas *self)
{
  if (self->tool == NULL)
    return;
  weft_canvas_view_to_world (self->view, self->point.x_px, self->point.y_px, &self->point.x,
                             &self->point.y);
  weft_tool_motion (self->tool, &self->point);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* How far a pointer is over an edge's margin, -1..1. */
static double
over_edge (double at, double size)
{
  if (at < EDGE_PX)
    return -MIN ((EDGE_PX - at) / EDGE_PX, 1);
  if (at > size - EDGE_PX)
    return MIN ((at - size + EDGE_PX) / EDGE_PX, 1);
  return 0;
}

static gboolean
edge_tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WeftCanvas *self = WEFT_CANVAS (widget);
  const WeftSceneView *view = weft_canvas_view_get (self->view);
  double dx = over_edge (self->point.x_px, view->width);
  double dy = over_edge (self->point.y_px, view->height);

  if (self->tool != NULL && (dx != 0 || dy != 0))
    {
      weft_canvas_view_pan (self->view, dx * EDGE_SPEED_PX, dy * EDGE_SPEED_PX);
      move_tool (self);
    }
  return G_SOURCE_CONTINUE;
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, WeftCanvas *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (self->stage == NULL || button == GDK_BUTTON_SECONDARY)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  weft_canvas_cancel_tool (self);
  set_point (self, x, y,
             gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
  self->point.button = button;
  for (guint i = 0; i < WEFT_CANVAS_N_TOOLS && self->tool == NULL; i++)
    if (weft_tool_press (self->tools[i], &self->point))
      self->tool = self->tools[i];
  if (self->tool != NULL && weft_tool_scrolls (self->tool))
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), edge_tick_cb, NULL, NULL);
  show_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, WeftCanvas *self)
{
  double x, y;

  if (self->tool == NULL || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  set_point (self, x + dx, y + dy,
             gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
  move_tool (self);
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, WeftCanvas *self)
{
  WeftTool *tool = self->tool;
  double x, y;

  if (tool == NULL || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  set_point (self, x + dx, y + dy,
             gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
  weft_tool_release (tool, &self->point);
  stop_tool (self);
}

static void
drag_cancel_cb (GtkGesture *gesture, GdkEventSequence *sequence, WeftCanvas *self)
{
  weft_canvas_cancel_tool (self);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, WeftCanvas *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  int item;

  if (self->stage == NULL || weft_stage_get_scene (self->stage) == NULL)
    return;
  set_point (self, x, y, self->point.modifiers);
  item = weft_scene_node_at (weft_stage_get_scene (self->stage), self->point.x, self->point.y);
  if (button == GDK_BUTTON_SECONDARY)
    {
      gtk_widget_grab_focus (GTK_WIDGET (self));
      if (item >= 0 && !gtk_bitset_contains (weft_stage_get_items (self->stage), item))
        weft_stage_select_item (self->stage, item, WEFT_SELECT_ONLY);
      weft_canvas_open_menu (self, x, y);
    }
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2 && item >= 0
           && self->kind != WEFT_TOOL_PAN)
    {
      weft_canvas_cancel_tool (self);
      weft_stage_open_item (self->stage, item);
    }
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, WeftCanvas *self)
{
  self->has_pointer = TRUE;
  if (self->tool != NULL)
    return;
  self->point.x_px = x;
  self->point.y_px = y;
  weft_canvas_update_hover (self);
}

static void
leave_cb (GtkEventControllerMotion *controller, WeftCanvas *self)
{
  self->has_pointer = FALSE;
  weft_canvas_update_hover (self);
}

/* Zooming on where an item fills the view enters it; zooming out of a small level leaves it. */
void
weft_canvas_zoom_by (WeftCanvas *self, double factor, double x_px, double y_px)
{
  WeftScene *scene = self->stage != NULL ? weft_stage_get_scene (self->stage) : NULL;
  const WeftSceneView *view = weft_canvas_view_get (self->view);
  WeftBox bounds;
  double x, y;
  int item;

  if (scene == NULL)
    return;
  weft_canvas_view_to_world (self->view, x_px, y_px, &x, &y);
  item = factor > 1 ? weft_scene_node_at (scene, x, y) : -1;
  if (item >= 0)
    {
      const WeftBox *box = &weft_scene_node (scene, item)->box;

      if (box->w * view->zoom * factor > view->width * ENTER_SHARE
          || box->h * view->zoom * factor > view->height * ENTER_SHARE)
        if (weft_stage_open_item (self->stage, item))
          return;
    }
  weft_scene_get_bounds (scene, &bounds);
  if (factor < 1 && weft_stage_depth (self->stage) > 1
      && view->zoom * factor < weft_canvas_view_fit_zoom (self->view, &bounds) * LEAVE_SHARE)
    weft_stage_go_to_step (self->stage, weft_stage_depth (self->stage) - 2);
  else
    weft_canvas_view_zoom_at (self->view, factor, x_px, y_px);
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, WeftCanvas *self)
{
  GdkModifierType modifiers =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double unit =
    gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL ? WHEEL_PX : 1;

  if ((modifiers & GDK_CONTROL_MASK) != 0)
    weft_canvas_zoom_by (self, pow (WEFT_CANVAS_ZOOM_STEP, -dy * unit / WHEEL_PX),
                         self->point.x_px, self->point.y_px);
  else if ((modifiers & GDK_SHIFT_MASK) != 0 && dx == 0)
    weft_canvas_view_pan (self->view, dy * unit, 0);
  else
    weft_canvas_view_pan (self->view, dx * unit, dy * unit);
  move_tool (self);
  return GDK_EVENT_STOP;
}

static void
pinch_begin_cb (GtkGesture *gesture, GdkEventSequence *sequence, WeftCanvas *self)
{
  weft_canvas_cancel_tool (self);
  self->pinch_zoom = weft_canvas_view_get_zoom (self->view);
}

static void
pinch_cb (GtkGestureZoom *gesture, double scale, WeftCanvas *self)
{
  double x = self->point.x_px, y = self->point.y_px;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  weft_canvas_view_zoom_at (self->view,
                            self->pinch_zoom * scale / weft_canvas_view_get_zoom (self->view), x,
                            y);
}

static void
hold_space (WeftCanvas *self, gboolean held)
{
  if (self->space == held)
    return;
  self->space = held;
  weft_pan_tool_set_always (self->tools[WEFT_CANVAS_PAN], held || self->kind == WEFT_TOOL_PAN);
  show_cursor (self);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller, guint key, guint code,
                GdkModifierType modifiers, WeftCanvas *self)
{
  if (key == GDK_KEY_Escape && self->tool != NULL)
    {
      weft_canvas_cancel_tool (self);
      return GDK_EVENT_STOP;
    }
  if (key == GDK_KEY_space && self->has_pointer && (modifiers & GDK_CONTROL_MASK) == 0)
    {
      hold_space (self, TRUE);
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
key_released_cb (GtkEventControllerKey *controller, guint key, guint code,
                 GdkModifierType modifiers, WeftCanvas *self)
{
  if (key == GDK_KEY_space)
    hold_space (self, FALSE);
}

/* Alt may be pressed while the pointer stands still. */
static gboolean
modifiers_cb (GtkEventControllerKey *controller, GdkModifierType modifiers, WeftCanvas *self)
{
  self->point.modifiers = modifiers;
  move_tool (self);
  return GDK_EVENT_PROPAGATE;
}

static void
focus_cb (WeftCanvas *self)
{
  hold_space (self, FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* (kind, name): what the palette gives away; a template is left to who knows its parameters. */
static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x_px, double y_px, WeftCanvas *self)
{
  GVariant *variant = g_value_get_variant (value);
  const char *kind, *of;
  double x, y;

  if (variant == NULL || !g_variant_is_of_type (variant, G_VARIANT_TYPE ("(ss)"))
      || self->stage == NULL)
    return FALSE;
  g_variant_get (variant, "(&s&s)", &kind, &of);
  weft_canvas_view_to_world (self->view, x_px, y_px, &x, &y);
  x = round (x / WEFT_CANVAS_GRID) * WEFT_CANVAS_GRID;
  y = round (y / WEFT_CANVAS_GRID) * WEFT_CANVAS_GRID;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  return gtk_widget_activate_action (GTK_WIDGET (self), "graph.add-at", "(ssdd)", kind, of, x, y);
}

void
weft_canvas_make_tools (WeftCanvas *self)
{
  self->tools[WEFT_CANVAS_PAN] = weft_pan_tool_new (self->stage, self->view);
  self->tools[WEFT_CANVAS_CONNECT] = weft_connect_tool_new (self->stage, self->view);
  self->tools[WEFT_CANVAS_WIRE] = weft_wire_tool_new (self->stage, self->view);
  self->tools[WEFT_CANVAS_MOVE] = weft_move_tool_new (self->stage, self->view);
  self->tools[WEFT_CANVAS_BAND] = weft_band_tool_new (self->stage, self->view);
}

static void
add_pointer (WeftCanvas *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancel_cb), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

void
weft_canvas_init_input (WeftCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkDropTarget *drop = gtk_drop_target_new (G_TYPE_VARIANT, GDK_ACTION_COPY);

  add_pointer (self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (key_released_cb), self);
  g_signal_connect (keys, "modifiers", G_CALLBACK (modifiers_cb), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (focus_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_cb), self);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}
