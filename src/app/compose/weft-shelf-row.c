/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One widget serves both sorts of row, since a list has one factory; what does not count is
 * hidden. */
#include "config.h"

#include "app/compose/weft-shelf-row.h"

#include <glib/gi18n.h>

#include "app/compose/weft-kind.h"
#include "app/compose/weft-shelf-list.h"
#include "app/provenance/weft-origins.h"

typedef struct
{
  WeftShelfStarFunc star;
  gpointer data;
} StarClosure;

/* What a row is made of. */
typedef struct
{
  const StarClosure *closure;
  GtkListItem *item; /* owns this */
  WeftShelfEntry *entry; /* while bound */
  gulong handler;
  GtkWidget *child;
  GtkWidget *heading;
  GtkWidget *line;
  GtkWidget *tile;
  GtkWidget *title;
  GtkWidget *words;
  GtkWidget *star;
  GtkMenuButton *details;
} Row;

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

/* The row that the list puts around the child. */
static GtkWidget *
get_frame (const Row *row)
{
  return gtk_widget_get_parent (row->child);
}

static void
show_star (const Row *row)
{
  gboolean on = weft_shelf_entry_get_favourite (row->entry);
  const char *words = on ? _("Take out of the favourites") : _("Add to the favourites");

  gtk_button_set_icon_name (GTK_BUTTON (row->star), on ? "starred-symbolic"
                                                       : "non-starred-symbolic");
  gtk_widget_set_tooltip_text (row->star, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->star), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (row->star), GTK_ACCESSIBLE_STATE_PRESSED,
                               on ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE,
                               -1);
  if (on)
    gtk_widget_add_css_class (row->star, "starred");
  else
    gtk_widget_remove_css_class (row->star, "starred");
}

static const char *
describe_use (WeftShelfEntry *entry)
{
  if (!g_str_equal (weft_shelf_entry_get_verb (entry), "cable"))
    return NULL;
  return weft_shelf_entry_get_enabled (entry)
           ? _("Enter or double click gives it to the selected links.")
           : _("Select a link on the canvas first; then this gives it its cable.");
}

static void
name_row (const Row *row)
{
  WeftShelfEntry *entry = row->entry;
  const char *words = weft_shelf_entry_get_words (entry);
  const char *use = describe_use (entry);
  WeftRecord *record = weft_shelf_entry_get_record (entry);
  const char *full = record != NULL ? weft_record_get_name (record)
                                    : weft_shelf_entry_get_title (entry);
  g_autofree char *spoken
    = g_strdup_printf ("%s, %s%s%s%s%s", full, weft_kind_label (weft_shelf_entry_get_kind (entry)),
                       *words != '\0' ? ", " : "", words,
                       weft_shelf_entry_get_favourite (entry) ? ", " : "",
                       weft_shelf_entry_get_favourite (entry) ? _("favourite") : "");
  g_autofree char *tip = g_strdup_printf ("%s%s%s%s%s", full, *words != '\0' ? "\n" : "", words,
                                          use != NULL ? "\n" : "", use != NULL ? use : "");

  gtk_widget_set_tooltip_text (row->line, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (get_frame (row)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  use != NULL ? use : "", -1);
}

/* The star and the details stay usable when the part itself is not. */
static void
show_enabled (const Row *row)
{
  gboolean enabled = weft_shelf_entry_get_enabled (row->entry);

  gtk_widget_set_sensitive (row->tile, enabled);
  gtk_widget_set_sensitive (row->title, enabled);
  gtk_widget_set_sensitive (row->words, enabled);
  gtk_list_item_set_activatable (row->item, enabled);
  gtk_accessible_update_state (GTK_ACCESSIBLE (get_frame (row)), GTK_ACCESSIBLE_STATE_DISABLED,
                               !enabled, -1);
}

static void
notify_cb (Row *row)
{
  show_star (row);
  show_enabled (row);
  name_row (row);
}

static void
star_cb (Row *row)
{
  g_autoptr (WeftShelfEntry) entry = g_object_ref (row->entry);

  row->closure->star (entry, row->closure->data);
}

/* Made when it is opened, and dropped when the row becomes another one's. */
static void
details_cb (GtkMenuButton *button, gpointer data)
{
  Row *row = data;
  g_autoptr (GPtrArray) origins = weft_shelf_explain (row->entry);
  WeftRecord *record = weft_shelf_entry_get_record (row->entry);
  GtkWidget *popover = gtk_popover_new ();
  g_autofree char *id = g_strdup_printf (
    "%s · %s", weft_kind_label (weft_shelf_entry_get_kind (row->entry)),
    weft_shelf_entry_get_id (row->entry));
  const char *more = weft_shelf_entry_get_more (row->entry);

  if (more == NULL && record != NULL)
    more = weft_record_get_notes (record);
  if (more == NULL)
    more = weft_shelf_entry_get_words (row->entry);
  gtk_popover_set_child (GTK_POPOVER (popover),
                         weft_origins_list_new (record != NULL
                                                  ? weft_record_get_name (record)
                                                  : weft_shelf_entry_get_title (row->entry),
                                                id, more, origins));
  gtk_menu_button_set_popover (button, popover);
}

static GdkContentProvider *
drag_prepare_cb (GtkDragSource *source, double x, double y, Row *row)
{
  if (weft_shelf_entry_is_heading (row->entry)
      || g_str_equal (weft_shelf_entry_get_verb (row->entry), "cable"))
    return NULL;
  return gdk_content_provider_new_typed (G_TYPE_VARIANT,
                                         g_variant_new ("(ss)",
                                                        weft_shelf_entry_get_verb (row->entry),
                                                        weft_shelf_entry_get_id (row->entry)));
}

static void
drag_begin_cb (GtkDragSource *source, GdkDrag *drag, Row *row)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *tile = weft_kind_tile_new ();
  GtkWidget *title;

  weft_kind_tile_set (tile, weft_shelf_entry_get_kind (row->entry));
  gtk_box_append (GTK_BOX (card), tile);
  title = append_label (card, "shelf-title");
  gtk_label_set_text (GTK_LABEL (title), weft_shelf_entry_get_title (row->entry));
  gtk_widget_add_css_class (card, "shelf-drag");
  gtk_drag_icon_set_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)), card);
  gdk_drag_set_hotspot (drag, 0, 0);
}

