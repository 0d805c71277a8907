/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One item or several: name, part, count, role, rack unit and place, then the figures of the part.
 * Of several, what they have in common; a new value goes to all of them. */
#include "config.h"

#include "app/compose/weft-inspector-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "design/physical/weft-physical.h"

/* What several parts may all become is looked for in so many of them only. */
#define MAX_COMMON 50
#define MAX_PLACE 1e6

struct _WeftInspectorItem
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkListBox *fields;
  GtkWidget *facts_heading;
  GtkListBox *facts;
  GtkWidget *buttons;
  GtkWidget *open, *split;

  WeftInspectorRow *name_row, *part_row, *count_row, *role_row, *unit_row, *place_row;
  WeftValueEntry *name, *count, *unit, *x, *y;
  WeftPartChooser *part, *role;
  GtkWidget *unplace;

  GPtrArray *choices; /* (nullable) of WeftGraphChoice: what the part may be */
  WeftInspectorTarget target;
};

G_DEFINE_FINAL_TYPE (WeftInspectorItem, weft_inspector_item, GTK_TYPE_WIDGET)

static const char *
kind_key (WeftGraphItemKind kind)
{
  static const char *const keys[] = { "chip", "component", "definition" };

  return keys[kind];
}

/* --- entries --- */

static void
name_cb (WeftInspectorItem *self, const char *text)
{
  g_autofree char *name = g_strstrip (g_strdup (text));

  weft_inspector_set (&self->target, self->name_row, "id", weft_inspector_text (name), FALSE);
}

static void
count_cb (WeftInspectorItem *self, const char *text)
{
  double count;

  if (weft_inspector_parse_count (self->count_row, text, 1, WEFT_GRAPH_MAX_COUNT, &count))
    weft_inspector_set (&self->target, self->count_row, "count", weft_inspector_number (count),
                        TRUE);
}

/* "12", "U12" and "12U" are one; nothing takes the unit away. */
static void
unit_cb (WeftInspectorItem *self, const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  gsize n = strlen (stripped);
  char *number = stripped;
  double unit;

  if (*stripped == '\0')
    {
      weft_inspector_set (&self->target, self->unit_row, "u", NULL, FALSE);
      return;
    }
  if (g_ascii_toupper (*number) == 'U')
    number++;
  else if (g_ascii_toupper (stripped[n - 1]) == 'U')
    stripped[n - 1] = '\0';
  if (weft_inspector_parse_count (self->unit_row, number, 1, WEFT_PHYSICAL_MAX_UNITS, &unit))
    weft_inspector_set (&self->target, self->unit_row, "u", weft_inspector_number (unit), FALSE);
}

static gboolean
find_place (WeftInspectorItem *self, double place[2])
{
  WeftScene *scene = weft_stage_get_scene (self->target.stage);
  guint index = self->target.indices[0];

  if (scene == NULL || index >= weft_scene_n_nodes (scene))
    return FALSE;
  place[0] = weft_scene_node (scene, index)->box.x;
  place[1] = weft_scene_node (scene, index)->box.y;
  return TRUE;
}

static void
place_typed (WeftInspectorItem *self, guint axis, const char *text)
{
  double place[2];

  if (!weft_inspector_target_holds (&self->target) || !find_place (self, place)
      || !weft_inspector_parse (self->place_row, text, WEFT_UNIT_NONE, -MAX_PLACE, MAX_PLACE,
                                &place[axis]))
    return;
  weft_inspector_do (&self->target, self->place_row, "at",
                     weft_graph_edit_move (self->target.graph, self->target.definition,
                                           self->target.indices, place, 1, FALSE),
                     NULL);
}

static void
x_cb (WeftInspectorItem *self, const char *text)
{
  place_typed (self, 0, text);
}

static void
y_cb (WeftInspectorItem *self, const char *text)
{
  place_typed (self, 1, text);
}

static void
unplace_cb (WeftInspectorItem *self)
{
  if (weft_inspector_target_holds (&self->target))
    weft_stage_unplace (self->target.stage);
}

static void
part_cb (WeftInspectorItem *self, const char *id)
{
  for (guint i = 0; self->choices != NULL && i < self->choices->len; i++)
    {
      const WeftGraphChoice *choice = self->choices->pdata[i];

      if (g_str_equal (choice->id, id))
        {
          weft_inspector_set (&self->target, self->part_row, kind_key (choice->kind),
                              weft_inspector_text (id), FALSE);
          return;
        }
    }
}

static void
role_cb (WeftInspectorItem *self, const char *id)
{
  WeftRole role;

  if (weft_role_parse (id, &role))
    weft_inspector_set (&self->target, self->role_row, "role", weft_inspector_text (id), FALSE);
}

