/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table is made once a fit, the plots once a choice. */
#include "config.h"

#include "app/calibration/weft-series-view.h"

#include <glib/gi18n.h>

#include "app/charts/weft-side-by-side.h"
#include "draw/calib/weft-calib-tables.h"
#include "draw/calib/weft-residual-plot.h"

struct _WeftSeriesView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftTableView *table;
  WeftPlotView *times;
  WeftPlotView *errors;

  WeftCalibrationJob *job;
  WeftFit *shown;              /* (nullable) */
  const WeftFitSeries *series; /* (nullable): of it, that is drawn */
};

G_DEFINE_FINAL_TYPE (WeftSeriesView, weft_series_view, GTK_TYPE_WIDGET)

static void
chosen_cb (WeftSeriesView *self, guint row)
{
  if (self->job != NULL && row != GTK_INVALID_LIST_POSITION
      && self->shown == weft_calibration_job_get_fit (self->job))
    weft_calibration_job_choose (self->job, row);
}

static guint
find_row (WeftSeriesView *self, const WeftFitSeries *series)
{
  guint row = 0;

  g_ptr_array_find (self->shown->series, series, &row);
  return row;
}

static void
show_series (WeftSeriesView *self)
{
  const WeftFitSeries *series = weft_calibration_job_get_series (self->job);
  g_autoptr (WeftPlot) times = NULL;
  g_autoptr (WeftPlot) errors = NULL;

  if (series == self->series)
    return;
  self->series = series;
  if (series != NULL)
    {
      weft_table_view_choose (self->table, find_row (self, series));
      times = weft_residual_plot_times (self->shown, series);
      errors = weft_residual_plot_errors (self->shown, series);
    }
  weft_plot_view_set_plot (self->times, times);
  weft_plot_view_set_plot (self->errors, errors);
}

static void
show_fit (WeftSeriesView *self)
{
  WeftFit *fit = weft_calibration_job_get_fit (self->job);

  if (fit == self->shown)
    return;
  g_clear_pointer (&self->shown, weft_fit_unref);
  self->series = NULL;
  /* The first row chooses itself: the job has to be asked for no other one meanwhile. */
  weft_table_view_set_table (self->table, fit != NULL ? weft_table_fit_series (fit) : NULL);
  if (fit != NULL)
    self->shown = weft_fit_ref (fit);
}

static void
weft_series_view_dispose (GObject *object)
{
  WeftSeriesView *self = WEFT_SERIES_VIEW (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_pointer (&self->shown, weft_fit_unref);
  G_OBJECT_CLASS (weft_series_view_parent_class)->dispose (object);
}

static void
weft_series_view_class_init (WeftSeriesViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_series_view_dispose;
  g_type_ensure (WEFT_TYPE_PLOT_VIEW);
  g_type_ensure (WEFT_TYPE_SIDE_BY_SIDE);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "seriesview");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-series-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSeriesView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSeriesView, table);
  gtk_widget_class_bind_template_child (widget_class, WeftSeriesView, times);
  gtk_widget_class_bind_template_child (widget_class, WeftSeriesView, errors);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
}

static void
weft_series_view_init (WeftSeriesView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->table, _("Series of measurements"));
}

void
weft_series_view_bind (WeftSeriesView *self, WeftCalibrationJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_SERIES_VIEW (self) && WEFT_IS_CALIBRATION_JOB (job));

  g_set_object (&self->job, job);
  weft_plot_view_set_message_bar (self->times, bar);
  weft_plot_view_set_message_bar (self->errors, bar);
}

void
weft_series_view_update (WeftSeriesView *self)
{
  g_return_if_fail (WEFT_IS_SERIES_VIEW (self));

  show_fit (self);
  show_series (self);
}

WeftTableView *
weft_series_view_get_table (WeftSeriesView *self)
{
  g_return_val_if_fail (WEFT_IS_SERIES_VIEW (self), NULL);

  return self->table;
}

WeftPlotView *
weft_series_view_get_times (WeftSeriesView *self)
{
  g_return_val_if_fail (WEFT_IS_SERIES_VIEW (self), NULL);

  return self->times;
}

WeftPlotView *
weft_series_view_get_errors (WeftSeriesView *self)
{
  g_return_val_if_fail (WEFT_IS_SERIES_VIEW (self), NULL);

  return self->errors;
}
