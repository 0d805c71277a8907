/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks that could be placed now: the one of largest priority first, of equal ones the smaller index. A few are kept in
 * order; once there are more, all tasks are sorted, since priorities never change, and a bit for each is enough. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 64 bits a word: six levels are more than any number of tasks needs. */
#define WEFT_READY_LEVELS 6u
#define WEFT_READY_FEW 32u

/**
 * WeftReadyQueue: (skip)
 * @priority: (nullable): [@n_tasks] not NAN; NULL when the index alone counts
 * @n_tasks: all tasks
 * @n_ready: how many are in the queue
 * @is_sorted: there were once more than a few
 * @few: [@n_ready] the queue until then, its first task last
 * @task_at: (nullable): [@n_tasks] from then on: in the order of their priorities; NULL for that of their indices
 * @place_of: (nullable): [@n_tasks] the place of each in that order
 * @n_levels: how many levels of bits
 * @bits: a bit a place; of the levels above, a bit a word that is not 0. The last one is one word.
 */
typedef struct
{
  const double *priority;
  guint32 n_tasks;
  guint32 n_ready;
  gboolean is_sorted;
  guint32 few[WEFT_READY_FEW];
  guint32 *task_at;
  guint32 *place_of;
  guint n_levels;
  guint64 *bits[WEFT_READY_LEVELS];
} WeftReadyQueue;

/* @priority is kept. */
void    weft_ready_queue_init  (WeftReadyQueue *self,
                                guint32         n_tasks,
                                const double   *priority);
void    weft_ready_queue_clear (WeftReadyQueue *self);
void    weft_ready_queue_push  (WeftReadyQueue *self,
                                guint32         task);
/* Of a queue that is not empty. */
guint32 weft_ready_queue_pop   (WeftReadyQueue *self);

/* A task that will probably be taken so many after @task; @task itself when none is. */
static inline guint32
weft_ready_queue_ahead (const WeftReadyQueue *self,
                        guint32               task,
                        guint32               n)
{
  guint32 place = self->place_of != NULL ? self->place_of[task] : task;

  if (place >= self->n_tasks - MIN (n, self->n_tasks))
    return task;
  return self->task_at != NULL ? self->task_at[place + n] : place + n;
}

G_END_DECLS
