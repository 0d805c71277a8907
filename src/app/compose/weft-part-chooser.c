/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wraps GtkDropDown: the signal "chosen" comes only when a person has chosen, not when the list is
 * changed under it. */
#include "config.h"

#include "app/compose/weft-part-chooser.h"

#include <glib/gi18n.h>

/* Lists longer than this get a search field. */
#define SEARCH_FROM 8
#define WORDS_CHARS 28

struct _WeftPartChooser
{
  GtkWidget parent_instance;

  GtkDropDown *dropdown;
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (WeftPartChooser, weft_part_chooser, GTK_TYPE_WIDGET)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static GtkWidget *
append_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
setup_button_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");

  gtk_widget_add_css_class (icon, "warning");
  gtk_box_append (GTK_BOX (box), icon);
  append_label (box, NULL);
  gtk_list_item_set_child (item, box);
}

static void
bind_button_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  WeftPart *part = gtk_list_item_get_item (item);
  GtkWidget *icon = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  gtk_widget_set_visible (icon, !weft_part_get_fits (part));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (icon)), weft_part_get_id (part));
}

static void
setup_entry_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *check = gtk_image_new_from_icon_name ("object-select-symbolic");

  append_label (words, NULL);
  /* The list is as wide as this, however short the chosen name in the button is. */
  gtk_label_set_width_chars (GTK_LABEL (append_label (words, "part-words")), WORDS_CHARS);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (line), words);
  gtk_box_append (GTK_BOX (line), check);
  gtk_list_item_set_child (item, line);
}

static void
bind_entry_cb (GtkSignalListItemFactory *factory, GtkListItem *item, WeftPartChooser *self)
{
  WeftPart *part = gtk_list_item_get_item (item);
  GtkWidget *line = gtk_list_item_get_child (item);
  GtkWidget *words = gtk_widget_get_first_child (line);
  GtkLabel *spec = GTK_LABEL (gtk_widget_get_last_child (words));

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (words)), weft_part_get_id (part));
  gtk_label_set_text (spec, weft_part_get_words (part));
  gtk_widget_set_tooltip_text (line, weft_part_get_words (part));
  if (weft_part_get_fits (part))
    gtk_widget_remove_css_class (GTK_WIDGET (spec), "warning");
  else
    gtk_widget_add_css_class (GTK_WIDGET (spec), "warning");
  gtk_widget_set_opacity (gtk_widget_get_last_child (line),
                          gtk_drop_down_get_selected_item (self->dropdown) == part ? 1 : 0);
}

static void
selected_cb (WeftPartChooser *self)
{
  WeftPart *part = weft_part_chooser_get_part (self);

  if (!self->setting && part != NULL)
    g_signal_emit (self, signals[CHOSEN], 0, weft_part_get_id (part));
}

static gboolean
weft_part_chooser_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (WEFT_PART_CHOOSER (widget)->dropdown));
}

static gboolean
weft_part_chooser_mnemonic_activate (GtkWidget *widget, gboolean cycling)
{
  return gtk_widget_activate (GTK_WIDGET (WEFT_PART_CHOOSER (widget)->dropdown));
}

static void
weft_part_chooser_dispose (GObject *object)
{
  WeftPartChooser *self = WEFT_PART_CHOOSER (object);

  g_clear_pointer ((GtkWidget **) &self->dropdown, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_part_chooser_parent_class)->dispose (object);
}

static void
weft_part_chooser_class_init (WeftPartChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_part_chooser_dispose;
  widget_class->grab_focus = weft_part_chooser_grab_focus;
  widget_class->mnemonic_activate = weft_part_chooser_mnemonic_activate;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "partchooser");
}

static void
weft_part_chooser_init (WeftPartChooser *self)
{
  GtkListItemFactory *button = gtk_signal_list_item_factory_new ();
  GtkListItemFactory *entries = gtk_signal_list_item_factory_new ();
  g_autoptr (GListStore) none = g_list_store_new (WEFT_TYPE_PART);
  GtkExpression *id = gtk_property_expression_new (WEFT_TYPE_PART, NULL, "id");

  g_signal_connect (button, "setup", G_CALLBACK (setup_button_cb), NULL);
  g_signal_connect (button, "bind", G_CALLBACK (bind_button_cb), NULL);
  g_signal_connect (entries, "setup", G_CALLBACK (setup_entry_cb), NULL);
  g_signal_connect (entries, "bind", G_CALLBACK (bind_entry_cb), self);

  self->dropdown =
    GTK_DROP_DOWN (gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&none)), id));
  gtk_drop_down_set_factory (self->dropdown, button);
  gtk_drop_down_set_list_factory (self->dropdown, entries);
  gtk_widget_set_valign (GTK_WIDGET (self->dropdown), GTK_ALIGN_CENTER);
  gtk_widget_set_parent (GTK_WIDGET (self->dropdown), GTK_WIDGET (self));
  g_signal_connect_object (self->dropdown, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_unref (button);
  g_object_unref (entries);
}

static gboolean
same_parts (GListModel *a, GListModel *b)
{
  guint n = g_list_model_get_n_items (a);

  if (n != g_list_model_get_n_items (b))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftPart) first = g_list_model_get_item (a, i);
      g_autoptr (WeftPart) second = g_list_model_get_item (b, i);

      if (!g_str_equal (weft_part_get_id (first), weft_part_get_id (second))
          || !g_str_equal (weft_part_get_words (first), weft_part_get_words (second)))
        return FALSE;
    }
  return TRUE;
}

/* @parts is (transfer none); its entry at @position is the value now. */
void
weft_part_chooser_set_parts (WeftPartChooser *self, GListModel *parts, guint position)
{
  g_return_if_fail (WEFT_IS_PART_CHOOSER (self) && G_IS_LIST_MODEL (parts));

  self->setting = TRUE;
  if (!same_parts (gtk_drop_down_get_model (self->dropdown), parts))
    {
      gtk_drop_down_set_model (self->dropdown, parts);
      gtk_drop_down_set_enable_search (self->dropdown,
                                       g_list_model_get_n_items (parts) > SEARCH_FROM);
    }
  gtk_drop_down_set_selected (self->dropdown, position);
  self->setting = FALSE;
}

void
weft_part_chooser_set_label (WeftPartChooser *self, const char *label)
{
  g_return_if_fail (WEFT_IS_PART_CHOOSER (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->dropdown), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

/* (nullable) (transfer none) */
WeftPart *
weft_part_chooser_get_part (WeftPartChooser *self)
{
  g_return_val_if_fail (WEFT_IS_PART_CHOOSER (self), NULL);

  return gtk_drop_down_get_selected_item (self->dropdown);
}

GtkDropDown *
weft_part_chooser_get_dropdown (WeftPartChooser *self)
{
  g_return_val_if_fail (WEFT_IS_PART_CHOOSER (self), NULL);

  return self->dropdown;
}
