/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of tasks that are made once for each cost, however many tasks cost it. */
#pragma once

#include "workload/weft-task-builder.h"

G_BEGIN_DECLS

typedef struct _WeftKindSet WeftKindSet;

/* A given time, before the builder has it. */
typedef struct
{
  const char *device_class;
  double time_s;
} WeftGivenTime;

/* @builder outlives it. */
WeftKindSet *weft_kind_set_new  (WeftTaskBuilder    *builder);
void         weft_kind_set_free (WeftKindSet        *self);
/* The kind that costs this. */
guint32      weft_kind_set_take (WeftKindSet        *self,
                                 const WeftTaskCost *cost);
/* The same with given times. */
guint32      weft_kind_set_take_timed (WeftKindSet         *self,
                                       const WeftTaskCost  *cost,
                                       const WeftGivenTime *times,
                                       guint                n_times);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftKindSet, weft_kind_set_free)

G_END_DECLS