/* Counting up and down is one step until the keyboard leaves. */
static void
count_left_cb (WeftInspectorItem *self)
{
  if (self->target.stage != NULL)
    weft_history_barrier (
      weft_session_get_history (weft_stage_get_session (self->target.stage)));
}

/* The document's value is back, so nothing is wrong any more. */
static void
reset_cb (WeftInspectorItem *self)
{
  WeftInspectorRow *const rows[] = { self->name_row, self->count_row, self->unit_row,
                                     self->place_row };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    weft_inspector_row_set_refusal (rows[i], NULL);
}

/* --- buttons --- */

static void
open_cb (WeftInspectorItem *self)
{
  if (self->target.n == 1 && weft_inspector_target_holds (&self->target))
    weft_stage_open_item (self->target.stage, self->target.indices[0]);
}

static void
split_cb (WeftInspectorItem *self)
{
  if (self->target.stage != NULL)
    weft_stage_split (self->target.stage);
}

static void
duplicate_cb (WeftInspectorItem *self)
{
  if (self->target.stage != NULL)
    weft_stage_duplicate (self->target.stage);
}

static void
delete_cb (WeftInspectorItem *self)
{
  if (self->target.stage != NULL)
    weft_stage_remove (self->target.stage);
}

/* --- showing --- */

static gboolean
same_number (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static gboolean
is_mixed_count (const WeftInspectorTarget *target)
{
  for (guint i = 1; i < target->n; i++)
    if (!same_number (weft_inspector_target_item (target, i)->count,
                      weft_inspector_target_item (target, 0)->count))
      return TRUE;
  return FALSE;
}

static gboolean
is_mixed_unit (const WeftInspectorTarget *target)
{
  for (guint i = 1; i < target->n; i++)
    if (!same_number (weft_inspector_target_item (target, i)->u,
                      weft_inspector_target_item (target, 0)->u))
      return TRUE;
  return FALSE;
}

static gboolean
is_mixed_part (const WeftInspectorTarget *target)
{
  for (guint i = 1; i < target->n; i++)
    if (weft_inspector_target_item (target, i)->kind != weft_inspector_target_item (target, 0)->kind
        || g_strcmp0 (weft_inspector_target_item (target, i)->of,
                      weft_inspector_target_item (target, 0)->of) != 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_mixed_role (const WeftInspectorTarget *target)
{
  for (guint i = 1; i < target->n; i++)
    if (g_strcmp0 (weft_inspector_target_item (target, i)->role,
                   weft_inspector_target_item (target, 0)->role) != 0)
      return TRUE;
  return FALSE;
}

static gboolean
are_chips (const WeftInspectorTarget *target)
{
  for (guint i = 0; i < target->n; i++)
    if (weft_inspector_target_item (target, i)->kind != WEFT_GRAPH_CHIP)
      return FALSE;
  return TRUE;
}

static gboolean
has_choice (GPtrArray *choices, const WeftGraphChoice *wanted)
{
  for (guint i = 0; i < choices->len; i++)
    {
      const WeftGraphChoice *choice = choices->pdata[i];

      if (choice->kind == wanted->kind && g_str_equal (choice->id, wanted->id))
        return TRUE;
    }
  return FALSE;
}

/* What all of them may become. */
static GPtrArray *
find_choices (const WeftInspectorTarget *target, WeftInventory *inventory)
{
  GPtrArray *choices = weft_graph_item_choices (target->graph, inventory, target->definition,
                                                target->indices[0]);

  for (guint i = 1; i < target->n; i++)
    {
      g_autoptr (GPtrArray) others = weft_graph_item_choices (
        target->graph, inventory, target->definition, target->indices[i]);

      for (guint j = choices->len; j-- > 0;)
        if (!has_choice (others, choices->pdata[j]))
          g_ptr_array_remove_index (choices, j);
    }
  return choices;
}

static void
show_part (WeftInspectorItem *self, WeftInventory *inventory)
{
  const WeftInspectorTarget *target = &self->target;

  g_clear_pointer (&self->choices, g_ptr_array_unref);
  gtk_widget_set_visible (GTK_WIDGET (self->part_row),
                          inventory != NULL && target->n <= MAX_COMMON);
  if (inventory == NULL || target->n > MAX_COMMON)
    return;
  self->choices = find_choices (target, inventory);
  weft_inspector_show_choices (self->part, self->choices, weft_inspector_target_item (target, 0)->of,
                               NULL, is_mixed_part (target));
}

static GPtrArray *
list_roles (const char *current)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_graph_choice_free);
  guint at;
  g_autoptr (GListModel) roles = weft_part_list_roles (current, &at);

  for (guint i = 0; i < g_list_model_get_n_items (roles); i++)
    {
      g_autoptr (WeftPart) part = g_list_model_get_item (roles, i);
      WeftGraphChoice *choice = g_new0 (WeftGraphChoice, 1);

      choice->id = g_strdup (weft_part_get_id (part));
      choice->name = g_strdup (weft_part_get_name (part));
      choice->words = g_strdup (weft_part_get_words (part));
      choice->fits = weft_part_get_fits (part);
      g_ptr_array_add (choices, choice);
    }
  return choices;
}

static void
show_role (WeftInspectorItem *self)
{
  const WeftInspectorTarget *target = &self->target;
  const char *role = weft_inspector_target_item (target, 0)->role;
  gboolean chips = are_chips (target);
  g_autoptr (GPtrArray) roles = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->role_row), chips);
  if (!chips)
    return;
  if (role == NULL)
    role = weft_role_nick (WEFT_ROLE_GENERAL);
  roles = list_roles (role);
  weft_inspector_show_choices (self->role, roles, role, NULL, is_mixed_role (target));
}

