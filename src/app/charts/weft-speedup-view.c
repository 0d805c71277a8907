/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed-up bars as a widget. */
#include "config.h"

#include <glib/gi18n.h>

#include "app/charts/weft-chart.h"
#include "app/charts/weft-words.h"
#include "draw/weft-speedup-chart.h"

struct _WeftSpeedupView
{
  WeftChart parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftSpeedupView, weft_speedup_view, WEFT_TYPE_CHART)

static WeftSpeedupChart
get_chart (WeftChart *self, int hover)
{
  return (WeftSpeedupChart){ .a = weft_chart_get_evaluation (self, 0),
                             .b = weft_chart_get_evaluation (self, 1),
                             .hover = hover };
}

static void
weft_speedup_view_paint (WeftChart *self, cairo_t *cr, double width, double height,
                         const WeftPalette *palette, int hover)
{
  WeftSpeedupChart chart = get_chart (self, hover);

  weft_speedup_chart_paint (cr, width, height, palette, &chart);
}

static int
weft_speedup_view_pick (WeftChart *self, double x, double y, double width, double height,
                        const WeftPalette *palette)
{
  WeftSpeedupChart chart = get_chart (self, -1);

  return weft_speedup_chart_pick (x, y, width, height, palette, &chart);
}

static void
weft_speedup_view_row (WeftChart *self, guint row, double width, double height,
                       const WeftPalette *palette, double *x, double *y, double *w, double *h)
{
  WeftSpeedupChart chart = get_chart (self, -1);

  weft_speedup_chart_row (row, width, height, palette, &chart, x, y, w, h);
}

static double
weft_speedup_view_height (WeftChart *self, double width, const WeftPalette *palette)
{
  WeftSpeedupChart chart = get_chart (self, -1);

  return weft_speedup_chart_height (width, palette, &chart);
}

static char *
weft_speedup_view_describe (WeftChart *self, WeftEvaluation *evaluation, guint row)
{
  return weft_words_for_workload (evaluation, row);
}

static void
weft_speedup_view_class_init (WeftSpeedupViewClass *klass)
{
  WeftChartClass *chart_class = WEFT_CHART_CLASS (klass);

  chart_class->paint = weft_speedup_view_paint;
  chart_class->pick = weft_speedup_view_pick;
  chart_class->row = weft_speedup_view_row;
  chart_class->height = weft_speedup_view_height;
  chart_class->describe = weft_speedup_view_describe;
}

static void
weft_speedup_view_init (WeftSpeedupView *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Speed-up of each workload over the reference"), -1);
}

GtkWidget *
weft_speedup_view_new (void)
{
  return g_object_new (WEFT_TYPE_SPEEDUP_VIEW, NULL);
}
