/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first column of a calibration: files and what was read from them, the fit and its progress, and the knobs that
 * simulations use. */
#pragma once

#include <adwaita.h>

#include "app/calibration/weft-accept-list.h"
#include "app/calibration/weft-calibration-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CALIBRATION_PANE (weft_calibration_pane_get_type ())
G_DECLARE_FINAL_TYPE (WeftCalibrationPane, weft_calibration_pane, WEFT, CALIBRATION_PANE, GtkWidget)

void           weft_calibration_pane_bind         (WeftCalibrationPane *self,
                                                   WeftCalibrationJob  *job);
void           weft_calibration_pane_update       (WeftCalibrationPane *self);
/* Which knobs somebody has chosen to accept. @platform: (out) (transfer none): its name, or that of the target of the
 * projection; NULL for all. */
WeftAcceptKind weft_calibration_pane_get_accepted (WeftCalibrationPane *self,
                                                   const char         **platform);
/* Chooses them; FALSE when they are not there. */
gboolean       weft_calibration_pane_set_accepted (WeftCalibrationPane *self,
                                                   WeftAcceptKind       kind,
                                                   const char          *platform);
/* The value of a fact about what was read, NULL when there is none of that name. */
const char    *weft_calibration_pane_get_fact     (WeftCalibrationPane *self,
                                                   const char          *name);

G_END_DECLS
