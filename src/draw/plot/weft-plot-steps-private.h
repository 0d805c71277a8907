/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What layers that are derived from steps know of them. */
#pragma once

#include "draw/plot/weft-plot-layers-private.h"

G_BEGIN_DECLS

const double *weft_plot_steps_x    (WeftPlotSteps *self);
const double *weft_plot_steps_y    (WeftPlotSteps *self);
/* Adds the line through items @from up to @to (exclusive) to the path, by the values of @y; steps that are too small to
 * see are left out. @backwards: from the last to the first, going on from the path's point. */
void          weft_plot_steps_path (cairo_t *cr, const WeftPlotFrame *frame, const double *x, const double *y,
                                    guint from, guint to, gboolean backwards);
/* The end of the run of items from @from on that have a place. @from is the first that has one, or the end. */
guint         weft_plot_steps_run  (const WeftPlotFrame *frame, const double *x, const double *y, guint n, guint *from);
/* Whether the line or a riser of it runs through a box of the picture. */
gboolean      weft_plot_steps_cross (WeftPlotSteps *self, const WeftPlotFrame *frame, const WeftBox *box);

G_END_DECLS
