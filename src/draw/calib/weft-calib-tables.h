/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of a calibration: what was measured on what (CHASE's table 3), what was fitted, how large the errors are by
 * operator and platform (figure 12), what is projected, and how communication scales. */
#pragma once

#include "calib/weft-calib-trend.h"
#include "calib/weft-projection.h"
#include "draw/weft-table.h"

G_BEGIN_DECLS

/* All (transfer full). */

/* A row for each platform that has points: platform, system, scale, fabric, use. */
WEFT_API WeftTable *weft_table_fit_platforms (const WeftMeasurements *measurements);
/* A row for each series, in their order. */
WEFT_API WeftTable *weft_table_fit_series    (const WeftFit          *fit);
/* A row for each segment of a series. */
WEFT_API WeftTable *weft_table_fit_segments  (const WeftFit          *fit,
                                              const WeftFitSeries    *series);
/* A row for each operator, a column for each platform; means of computing and communicating below, and of all at the
 * side; the tail where measurements have it. */
WEFT_API WeftTable *weft_table_fit_errors    (const WeftFit          *fit);
/* A row for each operator: knobs with their intervals. */
WEFT_API WeftTable *weft_table_projection    (const WeftFit          *fit,
                                              const WeftProjection   *projection);
/* @trends: (element-type WeftTrend): a row for each number of devices of each */
WEFT_API WeftTable *weft_table_trends        (const WeftFit          *fit,
                                              GPtrArray              *trends);

G_END_DECLS
