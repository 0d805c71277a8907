/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only what is seen is drawn, and drawing takes at most a tenth of the time, so that the window stays quick however many
 * points there are. */
#include "config.h"

#include "app/search/weft-search-charts.h"

#include <glib/gi18n.h>

#include "app/charts/weft-chart.h"
#include "app/search/weft-search-curves.h"
#include "app/search/weft-search-words.h"
#include "base/weft-paths.h"
#include "base/weft-quantity.h"
#include "draw/plot/weft-convergence-private.h"

/* The rest of the time is for everything else. */
#define PAUSES 9

struct _WeftSearchCharts
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftPlotView *convergence;
  GtkStack *views;
  GtkWidget *speedups_heading;
  WeftSpeedupView *speedups;
  WeftPlotView *candidates;
  WeftSecondLookView *second_look;
  GtkWidget *prices;

  WeftSearchJob *job;
  WeftPlot *curves;
  WeftPlot *points;
  WeftPublished *published; /* (nullable) */
  GPtrArray *labels;        /* of points */
  GArray *drawn;            /* of guint: points by item */
  guint round;              /* of the job, that labels and drawn belong to */
  int selected;
  WeftScatterPrice price;
  guint draw_source;
  gint64 next_us;           /* not before */
};

G_DEFINE_FINAL_TYPE (WeftSearchCharts, weft_search_charts, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_VIEW,
  PROP_PRICE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint picked_signal;

/* --- drawing --- */

static gboolean
shows_candidates (WeftSearchCharts *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->views), "candidates") == 0;
}

/* What the paper says holds for its own spaces. */
static const WeftPublished *
find_published (WeftSearchCharts *self)
{
  WeftProblem *problem = weft_search_job_get_problem (self->job);
  const char *space =
    problem == NULL ? "" : weft_space_get_id (weft_problem_get_space (problem));

  return g_str_has_prefix (space, "paper-") ? self->published : NULL;
}

static void
follow_round (WeftSearchCharts *self)
{
  guint round = weft_search_job_get_round (self->job);

  if (round == self->round)
    return;
  self->round = round;
  g_ptr_array_set_size (self->labels, 0);
  g_array_set_size (self->drawn, 0);
}

static void
draw_candidates (WeftSearchCharts *self)
{
  g_autofree char *words = NULL, *some = NULL, *all = NULL;
  guint n = weft_search_fill_candidates (self->points, self->job, self->price, self->labels,
                                         self->drawn, self->selected);
  guint drawn = weft_plot_layer_n_items (weft_plot_get_layer (self->points, WEFT_SCATTER_POINTS));

  some = weft_quantity_format (drawn, WEFT_UNIT_COUNT);
  all = weft_quantity_format (n, WEFT_UNIT_COUNT);
  if (drawn < n)
    /* Translators: how many candidates a chart shows, of how many */
    words = g_strdup_printf (_("%s of %s shown"), some, all);
  weft_plot_view_set_status (self->candidates, words);
}

static void
draw (WeftSearchCharts *self)
{
  g_autofree char *regret = weft_search_words_regret (self->job);
  gint64 began = g_get_monotonic_time ();

  follow_round (self);
  weft_search_fill_curves (self->curves, self->job, find_published (self));
  weft_plot_view_set_status (self->convergence, regret);
  if (shows_candidates (self) && weft_search_job_get_problem (self->job) != NULL)
    draw_candidates (self);
  self->next_us = g_get_monotonic_time ();
  self->next_us += PAUSES * (self->next_us - began);
}

static gboolean
draw_cb (gpointer data)
{
  WeftSearchCharts *self = WEFT_SEARCH_CHARTS (data);

  self->draw_source = 0;
  draw (self);
  return G_SOURCE_REMOVE;
}

void
weft_search_charts_update (WeftSearchCharts *self)
{
  gint64 wait_us;

  g_return_if_fail (WEFT_IS_SEARCH_CHARTS (self));

  if (self->job == NULL || self->draw_source != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  wait_us = self->next_us - g_get_monotonic_time ();
  if (wait_us <= 0)
    draw (self);
  else
    self->draw_source = g_timeout_add ((guint) (wait_us / 1000 + 1), draw_cb, self);
}

static void
weft_search_charts_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_search_charts_parent_class)->map (widget);
  weft_search_charts_update (WEFT_SEARCH_CHARTS (widget));
}

/* --- what is clicked --- */

static void
curve_activated_cb (WeftSearchCharts *self, int layer, int index)
{
  int point = weft_search_find_on_curve (self->job, layer, index);

  if (point >= 0)
    g_signal_emit (self, picked_signal, 0, (guint) point);
}

static void
candidate_activated_cb (WeftSearchCharts *self, int layer, int index)
{
  int point = weft_search_find_candidate (self->points, self->drawn, layer, index);

  if (point >= 0)
    g_signal_emit (self, picked_signal, 0, (guint) point);
}

