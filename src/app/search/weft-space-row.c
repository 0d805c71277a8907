/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the list of the row each space has its description below its name. */
#include "config.h"

#include "app/search/weft-space-row.h"

static char *
name_space (gpointer item, gpointer data)
{
  return g_strdup (weft_space_get_name (item));
}

static void
setup_space_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), i == 1);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
      gtk_widget_add_css_class (label, i == 0 ? "part-id" : "part-words");
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_widget_add_css_class (box, "space-line");
  gtk_list_item_set_child (item, box);
}

static void
bind_space_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *words = gtk_widget_get_next_sibling (name);
  WeftSpace *space = gtk_list_item_get_item (item);

  gtk_label_set_text (GTK_LABEL (name), weft_space_get_name (space));
  gtk_label_set_text (GTK_LABEL (words), weft_space_get_description (space));
}

void
weft_space_row_fill (AdwComboRow *row)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) spaces = weft_space_list (&error);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkExpression) name = gtk_cclosure_expression_new (
    G_TYPE_STRING, NULL, 0, NULL, G_CALLBACK (name_space), NULL, NULL);

  g_signal_connect (factory, "setup", G_CALLBACK (setup_space_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_space_cb), NULL);
  adw_combo_row_set_expression (row, name);
  adw_combo_row_set_list_factory (row, factory);
  if (spaces == NULL)
    g_message ("%s", error->message);
  else
    adw_combo_row_set_model (row, spaces);
}

void
weft_space_row_choose (AdwComboRow *row, const char *id)
{
  GListModel *spaces = adw_combo_row_get_model (row);

  for (guint i = 0; spaces != NULL && i < g_list_model_get_n_items (spaces); i++)
    {
      g_autoptr (WeftSpace) space = g_list_model_get_item (spaces, i);

      if (g_str_equal (weft_space_get_id (space), id))
        adw_combo_row_set_selected (row, i);
    }
}

WeftSpace *
weft_space_row_get (AdwComboRow *row)
{
  return adw_combo_row_get_selected_item (row);
}
