/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a planning run stands: figures, the best score so far, and the designs that were the best in turn. */
#pragma once

#include <gtk/gtk.h>

#include "app/charts/weft-plot-view.h"
#include "app/plan/weft-plan-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_RUN_PANEL (weft_run_panel_get_type ())
/* Signal "chosen" (guint64): the number of the first event of a call. */
G_DECLARE_FINAL_TYPE (WeftRunPanel, weft_run_panel, WEFT, RUN_PANEL, GtkWidget)

void          weft_run_panel_bind     (WeftRunPanel   *self,
                                       WeftPlanJob    *job,
                                       WeftMessageBar *bar);
void          weft_run_panel_update   (WeftRunPanel   *self);
/* What stands beside a figure's name: "9 of 18" for "evaluations". */
const char   *weft_run_panel_get_fact (WeftRunPanel   *self,
                                       const char     *name);

G_END_DECLS
