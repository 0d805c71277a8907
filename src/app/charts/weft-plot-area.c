/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture is painted again when the plot, the size or the style has changed, at most once a
 * frame; pointer and cursor only draw over it. */
#include "config.h"

#include "app/charts/weft-plot-area.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-palette-css.h"

#define MIN_WIDTH 200
#define MIN_HEIGHT 140
#define NATURAL_WIDTH 480
#define NATURAL_HEIGHT 300
/* In pixels around the pointer. */
#define REACH 14.0
/* Screen readers are told of a plot that grows no more often. */
#define WORDS_MS 500
/* A picture that takes longer is made again only when this many times its time have passed, so that a plot that grows
 * leaves time for everything else. */
#define SLOW_US 4000
#define REST 4

struct _WeftPlotArea
{
  GtkWidget parent_instance;

  WeftPlot *plot;
  WeftPalette palette;
  char *font;
  WeftPlotLayout *layout;
  int width, height; /* of layout and picture */
  cairo_surface_t *picture;
  GdkTexture *texture; /* of the picture, for renderers that keep textures */
  WeftPlotItem hover;
  WeftPlotItem cursor;
  guint words_id;
  gint64 painted_us; /* when the picture was made */
  gint64 cost_us;    /* and how long that took */
  guint stale_id;    /* until a slow picture is made again */
};

G_DEFINE_FINAL_TYPE (WeftPlotArea, weft_plot_area, GTK_TYPE_WIDGET)

