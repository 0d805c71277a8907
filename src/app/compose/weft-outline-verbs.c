/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done from a row, for keys and for the context menu, and the small popovers in which
 * a name or a target is asked for. */
#include "config.h"

#include "app/compose/weft-outline-private.h"

#include <glib/gi18n.h>

/* The row that a verb is about: that of the menu, else the one with the keyboard, else the first
 * that is selected. */
static guint
find_current (WeftOutline *self)
{
  g_autoptr (GtkBitset) selected = NULL;

  if (self->menu_position != GTK_INVALID_LIST_POSITION)
    return self->menu_position;
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *child = gtk_list_item_get_child (self->rows->pdata[i]);
      GtkWidget *frame = gtk_widget_get_parent (child);

      /* The keyboard is in the row's expander when it has one. */
      if (frame != NULL
          && (gtk_widget_get_state_flags (frame) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0)
        return gtk_list_item_get_position (self->rows->pdata[i]);
    }
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  return gtk_bitset_is_empty (selected) ? GTK_INVALID_LIST_POSITION
                                        : gtk_bitset_get_minimum (selected);
}

/* The row is selected, alone unless it was already. */
static void
choose (WeftOutline *self, guint position)
{
  GtkSelectionModel *model = GTK_SELECTION_MODEL (self->selection);

  if (position != GTK_INVALID_LIST_POSITION && !gtk_selection_model_is_selected (model, position))
    gtk_selection_model_select_item (model, position, TRUE);
}

/* What the menu can offer for a row. */
static void
update_actions (WeftOutline *self, WeftOutlineNode *node)
{
  GtkWidget *widget = GTK_WIDGET (self);
  WeftOutlineKind kind = weft_outline_node_get_kind (node);
  gboolean is_item = kind == WEFT_OUTLINE_ITEM;

  gtk_widget_action_set_enabled (widget, "outline.open",
                                 weft_outline_node_get_inside (node) != NULL);
  gtk_widget_action_set_enabled (widget, "outline.connect", is_item);
  gtk_widget_action_set_enabled (widget, "outline.rename", is_item || kind == WEFT_OUTLINE_ROOT);
  gtk_widget_action_set_enabled (widget, "outline.duplicate", is_item);
  gtk_widget_action_set_enabled (widget, "outline.delete", is_item || kind == WEFT_OUTLINE_LINK);
}

void
weft_outline_activate (WeftOutline *self, guint position)
{
  g_autoptr (WeftOutlineNode) node = weft_outline_node_at (self, position);
  g_autoptr (GtkTreeListRow) row = NULL;

  if (node == NULL)
    return;
  if (weft_outline_node_get_kind (node) == WEFT_OUTLINE_LINKS)
    {
      row = g_list_model_get_item (G_LIST_MODEL (self->tree), position);
      gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
    }
  else if (weft_outline_enter_level (self, node)
           && weft_outline_node_get_kind (node) == WEFT_OUTLINE_ITEM)
    {
      weft_stage_open_item (self->stage, weft_outline_node_get_index (node));
    }
}

static void
open_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftOutline *self = WEFT_OUTLINE (widget);

  weft_outline_activate (self, find_current (self));
}

static void
delete_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftOutline *self = WEFT_OUTLINE (widget);

  if (self->stage == NULL)
    return;
  choose (self, find_current (self));
  weft_stage_remove (self->stage);
}

static void
duplicate_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftOutline *self = WEFT_OUTLINE (widget);

  if (self->stage == NULL)
    return;
  choose (self, find_current (self));
  weft_stage_duplicate (self->stage);
}

void
weft_outline_close_popover (WeftOutline *self)
{
  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* Unparenting inside of the signal would take the popover away under its own feet. The keyboard goes
 * back to the row that it came from; left alone, GTK takes it to whatever comes next in the window. */
static gboolean
drop_popover_cb (gpointer data)
{
  GtkWidget *popover = data;
  WeftOutline *self = (WeftOutline *) gtk_widget_get_parent (popover);
  guint position = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (popover), "position"));
  GtkWidget *row;

  if (self == NULL)
    return G_SOURCE_REMOVE;
  gtk_widget_unparent (popover);
  row = self->popover == NULL ? weft_outline_find_row (self, position) : NULL;
  if (row != NULL && gtk_widget_get_mapped (row))
    gtk_widget_grab_focus (row);
  return G_SOURCE_REMOVE;
}

