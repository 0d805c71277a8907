/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of runs: title, time, events, best score and state of each. */
#pragma once

#include <adwaita.h>

#include "app/trail/weft-run-list.h"

G_BEGIN_DECLS

#define WEFT_TYPE_RUNS_PANE (weft_runs_pane_get_type ())
/* Property "path" (nullable) of the run that is selected; signal "entered": the user goes to it. */
G_DECLARE_FINAL_TYPE (WeftRunsPane, weft_runs_pane, WEFT, RUNS_PANE, GtkWidget)

void            weft_runs_pane_bind       (WeftRunsPane *self,
                                           WeftRunList  *runs);
const char     *weft_runs_pane_get_path   (WeftRunsPane *self);
WeftTrailEntry *weft_runs_pane_get_entry  (WeftRunsPane *self); /* (nullable) (transfer none) */
/* Selects the run, now or when it comes into the list. */
void            weft_runs_pane_select     (WeftRunsPane *self,
                                           const char   *path);

G_END_DECLS
