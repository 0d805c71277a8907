/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload by level: how many tasks lie at each distance from the start, as an area. It says how much of a machine
 * the workload could keep busy, and when. */
#pragma once

#include "draw/plot/weft-plot-private.h"
#include "workload/weft-task-summary.h"

G_BEGIN_DECLS

/* (transfer full) */
WEFT_API WeftPlot *weft_level_plot_new (const WeftTaskSummary *summary);

G_END_DECLS
