/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars: the speed-up of each workload over the reference, with the reference as a line at 1, the
 * bottleneck's icon and, when given, a second design's bars below. Log axis when the values span
 * more than a factor of twelve; its bars then begin at 1. */
#pragma once

#include "draw/weft-paint.h"

G_BEGIN_DECLS

typedef struct
{
  WeftEvaluation *a; /* (nullable) */
  WeftEvaluation *b; /* (nullable): the second design of a comparison */
  int hover;         /* workload under the pointer or focus, -1 none */
  gboolean log_axis; /* forced; it is used by itself when needed */
  const char *title; /* (nullable): painted above, for exports */
} WeftSpeedupChart;

WEFT_API void   weft_speedup_chart_paint  (cairo_t                *cr,
                                           double                  width,
                                           double                  height,
                                           const WeftPalette      *palette,
                                           const WeftSpeedupChart *chart);
/* The workload whose row holds (x, y), or -1. */
WEFT_API int    weft_speedup_chart_pick   (double                  x,
                                           double                  y,
                                           double                  width,
                                           double                  height,
                                           const WeftPalette      *palette,
                                           const WeftSpeedupChart *chart);
/* The rectangle of a row, for tooltips and focus. */
WEFT_API void   weft_speedup_chart_row    (guint                   row,
                                           double                  width,
                                           double                  height,
                                           const WeftPalette      *palette,
                                           const WeftSpeedupChart *chart,
                                           double                 *x,
                                           double                 *y,
                                           double                 *w,
                                           double                 *h);
/* The natural height. */
WEFT_API double weft_speedup_chart_height (double                  width,
                                           const WeftPalette      *palette,
                                           const WeftSpeedupChart *chart);

G_END_DECLS
