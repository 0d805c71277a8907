/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heap of times, and the pool of what happens at them. */
#include "sim/weft-sim-timeline-private.h"

#define N_CHILDREN 4u
#define FIRST_ROOM 256u

static inline gboolean
comes_before (WeftSimMoment a, WeftSimMoment b)
{
  return a.time < b.time || (a.time == b.time && (gint32) (a.number - b.number) < 0);
}

void
weft_sim_timeline_init (WeftSimTimeline *self)
{
  *self = (WeftSimTimeline) { .free = WEFT_SIM_NONE, .first = WEFT_SIM_NONE };
}

void
weft_sim_timeline_clear (WeftSimTimeline *self)
{
  g_clear_pointer (&self->flights, g_free);
  g_clear_pointer (&self->moments, g_free);
}

void
weft_sim_timeline_grow (WeftSimTimeline *self)
{
  guint32 room = self->room_flights > 0 ? self->room_flights + self->room_flights / 2 : FIRST_ROOM;

  self->flights = g_renew (WeftSimFlight, self->flights, room);
  for (guint32 i = room; i-- > self->room_flights;)
    {
      self->flights[i].next = self->free;
      self->free = i;
    }
  self->room_flights = room;
}

void
weft_sim_timeline_open (WeftSimTimeline *self, double time, guint32 flight)
{
  WeftSimMoment moment = { time, self->number++, flight };
  guint32 at = self->n_moments++;

  if (self->n_moments > self->room_moments)
    {
      self->room_moments = MAX (FIRST_ROOM, self->room_moments * 2);
      self->moments = g_renew (WeftSimMoment, self->moments, self->room_moments);
    }
  while (at > 0 && comes_before (moment, self->moments[(at - 1) / N_CHILDREN]))
    {
      self->moments[at] = self->moments[(at - 1) / N_CHILDREN];
      at = (at - 1) / N_CHILDREN;
    }
  self->moments[at] = moment;
}

static void
take_first (WeftSimTimeline *self)
{
  WeftSimMoment *moments = self->moments;
  WeftSimMoment moment = moments[--self->n_moments];
  guint32 n = self->n_moments;
  guint32 at = 0;

  for (guint32 child = 1; child < n; child = at * N_CHILDREN + 1)
    {
      guint32 end = MIN (child + N_CHILDREN, n);
      guint32 least = child;

      while (++child < end)
        if (comes_before (moments[child], moments[least]))
          least = child;
      if (!comes_before (moments[least], moment))
        break;
      moments[at] = moments[least];
      at = least;
    }
  moments[at] = moment;
}

void
weft_sim_timeline_go_on (WeftSimTimeline *self)
{
  self->now = self->moments[0].time;
  self->first = self->moments[0].first;
  take_first (self);
  self->last = self->first;
  while (self->flights[self->last].next != WEFT_SIM_NONE)
    self->last = self->flights[self->last].next;
  while (self->n_moments > 0 && self->moments[0].time == self->now)
    {
      self->flights[self->last].next = self->moments[0].first;
      while (self->flights[self->last].next != WEFT_SIM_NONE)
        self->last = self->flights[self->last].next;
      take_first (self);
    }
}
