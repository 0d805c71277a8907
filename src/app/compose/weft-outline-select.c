/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One selection for outline and canvas: only rows of the level in view are selected, and choosing
 * one of another level goes there. */
#include "config.h"

#include "app/compose/weft-outline-private.h"

/* The list of items that a line's level is; NULL for the machine itself. */
static WeftOutlineList *
level_of (WeftOutlineNode *node)
{
  WeftOutlineList *list = WEFT_OUTLINE_LIST (weft_outline_node_get_list (node));

  if (weft_outline_node_get_kind (node) == WEFT_OUTLINE_ROOT || list == NULL)
    return NULL;
  if (weft_outline_node_get_kind (node) == WEFT_OUTLINE_LINK)
    return WEFT_OUTLINE_LIST (
      weft_outline_node_get_list (weft_outline_list_get_owner (list)));
  return list;
}

/* (transfer full) (nullable): NULL while a line above it is folded. */
static GtkTreeListRow *
find_row (WeftOutline *self, WeftOutlineNode *node)
{
  WeftOutlineList *list = WEFT_OUTLINE_LIST (weft_outline_node_get_list (node));
  WeftOutlineNode *owner;
  g_autoptr (GtkTreeListRow) above = NULL;

  if (list == NULL)
    return NULL;
  owner = weft_outline_list_get_owner (list);
  if (owner == NULL)
    return gtk_tree_list_model_get_child_row (self->tree, 0);
  above = find_row (self, owner);
  if (above == NULL || gtk_tree_list_row_get_children (above) != G_LIST_MODEL (list))
    return NULL;
  return gtk_tree_list_row_get_child_row (above, weft_outline_list_position_of (list, node));
}

/* (transfer full) (nullable): the row of the level in view, by the way that the stage went. */
static GtkTreeListRow *
walk_path (WeftOutline *self, gboolean unfold)
{
  GtkTreeListRow *row = gtk_tree_list_model_get_child_row (self->tree, 0);

  for (guint i = 1; row != NULL && i < weft_stage_depth (self->stage); i++)
    {
      g_autoptr (GtkTreeListRow) above = row;
      GListModel *list;
      int position;

      if (unfold)
        gtk_tree_list_row_set_expanded (above, TRUE);
      list = gtk_tree_list_row_get_children (above);
      position = list != NULL ? weft_outline_list_find_item (
                                  WEFT_OUTLINE_LIST (list),
                                  weft_stage_get_step_item (self->stage, i))
                              : -1;
      row = position >= 0 ? gtk_tree_list_row_get_child_row (above, (guint) position) : NULL;
    }
  if (row != NULL && unfold)
    gtk_tree_list_row_set_expanded (row, TRUE);
  return row;
}

/* Whether the list that a person chose in still is the level in view. */
static gboolean
is_in_level (WeftOutline *self)
{
  const WeftGraphDefinition *definition = weft_stage_get_definition (self->stage, NULL);
  const WeftGraphDefinition *inside =
    self->level != NULL ? weft_outline_node_get_inside (weft_outline_list_get_owner (self->level))
                        : NULL;

  return definition != NULL && inside != NULL && g_str_equal (definition->id, inside->id);
}

static GtkTreeListRow *
find_level_row (WeftOutline *self)
{
  GtkTreeListRow *row =
    is_in_level (self) ? find_row (self, weft_outline_list_get_owner (self->level)) : NULL;

  return row != NULL ? row : walk_path (self, FALSE);
}

void
weft_outline_reveal_level (WeftOutline *self)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  if (is_in_level (self))
    return;
  g_clear_weak_pointer (&self->level);
  row = walk_path (self, TRUE);
}

/* Adds the positions of the rows of @indices, which are below @above. */
static void
add_positions (GtkBitset *positions, GtkTreeListRow *above, GtkBitset *indices)
{
  GtkBitsetIter iter;
  guint index;
  gboolean more = gtk_bitset_iter_init_first (&iter, indices, &index);

  for (; more; more = gtk_bitset_iter_next (&iter, &index))
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_row_get_child_row (above, index);

      if (row != NULL)
        gtk_bitset_add (positions, gtk_tree_list_row_get_position (row));
    }
}

