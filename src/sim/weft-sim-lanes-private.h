/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages that wait for a time to pass. What waits equally long comes out in the order in which it came in: a lane for
 * each delay, and the lanes by whose first is next. */
#pragma once

#include <math.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

typedef struct
{
  double time;
  double bytes;
  guint32 message;
  guint32 route;
  guint32 stream; /* it passes after those of the same one; 0: of none */
} WeftSimWaiting;

typedef struct _WeftSimLaneBlock WeftSimLaneBlock;

/**
 * WeftSimLane:
 * @delay: of all in it
 * @first: (nullable): block of the first
 * @last: (nullable): block of the last
 * @at: where the first is in its block
 */
typedef struct
{
  double delay;
  WeftSimLaneBlock *first;
  WeftSimLaneBlock *last;
  guint32 at;
} WeftSimLane;

/* When the first of a lane that is not empty is over. */
typedef struct
{
  double time;
  guint32 lane;
} WeftSimLaneTurn;

typedef struct
{
  WeftSimLane *lanes;
  guint32 n_lanes;
  guint32 room_lanes;
  WeftSimLaneTurn *turns; /* heap, of equal times the lane that was opened first */
  guint32 n_turns;
  GHashTable *by_delay;
} WeftSimLanes;

void    weft_sim_lanes_clear (WeftSimLanes   *self);
/* The number of the lane of a delay. */
guint32 weft_sim_lanes_open  (WeftSimLanes   *self,
                              double          delay);
/* Times never decrease from call to call. */
void    weft_sim_lanes_push  (WeftSimLanes   *self,
                              guint32         lane,
                              double          now,
                              WeftSimWaiting  waiting);
/* Takes out the first; there is one. */
void    weft_sim_lanes_pop   (WeftSimLanes   *self,
                              WeftSimWaiting *waiting);

/* Infinite when nobody waits. */
static inline double
weft_sim_lanes_next (const WeftSimLanes *self)
{
  return self->n_turns > 0 ? self->turns[0].time : (double) INFINITY;
}

G_END_DECLS
