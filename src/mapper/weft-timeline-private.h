/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When one device is idle: sorted gaps between its tasks, and the endless one after the last. Busy times are not kept:
 * looking for room never passes over them, and passes over gaps that are too short many at once. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _WeftGapChunk WeftGapChunk;

/**
 * WeftTimeline: (skip)
 * @tail_s: when the last task is done; idle from then on
 * @last_end_s: where the last gap before @tail_s ends, -1 when there is none
 * @chunks: [@n_chunks] gaps before @tail_s, ascending
 * @n_chunks: how many
 * @n_room: how many there is memory for
 * @keeps_empty: gaps of no length are kept, for tasks that take no time
 */
typedef struct
{
  double tail_s;
  double last_end_s;
  WeftGapChunk *chunks;
  guint32 n_chunks;
  guint32 n_room;
  gboolean keeps_empty;
} WeftTimeline;

/* Idle from 0 on. */
void   weft_timeline_init  (WeftTimeline       *self,
                            gboolean            keeps_empty);
void   weft_timeline_clear (WeftTimeline       *self);
/* The earliest start from @ready_s on at which @time_s fit in, before the last task if there is room. */
double weft_timeline_find  (const WeftTimeline *self,
                            double              ready_s,
                            double              time_s);
/* Keeps a start that weft_timeline_find() gave, or one from @tail_s on. */
void   weft_timeline_take  (WeftTimeline       *self,
                            double              start_s,
                            double              time_s);

/* No task longer than this fits into a gap: its length, and what the rounding of begin + time may hide. */
static inline double
weft_gap_longest_s (double begin_s,
                    double end_s)
{
  return (end_s - begin_s) + end_s * 0x1p-51;
}

G_END_DECLS
