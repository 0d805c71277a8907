/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refreshed when the level, the graph or the catalog is another one.
 *
 * headings and entries in order (GListStore) -> GtkFilterListModel (search) -> GtkSingleSelection
 * -> GtkListView */
#include "config.h"

#include "app/compose/weft-part-shelf.h"

#include <glib/gi18n.h>

#include "app/compose/weft-shelf-list.h"
#include "app/compose/weft-shelf-row.h"
#include "app/weft-state.h"

struct _WeftPartShelf
{
  GtkWidget parent_instance;

  GtkEditable *search;
  GtkWidget *scroller;
  GtkListView *list;
  GtkWidget *nothing;
  GtkLabel *nothing_title;
  GtkLabel *nothing_words;

  WeftStage *stage;
  GListStore *entries;
  GtkFilterListModel *found;
  GtkSingleSelection *selection;
  GHashTable *favourites; /* set of keys */
  gboolean has_match[WEFT_SHELF_N_CATEGORIES];

  /* What the catalog's entries were made for. */
  GPtrArray *parts; /* (nullable) */
  WeftInventory *inventory;
  WeftLevel level;
  gboolean has_level;
  guint refresh_idle;
};

G_DEFINE_FINAL_TYPE (WeftPartShelf, weft_part_shelf, GTK_TYPE_WIDGET)

static gboolean
is_found (gpointer item, gpointer data)
{
  WeftPartShelf *self = WEFT_PART_SHELF (data);
  WeftShelfEntry *entry = WEFT_SHELF_ENTRY (item);

  if (weft_shelf_entry_is_heading (entry))
    return self->has_match[weft_shelf_entry_get_category (entry)];
  return weft_shelf_entry_matches (entry, gtk_editable_get_text (self->search));
}

static WeftShelfEntry *
entry_at (WeftPartShelf *self, guint position)
{
  g_autoptr (WeftShelfEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->found), position);

  /* The model holds it. */
  return entry;
}

/* The next row from @position on that is no heading; GTK_INVALID_LIST_POSITION when there is
 * none. */
static guint
skip_headings (WeftPartShelf *self, guint position, int step)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->found));

  for (; position < n; position += (guint) step)
    if (!weft_shelf_entry_is_heading (entry_at (self, position)))
      return position;
  return GTK_INVALID_LIST_POSITION;
}

static void
go_to (WeftPartShelf *self, guint position)
{
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
}

static void
say_nothing_found (WeftPartShelf *self)
{
  const char *search = gtk_editable_get_text (self->search);
  g_autofree char *title = NULL;

  if (!self->has_level)
    {
      gtk_label_set_text (self->nothing_title, _("No Level in View"));
      gtk_label_set_text (self->nothing_words,
                          _("Parts are shown here as soon as a graph is."));
      return;
    }
  title = *search != '\0' ? g_strdup_printf (_("Nothing Found for “%s”"), search)
                          : g_strdup (_("Nothing to Show"));
  gtk_label_set_text (self->nothing_title, title);
  gtk_label_set_text (self->nothing_words,
                      self->inventory == NULL
                        ? _("The catalog is being read.")
                        : _("Only parts that may stand at this level are listed; open another "
                            "level to see its parts."));
}

/* A heading stays as long as its category has something to show. */
static void
refilter (WeftPartShelf *self)
{
  const char *search = gtk_editable_get_text (self->search);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));

  for (guint i = 0; i < WEFT_SHELF_N_CATEGORIES; i++)
    self->has_match[i] = FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftShelfEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

      if (!weft_shelf_entry_is_heading (entry) && weft_shelf_entry_matches (entry, search))
        self->has_match[weft_shelf_entry_get_category (entry)] = TRUE;
    }
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->found), GTK_FILTER_CHANGE_DIFFERENT);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  gtk_widget_set_visible (self->scroller, n > 0);
  gtk_widget_set_visible (self->nothing, n == 0);
  if (n == 0)
    say_nothing_found (self);
}

