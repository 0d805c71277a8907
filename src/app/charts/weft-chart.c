/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all charts share. The painting is kept as one render node and made again only when the
 * data, the size, the style or the highlighted row has changed. */
#include "config.h"

#include "app/charts/weft-chart.h"

#include <glib/gi18n.h>

#include "app/charts/weft-palette-css.h"
#include "app/charts/weft-workload-details.h"
#include "model/weft-comparison.h"

typedef struct
{
  WeftEvaluation *evaluations[2];
  WeftPalette palette;
  char *font;
  GskRenderNode *node;
  int width, height; /* that the node was made for */
  int hover;         /* under the pointer, -1 none */
  int cursor;        /* of the keyboard, 0 to WEFT_N_WORKLOADS - 1 */
  GtkWidget *popover;
} WeftChartPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftChart, weft_chart, GTK_TYPE_WIDGET)

#define MIN_WIDTH 220
#define NATURAL_WIDTH 380

static WeftChartPrivate *
get_private (WeftChart *self)
{
  return weft_chart_get_instance_private (self);
}

static void
forget_node (WeftChart *self)
{
  g_clear_pointer (&get_private (self)->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static int
find_highlight (WeftChart *self)
{
  WeftChartPrivate *priv = get_private (self);

  if (priv->hover >= 0)
    return priv->hover;
  return gtk_widget_has_visible_focus (GTK_WIDGET (self)) ? priv->cursor : -1;
}

static void
measure_row (WeftChart *self, guint row, graphene_rect_t *rect)
{
  WeftChartPrivate *priv = get_private (self);
  double x = 0, y = 0, w = 0, h = 0;

  WEFT_CHART_GET_CLASS (self)->row (self, row, gtk_widget_get_width (GTK_WIDGET (self)),
                                    gtk_widget_get_height (GTK_WIDGET (self)), &priv->palette, &x,
                                    &y, &w, &h);
  graphene_rect_init (rect, (float) x, (float) y, (float) w, (float) h);
}

/* What a screen reader says: the chart as a whole, then the row of the keyboard. */
static void
update_accessible (WeftChart *self)
{
  WeftChartPrivate *priv = get_private (self);
  g_autofree char *words = NULL;

  if (priv->evaluations[0] != NULL)
    words = WEFT_CHART_GET_CLASS (self)->describe (self, priv->evaluations[0],
                                                   (guint) priv->cursor);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  words != NULL ? words : "", -1);
}

static void
motion_cb (GtkEventControllerMotion *motion, double x, double y, WeftChart *self)
{
  WeftChartPrivate *priv = get_private (self);
  int row = WEFT_CHART_GET_CLASS (self)->pick (self, x, y,
                                               gtk_widget_get_width (GTK_WIDGET (self)),
                                               gtk_widget_get_height (GTK_WIDGET (self)),
                                               &priv->palette);

  if (row == priv->hover)
    return;
  priv->hover = row;
  forget_node (self);
}

static void
leave_cb (GtkEventControllerMotion *motion, WeftChart *self)
{
  get_private (self)->hover = -1;
  forget_node (self);
}

static void
released_cb (GtkGestureClick *click, int n_press, double x, double y, WeftChart *self)
{
  motion_cb (NULL, x, y, self);
  if (get_private (self)->hover >= 0)
    weft_chart_open_row (self, (guint) get_private (self)->hover);
}

static gboolean
move_cursor (WeftChart *self, int to)
{
  WeftChartPrivate *priv = get_private (self);

  if (to < 0 || to >= WEFT_N_WORKLOADS)
    return FALSE;
  priv->cursor = to;
  priv->hover = -1;
  forget_node (self);
  update_accessible (self);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  return TRUE;
}

static gboolean
key_cb (GtkEventControllerKey *key, guint keyval, guint code, GdkModifierType state,
        WeftChart *self)
{
  WeftChartPrivate *priv = get_private (self);

  switch (keyval)
    {
    case GDK_KEY_Up:
      return move_cursor (self, priv->cursor - 1);
    case GDK_KEY_Down:
      return move_cursor (self, priv->cursor + 1);
    case GDK_KEY_Home:
      return move_cursor (self, 0);
    case GDK_KEY_End:
      return move_cursor (self, WEFT_N_WORKLOADS - 1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      weft_chart_open_row (self, (guint) priv->cursor);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
weft_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftChart *self = WEFT_CHART (widget);
  WeftChartPrivate *priv = get_private (self);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);

  if (priv->node == NULL || priv->width != width || priv->height != height)
    {
      graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
      cairo_t *cr;

      g_clear_pointer (&priv->node, gsk_render_node_unref);
      priv->node = gsk_cairo_node_new (&bounds);
      cr = gsk_cairo_node_get_draw_context (priv->node);
      WEFT_CHART_GET_CLASS (self)->paint (self, cr, width, height, &priv->palette,
                                          find_highlight (self));
      cairo_destroy (cr);
      priv->width = width;
      priv->height = height;
    }
  gtk_snapshot_append_node (snapshot, priv->node);
  if (priv->popover != NULL)
    gtk_widget_snapshot_child (widget, priv->popover, snapshot);
}

static void
weft_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftChart *self = WEFT_CHART (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = NATURAL_WIDTH;
      return;
    }
  *minimum = (int) (WEFT_CHART_GET_CLASS (self)->height (
                      self, for_size < 0 ? NATURAL_WIDTH : for_size, &get_private (self)->palette)
                    + 0.999);
  *natural = *minimum;
}

static void
weft_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftChartPrivate *priv = get_private (WEFT_CHART (widget));

  if (priv->popover != NULL)
    gtk_popover_present (GTK_POPOVER (priv->popover));
}

