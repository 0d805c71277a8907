/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The popover is made when it is first opened.
 *
 * parts -> GtkFilterListModel (search) -> GtkSingleSelection (arrows) -> GtkListView */
#include "config.h"

#include "app/compose/weft-part-chooser.h"

#include <glib/gi18n.h>

#include "app/provenance/weft-origins.h"

/* Lists longer than this get a search field. */
#define SEARCH_FROM 8
#define LIST_WIDTH 320
#define LIST_HEIGHT 360

struct _WeftPartChooser
{
  GtkWidget parent_instance;

  GtkMenuButton *button;
  GtkWidget *warning;
  GtkLabel *id;
  GtkEditable *search; /* (nullable): these four are of the popover */
  GtkWidget *list;
  GtkWidget *scroller;
  GtkWidget *nothing;

  GtkFilterListModel *found;
  GtkSingleSelection *selection;
  WeftPart *part; /* (nullable): what the document says */
  char *label;
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
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* The labels of one row of the list. */
typedef struct
{
  GtkWidget *id;
  GtkWidget *name;
  GtkWidget *words;
  GtkWidget *check;
} Row;

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *first = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  Row *row = g_new0 (Row, 1);

  row->id = append_label (first, "part-id");
  gtk_label_set_ellipsize (GTK_LABEL (row->id), PANGO_ELLIPSIZE_NONE);
  row->name = append_label (first, "part-words");
  gtk_box_append (GTK_BOX (texts), first);
  row->words = append_label (texts, "part-words");
  gtk_widget_set_hexpand (texts, TRUE);
  row->check = gtk_image_new_from_icon_name ("object-select-symbolic");
  gtk_box_append (GTK_BOX (line), texts);
  gtk_box_append (GTK_BOX (line), row->check);
  gtk_list_item_set_child (item, line);
  g_object_set_data_full (G_OBJECT (item), "row", row, g_free);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, WeftPartChooser *self)
{
  WeftPart *part = gtk_list_item_get_item (item);
  GtkWidget *line = gtk_list_item_get_child (item);
  const Row *row = g_object_get_data (G_OBJECT (item), "row");
  const char *name = weft_part_get_name (part);
  const char *words = weft_part_get_words (part);
  gboolean current = self->part != NULL
                     && g_str_equal (weft_part_get_id (part), weft_part_get_id (self->part));
  g_autofree char *spoken = g_strconcat (weft_part_get_id (part), name != NULL ? ", " : "",
                                         name != NULL ? name : "", *words != '\0' ? ", " : "",
                                         words, current ? ", " : "",
                                         current ? _("chosen") : "", NULL);

  gtk_label_set_text (GTK_LABEL (row->id), weft_part_get_id (part));
  gtk_label_set_text (GTK_LABEL (row->name), name != NULL ? name : "");
  gtk_label_set_text (GTK_LABEL (row->words), words);
  gtk_widget_set_visible (row->words, *words != '\0');
  gtk_widget_set_tooltip_text (line, spoken);
  if (weft_part_get_fits (part))
    gtk_widget_remove_css_class (row->words, "warning");
  else
    gtk_widget_add_css_class (row->words, "warning");
  gtk_widget_set_opacity (row->check, current ? 1 : 0);
  /* The name of a row is made of its labels only from GTK 4.10 on. */
  if (gtk_widget_get_parent (line) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (line)),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static gboolean
is_found (gpointer item, gpointer data)
{
  WeftPartChooser *self = WEFT_PART_CHOOSER (data);

  return self->search == NULL
         || weft_part_matches (WEFT_PART (item), gtk_editable_get_text (self->search));
}

static void
go_to (WeftPartChooser *self, guint position)
{
  if (position >= g_list_model_get_n_items (G_LIST_MODEL (self->found)))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
}

static void
search_changed_cb (WeftPartChooser *self)
{
  guint n;

  gtk_filter_changed (gtk_filter_list_model_get_filter (self->found),
                      GTK_FILTER_CHANGE_DIFFERENT);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  gtk_widget_set_visible (self->scroller, n > 0);
  gtk_widget_set_visible (self->nothing, n == 0);
  go_to (self, 0);
}

static void
activate_cb (WeftPartChooser *self)
{
  weft_part_chooser_choose (self, gtk_single_selection_get_selected (self->selection));
}

static void
list_activate_cb (WeftPartChooser *self, guint position)
{
  weft_part_chooser_choose (self, position);
}

/* Up and down move in the list while the keyboard stays in the search field. */
static gboolean
key_pressed_cb (WeftPartChooser *self, guint key, guint code, GdkModifierType state)
{
  guint selected = gtk_single_selection_get_selected (self->selection);

  if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down)
    go_to (self, selected == GTK_INVALID_LIST_POSITION ? 0 : selected + 1);
  else if ((key == GDK_KEY_Up || key == GDK_KEY_KP_Up) && selected != GTK_INVALID_LIST_POSITION)
    go_to (self, selected > 0 ? selected - 1 : 0);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static guint
find_current (WeftPartChooser *self)
{
  GListModel *model = G_LIST_MODEL (self->found);

  for (guint i = 0; self->part != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (WeftPart) part = g_list_model_get_item (model, i);

      if (part == self->part)
        return i;
    }
  return 0;
}

static void
shown_cb (WeftPartChooser *self)
{
  GListModel *parts = gtk_filter_list_model_get_model (self->found);
  gboolean long_list = parts != NULL && g_list_model_get_n_items (parts) > SEARCH_FROM;

  gtk_editable_set_text (self->search, "");
  search_changed_cb (self);
  gtk_widget_set_visible (GTK_WIDGET (self->search), long_list);
  gtk_widget_grab_focus (long_list ? GTK_WIDGET (self->search) : self->list);
  go_to (self, find_current (self));
}

static GtkWidget *
make_search (WeftPartChooser *self)
{
  GtkWidget *search = gtk_search_entry_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->search = GTK_EDITABLE (search);
  gtk_accessible_update_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Search by id or name"), -1);
  g_object_set (search, "placeholder-text", _("Search by id or name"), NULL);
  /* "search-changed" waits for the typing to pause; an Enter may come before that. */
  g_signal_connect_swapped (search, "changed", G_CALLBACK (search_changed_cb), self);
  g_signal_connect_swapped (search, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (search, "stop-search", G_CALLBACK (gtk_menu_button_popdown),
                            self->button);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (search, keys);
  return search;
}

static GtkWidget *
make_list (WeftPartChooser *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  self->list = gtk_list_view_new (
    GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->label != NULL ? self->label : "", -1);
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (list_activate_cb), self);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_widget_set_size_request (self->scroller, LIST_WIDTH, -1);
  return self->scroller;
}

static void
fill_popover_cb (GtkMenuButton *button, gpointer data)
{
  WeftPartChooser *self = WEFT_PART_CHOOSER (data);
  GtkWidget *popover, *box;

  if (gtk_menu_button_get_popover (button) != NULL)
    return;
  popover = gtk_popover_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (box), make_search (self));
  gtk_box_append (GTK_BOX (box), make_list (self));
  self->nothing = gtk_label_new (_("Nothing found"));
  gtk_widget_add_css_class (self->nothing, "dim-label");
  gtk_widget_add_css_class (self->nothing, "nothing-found");
  gtk_widget_set_size_request (self->nothing, LIST_WIDTH, -1);
  gtk_widget_set_visible (self->nothing, FALSE);
  gtk_box_append (GTK_BOX (box), self->nothing);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_widget_add_css_class (popover, "parts-popover");
  g_signal_connect_object (popover, "map", G_CALLBACK (shown_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  gtk_menu_button_set_popover (button, popover);
}

/* Shift+Tab that leaves the first child asks this too, and must not be led back. */
static gboolean
weft_part_chooser_grab_focus (GtkWidget *widget)
{
  return (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) == 0
         && gtk_widget_grab_focus (GTK_WIDGET (WEFT_PART_CHOOSER (widget)->button));
}

static gboolean
weft_part_chooser_mnemonic_activate (GtkWidget *widget, gboolean cycling)
{
  gtk_menu_button_popup (WEFT_PART_CHOOSER (widget)->button);
  return TRUE;
}

static void
weft_part_chooser_dispose (GObject *object)
{
  WeftPartChooser *self = WEFT_PART_CHOOSER (object);

  self->search = NULL;
  g_clear_pointer ((GtkWidget **) &self->button, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->found);
  g_clear_object (&self->part);
  g_clear_pointer (&self->label, g_free);
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
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (is_found, self, NULL));

  self->found = gtk_filter_list_model_new (NULL, filter);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->found)));
  self->warning = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  gtk_widget_add_css_class (self->warning, "warning");
  gtk_widget_set_visible (self->warning, FALSE);
  gtk_box_append (GTK_BOX (line), self->warning);
  self->id = GTK_LABEL (append_label (line, "part-chosen"));
  gtk_widget_set_hexpand (GTK_WIDGET (self->id), TRUE);
  gtk_box_append (GTK_BOX (line), gtk_image_new_from_icon_name ("pan-down-symbolic"));

  self->button = weft_new_menu_button ();
  gtk_menu_button_set_child (self->button, line);
  gtk_menu_button_set_create_popup_func (self->button, fill_popover_cb, self, NULL);
  gtk_widget_set_valign (GTK_WIDGET (self->button), GTK_ALIGN_CENTER);
  gtk_widget_set_parent (GTK_WIDGET (self->button), GTK_WIDGET (self));
}

