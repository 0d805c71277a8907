/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The middle column of What-if: list of inputs, tornado, sweep, break-even and uncertainty. */
#pragma once

#include "app/whatif/weft-break-even-view.h"
#include "app/whatif/weft-doubt-view.h"
#include "app/whatif/weft-inputs-view.h"
#include "app/whatif/weft-sweep-view.h"
#include "app/whatif/weft-tornado-view.h"

G_BEGIN_DECLS

/* Property "view": "inputs", "tornado", "sweep", "break-even" or "uncertainty". Action "asked.view". */
#define WEFT_TYPE_WHATIF_VIEWS (weft_whatif_views_get_type ())
G_DECLARE_FINAL_TYPE (WeftWhatifViews, weft_whatif_views, WEFT, WHATIF_VIEWS, GtkWidget)

void               weft_whatif_views_bind           (WeftWhatifViews *self,
                                                     WeftWhatifJob   *job,
                                                     WeftMessageBar  *bar);
/* Only what is looked at is brought up to date, and asks. */
void               weft_whatif_views_update         (WeftWhatifViews *self);
void               weft_whatif_views_set_view       (WeftWhatifViews *self,
                                                     const char      *view);
const char        *weft_whatif_views_get_view       (WeftWhatifViews *self);
WeftInputsView    *weft_whatif_views_get_inputs     (WeftWhatifViews *self);
WeftTornadoView   *weft_whatif_views_get_tornado    (WeftWhatifViews *self);
WeftSweepView     *weft_whatif_views_get_sweep      (WeftWhatifViews *self);
WeftBreakEvenView *weft_whatif_views_get_break_even (WeftWhatifViews *self);
WeftDoubtView     *weft_whatif_views_get_doubt      (WeftWhatifViews *self);

G_END_DECLS
