/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer, wheel, fingers and keys. A click chooses a task, a drag moves what is seen, Ctrl with the wheel zooms. */
#include "config.h"

#include "app/workloads/weft-gantt-area-private.h"

#include <math.h>

#define WHEEL_PX 60.0
#define STEP 1.3
/* A press that moves less is a click. */
#define CLICK_PX 4.0

static void
pick (WeftGanttArea *self, double x, double y, WeftGanttHit *hit)
{
  weft_gantt_sheet_pick (&self->sheet, x, y, gtk_widget_get_width (GTK_WIDGET (self)),
                         gtk_widget_get_height (GTK_WIDGET (self)), &self->palette, hit);
}

/* What lies under the pointer stands out. */
void
weft_gantt_area_point (WeftGanttArea *self)
{
  WeftGanttHit hit = { .part = WEFT_GANTT_NOTHING, .task = WEFT_TASK_NONE };
  gboolean on_bars;
  int lit;

  if (self->has_pointer)
    pick (self, self->x, self->y, &hit);
  on_bars = hit.part == WEFT_GANTT_TASK || hit.part == WEFT_GANTT_SPAN || hit.part == WEFT_GANTT_IDLE;
  lit = hit.part == WEFT_GANTT_KERNEL ? (int) hit.kernel : -1;
  self->marks.hover = hit.part == WEFT_GANTT_TASK ? hit.task : WEFT_TASK_NONE;
  self->marks.cursor_s = on_bars || hit.part == WEFT_GANTT_AXIS ? hit.time_s : NAN;
  /* Both marks are of one chart; the chosen task keeps its own. */
  if (self->marks.selected == WEFT_TASK_NONE)
    self->marks.chart = hit.chart;
  else if (hit.chart != self->marks.chart)
    self->marks.hover = WEFT_TASK_NONE;
  if (lit != self->sheet.lit_kernel)
    {
      self->sheet.lit_kernel = lit;
      weft_gantt_area_drop (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
motion_cb (GtkEventControllerMotion *motion, double x, double y, WeftGanttArea *self)
{
  self->has_pointer = TRUE;
  self->x = x;
  self->y = y;
  weft_gantt_area_point (self);
}

static void
leave_cb (GtkEventControllerMotion *motion, WeftGanttArea *self)
{
  self->has_pointer = FALSE;
  weft_gantt_area_point (self);
}

static void
released_cb (GtkGestureClick *click, int n_press, double x, double y, WeftGanttArea *self)
{
  WeftGanttHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (hypot (self->drag_x, self->drag_y) > CLICK_PX)
    return;
  pick (self, x, y, &hit);
  if (hit.part == WEFT_GANTT_TASK || hit.part == WEFT_GANTT_SPAN)
    {
      weft_gantt_area_choose (self, hit.chart, hit.task);
      if (n_press == 2)
        weft_gantt_area_zoom_to (self, hit.chart, hit.task);
    }
  else if (hit.part == WEFT_GANTT_IDLE)
    weft_gantt_area_choose (self, hit.chart, WEFT_TASK_NONE);
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, WeftGanttArea *self)
{
  self->drag_x = self->drag_y = 0;
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, WeftGanttArea *self)
{
  double sign = self->palette.right_to_left ? -1 : 1;

  if (hypot (dx, dy) <= CLICK_PX && self->drag_x == 0 && self->drag_y == 0)
    return;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  weft_gantt_view_pan (self->sheet.view, sign * (self->drag_x - dx), self->drag_y - dy);
  self->drag_x = dx;
  self->drag_y = dy;
}

static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, WeftGanttArea *self)
{
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
}

/* From the begin of the bars. */
static double
plot_x (WeftGanttArea *self, double x)
{
  WeftBox plot;

  weft_gantt_sheet_plot_box (&self->sheet, 0, gtk_widget_get_width (GTK_WIDGET (self)),
                             gtk_widget_get_height (GTK_WIDGET (self)), &self->palette, &plot);
  return CLAMP (self->palette.right_to_left ? plot.x + plot.w - x : x - plot.x, 0, plot.w);
}

static double
plot_y (WeftGanttArea *self, double y)
{
  WeftBox plot;

  weft_gantt_sheet_plot_box (&self->sheet, 0, gtk_widget_get_width (GTK_WIDGET (self)),
                             gtk_widget_get_height (GTK_WIDGET (self)), &self->palette, &plot);
  return CLAMP (y - plot.y, 0, plot.h);
}

/* The rest scrolls, which the scrolled window around does. */
static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, WeftGanttArea *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  double unit = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_WHEEL ? WHEEL_PX : 1;
  double factor = pow (STEP, -dy * unit / WHEEL_PX);

  if ((modifiers & GDK_CONTROL_MASK) == 0 || self->sheet.charts[0] == NULL)
    return GDK_EVENT_PROPAGATE;
  if ((modifiers & GDK_SHIFT_MASK) != 0)
    weft_gantt_view_zoom_rows (self->sheet.view, factor, plot_y (self, self->y));
  else
    weft_gantt_view_zoom (self->sheet.view, factor, plot_x (self, self->x));
  return GDK_EVENT_STOP;
}

static void
pinch_begin_cb (GtkGesture *gesture, GdkEventSequence *sequence, WeftGanttArea *self)
{
  self->pinch = 1;
}

static void
pinch_cb (GtkGestureZoom *gesture, double scale, WeftGanttArea *self)
{
  double x = self->x, y = self->y;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  weft_gantt_view_zoom (self->sheet.view, scale / self->pinch, plot_x (self, x));
  self->pinch = scale;
}

/* --- keys --- */

static gboolean
choose (WeftGanttArea *self, guint chart, guint32 task)
{
  if (task != WEFT_TASK_NONE)
    {
      weft_gantt_area_select (self, chart, task);
      gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
    }
  return TRUE;
}

/* Where nothing is chosen yet: the first task of the first lane that has one, in sight. */
static gboolean
choose_first (WeftGanttArea *self)
{
  WeftGantt *chart = self->sheet.charts[0];
  double from = weft_gantt_view_get_from_s (self->sheet.view);
  guint first = (guint) MAX (0, ceil (weft_gantt_view_get_first_row (self->sheet.view)));

  if (first >= weft_gantt_n_rows (chart))
    return TRUE;
  for (guint lane = weft_gantt_row (chart, first)->lane; lane < weft_gantt_n_lanes (chart); lane++)
    {
      guint32 task = weft_gantt_task_near (chart, lane, from, FALSE);

      if (task != WEFT_TASK_NONE)
        return choose (self, 0, task);
    }
  return TRUE;
}

/* The task in the next lane that has one, at about the same time. */
static gboolean
choose_lane (WeftGanttArea *self, int direction)
{
  guint which = self->marks.chart;
  WeftGantt *chart = self->sheet.charts[which];
  double start = weft_gantt_task_start_s (chart, self->marks.selected);
  int lane = (int) weft_gantt_lane_of_task (chart, self->marks.selected);

  for (lane += direction; lane >= 0 && lane < (int) weft_gantt_n_lanes (chart); lane += direction)
    {
      guint32 task = weft_gantt_task_at (chart, (guint) lane, start);

      if (task == WEFT_TASK_NONE)
        task = weft_gantt_task_near (chart, (guint) lane, start, FALSE);
      if (task == WEFT_TASK_NONE)
        task = weft_gantt_task_near (chart, (guint) lane, start, TRUE);
      if (task != WEFT_TASK_NONE)
        return choose (self, which, task);
    }
  /* On to the other chart. */
  which = direction > 0 ? 1 : 0;
  if (which != self->marks.chart && self->sheet.charts[which] != NULL)
    return choose (self, which, self->marks.selected);
  return TRUE;
}

static gboolean
choose_along (WeftGanttArea *self, gboolean backwards)
{
  return choose (self, self->marks.chart,
                 weft_gantt_next_task (self->sheet.charts[self->marks.chart], self->marks.selected, backwards));
}

static gboolean
choose_end (WeftGanttArea *self, gboolean last)
{
  WeftGantt *chart = self->sheet.charts[self->marks.chart];
  guint lane = weft_gantt_lane_of_task (chart, self->marks.selected);

  return choose (self, self->marks.chart,
                 weft_gantt_task_near (chart, lane, last ? INFINITY : -INFINITY, last));
}

static gboolean
move_choice (WeftGanttArea *self, guint key)
{
  gboolean turned = self->palette.right_to_left;

  if (self->marks.selected == WEFT_TASK_NONE)
    return choose_first (self);
  switch (key)
    {
    case GDK_KEY_Left:
      return choose_along (self, !turned);
    case GDK_KEY_Right:
      return choose_along (self, turned);
    case GDK_KEY_Up:
      return choose_lane (self, -1);
    case GDK_KEY_Down:
      return choose_lane (self, 1);
    case GDK_KEY_Home:
      return choose_end (self, FALSE);
    case GDK_KEY_End:
    default:
      return choose_end (self, TRUE);
    }
}

static gboolean
pan_by_key (WeftGanttArea *self, guint key)
{
  double step = weft_gantt_view_get_width (self->sheet.view) * 0.2;
  double row = weft_gantt_view_get_row_height (self->sheet.view);
  double sign = self->palette.right_to_left ? -1 : 1;

  weft_gantt_view_pan (self->sheet.view,
                       key == GDK_KEY_Left ? -sign * step : key == GDK_KEY_Right ? sign * step : 0,
                       key == GDK_KEY_Up ? -row : key == GDK_KEY_Down ? row : 0);
  return TRUE;
}

static void
zoom (WeftGanttArea *self, double factor)
{
  WeftGanttView *view = self->sheet.view;
  double x = weft_gantt_view_get_width (view) / 2;

  if (self->marks.selected != WEFT_TASK_NONE)
    {
      WeftGantt *chart = self->sheet.charts[self->marks.chart];
      double at = weft_gantt_view_x (view, weft_gantt_task_start_s (chart, self->marks.selected));

      if (at >= 0 && at <= weft_gantt_view_get_width (view))
        x = at;
    }
  weft_gantt_view_zoom (view, factor, x);
}

static gboolean
zoom_by_key (WeftGanttArea *self, guint key, gboolean rows)
{
  double factor = key == GDK_KEY_plus || key == GDK_KEY_equal || key == GDK_KEY_KP_Add ? STEP : 1 / STEP;

  if (rows)
    weft_gantt_view_zoom_rows (self->sheet.view, factor, weft_gantt_view_get_height (self->sheet.view) / 2);
  else
    zoom (self, factor);
  return TRUE;
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WeftGanttArea *self)
{
  if (self->sheet.charts[0] == NULL || (state & GDK_SUPER_MASK) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      if ((state & GDK_ALT_MASK) != 0)
        return FALSE;
      return (state & GDK_CONTROL_MASK) != 0 ? pan_by_key (self, key) : move_choice (self, key);
    case GDK_KEY_Home:
    case GDK_KEY_End:
      return move_choice (self, key);
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      return zoom_by_key (self, key, (state & GDK_ALT_MASK) != 0);
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      weft_gantt_view_fit (self->sheet.view);
      return TRUE;
    case GDK_KEY_Escape:
      if (self->marks.selected == WEFT_TASK_NONE)
        return FALSE;
      weft_gantt_area_choose (self, self->marks.chart, WEFT_TASK_NONE);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->marks.selected != WEFT_TASK_NONE)
        weft_gantt_area_zoom_to (self, self->marks.chart, self->marks.selected);
      weft_gantt_area_activate (self);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- actions --- */

static void
zoom_in_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  zoom (WEFT_GANTT_AREA (widget), STEP * STEP);
}

static void
zoom_out_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  zoom (WEFT_GANTT_AREA (widget), 1 / (STEP * STEP));
}

static void
fit_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_gantt_view_fit (WEFT_GANTT_AREA (widget)->sheet.view);
}

static void
zoom_task_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftGanttArea *self = WEFT_GANTT_AREA (widget);

  if (self->marks.selected != WEFT_TASK_NONE)
    weft_gantt_area_zoom_to (self, self->marks.chart, self->marks.selected);
}

void
weft_gantt_area_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "gantt.zoom-in", NULL, zoom_in_cb);
  gtk_widget_class_install_action (widget_class, "gantt.zoom-out", NULL, zoom_out_cb);
  gtk_widget_class_install_action (widget_class, "gantt.fit", NULL, fit_cb);
  gtk_widget_class_install_action (widget_class, "gantt.zoom-task", NULL, zoom_task_cb);
}

void
weft_gantt_area_add_input (WeftGanttArea *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  gtk_gesture_group (drag, click);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}
