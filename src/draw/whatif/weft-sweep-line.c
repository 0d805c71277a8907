/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line through points with a mark at each. */
#include "draw/whatif/weft-sweep-line-private.h"

#include <math.h>

#include "draw/plot/weft-plot-frame-private.h"

#define LINE_WIDTH 2.0
#define RADIUS 3.0
/* More points than this have no marks: they would be the line. */
#define MOST_MARKS 60

struct _WeftSweepLine
{
  WeftPlotLayer parent_instance;

  guint n;
  double *x;
  double *y;
};

G_DEFINE_FINAL_TYPE (WeftSweepLine, weft_sweep_line, WEFT_TYPE_PLOT_LAYER)

static gboolean
place (WeftSweepLine       *self,
       const WeftPlotFrame *frame,
       guint                index,
       double              *px,
       double              *py)
{
  *px = weft_plot_frame_x (frame, self->x[index]);
  *py = weft_plot_frame_y (frame, self->y[index]);
  return isfinite (*px) && isfinite (*py);
}

static guint
weft_sweep_line_n_items (WeftPlotLayer *layer)
{
  return WEFT_SWEEP_LINE (layer)->n;
}

static void
weft_sweep_line_position (WeftPlotLayer *layer,
                          guint          index,
                          double        *x,
                          double        *y)
{
  *x = WEFT_SWEEP_LINE (layer)->x[index];
  *y = WEFT_SWEEP_LINE (layer)->y[index];
}

static void
weft_sweep_line_bounds (WeftPlotLayer *layer,
                        WeftPlotRange *x,
                        WeftPlotRange *y)
{
  WeftSweepLine *self = WEFT_SWEEP_LINE (layer);

  for (guint i = 0; i < self->n; i++)
    {
      weft_plot_range_add (x, self->x[i]);
      weft_plot_range_add (y, self->y[i]);
    }
}

static void
weft_sweep_line_paint (WeftPlotLayer       *layer,
                       cairo_t             *cr,
                       const WeftPlotFrame *frame)
{
  WeftSweepLine *self = WEFT_SWEEP_LINE (layer);
  guint hue = weft_plot_layer_get_hue (layer);
  const WeftColour *colour = weft_plot_hue (frame->palette, hue);
  gboolean drawn = FALSE;
  double px, py;

  weft_plot_set_line (cr, frame, weft_plot_layer_get_line (layer), hue, LINE_WIDTH);
  weft_paint_source (cr, colour, 1);
  cairo_new_path (cr);
  for (guint i = 0; i < self->n; i++)
    {
      gboolean is_there = place (self, frame, i, &px, &py);

      if (is_there && drawn)
        cairo_line_to (cr, px, py);
      else if (is_there)
        cairo_move_to (cr, px, py);
      drawn = is_there;
    }
  cairo_stroke (cr);
  for (guint i = 0; i < self->n && self->n <= MOST_MARKS; i++)
    if (place (self, frame, i, &px, &py) && weft_plot_frame_holds (frame, px, py))
      weft_plot_paint_marker (cr, frame, weft_plot_layer_get_marker (layer), px, py, RADIUS * frame->unit, FALSE,
                              colour);
}

static void
weft_sweep_line_paint_key (WeftPlotLayer       *layer,
                           cairo_t             *cr,
                           const WeftPlotFrame *frame,
                           const WeftBox       *box)
{
  guint hue = weft_plot_layer_get_hue (layer);
  const WeftColour *colour = weft_plot_hue (frame->palette, hue);
  double y = round (box->y + box->h / 2);

  weft_plot_set_line (cr, frame, weft_plot_layer_get_line (layer), hue, LINE_WIDTH);
  weft_paint_source (cr, colour, 1);
  cairo_new_path (cr);
  cairo_move_to (cr, box->x, y);
  cairo_line_to (cr, weft_box_right (box), y);
  cairo_stroke (cr);
  weft_plot_paint_marker (cr, frame, weft_plot_layer_get_marker (layer), box->x + box->w / 2, y, RADIUS * frame->unit,
                          FALSE, colour);
}

static int
weft_sweep_line_lookup (WeftPlotLayer       *layer,
                        const WeftPlotFrame *frame,
                        double               x,
                        double               y,
                        double               radius,
                        double              *distance)
{
  WeftSweepLine *self = WEFT_SWEEP_LINE (layer);
  int found = -1;

  *distance = INFINITY;
  for (guint i = 0; i < self->n; i++)
    {
      double px, py, d;

      if (!place (self, frame, i, &px, &py))
        continue;
      d = hypot (px - x, py - y);
      if (d <= radius && d < *distance)
        {
          *distance = d;
          found = (int) i;
        }
    }
  return found;
}

/* Behind the last point of the line. */
static gboolean
weft_sweep_line_anchor (WeftPlotLayer       *layer,
                        const WeftPlotFrame *frame,
                        double              *px,
                        double              *py)
{
  WeftSweepLine *self = WEFT_SWEEP_LINE (layer);

  for (guint i = self->n; i-- > 0;)
    if (place (self, frame, i, px, py))
      return TRUE;
  return FALSE;
}

static void
weft_sweep_line_finalize (GObject *object)
{
  WeftSweepLine *self = WEFT_SWEEP_LINE (object);

  g_free (self->x);
  g_free (self->y);

  G_OBJECT_CLASS (weft_sweep_line_parent_class)->finalize (object);
}

static void
weft_sweep_line_class_init (WeftSweepLineClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_sweep_line_finalize;
  layer_class->n_items = weft_sweep_line_n_items;
  layer_class->position = weft_sweep_line_position;
  layer_class->bounds = weft_sweep_line_bounds;
  layer_class->paint = weft_sweep_line_paint;
  layer_class->paint_key = weft_sweep_line_paint_key;
  layer_class->lookup = weft_sweep_line_lookup;
  layer_class->anchor = weft_sweep_line_anchor;
}

static void
weft_sweep_line_init (WeftSweepLine *self G_GNUC_UNUSED)
{
}

WeftPlotLayer *
weft_sweep_line_new (const char   *label,
                     guint         hue,
                     const double *x,
                     const double *y,
                     guint         n)
{
  WeftSweepLine *self = g_object_new (WEFT_TYPE_SWEEP_LINE, NULL);

  self->n = n;
  self->x = g_memdup2 (x, n * sizeof (double));
  self->y = g_memdup2 (y, n * sizeof (double));
  weft_plot_layer_set_label (WEFT_PLOT_LAYER (self), label);
  weft_plot_layer_set_hue (WEFT_PLOT_LAYER (self), hue);
  return WEFT_PLOT_LAYER (self);
}
