/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload as a graph that is too large to draw: by kernel and by level, as charts and as tables. */
#pragma once

#include "app/weft-message-bar.h"
#include "workload/weft-task-summary.h"

G_BEGIN_DECLS

#define WEFT_TYPE_GRAPH_VIEW (weft_graph_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftGraphView, weft_graph_view, WEFT, GRAPH_VIEW, GtkWidget)

/* @summary (nullable) must live until another one is shown. Action: "graph.values". */
void weft_graph_view_show (WeftGraphView         *self,
                           const WeftTaskSummary *summary);
/* Where errors of an export are told. */
void weft_graph_view_set_message_bar (WeftGraphView  *self,
                                      WeftMessageBar *bar);

G_END_DECLS
