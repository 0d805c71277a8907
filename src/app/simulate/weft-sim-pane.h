/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The left column of the simulate page: what is run, how, the run under way, and the runs so far. */
#pragma once

#include <adwaita.h>

#include "app/simulate/weft-sim-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SIM_PANE (weft_sim_pane_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimPane, weft_sim_pane, WEFT, SIM_PANE, GtkWidget)

void        weft_sim_pane_bind      (WeftSimPane *self,
                                     WeftSimJob  *job);
/* What the job says is another. */
void        weft_sim_pane_update    (WeftSimPane *self);
/* What can be added. (transfer full) */
GMenuModel *weft_sim_pane_make_menu (void);

G_END_DECLS
