/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All series of a fit in a table, and how well the chosen one is explained. */
#pragma once

#include "app/calibration/weft-calibration-job.h"
#include "app/charts/weft-plot-view.h"
#include "app/charts/weft-table-view.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SERIES_VIEW (weft_series_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftSeriesView, weft_series_view, WEFT, SERIES_VIEW, GtkWidget)

/* @bar: where errors of exports are told. */
void           weft_series_view_bind       (WeftSeriesView     *self,
                                            WeftCalibrationJob *job,
                                            WeftMessageBar     *bar);
void           weft_series_view_update     (WeftSeriesView     *self);
WeftTableView *weft_series_view_get_table  (WeftSeriesView     *self);
WeftPlotView  *weft_series_view_get_times  (WeftSeriesView     *self);
WeftPlotView  *weft_series_view_get_errors (WeftSeriesView     *self);

G_END_DECLS