static void
search_changed_cb (WeftPartShelf *self)
{
  refilter (self);
  if (*gtk_editable_get_text (self->search) != '\0')
    go_to (self, skip_headings (self, 0, 1));
}

static void
search_activate_cb (WeftPartShelf *self)
{
  weft_part_shelf_activate (self, gtk_single_selection_get_selected (self->selection));
}

static void
stop_search_cb (WeftPartShelf *self)
{
  gtk_editable_set_text (self->search, "");
}

static void
activate_cb (WeftPartShelf *self, guint position)
{
  weft_part_shelf_activate (self, position);
}

/* Up and down move in the list while the keyboard stays in the search field. */
static gboolean
key_pressed_cb (WeftPartShelf *self, guint key, guint code, GdkModifierType state)
{
  guint selected = gtk_single_selection_get_selected (self->selection);

  if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down)
    go_to (self, skip_headings (self, selected == GTK_INVALID_LIST_POSITION ? 0 : selected + 1, 1));
  else if ((key == GDK_KEY_Up || key == GDK_KEY_KP_Up) && selected != GTK_INVALID_LIST_POSITION)
    go_to (self, skip_headings (self, selected - 1, -1));
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
star_cb (WeftShelfEntry *entry, gpointer data)
{
  weft_part_shelf_toggle_favourite (WEFT_PART_SHELF (data), entry);
}

static void
load_favourites (WeftPartShelf *self)
{
  g_autoptr (WeftState) state = weft_state_load ();

  g_hash_table_remove_all (self->favourites);
  for (guint i = 0; state->favourites[i] != NULL; i++)
    g_hash_table_add (self->favourites, g_strdup (state->favourites[i]));
}

/* Read anew, since another window may have starred something too. */
static void
save_favourite (WeftPartShelf *self, const char *key, gboolean on)
{
  g_autoptr (WeftState) state = weft_state_load ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; state->favourites[i] != NULL; i++)
    if (!g_str_equal (state->favourites[i], key))
      g_strv_builder_add (builder, state->favourites[i]);
  if (on)
    g_strv_builder_add (builder, key);
  g_strfreev (state->favourites);
  state->favourites = g_strv_builder_end (builder);
  if (!weft_state_save (state, &error))
    g_message ("%s", error->message);
}

/* @made (transfer none) and a second entry for each favourite. */
static void
take_entries (WeftPartShelf *self, GPtrArray *all, GPtrArray *made)
{
  for (guint i = 0; made != NULL && i < made->len; i++)
    {
      WeftShelfEntry *entry = made->pdata[i];

      g_ptr_array_add (all, g_object_ref (entry));
      if (g_hash_table_contains (self->favourites, weft_shelf_entry_get_key (entry)))
        g_ptr_array_add (all, weft_shelf_entry_new_favourite (entry));
    }
}

static int
compare_pointers (gconstpointer a, gconstpointer b)
{
  return weft_shelf_entry_compare (*(gpointer *) a, *(gpointer *) b, NULL);
}

/* (transfer full): what the shelf holds now, in order. */
static GPtrArray *
list_all (WeftPartShelf *self)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_object_unref);
  guint owner = 0;
  const WeftGraphDefinition *definition = self->stage != NULL
                                            ? weft_stage_get_definition (self->stage, &owner)
                                            : NULL;
  g_autoptr (GPtrArray) definitions = NULL;
  g_autoptr (GPtrArray) templates = NULL;

  if (definition == NULL)
    return all;
  templates = weft_shelf_list_templates (definition->level);
  take_entries (self, all, templates);
  definitions = weft_shelf_list_definitions (weft_stage_get_graph (self->stage), owner);
  take_entries (self, all, definitions);
  take_entries (self, all, self->parts);
  for (guint i = 0; i < WEFT_SHELF_N_CATEGORIES; i++)
    g_ptr_array_add (all, weft_shelf_entry_new_heading (i));
  g_ptr_array_sort (all, compare_pointers);
  return all;
}

