/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of the run that is shown, beside those of the one that it is compared with, and what has to be known
 * about them. */
#pragma once

#include "app/simulate/weft-sim-job.h"
#include "app/workloads/weft-fact-list.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SIM_PANEL (weft_sim_panel_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimPanel, weft_sim_panel, WEFT, SIM_PANEL, GtkWidget)

void        weft_sim_panel_bind     (WeftSimPanel *self,
                                     WeftSimJob   *job);
void        weft_sim_panel_update   (WeftSimPanel *self);
/* By its name; NULL when there is none. */
const char *weft_sim_panel_get_fact (WeftSimPanel *self,
                                     const char   *name);

G_END_DECLS
