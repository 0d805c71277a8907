/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row numbers are found by the number of items of each layer. */
#include "app/charts/weft-plot-rows.h"

#include <math.h>

struct _WeftPlotRow
{
  GObject parent_instance;

  WeftPlot *plot;
  WeftPlotItem item;
};

G_DEFINE_FINAL_TYPE (WeftPlotRow, weft_plot_row, G_TYPE_OBJECT)

struct _WeftPlotRows
{
  GObject parent_instance;

  WeftPlot *plot;
  GArray *counts; /* of guint: items of each layer, as last told */
  guint n_items;
};

static GType
rows_get_item_type (GListModel *model)
{
  return WEFT_TYPE_PLOT_ROW;
}

static guint
rows_get_n_items (GListModel *model)
{
  return WEFT_PLOT_ROWS (model)->n_items;
}

static gpointer
rows_get_item (GListModel *model, guint position)
{
  WeftPlotRows *self = WEFT_PLOT_ROWS (model);

  for (guint i = 0; i < self->counts->len; i++)
    {
      guint n = g_array_index (self->counts, guint, i);
      WeftPlotRow *row;

      if (position >= n)
        {
          position -= n;
          continue;
        }
      row = g_object_new (WEFT_TYPE_PLOT_ROW, NULL);
      row->plot = g_object_ref (self->plot);
      row->item = (WeftPlotItem){ (int) i, (int) position };
      return row;
    }
  return NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = rows_get_item_type;
  iface->get_n_items = rows_get_n_items;
  iface->get_item = rows_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftPlotRows, weft_plot_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
weft_plot_row_finalize (GObject *object)
{
  g_object_unref (WEFT_PLOT_ROW (object)->plot);
  G_OBJECT_CLASS (weft_plot_row_parent_class)->finalize (object);
}

static void
weft_plot_row_class_init (WeftPlotRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_plot_row_finalize;
}

static void
weft_plot_row_init (WeftPlotRow *self)
{
}

WeftPlotItem
weft_plot_row_get_item (WeftPlotRow *self)
{
  return self->item;
}

/* (nullable) */
static WeftPlotLayer *
find_layer (WeftPlotRow *self)
{
  WeftPlotLayer *layer;

  if (self->item.layer >= (int) weft_plot_n_layers (self->plot))
    return NULL;
  layer = weft_plot_get_layer (self->plot, (guint) self->item.layer);
  return self->item.index < (int) weft_plot_layer_n_items (layer) ? layer : NULL;
}

char *
weft_plot_row_series (WeftPlotRow *self)
{
  WeftPlotLayer *layer = find_layer (self);

  return g_strdup (layer != NULL ? weft_plot_layer_get_label (layer) : "");
}

char *
weft_plot_row_value (WeftPlotRow *self, WeftPlotAxisKind kind)
{
  WeftPlotLayer *layer = find_layer (self);
  double values[WEFT_PLOT_N_AXES];

  if (layer == NULL)
    return g_strdup ("");
  weft_plot_layer_position (layer, (guint) self->item.index, &values[WEFT_PLOT_X],
                            &values[WEFT_PLOT_Y]);
  return isfinite (values[kind]) ? weft_plot_format (values[kind], FALSE) : g_strdup ("");
}

char *
weft_plot_row_cell (WeftPlotRow *self, const char *key)
{
  WeftPlotLayer *layer = find_layer (self);

  return layer != NULL ? weft_plot_layer_cell (layer, (guint) self->item.index, key, FALSE)
                       : g_strdup ("");
}

static void
weft_plot_rows_finalize (GObject *object)
{
  WeftPlotRows *self = WEFT_PLOT_ROWS (object);

  g_clear_object (&self->plot);
  g_array_unref (self->counts);
  G_OBJECT_CLASS (weft_plot_rows_parent_class)->finalize (object);
}

static void
weft_plot_rows_class_init (WeftPlotRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_plot_rows_finalize;
}

static void
weft_plot_rows_init (WeftPlotRows *self)
{
  self->counts = g_array_new (FALSE, FALSE, sizeof (guint));
}

WeftPlotRows *
weft_plot_rows_new (void)
{
  return g_object_new (WEFT_TYPE_PLOT_ROWS, NULL);
}

void
weft_plot_rows_set_plot (WeftPlotRows *self, WeftPlot *plot)
{
  guint before;

  g_return_if_fail (WEFT_IS_PLOT_ROWS (self));

  before = self->n_items;
  g_set_object (&self->plot, plot);
  g_array_set_size (self->counts, 0);
  self->n_items = 0;
  for (guint i = 0; self->plot != NULL && i < weft_plot_n_layers (self->plot); i++)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self->plot, i);
      guint n = weft_plot_layer_get_visible (layer) ? weft_plot_layer_n_items (layer) : 0;

      g_array_append_val (self->counts, n);
      self->n_items += n;
    }
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->n_items);
}