enum
{
  ITEM_ACTIVATED,
  HOVERED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const WeftPlotItem nothing = { -1, -1 };

static gboolean
is_same (WeftPlotItem a, WeftPlotItem b)
{
  return a.layer == b.layer && a.index == b.index;
}

static void
drop_picture (WeftPlotArea *self)
{
  g_clear_handle_id (&self->stale_id, g_source_remove);
  g_clear_object (&self->texture);
  g_clear_pointer (&self->picture, cairo_surface_destroy);
  g_clear_pointer (&self->layout, weft_plot_layout_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What is pointed at or reached by keys is always looked for in the plot as it is now. */
static WeftPlotLayout *
ensure_layout (WeftPlotArea *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->stale_id != 0)
    drop_picture (self);
  if (self->layout == NULL && self->plot != NULL && width > 0 && height > 0)
    self->layout = weft_plot_layout_new (self->plot, width, height, &self->palette, FALSE);
  return self->layout;
}

WeftPlotItem
weft_plot_area_get_item (WeftPlotArea *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_AREA (self), nothing);

  if (self->hover.layer >= 0)
    return self->hover;
  return gtk_widget_has_visible_focus (GTK_WIDGET (self)) ? self->cursor : nothing;
}

/* The whole first, then where the cursor is. */
static gboolean
say_cb (gpointer data)
{
  WeftPlotArea *self = data;
  WeftPlotItem item = self->cursor;
  g_autofree char *whole = NULL;
  g_autofree char *here = NULL;
  g_autofree char *words = NULL;
  const char *title;
  double x, y;

  self->words_id = 0;
  if (self->plot == NULL)
    return G_SOURCE_REMOVE;
  whole = weft_plot_summarise (self->plot);
  if (ensure_layout (self) != NULL && weft_plot_layout_place (self->layout, item, &x, &y))
    here = weft_plot_layer_describe (weft_plot_get_layer (self->plot, (guint) item.layer),
                                     self->plot, (guint) item.index);
  words = here != NULL ? g_strdup_printf ("%s. %s", here, whole) : g_strdup (whole);
  title = weft_plot_get_title (self->plot);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title != NULL ? title : _("Chart"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
  return G_SOURCE_REMOVE;
}

static void
say_now (WeftPlotArea *self)
{
  g_clear_handle_id (&self->words_id, g_source_remove);
  say_cb (self);
}

static gboolean
stale_cb (gpointer data)
{
  WEFT_PLOT_AREA (data)->stale_id = 0;
  drop_picture (data);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (WeftPlotArea *self)
{
  gint64 wait = self->painted_us + REST * self->cost_us - g_get_monotonic_time ();

  if (self->picture == NULL || self->cost_us < SLOW_US || wait <= 0)
    drop_picture (self);
  else if (self->stale_id == 0)
    self->stale_id = g_timeout_add ((guint) (wait / 1000) + 1, stale_cb, self);
  if (self->words_id == 0)
    self->words_id = g_timeout_add (WORDS_MS, say_cb, self);
}

static void
set_hover (WeftPlotArea *self, WeftPlotItem item)
{
  if (is_same (item, self->hover))
    return;
  self->hover = item;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[HOVERED], 0, item.layer, item.index);
}

static void
motion_cb (GtkEventControllerMotion *motion, double x, double y, WeftPlotArea *self)
{
  if (ensure_layout (self) != NULL)
    set_hover (self, weft_plot_layout_find (self->layout, x, y, REACH));
}

static void
leave_cb (GtkEventControllerMotion *motion, WeftPlotArea *self)
{
  set_hover (self, nothing);
}

static void
activate (WeftPlotArea *self, WeftPlotItem item)
{
  double x, y;

  if (weft_plot_area_place (self, item, &x, &y))
    g_signal_emit (self, signals[ITEM_ACTIVATED], 0, item.layer, item.index);
}

static void
released_cb (GtkGestureClick *click, int n_press, double x, double y, WeftPlotArea *self)
{
  WeftPlotItem item;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (ensure_layout (self) == NULL)
    return;
  item = weft_plot_layout_find (self->layout, x, y, REACH);
  if (item.layer < 0)
    return;
  weft_plot_area_set_cursor (self, item);
  activate (self, item);
}

static guint
count_items (WeftPlotArea *self, int layer)
{
  WeftPlotLayer *it;

  if (self->plot == NULL || layer < 0 || layer >= (int) weft_plot_n_layers (self->plot))
    return 0;
  it = weft_plot_get_layer (self->plot, (guint) layer);
  return weft_plot_layer_get_visible (it) ? weft_plot_layer_n_items (it) : 0;
}

/* Goes on in steps of @by until an item can be seen. */
static gboolean
move_to (WeftPlotArea *self, int layer, int index, int by)
{
  int n = (int) count_items (self, layer);
  double x, y;

  for (; index >= 0 && index < n; index += by)
    if (weft_plot_area_place (self, (WeftPlotItem){ layer, index }, &x, &y))
      {
        weft_plot_area_set_cursor (self, (WeftPlotItem){ layer, index });
        return TRUE;
      }
  return FALSE;
}

/* The item of the next layer that is nearest to where the cursor is now. */
static gboolean
move_layer (WeftPlotArea *self, int by)
{
  double x = 0, y = 0;
  gboolean here = weft_plot_area_place (self, self->cursor, &x, &y);

  for (int layer = self->cursor.layer + by;
       layer >= 0 && self->plot != NULL && layer < (int) weft_plot_n_layers (self->plot); layer += by)
    {
      WeftPlotItem best = nothing;
      double least = INFINITY;

      for (int i = 0; i < (int) count_items (self, layer); i++)
        {
          double ix, iy;

          if (!weft_plot_area_place (self, (WeftPlotItem){ layer, i }, &ix, &iy))
            continue;
          if (best.layer >= 0 && (!here || fabs (ix - x) >= least))
            continue;
          least = fabs (ix - x);
          best = (WeftPlotItem){ layer, i };
        }
      if (best.layer >= 0)
        {
          weft_plot_area_set_cursor (self, best);
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
move_along (WeftPlotArea *self, guint keyval)
{
  int layer = self->cursor.layer, index = self->cursor.index;
  int n = (int) count_items (self, layer);
  int page = MAX (1, n / 10);
  int forward = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? -1 : 1;

  switch (keyval)
    {
    case GDK_KEY_Left:
      return move_to (self, layer, index - forward, -forward);
    case GDK_KEY_Right:
      return move_to (self, layer, index + forward, forward);
    case GDK_KEY_Home:
      return move_to (self, layer, 0, 1);
    case GDK_KEY_End:
      return move_to (self, layer, n - 1, -1);
    case GDK_KEY_Page_Up:
      return move_to (self, layer, MAX (index - page, 0), -1);
    case GDK_KEY_Page_Down:
      return move_to (self, layer, MIN (index + page, n - 1), 1);
    case GDK_KEY_Up:
      return move_layer (self, -1);
    case GDK_KEY_Down:
      return move_layer (self, 1);
    default:
      return FALSE;
    }
}

static gboolean
key_cb (GtkEventControllerKey *key, guint keyval, guint code, GdkModifierType state,
        WeftPlotArea *self)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      activate (self, self->cursor);
      return TRUE;
    default:
      return move_along (self, keyval);
    }
}

static void
focus_cb (WeftPlotArea *self)
{
  double x, y;

  if (!weft_plot_area_place (self, self->cursor, &x, &y))
    {
      self->cursor = nothing;
      move_layer (self, 1);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
paint_picture (WeftPlotArea *self)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  gint64 began = g_get_monotonic_time ();
  cairo_t *cr;

  self->picture =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, gtk_widget_get_width (GTK_WIDGET (self)) * scale,
                                gtk_widget_get_height (GTK_WIDGET (self)) * scale);
  cr = cairo_create (self->picture);
  cairo_scale (cr, scale, scale);
  weft_plot_layout_paint (self->layout, cr);
  cairo_destroy (cr);
  cairo_surface_flush (self->picture);
  self->painted_us = g_get_monotonic_time ();
  self->cost_us = self->painted_us - began;
}

static gboolean
renders_by_cairo (GtkWidget *widget)
{
  return GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (gtk_widget_get_native (widget)));
}

static GdkTexture *
ensure_texture (WeftPlotArea *self)
{
  cairo_surface_t *surface = self->picture;
  int stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  if (self->texture != NULL)
    return self->texture;
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      (gsize) cairo_image_surface_get_height (surface) * stride,
                                      (GDestroyNotify) cairo_surface_destroy,
                                      cairo_surface_reference (surface));
  self->texture = gdk_memory_texture_new (cairo_image_surface_get_width (surface),
                                          cairo_image_surface_get_height (surface),
                                          GDK_MEMORY_DEFAULT, bytes, stride);
  return self->texture;
}

static void
append_picture (WeftPlotArea *self, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  cairo_t *cr;

  if (!renders_by_cairo (GTK_WIDGET (self)))
    {
      gtk_snapshot_append_texture (snapshot, ensure_texture (self), bounds);
      return;
    }
  /* The cairo renderer would copy a texture for each frame. */
  cr = gtk_snapshot_append_cairo (snapshot, bounds);
  cairo_scale (cr, bounds->size.width / cairo_image_surface_get_width (self->picture),
               bounds->size.height / cairo_image_surface_get_height (self->picture));
  cairo_set_source_surface (cr, self->picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_FAST);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
weft_plot_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftPlotArea *self = WEFT_PLOT_AREA (widget);
  WeftPlotItem item = weft_plot_area_get_item (self);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));

  /* A slow picture that is out of date is shown until its time has come. */
  if (self->picture == NULL && ensure_layout (self) == NULL)
    return;
  if (self->picture == NULL)
    paint_picture (self);
  append_picture (self, snapshot, &bounds);
  if (item.layer >= 0)
    {
      cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);

      weft_plot_layout_paint_item (self->layout, cr, item);
      cairo_destroy (cr);
    }
}

