/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything of a bottleneck chart stands, for painting and picking alike. */
#pragma once

#include "draw/sim/weft-bottleneck-chart.h"
#include "draw/sim/weft-share-look-private.h"
#include "draw/weft-chart-axis-private.h"
#include "draw/weft-chart-frame-private.h"

G_BEGIN_DECLS

/* A share of one run. Boxes without width are not drawn. */
typedef struct
{
  WeftBox bar;
  WeftCorners corners;
  WeftBox icon;
  WeftBox text;
  char words[16];
} WeftBottleneckSegment;

typedef struct
{
  WeftBox row;
  WeftBox head;
  WeftBox bar;
  char *words;
  int most; /* the largest share, -1 for none */
  WeftBottleneckSegment segments[WEFT_N_SIM_SHARES];
} WeftBottleneckRow;

typedef struct
{
  WeftSimShare share;
  WeftBox swatch;
  WeftBox box; /* of the words */
  char *words;
} WeftBottleneckKey;

typedef struct
{
  WeftChartFrame frame;
  double width;
  double height; /* that it needs */
  WeftBox title;
  guint n_rows;
  WeftBottleneckRow rows[WEFT_BOTTLENECK_MOST_RUNS];
  WeftAxis axis;
  double unit_s;
  const char *unit;
  WeftBox ticks;
  double plot_x, plot_w;
  gboolean mirrored;
  guint n_keys;
  WeftBottleneckKey keys[WEFT_N_SIM_SHARES];
} WeftBottleneckLayout;

void   weft_bottleneck_layout_init  (WeftBottleneckLayout       *self,
                                     double                      width,
                                     const WeftPalette          *palette,
                                     const WeftBottleneckChart  *chart);
void   weft_bottleneck_layout_clear (WeftBottleneckLayout       *self);
/* Where a time lies. */
double weft_bottleneck_layout_x     (const WeftBottleneckLayout *self,
                                     double                      time_s);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftBottleneckLayout, weft_bottleneck_layout_clear)

G_END_DECLS
