/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The middle column of a calibration: series, errors, platforms, scaling, projection. */
#pragma once

#include "app/calibration/weft-projection-view.h"
#include "app/calibration/weft-series-view.h"

G_BEGIN_DECLS

/* Property and action "calibrated.view": "series", "errors", "platforms", "scaling" or "projection". */
#define WEFT_TYPE_CALIBRATION_VIEWS (weft_calibration_views_get_type ())
G_DECLARE_FINAL_TYPE (WeftCalibrationViews, weft_calibration_views, WEFT, CALIBRATION_VIEWS, GtkWidget)

/* @bar: where errors of exports are told. */
void                weft_calibration_views_bind           (WeftCalibrationViews *self,
                                                           WeftCalibrationJob   *job,
                                                           WeftMessageBar       *bar);
void                weft_calibration_views_update         (WeftCalibrationViews *self);
void                weft_calibration_views_set_view       (WeftCalibrationViews *self,
                                                           const char           *view);
const char         *weft_calibration_views_get_view       (WeftCalibrationViews *self);
WeftSeriesView     *weft_calibration_views_get_series     (WeftCalibrationViews *self);
WeftProjectionView *weft_calibration_views_get_projection (WeftCalibrationViews *self);
/* Of errors, platforms or scaling. (nullable) */
WeftTableView      *weft_calibration_views_get_table      (WeftCalibrationViews *self,
                                                           const char           *view);

G_END_DECLS
