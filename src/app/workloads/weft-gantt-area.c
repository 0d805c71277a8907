/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture is an image that is painted again when something to see is another; hover and choice lie over it. */
#include "config.h"

#include "app/workloads/weft-gantt-area-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-palette-css.h"

#define MIN_WIDTH 240
#define MIN_HEIGHT 180
#define NATURAL_WIDTH 640
#define NATURAL_HEIGHT 420
/* What can be scrolled to goes a little beyond the end, as the view does. */
#define AFTER_END 1.015

static void scrollable_init (GtkScrollableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftGanttArea, weft_gantt_area, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, scrollable_init))

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
  PROP_SHOWS_PATH,
  N_PROPS,
};

enum
{
  SELECTED,
  ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

void
weft_gantt_area_drop (WeftGanttArea *self)
{
  g_clear_pointer (&self->picture, cairo_surface_destroy);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What a screen reader says: the schedule, then the chosen task. */
void
weft_gantt_area_say (WeftGanttArea *self)
{
  WeftGantt *chart = self->sheet.charts[0];
  g_autofree char *label = chart != NULL ? weft_gantt_summarise (chart) : g_strdup (_("Schedule"));
  g_autofree char *task = self->marks.selected != WEFT_TASK_NONE && self->sheet.charts[self->marks.chart] != NULL
                            ? weft_gantt_describe_task (self->sheet.charts[self->marks.chart], self->marks.selected)
                            : g_strdup ("");

  g_strdelimit (task, "\n", ' ');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, task, -1);
}

/* --- scrolling --- */

/* In user units of what is seen; the whole of it is as wide as the zoom makes it. */
static void
update_adjustments (WeftGanttArea *self)
{
  WeftGanttView *view = self->sheet.view;
  double width = weft_gantt_view_get_width (view), height = weft_gantt_view_get_height (view);
  double from = weft_gantt_view_get_from_s (view), to = weft_gantt_view_get_to_s (view);
  double per_s = width / (to - from);
  double row = weft_gantt_view_get_row_height (view);
  double rows = self->sheet.charts[0] != NULL ? weft_gantt_n_rows (self->sheet.charts[0]) * row : height;
  double whole = MAX (MAX (weft_gantt_view_get_end_s (view) * AFTER_END, to) * per_s, width);
  double left = self->palette.right_to_left ? whole - width - from * per_s : from * per_s;

  if (self->adjusting)
    return;
  self->adjusting = TRUE;
  if (self->adjustments[0] != NULL)
    gtk_adjustment_configure (self->adjustments[0], left, 0, whole, width * 0.1, width * 0.9, width);
  if (self->adjustments[1] != NULL)
    gtk_adjustment_configure (self->adjustments[1], weft_gantt_view_get_first_row (view) * row, 0, MAX (rows, height),
                              row, height * 0.9, height);
  self->adjusting = FALSE;
}

static void
adjusted_cb (WeftGanttArea *self)
{
  WeftGanttView *view = self->sheet.view;
  double range_s = weft_gantt_view_get_to_s (view) - weft_gantt_view_get_from_s (view);
  double per_s = weft_gantt_view_get_width (view) / range_s;
  double left, dx, dy;

  if (self->adjusting || self->adjustments[0] == NULL || self->adjustments[1] == NULL)
    return;
  left = gtk_adjustment_get_value (self->adjustments[0]);
  if (self->palette.right_to_left)
    left = gtk_adjustment_get_upper (self->adjustments[0]) - gtk_adjustment_get_page_size (self->adjustments[0]) - left;
  dx = left - weft_gantt_view_get_from_s (view) * per_s;
  dy = gtk_adjustment_get_value (self->adjustments[1])
       - weft_gantt_view_get_first_row (view) * weft_gantt_view_get_row_height (view);
  if (fabs (dx) < 1e-6 && fabs (dy) < 1e-6)
    return;
  self->adjusting = TRUE;
  weft_gantt_view_pan (view, dx, dy);
  self->adjusting = FALSE;
  update_adjustments (self);
}

static void
set_adjustment (WeftGanttArea *self, guint which, GtkAdjustment *adjustment)
{
  if (adjustment == self->adjustments[which] && adjustment != NULL)
    return;
  if (self->adjustments[which] != NULL)
    g_signal_handlers_disconnect_by_func (self->adjustments[which], adjusted_cb, self);
  if (adjustment == NULL)
    adjustment = gtk_adjustment_new (0, 0, 0, 0, 0, 0);
  g_clear_object (&self->adjustments[which]);
  self->adjustments[which] = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (adjusted_cb), self);
  update_adjustments (self);
}

