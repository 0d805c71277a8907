/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the charts with a row for each workload have in common: text styles and distances that
 * follow from the font's size, the column of labels, the message of an empty chart. */
#pragma once

#include "draw/weft-text-private.h"

G_BEGIN_DECLS

/* Small text against normal text. */
#define WEFT_CHART_SMALL 0.86
/* In a chart too low for its rows the font shrinks to this part of its size at most. */
#define WEFT_CHART_LEAST_SIZE 0.3
/* A row is at least this many lines of text high, and at most so many times its natural height. */
#define WEFT_CHART_PITCH_LEAST 1.08
#define WEFT_CHART_PITCH_MOST 1.9

typedef struct
{
  WeftTextStyle text;
  WeftTextStyle strong;       /* bold */
  WeftTextStyle small;
  WeftTextStyle small_strong; /* bold */
  double line, small_line;    /* heights */
  double pad;                 /* around the chart */
  double gap;                 /* between two things */
  double space;               /* between an icon and its word */
  double icon;                /* side */
} WeftChartFrame;

void              weft_chart_frame_init        (WeftChartFrame    *self,
                                                const WeftPalette *palette,
                                                double             size);
/* Takes a step towards a smaller font; FALSE at the smallest. */
gboolean          weft_chart_frame_shrink      (WeftChartFrame    *self);
/* Width of the column of labels in a chart @width wide. */
double            weft_chart_frame_label_width (const WeftChartFrame *self,
                                                double                width);
double            weft_chart_frame_title_height (const WeftChartFrame *self,
                                                 const char           *title);

const WeftColour *weft_chart_dim               (const WeftPalette *palette);
WeftTextAlign     weft_chart_start             (const WeftPalette *palette);
WeftTextAlign     weft_chart_end               (const WeftPalette *palette);
/* Why the design could not be scored, else that there is no result yet. */
const char       *weft_chart_message           (WeftEvaluation    *evaluation);
void              weft_chart_paint_message     (cairo_t           *cr,
                                                double             width,
                                                double             height,
                                                const WeftPalette *palette,
                                                const char        *message);

G_END_DECLS