static void
show_unit (WeftInspectorItem *self)
{
  const WeftInspectorTarget *target = &self->target;
  gboolean mixed = is_mixed_unit (target);
  double u = weft_inspector_target_item (target, 0)->u;
  g_autofree char *text = isnan (u) || mixed ? g_strdup ("") : g_strdup_printf ("U%.10g", u);

  gtk_widget_set_visible (GTK_WIDGET (self->unit_row),
                          weft_inspector_target_owner (target)->level == WEFT_LEVEL_RACK);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->unit), mixed ? _("mixed") : _("none"));
  weft_value_entry_show (self->unit, text);
}

static gboolean
any_is_placed (const WeftInspectorTarget *target)
{
  for (guint i = 0; i < target->n; i++)
    if (!isnan (weft_inspector_target_item (target, i)->at[0]))
      return TRUE;
  return FALSE;
}

static void
show_place (WeftInspectorItem *self)
{
  double place[2] = { 0, 0 };
  gboolean one = self->target.n == 1 && find_place (self, place);
  g_autofree char *x = g_strdup_printf ("%.10g", place[0]);
  g_autofree char *y = g_strdup_printf ("%.10g", place[1]);

  gtk_widget_set_visible (GTK_WIDGET (self->x), one);
  gtk_widget_set_visible (GTK_WIDGET (self->y), one);
  weft_value_entry_show (self->x, one ? x : "");
  weft_value_entry_show (self->y, one ? y : "");
  gtk_widget_set_sensitive (self->unplace, any_is_placed (&self->target));
}

static void
show_facts (WeftInspectorItem *self, WeftInventory *inventory)
{
  g_autoptr (GPtrArray) facts = NULL;

  weft_inspector_list_clear (self->facts, 0);
  if (inventory != NULL && !is_mixed_part (&self->target))
    facts = weft_graph_item_facts (self->target.graph, inventory, self->target.definition,
                                   self->target.indices[0]);
  gtk_widget_set_visible (self->facts_heading, facts != NULL && facts->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->facts), facts != NULL && facts->len > 0);
  for (guint i = 0; facts != NULL && i < facts->len; i++)
    gtk_list_box_append (self->facts, weft_inspector_fact_new (facts->pdata[i]));
}

static void
show_buttons (WeftInspectorItem *self)
{
  const WeftInspectorTarget *target = &self->target;
  const WeftGraphItem *item = weft_inspector_target_item (target, 0);
  g_autofree char *count = weft_quantity_format (item->count, WEFT_UNIT_COUNT);
  g_autofree char *split = g_strdup_printf (_("Split into %s"), count);

  gtk_widget_set_visible (gtk_widget_get_parent (self->open),
                          target->n == 1 && item->definition >= 0);
  gtk_widget_set_visible (gtk_widget_get_parent (self->split), target->n == 1 && item->count > 1);
  gtk_button_set_label (GTK_BUTTON (self->split), split);
}

static void
clear_messages (WeftInspectorItem *self)
{
  WeftInspectorRow *const rows[] = { self->name_row, self->part_row, self->count_row,
                                     self->role_row, self->unit_row, self->place_row };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      weft_inspector_row_set_refusal (rows[i], NULL);
      weft_inspector_row_set_words (rows[i], NULL);
    }
}

void
weft_inspector_item_show (WeftInspectorItem *self, WeftStage *stage)
{
  WeftInspectorTarget *target = &self->target;
  WeftInventory *inventory;
  gboolean mixed;

  g_return_if_fail (WEFT_IS_INSPECTOR_ITEM (self));

  weft_inspector_target_set (target, stage, WEFT_GRAPH_ITEMS,
                             stage != NULL ? weft_stage_get_items (stage) : NULL);
  if (target->n == 0)
    return;
  inventory = weft_inspector_target_inventory (target);
  mixed = is_mixed_count (target);
  clear_messages (self);
  gtk_widget_set_visible (GTK_WIDGET (self->name_row), target->n == 1);
  weft_value_entry_show (self->name, weft_inspector_target_item (target, 0)->id);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->count), mixed ? _("mixed") : NULL);
  weft_inspector_stepper_show (self->count,
                               mixed ? NAN : weft_inspector_target_item (target, 0)->count, 1,
                               WEFT_GRAPH_MAX_COUNT);
  show_part (self, inventory);
  show_role (self);
  show_unit (self);
  show_place (self);
  show_buttons (self);
  show_facts (self, inventory);
}

