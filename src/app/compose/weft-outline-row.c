/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the outline, and which of them stand for what now. */
#include "config.h"

#include "app/compose/weft-outline-private.h"

#include <glib/gi18n.h>

#include "app/compose/weft-kind.h"
#include "app/weft-message-bar.h"

/* What a row is made of. */
typedef struct
{
  WeftOutline *outline;
  GtkListItem *item; /* owns this */
  GtkWidget *expander;
  GtkWidget *tile;
  GtkLabel *title;
  GtkLabel *count;
  GtkLabel *words;
  GtkWidget *mark;
} Row;

static WeftOutlineNode *
node_of (GtkListItem *item)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);

  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

static GtkLabel *
append_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
show_mark (const Row *row, gboolean shown, WeftSeverity severity, const char *message)
{
  gtk_widget_set_visible (row->mark, shown);
  gtk_widget_set_tooltip_text (row->mark, shown ? message : NULL);
  if (!shown)
    return;
  gtk_image_set_from_icon_name (GTK_IMAGE (row->mark), weft_severity_icon (severity));
  gtk_widget_set_css_classes (row->mark,
                              (const char *[]) { severity == WEFT_SEVERITY_ERROR ? "error"
                                                                                 : "warning",
                                                 NULL });
}

/* Name, number, what it is, and what is wrong, in this order. */
static void
name_row (const Row *row, const char *icon, const char *wrong)
{
  GtkWidget *frame = gtk_widget_get_parent (row->expander);
  const char *parts[] = {
    gtk_label_get_text (row->title), gtk_label_get_text (row->count),
    gtk_label_get_text (row->words), weft_kind_label (icon),
  };
  g_autoptr (GString) spoken = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (*parts[i] != '\0')
      g_string_append_printf (spoken, "%s%s", spoken->len > 0 ? ", " : "", parts[i]);
  gtk_widget_set_tooltip_text (row->expander, spoken->str);
  if (wrong != NULL)
    g_string_append_printf (spoken, ". %s", wrong);
  if (frame != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (frame), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    spoken->str, -1);
  /* It is what the keyboard goes to. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->expander), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken->str, -1);
}

static void
show_node (const Row *row, WeftOutlineNode *node)
{
  WeftOutline *self = row->outline;
  g_autofree char *title = weft_outline_node_dup_title (node);
  g_autofree char *count = weft_outline_node_dup_count (node);
  g_autofree char *words = weft_outline_node_dup_words (node);
  g_autofree char *wrong = NULL;
  WeftSeverity severity = WEFT_SEVERITY_INFO;
  const char *message = NULL;
  const char *icon =
    weft_outline_node_get_icon (node, weft_session_get_inventory (
                                        weft_stage_get_session (self->stage)));
  gboolean is_wrong = self->marks != NULL
                      && weft_outline_marks_find (self->marks, node, &severity, &message);

  if (is_wrong)
    /* Translators: severity and message: "Error: …" */
    wrong = g_strdup_printf (_("%s: %s"), weft_severity_label (severity), message);
  weft_kind_tile_set (row->tile, icon);
  gtk_label_set_text (row->title, title);
  gtk_label_set_text (row->count, count);
  gtk_widget_set_visible (GTK_WIDGET (row->count), *count != '\0');
  gtk_label_set_text (row->words, words);
  show_mark (row, is_wrong, severity, wrong);
  name_row (row, icon, wrong);
}

static void
pressed_cb (GtkGestureClick *gesture, int n, double x, double y, Row *row)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  weft_outline_open_menu (row->outline, gtk_list_item_get_position (row->item), row->expander, x,
                          y);
}

static void
add_click (Row *row)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), row);
  gtk_widget_add_controller (row->expander, GTK_EVENT_CONTROLLER (click));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, WeftOutline *self)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  row->outline = self;
  row->item = item;
  row->expander = gtk_tree_expander_new ();
  gtk_widget_add_css_class (line, "outline-line");
  row->tile = weft_kind_tile_new ();
  gtk_box_append (GTK_BOX (line), row->tile);
  row->title = append_label (line, "outline-title");
  gtk_label_set_ellipsize (row->title, PANGO_ELLIPSIZE_MIDDLE);
  row->count = append_label (line, "outline-count");
  row->words = append_label (line, "part-words");
  gtk_label_set_ellipsize (row->words, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (row->words), TRUE);
  row->mark = gtk_image_new ();
  gtk_box_append (GTK_BOX (line), row->mark);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (row->expander), line);
  add_click (row);
  gtk_list_item_set_child (item, row->expander);
  g_object_set_data_full (G_OBJECT (item), "row", row, g_free);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, WeftOutline *self)
{
  const Row *row = g_object_get_data (G_OBJECT (item), "row");
  g_autoptr (WeftOutlineNode) node = node_of (item);

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (row->expander),
                                  gtk_list_item_get_item (item));
  g_ptr_array_add (self->rows, item);
  if (node != NULL && self->stage != NULL)
    show_node (row, node);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, WeftOutline *self)
{
  const Row *row = g_object_get_data (G_OBJECT (item), "row");

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (row->expander), NULL);
  g_ptr_array_remove_fast (self->rows, item);
}

GtkListItemFactory *
weft_outline_row_factory_new (WeftOutline *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), self);
  return factory;
}

/* After an edit: the same rows may say something else. Only those in view are there. */
void
weft_outline_refresh_rows (WeftOutline *self)
{
  for (guint i = 0; self->stage != NULL && i < self->rows->len; i++)
    {
      GtkListItem *item = self->rows->pdata[i];
      g_autoptr (WeftOutlineNode) node = node_of (item);

      if (node != NULL && weft_outline_node_get_list (node) != NULL)
        show_node (g_object_get_data (G_OBJECT (item), "row"), node);
    }
}

GtkWidget *
weft_outline_find_row (WeftOutline *self, guint position)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (gtk_list_item_get_position (self->rows->pdata[i]) == position)
      return gtk_list_item_get_child (self->rows->pdata[i]);
  return NULL;
}

WeftOutlineNode *
weft_outline_node_at (WeftOutline *self, guint position)
{
  g_autoptr (GtkTreeListRow) row =
    self->tree != NULL ? g_list_model_get_item (G_LIST_MODEL (self->tree), position) : NULL;

  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}
