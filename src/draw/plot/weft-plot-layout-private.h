/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot in a picture of some size: where its axes, labels and legend lie, painting it, and finding
 * what is at a point. */
#pragma once

#include "draw/plot/weft-plot-private.h"

G_BEGIN_DECLS

typedef struct _WeftPlotLayout WeftPlotLayout;

/* An item of a layer; layer -1 is none. */
typedef struct
{
  int layer;
  int index;
} WeftPlotItem;

/* @title: leave room for the plot's title above. The layout holds a reference to @plot, and is right
 * until the plot changes. Any size will do. @palette is copied; its font must stay. (transfer full) */
WEFT_API WeftPlotLayout *weft_plot_layout_new   (WeftPlot *plot, double width, double height,
                                                 const WeftPalette *palette, gboolean title);
WEFT_API void            weft_plot_layout_free  (WeftPlotLayout *self);
WEFT_API void            weft_plot_layout_paint (WeftPlotLayout *self, cairo_t *cr);
/* The item nearest to a point within @radius; layer -1 when there is none. */
WEFT_API WeftPlotItem    weft_plot_layout_find  (WeftPlotLayout *self, double x, double y, double radius);
/* FALSE when the item cannot be seen. A rule is placed at its middle. */
WEFT_API gboolean        weft_plot_layout_place (WeftPlotLayout *self, WeftPlotItem item, double *x, double *y);
/* What lies over the picture at an item: a ring, and its words on a card beside it. */
WEFT_API void            weft_plot_layout_paint_item (WeftPlotLayout *self, cairo_t *cr, WeftPlotItem item);
WEFT_API void            weft_plot_layout_get_box    (WeftPlotLayout *self, WeftBox *box);

/* Layout and painting in one, with the title, a #WeftPaintFunc with a WeftPlot as data: for exports. */
WEFT_API void            weft_plot_paint        (cairo_t *cr, double width, double height,
                                                 const WeftPalette *palette, gpointer plot);
/* Saves a picture, .svg, .pdf or .png by the suffix, or the values as .csv. */
WEFT_API gboolean        weft_plot_export       (WeftPlot *plot, const char *path, double width, double height,
                                                 double scale, const WeftPalette *palette, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPlotLayout, weft_plot_layout_free)

G_END_DECLS
