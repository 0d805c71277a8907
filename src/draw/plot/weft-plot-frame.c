/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values to pixels and back, dashes and markers. */
#include "draw/plot/weft-plot-frame-private.h"

#include <math.h>

/* What lies this far outside of the box is still painted, so that nothing at its edge is cut. */
#define SLACK 0.5

static double
place (const WeftAxis *axis,
       double          value)
{
  if (!isfinite (value) || (axis->log && value <= 0))
    return NAN;
  if (axis->log)
    return log10 (value / axis->min) / log10 (axis->max / axis->min);

  return (value - axis->min) / (axis->max - axis->min);
}

double
weft_plot_frame_x (const WeftPlotFrame *self,
                   double               value)
{
  double at = place (&self->x, value);

  return self->box.x + (self->mirrored ? 1 - at : at) * self->box.w;
}

double
weft_plot_frame_y (const WeftPlotFrame *self,
                   double               value)
{
  return self->box.y + (1 - place (&self->y, value)) * self->box.h;
}

double
weft_plot_frame_x_at (const WeftPlotFrame *self,
                      double               pixel)
{
  double at = (pixel - self->box.x) / self->box.w;

  if (self->mirrored)
    at = 1 - at;
  if (self->x.log)
    return self->x.min * pow (self->x.max / self->x.min, at);

  return self->x.min + at * (self->x.max - self->x.min);
}

gboolean
weft_plot_frame_holds (const WeftPlotFrame *self,
                       double               px,
                       double               py)
{
  return px >= self->box.x - SLACK && px <= weft_box_right (&self->box) + SLACK
         && py >= self->box.y - SLACK && py <= weft_box_bottom (&self->box) + SLACK;
}

void
weft_plot_frame_clip (const WeftPlotFrame *self,
                      cairo_t             *cr)
{
  const double line = 1.5 * self->unit;

  cairo_rectangle (cr, self->box.x - line, self->box.y - line, self->box.w + 2 * line,
                   self->box.h + 2 * line);
  cairo_clip (cr);
}

const WeftColour *
weft_plot_hue (const WeftPalette *palette,
               guint              hue)
{
  return &palette->series[hue % WEFT_N_SERIES];
}

void
weft_plot_set_line (cairo_t             *cr,
                    const WeftPlotFrame *frame,
                    WeftPlotLine         line,
                    guint                hue,
                    double               width)
{
  static const WeftPlotLine by_hue[] = {
    WEFT_PLOT_LINE_SOLID,    WEFT_PLOT_LINE_LONG_DASH, WEFT_PLOT_LINE_DOTTED,
    WEFT_PLOT_LINE_DASH_DOT, WEFT_PLOT_LINE_DASHED,
  };
  static const double dashes[][4] = {
    [WEFT_PLOT_LINE_DASHED] = { 5, 3, 5, 3 },
    [WEFT_PLOT_LINE_DOTTED] = { 1.5, 3, 1.5, 3 },
    [WEFT_PLOT_LINE_DASH_DOT] = { 8, 3, 1.5, 3 },
    [WEFT_PLOT_LINE_LONG_DASH] = { 11, 3.5, 11, 3.5 },
  };
  double scaled[4];

  if (line == WEFT_PLOT_LINE_BY_HUE)
    line = frame->direct && !frame->palette->high_contrast
               ? WEFT_PLOT_LINE_SOLID
               : by_hue[hue % G_N_ELEMENTS (by_hue)];
  cairo_set_line_width (cr, width * frame->unit);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  if (line <= WEFT_PLOT_LINE_SOLID)
    {
      cairo_set_dash (cr, NULL, 0, 0);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (scaled); i++)
    scaled[i] = dashes[line][i] * frame->unit;
  cairo_set_dash (cr, scaled, G_N_ELEMENTS (scaled), 0);
}

WeftPlotMarker
weft_plot_marker_of (WeftPlotMarker marker,
                     guint          hue)
{
  static const WeftPlotMarker by_hue[] = {
    WEFT_PLOT_MARKER_CIRCLE, WEFT_PLOT_MARKER_SQUARE, WEFT_PLOT_MARKER_TRIANGLE,
    WEFT_PLOT_MARKER_DIAMOND, WEFT_PLOT_MARKER_DOWN,
  };

  return marker == WEFT_PLOT_MARKER_BY_HUE ? by_hue[hue % G_N_ELEMENTS (by_hue)] : marker;
}

static void
add_polygon (cairo_t *cr,
             double   x,
             double   y,
             double   radius,
             guint    corners,
             double   turn)
{
  for (guint i = 0; i < corners; i++)
    {
      double angle = turn + 2 * G_PI * i / corners;

      (i == 0 ? cairo_move_to : cairo_line_to) (cr, x + radius * cos (angle),
                                                y + radius * sin (angle));
    }
  cairo_close_path (cr);
}

static void
add_plus (cairo_t *cr,
          double   x,
          double   y,
          double   radius,
          double   turn)
{
  double c = radius * cos (turn), s = radius * sin (turn);

  cairo_move_to (cr, x - c, y - s);
  cairo_line_to (cr, x + c, y + s);
  cairo_move_to (cr, x + s, y - c);
  cairo_line_to (cr, x - s, y + c);
}

/* The shapes cover about the same area. */
void
weft_plot_marker_path (cairo_t       *cr,
                       WeftPlotMarker marker,
                       double         x,
                       double         y,
                       double         radius)
{
  switch (marker)
    {
    case WEFT_PLOT_MARKER_SQUARE:
      add_polygon (cr, x, y, radius * 1.25, 4, G_PI_4);
      break;
    case WEFT_PLOT_MARKER_TRIANGLE:
      add_polygon (cr, x, y + radius * 0.2, radius * 1.4, 3, -G_PI_2);
      break;
    case WEFT_PLOT_MARKER_DOWN:
      add_polygon (cr, x, y - radius * 0.2, radius * 1.4, 3, G_PI_2);
      break;
    case WEFT_PLOT_MARKER_DIAMOND:
      add_polygon (cr, x, y, radius * 1.3, 4, 0);
      break;
    case WEFT_PLOT_MARKER_PLUS:
      add_plus (cr, x, y, radius * 1.2, 0);
      break;
    case WEFT_PLOT_MARKER_CROSS:
      add_plus (cr, x, y, radius * 1.2, G_PI_4);
      break;
    case WEFT_PLOT_MARKER_CIRCLE:
    case WEFT_PLOT_MARKER_BY_HUE:
    default:
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
      cairo_close_path (cr);
      break;
    }
}

void
weft_plot_paint_marker (cairo_t             *cr,
                        const WeftPlotFrame *frame,
                        WeftPlotMarker       marker,
                        double               x,
                        double               y,
                        double               radius,
                        gboolean             hollow,
                        const WeftColour    *colour)
{
  gboolean lines = marker == WEFT_PLOT_MARKER_PLUS || marker == WEFT_PLOT_MARKER_CROSS;
  double width = (lines ? 2.0 : 1.5) * frame->unit;

  cairo_new_path (cr);
  weft_plot_marker_path (cr, marker, x, y, hollow ? radius - width / 4 : radius);
  weft_paint_source (cr, colour, 1.0);
  if (!hollow && !lines)
    {
      cairo_fill (cr);
      return;
    }
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}