static gboolean
is_same (WeftPartShelf *self, guint position, WeftShelfEntry *entry)
{
  g_autoptr (WeftShelfEntry) known =
    g_list_model_get_item (G_LIST_MODEL (self->entries), position);

  return weft_shelf_entry_equal (known, entry);
}

/* Only what differs is replaced, so that the list keeps its rows and its place. */
static void
replace_entries (WeftPartShelf *self, GPtrArray *all)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  guint head = 0, tail = 0;

  while (head < MIN (n, all->len) && is_same (self, head, all->pdata[head]))
    head++;
  while (tail < MIN (n, all->len) - head
         && is_same (self, n - 1 - tail, all->pdata[all->len - 1 - tail]))
    tail++;
  if (n != all->len || head < n)
    g_list_store_splice (self->entries, head, n - head - tail, all->pdata + head,
                         all->len - head - tail);
}

/* What a person did to the entries: stars, and whether there is a link for a cable. */
static void
mark_entries (WeftPartShelf *self)
{
  gboolean has_link = self->stage != NULL
                      && !gtk_bitset_is_empty (weft_stage_get_links (self->stage));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->entries)); i++)
    {
      g_autoptr (WeftShelfEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

      weft_shelf_entry_set_favourite (entry,
                                      g_hash_table_contains (self->favourites,
                                                             weft_shelf_entry_get_key (entry)));
      if (g_strcmp0 (weft_shelf_entry_get_verb (entry), "cable") == 0)
        weft_shelf_entry_set_enabled (entry, has_link);
    }
}

static void
refresh (WeftPartShelf *self)
{
  const WeftGraphDefinition *definition =
    self->stage != NULL ? weft_stage_get_definition (self->stage, NULL) : NULL;
  WeftInventory *inventory =
    self->stage != NULL ? weft_session_get_inventory (weft_stage_get_session (self->stage)) : NULL;
  WeftLevel level = definition != NULL ? definition->level : WEFT_LEVEL_ANY;
  gboolean other_parts = level != self->level || inventory != self->inventory;
  g_autoptr (GPtrArray) all = NULL;

  if (self->parts == NULL || other_parts)
    {
      g_clear_pointer (&self->parts, g_ptr_array_unref);
      if (inventory != NULL)
        self->parts = weft_shelf_list_parts (inventory, level);
      g_set_object (&self->inventory, inventory);
      self->level = level;
    }
  self->has_level = definition != NULL;
  all = list_all (self);
  replace_entries (self, all);
  mark_entries (self);
  refilter (self);
  if (other_parts && g_list_model_get_n_items (G_LIST_MODEL (self->found)) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
}

static gboolean
refresh_cb (gpointer data)
{
  WeftPartShelf *self = WEFT_PART_SHELF (data);

  self->refresh_idle = 0;
  refresh (self);
  return G_SOURCE_REMOVE;
}

/* A burst of edits makes the list once. */
static void
stage_changed_cb (WeftPartShelf *self)
{
  if (self->refresh_idle == 0)
    self->refresh_idle = g_idle_add (refresh_cb, self);
}

static void
selection_changed_cb (WeftPartShelf *self)
{
  mark_entries (self);
}

/* Shift+Tab that leaves the first child asks this too, and must not be led back. */
static gboolean
weft_part_shelf_grab_focus (GtkWidget *widget)
{
  return (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) == 0
         && gtk_widget_grab_focus (GTK_WIDGET (WEFT_PART_SHELF (widget)->search));
}

static void
weft_part_shelf_dispose (GObject *object)
{
  WeftPartShelf *self = WEFT_PART_SHELF (object);
  GtkWidget *child;

  g_clear_handle_id (&self->refresh_idle, g_source_remove);
  if (self->stage != NULL)
    g_signal_handlers_disconnect_by_data (self->stage, self);
  g_clear_object (&self->stage);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  self->list = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->selection);
  if (self->found != NULL)
    gtk_filter_list_model_set_filter (self->found, NULL);
  g_clear_object (&self->found);
  g_clear_object (&self->entries);
  g_clear_object (&self->inventory);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_pointer (&self->favourites, g_hash_table_unref);
  G_OBJECT_CLASS (weft_part_shelf_parent_class)->dispose (object);
}

