/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Idle times of one device, for insertion (Topcuoglu, Hariri, Wu 2002): a task may go between two others. Gaps lie in
 * chunks, each with its longest one, so that a long history costs little to look through and to change. */
#include "mapper/weft-timeline-private.h"

#include <string.h>

#define MAX_GAPS 32u

typedef struct
{
  double begin_s;
  double end_s;
} Gap;

/* Gaps that follow each other; never none. */
struct _WeftGapChunk
{
  double last_end_s; /* of the last gap */
  double longest_s;  /* no longer task fits into any of them */
  Gap *gaps;         /* [MAX_GAPS] */
  guint32 n_gaps;
};

static void
measure (WeftGapChunk *chunk)
{
  double longest_s = 0;

  for (guint32 g = 0; g < chunk->n_gaps; g++)
    {
      double long_s = weft_gap_longest_s (chunk->gaps[g].begin_s, chunk->gaps[g].end_s);

      longest_s = MAX (longest_s, long_s);
    }
  chunk->longest_s = longest_s;
  chunk->last_end_s = chunk->gaps[chunk->n_gaps - 1].end_s;
}

/* --- finding --- */

/* The first chunk with a gap that ends at @end_s or later. What is ready now is mostly near the end: steps from there
 * that double, then halving. */
static guint32
find_chunk (const WeftTimeline *self, double end_s)
{
  guint32 high = self->n_chunks;
  guint32 low = high;

  for (guint32 step = 1; low > 0 && self->chunks[low - 1].last_end_s >= end_s; step *= 2)
    {
      high = low - 1;
      low = low > step ? low - step : 0;
    }
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->chunks[middle].last_end_s >= end_s)
        high = middle;
      else
        low = middle + 1;
    }
  return high;
}

/* The first gap of a chunk that ends at @end_s or later. */
static guint32
find_gap (const WeftGapChunk *chunk, double end_s)
{
  guint32 low = 0;
  guint32 high = chunk->n_gaps;

  while (low < high)
    {
      guint32 middle = (low + high) / 2;

      if (chunk->gaps[middle].end_s >= end_s)
        high = middle;
      else
        low = middle + 1;
    }
  return high;
}

/* --- changing --- */

/* An empty chunk before the one at a place, or after all. */
static WeftGapChunk *
insert_chunk (WeftTimeline *self, guint32 at)
{
  if (self->n_chunks == self->n_room)
    {
      self->n_room = MAX (4, self->n_room + self->n_room / 2);
      self->chunks = g_renew (WeftGapChunk, self->chunks, self->n_room);
    }
  memmove (self->chunks + at + 1, self->chunks + at, (self->n_chunks - at) * sizeof (WeftGapChunk));
  self->chunks[at] = (WeftGapChunk) { .gaps = g_new (Gap, MAX_GAPS) };
  self->n_chunks++;
  return &self->chunks[at];
}

static void
remove_chunk (WeftTimeline *self, guint32 at)
{
  g_free (self->chunks[at].gaps);
  self->n_chunks--;
  memmove (self->chunks + at, self->chunks + at + 1, (self->n_chunks - at) * sizeof (WeftGapChunk));
}

/* Moves the later half of a full chunk to one of its own. */
static void
halve_chunk (WeftTimeline *self, guint32 at)
{
  WeftGapChunk *later = insert_chunk (self, at + 1);
  WeftGapChunk *chunk = &self->chunks[at];

  later->n_gaps = chunk->n_gaps / 2;
  chunk->n_gaps -= later->n_gaps;
  memcpy (later->gaps, chunk->gaps + chunk->n_gaps, later->n_gaps * sizeof (Gap));
  measure (chunk);
  measure (later);
}

static void
append_gap (WeftTimeline *self, double begin_s, double end_s)
{
  WeftGapChunk *last = self->n_chunks > 0 ? &self->chunks[self->n_chunks - 1] : NULL;
  double long_s = weft_gap_longest_s (begin_s, end_s);

  if (last == NULL || last->n_gaps == MAX_GAPS)
    last = insert_chunk (self, self->n_chunks);
  last->gaps[last->n_gaps++] = (Gap) { begin_s, end_s };
  last->longest_s = MAX (last->longest_s, long_s);
  last->last_end_s = end_s;
}

