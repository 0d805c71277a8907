/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The level in view, when nothing is selected: its name, what is around it, how many of it there
 * are, the ports that it exports, and the budget of the whole machine at its root. */
#include "config.h"

#include "app/compose/weft-inspector-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "design/weft-machine.h"

struct _WeftInspectorLevel
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkListBox *fields;
  GtkWidget *ports_heading;
  GtkListBox *ports;
  GtkWidget *facts_heading;
  GtkListBox *facts;

  WeftInspectorRow *title_row, *enclosure_row, *budget_row, *add_row;
  WeftValueEntry *title, *budget;
  WeftPartChooser *enclosure, *socket;
  GtkWidget *instances;

  WeftInspectorTarget target;
};

G_DEFINE_FINAL_TYPE (WeftInspectorLevel, weft_inspector_level, GTK_TYPE_WIDGET)

/* --- entries --- */

static void
title_cb (WeftInspectorLevel *self, const char *text)
{
  g_autofree char *title = g_strstrip (g_strdup (text));

  weft_inspector_set (&self->target, self->title_row, "title",
                      *title != '\0' ? weft_inspector_text (title) : NULL, FALSE);
}

static void
enclosure_cb (WeftInspectorLevel *self, const char *id)
{
  weft_inspector_set (&self->target, self->enclosure_row, "enclosure",
                      g_str_equal (id, _("none")) ? NULL : weft_inspector_text (id), FALSE);
}

/* A power or a cost, as its unit says; a plain number is of the kind that there is now. */
static gboolean
parse_budget (WeftInspectorLevel *self, const char *text, gboolean *is_cost, double *amount)
{
  WeftDesign *design = weft_session_get_design (weft_stage_get_session (self->target.stage));
  g_autoptr (GError) error = NULL;
  WeftUnit unit;

  *is_cost = weft_design_get_budget (design, NULL) == WEFT_BUDGET_COST;
  unit = *is_cost ? WEFT_UNIT_USD : WEFT_UNIT_W;
  if (weft_quantity_parse (text, unit, amount, &error))
    return TRUE;
  if (!weft_quantity_parse (text, *is_cost ? WEFT_UNIT_W : WEFT_UNIT_USD, amount, NULL))
    {
      weft_inspector_row_set_refusal (self->budget_row, error->message);
      return FALSE;
    }
  *is_cost = !*is_cost;
  return TRUE;
}

static void
budget_cb (WeftInspectorLevel *self, const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  gboolean is_cost;
  double amount;
  double most;

  if (self->target.stage == NULL || !parse_budget (self, stripped, &is_cost, &amount))
    return;
  most = is_cost ? WEFT_MAX_COST_USD : WEFT_MAX_POWER_W;
  if (!(amount > 0 && amount <= most))
    {
      g_autofree char *found = weft_quantity_format (amount, is_cost ? WEFT_UNIT_USD : WEFT_UNIT_W);
      g_autofree char *limit = weft_quantity_format (most, is_cost ? WEFT_UNIT_USD : WEFT_UNIT_W);
      g_autofree char *message =
        g_strdup_printf (_("%s is no budget; it must be more than zero and at most %s."), found,
                         limit);

      weft_inspector_row_set_refusal (self->budget_row, message);
      return;
    }
  weft_inspector_row_set_refusal (self->budget_row, NULL);
  weft_session_set_number (weft_stage_get_session (self->target.stage),
                           is_cost ? "/facility/cost_usd" : "/facility/power_w", amount, FALSE);
  weft_inspector_level_show (self, self->target.stage);
}

static void
reset_cb (WeftInspectorLevel *self)
{
  weft_inspector_row_set_refusal (self->title_row, NULL);
  weft_inspector_row_set_refusal (self->budget_row, NULL);
}

/* --- ports --- */

static void
add_port_cb (WeftInspectorLevel *self, const char *end)
{
  GError *error = NULL;
  WeftEdit *edit;

  if (g_str_equal (end, _("Add Port")) || !weft_inspector_target_holds (&self->target))
    return;
  edit = weft_graph_edit_add_port (self->target.graph, self->target.definition, end, &error);
  weft_inspector_do (&self->target, self->add_row, NULL, edit, error);
}

