/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time axis: nice ticks in ns, µs, ms or s. Deep inside of a long schedule they count from a time that is told
 * once, so that labels stay short. */
#pragma once

#include "draw/weft-chart-axis-private.h"

G_BEGIN_DECLS

/**
 * WeftGanttScale: (skip)
 * @axis: ticks in @unit_s, counted from @base_s
 * @base_s: 0, or what labels leave out
 * @unit_s: seconds of a unit
 * @unit: (nullable): its name; %NULL for times without a unit
 */
typedef struct
{
  WeftAxis axis;
  double base_s;
  double unit_s;
  const char *unit;
} WeftGanttScale;

/* About @wanted ticks from @from_s to @to_s; some may lie outside. */
void   weft_gantt_scale_init  (WeftGanttScale       *self,
                               double                from_s,
                               double                to_s,
                               guint                 wanted,
                               gboolean              plain);
double weft_gantt_scale_tick  (const WeftGanttScale *self,
                               guint                 tick);
/* "1.5", "+20". (transfer full) */
char  *weft_gantt_scale_label (const WeftGanttScale *self,
                               guint                 tick);
/* A time on the axis, one digit finer than its labels: "1.52 ms", "+20.5 µs". (transfer full) */
char  *weft_gantt_scale_format (const WeftGanttScale *self,
                                double                time_s);
/* "ms", "12.345 s + µs", "" for none. (transfer full) */
char  *weft_gantt_scale_words (const WeftGanttScale *self);

G_END_DECLS
