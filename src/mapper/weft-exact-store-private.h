/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partial schedules that a search has met: tasks in the order of their starts, kept so that one can be compared with
 * all others of the same tasks. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WEFT_EXACT_NO_STATE G_MAXUINT32

/**
 * WeftExactState: (skip)
 * @bound_s: no schedule that goes on from here is shorter
 * @start_s: when its last task starts; those to come start no earlier
 * @sum_s: sum of all starts
 * @used: devices with tasks, as bits
 * @room_key: what is kept where, when memory matters
 * @parent: the state without the last task
 * @task: the last task
 * @device: its device
 * @n_done: tasks in it
 * @n_rows: tasks to come that something is known about
 * @next: another state of the same tasks
 * @done: [words] the tasks in it, as bits
 * @free_s: [devices] when each device is free
 * @ready_s: [@n_rows × devices] when each of these tasks has what it waits for, as far as that is placed, and its
 *   device is free; by index
 */
typedef struct
{
  double bound_s;
  double start_s;
  double sum_s;
  guint64 used;
  guint64 room_key;
  guint32 parent;
  guint32 task;
  guint32 device;
  guint32 n_done;
  guint32 n_rows;
  guint32 next;
  guint64 *done;
  double *free_s;
  double *ready_s;
} WeftExactState;

/**
 * WeftExactStore: (skip)
 * @n_words: words of a set of tasks
 * @n_devices: how many devices
 * @n_bytes: memory that is used
 */
typedef struct
{
  gsize n_words;
  guint n_devices;
  gsize n_bytes;

  /*< private >*/
  GArray *states;
  GPtrArray *chunks;
  gsize chunk_left;
  guint8 *chunk_at;
  guint32 *slots; /* the first state of each set of tasks */
  gsize n_slots;
  gsize n_sets;
} WeftExactStore;

void            weft_exact_store_init  (WeftExactStore       *self,
                                        gsize                 n_words,
                                        guint                 n_devices);
void            weft_exact_store_clear (WeftExactStore       *self);
/* Forgets all states. */
void            weft_exact_store_reset (WeftExactStore       *self);
/* Copies @state with its arrays. Returns its number. */
guint32         weft_exact_store_add   (WeftExactStore       *self,
                                        const WeftExactState *state);
/* The last state that was added of the same tasks, WEFT_EXACT_NO_STATE for none; the others follow by next. */
guint32         weft_exact_store_find  (const WeftExactStore *self,
                                        const guint64        *done);

static inline WeftExactState *
weft_exact_store_get (const WeftExactStore *self,
                      guint32               id)
{
  return &((WeftExactState *) self->states->data)[id];
}

G_END_DECLS
