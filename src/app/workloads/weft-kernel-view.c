/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The painting is kept as a render node and made again when data, size, style or the row that stands out is another. */
#include "config.h"

#include "app/workloads/weft-kernel-view.h"

#include <glib/gi18n.h>

#include "app/charts/weft-palette-css.h"

#define MIN_WIDTH 240
#define NATURAL_WIDTH 560

struct _WeftKernelView
{
  GtkWidget parent_instance;

  WeftKernelChart chart;
  WeftPalette palette;
  char *font;
  GskRenderNode *node; /* (nullable) */
  int hover;
  guint cursor; /* row of the keyboard */
};

G_DEFINE_FINAL_TYPE (WeftKernelView, weft_kernel_view, GTK_TYPE_WIDGET)

static void
drop_node (WeftKernelView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
say (WeftKernelView *self)
{
  g_autofree char *words = self->cursor < weft_kernel_chart_n_rows (&self->chart)
                             ? weft_kernel_chart_describe (&self->chart, self->cursor)
                             : g_strdup ("");

  g_strdelimit (words, "\n", ' ');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
}

static void
motion_cb (GtkEventControllerMotion *motion, double x, double y, WeftKernelView *self)
{
  int row = weft_kernel_chart_pick (x, y, gtk_widget_get_width (GTK_WIDGET (self)),
                                    gtk_widget_get_height (GTK_WIDGET (self)), &self->palette, &self->chart);

  if (row == self->hover)
    return;
  self->hover = row;
  drop_node (self);
}

static void
leave_cb (GtkEventControllerMotion *motion, WeftKernelView *self)
{
  self->hover = -1;
  drop_node (self);
}

static gboolean
move_cursor (WeftKernelView *self, int to)
{
  guint n = weft_kernel_chart_n_rows (&self->chart);

  if (to < 0 || to >= (int) n)
    return FALSE;
  self->cursor = (guint) to;
  self->hover = -1;
  drop_node (self);
  say (self);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  return TRUE;
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WeftKernelView *self)
{
  switch (key)
    {
    case GDK_KEY_Up:
      return move_cursor (self, (int) self->cursor - 1);
    case GDK_KEY_Down:
      return move_cursor (self, (int) self->cursor + 1);
    case GDK_KEY_Home:
      return move_cursor (self, 0);
    case GDK_KEY_End:
      return move_cursor (self, (int) weft_kernel_chart_n_rows (&self->chart) - 1);
    default:
      return FALSE;
    }
}

static void
weft_kernel_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftKernelView *self = WEFT_KERNEL_VIEW (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (width <= 0 || height <= 0)
    return;
  if (self->node == NULL)
    {
      graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
      cairo_t *cr;

      self->chart.hover = self->hover >= 0                         ? self->hover
                          : gtk_widget_has_visible_focus (widget) ? (int) self->cursor
                                                                  : -1;
      self->node = gsk_cairo_node_new (&bounds);
      cr = gsk_cairo_node_get_draw_context (self->node);
      weft_kernel_chart_paint (cr, width, height, &self->palette, &self->chart);
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, self->node);
}

static void
weft_kernel_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                          int *minimum_baseline, int *natural_baseline)
{
  WeftKernelView *self = WEFT_KERNEL_VIEW (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = NATURAL_WIDTH;
      return;
    }
  *minimum = *natural =
    (int) weft_kernel_chart_height (for_size < 0 ? NATURAL_WIDTH : for_size, &self->palette, &self->chart);
}

static void
weft_kernel_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&WEFT_KERNEL_VIEW (widget)->node, gsk_render_node_unref);
}

static GtkSizeRequestMode
weft_kernel_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
take_style (WeftKernelView *self)
{
  weft_palette_from_css (GTK_WIDGET (self), &self->palette, &self->font);
  drop_node (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
weft_kernel_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (weft_kernel_view_parent_class)->css_changed (widget, change);
  take_style (WEFT_KERNEL_VIEW (widget));
}

static void
weft_kernel_view_direction_changed (GtkWidget *widget, GtkTextDirection before)
{
  GTK_WIDGET_CLASS (weft_kernel_view_parent_class)->direction_changed (widget, before);
  take_style (WEFT_KERNEL_VIEW (widget));
}

static void
weft_kernel_view_state_flags_changed (GtkWidget *widget, GtkStateFlags before)
{
  GTK_WIDGET_CLASS (weft_kernel_view_parent_class)->state_flags_changed (widget, before);
  drop_node (WEFT_KERNEL_VIEW (widget));
}

static gboolean
weft_kernel_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  WeftKernelView *self = WEFT_KERNEL_VIEW (widget);
  int row = keyboard ? (int) self->cursor : self->hover;
  g_autofree char *text = NULL;
  GdkRectangle area;
  WeftBox box;

  if (row < 0 || row >= (int) weft_kernel_chart_n_rows (&self->chart))
    return FALSE;
  weft_kernel_chart_row ((guint) row, gtk_widget_get_width (widget), gtk_widget_get_height (widget), &self->palette,
                         &self->chart, &box);
  text = weft_kernel_chart_describe (&self->chart, (guint) row);
  area = (GdkRectangle){ (int) box.x, (int) box.y, (int) box.w, (int) box.h };
  gtk_tooltip_set_tip_area (tooltip, &area);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
weft_kernel_view_dispose (GObject *object)
{
  WeftKernelView *self = WEFT_KERNEL_VIEW (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->font, g_free);
  self->chart.summary = NULL;
  G_OBJECT_CLASS (weft_kernel_view_parent_class)->dispose (object);
}

static void
weft_kernel_view_class_init (WeftKernelViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_kernel_view_dispose;
  widget_class->snapshot = weft_kernel_view_snapshot;
  widget_class->measure = weft_kernel_view_measure;
  widget_class->size_allocate = weft_kernel_view_size_allocate;
  widget_class->get_request_mode = weft_kernel_view_get_request_mode;
  widget_class->css_changed = weft_kernel_view_css_changed;
  widget_class->direction_changed = weft_kernel_view_direction_changed;
  widget_class->state_flags_changed = weft_kernel_view_state_flags_changed;
  widget_class->query_tooltip = weft_kernel_view_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
weft_kernel_view_init (WeftKernelView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  self->palette = weft_palette_light;
  self->hover = -1;
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Kernels of the workload"),
                                  -1);
}

void
weft_kernel_view_set_summary (WeftKernelView *self, const WeftTaskSummary *summary)
{
  g_return_if_fail (WEFT_IS_KERNEL_VIEW (self));

  if (summary == self->chart.summary)
    return;
  self->chart.summary = summary;
  self->hover = -1;
  self->cursor = 0;
  drop_node (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  say (self);
}
