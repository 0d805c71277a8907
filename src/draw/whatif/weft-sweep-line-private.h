/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layer of a plot: straight lines between the answers of a sweep, which is broken where there is none. */
#pragma once

#include "draw/plot/weft-plot-layer-private.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SWEEP_LINE (weft_sweep_line_get_type ())
G_DECLARE_FINAL_TYPE (WeftSweepLine, weft_sweep_line, WEFT, SWEEP_LINE, WeftPlotLayer)

/* Copies the values; what is not finite is a gap. (transfer full) */
WeftPlotLayer *weft_sweep_line_new (const char   *label,
                                    guint         hue,
                                    const double *x,
                                    const double *y,
                                    guint         n);

G_END_DECLS