static void
view_cb (WeftSearchCharts *self)
{
  gtk_widget_set_visible (self->prices, shows_candidates (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
  self->next_us = 0;
  weft_search_charts_update (self);
}

/* --- class --- */

static void
weft_search_charts_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftSearchCharts *self = WEFT_SEARCH_CHARTS (object);

  if (id == PROP_VIEW)
    g_value_set_string (value, gtk_stack_get_visible_child_name (self->views));
  else if (id == PROP_PRICE)
    g_value_set_string (value, self->price == WEFT_SCATTER_COST ? "cost" : "power");
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

/* What is no view is the first. */
static void
set_view (WeftSearchCharts *self, const char *view)
{
  gboolean known = view != NULL && gtk_stack_get_child_by_name (self->views, view) != NULL;

  gtk_stack_set_visible_child_name (self->views, known ? view : "speedups");
}

static void
set_price (WeftSearchCharts *self, WeftScatterPrice price)
{
  if (price == self->price)
    return;
  self->price = price;
  self->next_us = 0;
  weft_search_charts_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PRICE]);
}

static void
weft_search_charts_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftSearchCharts *self = WEFT_SEARCH_CHARTS (object);
  const char *text = g_value_get_string (value);

  if (id == PROP_VIEW)
    set_view (self, text);
  else if (id == PROP_PRICE)
    set_price (self, g_strcmp0 (text, "cost") == 0 ? WEFT_SCATTER_COST : WEFT_SCATTER_POWER);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_search_charts_dispose (GObject *object)
{
  WeftSearchCharts *self = WEFT_SEARCH_CHARTS (object);

  g_clear_handle_id (&self->draw_source, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_object (&self->curves);
  g_clear_object (&self->points);
  g_clear_pointer (&self->published, weft_published_free);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
  g_clear_pointer (&self->drawn, g_array_unref);
  G_OBJECT_CLASS (weft_search_charts_parent_class)->dispose (object);
}

static void
weft_search_charts_class_init (WeftSearchChartsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags =
    G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = weft_search_charts_dispose;
  object_class->get_property = weft_search_charts_get_property;
  object_class->set_property = weft_search_charts_set_property;
  widget_class->map = weft_search_charts_map;
  properties[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, "speedups", flags);
  properties[PROP_PRICE] = g_param_spec_string ("price", NULL, NULL, "power", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  picked_signal = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_type_ensure (WEFT_TYPE_PLOT_VIEW);
  g_type_ensure (WEFT_TYPE_SECOND_LOOK_VIEW);
  g_type_ensure (WEFT_TYPE_SPEEDUP_VIEW);
  gtk_widget_class_install_property_action (widget_class, "found.view", "view");
  gtk_widget_class_install_property_action (widget_class, "found.price", "price");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "searchcharts");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-search-charts.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSearchCharts, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchCharts, convergence);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchCharts, views);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchCharts, speedups_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchCharts, speedups);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchCharts, candidates);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchCharts, second_look);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchCharts, prices);
  gtk_widget_class_bind_template_callback (widget_class, curve_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, candidate_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_cb);
}

static void
weft_search_charts_init (WeftSearchCharts *self)
{
  const WeftConvergence nothing = { NULL, 0, NAN, NULL, 0 };
  g_autoptr (GError) error = NULL;

  self->selected = -1;
  self->labels = g_ptr_array_new_with_free_func (g_free);
  self->drawn = g_array_new (FALSE, FALSE, sizeof (guint));
  self->curves = weft_convergence_plot (&nothing);
  self->points = weft_scatter_plot (NULL, 0, WEFT_SCATTER_POWER);
  self->published = weft_published_load (weft_paths_catalog_dir (), "archagent-fig3", &error);
  if (self->published == NULL)
    g_message ("%s", error->message);
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_plot_view_set_plot (self->convergence, self->curves);
  weft_plot_view_set_plot (self->candidates, self->points);
}

void
weft_search_charts_bind (WeftSearchCharts *self, WeftSearchJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_SEARCH_CHARTS (self) && WEFT_IS_SEARCH_JOB (job));

  g_set_object (&self->job, job);
  weft_plot_view_set_message_bar (self->convergence, bar);
  weft_plot_view_set_message_bar (self->candidates, bar);
  weft_second_look_view_bind (self->second_look, job, bar);
  weft_search_charts_update (self);
}

void
weft_search_charts_set_selected (WeftSearchCharts *self, int index, WeftEvaluation *evaluation)
{
  g_return_if_fail (WEFT_IS_SEARCH_CHARTS (self));

  weft_chart_set_evaluations (WEFT_CHART (self->speedups), evaluation, NULL);
  if (index == self->selected)
    return;
  self->selected = index;
  if (shows_candidates (self))
    {
      self->next_us = 0;
      weft_search_charts_update (self);
    }
}

WeftPlotView *
weft_search_charts_get_convergence (WeftSearchCharts *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_CHARTS (self), NULL);

  return self->convergence;
}

WeftPlotView *
weft_search_charts_get_candidates (WeftSearchCharts *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_CHARTS (self), NULL);

  return self->candidates;
}

WeftSecondLookView *
weft_search_charts_get_second_look (WeftSearchCharts *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_CHARTS (self), NULL);

  return self->second_look;
}

guint
weft_search_charts_find_point (WeftSearchCharts *self, guint item)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_CHARTS (self) && item < self->drawn->len, 0);

  return g_array_index (self->drawn, guint, item);
}
