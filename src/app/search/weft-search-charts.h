/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The middle column of a search: best score against evaluations, and below it the speed-ups of the chosen design or
 * all candidates. */
#pragma once

#include <gtk/gtk.h>

#include "app/charts/weft-plot-view.h"
#include "app/search/weft-search-job.h"
#include "app/search/weft-second-look-view.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SEARCH_CHARTS (weft_search_charts_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchCharts, weft_search_charts, WEFT, SEARCH_CHARTS, GtkWidget)

/* Signal "picked" (uint): a point that somebody clicked. Property "view": "speedups", "candidates" or
 * "second-look"; property "price": "power" or "cost". */
void          weft_search_charts_bind             (WeftSearchCharts *self,
                                                   WeftSearchJob    *job,
                                                   WeftMessageBar   *bar);
/* What the job has found since; it is drawn when there is time for it. */
void          weft_search_charts_update           (WeftSearchCharts *self);
/* The chosen design: its point, -1 for none, and what the evaluator says of it once that is known. */
void          weft_search_charts_set_selected     (WeftSearchCharts *self,
                                                   int               index,
                                                   WeftEvaluation   *evaluation);
WeftPlotView *weft_search_charts_get_convergence  (WeftSearchCharts *self);
WeftPlotView *weft_search_charts_get_candidates   (WeftSearchCharts *self);
WeftSecondLookView *weft_search_charts_get_second_look (WeftSearchCharts *self);
/* The point that an item of the candidates is. */
guint         weft_search_charts_find_point       (WeftSearchCharts *self,
                                                   guint             item);

G_END_DECLS
