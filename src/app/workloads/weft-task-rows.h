/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks of a mapping as a list model whose objects are made when they are asked for: the critical path, or what a
 * search has found. */
#pragma once

#include "app/workloads/weft-map-outcome.h"

G_BEGIN_DECLS

#define WEFT_TYPE_TASK_ROW (weft_task_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftTaskRow, weft_task_row, WEFT, TASK_ROW, GObject)

guint32       weft_task_row_get_task     (WeftTaskRow  *self);
/* Cells; all (transfer full). */
char         *weft_task_row_dup_name     (WeftTaskRow  *self);
char         *weft_task_row_dup_kernel   (WeftTaskRow  *self);
char         *weft_task_row_dup_device   (WeftTaskRow  *self);
char         *weft_task_row_dup_start    (WeftTaskRow  *self);
char         *weft_task_row_dup_duration (WeftTaskRow  *self);
/* Of the critical path: "data of halo@3 (1.2 µs)"; "" for others. */
char         *weft_task_row_dup_wait     (WeftTaskRow  *self);

#define WEFT_TYPE_TASK_ROWS (weft_task_rows_get_type ())
G_DECLARE_FINAL_TYPE (WeftTaskRows, weft_task_rows, WEFT, TASK_ROWS, GObject)

/* The critical path of a mapping. */
WeftTaskRows *weft_task_rows_new_path    (WeftMapOutcome  *mapping);
/* Tasks whose names contain @text, whatever its case. */
WeftTaskRows *weft_task_rows_new_found   (WeftMapOutcome  *mapping,
                                          const char   *text);
guint32       weft_task_rows_get_task    (WeftTaskRows *self,
                                          guint         position);

G_END_DECLS