static void
weft_chart_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WeftChart *self = WEFT_CHART (widget);
  WeftChartPrivate *priv = get_private (self);

  GTK_WIDGET_CLASS (weft_chart_parent_class)->css_changed (widget, change);
  weft_palette_from_css (widget, &priv->palette, &priv->font);
  forget_node (self);
  gtk_widget_queue_resize (widget);
}

static void
weft_chart_state_flags_changed (GtkWidget *widget, GtkStateFlags before)
{
  GTK_WIDGET_CLASS (weft_chart_parent_class)->state_flags_changed (widget, before);
  forget_node (WEFT_CHART (widget));
}

static GtkSizeRequestMode
weft_chart_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static gboolean
weft_chart_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  WeftChart *self = WEFT_CHART (widget);
  WeftChartPrivate *priv = get_private (self);
  int row = keyboard ? priv->cursor : priv->hover;
  g_autofree char *text = NULL;
  graphene_rect_t rect;
  GdkRectangle area;

  if (row < 0 || priv->evaluations[0] == NULL)
    return FALSE;
  text = WEFT_CHART_GET_CLASS (self)->describe (self, priv->evaluations[0], (guint) row);
  if (text == NULL)
    return FALSE;
  if (priv->evaluations[1] != NULL)
    {
      g_autofree char *first = g_steal_pointer (&text);
      g_autofree char *second =
        WEFT_CHART_GET_CLASS (self)->describe (self, priv->evaluations[1], (guint) row);

      text = g_strdup_printf ("%s\n%s\n\n%s\n%s",
                              weft_comparison_title (priv->evaluations[0], priv->evaluations[1]), first,
                              weft_comparison_title (priv->evaluations[1], priv->evaluations[0]),
                              second != NULL ? second : "");
    }
  measure_row (self, (guint) row, &rect);
  area = (GdkRectangle){ (int) rect.origin.x, (int) rect.origin.y, (int) rect.size.width,
                         (int) rect.size.height };
  gtk_tooltip_set_tip_area (tooltip, &area);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
weft_chart_dispose (GObject *object)
{
  WeftChartPrivate *priv = get_private (WEFT_CHART (object));

  g_clear_pointer (&priv->popover, gtk_widget_unparent);
  g_clear_pointer (&priv->node, gsk_render_node_unref);
  for (guint i = 0; i < 2; i++)
    g_clear_object (&priv->evaluations[i]);
  g_clear_pointer (&priv->font, g_free);
  G_OBJECT_CLASS (weft_chart_parent_class)->dispose (object);
}

static void
weft_chart_class_init (WeftChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_chart_dispose;
  widget_class->snapshot = weft_chart_snapshot;
  widget_class->measure = weft_chart_measure;
  widget_class->size_allocate = weft_chart_size_allocate;
  widget_class->css_changed = weft_chart_css_changed;
  widget_class->state_flags_changed = weft_chart_state_flags_changed;
  widget_class->get_request_mode = weft_chart_get_request_mode;
  widget_class->query_tooltip = weft_chart_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
weft_chart_init (WeftChart *self)
{
  WeftChartPrivate *priv = get_private (self);
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  priv->palette = weft_palette_light;
  priv->hover = -1;
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
}

/* Shows @a, and below each of its bars those of @b; both nullable. */
void
weft_chart_set_evaluations (WeftChart *self, WeftEvaluation *a, WeftEvaluation *b)
{
  WeftChartPrivate *priv = get_private (self);
  gboolean resize;

  g_return_if_fail (WEFT_IS_CHART (self));

  resize = (priv->evaluations[1] == NULL) != (b == NULL);
  g_set_object (&priv->evaluations[0], a);
  g_set_object (&priv->evaluations[1], b);
  forget_node (self);
  if (resize)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  update_accessible (self);
}

/* (nullable) (transfer none): 0 for the first design, 1 for the second. */
WeftEvaluation *
weft_chart_get_evaluation (WeftChart *self, guint which)
{
  g_return_val_if_fail (WEFT_IS_CHART (self) && which < 2, NULL);

  return get_private (self)->evaluations[which];
}

/* Opens the details of a workload beside its bar. */
void
weft_chart_open_row (WeftChart *self, guint row)
{
  WeftChartPrivate *priv = get_private (self);
  WeftEvaluation *evaluation;
  graphene_rect_t rect;
  GdkRectangle area;

  g_return_if_fail (WEFT_IS_CHART (self) && row < WEFT_N_WORKLOADS);

  evaluation = priv->evaluations[0];
  if (evaluation == NULL || weft_evaluation_get_workload (evaluation, row) == NULL)
    return;
  if (priv->popover == NULL)
    {
      priv->popover = gtk_popover_new ();
      gtk_widget_set_parent (priv->popover, GTK_WIDGET (self));
    }
  measure_row (self, row, &rect);
  area = (GdkRectangle){ (int) (rect.origin.x + rect.size.width / 2), (int) rect.origin.y, 1,
                         (int) rect.size.height };
  gtk_popover_set_child (GTK_POPOVER (priv->popover), weft_workload_details_new (evaluation, row));
  gtk_popover_set_pointing_to (GTK_POPOVER (priv->popover), &area);
  gtk_popover_popup (GTK_POPOVER (priv->popover));
}
