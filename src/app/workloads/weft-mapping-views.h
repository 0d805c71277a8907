/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to see of a workload and of its mapping, one view at a time: graph, schedule, placement, critical path,
 * loads. */
#pragma once

#include "app/workloads/weft-llm-advice.h"
#include "app/workloads/weft-schedule-view.h"

G_BEGIN_DECLS

#define WEFT_TYPE_MAPPING_VIEWS (weft_mapping_views_get_type ())
G_DECLARE_FINAL_TYPE (WeftMappingViews, weft_mapping_views, WEFT, MAPPING_VIEWS, GtkWidget)

/* Property "view": "graph", "schedule", "placement", "path", "loads" or "plans"; action "mapping.view". Signal
 * "task-chosen" (chart, task) of the schedule. */
void              weft_mapping_views_bind     (WeftMappingViews *self,
                                               WeftMapJob       *job,
                                               WeftMessageBar   *bar);
void              weft_mapping_views_update   (WeftMappingViews *self);
void              weft_mapping_views_set_view (WeftMappingViews *self,
                                               const char       *view);
const char       *weft_mapping_views_get_view (WeftMappingViews *self);
WeftLlmAdvice    *weft_mapping_views_get_advice (WeftMappingViews *self);
WeftScheduleView *weft_mapping_views_get_schedule (WeftMappingViews *self);
/* Shows a task's bar. */
void              weft_mapping_views_show_task (WeftMappingViews *self,
                                                guint32           task);

G_END_DECLS
