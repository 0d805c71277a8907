/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filling a plot with a study's curves. */
#include "draw/weft-study-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "draw/plot/weft-plot-layers-private.h"

/* "Hill climbing", with its options, and with the budget where there are several. (transfer full) */
static char *
label_row (WeftStudy *study, const WeftStudyRow *row)
{
  const char *options = strchr (row->method, ':');
  GString *label = g_string_new (_(row->label));

  if (options != NULL)
    g_string_append_printf (label, " (%s)", options + 1);
  for (guint i = 0; i < weft_study_n_rows (study); i++)
    if (weft_study_get_row (study, i)->budget != row->budget)
      {
        g_string_append_printf (label, ", %u", row->budget);
        break;
      }
  return g_string_free (label, FALSE);
}

/* A curve with many evaluations is level nearly everywhere: only where it changes, and its end, are kept. */
static gboolean
is_level (const GArray *points, guint at)
{
  const WeftStudyPoint *point = &g_array_index (points, WeftStudyPoint, at);

  return at > 0 && at + 1 < points->len && points->len > 1000
         && memcmp (point, point - 1, sizeof *point) == 0;
}

static void
fill_band (WeftPlotBand *band, const GArray *points, guint runs)
{
  guint n = 0;
  g_autofree double *x = g_new (double, points->len);
  g_autofree double *middle = g_new (double, points->len);
  g_autofree double *low = g_new (double, points->len);
  g_autofree double *high = g_new (double, points->len);
  g_autofree guint *counts = g_new (guint, points->len);

  for (guint i = 0; i < points->len; i++)
    {
      const WeftStudyPoint *point = &g_array_index (points, WeftStudyPoint, i);

      if (is_level (points, i))
        continue;
      x[n] = i + 1;
      middle[n] = point->mean;
      low[n] = point->band.low;
      high[n] = point->band.high;
      counts[n++] = runs;
    }
  weft_plot_band_set (band, x, middle, low, high, counts, n);
}

/* Hues of the palette that curves may take; the last one, a grey, is for published scores. */
#define N_HUES 7

static void
add_curve (WeftPlot *plot, WeftStudy *study, guint row)
{
  const WeftStudyRow *figures = weft_study_get_row (study, row);
  g_autofree char *label = label_row (study, figures);
  g_autoptr (GArray) points = weft_study_curve (study, row);
  WeftPlotLayer *layer = weft_plot_add (plot, weft_plot_band_new (label, row % N_HUES));

  fill_band (WEFT_PLOT_BAND (layer), points, figures->runs);
}

static void
add_target (WeftPlot *plot, WeftStudy *study)
{
  WeftStudyTarget kind;
  double target = weft_study_get_target (study, &kind);
  const char *label = kind == WEFT_STUDY_CERTIFIED ? _("certified optimum")
                      : kind == WEFT_STUDY_BOUND   ? _("proven bound")
                                                   : _("best of all runs");

  if (target > 0)
    weft_plot_add (plot, weft_plot_rule_new (label, target, FALSE));
}

static void
add_published (WeftPlot *plot, const WeftPublishedTable *published)
{
  WeftPlotLayer *layer = weft_plot_add (plot, weft_plot_marks_new (published->name, N_HUES));

  for (guint i = 0; i < published->rows->len; i++)
    {
      const WeftPublishedTableRow *row = &g_array_index (published->rows, WeftPublishedTableRow, i);
      g_autofree char *text = row->planner != NULL
                                  ? g_strdup_printf ("%s (%s)", row->method, row->planner)
                                  : g_strdup (row->method);

      weft_plot_marks_append (WEFT_PLOT_MARKS (layer), row->evaluations, row->mean, text,
                              published->source);
    }
}

/**
 * weft_study_plot_new: (skip)
 * @study: a study that has been computed
 * @published: (nullable): scores to show as marks
 *
 * Returns: (transfer full): a plot of the mean best score over the evaluations, with bands of 95 %
 */
WeftPlot *
weft_study_plot_new (WeftStudy *study, const WeftPublishedTable *published)
{
  WeftPlot *plot = weft_plot_new ();
  const WeftPlotAxis x = { .title = _("Evaluations"),
                           .note = _("Evaluations (band = 95 % interval of the mean)"), .key = "evaluations", .from = 0, .to = NAN };
  const WeftPlotAxis y = { .title = _("Best score, mean of the runs"), .key = "best_score", .from = NAN, .to = NAN };

  weft_plot_set_title (plot, _("Best score"));
  weft_plot_set_axis (plot, WEFT_PLOT_X, &x);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &y);
  for (guint i = 0; i < weft_study_n_rows (study); i++)
    add_curve (plot, study, i);
  add_target (plot, study);
  if (published != NULL)
    add_published (plot, published);
  return plot;
}
