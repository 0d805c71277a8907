/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a trace becomes as files: the order, the ids, the tags, and messages in the place of edges between ranks. */
#pragma once

#include "sim/weft-sim-trace.h"

G_BEGIN_DECLS

/* An edge between two ranks. Its send stands right behind the task that it comes from, its receive right before the
 * task that it goes to. */
typedef struct
{
  guint32 from;
  guint32 to;
  gint32 tag;
  double bytes;
} WeftChakraCrossing;

/**
 * WeftChakraPlan: (skip)
 * @sorted: [tasks] by rank, then in the order in which they go
 * @first_of_rank: [ranks + 1]
 * @id: [tasks] number of the node
 * @tag: [tasks] of sends and receives
 * @first_pred: [tasks + 1]
 * @pred: tasks of the same rank that each waits for, ascending
 * @crossings: (element-type WeftChakraCrossing): by the task that they come from
 * @first_out: (nullable): [tasks + 1] where those from a task begin; %NULL: there is none at all
 * @first_in: (nullable): [tasks + 1] where those to a task begin in @in
 * @in: (nullable): [crossings] by the task that they go to
 */
typedef struct
{
  const WeftSimTrace *trace;
  guint32 *sorted;
  guint32 *first_of_rank;
  guint64 *id;
  gint32 *tag;
  guint32 *first_pred;
  guint32 *pred;
  GArray *crossings;
  guint32 *first_out;
  guint32 *first_in;
  guint32 *in;
} WeftChakraPlan;

/* FALSE when collectives of a group come in another order on two of its ranks: files match them by their order alone.
 * @self has to be cleared also then. */
gboolean weft_chakra_plan_init  (WeftChakraPlan      *self,
                                 const WeftSimTrace  *trace,
                                 GError             **error);
void     weft_chakra_plan_clear (WeftChakraPlan      *self);

G_END_DECLS
