/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell is a label that follows the row's event. */
#include "config.h"

#include "app/trail/weft-event-columns.h"

#include "app/trail/weft-event-row.h"
#include "app/trail/weft-trail-words.h"

static char *
dup_text (WeftEventRow *row, WeftEventColumn which)
{
  WeftEvent *event = weft_event_row_get_event (row);

  if (which == WEFT_EVENT_COLUMN_SEQ)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, weft_event_row_get_seq (row));
  if (event == NULL)
    return g_strdup (which == WEFT_EVENT_COLUMN_SUMMARY ? weft_event_row_get_problem (row) : NULL);
  switch (which)
    {
    case WEFT_EVENT_COLUMN_TIME:
      return weft_trail_words_time (weft_event_get_time (event));
    case WEFT_EVENT_COLUMN_ACTOR:
      return g_strdup (weft_event_get_actor (event));
    case WEFT_EVENT_COLUMN_KIND:
      return g_strdup (weft_event_get_kind (event));
    case WEFT_EVENT_COLUMN_SEQ:
    case WEFT_EVENT_COLUMN_SUMMARY:
    default:
      return g_strdup (weft_event_get_summary (event));
    }
}

static void
show_cell (GtkListItem *item, WeftEventColumn which)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  WeftEventRow *row = gtk_list_item_get_item (item);
  g_autofree char *text = dup_text (row, which);

  gtk_label_set_text (GTK_LABEL (label), text != NULL ? text : "");
  if (which == WEFT_EVENT_COLUMN_SUMMARY)
    gtk_widget_set_tooltip_text (label, text);
  if (weft_event_row_get_problem (row) != NULL)
    gtk_widget_add_css_class (label, "error");
  else
    gtk_widget_remove_css_class (label, "error");
}

static void
read_cb (WeftEventRow *row, GParamSpec *pspec, GtkListItem *item)
{
  show_cell (item, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (item), "column")));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  WeftEventColumn which = GPOINTER_TO_INT (data);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), which == WEFT_EVENT_COLUMN_SEQ ? 1 : 0);
  if (which == WEFT_EVENT_COLUMN_SUMMARY)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (which <= WEFT_EVENT_COLUMN_TIME)
    gtk_widget_add_css_class (label, "numeric");
  if (which == WEFT_EVENT_COLUMN_TIME || which == WEFT_EVENT_COLUMN_SEQ)
    gtk_widget_add_css_class (label, "dim-label");
  gtk_list_item_set_child (item, label);
  g_object_set_data (G_OBJECT (item), "column", data);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_signal_connect_object (gtk_list_item_get_item (item), "notify::event", G_CALLBACK (read_cb),
                           item, 0);
  show_cell (item, GPOINTER_TO_INT (data));
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), read_cb, item);
}

void
weft_event_columns_set_factory (GtkColumnViewColumn *column, WeftEventColumn which)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_return_if_fail (GTK_IS_COLUMN_VIEW_COLUMN (column));

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GINT_TO_POINTER (which));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GINT_TO_POINTER (which));
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), GINT_TO_POINTER (which));
  gtk_column_view_column_set_factory (column, factory);
}
