/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks that could be placed now: the one of largest priority first, of equal ones the smaller index. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double priority;
  guint32 task;
} WeftReadyTask;

typedef struct
{
  WeftReadyTask *tasks;
  guint32 n_tasks;
  guint32 n_room;
} WeftReadyHeap;

void    weft_ready_heap_clear (WeftReadyHeap *self);
void    weft_ready_heap_push  (WeftReadyHeap *self,
                               guint32        task,
                               double         priority);
/* Of a heap that is not empty. */
guint32 weft_ready_heap_pop   (WeftReadyHeap *self);

G_END_DECLS