/* Where what the stage has selected is in the tree. */
static GtkBitset *
list_positions (WeftOutline *self)
{
  GtkBitset *positions = gtk_bitset_new_empty ();
  GtkBitset *links = weft_stage_get_links (self->stage);
  g_autoptr (GtkTreeListRow) level = find_level_row (self);
  GListModel *list = level != NULL ? gtk_tree_list_row_get_children (level) : NULL;
  g_autoptr (GtkTreeListRow) group = NULL;
  int position;

  if (list == NULL)
    return positions;
  position = weft_outline_list_find_links (WEFT_OUTLINE_LIST (list));
  if (position >= 0 && !gtk_bitset_is_empty (links))
    {
      group = gtk_tree_list_row_get_child_row (level, (guint) position);
      gtk_tree_list_row_set_expanded (group, TRUE);
      add_positions (positions, group, links);
    }
  add_positions (positions, level, weft_stage_get_items (self->stage));
  return positions;
}

void
weft_outline_mirror (WeftOutline *self, gboolean scroll)
{
  g_autoptr (GtkBitset) now = NULL;
  g_autoptr (GtkBitset) positions = NULL;
  g_autoptr (GtkBitset) all = NULL;

  if (self->mirroring > 0 || self->stage == NULL || self->tree == NULL)
    return;
  self->mirroring++;
  positions = list_positions (self);
  now = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (!gtk_bitset_equals (now, positions))
    {
      all = gtk_bitset_new_range (0, g_list_model_get_n_items (G_LIST_MODEL (self->tree)));
      gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), positions, all);
      if (scroll && !gtk_bitset_is_empty (positions))
        gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                                    gtk_bitset_get_minimum (positions));
    }
  self->mirroring--;
}

gboolean
weft_outline_enter_level (WeftOutline *self, WeftOutlineNode *node)
{
  WeftOutlineList *level = level_of (node);
  gboolean opened;

  self->mirroring++;
  g_set_weak_pointer (&self->level, level);
  opened = weft_stage_open_definition (self->stage, weft_outline_node_get_definition (node)->id);
  self->mirroring--;
  return opened;
}

/* The line that was chosen: of the rows that changed, else of those that are still selected. */
static WeftOutlineNode *
find_chosen (WeftOutline *self, guint position, guint n)
{
  g_autoptr (GtkBitset) selected =
    gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GtkBitset) changed = gtk_bitset_new_range (position, n);

  gtk_bitset_intersect (changed, selected);
  if (!gtk_bitset_is_empty (changed))
    return weft_outline_node_at (self, gtk_bitset_get_nth (changed, 0));
  return gtk_bitset_is_empty (selected)
           ? NULL
           : weft_outline_node_at (self, gtk_bitset_get_nth (selected, 0));
}

static void
select_rows_of (WeftOutline *self, WeftOutlineList *level)
{
  g_autoptr (GtkBitset) selected =
    gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GtkBitset) items = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) links = gtk_bitset_new_empty ();
  GtkBitsetIter iter;
  guint position;
  gboolean more = gtk_bitset_iter_init_first (&iter, selected, &position);

  for (; more; more = gtk_bitset_iter_next (&iter, &position))
    {
      g_autoptr (WeftOutlineNode) node = weft_outline_node_at (self, position);

      if (level_of (node) != level)
        continue;
      if (weft_outline_node_get_kind (node) == WEFT_OUTLINE_ITEM)
        gtk_bitset_add (items, weft_outline_node_get_index (node));
      else if (weft_outline_node_get_kind (node) == WEFT_OUTLINE_LINK)
        gtk_bitset_add (links, weft_outline_node_get_index (node));
    }
  weft_stage_select (self->stage, items, links);
  if (gtk_bitset_get_size (items) == 1)
    weft_stage_set_focus (self->stage, (int) gtk_bitset_get_nth (items, 0));
}

void
weft_outline_take_selection (WeftOutline *self, guint position, guint n)
{
  g_autoptr (WeftOutlineNode) chosen = NULL;

  if (self->mirroring > 0 || self->stage == NULL)
    return;
  chosen = find_chosen (self, position, n);
  if (chosen == NULL)
    {
      weft_stage_select_nothing (self->stage);
      return;
    }
  /* The line of all links is a way to them, and nothing that a canvas can select. */
  if (weft_outline_node_get_kind (chosen) != WEFT_OUTLINE_LINKS
      && weft_outline_enter_level (self, chosen))
    {
      self->mirroring++;
      if (level_of (chosen) == NULL)
        weft_stage_select_nothing (self->stage);
      else
        select_rows_of (self, level_of (chosen));
      self->mirroring--;
    }
  weft_outline_mirror (self, FALSE);
}
