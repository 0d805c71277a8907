/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of a sweep, with axes in units that people read. */
#include "config.h"

#include "draw/whatif/weft-sweep-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-unit-private.h"
#include "draw/plot/weft-plot-layout-private.h"
#include "draw/whatif/weft-sweep-line-private.h"

#define PICTURE_WIDTH 900.0
#define PICTURE_HEIGHT 560.0
#define PICTURE_SCALE 2.0

/* Outputs that are shown beside each other. */
static guint
n_outputs (const WeftSweepPlot *data)
{
  return data->names != NULL ? g_strv_length ((char **) data->names) : 1;
}

/* The unit in which the answers are shown, and how much it is. */
static double
choose_unit (const WeftSweepPlot *data,
             const char         **unit)
{
  const WeftShownUnit *shown;
  double largest = 0;

  for (guint i = 0; i < data->sweep->n_points * n_outputs (data); i++)
    {
      double y = fabs (weft_sweep_answer (data->sweep, i / n_outputs (data), data->output + i % n_outputs (data)));

      if (isfinite (y))
        largest = MAX (largest, y);
    }

  *unit = NULL;
  if (data->what->unit == WEFT_UNIT_NONE || data->what->unit == WEFT_UNIT_RATIO || data->what->unit == WEFT_UNIT_COUNT)
    {
      if (data->what->unit == WEFT_UNIT_NONE && data->what->kind == WEFT_OUTPUT_VALUE)
        *unit = _("requests/s");
      return 1;
    }
  shown = weft_unit_shown (data->what->unit, largest);
  *unit = shown->text;
  return shown->si;
}

/* A score of 0 says that there is no machine: a gap, not a point. */
static double
answer (const WeftSweepPlot *data,
        guint                point,
        double               scale)
{
  double y = weft_sweep_answer (data->sweep, point, data->output);

  if (y == 0 && (data->what->kind == WEFT_OUTPUT_SCORE || data->what->kind == WEFT_OUTPUT_SPEEDUP))
    return NAN;
  return y / scale;
}

static void
add_line (WeftPlot            *plot,
          const WeftSweepPlot *data,
          guint                second,
          guint                hue,
          double               scale)
{
  const WeftSweepAxis *axis = &data->sweep->axes[0];
  guint stride = data->sweep->n_axes > 1 ? data->sweep->axes[1].n_values : 1;
  g_autofree double *y = g_new (double, axis->n_values);
  g_autofree char *label = NULL;

  for (guint i = 0; i < axis->n_values; i++)
    y[i] = answer (data, i * stride + second, scale);
  if (data->sweep->n_axes > 1)
    label = weft_input_format (data->inputs[1], data->sweep->axes[1].values[second]);
  else
    label = g_strdup (data->names != NULL ? data->names[hue] : data->what->label);
  weft_plot_add (plot, weft_sweep_line_new (label, hue, axis->values, y, axis->n_values));
}

static void
set_axes (WeftPlot            *plot,
          const WeftSweepPlot *data,
          const char          *unit)
{
  g_autofree char *title = weft_input_dup_title (data->inputs[0]);
  const char *x_unit = weft_input_get_unit (data->inputs[0]);
  WeftPlotAxis x = { .title = title,
                     .unit = *x_unit != '\0' ? x_unit : NULL,
                     .key = weft_input_get_path (data->inputs[0]),
                     .log = data->log && data->sweep->axes[0].values[0] > 0,
                     .from = NAN,
                     .to = NAN };
  WeftPlotAxis y = { .title = data->what->label, .unit = unit, .key = data->what->path, .from = NAN, .to = NAN };

  weft_plot_set_axis (plot, WEFT_PLOT_X, &x);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &y);
}

/**
 * weft_sweep_plot_new: (skip)
 * @data: what to show
 *
 * Returns: (transfer full): the plot
 */
WeftPlot *
weft_sweep_plot_new (const WeftSweepPlot *data)
{
  WeftPlot *plot = weft_plot_new ();
  guint n_lines = data->sweep->n_axes > 1 ? data->sweep->axes[1].n_values : 1;
  guint n_shown = MIN (n_lines, WEFT_N_SERIES);
  const char *unit;
  double scale = choose_unit (data, &unit);

  weft_plot_set_title (plot, data->title);
  weft_plot_set_message (plot, _("No point of the sweep has an answer"));
  set_axes (plot, data, unit);
  for (guint i = 0; data->names != NULL && n_lines == 1 && i < n_outputs (data); i++)
    {
      WeftSweepPlot own = *data;

      own.output = data->output + i;
      add_line (plot, &own, 0, i, scale);
    }
  for (guint i = 0; data->names == NULL && i < n_shown; i++)
    add_line (plot, data, n_shown > 1 ? (guint) lround (i * (n_lines - 1.0) / (n_shown - 1)) : 0, i, scale);
  return plot;
}

/**
 * weft_table_sweep: (skip)
 * @data: what to show
 *
 * Returns: (transfer full): inputs and answer of each point
 */
WeftTable *
weft_table_sweep (const WeftSweepPlot *data)
{
  WeftTable *table = weft_table_new (data->title);

  for (guint axis = 0; axis < data->sweep->n_axes; axis++)
    {
      g_autofree char *title = weft_input_dup_title (data->inputs[axis]);

      weft_table_add_column (table, title, WEFT_ALIGN_END);
    }
  weft_table_add_column (table, data->what->label, WEFT_ALIGN_END);
  for (guint point = 0; point < data->sweep->n_points; point++)
    {
      const char *cells[WEFT_SWEEP_MOST_AXES + 2] = { NULL };
      g_autofree char *first = weft_input_format (data->inputs[0], weft_sweep_value (data->sweep, point, 0));
      g_autofree char *second = data->sweep->n_axes > 1
                                  ? weft_input_format (data->inputs[1], weft_sweep_value (data->sweep, point, 1))
                                  : NULL;
      g_autofree char *y = weft_output_format (data->what, answer (data, point, 1));
      guint n = 0;

      cells[n++] = first;
      if (second != NULL)
        cells[n++] = second;
      cells[n] = y;
      weft_table_add_row (table, cells);
    }
  return table;
}

/**
 * weft_sweep_plot_export: (skip)
 * @data: what to show
 * @path: of the file; its suffix says how
 * @palette: colours and text
 * @error: return location
 *
 * Returns: %FALSE with an error when the file cannot be written
 */
gboolean
weft_sweep_plot_export (const WeftSweepPlot *data,
                        const char          *path,
                        const WeftPalette   *palette,
                        GError             **error)
{
  g_autoptr (WeftPlot) plot = weft_sweep_plot_new (data);

  return weft_paint_check_suffix (path, error)
         && weft_plot_export (plot, path, PICTURE_WIDTH, PICTURE_HEIGHT, PICTURE_SCALE, palette, error);
}
