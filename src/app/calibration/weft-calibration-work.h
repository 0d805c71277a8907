/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workers' part of a calibration: reading files, fitting, comparing, projecting. They touch nothing but what they are given. */
#pragma once

#include "app/calibration/weft-calibration-file.h"
#include "calib/weft-calib-trend.h"
#include "calib/weft-projection.h"

G_BEGIN_DECLS

/**
 * WeftCalibrationFound: (skip)
 * @has_platforms: the file describes platforms instead of measurements
 * @n_rows: without header
 */
typedef struct
{
  gboolean has_platforms;
  guint32 n_rows;
} WeftCalibrationFound;

/**
 * WeftCalibrationReading: (skip)
 * @measurements: of all files; those of platforms were read first
 * @found: (element-type WeftCalibrationFound): of each file
 */
typedef struct
{
  WeftMeasurements *measurements;
  GArray *found;
} WeftCalibrationReading;

void                    weft_calibration_reading_free   (WeftCalibrationReading     *self);

/* @files: (element-type WeftCalibrationFile): must not change. */
void                    weft_calibration_read_async     (GPtrArray                  *files,
                                                         GCancellable               *cancellable,
                                                         GAsyncReadyCallback         callback,
                                                         gpointer                    data);
WeftCalibrationReading *weft_calibration_read_finish    (GAsyncResult               *result,
                                                         GError                    **error);

/* @permille: what is done of 1000, written by the worker; a #g_atomic_rc_box_alloc() of one int. */
void                    weft_calibration_fit_async      (WeftMeasurements           *measurements,
                                                         guint                       most_segments,
                                                         int                        *permille,
                                                         GCancellable               *cancellable,
                                                         GAsyncReadyCallback         callback,
                                                         gpointer                    data);
WeftFit                *weft_calibration_fit_finish     (GAsyncResult               *result,
                                                         GError                    **error);

/* (element-type WeftTrend) */
void                    weft_calibration_compare_async  (WeftFit                    *fit,
                                                         GCancellable               *cancellable,
                                                         GAsyncReadyCallback         callback,
                                                         gpointer                    data);
GPtrArray              *weft_calibration_compare_finish (GAsyncResult               *result,
                                                         GError                    **error);

void                    weft_calibration_project_async  (WeftFit                    *fit,
                                                         const WeftMeasuredPlatform *target,
                                                         GCancellable               *cancellable,
                                                         GAsyncReadyCallback         callback,
                                                         gpointer                    data);
WeftProjection         *weft_calibration_project_finish (GAsyncResult               *result,
                                                         GError                    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftCalibrationReading, weft_calibration_reading_free)

G_END_DECLS
