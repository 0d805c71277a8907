/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a link without a pointer: from which port, and a searchable list of where it may end.
 *
 * all sockets -> GtkFilterListModel (legal and found, in slices) -> GtkSingleSelection */
#include "config.h"

#include "app/compose/weft-outline-private.h"

#include <glib/gi18n.h>

#include "app/compose/weft-connect-target.h"

#define LIST_WIDTH 280
#define LIST_HEIGHT 320

typedef struct
{
  WeftOutline *outline;
  GListModel *sockets;
  GtkDropDown *from;
  GtkEditable *search;
  GtkFilterListModel *found;
  GtkSingleSelection *selection;
  GtkWidget *list;
  GtkWidget *scroller;
  GtkWidget *nothing;
  char *why; /* (nullable): the first refusal */
} Connecting;

static void
free_connecting (gpointer data)
{
  Connecting *self = data;

  g_object_unref (self->sockets);
  g_object_unref (self->selection);
  g_object_unref (self->found);
  g_free (self->why);
  g_free (self);
}

/* (transfer full) (nullable) */
static WeftConnectTarget *
get_from (Connecting *self)
{
  guint position = self->from != NULL ? gtk_drop_down_get_selected (self->from) : 0;

  return g_list_model_get_item (self->sockets, position);
}

static gboolean
is_shown (gpointer item, gpointer data)
{
  Connecting *self = data;
  WeftConnectTarget *target = WEFT_CONNECT_TARGET (item);
  g_autoptr (WeftConnectTarget) from = get_from (self);

  return from != NULL && weft_connect_target_matches (target, gtk_editable_get_text (self->search))
         && weft_connect_target_is_legal (target, self->outline->stage,
                                          weft_connect_target_get_end (from),
                                          self->why == NULL ? &self->why : NULL);
}

static const char *
say_nothing (Connecting *self)
{
  if (g_list_model_get_n_items (self->sockets) == 0)
    return _("This item exports no port. Open it and export one first.");
  return self->why != NULL ? self->why
                           : _("A link from here may not end at any item of this level.");
}

static void
show_found (Connecting *self)
{
  gboolean some = g_list_model_get_n_items (G_LIST_MODEL (self->found)) > 0;

  gtk_widget_set_visible (self->scroller, some);
  gtk_widget_set_visible (self->nothing, !some);
  gtk_label_set_text (GTK_LABEL (self->nothing), say_nothing (self));
}

static void
search_cb (Connecting *self)
{
  g_clear_pointer (&self->why, g_free);
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->found),
                      GTK_FILTER_CHANGE_DIFFERENT);
}

static void
connect_to (Connecting *self, guint position)
{
  g_autoptr (WeftConnectTarget) from = get_from (self);
  g_autoptr (WeftConnectTarget) to =
    g_list_model_get_item (G_LIST_MODEL (self->found), position);
  WeftOutline *outline = self->outline;
  g_autofree char *from_end = NULL;
  g_autofree char *to_end = NULL;

  if (from == NULL || to == NULL)
    return;
  from_end = g_strdup (weft_connect_target_get_end (from));
  to_end = g_strdup (weft_connect_target_get_end (to));
  /* Closing may take this struct away. */
  weft_outline_close_popover (outline);
  weft_stage_connect (outline->stage, from_end, to_end);
}

static void
activate_cb (Connecting *self, guint position)
{
  connect_to (self, position);
}

static void
enter_cb (Connecting *self)
{
  connect_to (self, gtk_single_selection_get_selected (self->selection));
}

