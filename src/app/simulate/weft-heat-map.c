/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine is that of the run, not the open design, which may have changed. A run is played in ten seconds. */
#include "config.h"

#include "app/simulate/weft-heat-map.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-palette-css.h"
#include "base/weft-quantity.h"

#define PLAY_S 10.0

struct _WeftHeatMap
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkBox *steps;
  WeftHeatArea *area;
  GtkDrawingArea *legend;
  GtkToggleButton *whole;
  GtkButton *play;
  GtkScale *slider;
  GtkAdjustment *time;
  GtkLabel *words;

  WeftSimulation *run; /* (nullable) */
  WeftHeat *heat;
  GArray *path;        /* (element-type guint): definitions from the machine to the level in view */
  WeftScene *scene;
  guint tick;
  gint64 last_us;
  gboolean binding;
};

G_DEFINE_FINAL_TYPE (WeftHeatMap, weft_heat_map, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_PLAY,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static const WeftFlat *
get_flat (WeftHeatMap *self)
{
  return weft_simulation_get_machine (self->run)->flat;
}

/* --- time --- */

static void
show_words (WeftHeatMap *self)
{
  double time_s = weft_heat_map_get_time (self);
  g_autofree char *time = weft_quantity_format (MAX (time_s, 0), WEFT_UNIT_S);
  g_autofree char *words = NULL;

  if (self->run == NULL)
    return;
  words = time_s < 0 ? g_strdup (_("Mean of the whole run"))
                     : g_strdup_printf (_("At %s"), time);
  gtk_label_set_text (self->words, words);
}

static void
take_time (WeftHeatMap *self)
{
  if (self->heat == NULL)
    return;
  weft_heat_set_time (self->heat, weft_heat_map_get_time (self));
  weft_heat_area_redraw (self->area);
  gtk_widget_queue_draw (GTK_WIDGET (self->legend));
  show_words (self);
}

static void
time_changed_cb (WeftHeatMap *self)
{
  if (self->binding)
    return;
  gtk_toggle_button_set_active (self->whole, FALSE);
  take_time (self);
}

static void
whole_toggled_cb (WeftHeatMap *self)
{
  if (!self->binding)
    take_time (self);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WeftHeatMap *self = WEFT_HEAT_MAP (widget);
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);
  double end = gtk_adjustment_get_upper (self->time);
  double time = gtk_adjustment_get_value (self->time) + (now_us - self->last_us) / 1e6 * end / PLAY_S;

  self->last_us = now_us;
  gtk_adjustment_set_value (self->time, MIN (time, end));
  if (time < end)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  weft_heat_map_set_plays (self, FALSE);
  return G_SOURCE_REMOVE;
}

/* --- levels --- */

static void show_level (WeftHeatMap *self);

static void
step_clicked_cb (GtkButton *button, WeftHeatMap *self)
{
  g_array_set_size (self->path, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "step")) + 1);
  show_level (self);
}

static const char *
title_of (const WeftGraphDefinition *definition)
{
  return definition->title != NULL && *definition->title != '\0' ? definition->title : definition->id;
}

static void
show_steps (WeftHeatMap *self)
{
  WeftGraph *graph = get_flat (self)->graph;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->steps))) != NULL)
    gtk_box_remove (self->steps, child);
  for (guint i = 0; i < self->path->len; i++)
    {
      const WeftGraphDefinition *definition = weft_graph_definition (graph, g_array_index (self->path, guint, i));
      GtkWidget *button = gtk_button_new_with_label (title_of (definition));

      gtk_widget_add_css_class (button, "flat");
      gtk_widget_set_sensitive (button, i + 1 < self->path->len);
      g_object_set_data (G_OBJECT (button), "step", GUINT_TO_POINTER (i));
      g_signal_connect (button, "clicked", G_CALLBACK (step_clicked_cb), self);
      gtk_box_append (self->steps, button);
    }
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "heat.up", self->path->len > 1);
}

static void
show_level (WeftHeatMap *self)
{
  guint definition = g_array_index (self->path, guint, self->path->len - 1);

  g_clear_pointer (&self->scene, weft_scene_unref);
  self->scene = weft_scene_new (get_flat (self)->graph, definition,
                                weft_inventory_get_catalog (weft_simulation_get_inventory (self->run)), NULL);
  weft_scene_set_heat (self->scene, self->heat);
  weft_heat_area_set_scene (self->area, self->scene);
  show_steps (self);
}

static void
item_activated_cb (WeftHeatMap *self, guint item)
{
  WeftGraph *graph = get_flat (self)->graph;
  const WeftGraphDefinition *definition =
    weft_graph_definition (graph, g_array_index (self->path, guint, self->path->len - 1));
  int inside = definition->items[item].definition;
  guint next = (guint) inside;

  if (inside < 0)
    return;
  g_array_append_val (self->path, next);
  show_level (self);
}

static void
up_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftHeatMap *self = WEFT_HEAT_MAP (widget);

  if (self->path->len <= 1)
    return;
  g_array_set_size (self->path, self->path->len - 1);
  show_level (self);
}

/* --- class --- */

