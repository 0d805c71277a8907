/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables are made when their view is looked at. */
#include "config.h"

#include "app/workloads/weft-mapping-views.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/charts/weft-table-view.h"
#include "app/workloads/weft-graph-view.h"
#include "app/workloads/weft-plans-view.h"
#include "app/workloads/weft-task-table.h"
#include "base/weft-quantity.h"
#include "draw/workload/weft-mapping-table.h"

/* Links that are listed: the busiest. */
#define MOST_LINKS 1000

struct _WeftMappingViews
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *switcher;
  GtkStack *views;
  GtkStack *mapped; /* schedule and all that needs one, or what to do to get one */
  WeftGraphView *graph;
  WeftScheduleView *schedule;
  WeftTableView *placement;
  GtkLabel *path_words;
  WeftTaskTable *path;
  WeftTableView *devices;
  WeftTableView *links;
  GtkWidget *plans_button;
  WeftPlansView *plans;

  WeftMapJob *job;
  WeftLlmAdvice *advice;
  char *view;
  WeftMapOutcome *tables_of[3]; /* (nullable): what placement, path and loads are made of */
};

G_DEFINE_FINAL_TYPE (WeftMappingViews, weft_mapping_views, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint chosen_signal;

/* TRUE when a view has to be filled with @mapping. */
static gboolean
take (WeftMappingViews *self, guint table, WeftMapOutcome *mapping)
{
  return g_set_object (&self->tables_of[table], mapping);
}

static void
fill_placement (WeftMappingViews *self, WeftMapOutcome *mapping)
{
  if (take (self, 0, mapping))
    weft_table_view_set_table (self->placement,
                               weft_table_placement (weft_map_outcome_get_problem (mapping),
                                                     weft_map_outcome_get_report (mapping)));
}

static void
fill_path (WeftMappingViews *self, WeftMapOutcome *mapping)
{
  g_autoptr (WeftTaskRows) rows = NULL;
  g_autofree char *makespan = NULL, *count = NULL, *words = NULL;
  guint n;

  if (!take (self, 1, mapping))
    return;
  rows = weft_task_rows_new_path (mapping);
  n = g_list_model_get_n_items (G_LIST_MODEL (rows));
  makespan = weft_map_outcome_dup_makespan (mapping);
  count = weft_quantity_format (n, WEFT_UNIT_COUNT);
  /* Translators: a number of tasks and a time */
  words = g_strdup_printf (ngettext ("The makespan of %2$s waits for %1$s task. Enter shows its bar.",
                                     "The makespan of %2$s waits for %1$s tasks, one after another. Enter shows a bar.",
                                     n),
                           count, makespan);
  gtk_label_set_text (self->path_words, words);
  weft_task_table_set_rows (self->path, rows);
}

static void
fill_loads (WeftMappingViews *self, WeftMapOutcome *mapping)
{
  const WeftMapProblem *problem = weft_map_outcome_get_problem (mapping);
  const WeftMapReport *report = weft_map_outcome_get_report (mapping);

  if (!take (self, 2, mapping))
    return;
  weft_table_view_set_table (self->devices,
                             weft_table_loads (problem, weft_map_outcome_get_result (mapping)->schedule, report));
  weft_table_view_set_table (self->links, weft_table_links (problem, report,
                                                            weft_map_outcome_get_ground (mapping)->machine->flat,
                                                            MOST_LINKS));
}

static void
fill_view (WeftMappingViews *self)
{
  WeftMapOutcome *mapping = weft_map_job_get_shown (self->job);

  if (mapping == NULL)
    return;
  if (g_str_equal (self->view, "placement"))
    fill_placement (self, mapping);
  else if (g_str_equal (self->view, "path"))
    fill_path (self, mapping);
  else if (g_str_equal (self->view, "loads"))
    fill_loads (self, mapping);
}

static void
show_view (WeftMappingViews *self)
{
  gboolean alone = g_str_equal (self->view, "graph") || g_str_equal (self->view, "plans");
  gboolean none = self->job == NULL || weft_map_job_get_shown (self->job) == NULL;

  gtk_stack_set_visible_child_name (self->views, alone ? self->view : "mapped");
  if (!alone)
    gtk_stack_set_visible_child_name (self->mapped, none ? "none" : self->view);
  if (self->job != NULL)
    fill_view (self);
}

static void
task_chosen_cb (WeftMappingViews *self, guint chart, guint task)
{
  g_signal_emit (self, chosen_signal, 0, chart, task);
}

static void
plan_taken_cb (WeftMappingViews *self)
{
  weft_mapping_views_set_view (self, "schedule");
}

static void
path_activated_cb (WeftMappingViews *self, guint task)
{
  weft_mapping_views_show_task (self, task);
}

/* --- class --- */

static void
weft_mapping_views_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    g_value_set_string (value, WEFT_MAPPING_VIEWS (object)->view);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_mapping_views_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    weft_mapping_views_set_view (WEFT_MAPPING_VIEWS (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_mapping_views_dispose (GObject *object)
{
  WeftMappingViews *self = WEFT_MAPPING_VIEWS (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  for (guint i = 0; i < G_N_ELEMENTS (self->tables_of); i++)
    g_clear_object (&self->tables_of[i]);
  g_clear_object (&self->advice);
  g_clear_object (&self->job);
  g_clear_pointer (&self->view, g_free);
  G_OBJECT_CLASS (weft_mapping_views_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, content);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, switcher);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, views);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, mapped);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, graph);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, schedule);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, placement);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, path_words);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, path);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, devices);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, links);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, plans_button);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingViews, plans);
  gtk_widget_class_bind_template_callback (widget_class, plan_taken_cb);
  gtk_widget_class_bind_template_callback (widget_class, task_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, path_activated_cb);
}

