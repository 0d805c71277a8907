/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dotted line across the plot. Its label is placed by the layout, inside of the plot. */
#include <math.h>

#include "draw/plot/weft-plot-rule-private.h"

#define LINE_WIDTH 1.75

struct _WeftPlotRule
{
  WeftPlotLayer parent_instance;

  double value;
  gboolean upright;
};

G_DEFINE_FINAL_TYPE (WeftPlotRule, weft_plot_rule, WEFT_TYPE_PLOT_LAYER)

static guint
weft_plot_rule_n_items (WeftPlotLayer *layer)
{
  return isfinite (WEFT_PLOT_RULE (layer)->value) ? 1 : 0;
}

static void
weft_plot_rule_position (WeftPlotLayer *layer,
                         guint          index,
                         double        *x,
                         double        *y)
{
  WeftPlotRule *self = WEFT_PLOT_RULE (layer);

  *(self->upright ? x : y) = self->value;
  *(self->upright ? y : x) = NAN;
}

static void
weft_plot_rule_bounds (WeftPlotLayer *layer,
                       WeftPlotRange *x,
                       WeftPlotRange *y)
{
  WeftPlotRule *self = WEFT_PLOT_RULE (layer);

  weft_plot_range_add (self->upright ? x : y, self->value);
}

double
weft_plot_rule_place (WeftPlotRule        *self,
                      const WeftPlotFrame *frame)
{
  double at = self->upright ? weft_plot_frame_x (frame, self->value)
                            : weft_plot_frame_y (frame, self->value);
  gboolean seen = self->upright ? weft_plot_frame_holds (frame, at, frame->box.y)
                                : weft_plot_frame_holds (frame, frame->box.x, at);

  return seen ? at : NAN;
}

gboolean
weft_plot_rule_is_upright (WeftPlotRule *self)
{
  return self->upright;
}

static void
weft_plot_rule_paint (WeftPlotLayer       *layer,
                      cairo_t             *cr,
                      const WeftPlotFrame *frame)
{
  WeftPlotRule *self = WEFT_PLOT_RULE (layer);
  double at = weft_plot_rule_place (self, frame);

  if (isnan (at))
    return;
  weft_plot_set_line (cr, frame, weft_plot_layer_get_line (layer), 0, LINE_WIDTH);
  weft_paint_source (cr, &frame->palette->text, 1.0);
  cairo_new_path (cr);
  cairo_move_to (cr, self->upright ? at : frame->box.x, self->upright ? frame->box.y : at);
  cairo_line_to (cr, self->upright ? at : weft_box_right (&frame->box),
                 self->upright ? weft_box_bottom (&frame->box) : at);
  cairo_stroke (cr);
}

static void
weft_plot_rule_paint_key (WeftPlotLayer       *layer,
                          cairo_t             *cr,
                          const WeftPlotFrame *frame,
                          const WeftBox       *box)
{
  double y = round (box->y + box->h / 2);

  weft_plot_set_line (cr, frame, weft_plot_layer_get_line (layer), 0, LINE_WIDTH);
  weft_paint_source (cr, &frame->palette->text, 1.0);
  cairo_move_to (cr, box->x, y);
  cairo_line_to (cr, weft_box_right (box), y);
  cairo_stroke (cr);
}

static int
weft_plot_rule_lookup (WeftPlotLayer       *layer,
                       const WeftPlotFrame *frame,
                       double               px,
                       double               py,
                       double               radius,
                       double              *distance)
{
  WeftPlotRule *self = WEFT_PLOT_RULE (layer);
  double away = fabs (weft_plot_rule_place (self, frame) - (self->upright ? px : py));

  *distance = away;

  return away <= radius && weft_plot_frame_holds (frame, px, py) ? 0 : -1;
}

static void
weft_plot_rule_class_init (WeftPlotRuleClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  layer_class->n_items = weft_plot_rule_n_items;
  layer_class->position = weft_plot_rule_position;
  layer_class->bounds = weft_plot_rule_bounds;
  layer_class->paint = weft_plot_rule_paint;
  layer_class->paint_key = weft_plot_rule_paint_key;
  layer_class->lookup = weft_plot_rule_lookup;
}

static void
weft_plot_rule_init (WeftPlotRule *self)
{
}

WeftPlotLayer *
weft_plot_rule_new (const char *label,
                    double      value,
                    gboolean    upright)
{
  WeftPlotRule *self = g_object_new (WEFT_TYPE_PLOT_RULE, NULL);

  self->value = value;
  self->upright = upright;
  weft_plot_layer_set_label (WEFT_PLOT_LAYER (self), label);
  weft_plot_layer_set_line (WEFT_PLOT_LAYER (self), WEFT_PLOT_LINE_DOTTED);

  return WEFT_PLOT_LAYER (self);
}
