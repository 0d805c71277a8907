/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of runs, and their plot. */
#include "config.h"

#include "draw/plot/weft-convergence-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/plot/weft-plot-layers-private.h"

/* Published points are one series of their own, in the grey of the palette. */
#define PUBLISHED_HUE 7

guint
weft_convergence_length (const WeftConvergenceMethod *method)
{
  guint longest = 0;

  for (guint r = 0; r < method->n_runs; r++)
    longest = MAX (longest, method->runs[r].n);

  return longest;
}

/* The value of a run after evaluation @index + 1. */
static double
value_at (const WeftConvergenceRun *run,
          guint                     index)
{
  return run->n == 0 ? NAN : run->best[MIN (index, run->n - 1)];
}

/* Mean and sum of squares in one pass, by updating (Welford 1962). */
guint
weft_convergence_statistics (const WeftConvergenceMethod *method,
                             double                      *mean,
                             double                      *sd,
                             guint                       *counts,
                             guint                        room)
{
  guint n = MIN (weft_convergence_length (method), room);

  for (guint i = 0; i < n; i++)
    {
      double average = 0, squares = 0;
      guint count = 0;

      for (guint r = 0; r < method->n_runs; r++)
        {
          double value = value_at (&method->runs[r], i);
          double away;

          if (!isfinite (value))
            continue;
          away = value - average;
          average += away / ++count;
          squares += away * (value - average);
        }
      mean[i] = count > 0 ? average : NAN;
      sd[i] = count > 1 ? sqrt (MAX (squares, 0) / (count - 1)) : NAN;
      counts[i] = count;
    }

  return n;
}

static double *
count_up (guint n)
{
  double *x = g_new (double, n);

  for (guint i = 0; i < n; i++)
    x[i] = i + 1;

  return x;
}

/* The evaluation that brought the last improvement, -1 when none is feasible. */
static int
find_best (const WeftConvergenceRun *run)
{
  int found = -1;

  for (guint i = 0; i < run->n; i++)
    if (isfinite (run->best[i]) && (found < 0 || run->best[i] > run->best[found]))
      found = (int) i;

  return found;
}

static WeftPlotLayer *
create_line (const WeftConvergenceMethod *method)
{
  WeftPlotLayer *layer = weft_plot_steps_new (method->label, method->hue);
  const WeftConvergenceRun *run = &method->runs[0];
  g_autofree double *x = count_up (run->n);

  weft_plot_steps_set (WEFT_PLOT_STEPS (layer), x, run->best, run->n);
  weft_plot_steps_set_ring (WEFT_PLOT_STEPS (layer), find_best (run));

  return layer;
}

static WeftPlotLayer *
create_band (const WeftConvergenceMethod *method)
{
  WeftPlotLayer *layer = weft_plot_band_new (method->label, method->hue);
  guint n = weft_convergence_length (method);
  g_autofree double *x = count_up (n);
  g_autofree double *mean = g_new (double, n);
  g_autofree double *low = g_new (double, n);
  g_autofree double *high = g_new (double, n);
  g_autofree guint *counts = g_new (guint, n);

  weft_convergence_statistics (method, mean, low, counts, n);
  for (guint i = 0; i < n; i++)
    {
      high[i] = mean[i] + low[i];
      low[i] = mean[i] - low[i];
    }
  weft_plot_band_set (WEFT_PLOT_BAND (layer), x, mean, low, high, counts, n);

  return layer;
}

static void
add_optimum (WeftPlot *plot,
             double    optimum)
{
  g_autofree char *number = weft_plot_format (optimum, FALSE);
  /* Translators: a score */
  g_autofree char *label = g_strdup_printf (_("certified optimum %s"), number);

  weft_plot_add (plot, weft_plot_rule_new (label, optimum, FALSE));
}

static void
add_published (WeftPlot            *plot,
               const WeftPublished *published)
{
  WeftPlotLayer *layer = weft_plot_marks_new (published->title, PUBLISHED_HUE);

  for (guint i = 0; i < published->n_points; i++)
    {
      const WeftPublishedPoint *point = &published->points[i];

      weft_plot_marks_append (WEFT_PLOT_MARKS (layer), point->x, point->y, point->text,
                              point->source);
    }
  weft_plot_add (plot, layer);
}

/* "Evaluations (20 runs, band: mean ± 1 standard deviation)" (transfer full) */
static char *
write_x_title (const WeftConvergence *data)
{
  guint least = G_MAXUINT, most = 0;

  for (guint m = 0; m < data->n_methods; m++)
    {
      least = MIN (least, data->methods[m].n_runs);
      most = MAX (most, data->methods[m].n_runs);
    }
  if (most < 2)
    return g_strdup (_("Evaluations"));
  if (least == most)
    /* Translators: below the axis of a chart; at least two runs */
    return g_strdup_printf (ngettext ("Evaluations (%u run, band = mean ± 1 sd)",
                                      "Evaluations (%u runs, band = mean ± 1 sd)", most),
                            most);

  return g_strdup (_("Evaluations (band = mean ± 1 sd)"));
}

void
weft_convergence_plot_fill (WeftPlot              *plot,
                            const WeftConvergence *data)
{
  g_autofree char *x_title = NULL;
  WeftPlotAxis x = { .key = "evaluation", .from = 0, .to = NAN };
  WeftPlotAxis y = { .title = _("Best score"), .key = "best_score", .from = NAN, .to = NAN };

  g_return_if_fail (WEFT_IS_PLOT (plot));
  g_return_if_fail (data != NULL);

  x_title = write_x_title (data);
  x.title = _("Evaluations");
  x.note = x_title;
  if (data->budget > 0)
    x.to = data->budget;
  weft_plot_freeze (plot);
  weft_plot_clear (plot);
  weft_plot_set_axis (plot, WEFT_PLOT_X, &x);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &y);
  if (isfinite (data->optimum))
    add_optimum (plot, data->optimum);
  for (guint m = 0; m < data->n_methods; m++)
    {
      const WeftConvergenceMethod *method = &data->methods[m];

      if (method->n_runs > 0)
        weft_plot_add (plot, method->n_runs > 1 ? create_band (method) : create_line (method));
    }
  if (data->published != NULL)
    add_published (plot, data->published);
  weft_plot_thaw (plot);
}

WeftPlot *
weft_convergence_plot (const WeftConvergence *data)
{
  WeftPlot *plot = weft_plot_new ();

  weft_plot_set_title (plot, _("Best score"));
  weft_plot_set_message (plot, _("No search has been run yet"));
  weft_convergence_plot_fill (plot, data);

  return plot;
}
