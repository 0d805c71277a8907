/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedule of a mapping, or of two above each other: toolbar, search, charts, and the chosen task in words. */
#pragma once

#include "app/weft-message-bar.h"
#include "app/workloads/weft-gantt-area.h"
#include "app/workloads/weft-map-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SCHEDULE_VIEW (weft_schedule_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftScheduleView, weft_schedule_view, WEFT, SCHEDULE_VIEW, GtkWidget)

/* Signal "task-chosen" (chart, task). Actions: "schedule.path", "schedule.export" ("png", "svg", "pdf"),
 * "schedule.zoom-in", "schedule.zoom-out", "schedule.fit", "schedule.zoom-task". */
void           weft_schedule_view_bind     (WeftScheduleView *self,
                                            WeftMapJob       *job,
                                            WeftMessageBar   *bar);
/* What the job shows is another. */
void           weft_schedule_view_update   (WeftScheduleView *self);
WeftGanttArea *weft_schedule_view_get_area (WeftScheduleView *self);
/* Gives the keyboard to the search. */
void           weft_schedule_view_find     (WeftScheduleView *self);
/* Looks for tasks now, and says how many there are. */
guint          weft_schedule_view_search   (WeftScheduleView *self,
                                            const char       *text);
/* By the suffix of @path. */
gboolean       weft_schedule_view_export_to (WeftScheduleView *self,
                                             const char       *path,
                                             GError          **error);

G_END_DECLS
