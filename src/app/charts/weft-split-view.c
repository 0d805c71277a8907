/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time split of the first design as a widget. */
#include "config.h"

#include <glib/gi18n.h>

#include "app/charts/weft-chart.h"
#include "app/charts/weft-words.h"
#include "draw/weft-split-chart.h"

struct _WeftSplitView
{
  WeftChart parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftSplitView, weft_split_view, WEFT_TYPE_CHART)

static WeftSplitChart
get_chart (WeftChart *self, int hover)
{
  return (WeftSplitChart){ .evaluation = weft_chart_get_evaluation (self, 0), .hover = hover };
}

static void
weft_split_view_paint (WeftChart *self, cairo_t *cr, double width, double height,
                       const WeftPalette *palette, int hover)
{
  WeftSplitChart chart = get_chart (self, hover);

  weft_split_chart_paint (cr, width, height, palette, &chart);
}

static int
weft_split_view_pick (WeftChart *self, double x, double y, double width, double height,
                      const WeftPalette *palette)
{
  WeftSplitChart chart = get_chart (self, -1);
  int part;

  return weft_split_chart_pick (x, y, width, height, palette, &chart, &part);
}

static void
weft_split_view_row (WeftChart *self, guint row, double width, double height,
                     const WeftPalette *palette, double *x, double *y, double *w, double *h)
{
  WeftSplitChart chart = get_chart (self, -1);

  weft_split_chart_row (row, width, height, palette, &chart, x, y, w, h);
}

static double
weft_split_view_height (WeftChart *self, double width, const WeftPalette *palette)
{
  WeftSplitChart chart = get_chart (self, -1);

  return weft_split_chart_height (width, palette, &chart);
}

static char *
weft_split_view_describe (WeftChart *self, WeftEvaluation *evaluation, guint row)
{
  return weft_words_for_split (evaluation, row);
}

static void
weft_split_view_class_init (WeftSplitViewClass *klass)
{
  WeftChartClass *chart_class = WEFT_CHART_CLASS (klass);

  chart_class->paint = weft_split_view_paint;
  chart_class->pick = weft_split_view_pick;
  chart_class->row = weft_split_view_row;
  chart_class->height = weft_split_view_height;
  chart_class->describe = weft_split_view_describe;
}

static void
weft_split_view_init (WeftSplitView *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Where each workload’s time goes"), -1);
}

GtkWidget *
weft_split_view_new (void)
{
  return g_object_new (WEFT_TYPE_SPLIT_VIEW, NULL);
}
