/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart in the window: it shows and caches what draw/ paints, one row a workload, with hover,
 * keyboard, tooltips and details on a click. */
#pragma once

#include <gtk/gtk.h>

#include "draw/weft-paint.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CHART (weft_chart_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftChart, weft_chart, WEFT, CHART, GtkWidget)

struct _WeftChartClass
{
  GtkWidgetClass parent_class;

  void   (*paint)  (WeftChart *self, cairo_t *cr, double width, double height,
                    const WeftPalette *palette, int hover);
  int    (*pick)   (WeftChart *self, double x, double y, double width, double height,
                    const WeftPalette *palette);
  void   (*row)    (WeftChart *self, guint row, double width, double height,
                    const WeftPalette *palette, double *x, double *y, double *w, double *h);
  double (*height) (WeftChart *self, double width, const WeftPalette *palette);
  /* One line of words for a row: tooltip and accessible value. (transfer full) */
  char  *(*describe) (WeftChart *self, WeftEvaluation *evaluation, guint row);
};

void            weft_chart_set_evaluations (WeftChart      *self,
                                            WeftEvaluation *a,
                                            WeftEvaluation *b);
WeftEvaluation *weft_chart_get_evaluation  (WeftChart      *self,
                                            guint           which);
void            weft_chart_open_row        (WeftChart      *self,
                                            guint           row);
GtkWidget      *weft_speedup_view_new      (void);
GtkWidget      *weft_split_view_new        (void);

#define WEFT_TYPE_SPEEDUP_VIEW (weft_speedup_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftSpeedupView, weft_speedup_view, WEFT, SPEEDUP_VIEW, WeftChart)

#define WEFT_TYPE_SPLIT_VIEW (weft_split_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftSplitView, weft_split_view, WEFT, SPLIT_VIEW, WeftChart)

G_END_DECLS
