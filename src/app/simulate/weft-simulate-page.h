/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulate page of a document: workloads and traces run on the open design with contention, and the calibration
 * that their times rest on. */
#pragma once

#include "app/simulate/weft-sim-job.h"
#include "app/simulate/weft-sim-pane.h"
#include "app/simulate/weft-sim-panel.h"
#include "app/simulate/weft-sim-views.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SIMULATE_PAGE (weft_simulate_page_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimulatePage, weft_simulate_page, WEFT, SIMULATE_PAGE, GtkWidget)

/* Property "mode": "simulation" or "calibration"; action "simulate.mode". Actions: "simulate.open-trace", "simulate.add-example" (s), "simulate.start", "simulate.cancel", "simulate.find";
 * F5 starts, Shift+Escape cancels. */
GtkWidget    *weft_simulate_page_new       (WeftSession      *session);
void          weft_simulate_page_set_mode  (WeftSimulatePage *self,
                                            const char       *mode);
const char   *weft_simulate_page_get_mode  (WeftSimulatePage *self);
WeftSimJob   *weft_simulate_page_get_job   (WeftSimulatePage *self);
WeftSimViews *weft_simulate_page_get_views (WeftSimulatePage *self);
WeftSimPanel *weft_simulate_page_get_panel (WeftSimulatePage *self);
/* A trace from a file. */
void          weft_simulate_page_open_trace (WeftSimulatePage *self,
                                             const char       *path);
/* A recorded run of the trail: it is run again. */
void          weft_simulate_page_open_run   (WeftSimulatePage *self,
                                             const char       *path);

G_END_DECLS
