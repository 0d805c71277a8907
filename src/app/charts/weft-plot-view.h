/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot in the window: title, picture, table of values and export. */
#pragma once

#include "app/charts/weft-plot-area.h"
#include "app/weft-message-bar.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PLOT_VIEW (weft_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftPlotView, weft_plot_view, WEFT, PLOT_VIEW, GtkWidget)

/* Signals "item-activated" and "hovered" as those of WeftPlotArea, from picture and table alike.
 * Properties: "plot", "show-values", "heading" (short words in place of the plot's title, which exports keep). Actions: "plot.values", "plot.export" ("png", "svg", "pdf",
 * "csv"). */
GtkWidget    *weft_plot_view_new             (void);
/* The plot may change or be filled again while it is shown. (nullable) */
void          weft_plot_view_set_plot        (WeftPlotView   *self,
                                              WeftPlot       *plot);
WeftPlot     *weft_plot_view_get_plot        (WeftPlotView   *self);
/* Beside the title: "regret 0.0 % after 12 evaluations". (nullable) */
void          weft_plot_view_set_status      (WeftPlotView   *self,
                                              const char     *status);
/* Where errors of an export are told. (nullable) */
void          weft_plot_view_set_message_bar (WeftPlotView   *self,
                                              WeftMessageBar *bar);
void          weft_plot_view_set_show_values (WeftPlotView   *self,
                                              gboolean        show);
gboolean      weft_plot_view_get_show_values (WeftPlotView   *self);
WeftPlotArea *weft_plot_view_get_area        (WeftPlotView   *self);
/* By the suffix of @path: .png, .svg, .pdf or .csv. */
gboolean      weft_plot_view_export_to       (WeftPlotView   *self,
                                              const char     *path,
                                              GError        **error);

G_END_DECLS
