/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chart of a mapper's schedule. */
#pragma once

#include "draw/gantt/weft-gantt.h"
#include "mapper/weft-map-report.h"

G_BEGIN_DECLS

/* @report: (nullable): for the critical path. @beside: (nullable): a schedule of the same problem that is shown with
 * this one and gets the same rows. (transfer full) */
WEFT_API WeftGantt *weft_gantt_new (WeftMapProblem      *problem,
                                    WeftSchedule        *schedule,
                                    const WeftMapReport *report,
                                    const WeftSchedule  *beside);

G_END_DECLS
