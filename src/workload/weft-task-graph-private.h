/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the builder does to a graph before anybody else sees it. */
#pragma once

#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

/* One that holds nothing yet. */
WeftTaskGraph *weft_task_graph_new_empty (const char          *name);
/* Tasks that wait for each other, the first again at the end; NULL when there are none. (transfer full)
 * (element-type guint32) */
GArray        *weft_task_graph_find_cycle (const WeftTaskGraph *self);

G_END_DECLS
