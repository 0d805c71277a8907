/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ring for each delay and a heap of their first ones: a network has few delays, so that most steps touch one ring. */
#include "sim/weft-sim-lanes-private.h"

/* A lane that has become empty gives back more than this. */
#define KEPT 4096u

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

/* --- rings --- */

static void
make_room (WeftSimLane *lane)
{
  guint32 room = MAX (16, lane->room * 2);
  WeftSimWaiting *ring = g_new (WeftSimWaiting, room);

  for (guint32 i = 0; i < lane->n; i++)
    ring[i] = lane->ring[(lane->first + i) & (lane->room - 1)];
  g_free (lane->ring);
  lane->ring = ring;
  lane->room = room;
  lane->first = 0;
}

static void
give_back (WeftSimLane *lane)
{
  if (lane->room <= KEPT)
    return;
  g_clear_pointer (&lane->ring, g_free);
  lane->room = 0;
  lane->first = 0;
}

/* --- lanes --- */

void
weft_sim_lanes_clear (WeftSimLanes *self)
{
  for (guint32 i = 0; i < self->n_lanes; i++)
    g_free (self->lanes[i].ring);
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

  waiting.time = now + lane->delay;
  if (lane->n == lane->room)
    make_room (lane);
  lane->ring[(lane->first + lane->n++) & (lane->room - 1)] = waiting;
  if (lane->n == 1)
    push_turn (self, (WeftSimLaneTurn) { waiting.time, number });
}

void
weft_sim_lanes_pop (WeftSimLanes *self, WeftSimWaiting *waiting)
{
  guint32 number = self->turns[0].lane;
  WeftSimLane *lane = &self->lanes[number];

  *waiting = lane->ring[lane->first];
  lane->first = (lane->first + 1) & (lane->room - 1);
  if (--lane->n > 0)
    {
      replace_first (self, (WeftSimLaneTurn) { lane->ring[lane->first].time, number });
      return;
    }
  give_back (lane);
  if (--self->n_turns > 0)
    replace_first (self, self->turns[self->n_turns]);
}
