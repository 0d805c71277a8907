/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacked bars: where each workload's time goes (compute, memory, latency, bisection, bubble), with
 * a legend that names each part by icon and word. */
#pragma once

#include "draw/weft-paint.h"

G_BEGIN_DECLS

typedef struct
{
  WeftEvaluation *evaluation; /* (nullable) */
  int hover;                  /* workload, -1 none */
  const char *title;          /* (nullable): painted above, for exports */
} WeftSplitChart;

WEFT_API void   weft_split_chart_paint  (cairo_t              *cr,
                                         double                width,
                                         double                height,
                                         const WeftPalette    *palette,
                                         const WeftSplitChart *chart);
/* The workload whose row holds (x, y), or -1; @part (nullable) is the part there, or -1. */
WEFT_API int    weft_split_chart_pick   (double                x,
                                         double                y,
                                         double                width,
                                         double                height,
                                         const WeftPalette    *palette,
                                         const WeftSplitChart *chart,
                                         int                  *part);
/* The rectangle of a row, for tooltips and focus. */
WEFT_API void   weft_split_chart_row    (guint                 row,
                                         double                width,
                                         double                height,
                                         const WeftPalette    *palette,
                                         const WeftSplitChart *chart,
                                         double               *x,
                                         double               *y,
                                         double               *w,
                                         double               *h);
/* The natural height. */
WEFT_API double weft_split_chart_height (double                width,
                                         const WeftPalette    *palette,
                                         const WeftSplitChart *chart);

G_END_DECLS
