/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events by time; those of one time in the order in which they came: never by address or hash. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* @key: a running number */
typedef struct
{
  double time;
  guint64 key;
  guint32 item;
} WeftSimEvent;

typedef struct
{
  WeftSimEvent *events;
  guint32 n;
  guint32 room;
  guint64 n_pushed;
} WeftSimEventQueue;

void     weft_sim_event_queue_push  (WeftSimEventQueue *self,
                                     double             time,
                                     guint32            item);
/* The first event, taken out; FALSE when there is none. */
gboolean weft_sim_event_queue_pop   (WeftSimEventQueue *self,
                                     WeftSimEvent      *event);
void     weft_sim_event_queue_clear (WeftSimEventQueue *self);

G_END_DECLS