static void
weft_heat_map_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PLAY)
    g_value_set_boolean (value, weft_heat_map_get_plays (WEFT_HEAT_MAP (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_heat_map_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PLAY)
    weft_heat_map_set_plays (WEFT_HEAT_MAP (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_heat_map_dispose (GObject *object)
{
  WeftHeatMap *self = WEFT_HEAT_MAP (object);

  self->binding = TRUE;
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->scene, weft_scene_unref);
  g_clear_pointer (&self->heat, weft_heat_unref);
  g_clear_pointer (&self->path, g_array_unref);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (weft_heat_map_parent_class)->dispose (object);
}

static void
weft_heat_map_class_init (WeftHeatMapClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_heat_map_get_property;
  object_class->set_property = weft_heat_map_set_property;
  object_class->dispose = weft_heat_map_dispose;
  properties[PROP_PLAY] = g_param_spec_boolean (
    "plays", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (WEFT_TYPE_HEAT_AREA);
  gtk_widget_class_install_property_action (widget_class, "heat.play", "plays");
  gtk_widget_class_install_action (widget_class, "heat.up", NULL, up_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heatmap");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-heat-map.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftHeatMap, content);
  gtk_widget_class_bind_template_child (widget_class, WeftHeatMap, steps);
  gtk_widget_class_bind_template_child (widget_class, WeftHeatMap, area);
  gtk_widget_class_bind_template_child (widget_class, WeftHeatMap, legend);
  gtk_widget_class_bind_template_child (widget_class, WeftHeatMap, whole);
  gtk_widget_class_bind_template_child (widget_class, WeftHeatMap, play);
  gtk_widget_class_bind_template_child (widget_class, WeftHeatMap, slider);
  gtk_widget_class_bind_template_child (widget_class, WeftHeatMap, time);
  gtk_widget_class_bind_template_child (widget_class, WeftHeatMap, words);
  gtk_widget_class_bind_template_callback (widget_class, time_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, whole_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, item_activated_cb);
}

static void
draw_legend_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  WeftHeatMap *self = WEFT_HEAT_MAP (data);
  WeftPalette palette;
  g_autofree char *font = NULL;

  if (self->heat == NULL)
    return;
  weft_palette_from_css (GTK_WIDGET (area), &palette, &font);
  weft_heat_legend_paint (self->heat, cr, width, height, &palette);
}

static void
weft_heat_map_init (WeftHeatMap *self)
{
  self->path = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_content_height (self->legend, (int) ceil (weft_heat_legend_height (&weft_palette_light)));
  gtk_drawing_area_set_draw_func (self->legend, draw_legend_cb, self, NULL);
}

void
weft_heat_map_show (WeftHeatMap *self, WeftSimulation *run)
{
  int root = 0;
  guint first;

  g_return_if_fail (WEFT_IS_HEAT_MAP (self));

  if (!g_set_object (&self->run, run))
    return;
  weft_heat_map_set_plays (self, FALSE);
  g_clear_pointer (&self->heat, weft_heat_unref);
  g_array_set_size (self->path, 0);
  if (run == NULL)
    {
      weft_heat_area_set_scene (self->area, NULL);
      return;
    }
  self->heat = weft_heat_new (weft_simulation_get_result (run), get_flat (self));
  weft_graph_get_root (get_flat (self)->graph, &root);
  first = (guint) root;
  g_array_append_val (self->path, first);
  self->binding = TRUE;
  gtk_adjustment_configure (self->time, 0, 0, weft_simulation_get_result (run)->makespan_s,
                            weft_simulation_get_result (run)->makespan_s / 512,
                            weft_simulation_get_result (run)->makespan_s / 20, 0);
  gtk_toggle_button_set_active (self->whole, TRUE);
  self->binding = FALSE;
  show_level (self);
  take_time (self);
}

WeftHeatArea *
weft_heat_map_get_area (WeftHeatMap *self)
{
  g_return_val_if_fail (WEFT_IS_HEAT_MAP (self), NULL);

  return self->area;
}

void
weft_heat_map_set_time (WeftHeatMap *self, double time_s)
{
  g_return_if_fail (WEFT_IS_HEAT_MAP (self));

  if (time_s < 0)
    gtk_toggle_button_set_active (self->whole, TRUE);
  else
    gtk_adjustment_set_value (self->time, time_s);
}

double
weft_heat_map_get_time (WeftHeatMap *self)
{
  g_return_val_if_fail (WEFT_IS_HEAT_MAP (self), -1);

  return gtk_toggle_button_get_active (self->whole) ? -1 : gtk_adjustment_get_value (self->time);
}

void
weft_heat_map_set_plays (WeftHeatMap *self, gboolean plays)
{
  g_return_if_fail (WEFT_IS_HEAT_MAP (self));

  if (plays == weft_heat_map_get_plays (self) || (plays && self->run == NULL))
    return;
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  if (plays)
    {
      if (gtk_adjustment_get_value (self->time) >= gtk_adjustment_get_upper (self->time))
        gtk_adjustment_set_value (self->time, 0);
      self->last_us = gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (GTK_WIDGET (self)));
      self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
    }
  gtk_button_set_icon_name (self->play, plays ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAY]);
}

gboolean
weft_heat_map_get_plays (WeftHeatMap *self)
{
  g_return_val_if_fail (WEFT_IS_HEAT_MAP (self), FALSE);

  return self->tick != 0;
}