static void
popover_closed_cb (WeftOutline *self)
{
  self->menu_position = GTK_INVALID_LIST_POSITION;
  if (self->popover != NULL)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_popover_cb,
                     g_object_ref (g_steal_pointer (&self->popover)), g_object_unref);
}

static void
point_at (WeftOutline *self, GtkPopover *popover, GtkWidget *row)
{
  graphene_rect_t bounds;
  GdkRectangle at;

  if (row == NULL || !gtk_widget_compute_bounds (row, GTK_WIDGET (self), &bounds))
    return;
  at = (GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y, (int) bounds.size.width,
                        (int) bounds.size.height };
  gtk_popover_set_pointing_to (popover, &at);
}

void
weft_outline_show_popover (WeftOutline *self, guint position, GtkWidget *child, const char *label)
{
  weft_outline_close_popover (self);
  self->menu_position = position;
  self->popover = gtk_popover_new ();
  g_object_set_data (G_OBJECT (self->popover), "position", GUINT_TO_POINTER (position));
  gtk_popover_set_child (GTK_POPOVER (self->popover), child);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  point_at (self, GTK_POPOVER (self->popover), weft_outline_find_row (self, position));
  g_signal_connect_swapped (self->popover, "closed", G_CALLBACK (popover_closed_cb), self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

/* What the popover for a name needs to know. */
typedef struct
{
  WeftOutline *outline;
  WeftOutlineNode *node;
  GtkWidget *entry;
  GtkLabel *refusal;
} Naming;

static void
free_naming (gpointer data, GClosure *closure)
{
  Naming *naming = data;

  g_object_unref (naming->node);
  g_free (naming);
}

static void
apply_name_cb (GtkEntry *entry, Naming *naming)
{
  WeftOutline *self = naming->outline;
  WeftGraph *graph = weft_stage_get_graph (self->stage);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), text);
  g_autoptr (GError) error = NULL;
  int definition = graph != NULL
                     ? weft_graph_find (graph,
                                        weft_outline_node_get_definition (naming->node)->id)
                     : -1;
  WeftEdit *edit = NULL;

  if (definition >= 0 && weft_outline_node_get_kind (naming->node) == WEFT_OUTLINE_ROOT)
    edit = weft_graph_edit_set_definition (graph, (guint) definition, "title",
                                           *text != '\0' ? value : NULL, &error);
  else if (definition >= 0)
    edit = weft_graph_edit_set_item (graph, (guint) definition,
                                     weft_outline_node_get_index (naming->node), "id", value,
                                     FALSE, &error);
  if (edit != NULL)
    {
      weft_stage_do (self->stage, edit, NULL);
      weft_outline_close_popover (self);
    }
  else if (error == NULL)
    {
      weft_outline_close_popover (self);
    }
  else
    {
      gtk_widget_add_css_class (naming->entry, "error");
      gtk_label_set_text (naming->refusal, error->message);
      gtk_widget_set_visible (GTK_WIDGET (naming->refusal), TRUE);
      gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
    }
}

static char *
name_of (WeftOutlineNode *node)
{
  const WeftGraphItem *item = weft_outline_node_get_item (node);
  const char *title = weft_outline_node_get_definition (node)->title;

  return g_strdup (item != NULL ? item->id : title != NULL ? title : "");
}

static void
rename_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  WeftOutline *self = WEFT_OUTLINE (widget);
  guint position = find_current (self);
  g_autoptr (WeftOutlineNode) node = weft_outline_node_at (self, position);
  GtkWidget *box;
  Naming *naming;
  g_autofree char *name = NULL;

  if (node == NULL
      || (weft_outline_node_get_kind (node) != WEFT_OUTLINE_ITEM
          && weft_outline_node_get_kind (node) != WEFT_OUTLINE_ROOT))
    return;
  name = name_of (node);
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  naming = g_new0 (Naming, 1);
  naming->outline = self;
  naming->node = g_object_ref (node);
  naming->entry = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (naming->entry), name);
  gtk_editable_set_width_chars (GTK_EDITABLE (naming->entry), 24);
  gtk_accessible_update_property (GTK_ACCESSIBLE (naming->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Name"), -1);
  naming->refusal = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (naming->refusal, TRUE);
  gtk_label_set_max_width_chars (naming->refusal, 32);
  gtk_label_set_xalign (naming->refusal, 0);
  gtk_widget_add_css_class (GTK_WIDGET (naming->refusal), "error");
  gtk_widget_set_visible (GTK_WIDGET (naming->refusal), FALSE);
  gtk_box_append (GTK_BOX (box), naming->entry);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (naming->refusal));
  g_signal_connect_data (naming->entry, "activate", G_CALLBACK (apply_name_cb), naming,
                         free_naming, 0);
  weft_outline_show_popover (self, position, box, _("Rename"));
  gtk_widget_grab_focus (naming->entry);
}