static void
weft_mapping_views_class_init (WeftMappingViewsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_mapping_views_get_property;
  object_class->set_property = weft_mapping_views_set_property;
  object_class->dispose = weft_mapping_views_dispose;
  properties[PROP_VIEW] =
    g_param_spec_string ("view", NULL, NULL, "graph",
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  chosen_signal = g_signal_new ("task-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  g_type_ensure (WEFT_TYPE_GRAPH_VIEW);
  g_type_ensure (WEFT_TYPE_PLANS_VIEW);
  g_type_ensure (WEFT_TYPE_SCHEDULE_VIEW);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  g_type_ensure (WEFT_TYPE_TASK_TABLE);
  gtk_widget_class_install_property_action (widget_class, "mapping.view", "view");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "mappingviews");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-mapping-views.ui");
  bind_children (widget_class);
}

static void
weft_mapping_views_init (WeftMappingViews *self)
{
  self->view = g_strdup ("graph");
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->placement, _("Placement by kernel and chip"));
  weft_table_view_set_label (self->devices, _("Devices"));
  weft_table_view_set_label (self->links, _("Links"));
}

void
weft_mapping_views_bind (WeftMappingViews *self, WeftMapJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_MAPPING_VIEWS (self) && WEFT_IS_MAP_JOB (job));

  g_set_object (&self->job, job);
  self->advice = weft_llm_advice_new (job);
  weft_plans_view_bind (self->plans, self->advice);
  weft_schedule_view_bind (self->schedule, job, bar);
  weft_graph_view_set_message_bar (self->graph, bar);
}

/* Only a language model has plans. */
static void
show_plans (WeftMappingViews *self)
{
  gboolean applies = weft_llm_advice_applies (self->advice);

  gtk_widget_set_visible (self->plans_button, applies);
  if (applies)
    weft_plans_view_update (self->plans);
  else if (g_str_equal (self->view, "plans"))
    weft_mapping_views_set_view (self, "graph");
}

void
weft_mapping_views_update (WeftMappingViews *self)
{
  WeftWorkloadItem *item;

  g_return_if_fail (WEFT_IS_MAPPING_VIEWS (self));

  item = weft_map_job_get_item (self->job);
  weft_graph_view_show (self->graph, item != NULL ? weft_workload_item_get_summary (item) : NULL);
  weft_schedule_view_update (self->schedule);
  show_plans (self);
  show_view (self);
}

void
weft_mapping_views_set_view (WeftMappingViews *self, const char *view)
{
  g_return_if_fail (WEFT_IS_MAPPING_VIEWS (self) && view != NULL);

  if (g_strcmp0 (view, self->view) == 0)
    return;
  g_free (self->view);
  self->view = g_strdup (view);
  show_view (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

const char *
weft_mapping_views_get_view (WeftMappingViews *self)
{
  g_return_val_if_fail (WEFT_IS_MAPPING_VIEWS (self), NULL);

  return self->view;
}

WeftLlmAdvice *
weft_mapping_views_get_advice (WeftMappingViews *self)
{
  g_return_val_if_fail (WEFT_IS_MAPPING_VIEWS (self), NULL);

  return self->advice;
}

WeftScheduleView *
weft_mapping_views_get_schedule (WeftMappingViews *self)
{
  g_return_val_if_fail (WEFT_IS_MAPPING_VIEWS (self), NULL);

  return self->schedule;
}

void
weft_mapping_views_show_task (WeftMappingViews *self, guint32 task)
{
  g_return_if_fail (WEFT_IS_MAPPING_VIEWS (self));

  weft_mapping_views_set_view (self, "schedule");
  weft_gantt_area_zoom_to (weft_schedule_view_get_area (self->schedule), 0, task);
  gtk_widget_grab_focus (GTK_WIDGET (weft_schedule_view_get_area (self->schedule)));
}