/* A port that links of a higher level end at stays: they would lead nowhere. */
static void
remove_port_cb (WeftInspectorLevel *self, GtkWidget *button)
{
  WeftInspectorRow *row =
    WEFT_INSPECTOR_ROW (gtk_widget_get_ancestor (button, WEFT_TYPE_INSPECTOR_ROW));
  guint index = (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  const WeftGraphDefinition *owner;
  WeftGraphChange *change;
  guint users;

  if (!weft_inspector_target_holds (&self->target))
    return;
  owner = weft_inspector_target_owner (&self->target);
  if (index >= owner->n_ports)
    return;
  users = weft_graph_count_port_users (self->target.graph, self->target.definition,
                                       owner->ports[index].id);
  if (users > 0)
    {
      g_autofree char *message =
        g_strdup_printf (g_dngettext (NULL, "%u link or port of a higher level ends here; take it "
                                            "out first.",
                                      "%u links or ports of higher levels end here; take them out "
                                      "first.", users), users);

      weft_inspector_row_set_refusal (row, message);
      return;
    }
  change = weft_graph_change_new (self->target.graph);
  weft_graph_change_remove (change, owner->id, WEFT_GRAPH_PORTS, &index, 1);
  weft_inspector_do (&self->target, row, NULL,
                     weft_edit_graph (change,
                                      g_strdup_printf (_("Remove Port %s"),
                                                       owner->ports[index].id),
                                      FALSE),
                     NULL);
}

static void
add_port_row (WeftInspectorLevel *self, const WeftGraphPort *port)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *each = weft_quantity_format (port->per_item, WEFT_UNIT_COUNT);
  g_autofree char *words =
    isnan (port->per_item)
      ? g_strdup_printf (_("all free ports of %s"), port->of.text)
      : g_strdup_printf (_("%s of each device of %s"), each, port->of.text);
  g_autofree char *tip = g_strdup_printf (_("Remove Port %s"), port->id);
  WeftInspectorRow *row = weft_inspector_row_new (port->id, button);

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_port_cb), self,
                           G_CONNECT_SWAPPED);
  weft_inspector_row_set_note (row, words);
  gtk_list_box_insert (self->ports, GTK_WIDGET (row),
                       gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (self->add_row)));
}

static void
show_ports (WeftInspectorLevel *self, gboolean is_root)
{
  const WeftGraphDefinition *owner = weft_inspector_target_owner (&self->target);
  g_autoptr (GPtrArray) sockets = NULL;

  g_object_ref (self->add_row);
  gtk_list_box_remove (self->ports, GTK_WIDGET (self->add_row));
  weft_inspector_list_clear (self->ports, 0);
  gtk_list_box_append (self->ports, GTK_WIDGET (self->add_row));
  g_object_unref (self->add_row);
  /* Nothing is above the root that a port could lead to. */
  gtk_widget_set_visible (self->ports_heading, !is_root || owner->n_ports > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->ports), !is_root || owner->n_ports > 0);
  for (guint i = 0; i < owner->n_ports; i++)
    add_port_row (self, &owner->ports[i]);
  sockets = weft_inspector_list_sockets (&self->target, NULL);
  weft_inspector_show_choices (self->socket, sockets, NULL, _("Add Port"), FALSE);
}

/* --- showing --- */

static void
show_budget (WeftInspectorLevel *self, gboolean is_root)
{
  WeftSession *session = weft_stage_get_session (self->target.stage);
  WeftInventory *inventory = weft_session_get_inventory (session);
  double amount = NAN;
  WeftBudget budget = weft_design_get_budget (weft_session_get_design (session), &amount);
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->budget_row), is_root);
  if (budget == WEFT_BUDGET_DEFAULT && inventory != NULL)
    weft_profile_get_number (weft_inventory_get_profile (inventory), "default_power_w", &amount,
                             NULL);
  text = weft_quantity_format (amount, budget == WEFT_BUDGET_COST ? WEFT_UNIT_USD : WEFT_UNIT_W);
  weft_value_entry_show (self->budget, isnan (amount) ? "" : text);
  weft_inspector_row_set_note (self->budget_row, budget == WEFT_BUDGET_DEFAULT
                                                   ? _("The profile’s usual budget")
                                                   : NULL);
}

static void
show_instances (WeftInspectorLevel *self, gboolean is_root)
{
  g_autofree double *counts = weft_graph_count_instances (self->target.graph);
  double n = counts[self->target.definition];
  g_autofree char *text = weft_quantity_format (n, WEFT_UNIT_COUNT);
  GtkWidget *row;

  if (self->instances != NULL)
    gtk_list_box_remove (self->fields, self->instances);
  row = is_root ? weft_inspector_plain_new (_("In the machine"), _("All of it"), NULL)
                : weft_inspector_plain_new (_("In the machine"), text,
                                            n > 1 ? _("An edit here changes all of them.")
                                            : n < 1
                                              ? _("Nothing that the machine is made of holds it.")
                                              : NULL);
  self->instances = row;
  gtk_list_box_append (self->fields, row);
}

static void
show_facts (WeftInspectorLevel *self, WeftInventory *inventory)
{
  const char *enclosure = weft_inspector_target_owner (&self->target)->enclosure;
  g_autoptr (GPtrArray) facts =
    inventory != NULL ? weft_graph_component_facts (inventory, enclosure) : NULL;

  weft_inspector_list_clear (self->facts, 0);
  gtk_widget_set_visible (GTK_WIDGET (self->facts), facts != NULL && facts->len > 0);
  gtk_widget_set_visible (self->facts_heading, facts != NULL && facts->len > 0);
  for (guint i = 0; facts != NULL && i < facts->len; i++)
    gtk_list_box_append (self->facts, weft_inspector_fact_new (facts->pdata[i]));
}

