/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A front of Pareto: thin steps, a mark at each point, on to the end of the plot. */
#include <math.h>

#include "draw/plot/weft-plot-steps-private.h"

#define LINE_WIDTH 1.75
#define MARK_RADIUS 4.0

struct _WeftPlotFront
{
  WeftPlotSteps parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftPlotFront, weft_plot_front, WEFT_TYPE_PLOT_STEPS)

static double
far_end (const WeftPlotFrame *frame)
{
  return frame->mirrored ? frame->box.x : weft_box_right (&frame->box);
}

static void
paint_marks (WeftPlotFront       *self,
             cairo_t             *cr,
             const WeftPlotFrame *frame)
{
  WeftPlotLayer *layer = WEFT_PLOT_LAYER (self);
  const WeftColour *colour = weft_plot_hue (frame->palette, weft_plot_layer_get_hue (layer));
  const double *x = weft_plot_steps_x (WEFT_PLOT_STEPS (self));
  const double *y = weft_plot_steps_y (WEFT_PLOT_STEPS (self));
  guint n = weft_plot_steps_get_n (WEFT_PLOT_STEPS (self));

  for (guint i = 0; i < n; i++)
    {
      double px = weft_plot_frame_x (frame, x[i]), py = weft_plot_frame_y (frame, y[i]);

      if (weft_plot_frame_holds (frame, px, py))
        weft_plot_paint_marker (cr, frame, weft_plot_layer_get_marker (layer), px, py,
                                MARK_RADIUS * frame->unit, FALSE, colour);
    }
}

static void
weft_plot_front_paint (WeftPlotLayer       *layer,
                       cairo_t             *cr,
                       const WeftPlotFrame *frame)
{
  WeftPlotSteps *self = WEFT_PLOT_STEPS (layer);
  guint n = weft_plot_steps_get_n (self);
  guint from = 0, to;

  to = weft_plot_steps_run (frame, weft_plot_steps_x (self), weft_plot_steps_y (self), n, &from);
  if (to == from)
    return;

  cairo_save (cr);
  weft_plot_frame_clip (frame, cr);
  weft_plot_set_line (cr, frame, weft_plot_layer_get_line (layer),
                      weft_plot_layer_get_hue (layer), LINE_WIDTH);
  weft_paint_source (cr, weft_plot_hue (frame->palette, weft_plot_layer_get_hue (layer)), 1.0);
  cairo_new_path (cr);
  weft_plot_steps_path (cr, frame, weft_plot_steps_x (self), weft_plot_steps_y (self), from, to,
                        FALSE);
  if (cairo_has_current_point (cr))
    {
      double x, y;

      cairo_get_current_point (cr, &x, &y);
      cairo_line_to (cr, far_end (frame), y);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
  paint_marks (WEFT_PLOT_FRONT (self), cr, frame);
}

static gboolean
weft_plot_front_anchor (WeftPlotLayer       *layer,
                        const WeftPlotFrame *frame,
                        double              *px,
                        double              *py)
{
  if (!WEFT_PLOT_LAYER_CLASS (weft_plot_front_parent_class)->anchor (layer, frame, px, py))
    return FALSE;

  *px = far_end (frame);
  return TRUE;
}

static void
weft_plot_front_class_init (WeftPlotFrontClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  layer_class->paint = weft_plot_front_paint;
  layer_class->anchor = weft_plot_front_anchor;
}

static void
weft_plot_front_init (WeftPlotFront *self)
{
}

WeftPlotLayer *
weft_plot_front_new (const char *label,
                     guint       hue)
{
  WeftPlotLayer *self = g_object_new (WEFT_TYPE_PLOT_FRONT, NULL);

  weft_plot_layer_set_label (self, label);
  weft_plot_layer_set_hue (self, hue);
  weft_plot_layer_set_marker (self, WEFT_PLOT_MARKER_DIAMOND);

  return self;
}
