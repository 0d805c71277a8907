/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The painting is kept as one node and made again when chart, size, style or the row that is lit has changed. */
#include "config.h"

#include "app/whatif/weft-tornado-area.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-palette-css.h"

#define MIN_WIDTH 240
#define NATURAL_WIDTH 560

struct _WeftTornadoArea
{
  GtkWidget parent_instance;

  WeftTornadoChart *chart; /* (nullable) */
  WeftPalette palette;
  char *font;
  GskRenderNode *node;     /* (nullable) */
  int width, height;       /* that the node was made for */
  int hover;               /* under the pointer, -1 for none */
  int cursor;              /* of the keyboard */
};

G_DEFINE_FINAL_TYPE (WeftTornadoArea, weft_tornado_area, GTK_TYPE_WIDGET)

static guint activated_signal;

static int
n_rows (WeftTornadoArea *self)
{
  return self->chart != NULL ? (int) weft_tornado_chart_n_rows (self->chart) : 0;
}

static void
forget_node (WeftTornadoArea *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

int
weft_tornado_area_get_row (WeftTornadoArea *self)
{
  g_return_val_if_fail (WEFT_IS_TORNADO_AREA (self), -1);

  if (self->hover >= 0)
    return self->hover;
  return n_rows (self) > 0 && gtk_widget_has_visible_focus (GTK_WIDGET (self)) ? self->cursor : -1;
}

/* The row of the keyboard first, then the whole. */
static void
say (WeftTornadoArea *self)
{
  g_autofree char *whole = self->chart != NULL ? weft_tornado_chart_describe (self->chart, -1) : g_strdup ("");
  g_autofree char *here = n_rows (self) > 0 ? weft_tornado_chart_describe (self->chart, self->cursor) : NULL;
  g_autofree char *words = here != NULL ? g_strdup_printf ("%s. %s", here, whole) : g_strdup (whole);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
}

/* --- input --- */

static int
pick (WeftTornadoArea *self, double x, double y)
{
  return self->chart == NULL ? -1
                             : weft_tornado_chart_pick (self->chart, x, y, gtk_widget_get_width (GTK_WIDGET (self)),
                                                        &self->palette);
}

static void
motion_cb (WeftTornadoArea *self, double x, double y)
{
  int row = pick (self, x, y);

  if (row == self->hover)
    return;
  self->hover = row;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), row >= 0 ? "pointer" : NULL);
  forget_node (self);
}

static void
leave_cb (WeftTornadoArea *self)
{
  self->hover = -1;
  forget_node (self);
}

static void
released_cb (WeftTornadoArea *self, int n_press, double x, double y)
{
  int row = pick (self, x, y);

  if (row < 0)
    return;
  self->cursor = row;
  say (self);
  g_signal_emit (self, activated_signal, 0, (guint) row);
}

static gboolean
move_cursor (WeftTornadoArea *self, int to)
{
  if (to < 0 || to >= n_rows (self))
    return FALSE;
  self->cursor = to;
  self->hover = -1;
  forget_node (self);
  say (self);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  return TRUE;
}

static gboolean
key_cb (WeftTornadoArea *self, guint keyval, guint code, GdkModifierType state)
{
  switch (keyval)
    {
    case GDK_KEY_Up:
      return move_cursor (self, self->cursor - 1);
    case GDK_KEY_Down:
      return move_cursor (self, self->cursor + 1);
    case GDK_KEY_Home:
      return move_cursor (self, 0);
    case GDK_KEY_End:
      return move_cursor (self, n_rows (self) - 1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      if (self->cursor >= n_rows (self))
        return FALSE;
      g_signal_emit (self, activated_signal, 0, (guint) self->cursor);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
weft_tornado_area_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  WeftTornadoArea *self = WEFT_TORNADO_AREA (widget);
  int row = keyboard ? self->cursor : self->hover;
  g_autofree char *words = NULL;

  if (row < 0 || row >= n_rows (self))
    return FALSE;
  words = weft_tornado_chart_describe (self->chart, row);
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

/* --- picture --- */

static void
weft_tornado_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftTornadoArea *self = WEFT_TORNADO_AREA (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (self->chart == NULL || width <= 0 || height <= 0)
    return;
  if (self->node == NULL || self->width != width || self->height != height)
    {
      graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
      cairo_t *cr;

      g_clear_pointer (&self->node, gsk_render_node_unref);
      self->node = gsk_cairo_node_new (&bounds);
      cr = gsk_cairo_node_get_draw_context (self->node);
      weft_tornado_chart_set_hover (self->chart, weft_tornado_area_get_row (self));
      weft_tornado_chart_paint (cr, width, height, &self->palette, self->chart);
      cairo_destroy (cr);
      self->width = width;
      self->height = height;
    }
  gtk_snapshot_append_node (snapshot, self->node);
}

static GtkSizeRequestMode
weft_tornado_area_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_tornado_area_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline)
{
  WeftTornadoArea *self = WEFT_TORNADO_AREA (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = NATURAL_WIDTH;
      return;
    }
  *minimum = *natural =
    self->chart == NULL ? 0
                        : (int) ceil (weft_tornado_chart_height (self->chart, for_size < 0 ? NATURAL_WIDTH : for_size,
                                                                 &self->palette));
}

static void
weft_tornado_area_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WeftTornadoArea *self = WEFT_TORNADO_AREA (widget);

  GTK_WIDGET_CLASS (weft_tornado_area_parent_class)->css_changed (widget, change);
  weft_palette_from_css (widget, &self->palette, &self->font);
  forget_node (self);
  gtk_widget_queue_resize (widget);
}

static void
weft_tornado_area_state_flags_changed (GtkWidget *widget, GtkStateFlags before)
{
  GTK_WIDGET_CLASS (weft_tornado_area_parent_class)->state_flags_changed (widget, before);
  forget_node (WEFT_TORNADO_AREA (widget));
}

/* --- class --- */

static void
weft_tornado_area_finalize (GObject *object)
{
  WeftTornadoArea *self = WEFT_TORNADO_AREA (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->chart, weft_tornado_chart_free);
  g_free (self->font);
  G_OBJECT_CLASS (weft_tornado_area_parent_class)->finalize (object);
}

static void
weft_tornado_area_class_init (WeftTornadoAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_tornado_area_finalize;
  widget_class->snapshot = weft_tornado_area_snapshot;
  widget_class->measure = weft_tornado_area_measure;
  widget_class->css_changed = weft_tornado_area_css_changed;
  widget_class->state_flags_changed = weft_tornado_area_state_flags_changed;
  widget_class->get_request_mode = weft_tornado_area_get_request_mode;
  widget_class->query_tooltip = weft_tornado_area_query_tooltip;
  activated_signal = g_signal_new ("row-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
weft_tornado_area_init (WeftTornadoArea *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->palette = weft_palette_light;
  self->hover = -1;
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tornado chart"), -1);
}

void
weft_tornado_area_set_chart (WeftTornadoArea *self, WeftTornadoChart *chart)
{
  g_return_if_fail (WEFT_IS_TORNADO_AREA (self));

  g_clear_pointer (&self->chart, weft_tornado_chart_free);
  self->chart = chart;
  self->cursor = CLAMP (self->cursor, 0, MAX (0, n_rows (self) - 1));
  self->hover = self->hover < n_rows (self) ? self->hover : -1;
  forget_node (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  say (self);
}

WeftTornadoChart *
weft_tornado_area_get_chart (WeftTornadoArea *self)
{
  g_return_val_if_fail (WEFT_IS_TORNADO_AREA (self), NULL);

  return self->chart;
}
