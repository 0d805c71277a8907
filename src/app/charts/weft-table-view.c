/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows are objects that know their number; they are made while they are seen. */
#include "config.h"

#include "app/charts/weft-table-view.h"

#include "app/charts/weft-column.h"
#include "app/weft-scroll-pass.h"

/* --- rows --- */

#define WEFT_TYPE_TABLE_ROW (weft_table_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftTableRow, weft_table_row, WEFT, TABLE_ROW, GObject)
#define WEFT_TYPE_TABLE_ROWS (weft_table_rows_get_type ())
G_DECLARE_FINAL_TYPE (WeftTableRows, weft_table_rows, WEFT, TABLE_ROWS, GObject)

struct _WeftTableRows
{
  GObject parent_instance;

  WeftTable *table;
};

struct _WeftTableRow
{
  GObject parent_instance;

  WeftTableRows *rows;
  guint index;
};

G_DEFINE_FINAL_TYPE (WeftTableRow, weft_table_row, G_TYPE_OBJECT)

static void
weft_table_row_finalize (GObject *object)
{
  g_object_unref (WEFT_TABLE_ROW (object)->rows);
  G_OBJECT_CLASS (weft_table_row_parent_class)->finalize (object);
}

static void
weft_table_row_class_init (WeftTableRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_table_row_finalize;
}

static void
weft_table_row_init (WeftTableRow *self)
{
}

static GType
rows_get_item_type (GListModel *model)
{
  return WEFT_TYPE_TABLE_ROW;
}

static guint
rows_get_n_items (GListModel *model)
{
  return weft_table_n_rows (WEFT_TABLE_ROWS (model)->table);
}

static gpointer
rows_get_item (GListModel *model, guint position)
{
  WeftTableRow *row;

  if (position >= rows_get_n_items (model))
    return NULL;
  row = g_object_new (WEFT_TYPE_TABLE_ROW, NULL);
  row->rows = g_object_ref (WEFT_TABLE_ROWS (model));
  row->index = position;
  return row;
}

static void
rows_list_init (GListModelInterface *iface)
{
  iface->get_item_type = rows_get_item_type;
  iface->get_n_items = rows_get_n_items;
  iface->get_item = rows_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftTableRows, weft_table_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, rows_list_init))

static void
weft_table_rows_finalize (GObject *object)
{
  weft_table_free (WEFT_TABLE_ROWS (object)->table);
  G_OBJECT_CLASS (weft_table_rows_parent_class)->finalize (object);
}

static void
weft_table_rows_class_init (WeftTableRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_table_rows_finalize;
}

static void
weft_table_rows_init (WeftTableRows *self)
{
}

/* --- view --- */

struct _WeftTableView
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  WeftTableRows *rows; /* (nullable) */
  gboolean chooses;
};

G_DEFINE_FINAL_TYPE (WeftTableView, weft_table_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_CHOOSES,
  N_PROPS,
};

