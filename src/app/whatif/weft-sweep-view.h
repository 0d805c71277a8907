/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer over the range of one input, with the place where the design stands. */
#pragma once

#include "app/charts/weft-plot-view.h"
#include "app/whatif/weft-input-range.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SWEEP_VIEW (weft_sweep_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftSweepView, weft_sweep_view, WEFT, SWEEP_VIEW, GtkWidget)

void            weft_sweep_view_bind      (WeftSweepView  *self,
                                           WeftWhatifJob  *job,
                                           WeftMessageBar *bar);
void            weft_sweep_view_update    (WeftSweepView  *self);
const char     *weft_sweep_view_get_words (WeftSweepView  *self);
WeftPlotView   *weft_sweep_view_get_plot  (WeftSweepView  *self);
WeftInputRange *weft_sweep_view_get_range (WeftSweepView  *self);

G_END_DECLS
