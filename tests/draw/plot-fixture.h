/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots with values that nobody would want. */
#pragma once

#include "draw-fixture.h"

#include "draw/plot/weft-plot-layers-private.h"
#include "draw/plot/weft-plot-places-private.h"

/* A plot with one step line. (transfer full) */
G_GNUC_UNUSED static WeftPlot *
fixture_steps (const double *x,
               const double *y,
               guint         n)
{
  const WeftPlotAxis x_axis = { .title = "Evaluations", .key = "evaluation", .from = NAN, .to = NAN };
  const WeftPlotAxis y_axis = { .title = "Best score", .from = NAN, .to = NAN };
  WeftPlot *plot = weft_plot_new ();
  WeftPlotLayer *layer = weft_plot_add (plot, weft_plot_steps_new ("hill climbing", 1));

  weft_plot_set_axis (plot, WEFT_PLOT_X, &x_axis);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &y_axis);
  weft_plot_steps_set (WEFT_PLOT_STEPS (layer), x, y, n);

  return plot;
}

static inline void
fixture_paint_plot (cairo_t           *cr,
                    double             width,
                    double             height,
                    const WeftPalette *palette,
                    gpointer           plot)
{
  g_autoptr (WeftPlotLayout) layout = weft_plot_layout_new (plot, width, height, palette, TRUE);
  WeftPlotItem item = weft_plot_layout_find (layout, width / 2, height / 2, 1e4);

  weft_plot_layout_paint (layout, cr);
  weft_plot_layout_paint_item (layout, cr, item);
}
