/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calibration of one document: files, what was read from them, the fit under way or the last one, a projection,
 * and the knobs that simulations of the document use. No widgets. */
#pragma once

#include "app/calibration/weft-calibration-file.h"
#include "app/calibration/weft-knobs-file.h"
#include "app/weft-session.h"
#include "calib/weft-calib-trend.h"
#include "calib/weft-projection.h"

G_BEGIN_DECLS

/* What a worker does. */
typedef enum
{
  WEFT_CALIBRATION_NOTHING,
  WEFT_CALIBRATION_READING,
  WEFT_CALIBRATION_FITTING,
  WEFT_CALIBRATION_COMPARING,
  WEFT_CALIBRATION_PROJECTING,
} WeftCalibrationWork;

#define WEFT_TYPE_CALIBRATION_JOB (weft_calibration_job_get_type ())
G_DECLARE_FINAL_TYPE (WeftCalibrationJob, weft_calibration_job, WEFT, CALIBRATION_JOB, GObject)

/* Signals "changed": anything below is another, during a fit some fifteen times a second; "ended": a fit has ended by
 * itself (done or failed); "knobs-changed": those that simulations use are others. */
WeftCalibrationJob   *weft_calibration_job_new               (WeftSession                *session);
WeftSession          *weft_calibration_job_get_session       (WeftCalibrationJob         *self);

/* Files, which are read again all together whenever there are others. When that fails everything stays as it was, and
 * the message says why. */
GListModel           *weft_calibration_job_get_files         (WeftCalibrationJob         *self); /* of WeftCalibrationFile */
/* One that is there already is read again. */
void                  weft_calibration_job_add_files         (WeftCalibrationJob         *self,
                                                              const char *const          *paths);
void                  weft_calibration_job_remove_file       (WeftCalibrationJob         *self,
                                                              WeftCalibrationFile        *file);
/* As of weft_calibration_file_new(). */
void                  weft_calibration_job_set_names         (WeftCalibrationJob         *self,
                                                              WeftCalibrationFile        *file,
                                                              const char                 *op,
                                                              const char                 *platform);
/* (nullable) (transfer none) */
WeftMeasurements     *weft_calibration_job_get_measurements  (WeftCalibrationJob         *self);

/* What is under way. All control returns at once. */
WeftCalibrationWork   weft_calibration_job_get_work          (WeftCalibrationJob         *self);
double                weft_calibration_job_get_progress      (WeftCalibrationJob         *self); /* 0 to 1 */
void                  weft_calibration_job_stop              (WeftCalibrationJob         *self);
/* The last of it was stopped by somebody. */
gboolean              weft_calibration_job_is_stopped        (WeftCalibrationJob         *self);
/* What did not succeed since, and the reason. */
WeftCalibrationWork   weft_calibration_job_get_failed        (WeftCalibrationJob         *self);
const char           *weft_calibration_job_get_message       (WeftCalibrationJob         *self); /* (nullable) */

/* From 1 to WEFT_MAX_FIT_SEGMENTS; it counts from the next fit. */
void                  weft_calibration_job_set_most_segments (WeftCalibrationJob         *self,
                                                              guint                       n);
guint                 weft_calibration_job_get_most_segments (WeftCalibrationJob         *self);
gboolean              weft_calibration_job_can_fit           (WeftCalibrationJob         *self);
void                  weft_calibration_job_fit               (WeftCalibrationJob         *self);
WeftFit              *weft_calibration_job_get_fit           (WeftCalibrationJob         *self); /* (nullable) (transfer none) */
/* The measurements have changed since. */
gboolean              weft_calibration_job_is_dated          (WeftCalibrationJob         *self);
/* The series that is looked at. */
void                  weft_calibration_job_choose            (WeftCalibrationJob         *self,
                                                              guint                       series);
const WeftFitSeries  *weft_calibration_job_get_series        (WeftCalibrationJob         *self); /* (nullable) */

/* How communication scales, against simulations of the same; of the fit. */
void                  weft_calibration_job_compare           (WeftCalibrationJob         *self);
GPtrArray            *weft_calibration_job_get_trends        (WeftCalibrationJob         *self); /* (nullable) (element-type WeftTrend) */

void                  weft_calibration_job_project           (WeftCalibrationJob         *self,
                                                              const WeftMeasuredPlatform *target);
const WeftProjection *weft_calibration_job_get_projection    (WeftCalibrationJob         *self); /* (nullable) */

/* Writes knobs of the fit and uses them from now on. @platform: (nullable): those of this one alone. */
gboolean              weft_calibration_job_accept            (WeftCalibrationJob         *self,
                                                              const char                 *platform,
                                                              const char                 *path,
                                                              GError                    **error);
/* The same of the projection. */
gboolean              weft_calibration_job_accept_projection (WeftCalibrationJob         *self,
                                                              const char                 *path,
                                                              GError                    **error);
/* Uses the knobs of a file that was written before. */
gboolean              weft_calibration_job_load_knobs        (WeftCalibrationJob         *self,
                                                              const char                 *path,
                                                              GError                    **error);
void                  weft_calibration_job_drop_knobs        (WeftCalibrationJob         *self);
/* "weft-knobs/1", what simulations of the document use. It does not change; other knobs are another node.
 * (nullable) (transfer none) */
JsonNode             *weft_calibration_job_get_knobs         (WeftCalibrationJob         *self);
const WeftKnobsFile  *weft_calibration_job_get_knobs_file    (WeftCalibrationJob         *self); /* (nullable) */

G_END_DECLS