static void
weft_part_shelf_class_init (WeftPartShelfClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_part_shelf_dispose;
  widget_class->grab_focus = weft_part_shelf_grab_focus;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-part-shelf.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPartShelf, search);
  gtk_widget_class_bind_template_child (widget_class, WeftPartShelf, scroller);
  gtk_widget_class_bind_template_child (widget_class, WeftPartShelf, list);
  gtk_widget_class_bind_template_child (widget_class, WeftPartShelf, nothing);
  gtk_widget_class_bind_template_child (widget_class, WeftPartShelf, nothing_title);
  gtk_widget_class_bind_template_child (widget_class, WeftPartShelf, nothing_words);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_set_css_name (widget_class, "partshelf");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
weft_part_shelf_init (WeftPartShelf *self)
{
  g_autoptr (GtkListItemFactory) factory = weft_shelf_row_factory_new (star_cb, self);
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (is_found, self, NULL));

  self->entries = g_list_store_new (WEFT_TYPE_SHELF_ENTRY);
  self->favourites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->found = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->entries)), filter);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->found)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (
    GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  refilter (self);
}

void
weft_part_shelf_set_stage (WeftPartShelf *self, WeftStage *stage)
{
  g_return_if_fail (WEFT_IS_PART_SHELF (self));
  g_return_if_fail (stage == NULL || WEFT_IS_STAGE (stage));

  if (self->stage != NULL)
    g_signal_handlers_disconnect_by_data (self->stage, self);
  g_set_object (&self->stage, stage);
  load_favourites (self);
  if (stage != NULL)
    {
      g_signal_connect_swapped (stage, "path-changed", G_CALLBACK (stage_changed_cb), self);
      g_signal_connect_swapped (stage, "scene-changed", G_CALLBACK (stage_changed_cb), self);
      g_signal_connect_swapped (stage, "selection-changed", G_CALLBACK (selection_changed_cb),
                                self);
    }
  refresh (self);
}

GListModel *
weft_part_shelf_get_shown (WeftPartShelf *self)
{
  g_return_val_if_fail (WEFT_IS_PART_SHELF (self), NULL);

  return G_LIST_MODEL (self->found);
}

/* Adds the part at @position of those shown, or gives the selected links that cable. */
void
weft_part_shelf_activate (WeftPartShelf *self, guint position)
{
  g_autoptr (WeftShelfEntry) entry = NULL;

  g_return_if_fail (WEFT_IS_PART_SHELF (self));

  entry = g_list_model_get_item (G_LIST_MODEL (self->found), position);
  if (entry == NULL || weft_shelf_entry_is_heading (entry)
      || !weft_shelf_entry_get_enabled (entry))
    return;
  if (g_str_equal (weft_shelf_entry_get_verb (entry), "cable"))
    gtk_widget_activate_action (GTK_WIDGET (self), "graph.set-cable", "s",
                                weft_shelf_entry_get_id (entry));
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "graph.add", "(ss)",
                                weft_shelf_entry_get_verb (entry),
                                weft_shelf_entry_get_id (entry));
}

/* Stars a part, or takes the star away; the state file remembers it. */
void
weft_part_shelf_toggle_favourite (WeftPartShelf *self, WeftShelfEntry *entry)
{
  const char *key;
  gboolean on;

  g_return_if_fail (WEFT_IS_PART_SHELF (self) && WEFT_IS_SHELF_ENTRY (entry));

  key = weft_shelf_entry_get_key (entry);
  on = !g_hash_table_contains (self->favourites, key);
  if (on)
    g_hash_table_add (self->favourites, g_strdup (key));
  else
    g_hash_table_remove (self->favourites, key);
  save_favourite (self, key, on);
  refresh (self);
}
