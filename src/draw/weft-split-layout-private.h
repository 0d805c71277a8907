/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything of a split chart stands, for painting, picking and row geometry alike. */
#pragma once

#include "draw/weft-chart-frame-private.h"
#include "draw/weft-split-chart.h"

G_BEGIN_DECLS

#define WEFT_SPLIT_N_TICKS 3

/* One part of one workload's time. Boxes without width are not drawn. */
typedef struct
{
  double share;
  WeftBox bar;
  WeftCorners corners;
  WeftBox icon_box;
  WeftBox text_box;
  char text[16];
} WeftSplitSegment;

typedef struct
{
  gboolean has_result;
  gboolean cannot_run;
  int bottleneck; /* part, -1 when it cannot run */
  WeftBox row;
  WeftBox label;
  WeftBox bar; /* the whole */
  WeftBox icon_box; /* of "cannot run" */
  WeftBox word_box;
  WeftSplitSegment segments[WEFT_N_PARTS];
} WeftSplitRow;

typedef struct
{
  WeftBox swatch;
  WeftBox word;
} WeftSplitKey;

typedef struct
{
  const char *message; /* (nullable): shown instead of everything else */
  double width, height;
  WeftChartFrame frame;
  WeftBox title;
  WeftSplitKey legend[WEFT_N_PARTS];
  WeftBox plot;
  double tick_x[WEFT_SPLIT_N_TICKS];
  WeftBox tick_boxes[WEFT_SPLIT_N_TICKS];
  WeftSplitRow rows[WEFT_N_WORKLOADS];
} WeftSplitLayout;

void        weft_split_layout_init   (WeftSplitLayout      *self,
                                      double                width,
                                      double                height,
                                      const WeftPalette    *palette,
                                      const WeftSplitChart *chart);
double      weft_split_layout_height (double                width,
                                      const WeftPalette    *palette,
                                      const WeftSplitChart *chart);
const char *weft_split_row_word      (const WeftSplitRow   *row);

G_END_DECLS
