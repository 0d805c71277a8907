/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A heap with four children a node, which is half as deep as one with two. */
#include "mapper/weft-ready-heap-private.h"

#define N_CHILDREN 4u

static inline gboolean
comes_before (const WeftReadyTask *a, const WeftReadyTask *b)
{
  return a->priority > b->priority || (a->priority == b->priority && a->task < b->task);
}

static guint32
first_child (const WeftReadyHeap *self, guint32 at)
{
  guint32 begin = at * N_CHILDREN + 1;
  guint32 end = MIN (begin + N_CHILDREN, self->n_tasks);
  guint32 first = begin;

  for (guint32 c = begin + 1; c < end; c++)
    if (comes_before (&self->tasks[c], &self->tasks[first]))
      first = c;
  return first;
}

void
weft_ready_heap_clear (WeftReadyHeap *self)
{
  g_free (self->tasks);
  *self = (WeftReadyHeap) { 0 };
}

void
weft_ready_heap_push (WeftReadyHeap *self, guint32 task, double priority)
{
  const WeftReadyTask pushed = { priority, task };
  guint32 at = self->n_tasks++;

  if (self->n_tasks > self->n_room)
    {
      self->n_room = MAX (256, 2 * self->n_room);
      self->tasks = g_renew (WeftReadyTask, self->tasks, self->n_room);
    }
  for (; at > 0 && comes_before (&pushed, &self->tasks[(at - 1) / N_CHILDREN]); at = (at - 1) / N_CHILDREN)
    self->tasks[at] = self->tasks[(at - 1) / N_CHILDREN];
  self->tasks[at] = pushed;
}

guint32
weft_ready_heap_pop (WeftReadyHeap *self)
{
  guint32 first = self->tasks[0].task;
  const WeftReadyTask last = self->tasks[--self->n_tasks];
  guint32 at = 0;

  while (at * N_CHILDREN + 1 < self->n_tasks)
    {
      guint32 child = first_child (self, at);

      if (!comes_before (&self->tasks[child], &last))
        break;
      self->tasks[at] = self->tasks[child];
      at = child;
    }
  if (self->n_tasks > 0)
    self->tasks[at] = last;
  return first;
}
