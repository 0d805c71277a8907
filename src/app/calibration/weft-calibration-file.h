/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of measurements or of platforms, and how it is read. Names do not change; what reading found is set once it is
 * known. No widgets. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WEFT_TYPE_CALIBRATION_FILE (weft_calibration_file_get_type ())
G_DECLARE_FINAL_TYPE (WeftCalibrationFile, weft_calibration_file, WEFT, CALIBRATION_FILE, GObject)

/* @op: (nullable): all lines are of this operator. @platform: (nullable): of a file that names none. */
WeftCalibrationFile *weft_calibration_file_new          (const char          *path,
                                                         const char          *op,
                                                         const char          *platform);
const char          *weft_calibration_file_get_path     (WeftCalibrationFile *self);
const char          *weft_calibration_file_get_op       (WeftCalibrationFile *self); /* (nullable) */
const char          *weft_calibration_file_get_platform (WeftCalibrationFile *self); /* (nullable) */
char                *weft_calibration_file_dup_title    (WeftCalibrationFile *self);
/* What is in it: "576 points". (transfer full) */
char                *weft_calibration_file_dup_words    (WeftCalibrationFile *self);

void                 weft_calibration_file_set_found    (WeftCalibrationFile *self,
                                                         gboolean             has_platforms,
                                                         guint32              n_rows);
/* It describes platforms instead of measurements. */
gboolean             weft_calibration_file_has_platforms (WeftCalibrationFile *self);

G_END_DECLS
