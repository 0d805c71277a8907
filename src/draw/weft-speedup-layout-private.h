/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything of a speed-up chart stands. Made by one function and read by painting, picking
 * and row geometry, so that these always agree. */
#pragma once

#include "draw/weft-chart-axis-private.h"
#include "draw/weft-chart-frame-private.h"
#include "draw/weft-speedup-chart.h"

G_BEGIN_DECLS

#define WEFT_SPEEDUP_MAX_SERIES 2

typedef enum
{
  WEFT_MARK_NONE,       /* this design has no result for the workload */
  WEFT_MARK_CANNOT_RUN,
  WEFT_MARK_BAR,
} WeftMarkKind;

/* One design's result for one workload. Boxes without width are not drawn. */
typedef struct
{
  WeftMarkKind kind;
  double value;
  WeftTimePart bottleneck;
  char value_text[64];
  WeftBox slot; /* the mark's part of its row */
  WeftBox bar;
  WeftCorners corners;
  gboolean inside;  /* the value stands in the bar */
  gboolean crosses; /* the text goes through a gap in the reference's line */
  WeftBox value_box;
  WeftBox icon_box;
  WeftBox word_box;
} WeftSpeedupMark;

typedef struct
{
  WeftBox row;
  WeftBox label;
  WeftSpeedupMark marks[WEFT_SPEEDUP_MAX_SERIES];
} WeftSpeedupRow;

typedef struct
{
  const char *message; /* (nullable): shown instead of everything else */
  double width, height;
  WeftChartFrame frame;
  guint n_series;
  const char *series_names[WEFT_SPEEDUP_MAX_SERIES];
  WeftBox title;
  WeftBox swatches[WEFT_SPEEDUP_MAX_SERIES];
  WeftBox names[WEFT_SPEEDUP_MAX_SERIES];
  WeftAxis axis;
  WeftBox plot;
  double baseline_x;  /* where bars begin */
  double reference_x; /* the line at 1 */
  WeftBox reference_label;
  WeftBox log_label;
  guint n_ticks;
  double tick_x[WEFT_AXIS_MAX_TICKS];
  WeftBox tick_boxes[WEFT_AXIS_MAX_TICKS]; /* without width where a label has no room */
  double pitch;
  double bar_height;
  WeftSpeedupRow rows[WEFT_N_WORKLOADS];
} WeftSpeedupLayout;

void   weft_speedup_layout_init   (WeftSpeedupLayout      *self,
                                   double                  width,
                                   double                  height,
                                   const WeftPalette      *palette,
                                   const WeftSpeedupChart *chart);
/* The second half of init: everything across. */
void   weft_speedup_layout_place  (WeftSpeedupLayout      *self,
                                   const WeftSpeedupChart *chart);
double weft_speedup_layout_height (const WeftPalette      *palette,
                                   const WeftSpeedupChart *chart);
/* The word beside a mark: the bottleneck, "cannot run", or "no result". */
const char *weft_speedup_mark_word (const WeftSpeedupMark *mark);

G_END_DECLS
