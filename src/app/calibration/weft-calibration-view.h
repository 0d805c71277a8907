/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calibration of a document: measurements in, knobs for its simulations out. Its keys work while it is shown. */
#pragma once

#include "app/calibration/weft-calibration-pane.h"
#include "app/calibration/weft-calibration-panel.h"
#include "app/calibration/weft-calibration-views.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CALIBRATION_VIEW (weft_calibration_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftCalibrationView, weft_calibration_view, WEFT, CALIBRATION_VIEW, GtkWidget)

/* Actions "calibration.add", ".fit" (F5), ".cancel" (Shift+Escape), ".compare", ".accept", ".open-knobs", ".drop-knobs". */
GtkWidget            *weft_calibration_view_new       (WeftCalibrationJob  *job);
/* The same in a template. */
void                  weft_calibration_view_bind      (WeftCalibrationView *self,
                                                       WeftCalibrationJob  *job);
WeftCalibrationJob   *weft_calibration_view_get_job   (WeftCalibrationView *self);
WeftCalibrationPane  *weft_calibration_view_get_pane  (WeftCalibrationView *self);
WeftCalibrationViews *weft_calibration_view_get_views (WeftCalibrationView *self);
WeftCalibrationPanel *weft_calibration_view_get_panel (WeftCalibrationView *self);
WeftMessageBar       *weft_calibration_view_get_bar   (WeftCalibrationView *self);
/* Writes what is chosen to be accepted; what goes wrong is told in the bar. */
gboolean              weft_calibration_view_accept    (WeftCalibrationView *self,
                                                       const char          *path);

G_END_DECLS
