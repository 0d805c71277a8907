/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks for each delay, which go when all in them have gone, and a heap of the first of each delay: a network has few
 * delays, so that most steps touch one block. */
#include "sim/weft-sim-lanes-private.h"

/* Each block of a lane is twice as large as the one before it, up to this. */
#define MOST_IN_BLOCK 512u

struct _WeftSimLaneBlock
{
  WeftSimLaneBlock *next;
  guint32 n;
  guint32 room;
  WeftSimWaiting waiting[];
};

/* --- turns --- */

static inline gboolean
comes_before (const WeftSimLaneTurn *a, const WeftSimLaneTurn *b)
{
  return a->time < b->time || (a->time == b->time && a->lane < b->lane);
}

static void
push_turn (WeftSimLanes *self, WeftSimLaneTurn turn)
{
  guint32 at = self->n_turns++;

  for (; at > 0 && comes_before (&turn, &self->turns[(at - 1) / 2]); at = (at - 1) / 2)
    self->turns[at] = self->turns[(at - 1) / 2];
  self->turns[at] = turn;
}

/* Puts @turn in the place of the first. */
static void
replace_first (WeftSimLanes *self, WeftSimLaneTurn turn)
{
  guint32 at = 0;

  for (guint32 child = 1; child < self->n_turns; child = 2 * at + 1)
    {
      if (child + 1 < self->n_turns && comes_before (&self->turns[child + 1], &self->turns[child]))
        child++;
      if (!comes_before (&self->turns[child], &turn))
        break;
      self->turns[at] = self->turns[child];
      at = child;
    }
  self->turns[at] = turn;
}

/* --- blocks --- */

static void
add_block (WeftSimLane *lane)
{
  guint32 room = lane->last != NULL ? MIN (lane->last->room * 2, MOST_IN_BLOCK) : 8;
  WeftSimLaneBlock *block = g_malloc (sizeof *block + room * sizeof (WeftSimWaiting));

  block->next = NULL;
  block->n = 0;
  block->room = room;
  if (lane->last != NULL)
    lane->last->next = block;
  else
    lane->first = block;
  lane->last = block;
}

/* The first block is used up: the last one is kept for what comes. */
static void
leave_block (WeftSimLane *lane)
{
  WeftSimLaneBlock *block = lane->first;

  lane->at = 0;
  if (block == lane->last)
    {
      block->n = 0;
      return;
    }
  lane->first = block->next;
  g_free (block);
}

static void
free_blocks (WeftSimLane *lane)
{
  for (WeftSimLaneBlock *block = lane->first; block != NULL; block = lane->first)
    {
      lane->first = block->next;
      g_free (block);
    }
}

/* --- lanes --- */

void
weft_sim_lanes_clear (WeftSimLanes *self)
{
  for (guint32 i = 0; i < self->n_lanes; i++)
    free_blocks (&self->lanes[i]);
  g_free (self->lanes);
  g_free (self->turns);
  g_clear_pointer (&self->by_delay, g_hash_table_unref);
  *self = (WeftSimLanes) { 0 };
}

guint32
weft_sim_lanes_open (WeftSimLanes *self, double delay)
{
  gpointer found;

  if (self->by_delay == NULL)
    self->by_delay = g_hash_table_new_full (g_double_hash, g_double_equal, g_free, NULL);
  if (g_hash_table_lookup_extended (self->by_delay, &delay, NULL, &found))
    return GPOINTER_TO_UINT (found);
  if (self->n_lanes == self->room_lanes)
    {
      self->room_lanes = MAX (4, self->room_lanes * 2);
      self->lanes = g_renew (WeftSimLane, self->lanes, self->room_lanes);
      self->turns = g_renew (WeftSimLaneTurn, self->turns, self->room_lanes);
    }
  self->lanes[self->n_lanes] = (WeftSimLane) { .delay = delay };
  g_hash_table_insert (self->by_delay, g_memdup2 (&delay, sizeof delay), GUINT_TO_POINTER (self->n_lanes));
  return self->n_lanes++;
}

void
weft_sim_lanes_push (WeftSimLanes *self, guint32 number, double now, WeftSimWaiting waiting)
{
  WeftSimLane *lane = &self->lanes[number];

  gboolean is_empty = lane->first == NULL || lane->at == lane->first->n;

  waiting.time = now + lane->delay;
  if (lane->last == NULL || lane->last->n == lane->last->room)
    add_block (lane);
  lane->last->waiting[lane->last->n++] = waiting;
  if (is_empty)
    push_turn (self, (WeftSimLaneTurn) { waiting.time, number });
}

void
weft_sim_lanes_pop (WeftSimLanes *self, WeftSimWaiting *waiting)
{
  guint32 number = self->turns[0].lane;
  WeftSimLane *lane = &self->lanes[number];

  *waiting = lane->first->waiting[lane->at++];
  if (lane->at == lane->first->n)
    leave_block (lane);
  if (lane->at < lane->first->n)
    replace_first (self, (WeftSimLaneTurn) { lane->first->waiting[lane->at].time, number });
  else if (--self->n_turns > 0)
    replace_first (self, self->turns[self->n_turns]);
}
