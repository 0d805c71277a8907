/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows are used again, so that a list that is refreshed does not flicker. */
#include "config.h"

#include "app/workloads/weft-fact-list.h"

#include "app/workloads/weft-mapping-words.h"

struct _WeftFactList
{
  GtkWidget parent_instance;

  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (WeftFactList, weft_fact_list, GTK_TYPE_WIDGET)

static GtkWidget *
make_label (const char *css_class, double xalign)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), (float) xalign);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkListBoxRow *
append_row (WeftFactList *self)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = make_label (NULL, 0);
  GtkWidget *value = make_label ("fact-value", 1);

  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_justify (GTK_LABEL (value), GTK_JUSTIFY_RIGHT);
  gtk_box_append (GTK_BOX (line), name);
  gtk_box_append (GTK_BOX (line), value);
  gtk_widget_add_css_class (line, "fact-line");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_append (self->list, row);
  return GTK_LIST_BOX_ROW (row);
}

static void
show_fact (GtkListBoxRow *row, const WeftFact *fact)
{
  GtkWidget *line = gtk_list_box_row_get_child (row);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (line)), fact->name);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (line)), fact->value);
  gtk_widget_set_tooltip_text (GTK_WIDGET (row), fact->tip);
}

static void
weft_fact_list_dispose (GObject *object)
{
  g_clear_pointer ((GtkWidget **) &WEFT_FACT_LIST (object)->list, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_fact_list_parent_class)->dispose (object);
}

static void
weft_fact_list_class_init (WeftFactListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_fact_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "factlist");
}

static void
weft_fact_list_init (WeftFactList *self)
{
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
}

void
weft_fact_list_show (WeftFactList *self, GPtrArray *facts)
{
  guint n = facts != NULL ? facts->len : 0;
  GtkListBoxRow *row;

  g_return_if_fail (WEFT_IS_FACT_LIST (self));

  for (guint i = 0; i < n; i++)
    {
      row = gtk_list_box_get_row_at_index (self->list, (int) i);
      show_fact (row != NULL ? row : append_row (self), facts->pdata[i]);
    }
  while ((row = gtk_list_box_get_row_at_index (self->list, (int) n)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
}

void
weft_fact_list_set_label (WeftFactList *self, const char *label)
{
  g_return_if_fail (WEFT_IS_FACT_LIST (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

const char *
weft_fact_list_get (WeftFactList *self, const char *name)
{
  GtkListBoxRow *row;

  g_return_val_if_fail (WEFT_IS_FACT_LIST (self) && name != NULL, NULL);

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    {
      GtkWidget *line = gtk_list_box_row_get_child (row);

      if (g_str_equal (gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (line))), name))
        return gtk_label_get_text (GTK_LABEL (gtk_widget_get_last_child (line)));
    }
  return NULL;
}
