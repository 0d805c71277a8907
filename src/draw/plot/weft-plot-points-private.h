/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the legend knows of points. */
#pragma once

#include "draw/plot/weft-plot-layers-private.h"

G_BEGIN_DECLS

/* What hollow means, NULL when no point is. */
const char *weft_plot_points_hollow_key       (WeftPlotPoints      *self);
void        weft_plot_points_paint_hollow_key (WeftPlotPoints      *self,
                                               cairo_t             *cr,
                                               const WeftPlotFrame *frame,
                                               const WeftBox       *box);

G_END_DECLS
