/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The diagonal; where both axes are logarithmic or both are not, it is straight. */
#include "draw/calib/weft-residual-diagonal-private.h"

#include <math.h>

#define LINE_WIDTH 1.5

struct _WeftResidualDiagonal
{
  WeftPlotLayer parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftResidualDiagonal, weft_residual_diagonal, WEFT_TYPE_PLOT_LAYER)

/* It is a line of reference: nothing of it is a value. */
static guint
weft_residual_diagonal_n_items (WeftPlotLayer *layer G_GNUC_UNUSED)
{
  return 0;
}

static void
weft_residual_diagonal_position (WeftPlotLayer *layer G_GNUC_UNUSED, guint index G_GNUC_UNUSED, double *x, double *y)
{
  *x = *y = NAN;
}

static void
weft_residual_diagonal_bounds (WeftPlotLayer *layer G_GNUC_UNUSED, WeftPlotRange *x G_GNUC_UNUSED,
                               WeftPlotRange *y G_GNUC_UNUSED)
{
}

static void
weft_residual_diagonal_paint (WeftPlotLayer *layer, cairo_t *cr, const WeftPlotFrame *frame)
{
  double from = MAX (frame->x.min, frame->y.min);
  double to = MIN (frame->x.max, frame->y.max);

  if (!(from < to))
    return;
  weft_plot_set_line (cr, frame, weft_plot_layer_get_line (layer), 0, LINE_WIDTH);
  weft_paint_source (cr, &frame->palette->dim_text, 1.0);
  cairo_new_path (cr);
  cairo_move_to (cr, weft_plot_frame_x (frame, from), weft_plot_frame_y (frame, from));
  cairo_line_to (cr, weft_plot_frame_x (frame, to), weft_plot_frame_y (frame, to));
  cairo_stroke (cr);
}

static void
weft_residual_diagonal_paint_key (WeftPlotLayer *layer, cairo_t *cr, const WeftPlotFrame *frame, const WeftBox *box)
{
  double y = round (box->y + box->h / 2);

  weft_plot_set_line (cr, frame, weft_plot_layer_get_line (layer), 0, LINE_WIDTH);
  weft_paint_source (cr, &frame->palette->dim_text, 1.0);
  cairo_move_to (cr, box->x, y);
  cairo_line_to (cr, weft_box_right (box), y);
  cairo_stroke (cr);
}

static int
weft_residual_diagonal_lookup (WeftPlotLayer *layer G_GNUC_UNUSED, const WeftPlotFrame *frame G_GNUC_UNUSED,
                               double px G_GNUC_UNUSED, double py G_GNUC_UNUSED, double radius G_GNUC_UNUSED,
                               double *distance)
{
  *distance = INFINITY;
  return -1;
}

static void
weft_residual_diagonal_class_init (WeftResidualDiagonalClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  layer_class->n_items = weft_residual_diagonal_n_items;
  layer_class->position = weft_residual_diagonal_position;
  layer_class->bounds = weft_residual_diagonal_bounds;
  layer_class->paint = weft_residual_diagonal_paint;
  layer_class->paint_key = weft_residual_diagonal_paint_key;
  layer_class->lookup = weft_residual_diagonal_lookup;
}

static void
weft_residual_diagonal_init (WeftResidualDiagonal *self G_GNUC_UNUSED)
{
}

WeftPlotLayer *
weft_residual_diagonal_new (const char *label)
{
  WeftPlotLayer *layer = g_object_new (WEFT_TYPE_RESIDUAL_DIAGONAL, NULL);

  weft_plot_layer_set_label (layer, label);
  weft_plot_layer_set_line (layer, WEFT_PLOT_LINE_DASHED);
  return layer;
}
