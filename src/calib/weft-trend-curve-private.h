/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What times of one communication on one or several numbers of devices show. */
#pragma once

#include "calib/weft-calib-trend.h"
#include "calib/weft-fit-solve-private.h"

G_BEGIN_DECLS

void   weft_trend_curve_init   (WeftTrendCurve       *self);
void   weft_trend_curve_clear  (WeftTrendCurve       *self);
/* Groups by rising @n_dev. @points: by rising size, um at the link's full rate. */
void   weft_trend_curve_add    (WeftTrendCurve       *self,
                                guint32               n_dev,
                                const WeftFitPoint   *points,
                                guint32               n);
/* When all groups are there. */
void   weft_trend_curve_finish (WeftTrendCurve       *self);

G_END_DECLS
