/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of a fit as plots: one layer for each segment of a series or each operator of all, outliers on top. */
#include "config.h"

#include "draw/calib/weft-residual-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-csv-write.h"
#include "base/weft-file.h"
#include "draw/calib/weft-calib-cells-private.h"
#include "draw/calib/weft-residual-diagonal-private.h"
#include "draw/plot/weft-plot-layers-private.h"
#include "draw/plot/weft-plot-layout-private.h"

#define OUTLIER_HUE 4
#define OUTLIER_SIZE 1.6
#define US 1e6
#define PICTURE_WIDTH 1240.0
#define PICTURE_HEIGHT 560.0
#define PICTURE_SCALE 2.0

typedef enum
{
  TIMES,
  ERRORS,
} Kind;

/* --- points --- */

static double
size_of (WeftFitAxis axis, const WeftMeasurement *point)
{
  double flops = isnan (point->flops) ? 0 : point->flops;
  double bytes = isnan (point->bytes) ? 0 : point->bytes;

  if (axis == WEFT_FIT_BY_FLOPS)
    return flops;
  if (axis == WEFT_FIT_BY_INTENSITY)
    return bytes > 0 ? flops / bytes : NAN;
  return bytes;
}

/* Segments meet half way between what was measured. */
static guint
segment_of (const WeftFitSeries *series, double size)
{
  guint i = 0;

  while (i + 1 < series->n_segments && size > sqrt (series->segment[i].to) * sqrt (series->segment[i + 1].from))
    i++;
  return i;
}

static double
error_of (const WeftFitSeries *series, const WeftMeasurement *point, guint i)
{
  return g_array_index (series->predicted_s, double, i) / point->time_s - 1;
}

/* All on one axis of sizes, bytes, when there are several series. */
static WeftPlotPoint
make_point (const WeftFitSeries *series, const WeftMeasurement *point, guint i, Kind kind, WeftFitAxis axis)
{
  double predicted_s = g_array_index (series->predicted_s, double, i);

  if (kind == TIMES)
    return (WeftPlotPoint) { .x = point->time_s * US, .y = predicted_s * US, .hue = -1, .size = 1 };
  return (WeftPlotPoint) { .x = size_of (axis, point), .y = 100 * error_of (series, point, i), .hue = -1, .size = 1 };
}

static gboolean
is_outlier (const WeftFitSeries *series, guint32 at)
{
  for (guint i = 0; i < series->outliers->len; i++)
    if (g_array_index (series->outliers, guint32, i) == at)
      return TRUE;
  return FALSE;
}

/* --- layers --- */

/* (transfer none) (nullable): none without points */
static WeftPlotLayer *
add_points (WeftPlot *plot, const char *label, guint hue, GArray *points)
{
  WeftPlotLayer *layer;

  if (points->len == 0)
    return NULL;
  layer = weft_plot_points_new (label, hue);
  weft_plot_points_set (WEFT_PLOT_POINTS (layer), (const WeftPlotPoint *) points->data, points->len);
  return weft_plot_add (plot, layer);
}

static void
collect (const WeftFit *fit, const WeftFitSeries *series, int segment, Kind kind, WeftFitAxis axis, GArray *points,
         GArray *outliers)
{
  for (guint i = 0; i < series->points->len; i++)
    {
      const WeftMeasurement *measurement = weft_fit_series_point (series, fit->measurements, i);
      WeftPlotPoint point = make_point (series, measurement, i, kind, axis);

      if (segment >= 0 && segment_of (series, size_of (series->axis, measurement)) != (guint) segment)
        continue;
      if (is_outlier (series, i))
        {
          point.size = OUTLIER_SIZE;
          g_array_append_val (outliers, point);
        }
      else
        g_array_append_val (points, point);
    }
}

static void
add_segments (WeftPlot *plot, const WeftFit *fit, const WeftFitSeries *series, Kind kind, GArray *outliers)
{
  for (guint k = 0; k < series->n_segments; k++)
    {
      g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (WeftPlotPoint));
      g_autofree char *range = weft_calib_range (series, &series->segment[k]);

      collect (fit, series, k, kind, series->axis, points, outliers);
      add_points (plot, series->n_segments == 1 ? _("All sizes") : range, k, points);
    }
}

static void
add_operators (WeftPlot *plot, const WeftFit *fit, Kind kind, GArray *outliers)
{
  for (guint op = 0; op < fit->measurements->ops->len; op++)
    {
      g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (WeftPlotPoint));

      for (guint i = 0; i < fit->series->len; i++)
        {
          const WeftFitSeries *series = g_ptr_array_index (fit->series, i);

          if (series->op == op)
            collect (fit, series, -1, kind, WEFT_FIT_BY_BYTES, points, outliers);
        }
      add_points (plot, g_ptr_array_index (fit->measurements->ops, op), op, points);
    }
}

static void
fill (WeftPlot *plot, const WeftFit *fit, const WeftFitSeries *series, Kind kind)
{
  g_autoptr (GArray) outliers = g_array_new (FALSE, FALSE, sizeof (WeftPlotPoint));
  WeftPlotLayer *layer;

  if (series != NULL)
    add_segments (plot, fit, series, kind, outliers);
  else
    add_operators (plot, fit, kind, outliers);
  layer = add_points (plot, _("Outliers"), OUTLIER_HUE, outliers);
  if (layer != NULL)
    weft_plot_layer_set_marker (layer, WEFT_PLOT_MARKER_CROSS);
}

/* --- plots --- */

