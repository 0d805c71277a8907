/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best designs of a search, mapped and simulated: progress, both rankings against each other, and why they differ. */
#pragma once

#include "app/charts/weft-plot-view.h"
#include "app/charts/weft-table-view.h"
#include "app/search/weft-second-look.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SECOND_LOOK_VIEW (weft_second_look_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftSecondLookView, weft_second_look_view, WEFT, SECOND_LOOK_VIEW, GtkWidget)

/* Actions: "second-look.start", "second-look.cancel". */
void            weft_second_look_view_bind        (WeftSecondLookView *self,
                                                   WeftSearchJob      *job,
                                                   WeftMessageBar     *bar);
WeftSecondLook *weft_second_look_view_get_look    (WeftSecondLookView *self);
WeftPlotView   *weft_second_look_view_get_plot    (WeftSecondLookView *self);
WeftTableView  *weft_second_look_view_get_reasons (WeftSecondLookView *self);

G_END_DECLS
