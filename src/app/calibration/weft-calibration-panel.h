/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last column of a calibration: the chosen series with its knobs, and what could not be fitted. */
#pragma once

#include <gtk/gtk.h>

#include "app/calibration/weft-calibration-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CALIBRATION_PANEL (weft_calibration_panel_get_type ())
G_DECLARE_FINAL_TYPE (WeftCalibrationPanel, weft_calibration_panel, WEFT, CALIBRATION_PANEL, GtkWidget)

void        weft_calibration_panel_bind     (WeftCalibrationPanel *self,
                                             WeftCalibrationJob   *job);
void        weft_calibration_panel_update   (WeftCalibrationPanel *self);
/* The value of a fact about the series, or of a knob of one of its segments; NULL when there is none of that name. */
const char *weft_calibration_panel_get_fact (WeftCalibrationPanel *self,
                                             const char           *name);
const char *weft_calibration_panel_get_knob (WeftCalibrationPanel *self,
                                             guint                 segment,
                                             const char           *name);

G_END_DECLS
