/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of tasks that are made once for each cost, however many tasks cost it. Costs with given times are none. */
#pragma once

#include "workload/weft-task-builder.h"

G_BEGIN_DECLS

typedef struct _WeftKindSet WeftKindSet;

/* @builder outlives it. */
WeftKindSet *weft_kind_set_new  (WeftTaskBuilder    *builder);
void         weft_kind_set_free (WeftKindSet        *self);
/* The kind that costs this. */
guint32      weft_kind_set_take (WeftKindSet        *self,
                                 const WeftTaskCost *cost);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftKindSet, weft_kind_set_free)

G_END_DECLS
