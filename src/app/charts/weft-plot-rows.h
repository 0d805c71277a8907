/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The items of a plot as a list model whose objects are made when they are asked for. */
#pragma once

#include <gio/gio.h>

#include "draw/plot/weft-plot-layout-private.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PLOT_ROW (weft_plot_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftPlotRow, weft_plot_row, WEFT, PLOT_ROW, GObject)

WeftPlotItem  weft_plot_row_get_item (WeftPlotRow     *self);
/* Texts of its cells; all (transfer full), "" when the plot has gone on without the item. */
char         *weft_plot_row_series   (WeftPlotRow     *self);
char         *weft_plot_row_value    (WeftPlotRow     *self,
                                      WeftPlotAxisKind kind);
char         *weft_plot_row_cell     (WeftPlotRow     *self,
                                      const char      *key);

#define WEFT_TYPE_PLOT_ROWS (weft_plot_rows_get_type ())
G_DECLARE_FINAL_TYPE (WeftPlotRows, weft_plot_rows, WEFT, PLOT_ROWS, GObject)

WeftPlotRows *weft_plot_rows_new      (void);
/* Looks at the plot again, also when it is the same. @plot is nullable. */
void          weft_plot_rows_set_plot (WeftPlotRows    *self,
                                       WeftPlot        *plot);

G_END_DECLS
