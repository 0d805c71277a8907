/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The factory behind such a column: labels with tabular figures, numbers at the end. */
#include "app/charts/weft-column.h"

/* Of a column of words, before they break into lines. */
#define LEAST_CHARS 9

typedef struct
{
  WeftColumnKind kind;
  WeftColumnText text;
  gpointer data;
} Cells;

static void
cells_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, Cells *cells)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), cells->kind == WEFT_COLUMN_WORDS ? 0 : 1);
  if (cells->kind != WEFT_COLUMN_NUMBERS)
    gtk_label_set_width_chars (GTK_LABEL (label), LEAST_CHARS);
  if (cells->kind != WEFT_COLUMN_WORDS)
    gtk_widget_add_css_class (label, "numeric");
  /* Words may be broken; a number that is broken is another number. */
  if (cells->kind != WEFT_COLUMN_NUMBERS)
    {
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      if (cells->kind == WEFT_COLUMN_EITHER)
        gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
    }
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, Cells *cells)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  g_autofree char *text = cells->text (gtk_list_item_get_item (item), cells->data);

  gtk_label_set_text (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_tooltip_text (label, text);
}

/* GTK has no property for this: the label is looked for, and where there is none the heading stays as it is. */
void
weft_column_align_heading (GtkColumnView *view)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header == NULL ? NULL : gtk_widget_get_last_child (header);
  GtkWidget *label = title;

  while (label != NULL && !GTK_IS_LABEL (label))
    label = gtk_widget_get_first_child (label);
  if (label == NULL)
    return;
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
}

/* Adds a column at the end; @compare (nullable) makes it sortable. (transfer none) */
GtkColumnViewColumn *
weft_column_append (GtkColumnView *view, const char *title, WeftColumnKind kind,
                    WeftColumnText text, gpointer data, GCompareDataFunc compare)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;
  Cells *cells = g_new0 (Cells, 1);

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view) && text != NULL, NULL);

  *cells = (Cells){ kind, text, data };
  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cb), cells, cells_free, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), cells);
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  if (compare != NULL)
    {
      g_autoptr (GtkSorter) sorter =
        GTK_SORTER (gtk_custom_sorter_new (compare, NULL, NULL));

      gtk_column_view_column_set_sorter (column, sorter);
    }
  gtk_column_view_append_column (view, column);
  if (kind != WEFT_COLUMN_WORDS)
    weft_column_align_heading (view);
  return column;
}