static void
scrollable_init (GtkScrollableInterface *iface)
{
}

static void
view_changed_cb (WeftGanttArea *self)
{
  update_adjustments (self);
  weft_gantt_area_drop (self);
  weft_gantt_area_point (self);
}

/* --- drawing --- */

/* Where painting finds other room for the bars, the view changes and drops the picture: it is taken when it is done. */
static void
paint_picture (WeftGanttArea *self, int width, int height)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, height * scale);
  cairo_t *cr = cairo_create (picture);

  cairo_scale (cr, scale, scale);
  weft_gantt_sheet_paint (&self->sheet, cr, width, height, &self->palette);
  cairo_destroy (cr);
  cairo_surface_flush (picture);
  g_clear_pointer (&self->picture, cairo_surface_destroy);
  self->picture = picture;
}

static void
weft_gantt_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftGanttArea *self = WEFT_GANTT_AREA (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  int scale = gtk_widget_get_scale_factor (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  cairo_t *cr;

  if (width <= 0 || height <= 0)
    return;
  if (self->picture == NULL)
    paint_picture (self, width, height);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_save (cr);
  cairo_scale (cr, 1.0 / scale, 1.0 / scale);
  cairo_set_source_surface (cr, self->picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_FAST);
  cairo_paint (cr);
  cairo_restore (cr);
  weft_gantt_sheet_paint_marks (&self->sheet, cr, width, height, &self->palette, &self->marks);
  cairo_destroy (cr);
}

static void
weft_gantt_area_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  gboolean wide = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = wide ? MIN_WIDTH : MIN_HEIGHT;
  *natural = wide ? NATURAL_WIDTH : NATURAL_HEIGHT;
}

static void
weft_gantt_area_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftGanttArea *self = WEFT_GANTT_AREA (widget);

  weft_gantt_sheet_place (&self->sheet, width, height, &self->palette);
  update_adjustments (self);
  g_clear_pointer (&self->picture, cairo_surface_destroy);
}

