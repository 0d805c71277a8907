/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker thread as its owner sees it: how far it is, and whether its answer still counts. A struct that is part of
 * its owner; all zeros when nothing is under way. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WeftWorker:
 * @cancellable: (nullable): of the work whose answer counts
 * @permille: (nullable): what is done of 1000, written by the thread; a #g_atomic_rc_box_alloc() of one int
 * @tick_source: tells the owner that time has passed
 */
typedef struct
{
  GCancellable *cancellable;
  int *permille;
  guint tick_source;
} WeftWorker;

/* Nothing may be under way. */
void     weft_worker_begin        (WeftWorker   *self);
/* @owner: emits its signal “changed” while the work goes on, so that the progress is shown. */
void     weft_worker_tick         (WeftWorker   *self,
                                   GObject      *owner);
void     weft_worker_end          (WeftWorker   *self);
/* Ends what is under way, if anything is; its answer does not count any more. */
void     weft_worker_cancel       (WeftWorker   *self);
/* Whether an answer is that of what is under way. */
gboolean weft_worker_counts       (WeftWorker   *self,
                                   GAsyncResult *result);
/* Returns: from 0 to 1; 0 when nothing is under way. */
double   weft_worker_get_progress (WeftWorker   *self);

/* In the thread: a callback of progress whose data is the permille. */
void     weft_worker_progress_cb  (double        share,
                                   gpointer      permille);

G_END_DECLS
