/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding tasks by what they are called. */
#pragma once

#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

/* The tasks whose names contain @text, whatever its case, in their order; none for an empty text. (transfer full)
 * (element-type guint32) */
WEFT_API GArray *weft_task_graph_search (const WeftTaskGraph *self,
                                         const char          *text);

G_END_DECLS
