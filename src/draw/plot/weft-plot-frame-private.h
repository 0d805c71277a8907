/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where values lie in a picture: the box of a plot with its two axes, and what layers need to
 * paint themselves into it. */
#pragma once

#include "draw/weft-chart-axis-private.h"
#include "draw/weft-paint-private.h"

G_BEGIN_DECLS

/* How lines are told apart without colour. */
typedef enum
{
  WEFT_PLOT_LINE_BY_HUE, /* solid where a label stands at the line's end, else one of its own */
  WEFT_PLOT_LINE_SOLID,
  WEFT_PLOT_LINE_DASHED,
  WEFT_PLOT_LINE_DOTTED,
  WEFT_PLOT_LINE_DASH_DOT,
  WEFT_PLOT_LINE_LONG_DASH,
} WeftPlotLine;

/* How points are told apart without colour. */
typedef enum
{
  WEFT_PLOT_MARKER_BY_HUE,
  WEFT_PLOT_MARKER_CIRCLE,
  WEFT_PLOT_MARKER_SQUARE,
  WEFT_PLOT_MARKER_TRIANGLE,
  WEFT_PLOT_MARKER_DIAMOND,
  WEFT_PLOT_MARKER_DOWN,
  WEFT_PLOT_MARKER_PLUS,
  WEFT_PLOT_MARKER_CROSS,
} WeftPlotMarker;

/**
 * WeftPlotFrame: (skip)
 * @box: the plot's, in pixels
 * @x: its range may lie between ticks
 * @unit: what one pixel of a picture with text of the usual size has become
 * @direct: labels stand at the ends of the lines
 */
typedef struct
{
  WeftBox box;
  WeftAxis x;
  WeftAxis y;
  double unit;
  gboolean mirrored;
  gboolean direct;
  const WeftPalette *palette;
} WeftPlotFrame;

/* Not held inside; NAN for what has no place: NAN, infinite, not positive on a log axis. */
double            weft_plot_frame_x      (const WeftPlotFrame *self,
                                          double               value);
double            weft_plot_frame_y      (const WeftPlotFrame *self,
                                          double               value);
/* The value at a pixel. */
double            weft_plot_frame_x_at   (const WeftPlotFrame *self,
                                          double               pixel);
/* Inside the box or hardly outside. */
gboolean          weft_plot_frame_holds  (const WeftPlotFrame *self,
                                          double               px,
                                          double               py);

/* Nothing but what is in the box, with the width of a line at its edges. */
void              weft_plot_frame_clip   (const WeftPlotFrame *self,
                                          cairo_t             *cr);

const WeftColour *weft_plot_hue          (const WeftPalette   *palette,
                                          guint                hue);
void              weft_plot_set_line     (cairo_t             *cr,
                                          const WeftPlotFrame *frame,
                                          WeftPlotLine         line,
                                          guint                hue,
                                          double               width);
WeftPlotMarker    weft_plot_marker_of    (WeftPlotMarker       marker,
                                          guint                hue);
/* Adds the path of a marker; plus and cross are lines. */
void              weft_plot_marker_path  (cairo_t             *cr,
                                          WeftPlotMarker       marker,
                                          double               x,
                                          double               y,
                                          double               radius);
void              weft_plot_paint_marker (cairo_t             *cr,
                                          const WeftPlotFrame *frame,
                                          WeftPlotMarker       marker,
                                          double               x,
                                          double               y,
                                          double               radius,
                                          gboolean             hollow,
                                          const WeftColour    *colour);

G_END_DECLS
