/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What bounds a simulation: the shares of its critical path as a bar, of several runs one below the other on one scale
 * of time. */
#pragma once

#include "draw/weft-paint.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

#define WEFT_BOTTLENECK_MOST_RUNS 8

/**
 * WeftBottleneckChart: (skip)
 * @n_runs: how many; 0 paints that there is none
 * @results: what each found
 * @names: (nullable): what each is called; %NULL for the name of its machine
 * @hover: the run under the pointer, -1 for none
 * @title: (nullable): painted above, for exports
 */
typedef struct
{
  guint n_runs;
  const WeftSimResult *results[WEFT_BOTTLENECK_MOST_RUNS];
  const char *names[WEFT_BOTTLENECK_MOST_RUNS];
  int hover;
  const char *title;
} WeftBottleneckChart;

WEFT_API void     weft_bottleneck_chart_paint    (cairo_t                   *cr,
                                                  double                     width,
                                                  double                     height,
                                                  const WeftPalette         *palette,
                                                  const WeftBottleneckChart *chart);
/* The run whose row holds (x, y), or -1; @share (nullable): the #WeftSimShare there, or -1. */
WEFT_API int      weft_bottleneck_chart_pick     (double                     x,
                                                  double                     y,
                                                  double                     width,
                                                  double                     height,
                                                  const WeftPalette         *palette,
                                                  const WeftBottleneckChart *chart,
                                                  int                       *share);
/* The row of a run, for focus; empty when there is none. */
WEFT_API void     weft_bottleneck_chart_row      (guint                      run,
                                                  double                     width,
                                                  double                     height,
                                                  const WeftPalette         *palette,
                                                  const WeftBottleneckChart *chart,
                                                  WeftBox                   *box);
/* The height at which it looks best. */
WEFT_API double   weft_bottleneck_chart_height   (double                     width,
                                                  const WeftPalette         *palette,
                                                  const WeftBottleneckChart *chart);
/* What a pick found, in lines; @share: -1 for the run as a whole. (transfer full) */
WEFT_API char    *weft_bottleneck_chart_describe (const WeftBottleneckChart *chart,
                                                  guint                      run,
                                                  int                        share);
/* As .svg, .pdf or .png by the suffix of @path. */
WEFT_API gboolean weft_bottleneck_chart_export   (const char                *path,
                                                  const WeftBottleneckChart *chart,
                                                  const WeftPalette         *palette,
                                                  GError                   **error);

G_END_DECLS
