/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Idle times of one device, for insertion (Topcuoglu, Hariri, Wu 2002): a task may go between two others. */
#include "mapper/weft-timeline-private.h"

#include <string.h>

/* The first gap that ends at @end_s or later. What is ready now is mostly near the end: steps from there that double,
 * then halving. */
static guint32
find_gap (const WeftTimeline *self, double end_s)
{
  guint32 high = self->n_gaps;
  guint32 low = high;

  for (guint32 step = 1; low > 0 && self->gaps[low - 1].end_s >= end_s; step *= 2)
    {
      high = low - 1;
      low = low > step ? low - step : 0;
    }
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->gaps[middle].end_s >= end_s)
        high = middle;
      else
        low = middle + 1;
    }
  return high;
}

static void
make_room (WeftTimeline *self)
{
  if (self->n_gaps < self->n_room)
    return;
  self->n_room = MAX (16, self->n_room + self->n_room / 2);
  self->gaps = g_renew (WeftGap, self->gaps, self->n_room);
}

static void
insert_gap (WeftTimeline *self, guint32 at, double begin_s, double end_s)
{
  make_room (self);
  memmove (self->gaps + at + 1, self->gaps + at, (self->n_gaps - at) * sizeof (WeftGap));
  self->gaps[at] = (WeftGap) { begin_s, end_s };
  self->n_gaps++;
}

static void
remove_gap (WeftTimeline *self, guint32 at)
{
  self->n_gaps--;
  memmove (self->gaps + at, self->gaps + at + 1, (self->n_gaps - at) * sizeof (WeftGap));
}

/* Something goes into a gap: what is left of it before and after. */
static void
split_gap (WeftTimeline *self, guint32 at, double start_s, double finish_s)
{
  WeftGap gap = self->gaps[at];
  gboolean is_before = gap.begin_s < start_s || (self->keeps_empty && start_s < finish_s);
  gboolean is_after = finish_s < gap.end_s || (self->keeps_empty && start_s < finish_s);

  /* What takes no time and stands at an edge changes nothing, nor what stands in a gap of no length. */
  if (start_s == finish_s && (start_s == gap.begin_s || finish_s == gap.end_s))
    return;
  if (!is_before && !is_after)
    {
      remove_gap (self, at);
      return;
    }
  if (is_before)
    self->gaps[at].end_s = start_s;
  else
    self->gaps[at].begin_s = finish_s;
  if (is_before && is_after)
    insert_gap (self, at + 1, finish_s, gap.end_s);
}

void
weft_timeline_init (WeftTimeline *self, gboolean keeps_empty)
{
  *self = (WeftTimeline) { .last_end_s = -1, .keeps_empty = keeps_empty };
}

void
weft_timeline_clear (WeftTimeline *self)
{
  g_free (self->gaps);
  *self = (WeftTimeline) { .last_end_s = -1 };
}

double
weft_timeline_find (const WeftTimeline *self, double ready_s, double time_s)
{
  double end_s = ready_s + time_s;

  /* A gap that ends before ready + time cannot do, whatever its beginning: sums of doubles keep their order. */
  if (self->last_end_s >= end_s)
    for (guint32 g = find_gap (self, end_s); g < self->n_gaps; g++)
      {
        double start_s = MAX (ready_s, self->gaps[g].begin_s);

        if (start_s + time_s <= self->gaps[g].end_s)
          return start_s;
      }
  return MAX (ready_s, self->tail_s);
}

void
weft_timeline_take (WeftTimeline *self, double start_s, double time_s)
{
  double finish_s = start_s + time_s;

  if (start_s >= self->tail_s)
    {
      if (start_s > self->tail_s || (self->keeps_empty && time_s > 0))
        insert_gap (self, self->n_gaps, self->tail_s, start_s);
      self->tail_s = finish_s;
    }
  else
    split_gap (self, find_gap (self, finish_s), start_s, finish_s);
  self->last_end_s = self->n_gaps > 0 ? self->gaps[self->n_gaps - 1].end_s : -1;
}
