/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that is to happen in a run, by time; what is to happen at one time, in the order in which it was decided. Things
 * of one time hang together, so that a thousand ranks in step cost one place of the heap. */
#pragma once

#include <string.h>

#include "sim/weft-sim-trace.h"

G_BEGIN_DECLS

/* Who is told of a message's arrival and of a timer. */
typedef enum
{
  WEFT_SIM_OWNER_TASK,
  WEFT_SIM_OWNER_COLLECTIVE,
  WEFT_SIM_OWNER_MEMORY,
  WEFT_N_SIM_OWNERS,
} WeftSimOwner;

/* Whatever the owner needs to know it again. */
typedef struct
{
  guint32 a;
  guint32 b;
  guint16 c;
  guint16 d;
} WeftSimTag;

/* What happens. */
typedef enum
{
  WEFT_SIM_EVENT_DONE,    /* tag.a: a task ends, or its last byte has left it */
  WEFT_SIM_EVENT_BEGIN,   /* tag.a: a rank may start */
  WEFT_SIM_EVENT_LAUNCH,  /* a message leaves */
  WEFT_SIM_EVENT_TIMER,   /* its owner's */
  WEFT_SIM_EVENT_ARRIVED, /* a message is at its end */
  WEFT_SIM_EVENT_HOP,     /* a message is at the end of a link */
  WEFT_SIM_EVENT_PACKET,  /* a packet of a message is at the end of a link */
  WEFT_SIM_EVENT_STREAM,  /* tag.a: the message whose next packet comes out of its first link */
} WeftSimEventKind;

/**
 * WeftSimFlight: a message under way, or anything else that is to happen; with its time at most 60 bytes
 * @tag: its owner's
 * @owner: a #WeftSimOwner
 * @what: a #WeftSimEventKind
 * @hop: links of the route that it has behind it
 * @route: way that it takes
 * @from_task: that it is sent for
 * @next: in its list
 * @bytes: on the wire
 * @sent: when it left, in ticks
 */
typedef struct
{
  WeftSimTag tag;
  guint8 owner;
  guint8 what;
  guint16 hop;
  guint32 route;
  guint32 from_task;
  guint32 next;
  double bytes;
  double sent;
} __attribute__ ((packed, aligned (4))) WeftSimFlight;

G_STATIC_ASSERT (sizeof (WeftSimFlight) == 44);

/* All that happens at one time, or the part of it that was decided later. @number: of two of one time the older goes
 * first. */
typedef struct
{
  double time;
  guint32 number;
  guint32 first;
} WeftSimMoment;

/* The list of a time that was last added to. */
typedef struct
{
  double time;
  guint32 last;
} WeftSimRecent;

#define WEFT_SIM_RECENT_BITS 8

/**
 * WeftSimTimeline:
 * @now: time of what was taken last
 * @flights: all that is under way
 * @free: first free one of their places
 * @n_live: how many are under way
 * @moments: [@n_moments] a heap of four children a node
 * @first: what still is to happen now
 * @last: the last of it
 * @recent: lists by a hash of their time
 */
typedef struct
{
  double now;
  WeftSimFlight *flights;
  guint32 room_flights;
  guint32 free;
  guint32 n_live;
  WeftSimMoment *moments;
  guint32 n_moments;
  guint32 room_moments;
  guint32 number;
  guint32 first;
  guint32 last;
  WeftSimRecent recent[1 << WEFT_SIM_RECENT_BITS];
} WeftSimTimeline;

void    weft_sim_timeline_init     (WeftSimTimeline *self);
void    weft_sim_timeline_clear    (WeftSimTimeline *self);
/* More places for flights. */
void    weft_sim_timeline_grow     (WeftSimTimeline *self);
/* A list of its own for a time. */
void    weft_sim_timeline_open     (WeftSimTimeline *self,
                                    double           time,
                                    guint32          flight);
/* Goes to the next time that something happens at, which there has to be, and makes that what happens now. */
void    weft_sim_timeline_go_on    (WeftSimTimeline *self);

/* A place for something that will happen; its contents are whatever they were. */
static inline guint32
weft_sim_timeline_take (WeftSimTimeline *self)
{
  guint32 flight;

  if (self->free == WEFT_SIM_NONE)
    weft_sim_timeline_grow (self);
  flight = self->free;
  self->free = self->flights[flight].next;
  self->n_live++;
  return flight;
}

static inline void
weft_sim_timeline_give_back (WeftSimTimeline *self,
                             guint32          flight)
{
  self->flights[flight].next = self->free;
  self->free = flight;
  self->n_live--;
}

/* It happens at @time; now when that is over. */
static inline void
weft_sim_timeline_add (WeftSimTimeline *self,
                       double           time,
                       guint32          flight)
{
  guint64 bits;
  WeftSimRecent *recent;

  self->flights[flight].next = WEFT_SIM_NONE;
  if (time <= self->now)
    {
      if (self->first == WEFT_SIM_NONE)
        self->first = flight;
      else
        self->flights[self->last].next = flight;
      self->last = flight;
      return;
    }
  memcpy (&bits, &time, sizeof bits);
  recent = &self->recent[bits * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - WEFT_SIM_RECENT_BITS)];
  if (recent->time == time)
    self->flights[recent->last].next = flight;
  else
    {
      recent->time = time;
      weft_sim_timeline_open (self, time, flight);
    }
  recent->last = flight;
}

/* When something happens next; infinite when nothing does. */
static inline double
weft_sim_timeline_next (const WeftSimTimeline *self)
{
  if (self->first != WEFT_SIM_NONE)
    return self->now;
  return self->n_moments > 0 ? self->moments[0].time : G_MAXDOUBLE;
}

/* What happens next, taken out; WEFT_SIM_NONE when nothing does any more. */
static inline guint32
weft_sim_timeline_pop (WeftSimTimeline *self)
{
  guint32 flight;

  if (self->first == WEFT_SIM_NONE)
    {
      if (self->n_moments == 0)
        return WEFT_SIM_NONE;
      weft_sim_timeline_go_on (self);
    }
  flight = self->first;
  self->first = self->flights[flight].next;
  return flight;
}

G_END_DECLS