static void
insert_gap (WeftTimeline *self, guint32 c, guint32 at, Gap gap)
{
  WeftGapChunk *chunk = &self->chunks[c];

  if (chunk->n_gaps == MAX_GAPS)
    {
      halve_chunk (self, c);
      chunk = &self->chunks[c];
      if (at > chunk->n_gaps)
        {
          at -= chunk->n_gaps;
          chunk++;
        }
    }
  memmove (chunk->gaps + at + 1, chunk->gaps + at, (chunk->n_gaps - at) * sizeof (Gap));
  chunk->gaps[at] = gap;
  chunk->n_gaps++;
  measure (chunk);
}

static void
remove_gap (WeftTimeline *self, guint32 c, guint32 at)
{
  WeftGapChunk *chunk = &self->chunks[c];

  chunk->n_gaps--;
  memmove (chunk->gaps + at, chunk->gaps + at + 1, (chunk->n_gaps - at) * sizeof (Gap));
  if (chunk->n_gaps == 0)
    remove_chunk (self, c);
  else
    measure (chunk);
}

/* Something goes into a gap: what is left of it before and after. */
static void
split_gap (WeftTimeline *self, guint32 c, guint32 at, double start_s, double finish_s)
{
  WeftGapChunk *chunk = &self->chunks[c];
  Gap gap = chunk->gaps[at];
  gboolean is_before = gap.begin_s < start_s || (self->keeps_empty && start_s < finish_s);
  gboolean is_after = finish_s < gap.end_s || (self->keeps_empty && start_s < finish_s);

  /* What takes no time and stands at an edge changes nothing, nor what stands in a gap of no length. */
  if (start_s == finish_s && (start_s == gap.begin_s || finish_s == gap.end_s))
    return;
  if (!is_before && !is_after)
    {
      remove_gap (self, c, at);
      return;
    }
  chunk->gaps[at] = is_before ? (Gap) { gap.begin_s, start_s } : (Gap) { finish_s, gap.end_s };
  measure (chunk);
  if (is_before && is_after)
    insert_gap (self, c, at + 1, (Gap) { finish_s, gap.end_s });
}

/* --- what the algorithms call --- */

void
weft_timeline_init (WeftTimeline *self, gboolean keeps_empty)
{
  *self = (WeftTimeline) { .last_end_s = -1, .keeps_empty = keeps_empty };
}

void
weft_timeline_clear (WeftTimeline *self)
{
  for (guint32 c = 0; c < self->n_chunks; c++)
    g_free (self->chunks[c].gaps);
  g_free (self->chunks);
  *self = (WeftTimeline) { .last_end_s = -1 };
}

double
weft_timeline_find (const WeftTimeline *self, double ready_s, double time_s)
{
  double end_s = ready_s + time_s;

  /* A gap that ends before ready + time cannot do, whatever its beginning: sums of doubles keep their order. */
  if (self->last_end_s >= end_s)
    for (guint32 c = find_chunk (self, end_s); c < self->n_chunks; c++)
      {
        const WeftGapChunk *chunk = &self->chunks[c];

        for (guint32 g = 0; chunk->longest_s >= time_s && g < chunk->n_gaps; g++)
          {
            double start_s = MAX (ready_s, chunk->gaps[g].begin_s);

            if (start_s + time_s <= chunk->gaps[g].end_s)
              return start_s;
          }
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
        append_gap (self, self->tail_s, start_s);
      self->tail_s = finish_s;
    }
  else
    {
      guint32 c = find_chunk (self, finish_s);

      split_gap (self, c, find_gap (&self->chunks[c], finish_s), start_s, finish_s);
    }
  self->last_end_s = self->n_chunks > 0 ? self->chunks[self->n_chunks - 1].last_end_s : -1;
}