static gboolean
key_pressed_cb (Connecting *self, guint key, guint code, GdkModifierType state)
{
  guint selected = gtk_single_selection_get_selected (self->selection);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->found));

  if ((key == GDK_KEY_Down || key == GDK_KEY_KP_Down) && selected + 1 < n)
    selected++;
  else if ((key == GDK_KEY_Up || key == GDK_KEY_KP_Up) && selected > 0 && selected < n)
    selected--;
  else
    return GDK_EVENT_PROPAGATE;
  gtk_single_selection_set_selected (self->selection, selected);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", selected);
  return GDK_EVENT_STOP;
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  static const char *const css_classes[] = { "shelf-title", "part-words" };

  for (guint i = 0; i < G_N_ELEMENTS (css_classes); i++)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_widget_add_css_class (label, css_classes[i]);
      gtk_box_append (GTK_BOX (line), label);
    }
  gtk_list_item_set_child (item, line);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  WeftConnectTarget *target = gtk_list_item_get_item (item);
  GtkWidget *line = gtk_list_item_get_child (item);
  GtkWidget *title = gtk_widget_get_first_child (line);
  GtkWidget *words = gtk_widget_get_next_sibling (title);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", weft_connect_target_get_title (target),
                                             weft_connect_target_get_words (target));

  gtk_label_set_text (GTK_LABEL (title), weft_connect_target_get_title (target));
  gtk_label_set_text (GTK_LABEL (words), weft_connect_target_get_words (target));
  gtk_widget_set_visible (words, *weft_connect_target_get_words (target) != '\0');
  if (gtk_widget_get_parent (line) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (line)),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static GtkListItemFactory *
make_factory (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  return factory;
}

static void
add_from (Connecting *self, GtkWidget *box)
{
  g_autoptr (GtkListItemFactory) factory = NULL;

  if (g_list_model_get_n_items (self->sockets) < 2)
    return;
  factory = make_factory ();
  self->from = GTK_DROP_DOWN (gtk_drop_down_new (g_object_ref (self->sockets), NULL));
  gtk_drop_down_set_factory (self->from, factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->from), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("From which port"), -1);
  g_signal_connect_swapped (self->from, "notify::selected", G_CALLBACK (search_cb), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->from));
}

static void
add_search (Connecting *self, GtkWidget *box)
{
  GtkWidget *search = gtk_search_entry_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->search = GTK_EDITABLE (search);
  g_object_set (search, "placeholder-text", _("Search targets"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Search targets"), -1);
  g_signal_connect_swapped (search, "changed", G_CALLBACK (search_cb), self);
  g_signal_connect_swapped (search, "activate", G_CALLBACK (enter_cb), self);
  g_signal_connect_swapped (search, "stop-search", G_CALLBACK (weft_outline_close_popover),
                            self->outline);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (search, keys);
  gtk_box_append (GTK_BOX (box), search);
}

static void
add_list (Connecting *self, GtkWidget *box)
{
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)),
                                  make_factory ());
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Where the link may end"), -1);
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (activate_cb), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_widget_set_size_request (self->scroller, LIST_WIDTH, -1);
  gtk_box_append (GTK_BOX (box), self->scroller);

  self->nothing = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->nothing), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->nothing), 34);
  gtk_widget_add_css_class (self->nothing, "dim-label");
  gtk_widget_add_css_class (self->nothing, "nothing-found");
  gtk_widget_set_size_request (self->nothing, LIST_WIDTH, -1);
  gtk_box_append (GTK_BOX (box), self->nothing);
}

/* Asks where a link from the item of a row is to end, and makes it. */
void
weft_outline_connect (WeftOutline *outline, guint position, WeftOutlineNode *node)
{
  Connecting *self = g_new0 (Connecting, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autofree char *name = weft_outline_node_dup_title (node);
  g_autofree char *title = g_strdup_printf (_("Connect “%s” to"), name);
  GtkWidget *heading = gtk_label_new (title);

  self->outline = outline;
  self->sockets = weft_connect_list_sockets (outline->stage, weft_outline_node_get_index (node));
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_label_set_ellipsize (GTK_LABEL (heading), PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_append (GTK_BOX (box), heading);
  add_from (self, box);
  add_search (self, box);

  self->found = gtk_filter_list_model_new (NULL, GTK_FILTER (gtk_custom_filter_new (is_shown, self,
                                                                                    NULL)));
  gtk_filter_list_model_set_incremental (self->found, TRUE);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->found)));
  add_list (self, box);
  g_signal_connect_swapped (self->found, "items-changed", G_CALLBACK (show_found), self);
  g_signal_connect_swapped (self->found, "notify::pending", G_CALLBACK (show_found), self);
  g_object_set_data_full (G_OBJECT (box), "connecting", self, free_connecting);
  if (g_list_model_get_n_items (self->sockets) > 0)
    {
      g_autoptr (GListModel) all = weft_connect_list_all (outline->stage);

      gtk_filter_list_model_set_model (self->found, all);
    }
  show_found (self);
  weft_outline_show_popover (outline, position, box, title);
  gtk_widget_add_css_class (outline->popover, "parts-popover");
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}
