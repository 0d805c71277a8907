/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a layout. */
#pragma once

#include "draw/plot/weft-plot-layout-private.h"
#include "draw/weft-chart-frame-private.h"

G_BEGIN_DECLS

/* A text of the legend or at the end of a line. */
typedef struct
{
  WeftPlotLayer *layer;
  const char *text;
  gboolean hollow; /* of points: what the hollow ones are */
  WeftBox key;     /* of the legend */
  WeftBox box;     /* of the text */
  double end_x;    /* of the line, for the leader */
  double end_y;
} WeftPlotLabel;

/* A text inside of the plot. */
typedef struct
{
  char *text;
  guint hue;
  gboolean plain; /* in the text's colour */
  WeftBox box;
  WeftTextAlign align;
} WeftPlotNote;

struct _WeftPlotLayout
{
  WeftPlot *plot;
  double width, height;
  WeftPalette palette;
  WeftChartFrame text; /* fonts and distances */
  WeftPlotFrame frame;
  gboolean empty;
  WeftBox title;
  WeftBox x_title;
  WeftBox y_title;
  char *x_words; /* with units */
  char *y_words;
  double x_ticks[WEFT_AXIS_MAX_TICKS]; /* pixels */
  double y_ticks[WEFT_AXIS_MAX_TICKS];
  WeftBox x_boxes[WEFT_AXIS_MAX_TICKS]; /* empty: without a label */
  WeftBox y_boxes[WEFT_AXIS_MAX_TICKS];
  GArray *ends;   /* of WeftPlotLabel */
  GArray *legend; /* of WeftPlotLabel */
  GArray *notes;  /* of WeftPlotNote */
};

/* Parts of the layout, in this order. */
/* What stands in the legend and what at the ends of lines; returns the width for the latter. */
double weft_plot_layout_sort_labels (WeftPlotLayout *self);
double weft_plot_layout_flow_legend (WeftPlotLayout *self, double y);
void weft_plot_layout_place_ends  (WeftPlotLayout *self);
void weft_plot_layout_place_notes (WeftPlotLayout *self);

G_END_DECLS