static void
weft_plot_area_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  gboolean wide = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = wide ? MIN_WIDTH : MIN_HEIGHT;
  *natural = wide ? NATURAL_WIDTH : NATURAL_HEIGHT;
}

static void
weft_plot_area_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftPlotArea *self = WEFT_PLOT_AREA (widget);

  if (width != self->width || height != self->height)
    drop_picture (self);
  self->width = width;
  self->height = height;
}

static void
weft_plot_area_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WeftPlotArea *self = WEFT_PLOT_AREA (widget);

  GTK_WIDGET_CLASS (weft_plot_area_parent_class)->css_changed (widget, change);
  weft_palette_from_css (widget, &self->palette, &self->font);
  drop_picture (self);
}

static void
weft_plot_area_direction_changed (GtkWidget *widget, GtkTextDirection before)
{
  WeftPlotArea *self = WEFT_PLOT_AREA (widget);

  GTK_WIDGET_CLASS (weft_plot_area_parent_class)->direction_changed (widget, before);
  weft_palette_from_css (widget, &self->palette, &self->font);
  drop_picture (self);
}

static void
weft_plot_area_state_flags_changed (GtkWidget *widget, GtkStateFlags before)
{
  GTK_WIDGET_CLASS (weft_plot_area_parent_class)->state_flags_changed (widget, before);
  gtk_widget_queue_draw (widget);
}

