/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a plot: painted once and kept, with what lies under the pointer or the keyboard's
 * cursor on top. */
#pragma once

#include <gtk/gtk.h>

#include "draw/plot/weft-plot-layout-private.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PLOT_AREA (weft_plot_area_get_type ())
G_DECLARE_FINAL_TYPE (WeftPlotArea, weft_plot_area, WEFT, PLOT_AREA, GtkWidget)

/* Signals: "item-activated" (int layer, int index): a click or Enter; "hovered" (int layer, int
 * index): another item is under the pointer or the cursor, -1 for none. */
void         weft_plot_area_set_plot (WeftPlotArea *self,
                                      WeftPlot     *plot);
/* What is shown as found: under the pointer, else at the cursor while it has the focus. */
WeftPlotItem weft_plot_area_get_item (WeftPlotArea *self);
/* Moves the keyboard's cursor. */
void         weft_plot_area_set_cursor (WeftPlotArea *self,
                                        WeftPlotItem  item);
/* Where an item is seen; FALSE when it is not. */
gboolean     weft_plot_area_place    (WeftPlotArea *self,
                                      WeftPlotItem  item,
                                      double       *x,
                                      double       *y);

G_END_DECLS