static void
set_size_axis (WeftPlot *plot, WeftFitAxis axis)
{
  static const struct
  {
    const char *title;
    const char *unit;
    const char *key;
  } axes[WEFT_N_FIT_AXES] = {
    [WEFT_FIT_BY_BYTES] = { N_ ("Size"), "B", "bytes" },
    [WEFT_FIT_BY_FLOPS] = { N_ ("Operations"), "FLOP", "flops" },
    [WEFT_FIT_BY_INTENSITY] = { N_ ("Intensity"), "FLOP/B", "flops_per_byte" },
  };
  WeftPlotAxis x = { .title = _(axes[axis].title), .unit = axes[axis].unit, .key = axes[axis].key, .log = TRUE,
                     .from = NAN, .to = NAN };

  weft_plot_set_axis (plot, WEFT_PLOT_X, &x);
}

static WeftPlot *
new_plot (const WeftFit *fit, const WeftFitSeries *series, const char *title)
{
  WeftPlot *plot = weft_plot_new ();
  g_autofree char *name = series != NULL ? weft_fit_series_name (fit, series) : NULL;
  g_autofree char *whole = name != NULL ? g_strdup_printf ("%s: %s", title, name) : g_strdup (title);

  weft_plot_set_title (plot, whole);
  weft_plot_set_message (plot, _("The fit keeps no points"));
  return plot;
}

WeftPlot *
weft_residual_plot_times (const WeftFit *fit, const WeftFitSeries *series)
{
  WeftPlot *plot = new_plot (fit, series, _("Predicted and measured"));
  WeftPlotAxis x = { .title = _("Measured"), .unit = "µs", .key = "measured_us", .log = TRUE, .from = NAN, .to = NAN };
  WeftPlotAxis y = { .title = _("Predicted"), .unit = "µs", .key = "predicted_us", .log = TRUE, .from = NAN, .to = NAN };

  weft_plot_set_axis (plot, WEFT_PLOT_X, &x);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &y);
  weft_plot_add (plot, weft_residual_diagonal_new (_("as measured")));
  fill (plot, fit, series, TIMES);
  return plot;
}

WeftPlot *
weft_residual_plot_errors (const WeftFit *fit, const WeftFitSeries *series)
{
  WeftPlot *plot = new_plot (fit, series, _("Errors"));
  WeftPlotAxis y = { .title = _("Predicted over measured"), .unit = "%", .key = "error_percent", .from = NAN, .to = NAN };
  WeftPlotLayer *rule = weft_plot_rule_new (_("as measured"), 0, FALSE);

  set_size_axis (plot, series != NULL ? series->axis : WEFT_FIT_BY_BYTES);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &y);
  weft_plot_layer_set_labelled (rule, FALSE);
  weft_plot_add (plot, rule);
  fill (plot, fit, series, ERRORS);
  return plot;
}

/* --- export --- */

static void
append_number (GString *csv, double value)
{
  g_string_append_c (csv, ',');
  weft_csv_write_number (csv, value);
}

static void
append_series (GString *csv, const WeftFit *fit, const WeftFitSeries *series)
{
  const WeftMeasurements *measurements = fit->measurements;

  for (guint i = 0; i < series->points->len; i++)
    {
      const WeftMeasurement *point = weft_fit_series_point (series, fit->measurements, i);

      weft_csv_write_text (csv, g_array_index (measurements->platforms, WeftMeasuredPlatform, series->platform).name);
      g_string_append_c (csv, ',');
      weft_csv_write_text (csv, g_ptr_array_index (measurements->ops, series->op));
      g_string_append_printf (csv, ",%u,", series->n_dev);
      weft_csv_write_text (csv, g_ptr_array_index (measurements->paths, series->path));
      g_string_append_printf (csv, ",%u,%u", point->line, segment_of (series, size_of (series->axis, point)) + 1);
      append_number (csv, point->flops);
      append_number (csv, point->bytes);
      append_number (csv, point->time_s * US);
      append_number (csv, g_array_index (series->predicted_s, double, i) * US);
      append_number (csv, error_of (series, point, i));
      g_string_append_printf (csv, ",%d\r\n", is_outlier (series, i) ? 1 : 0);
    }
}

char *
weft_residual_csv (const WeftFit *fit, const WeftFitSeries *series)
{
  GString *csv = g_string_new ("platform,op,n_dev,path,line,segment,flops,bytes,measured_us,predicted_us,error,outlier\r\n");

  if (series != NULL)
    append_series (csv, fit, series);
  for (guint i = 0; i < fit->series->len && series == NULL; i++)
    append_series (csv, fit, g_ptr_array_index (fit->series, i));
  return g_string_free (csv, FALSE);
}

static void
paint_both_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer data)
{
  WeftPlot *const *plots = data;

  for (guint i = 0; i < 2; i++)
    {
      cairo_save (cr);
      cairo_translate (cr, i * width / 2, 0);
      cairo_rectangle (cr, 0, 0, width / 2, height);
      cairo_clip (cr);
      weft_plot_paint (cr, width / 2, height, palette, plots[i]);
      cairo_restore (cr);
    }
}

gboolean
weft_residual_plot_export (const WeftFit *fit, const WeftFitSeries *series, const char *path, const WeftPalette *palette,
                           GError **error)
{
  g_autoptr (WeftPlot) times = NULL;
  g_autoptr (WeftPlot) errors = NULL;
  g_autofree char *csv = NULL;

  if (g_str_has_suffix (path, ".csv"))
    {
      csv = weft_residual_csv (fit, series);
      return weft_file_save (path, csv, -1, FALSE, error);
    }
  times = weft_residual_plot_times (fit, series);
  errors = weft_residual_plot_errors (fit, series);
  {
    WeftPlot *plots[] = { times, errors };

    return weft_paint_export_titled (path, PICTURE_WIDTH, PICTURE_HEIGHT, PICTURE_SCALE, palette, _("Residuals of a fit"),
                                     paint_both_cb, plots, error);
  }
}