static gboolean
same_parts (GListModel *a, GListModel *b)
{
  guint n = g_list_model_get_n_items (b);

  if (a == NULL || n != g_list_model_get_n_items (a))
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

static void
show_part (WeftPartChooser *self)
{
  const char *id = self->part == NULL ? "" : weft_part_get_id (self->part);
  /* Translators: what is chosen, and what it is: "Chip: B200" */
  g_autofree char *spoken = g_strdup_printf (_("%s: %s"), self->label != NULL ? self->label : "",
                                             id);

  gtk_label_set_text (self->id, id);
  gtk_widget_set_visible (self->warning, self->part != NULL && !weft_part_get_fits (self->part));
  weft_name_menu_button (self->button, spoken);
}

/* @parts is (transfer none); its entry at @position is the value now. */
void
weft_part_chooser_set_parts (WeftPartChooser *self, GListModel *parts, guint position)
{
  g_return_if_fail (WEFT_IS_PART_CHOOSER (self) && G_IS_LIST_MODEL (parts));

  if (same_parts (gtk_filter_list_model_get_model (self->found), parts))
    parts = gtk_filter_list_model_get_model (self->found);
  else
    gtk_filter_list_model_set_model (self->found, parts);
  g_clear_object (&self->part);
  self->part = g_list_model_get_item (parts, position);
  show_part (self);
}

void
weft_part_chooser_set_label (WeftPartChooser *self, const char *label)
{
  g_return_if_fail (WEFT_IS_PART_CHOOSER (self));

  g_free (self->label);
  self->label = g_strdup (label);
  show_part (self);
}

/* (nullable) (transfer none) */
WeftPart *
weft_part_chooser_get_part (WeftPartChooser *self)
{
  g_return_val_if_fail (WEFT_IS_PART_CHOOSER (self), NULL);

  return self->part;
}

GListModel *
weft_part_chooser_get_found (WeftPartChooser *self)
{
  g_return_val_if_fail (WEFT_IS_PART_CHOOSER (self), NULL);

  return G_LIST_MODEL (self->found);
}

/* Takes the row at @position of those found, as Enter or a click on it does. Choosing may give this
 * list other entries, so nothing of it is used after the signal. */
void
weft_part_chooser_choose (WeftPartChooser *self, guint position)
{
  g_autoptr (WeftPart) part = NULL;

  g_return_if_fail (WEFT_IS_PART_CHOOSER (self));

  part = g_list_model_get_item (G_LIST_MODEL (self->found), position);
  if (part == NULL)
    return;
  gtk_menu_button_popdown (self->button);
  if (self->part == NULL
      || !g_str_equal (weft_part_get_id (part), weft_part_get_id (self->part)))
    g_signal_emit (self, signals[CHOSEN], 0, weft_part_get_id (part));
}
