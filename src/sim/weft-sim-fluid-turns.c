/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which bundle ends its next flow first: a heap with four children, in which bundles know their places. Of equal times
 * the bundle with the smaller number. */
#include "sim/weft-sim-fluid-private.h"

static inline void
put (WeftSimFluid *self, guint32 at, WeftSimTurn turn)
{
  self->turns[at] = turn;
  self->turn_of[turn.item] = at;
}

static void
move_up (WeftSimFluid *self, guint32 at, WeftSimTurn turn)
{
  for (; at > 0 && weft_sim_turn_comes_before (&turn, &self->turns[(at - 1) / 4]); at = (at - 1) / 4)
    put (self, at, self->turns[(at - 1) / 4]);
  put (self, at, turn);
}

static void
move_down (WeftSimFluid *self, guint32 at, WeftSimTurn turn)
{
  for (guint32 child = 4 * at + 1; child < self->n_turns; child = 4 * at + 1)
    {
      guint32 end = MIN (child + 4, self->n_turns);
      guint32 first = child;

      for (child++; child < end; child++)
        if (weft_sim_turn_comes_before (&self->turns[child], &self->turns[first]))
          first = child;
      if (!weft_sim_turn_comes_before (&self->turns[first], &turn))
        break;
      put (self, at, self->turns[first]);
      at = first;
    }
  put (self, at, turn);
}

/* To its place, from a hole. */
static void
settle (WeftSimFluid *self, guint32 at, WeftSimTurn turn)
{
  if (at > 0 && weft_sim_turn_comes_before (&turn, &self->turns[(at - 1) / 4]))
    move_up (self, at, turn);
  else
    move_down (self, at, turn);
}

void
weft_sim_fluid_turn_set (WeftSimFluid *self, guint32 bundle, double time)
{
  WeftSimTurn turn = { time, bundle };
  guint32 at = self->turn_of[bundle];

  if (at == WEFT_SIM_NONE)
    at = self->n_turns++;
  else if (self->turns[at].key == time)
    return;
  if (self->is_loose)
    put (self, at, turn);
  else
    settle (self, at, turn);
}

void
weft_sim_fluid_turn_order (WeftSimFluid *self)
{
  self->is_loose = FALSE;
  if (self->n_turns > 1)
    for (guint32 at = (self->n_turns - 2) / 4 + 1; at-- > 0;)
      move_down (self, at, self->turns[at]);
}

/* Whoever comes until then stands above whoever comes later: a part of the heap that begins at its top. */
static void
find_due (WeftSimFluid *self, double until)
{
  self->due.n = 0;
  if (self->n_turns > 0 && self->turns[0].key <= until)
    weft_sim_numbers_push (&self->due, 0);
  for (guint32 i = 0; i < self->due.n; i++)
    {
      guint32 child = 4 * self->due.items[i] + 1;
      guint32 end = MIN (child + 4, self->n_turns);

      for (; child < end; child++)
        if (self->turns[child].key <= until)
          weft_sim_numbers_push (&self->due, child);
    }
}

/* All at once, when many go. */
static void
close_gaps (WeftSimFluid *self)
{
  guint32 n = 0;

  for (guint32 i = 0; i < self->due.n; i++)
    self->turn_of[self->due.items[i]] = WEFT_SIM_NONE;
  for (guint32 at = 0; at < self->n_turns; at++)
    if (self->turn_of[self->turns[at].item] != WEFT_SIM_NONE)
      put (self, n++, self->turns[at]);
  self->n_turns = n;
  weft_sim_fluid_turn_order (self);
}

static void
take_out (WeftSimFluid *self, guint32 bundle)
{
  guint32 at = self->turn_of[bundle];

  self->turn_of[bundle] = WEFT_SIM_NONE;
  if (at < --self->n_turns)
    settle (self, at, self->turns[self->n_turns]);
}

void
weft_sim_fluid_turn_take (WeftSimFluid *self, double until)
{
  find_due (self, until);
  for (guint32 i = 0; i < self->due.n; i++)
    self->due.items[i] = self->turns[self->due.items[i]].item;
  if (self->due.n > self->n_turns / 8)
    close_gaps (self);
  else
    for (guint32 i = 0; i < self->due.n; i++)
      take_out (self, self->due.items[i]);
}
