/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges and collectives as the arrays of a graph, from lists in any order. */
#pragma once

#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 from;
  guint32 to;
  double bytes;
} WeftTaskEdge;

/* Takes @edges (element-type WeftTaskEdge), whose tasks are there; those that are said twice become one. */
void weft_task_graph_set_edges  (WeftTaskGraph *graph,
                                 GArray        *edges);
/* Of the graph's column of groups. */
void weft_task_graph_set_groups (WeftTaskGraph *graph,
                                 guint32        n_groups);

G_END_DECLS