/* --- class --- */

static WeftValueEntry *
make_entry (WeftInspectorItem *self, const char *label, int width, GCallback typed)
{
  GtkWidget *entry = weft_inspector_entry_new (label, width);

  g_signal_connect_object (entry, "commit", typed, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "reset", G_CALLBACK (reset_cb), self, G_CONNECT_SWAPPED);
  return WEFT_VALUE_ENTRY (entry);
}

static WeftInspectorRow *
add_row (WeftInspectorItem *self, const char *title, GtkWidget *control)
{
  WeftInspectorRow *row = weft_inspector_row_new (title, control);

  gtk_list_box_append (self->fields, GTK_WIDGET (row));
  return row;
}

static GtkWidget *
make_place (WeftInspectorItem *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->x = make_entry (self, _("Place from the left"), 5, G_CALLBACK (x_cb));
  self->y = make_entry (self, _("Place from the top"), 5, G_CALLBACK (y_cb));
  self->unplace = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  gtk_widget_set_tooltip_text (self->unplace, _("Back to Automatic Layout"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->unplace), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Back to Automatic Layout"), -1);
  g_signal_connect_object (self->unplace, "clicked", G_CALLBACK (unplace_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->x));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->y));
  gtk_box_append (GTK_BOX (box), self->unplace);
  return box;
}

static GtkWidget *
add_button (WeftInspectorItem *self, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  gtk_flow_box_append (GTK_FLOW_BOX (self->buttons), button);
  gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);
  return button;
}

static void
add_buttons (WeftInspectorItem *self)
{
  self->buttons = gtk_flow_box_new ();
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (self->buttons), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (self->buttons), 4);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (self->buttons), 6);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (self->buttons), 6);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (self->buttons), TRUE);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (self->buttons), 2);
  gtk_widget_add_css_class (self->buttons, "inspector-buttons");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->buttons), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("What can be done with it"), -1);
  self->open = add_button (self, _("Open"), G_CALLBACK (open_cb));
  self->split = add_button (self, "", G_CALLBACK (split_cb));
  add_button (self, _("Duplicate"), G_CALLBACK (duplicate_cb));
  add_button (self, _("Delete"), G_CALLBACK (delete_cb));
}

static void
weft_inspector_item_dispose (GObject *object)
{
  WeftInspectorItem *self = WEFT_INSPECTOR_ITEM (object);

  weft_inspector_target_clear (&self->target);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_inspector_item_parent_class)->dispose (object);
}

static void
weft_inspector_item_class_init (WeftInspectorItemClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_inspector_item_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspectoritem");
}

static void
weft_inspector_item_init (WeftInspectorItem *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  self->fields = GTK_LIST_BOX (weft_inspector_list_new (_("Part")));
  self->name = make_entry (self, _("Name"), 14, G_CALLBACK (name_cb));
  self->count = make_entry (self, _("Count"), 7, G_CALLBACK (count_cb));
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (count_left_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->count), focus);
  self->unit = make_entry (self, _("Lowest rack unit"), 7, G_CALLBACK (unit_cb));
  self->part = weft_inspector_chooser_new (_("Part"), G_CALLBACK (part_cb), self);
  self->role = weft_inspector_chooser_new (_("Role"), G_CALLBACK (role_cb), self);
  self->name_row = add_row (self, _("Name"), GTK_WIDGET (self->name));
  self->part_row = add_row (self, _("Part"), GTK_WIDGET (self->part));
  self->count_row = add_row (self, _("Count"), weft_inspector_stepper_new (self->count));
  self->role_row = add_row (self, _("Role"), GTK_WIDGET (self->role));
  self->unit_row = add_row (self, _("Rack unit"), GTK_WIDGET (self->unit));
  self->place_row = add_row (self, _("Place"), make_place (self));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->unit),
                               _("The lowest unit that it takes, such as 12 or U12"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->count),
                               _("How many of them there are, 1 to 1,000,000,000"));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->fields));
  add_buttons (self);
  gtk_box_append (GTK_BOX (self->content), self->buttons);
  self->facts_heading = weft_inspector_heading_new (_("Figures of one"));
  self->facts = GTK_LIST_BOX (weft_inspector_list_new (_("Figures of one")));
  gtk_box_append (GTK_BOX (self->content), self->facts_heading);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->facts));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}
