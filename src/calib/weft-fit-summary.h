/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of many series in one number, as CHASE's figure 12 has them: a mean over points. */
#pragma once

#include "calib/weft-fit.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_FIT_ALL,
  WEFT_FIT_COMPUTE,
  WEFT_FIT_COMM,
} WeftFitPart;

/**
 * WeftFitSummary: (skip)
 * @n_series, @n_points: that it is of; 0: everything else is NAN
 * @error: mean |error| / time
 * @held_out: the same of points held out, of the series that have it
 * @tail_ratio: p99 / fitted time, mean of the series that have it
 */
typedef struct
{
  guint n_series;
  guint32 n_points;
  double error;
  double held_out;
  double tail_ratio;
} WeftFitSummary;

/* @platform, @op: index, or -1 for any. */
WEFT_API void weft_fit_summarise (const WeftFit   *fit,
                                  WeftFitPart      part,
                                  int              platform,
                                  int              op,
                                  WeftFitSummary  *summary);
/* The least and the greatest number of devices that @platform was measured on; 0 when no point says it. */
WEFT_API void weft_measurements_scale (const WeftMeasurements *self,
                                       guint                   platform,
                                       guint                  *least,
                                       guint                  *most);

G_END_DECLS
