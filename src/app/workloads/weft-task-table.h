/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks of a mapping as a table: the critical path, or what was found. */
#pragma once

#include <gtk/gtk.h>

#include "app/workloads/weft-task-rows.h"

G_BEGIN_DECLS

#define WEFT_TYPE_TASK_TABLE (weft_task_table_get_type ())
G_DECLARE_FINAL_TYPE (WeftTaskTable, weft_task_table, WEFT, TASK_TABLE, GtkWidget)

/* Property "waits": whether there is a column of what a task waits for. Signals "task-selected" (task) while moving
 * through the rows, "task-activated" (task) for Enter and a double click. */
/* (nullable) */
void          weft_task_table_set_rows (WeftTaskTable *self,
                                        WeftTaskRows  *rows);
WeftTaskRows *weft_task_table_get_rows (WeftTaskTable *self);

G_END_DECLS
