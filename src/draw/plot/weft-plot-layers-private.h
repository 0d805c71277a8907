/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layers that there are. All constructors: (transfer full), @label nullable; hues count in
 * WeftPalette.series. Values that are not finite are gaps and never an error. */
#pragma once

#include "draw/plot/weft-plot-layer-private.h"

G_BEGIN_DECLS

/* A line that holds each value until the next x: best so far. x ascends. */
#define WEFT_TYPE_PLOT_STEPS (weft_plot_steps_get_type ())
WEFT_API G_DECLARE_DERIVABLE_TYPE (WeftPlotSteps, weft_plot_steps, WEFT, PLOT_STEPS, WeftPlotLayer)

struct _WeftPlotStepsClass
{
  WeftPlotLayerClass parent_class;
};

WEFT_API WeftPlotLayer *weft_plot_steps_new     (const char *label, guint hue);
WEFT_API void           weft_plot_steps_set     (WeftPlotSteps *self, const double *x, const double *y, guint n);
WEFT_API void           weft_plot_steps_append  (WeftPlotSteps *self, double x, double y);
WEFT_API guint          weft_plot_steps_get_n   (WeftPlotSteps *self);
/* A ring at an item, such as the moment of the best, -1 for none. */
WEFT_API void           weft_plot_steps_set_ring (WeftPlotSteps *self, int index);

/* Steps in a band from @low to @high, as of a mean with its standard deviation. */
#define WEFT_TYPE_PLOT_BAND (weft_plot_band_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftPlotBand, weft_plot_band, WEFT, PLOT_BAND, WeftPlotSteps)

WEFT_API WeftPlotLayer *weft_plot_band_new      (const char *label, guint hue);
/* @counts: (nullable): how many runs each value comes from. */
WEFT_API void           weft_plot_band_set      (WeftPlotBand *self, const double *x, const double *middle, const double *low,
                                                 const double *high, const guint *counts, guint n);

/* Points without a line. */
#define WEFT_TYPE_PLOT_POINTS (weft_plot_points_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftPlotPoints, weft_plot_points, WEFT, PLOT_POINTS, WeftPlotLayer)

/**
 * WeftPlotPoint: (skip)
 * @hue: -1 for the layer's
 * @size: 1 is usual, 0 counts as 1
 * @label: (nullable): copied
 */
typedef struct
{
  double x;
  double y;
  int hue;
  double size;
  gboolean hollow;
  const char *label;
} WeftPlotPoint;

WEFT_API WeftPlotLayer *weft_plot_points_new    (const char *label, guint hue);
WEFT_API void           weft_plot_points_set    (WeftPlotPoints *self, const WeftPlotPoint *points, guint n);
WEFT_API void           weft_plot_points_append (WeftPlotPoints *self, const WeftPlotPoint *point);
/* What hollow means, for legend and words: "infeasible". (nullable) */
WEFT_API void           weft_plot_points_set_hollow_word (WeftPlotPoints *self, const char *word);

/* A line across the plot, "certified optimum 1.929". */
#define WEFT_TYPE_PLOT_RULE (weft_plot_rule_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftPlotRule, weft_plot_rule, WEFT, PLOT_RULE, WeftPlotLayer)

/* @upright: at an x, else at a y. */
WEFT_API WeftPlotLayer *weft_plot_rule_new      (const char *label, double value, gboolean upright);

/* A few points of reference with a text each, such as published values. */
#define WEFT_TYPE_PLOT_MARKS (weft_plot_marks_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftPlotMarks, weft_plot_marks, WEFT, PLOT_MARKS, WeftPlotLayer)

WEFT_API WeftPlotLayer *weft_plot_marks_new     (const char *label, guint hue);
/* @text: beside the mark; @source: (nullable): where it comes from. */
WEFT_API void           weft_plot_marks_append  (WeftPlotMarks *self, double x, double y, const char *text, const char *source);

/* The best y to be had for at most each x, as steps that go on to the plot's end. */
#define WEFT_TYPE_PLOT_FRONT (weft_plot_front_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftPlotFront, weft_plot_front, WEFT, PLOT_FRONT, WeftPlotSteps)

WEFT_API WeftPlotLayer *weft_plot_front_new     (const char *label, guint hue);

G_END_DECLS
