/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layer of a plot: items with a place each, that it paints, finds and says in words. Layers own
 * copies of their data and belong to the thread that paints them. */
#pragma once

#include "base/weft-types.h"
#include "draw/plot/weft-plot-frame-private.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct _WeftPlot WeftPlot;

/* Finite values only; @least > @most while there is none. */
typedef struct
{
  double least;
  double most;
  double least_positive; /* for a log axis, INFINITY while there is none */
} WeftPlotRange;

/* Adds a value, when it is finite. */
void weft_plot_range_add (WeftPlotRange *self, double value);

/* A column that a layer adds to the table of values. */
typedef struct
{
  const char *key;   /* of CSV: never translated */
  const char *title; /* untranslated */
  gboolean words;    /* else numbers */
} WeftPlotColumn;

#define WEFT_TYPE_PLOT_LAYER (weft_plot_layer_get_type ())
WEFT_API G_DECLARE_DERIVABLE_TYPE (WeftPlotLayer, weft_plot_layer, WEFT, PLOT_LAYER, GObject)

/**
 * WeftPlotLayerClass: (skip)
 * @n_items: how many items can be found, said and listed
 * @position: values of an item, NAN for what it does not have
 * @bounds: adds the ranges that should be seen
 * @paint_back: (nullable): what lies under the lines of all layers
 * @paint: items and lines
 * @paint_key: the sample in the legend
 * @lookup: the item nearest to the point within @radius, -1 for none, and its distance; in pixels
 * @describe: one line of words, without the label. (transfer full)
 * @columns: (nullable): more columns than the two axes, ended by a NULL key
 * @cell: an item's text in one of them; @exact: with all digits, as CSV has it. (transfer full)
 * @anchor: (nullable): where the label stands at the end of a line, in pixels; FALSE for nowhere
 */
struct _WeftPlotLayerClass
{
  GObjectClass parent_class;

  guint    (*n_items)    (WeftPlotLayer *self);
  void     (*position)   (WeftPlotLayer *self, guint index, double *x, double *y);
  void     (*bounds)     (WeftPlotLayer *self, WeftPlotRange *x, WeftPlotRange *y);
  void     (*paint_back) (WeftPlotLayer *self, cairo_t *cr, const WeftPlotFrame *frame);
  void     (*paint)      (WeftPlotLayer *self, cairo_t *cr, const WeftPlotFrame *frame);
  void     (*paint_key)  (WeftPlotLayer *self, cairo_t *cr, const WeftPlotFrame *frame, const WeftBox *box);
  int      (*lookup)     (WeftPlotLayer *self, const WeftPlotFrame *frame, double px, double py, double radius,
                          double *distance);
  char    *(*describe)   (WeftPlotLayer *self, WeftPlot *plot, guint index);
  const WeftPlotColumn *(*columns) (WeftPlotLayer *self);
  char    *(*cell)       (WeftPlotLayer *self, guint index, guint column, gboolean exact);
  gboolean (*anchor)     (WeftPlotLayer *self, const WeftPlotFrame *frame, double *px, double *py);
};

/* Signal "changed" (no arguments): what the layer shows is another; emitted by all setters. */
WEFT_API void         weft_plot_layer_set_label     (WeftPlotLayer *self, const char *label); /* (nullable) */
WEFT_API const char  *weft_plot_layer_get_label     (WeftPlotLayer *self); /* "" when it has none */
/* Of WeftPalette.series. */
WEFT_API void         weft_plot_layer_set_hue       (WeftPlotLayer *self, guint hue);
WEFT_API guint        weft_plot_layer_get_hue       (WeftPlotLayer *self);
WEFT_API void         weft_plot_layer_set_line      (WeftPlotLayer *self, WeftPlotLine line);
WEFT_API WeftPlotLine weft_plot_layer_get_line      (WeftPlotLayer *self);
WEFT_API void         weft_plot_layer_set_marker    (WeftPlotLayer *self, WeftPlotMarker marker);
WEFT_API WeftPlotMarker weft_plot_layer_get_marker  (WeftPlotLayer *self); /* never BY_HUE */
/* Of an item with a hue of its own. */
WeftPlotMarker        weft_plot_layer_marker_of     (WeftPlotLayer *self, guint hue);
/* A hidden layer takes no part in anything. */
WEFT_API void         weft_plot_layer_set_visible   (WeftPlotLayer *self, gboolean visible);
WEFT_API gboolean     weft_plot_layer_get_visible   (WeftPlotLayer *self);
/* FALSE: neither in the legend nor at its line's end; tables have the label all the same. */
WEFT_API void         weft_plot_layer_set_labelled  (WeftPlotLayer *self, gboolean labelled);
WEFT_API gboolean     weft_plot_layer_get_labelled  (WeftPlotLayer *self);

WEFT_API guint        weft_plot_layer_n_items       (WeftPlotLayer *self);
WEFT_API void         weft_plot_layer_position      (WeftPlotLayer *self, guint index, double *x, double *y);
/* "hill climbing: evaluations 50, best score 1.61" (transfer full) */
WEFT_API char        *weft_plot_layer_describe      (WeftPlotLayer *self, WeftPlot *plot, guint index);
WEFT_API const WeftPlotColumn *weft_plot_layer_columns (WeftPlotLayer *self); /* never NULL */
/* "" when the layer has no such column. (transfer full) */
WEFT_API char        *weft_plot_layer_cell          (WeftPlotLayer *self, guint index, const char *key, gboolean exact);
int                   weft_plot_layer_lookup        (WeftPlotLayer *self, const WeftPlotFrame *frame, double px, double py,
                                                     double radius, double *distance);
void                  weft_plot_layer_changed       (WeftPlotLayer *self);

G_END_DECLS
