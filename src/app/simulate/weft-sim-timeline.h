/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline of a run, or of two above each other: by rank, or by link. */
#pragma once

#include "app/simulate/weft-sim-job.h"
#include "app/weft-message-bar.h"
#include "app/workloads/weft-gantt-area.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SIM_TIMELINE (weft_sim_timeline_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimTimeline, weft_sim_timeline, WEFT, SIM_TIMELINE, GtkWidget)

/* Property "by-links". Actions: "timeline.path", "timeline.export" ("png", "svg", "pdf"), "timeline.zoom-in",
 * "timeline.zoom-out", "timeline.fit", "timeline.zoom-task". */
void           weft_sim_timeline_bind      (WeftSimTimeline *self,
                                            WeftSimJob      *job,
                                            WeftMessageBar  *bar);
/* Called when it is looked at and what the job shows may be another. */
void           weft_sim_timeline_update    (WeftSimTimeline *self);
WeftGanttArea *weft_sim_timeline_get_area  (WeftSimTimeline *self);
/* By the suffix of @path. */
gboolean       weft_sim_timeline_export_to (WeftSimTimeline *self,
                                            const char      *path,
                                            GError         **error);

G_END_DECLS
