/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels' chart has a table in its place; the levels are a plot with a table of its own. */
#include "config.h"

#include "app/workloads/weft-graph-view.h"

#include <glib/gi18n.h>

#include "app/charts/weft-plot-view.h"
#include "app/charts/weft-table-view.h"
#include "app/workloads/weft-kernel-view.h"
#include "draw/workload/weft-level-plot.h"
#include "draw/workload/weft-mapping-table.h"

struct _WeftGraphView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkStack *kernels;
  WeftKernelView *chart;
  WeftTableView *table;
  WeftPlotView *levels;

  const WeftTaskSummary *summary; /* (nullable) */
  gboolean values;
};

G_DEFINE_FINAL_TYPE (WeftGraphView, weft_graph_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_VALUES,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
show_values (WeftGraphView *self)
{
  weft_table_view_set_table (self->table, self->values && self->summary != NULL ? weft_table_kernels (self->summary)
                                                                                : NULL);
  gtk_stack_set_visible_child_name (self->kernels, self->values ? "table" : "chart");
}

static void
weft_graph_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VALUES)
    g_value_set_boolean (value, WEFT_GRAPH_VIEW (object)->values);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_graph_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftGraphView *self = WEFT_GRAPH_VIEW (object);

  if (id != PROP_VALUES)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  else if (self->values != g_value_get_boolean (value))
    {
      self->values = g_value_get_boolean (value);
      show_values (self);
      g_object_notify_by_pspec (object, pspec);
    }
}

static void
weft_graph_view_dispose (GObject *object)
{
  g_clear_pointer (&WEFT_GRAPH_VIEW (object)->content, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_graph_view_parent_class)->dispose (object);
}

static void
weft_graph_view_class_init (WeftGraphViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_graph_view_get_property;
  object_class->set_property = weft_graph_view_set_property;
  object_class->dispose = weft_graph_view_dispose;
  properties[PROP_VALUES] =
    g_param_spec_boolean ("values", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (WEFT_TYPE_KERNEL_VIEW);
  g_type_ensure (WEFT_TYPE_PLOT_VIEW);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  gtk_widget_class_install_property_action (widget_class, "graph.values", "values");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "graphview");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-graph-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftGraphView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphView, kernels);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphView, chart);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphView, table);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphView, levels);
}

static void
weft_graph_view_init (WeftGraphView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->table, _("Kernels of the workload"));
}

void
weft_graph_view_show (WeftGraphView *self, const WeftTaskSummary *summary)
{
  g_autoptr (WeftPlot) plot = NULL;

  g_return_if_fail (WEFT_IS_GRAPH_VIEW (self));

  if (summary == self->summary)
    return;
  self->summary = summary;
  plot = summary != NULL ? weft_level_plot_new (summary) : NULL;
  weft_kernel_view_set_summary (self->chart, summary);
  weft_plot_view_set_plot (self->levels, plot);
  show_values (self);
}

void
weft_graph_view_set_message_bar (WeftGraphView *self, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_GRAPH_VIEW (self));

  weft_plot_view_set_message_bar (self->levels, bar);
}