static void
add_drag_source (Row *row)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  g_signal_connect (source, "prepare", G_CALLBACK (drag_prepare_cb), row);
  g_signal_connect (source, "drag-begin", G_CALLBACK (drag_begin_cb), row);
  gtk_widget_add_controller (row->line, GTK_EVENT_CONTROLLER (source));
}

/* One above the other, so that names have the width. */
static void
make_buttons (Row *row)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  row->star = gtk_button_new ();
  gtk_widget_add_css_class (row->star, "flat");
  gtk_widget_add_css_class (row->star, "shelf-button");
  g_signal_connect_swapped (row->star, "clicked", G_CALLBACK (star_cb), row);
  gtk_box_append (GTK_BOX (buttons), row->star);

  row->details = weft_new_menu_button ();
  gtk_menu_button_set_icon_name (row->details, "view-more-horizontal-symbolic");
  gtk_menu_button_set_has_frame (row->details, FALSE);
  gtk_menu_button_set_create_popup_func (row->details, details_cb, row, NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (row->details), _("All values and their sources"));
  weft_name_menu_button (row->details, _("All values and their sources"));
  gtk_widget_add_css_class (GTK_WIDGET (row->details), "shelf-button");
  gtk_box_append (GTK_BOX (buttons), GTK_WIDGET (row->details));
  gtk_widget_set_valign (buttons, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row->line), buttons);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, const StarClosure *closure)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  row->closure = closure;
  row->item = item;
  row->child = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  row->heading = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING,
                               "xalign", 0.0, NULL);
  gtk_widget_add_css_class (row->heading, "shelf-heading");
  gtk_box_append (GTK_BOX (row->child), row->heading);

  row->line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (row->line, "shelf-line");
  row->tile = weft_kind_tile_new ();
  gtk_box_append (GTK_BOX (row->line), row->tile);
  row->title = append_label (texts, "shelf-title");
  row->words = append_label (texts, "part-words");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row->line), texts);
  make_buttons (row);
  add_drag_source (row);
  gtk_box_append (GTK_BOX (row->child), row->line);

  gtk_list_item_set_child (item, row->child);
  g_object_set_data_full (G_OBJECT (item), "row", row, g_free);
}

static void
bind_heading (Row *row)
{
  const char *title = weft_shelf_entry_get_title (row->entry);

  gtk_label_set_text (GTK_LABEL (row->heading), title);
  gtk_list_item_set_activatable (row->item, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (get_frame (row)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "", -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (get_frame (row)), GTK_ACCESSIBLE_STATE_DISABLED,
                               FALSE, -1);
}

static void
bind_part (Row *row)
{
  const char *words = weft_shelf_entry_get_words (row->entry);

  weft_kind_tile_set (row->tile, weft_shelf_entry_get_kind (row->entry));
  gtk_label_set_text (GTK_LABEL (row->title), weft_shelf_entry_get_title (row->entry));
  gtk_label_set_text (GTK_LABEL (row->words), words);
  gtk_widget_set_visible (row->words, *words != '\0');
  notify_cb (row);
  row->handler = g_signal_connect_swapped (row->entry, "notify", G_CALLBACK (notify_cb), row);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  Row *row = g_object_get_data (G_OBJECT (item), "row");
  gboolean is_heading;

  row->entry = g_object_ref (gtk_list_item_get_item (item));
  is_heading = weft_shelf_entry_is_heading (row->entry);
  gtk_widget_set_visible (row->heading, is_heading);
  gtk_widget_set_visible (row->line, !is_heading);
  gtk_list_item_set_selectable (item, !is_heading);
  gtk_widget_set_css_classes (get_frame (row), is_heading ? (const char *[]) { "heading-row", NULL }
                                                          : (const char *[]) { NULL });
  if (is_heading)
    bind_heading (row);
  else
    bind_part (row);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  Row *row = g_object_get_data (G_OBJECT (item), "row");

  gtk_menu_button_set_popover (row->details, NULL);
  gtk_menu_button_set_create_popup_func (row->details, details_cb, row, NULL);
  g_clear_signal_handler (&row->handler, row->entry);
  g_clear_object (&row->entry);
}

GtkListItemFactory *
weft_shelf_row_factory_new (WeftShelfStarFunc star, gpointer data)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  StarClosure *closure = g_new (StarClosure, 1);

  *closure = (StarClosure) { star, data };
  g_object_set_data_full (G_OBJECT (factory), "star", closure, g_free);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), closure);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  return factory;
}