static void
connect_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftOutline *self = WEFT_OUTLINE (widget);
  guint position = find_current (self);
  g_autoptr (WeftOutlineNode) node = weft_outline_node_at (self, position);

  if (node != NULL && weft_outline_node_get_kind (node) == WEFT_OUTLINE_ITEM
      && weft_outline_enter_level (self, node))
    weft_outline_connect (self, position, node);
}

/* The menu's row stays known until its action has run. */
static gboolean
forget_menu_cb (gpointer data)
{
  WeftOutline *self = WEFT_OUTLINE (data);

  static const char *const names[] = {
    "outline.open", "outline.connect", "outline.rename", "outline.duplicate", "outline.delete",
  };

  if (self->popover == NULL)
    self->menu_position = GTK_INVALID_LIST_POSITION;
  /* For the keys, which each time look what they are about. */
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), names[i], TRUE);
  return G_SOURCE_REMOVE;
}

static void
menu_closed_cb (WeftOutline *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, forget_menu_cb, g_object_ref (self), g_object_unref);
}

static GMenuModel *
load_menu (void)
{
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/io/github/weft/Weft/weft-outline-menu.ui");

  return g_object_ref (G_MENU_MODEL (gtk_builder_get_object (builder, "outline_menu")));
}

/* At a point of a row, or below it when @x is negative. */
void
weft_outline_open_menu (WeftOutline *self, guint position, GtkWidget *row, double x, double y)
{
  g_autoptr (WeftOutlineNode) node = weft_outline_node_at (self, position);

  if (self->stage == NULL || node == NULL)
    return;
  if (self->menu == NULL)
    {
      g_autoptr (GMenuModel) model = load_menu ();

      self->menu = gtk_popover_menu_new_from_model (model);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      g_signal_connect_swapped (self->menu, "closed", G_CALLBACK (menu_closed_cb), self);
    }
  self->menu_position = position;
  choose (self, position);
  update_actions (self, node);
  point_at (self, GTK_POPOVER (self->menu), row);
  if (row != NULL && x >= 0)
    {
      graphene_point_t point;

      if (gtk_widget_compute_point (row, GTK_WIDGET (self),
                                    &GRAPHENE_POINT_INIT ((float) x, (float) y), &point))
        gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                                     &(GdkRectangle) { (int) point.x, (int) point.y, 1, 1 });
    }
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
menu_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftOutline *self = WEFT_OUTLINE (widget);
  guint position = find_current (self);

  weft_outline_open_menu (self, position, weft_outline_find_row (self, position), -1, -1);
}

void
weft_outline_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
    guint key;
    guint other_key;
  } actions[] = {
    { "outline.open", open_cb, 0, 0 },
    { "outline.delete", delete_cb, GDK_KEY_KP_Delete, GDK_KEY_Delete },
    { "outline.duplicate", duplicate_cb, 0, 0 },
    { "outline.rename", rename_cb, GDK_KEY_F2, 0 },
    { "outline.connect", connect_cb, 0, 0 },
    { "outline.menu", menu_cb, GDK_KEY_Menu, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
      if (actions[i].key != 0)
        gtk_widget_class_add_binding_action (widget_class, actions[i].key, 0, actions[i].name,
                                             NULL);
      if (actions[i].other_key != 0)
        gtk_widget_class_add_binding_action (widget_class, actions[i].other_key, 0,
                                             actions[i].name, NULL);
    }
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "outline.menu",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK,
                                       "outline.duplicate", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_l, GDK_CONTROL_MASK,
                                       "outline.connect", NULL);
}
