/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view is filled when it is looked at. */
#include "config.h"

#include "app/simulate/weft-sim-views.h"

#include <adwaita.h>

struct _WeftSimViews
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkStack *simulated; /* all that needs a run, or what to do to get one */
  WeftSimTimeline *ranks;
  WeftSimTimeline *links;
  WeftHeatMap *heat;
  WeftSimBottlenecks *bottlenecks;

  WeftSimJob *job;
  char *view;
};

G_DEFINE_FINAL_TYPE (WeftSimViews, weft_sim_views, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
show_view (WeftSimViews *self)
{
  gboolean none = self->job == NULL || weft_sim_job_get_shown (self->job) == NULL;

  gtk_stack_set_visible_child_name (self->simulated, none ? "none" : self->view);
  if (none)
    return;
  if (g_str_equal (self->view, "ranks"))
    weft_sim_timeline_update (self->ranks);
  else if (g_str_equal (self->view, "links"))
    weft_sim_timeline_update (self->links);
  else if (g_str_equal (self->view, "heat"))
    weft_heat_map_show (self->heat, weft_sim_job_get_shown (self->job));
  else
    weft_sim_bottlenecks_update (self->bottlenecks);
}

/* --- class --- */

static void
weft_sim_views_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    g_value_set_string (value, WEFT_SIM_VIEWS (object)->view);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_sim_views_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    weft_sim_views_set_view (WEFT_SIM_VIEWS (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_sim_views_dispose (GObject *object)
{
  WeftSimViews *self = WEFT_SIM_VIEWS (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_pointer (&self->view, g_free);
  G_OBJECT_CLASS (weft_sim_views_parent_class)->dispose (object);
}

static void
weft_sim_views_class_init (WeftSimViewsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_sim_views_get_property;
  object_class->set_property = weft_sim_views_set_property;
  object_class->dispose = weft_sim_views_dispose;
  properties[PROP_VIEW] = g_param_spec_string (
    "view", NULL, NULL, "ranks", G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (WEFT_TYPE_HEAT_MAP);
  g_type_ensure (WEFT_TYPE_SIM_BOTTLENECKS);
  g_type_ensure (WEFT_TYPE_SIM_TIMELINE);
  gtk_widget_class_install_property_action (widget_class, "simulation.view", "view");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "simviews");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-sim-views.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSimViews, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSimViews, simulated);
  gtk_widget_class_bind_template_child (widget_class, WeftSimViews, ranks);
  gtk_widget_class_bind_template_child (widget_class, WeftSimViews, links);
  gtk_widget_class_bind_template_child (widget_class, WeftSimViews, heat);
  gtk_widget_class_bind_template_child (widget_class, WeftSimViews, bottlenecks);
}

static void
weft_sim_views_init (WeftSimViews *self)
{
  self->view = g_strdup ("ranks");
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_sim_views_bind (WeftSimViews *self, WeftSimJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_SIM_VIEWS (self) && WEFT_IS_SIM_JOB (job));

  g_set_object (&self->job, job);
  weft_sim_timeline_bind (self->ranks, job, bar);
  weft_sim_timeline_bind (self->links, job, bar);
  weft_sim_bottlenecks_bind (self->bottlenecks, job);
}

void
weft_sim_views_update (WeftSimViews *self)
{
  g_return_if_fail (WEFT_IS_SIM_VIEWS (self));

  show_view (self);
}

void
weft_sim_views_set_view (WeftSimViews *self, const char *view)
{
  g_return_if_fail (WEFT_IS_SIM_VIEWS (self) && view != NULL);

  if (g_strcmp0 (view, self->view) == 0)
    return;
  g_free (self->view);
  self->view = g_strdup (view);
  show_view (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

const char *
weft_sim_views_get_view (WeftSimViews *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_VIEWS (self), NULL);

  return self->view;
}

WeftSimTimeline *
weft_sim_views_get_timeline (WeftSimViews *self, gboolean by_links)
{
  g_return_val_if_fail (WEFT_IS_SIM_VIEWS (self), NULL);

  return by_links ? self->links : self->ranks;
}

WeftHeatMap *
weft_sim_views_get_heat_map (WeftSimViews *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_VIEWS (self), NULL);

  return self->heat;
}
