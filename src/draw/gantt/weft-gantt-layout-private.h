/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of a sheet lie: names of devices, time axis, bars of each chart, legend. */
#pragma once

#include "draw/gantt/weft-gantt-sheet.h"
#include "draw/weft-chart-frame-private.h"

G_BEGIN_DECLS

/* Kernels, the scale of levels and the critical path. */
#define WEFT_GANTT_MOST_KEYS (WEFT_MAX_KERNEL_LOOKS + 2)
#define WEFT_GANTT_KEY_PATH (-1)
#define WEFT_GANTT_KEY_LEVELS (-2)
/* Room that a label of the time axis takes, in sizes of the font. */
#define WEFT_GANTT_TICK_ROOM 6.5

/**
 * WeftGanttKey: (skip)
 * @kernel: the look, or one of the numbers above
 * @text: what it is and its share of the busy time
 * @swatch: the sample
 * @box: with the sample
 */
typedef struct
{
  int kernel;
  char *text;
  WeftBox swatch;
  WeftBox box;
} WeftGanttKey;

/**
 * WeftGanttLayout: (skip)
 * All boxes are the picture's; for text from right to left they are mirrored.
 */
typedef struct
{
  WeftChartFrame text;
  const WeftPalette *palette;
  double width;
  double height;
  guint n_charts;
  gboolean mirrored;
  WeftBox title;
  WeftBox axis;
  WeftBox unit; /* in the corner above the names */
  WeftBox heads[WEFT_GANTT_MOST_CHARTS];
  WeftBox names[WEFT_GANTT_MOST_CHARTS];
  WeftBox plots[WEFT_GANTT_MOST_CHARTS];
  guint n_keys;
  WeftGanttKey keys[WEFT_GANTT_MOST_KEYS];
} WeftGanttLayout;

/* @row_height: 0 to share the height, else the plots are as high as all their rows. */
void   weft_gantt_layout_init  (WeftGanttLayout      *self,
                                const WeftGanttSheet *sheet,
                                double                width,
                                double                height,
                                double                row_height,
                                const WeftPalette    *palette);
void   weft_gantt_layout_clear (WeftGanttLayout      *self);
/* In the picture. */
double weft_gantt_layout_x     (const WeftGanttLayout *self,
                                const WeftGanttSheet  *sheet,
                                double                 time_s);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftGanttLayout, weft_gantt_layout_clear)

G_END_DECLS
