/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A heap of four children a node: half as deep as one of two, and the children of a node lie side by side. */
#include "sim/weft-sim-event-queue-private.h"

#define N_CHILDREN 4u

static inline gboolean
comes_before (const WeftSimEvent *a, const WeftSimEvent *b)
{
  return a->time < b->time || (a->time == b->time && a->key < b->key);
}

static void
sink (WeftSimEventQueue *self, WeftSimEvent event)
{
  guint32 at = 0;

  for (;;)
    {
      guint32 child = at * N_CHILDREN + 1;
      guint32 end = MIN (child + N_CHILDREN, self->n);
      guint32 least = child;

      if (child >= self->n)
        break;
      while (++child < end)
        if (comes_before (&self->events[child], &self->events[least]))
          least = child;
      if (!comes_before (&self->events[least], &event))
        break;
      self->events[at] = self->events[least];
      at = least;
    }
  self->events[at] = event;
}

void
weft_sim_event_queue_push (WeftSimEventQueue *self, double time, guint32 item)
{
  WeftSimEvent event = { time, self->n_pushed++, item };
  guint32 at = self->n++;

  if (self->n > self->room)
    {
      self->room = MAX (64, self->room * 2);
      self->events = g_renew (WeftSimEvent, self->events, self->room);
    }
  while (at > 0 && comes_before (&event, &self->events[(at - 1) / N_CHILDREN]))
    {
      self->events[at] = self->events[(at - 1) / N_CHILDREN];
      at = (at - 1) / N_CHILDREN;
    }
  self->events[at] = event;
}

gboolean
weft_sim_event_queue_pop (WeftSimEventQueue *self, WeftSimEvent *event)
{
  if (self->n == 0)
    return FALSE;
  *event = self->events[0];
  if (--self->n > 0)
    sink (self, self->events[self->n]);
  return TRUE;
}

void
weft_sim_event_queue_clear (WeftSimEventQueue *self)
{
  g_clear_pointer (&self->events, g_free);
  self->n = self->room = 0;
  self->n_pushed = 0;
}
