/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a plot as a table: for reading, with shown numbers and fewer rows, and as CSV with
 * all of them. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/plot/weft-plot-private.h"

enum
{
  CELL_SERIES,
  CELL_X,
  CELL_Y,
  CELL_FIRST_OWN,
};

static gboolean
is_listed (WeftPlotLayer *layer)
{
  return weft_plot_layer_get_visible (layer) && weft_plot_layer_n_items (layer) > 0;
}

GPtrArray *
weft_plot_list_columns (WeftPlot *self)
{
  GPtrArray *columns = g_ptr_array_new ();

  for (guint i = 0; i < weft_plot_n_layers (self); i++)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self, i);

      if (!is_listed (layer))
        continue;
      for (const WeftPlotColumn *own = weft_plot_layer_columns (layer); own->key != NULL; own++)
        {
          gboolean known = FALSE;

          for (guint k = 0; k < columns->len && !known; k++)
            known = g_str_equal (((const WeftPlotColumn *) g_ptr_array_index (columns, k))->key,
                                 own->key);
          if (!known)
            g_ptr_array_add (columns, (gpointer) own);
        }
    }

  return columns;
}

static void
add_axis_column (WeftPlot        *self,
                 WeftTable       *table,
                 WeftPlotAxisKind kind,
                 gboolean         exact)
{
  static const char *const letters[] = { "x", "y" };
  const WeftPlotAxis *axis = weft_plot_get_axis (self, kind);
  g_autofree char *title = NULL;

  if (exact)
    title = g_strdup (axis->key != NULL ? axis->key : letters[kind]);
  else if (axis->unit != NULL && *axis->unit != '\0')
    title = g_strdup_printf ("%s (%s)", axis->title, axis->unit);
  else
    title = g_strdup (*axis->title != '\0' ? axis->title : letters[kind]);
  weft_table_add_column (table, title, WEFT_ALIGN_END);
}

static char *
write_value (double   value,
             gboolean exact)
{
  return isfinite (value) ? weft_plot_format (value, exact) : g_strdup ("");
}

static void
add_row (WeftTable       *table,
         const GPtrArray *columns,
         WeftPlotLayer   *layer,
         guint            index,
         gboolean         exact)
{
  g_auto (GStrv) cells = g_new0 (char *, CELL_FIRST_OWN + columns->len + 1);
  double x, y;

  weft_plot_layer_position (layer, index, &x, &y);
  cells[CELL_SERIES] = g_strdup (weft_plot_layer_get_label (layer));
  cells[CELL_X] = write_value (x, exact);
  cells[CELL_Y] = write_value (y, exact);
  for (guint k = 0; k < columns->len; k++)
    {
      const WeftPlotColumn *column = g_ptr_array_index (columns, k);

      cells[CELL_FIRST_OWN + k] = weft_plot_layer_cell (layer, index, column->key, exact);
    }
  weft_table_add_row (table, (const char *const *) cells);
}

/* @n items evenly down to @most, the first and the last among them. */
static void
add_layer (WeftTable       *table,
           const GPtrArray *columns,
           WeftPlotLayer   *layer,
           guint            most,
           gboolean         exact)
{
  guint n = weft_plot_layer_n_items (layer);

  if (n <= most)
    most = n;
  for (guint k = 0; k < most; k++)
    {
      guint index = most == n ? k
                    : most > 1
                        ? (guint) (((guint64) k * (n - 1) + (most - 1) / 2) / (most - 1))
                        : n - 1;

      add_row (table, columns, layer, index, exact);
    }
}

static WeftTable *
list_values (WeftPlot *self,
             guint     most_rows,
             gboolean  exact)
{
  g_autoptr (GPtrArray) columns = weft_plot_list_columns (self);
  WeftTable *table = weft_table_new (exact ? NULL : weft_plot_get_title (self));
  guint n_listed = 0;

  weft_table_add_column (table, exact ? "series" : _("Series"), WEFT_ALIGN_START);
  add_axis_column (self, table, WEFT_PLOT_X, exact);
  add_axis_column (self, table, WEFT_PLOT_Y, exact);
  for (guint k = 0; k < columns->len; k++)
    {
      const WeftPlotColumn *column = g_ptr_array_index (columns, k);

      weft_table_add_column (table, exact ? column->key : _(column->title),
                             column->words ? WEFT_ALIGN_START : WEFT_ALIGN_END);
    }
  for (guint i = 0; i < weft_plot_n_layers (self); i++)
    n_listed += is_listed (weft_plot_get_layer (self, i));
  for (guint i = 0; i < weft_plot_n_layers (self); i++)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self, i);

      /* Each layer has the same share, which short ones do not fill. */
      if (is_listed (layer))
        add_layer (table, columns, layer,
                   most_rows == 0 ? G_MAXUINT : MAX (2, most_rows / n_listed), exact);
    }

  return table;
}

char *
weft_plot_to_csv (WeftPlot *self)
{
  g_autoptr (WeftTable) table = NULL;

  g_return_val_if_fail (WEFT_IS_PLOT (self), NULL);

  table = list_values (self, 0, TRUE);

  return weft_table_to_csv (table);
}

WeftTable *
weft_plot_to_table (WeftPlot *self,
                    guint     most_rows)
{
  g_return_val_if_fail (WEFT_IS_PLOT (self), NULL);

  return list_values (self, most_rows, FALSE);
}