enum
{
  ACTIVATED,
  CHOSEN,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
chosen_cb (WeftTableView *self, GParamSpec *pspec, GtkSingleSelection *selection)
{
  g_signal_emit (self, signals[CHOSEN], 0, gtk_single_selection_get_selected (selection));
}

static void
activate_cb (GtkColumnView *view, guint position, WeftTableView *self)
{
  g_signal_emit (self, signals[ACTIVATED], 0, position);
}

static char *
write_cell (gpointer item, gpointer column)
{
  WeftTableRow *row = item;

  return g_strdup (weft_table_get_cell (row->rows->table, row->index, GPOINTER_TO_UINT (column)));
}

static gboolean
has_words (WeftTable *table)
{
  for (guint c = 0; c < weft_table_n_columns (table); c++)
    if (weft_table_get_align (table, c) != WEFT_ALIGN_END)
      return TRUE;

  return FALSE;
}

/* Words take the room that is left, or all columns where there are none. */
static void
make_columns (WeftTableView *self)
{
  GListModel *present = gtk_column_view_get_columns (self->view);
  WeftTable *table = weft_table_view_get_table (self);
  gboolean any_words = table != NULL && has_words (table);

  while (g_list_model_get_n_items (present) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (present, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  for (guint c = 0; table != NULL && c < weft_table_n_columns (table); c++)
    {
      gboolean numbers = weft_table_get_align (table, c) == WEFT_ALIGN_END;
      GtkColumnViewColumn *column =
        weft_column_append (self->view, weft_table_get_title (table, c),
                            numbers ? WEFT_COLUMN_NUMBERS : WEFT_COLUMN_WORDS, write_cell, GUINT_TO_POINTER (c), NULL);

      gtk_column_view_column_set_expand (column, !numbers || !any_words);
    }
}

/* Columns stay as somebody has drawn them while they are the same. */
static gboolean
has_same_columns (WeftTable *a, WeftTable *b)
{
  if (a == NULL || b == NULL || weft_table_n_columns (a) != weft_table_n_columns (b))
    return FALSE;
  for (guint c = 0; c < weft_table_n_columns (a); c++)
    if (g_strcmp0 (weft_table_get_title (a, c), weft_table_get_title (b, c)) != 0)
      return FALSE;

  return TRUE;
}

/* (transfer full) */
static GtkSelectionModel *
make_selection (WeftTableView *self)
{
  GListModel *rows = G_LIST_MODEL (g_object_ref (self->rows));
  GtkSingleSelection *selection;

  if (!self->chooses)
    return GTK_SELECTION_MODEL (gtk_no_selection_new (rows));
  selection = gtk_single_selection_new (rows);
  g_signal_connect_object (selection, "notify::selected", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  return GTK_SELECTION_MODEL (selection);
}

static void
weft_table_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_CHOOSES)
    g_value_set_boolean (value, WEFT_TABLE_VIEW (object)->chooses);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_table_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_CHOOSES)
    WEFT_TABLE_VIEW (object)->chooses = g_value_get_boolean (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_table_view_dispose (GObject *object)
{
  WeftTableView *self = WEFT_TABLE_VIEW (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (weft_table_view_parent_class)->dispose (object);
}

static void
weft_table_view_class_init (WeftTableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_table_view_get_property;
  object_class->set_property = weft_table_view_set_property;
  object_class->dispose = weft_table_view_dispose;
  properties[PROP_CHOOSES] =
    g_param_spec_boolean ("chooses", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[ACTIVATED] = g_signal_new ("row-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                     NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[CHOSEN] = g_signal_new ("row-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "tableview");
}

static void
weft_table_view_init (WeftTableView *self)
{
  self->scroller = gtk_scrolled_window_new ();
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_widget_add_css_class (self->scroller, "table-frame");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  g_signal_connect (self->view, "activate", G_CALLBACK (activate_cb), self);
  weft_scroll_pass_on (self->scroller);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

void
weft_table_view_set_table (WeftTableView *self, WeftTable *table)
{
  g_autoptr (WeftTableRows) before = NULL;
  g_autoptr (GtkSelectionModel) model = NULL;

  g_return_if_fail (WEFT_IS_TABLE_VIEW (self));

  before = g_steal_pointer (&self->rows);
  if (table != NULL)
    {
      self->rows = g_object_new (WEFT_TYPE_TABLE_ROWS, NULL);
      self->rows->table = table;
    }
  gtk_column_view_set_model (self->view, NULL);
  if (!has_same_columns (before != NULL ? before->table : NULL, table))
    make_columns (self);
  if (self->rows == NULL)
    return;
  model = make_selection (self);
  gtk_column_view_set_model (self->view, model);
}

WeftTable *
weft_table_view_get_table (WeftTableView *self)
{
  g_return_val_if_fail (WEFT_IS_TABLE_VIEW (self), NULL);

  return self->rows != NULL ? self->rows->table : NULL;
}

guint
weft_table_view_get_chosen (WeftTableView *self)
{
  GtkSelectionModel *model;

  g_return_val_if_fail (WEFT_IS_TABLE_VIEW (self), 0);

  model = gtk_column_view_get_model (self->view);
  return GTK_IS_SINGLE_SELECTION (model) ? gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (model))
                                         : GTK_INVALID_LIST_POSITION;
}

void
weft_table_view_choose (WeftTableView *self, guint row)
{
  GtkSelectionModel *model;

  g_return_if_fail (WEFT_IS_TABLE_VIEW (self));

  model = gtk_column_view_get_model (self->view);
  if (GTK_IS_SINGLE_SELECTION (model) && gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (model)) != row)
    gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (model), row);
}

void
weft_table_view_set_leads (WeftTableView *self, gboolean leads)
{
  g_return_if_fail (WEFT_IS_TABLE_VIEW (self));

  gtk_column_view_set_single_click_activate (self->view, leads);
}

void
weft_table_view_set_label (WeftTableView *self, const char *label)
{
  g_return_if_fail (WEFT_IS_TABLE_VIEW (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