static void
weft_plot_area_dispose (GObject *object)
{
  WeftPlotArea *self = WEFT_PLOT_AREA (object);

  g_clear_handle_id (&self->words_id, g_source_remove);
  g_clear_handle_id (&self->stale_id, g_source_remove);
  if (self->plot != NULL)
    g_signal_handlers_disconnect_by_func (self->plot, changed_cb, self);
  g_clear_object (&self->plot);
  g_clear_object (&self->texture);
  g_clear_pointer (&self->picture, cairo_surface_destroy);
  g_clear_pointer (&self->layout, weft_plot_layout_free);
  g_clear_pointer (&self->font, g_free);
  G_OBJECT_CLASS (weft_plot_area_parent_class)->dispose (object);
}

static void
weft_plot_area_class_init (WeftPlotAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_plot_area_dispose;
  widget_class->snapshot = weft_plot_area_snapshot;
  widget_class->measure = weft_plot_area_measure;
  widget_class->size_allocate = weft_plot_area_size_allocate;
  widget_class->css_changed = weft_plot_area_css_changed;
  widget_class->direction_changed = weft_plot_area_direction_changed;
  widget_class->state_flags_changed = weft_plot_area_state_flags_changed;
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[ITEM_ACTIVATED] = g_signal_new ("item-activated", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                          G_TYPE_INT, G_TYPE_INT);
  signals[HOVERED] = g_signal_new ("hovered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

static void
weft_plot_area_init (WeftPlotArea *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->palette = weft_palette_light;
  self->hover = nothing;
  self->cursor = nothing;
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (focus_cb), self);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_focusable (widget, TRUE);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (drop_picture), NULL);
}

/* @plot is nullable. */
void
weft_plot_area_set_plot (WeftPlotArea *self, WeftPlot *plot)
{
  g_return_if_fail (WEFT_IS_PLOT_AREA (self));
  g_return_if_fail (plot == NULL || WEFT_IS_PLOT (plot));

  if (self->plot == plot)
    return;
  if (self->plot != NULL)
    g_signal_handlers_disconnect_by_func (self->plot, changed_cb, self);
  g_set_object (&self->plot, plot);
  if (plot != NULL)
    g_signal_connect_swapped (plot, "changed", G_CALLBACK (changed_cb), self);
  self->hover = self->cursor = nothing;
  drop_picture (self);
  say_now (self);
}

gboolean
weft_plot_area_place (WeftPlotArea *self, WeftPlotItem item, double *x, double *y)
{
  g_return_val_if_fail (WEFT_IS_PLOT_AREA (self), FALSE);

  return ensure_layout (self) != NULL && weft_plot_layout_place (self->layout, item, x, y);
}

void
weft_plot_area_set_cursor (WeftPlotArea *self, WeftPlotItem item)
{
  g_return_if_fail (WEFT_IS_PLOT_AREA (self));

  self->hover = nothing;
  self->cursor = item;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  say_now (self);
  g_signal_emit (self, signals[HOVERED], 0, item.layer, item.index);
}
