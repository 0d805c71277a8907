/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot: two axes, a title and layers that are painted in their order. It knows nothing of where
 * it is shown; weft-plot-layout-private.h places and paints it. */
#pragma once

#include "draw/plot/weft-plot-layer-private.h"
#include "draw/weft-table.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_PLOT_X,
  WEFT_PLOT_Y,
  WEFT_PLOT_N_AXES,
} WeftPlotAxisKind;

/**
 * WeftPlotAxis: (skip)
 * @title: "Best score"
 * @unit: (nullable): of all values, "MW"
 * @note: (nullable): stands below the axis instead of the title: "Evaluations (20 runs)"
 * @key: (nullable): the column's name in CSV, never translated: "power_mw"
 * @from: where the axis begins, NAN to follow the values
 * @to: where it ends, NAN to follow the values
 */
typedef struct
{
  const char *title;
  const char *unit;
  const char *note;
  const char *key;
  gboolean log;
  double from;
  double to;
} WeftPlotAxis;

#define WEFT_TYPE_PLOT (weft_plot_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftPlot, weft_plot, WEFT, PLOT, GObject)

/* Signal "changed" (no arguments): something to see is another. It may come many times a frame. */
WEFT_API WeftPlot           *weft_plot_new          (void); /* (transfer full) */
WEFT_API void                weft_plot_set_title    (WeftPlot *self, const char *title); /* (nullable) */
WEFT_API const char         *weft_plot_get_title    (WeftPlot *self); /* (nullable) */
/* Instead of a plot while no layer has a point. (nullable) */
WEFT_API void                weft_plot_set_message  (WeftPlot *self, const char *message);
WEFT_API const char         *weft_plot_get_message  (WeftPlot *self);
WEFT_API void                weft_plot_set_axis     (WeftPlot *self, WeftPlotAxisKind kind, const WeftPlotAxis *axis);
WEFT_API const WeftPlotAxis *weft_plot_get_axis     (WeftPlot *self, WeftPlotAxisKind kind);
/* Takes @layer over and returns it. (transfer none) */
WEFT_API WeftPlotLayer      *weft_plot_add          (WeftPlot *self, WeftPlotLayer *layer);
WEFT_API void                weft_plot_remove       (WeftPlot *self, WeftPlotLayer *layer);
WEFT_API void                weft_plot_clear        (WeftPlot *self); /* of layers */
WEFT_API guint               weft_plot_n_layers     (WeftPlot *self);
WEFT_API WeftPlotLayer      *weft_plot_get_layer    (WeftPlot *self, guint index); /* (transfer none) */
/* The position of @layer, -1 when it is not here. */
WEFT_API int                 weft_plot_find_layer   (WeftPlot *self, WeftPlotLayer *layer);
/* Between the two "changed" is held back and then comes once. */
WEFT_API void                weft_plot_freeze       (WeftPlot *self);
WEFT_API void                weft_plot_thaw         (WeftPlot *self);

/* A value as people read it: four digits that matter, "1.929"; @exact: all of them. (transfer full) */
WEFT_API char               *weft_plot_format       (double value, gboolean exact);
/* With title and unit: "power 0.98 MW". (transfer full) */
WEFT_API char               *weft_plot_say          (WeftPlot *self, WeftPlotAxisKind kind, double value);
/* What a screen reader says of the whole: title, axes, and each layer in a few words. (transfer full) */
WEFT_API char               *weft_plot_summarise    (WeftPlot *self);

/* The columns that the visible layers add to the table, each once. (transfer container) (element-type WeftPlotColumn) */
WEFT_API GPtrArray          *weft_plot_list_columns (WeftPlot *self);
/* All items of the visible layers: series, x, y and what the layers add. RFC 4180. (transfer full) */
WEFT_API char               *weft_plot_to_csv       (WeftPlot *self);
/* The same for reading, at most about @most_rows (0 for all): of longer layers evenly chosen items,
 * the first and the last among them. (transfer full) */
WEFT_API WeftTable          *weft_plot_to_table     (WeftPlot *self, guint most_rows);

G_END_DECLS