static void
show_enclosure (WeftInspectorLevel *self, WeftInventory *inventory)
{
  const WeftGraphDefinition *owner = weft_inspector_target_owner (&self->target);
  g_autoptr (GPtrArray) choices =
    inventory != NULL
      ? weft_graph_enclosure_choices (self->target.graph, inventory, self->target.definition)
      : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->enclosure_row), choices != NULL && choices->len > 0);
  if (choices != NULL)
    weft_inspector_show_choices (self->enclosure, choices, owner->enclosure, _("none"), FALSE);
}

void
weft_inspector_level_show (WeftInspectorLevel *self, WeftStage *stage)
{
  WeftInspectorTarget *target = &self->target;
  const WeftGraphDefinition *owner;
  WeftInventory *inventory;
  gboolean is_root;
  int root;

  g_return_if_fail (WEFT_IS_INSPECTOR_LEVEL (self));

  weft_inspector_target_set (target, stage, WEFT_GRAPH_ITEMS, NULL);
  if (target->graph == NULL)
    return;
  owner = weft_inspector_target_owner (target);
  inventory = weft_inspector_target_inventory (target);
  weft_graph_get_root (target->graph, &root);
  is_root = (int) target->definition == root;
  reset_cb (self);
  weft_inspector_row_set_words (self->title_row, NULL);
  weft_inspector_row_set_words (self->enclosure_row, NULL);
  weft_inspector_row_set_refusal (self->enclosure_row, NULL);
  weft_inspector_row_set_refusal (self->add_row, NULL);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->title), owner->id);
  weft_value_entry_show (self->title, owner->title != NULL ? owner->title : "");
  show_enclosure (self, inventory);
  show_instances (self, is_root);
  show_budget (self, is_root);
  show_ports (self, is_root);
  show_facts (self, inventory);
}

/* --- class --- */

static WeftValueEntry *
make_entry (WeftInspectorLevel *self, const char *label, int width, GCallback typed)
{
  GtkWidget *entry = weft_inspector_entry_new (label, width);

  g_signal_connect_object (entry, "commit", typed, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "reset", G_CALLBACK (reset_cb), self, G_CONNECT_SWAPPED);
  return WEFT_VALUE_ENTRY (entry);
}

static WeftInspectorRow *
add_row (GtkListBox *list, const char *title, GtkWidget *control)
{
  WeftInspectorRow *row = weft_inspector_row_new (title, control);

  gtk_list_box_append (list, GTK_WIDGET (row));
  return row;
}

static void
weft_inspector_level_dispose (GObject *object)
{
  WeftInspectorLevel *self = WEFT_INSPECTOR_LEVEL (object);

  weft_inspector_target_clear (&self->target);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_inspector_level_parent_class)->dispose (object);
}

static void
weft_inspector_level_class_init (WeftInspectorLevelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_inspector_level_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspectorlevel");
}

static void
weft_inspector_level_init (WeftInspectorLevel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->content = box;
  self->fields = GTK_LIST_BOX (weft_inspector_list_new (_("Level")));
  self->title = make_entry (self, _("Title"), 17, G_CALLBACK (title_cb));
  self->enclosure = weft_inspector_chooser_new (_("Enclosure"), G_CALLBACK (enclosure_cb), self);
  self->budget = make_entry (self, _("Budget"), 9, G_CALLBACK (budget_cb));
  gtk_editable_set_alignment (GTK_EDITABLE (self->budget), 1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->budget),
                               _("A power such as 1 MW or 300 kW, or a cost such as 50 M$"));
  self->title_row = add_row (self->fields, _("Title"), GTK_WIDGET (self->title));
  self->enclosure_row = add_row (self->fields, _("Enclosure"), GTK_WIDGET (self->enclosure));
  self->budget_row = add_row (self->fields, _("Budget"), GTK_WIDGET (self->budget));
  self->ports_heading = weft_inspector_heading_new (_("Ports to the level above"));
  self->ports = GTK_LIST_BOX (weft_inspector_list_new (_("Ports to the level above")));
  self->socket = weft_inspector_chooser_new (_("Add Port"), G_CALLBACK (add_port_cb), self);
  self->add_row = add_row (self->ports, _("New"), GTK_WIDGET (self->socket));
  self->facts_heading = weft_inspector_heading_new (_("Figures of the enclosure"));
  self->facts = GTK_LIST_BOX (weft_inspector_list_new (_("Figures of the enclosure")));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->fields));
  gtk_box_append (GTK_BOX (box), self->ports_heading);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->ports));
  gtk_box_append (GTK_BOX (box), self->facts_heading);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->facts));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}