static void
take_style (WeftGanttArea *self)
{
  weft_palette_from_css (GTK_WIDGET (self), &self->palette, &self->font);
  weft_gantt_area_drop (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
weft_gantt_area_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (weft_gantt_area_parent_class)->css_changed (widget, change);
  take_style (WEFT_GANTT_AREA (widget));
}

static void
weft_gantt_area_direction_changed (GtkWidget *widget, GtkTextDirection before)
{
  GTK_WIDGET_CLASS (weft_gantt_area_parent_class)->direction_changed (widget, before);
  take_style (WEFT_GANTT_AREA (widget));
}

static gboolean
weft_gantt_area_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  WeftGanttArea *self = WEFT_GANTT_AREA (widget);
  g_autofree char *text = NULL;
  WeftBox box = { x, y, 1, 1 };
  GdkRectangle area;

  if (keyboard && self->marks.selected != WEFT_TASK_NONE)
    {
      text = weft_gantt_describe_task (self->sheet.charts[self->marks.chart], self->marks.selected);
      weft_gantt_sheet_task_box (&self->sheet, self->marks.chart, self->marks.selected, gtk_widget_get_width (widget),
                                 gtk_widget_get_height (widget), &self->palette, &box);
    }
  else if (!keyboard)
    text = weft_gantt_area_describe (self, x, y);
  if (text == NULL)
    return FALSE;
  area = (GdkRectangle){ (int) box.x, (int) box.y, MAX (1, (int) box.w), MAX (1, (int) box.h) };
  gtk_tooltip_set_tip_area (tooltip, &area);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- class --- */

static void
weft_gantt_area_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftGanttArea *self = WEFT_GANTT_AREA (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->adjustments[id - PROP_HADJUSTMENT]);
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, GTK_SCROLL_MINIMUM);
      break;
    case PROP_SHOWS_PATH:
      g_value_set_boolean (value, self->sheet.shows_path);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_gantt_area_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftGanttArea *self = WEFT_GANTT_AREA (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      set_adjustment (self, id - PROP_HADJUSTMENT, g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      break; /* it takes whatever room there is */
    case PROP_SHOWS_PATH:
      weft_gantt_area_set_shows_path (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
clear_charts (WeftGanttArea *self)
{
  for (guint i = 0; i < WEFT_GANTT_MOST_CHARTS; i++)
    {
      g_clear_pointer (&self->sheet.charts[i], weft_gantt_unref);
      g_clear_pointer ((char **) &self->sheet.heads[i], g_free);
    }
}

static void
weft_gantt_area_dispose (GObject *object)
{
  WeftGanttArea *self = WEFT_GANTT_AREA (object);

  clear_charts (self);
  for (guint i = 0; i < 2; i++)
    if (self->adjustments[i] != NULL)
      {
        g_signal_handlers_disconnect_by_func (self->adjustments[i], adjusted_cb, self);
        g_clear_object (&self->adjustments[i]);
      }
  if (self->sheet.view != NULL)
    g_signal_handlers_disconnect_by_func (self->sheet.view, view_changed_cb, self);
  g_clear_object (&self->sheet.view);
  g_clear_pointer (&self->sheet.labels, weft_gantt_labels_free);
  g_clear_pointer (&self->picture, cairo_surface_destroy);
  g_clear_pointer (&self->font, g_free);
  G_OBJECT_CLASS (weft_gantt_area_parent_class)->dispose (object);
}

static void
add_signals (GObjectClass *klass)
{
  signals[SELECTED] = g_signal_new ("task-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("task-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                     NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
weft_gantt_area_class_init (WeftGanttAreaClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_gantt_area_get_property;
  object_class->set_property = weft_gantt_area_set_property;
  object_class->dispose = weft_gantt_area_dispose;
  widget_class->snapshot = weft_gantt_area_snapshot;
  widget_class->measure = weft_gantt_area_measure;
  widget_class->size_allocate = weft_gantt_area_size_allocate;
  widget_class->css_changed = weft_gantt_area_css_changed;
  widget_class->direction_changed = weft_gantt_area_direction_changed;
  widget_class->query_tooltip = weft_gantt_area_query_tooltip;
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
  g_object_class_install_property (object_class, PROP_SHOWS_PATH,
                                   g_param_spec_boolean ("shows-path", NULL, NULL, FALSE,
                                                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                                           | G_PARAM_STATIC_STRINGS));
  add_signals (object_class);
  weft_gantt_area_install_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
weft_gantt_area_init (WeftGanttArea *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->palette = weft_palette_light;
  self->sheet.view = weft_gantt_view_new ();
  self->sheet.labels = weft_gantt_labels_new ();
  self->sheet.lit_kernel = -1;
  self->marks = (WeftGanttMarks){ .hover = WEFT_TASK_NONE, .selected = WEFT_TASK_NONE, .cursor_s = NAN, .from_s = NAN,
                                  .to_s = NAN };
  g_signal_connect_swapped (self->sheet.view, "changed", G_CALLBACK (view_changed_cb), self);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (weft_gantt_area_drop), NULL);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  weft_gantt_area_add_input (self);
  weft_gantt_area_say (self);
}

GtkWidget *
weft_gantt_area_new (void)
{
  return g_object_new (WEFT_TYPE_GANTT_AREA, NULL);
}

static gboolean
has_task (WeftGanttArea *self, guint chart, guint32 task)
{
  return chart < WEFT_GANTT_MOST_CHARTS && self->sheet.charts[chart] != NULL
         && task < weft_gantt_n_tasks (self->sheet.charts[chart]);
}

void
weft_gantt_area_set_charts (WeftGanttArea *self, WeftGantt *upper, const char *upper_head, WeftGantt *lower,
                            const char *lower_head)
{
  WeftGantt *charts[] = { upper, lower };
  const char *heads[] = { upper_head, lower_head };

  g_return_if_fail (WEFT_IS_GANTT_AREA (self));

  for (guint i = 0; i < WEFT_GANTT_MOST_CHARTS; i++)
    if (charts[i] != NULL)
      weft_gantt_ref (charts[i]);
  clear_charts (self);
  for (guint i = 0; i < WEFT_GANTT_MOST_CHARTS; i++)
    {
      self->sheet.charts[i] = charts[i];
      self->sheet.heads[i] = charts[i] != NULL ? g_strdup (heads[i]) : NULL;
    }
  self->marks.hover = WEFT_TASK_NONE;
  self->sheet.lit_kernel = -1;
  if (upper != NULL)
    weft_gantt_view_set_extent (self->sheet.view, weft_gantt_get_end_s (upper),
                                MAX (weft_gantt_n_rows (upper), lower != NULL ? weft_gantt_n_rows (lower) : 0));
  if (self->marks.selected != WEFT_TASK_NONE && !has_task (self, self->marks.chart, self->marks.selected))
    weft_gantt_area_choose (self, 0, WEFT_TASK_NONE);
  weft_gantt_area_drop (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  weft_gantt_area_say (self);
}

WeftGantt *
weft_gantt_area_get_chart (WeftGanttArea *self, guint which)
{
  g_return_val_if_fail (WEFT_IS_GANTT_AREA (self) && which < WEFT_GANTT_MOST_CHARTS, NULL);

  return self->sheet.charts[which];
}

WeftGanttView *
weft_gantt_area_get_view (WeftGanttArea *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_AREA (self), NULL);

  return self->sheet.view;
}

void
weft_gantt_area_set_shows_path (WeftGanttArea *self, gboolean shows)
{
  g_return_if_fail (WEFT_IS_GANTT_AREA (self));

  if (self->sheet.shows_path == shows)
    return;
  self->sheet.shows_path = shows;
  weft_gantt_area_drop (self);
  /* The legend has a word more or less, and may need another line. */
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify (G_OBJECT (self), "shows-path");
}

gboolean
weft_gantt_area_get_shows_path (WeftGanttArea *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_AREA (self), FALSE);

  return self->sheet.shows_path;
}

/* Without moving what is seen. */
void
weft_gantt_area_choose (WeftGanttArea *self, guint chart, guint32 task)
{
  if (task != WEFT_TASK_NONE && !has_task (self, chart, task))
    return;
  if (self->marks.chart == chart && self->marks.selected == task)
    return;
  self->marks.chart = chart;
  self->marks.selected = task;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  weft_gantt_area_say (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "gantt.zoom-task", task != WEFT_TASK_NONE);
  g_signal_emit (self, signals[SELECTED], 0, chart, task);
}

void
weft_gantt_area_activate (WeftGanttArea *self)
{
  if (self->marks.selected != WEFT_TASK_NONE)
    g_signal_emit (self, signals[ACTIVATED], 0, self->marks.chart, self->marks.selected);
}

void
weft_gantt_area_select (WeftGanttArea *self, guint chart, guint32 task)
{
  WeftGantt *of;

  g_return_if_fail (WEFT_IS_GANTT_AREA (self));

  weft_gantt_area_choose (self, chart, task);
  if (task == WEFT_TASK_NONE || !has_task (self, chart, task))
    return;
  of = self->sheet.charts[chart];
  weft_gantt_view_reveal (self->sheet.view, weft_gantt_task_start_s (of, task), weft_gantt_task_finish_s (of, task),
                          weft_gantt_row_of_task (of, task));
}

void
weft_gantt_area_zoom_to (WeftGanttArea *self, guint chart, guint32 task)
{
  WeftGantt *of;

  g_return_if_fail (WEFT_IS_GANTT_AREA (self));

  if (!has_task (self, chart, task))
    return;
  weft_gantt_area_choose (self, chart, task);
  of = self->sheet.charts[chart];
  weft_gantt_view_zoom_to (self->sheet.view, weft_gantt_task_start_s (of, task), weft_gantt_task_finish_s (of, task),
                           weft_gantt_row_of_task (of, task));
}

guint32
weft_gantt_area_get_selected (WeftGanttArea *self, guint *chart)
{
  g_return_val_if_fail (WEFT_IS_GANTT_AREA (self), WEFT_TASK_NONE);

  if (chart != NULL)
    *chart = self->marks.chart;
  return self->marks.selected;
}

char *
weft_gantt_area_describe (WeftGanttArea *self, double x, double y)
{
  WeftGanttHit hit;

  g_return_val_if_fail (WEFT_IS_GANTT_AREA (self), NULL);

  weft_gantt_sheet_pick (&self->sheet, x, y, gtk_widget_get_width (GTK_WIDGET (self)),
                         gtk_widget_get_height (GTK_WIDGET (self)), &self->palette, &hit);
  return weft_gantt_sheet_describe (&self->sheet, &hit);
}
