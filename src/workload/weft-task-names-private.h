/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of tasks in files: "symgs0_pre@3" is a stem and a number. An index finds the task that has a name. */
#pragma once

#include "workload/weft-task-builder.h"

G_BEGIN_DECLS

/* The stem of a name as the builder knows it, and the number after it or WEFT_TASK_NONE. */
guint32        weft_task_name_intern  (WeftTaskBuilder  *builder,
                                       const char       *name,
                                       gsize             length,
                                       guint32          *ordinal);

typedef struct _WeftTaskNames WeftTaskNames;

WeftTaskNames *weft_task_names_new    (void);
void           weft_task_names_free   (WeftTaskNames    *self);
/* Gives a name the next index, from 0 on. FALSE when an earlier one has it. */
gboolean       weft_task_names_add    (WeftTaskNames    *self,
                                       guint32           stem,
                                       guint32           ordinal);
/* WEFT_TASK_NONE when there is none. */
guint32        weft_task_names_find   (WeftTaskNames    *self,
                                       guint32           stem,
                                       guint32           ordinal);
guint32        weft_task_names_length (WeftTaskNames    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTaskNames, weft_task_names_free)

G_END_DECLS
