/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One bundle of links, or several: its ends, wiring, cable, fabric, channels and length, then what it
 * amounts to. A length that the document leaves out is derived from where the ends stand. */
#include "config.h"

#include "app/compose/weft-inspector-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "design/physical/weft-physical.h"

struct _WeftInspectorLink
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftInspectorEnds *ends;
  GtkListBox *fields;
  WeftInspectorWiring *wiring;
  WeftInspectorAmounts *amounts;
  GtkListBox *facts;
  GtkWidget *facts_heading;

  WeftInspectorRow *component_row, *fabric_row, *channels_row, *length_row;
  WeftPartChooser *component, *fabric;
  WeftValueEntry *channels, *length;

  WeftInspectorTarget target;
};

G_DEFINE_FINAL_TYPE (WeftInspectorLink, weft_inspector_link, GTK_TYPE_WIDGET)

/* --- entries --- */

static void
component_cb (WeftInspectorLink *self, const char *id)
{
  if (g_str_equal (id, _("mixed")))
    return;
  weft_inspector_set (&self->target, self->component_row, "component",
                      g_str_equal (id, _("none")) ? NULL : weft_inspector_text (id), FALSE);
}

static void
fabric_cb (WeftInspectorLink *self, const char *id)
{
  if (g_str_equal (id, _("mixed")))
    return;
  weft_inspector_set (&self->target, self->fabric_row, "fabric",
                      g_str_equal (id, _("none")) ? NULL : weft_inspector_text (id), FALSE);
}

static void
channels_cb (WeftInspectorLink *self, const char *text)
{
  double channels;

  if (weft_inspector_parse_count (self->channels_row, text, 1, WEFT_GRAPH_MAX_CHANNELS, &channels))
    weft_inspector_set (&self->target, self->channels_row, "channels",
                        weft_inspector_number (channels), TRUE);
}

static void
channels_left_cb (WeftInspectorLink *self)
{
  if (self->target.stage != NULL)
    weft_history_barrier (
      weft_session_get_history (weft_stage_get_session (self->target.stage)));
}

/* Nothing gives the length back to where the ends stand. */
static void
length_cb (WeftInspectorLink *self, const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  double length;

  if (*stripped == '\0')
    weft_inspector_set (&self->target, self->length_row, "length_m", NULL, FALSE);
  else if (weft_inspector_parse (self->length_row, stripped, WEFT_UNIT_M, 0,
                                 WEFT_PHYSICAL_MAX_LENGTH_M, &length))
    weft_inspector_set (&self->target, self->length_row, "length_m",
                        weft_inspector_number (length), FALSE);
}

static void
reset_cb (WeftInspectorLink *self)
{
  weft_inspector_row_set_refusal (self->channels_row, NULL);
  weft_inspector_row_set_refusal (self->length_row, NULL);
}

static void
remove_cb (WeftInspectorLink *self)
{
  if (self->target.stage != NULL)
    weft_stage_remove (self->target.stage);
}

/* --- fields --- */

static gboolean
differ (const WeftInspectorTarget *target, gsize offset, gboolean is_text)
{
  gconstpointer first = weft_inspector_target_link (target, 0);

  for (guint i = 1; i < target->n; i++)
    {
      gconstpointer other = weft_inspector_target_link (target, i);

      if (is_text)
        {
          if (g_strcmp0 (G_STRUCT_MEMBER (char *, first, offset),
                         G_STRUCT_MEMBER (char *, other, offset)) != 0)
            return TRUE;
        }
      else
        {
          double a = G_STRUCT_MEMBER (double, first, offset);
          double b = G_STRUCT_MEMBER (double, other, offset);

          if (a != b && !(isnan (a) && isnan (b)))
            return TRUE;
        }
    }
  return FALSE;
}

#define DIFFER(target, member, is_text) differ (target, G_STRUCT_OFFSET (WeftGraphLink, member), is_text)

static void
show_choosers (WeftInspectorLink *self, WeftInventory *inventory)
{
  const WeftInspectorTarget *target = &self->target;
  const WeftGraphLink *link = weft_inspector_target_link (target, 0);
  g_autoptr (GPtrArray) cables = NULL;
  g_autoptr (GPtrArray) fabrics = NULL;

  if (inventory == NULL)
    return;
  cables = weft_graph_link_choices (target->graph, inventory, target->definition,
                                    target->indices[0]);
  fabrics = weft_graph_fabric_choices (inventory, link->fabric);
  weft_inspector_show_choices (self->component, cables, link->component, _("none"),
                               DIFFER (target, component, TRUE));
  weft_inspector_show_choices (self->fabric, fabrics, link->fabric, _("none"),
                               DIFFER (target, fabric, TRUE));
}

static void
show_length (WeftInspectorLink *self)
{
  const WeftGraphLink *link = weft_inspector_target_link (&self->target, 0);
  gboolean mixed = DIFFER (&self->target, length_m, FALSE);
  g_autofree char *text = weft_quantity_format (link->length_m, WEFT_UNIT_M);

  gtk_entry_set_placeholder_text (GTK_ENTRY (self->length), mixed ? _("mixed") : _("derived"));
  weft_value_entry_show (self->length, mixed || isnan (link->length_m) ? "" : text);
}

static void
show_facts (WeftInspectorLink *self, WeftInventory *inventory)
{
  const WeftInspectorTarget *target = &self->target;
  g_autoptr (GPtrArray) facts = NULL;

  weft_inspector_list_clear (self->facts, 0);
  if (inventory != NULL && !DIFFER (target, component, TRUE))
    facts = weft_graph_link_facts (target->graph, inventory, target->definition,
                                   target->indices[0]);
  gtk_widget_set_visible (GTK_WIDGET (self->facts), facts != NULL && facts->len > 0);
  gtk_widget_set_visible (self->facts_heading, facts != NULL && facts->len > 0);
  for (guint i = 0; facts != NULL && i < facts->len; i++)
    gtk_list_box_append (self->facts, weft_inspector_fact_new (facts->pdata[i]));
}

static double
find_reach (const WeftInspectorTarget *target)
{
  const char *id = weft_inspector_target_link (target, 0)->component;
  WeftCatalog *catalog = weft_stage_get_catalog (target->stage);
  const WeftComponent *component =
    id != NULL && catalog != NULL ? weft_component_find (catalog, id) : NULL;

  return component != NULL ? component->length_max_m : NAN;
}

/* What is known of the length when a place of an end is not. */
static char *
write_span (const WeftGraphCables *cables)
{
  g_autofree char *least = weft_quantity_format (cables->least_m, WEFT_UNIT_M);
  g_autofree char *most = weft_quantity_format (cables->most_m, WEFT_UNIT_M);

  if (isnan (cables->least_m) || isnan (cables->most_m))
    return g_strdup (_("unknown"));
  return g_strdup_printf (_("%s to %s"), least, most);
}

/* "4.1 m, derived; dac-800g reaches 3 m" */
static void
show_derived (WeftInspectorLink *self, const WeftGraphCables *cables)
{
  const WeftGraphLink *link = weft_inspector_target_link (&self->target, 0);
  double reach_m = find_reach (&self->target);
  double length_m = isnan (link->length_m) && cables != NULL ? cables->length_m : link->length_m;
  g_autofree char *length = weft_quantity_format (length_m, WEFT_UNIT_M);
  g_autofree char *reach = weft_quantity_format (reach_m, WEFT_UNIT_M);
  g_autofree char *placeholder = NULL;
  g_autofree char *words = NULL;

  if (self->target.n != 1)
    return;
  if (isnan (link->length_m) && cables != NULL)
    {
      placeholder = isnan (cables->length_m) ? write_span (cables)
                                             : g_strdup_printf (_("%s, derived"), length);
      gtk_entry_set_placeholder_text (GTK_ENTRY (self->length), placeholder);
    }
  if (!isnan (reach_m))
    words = length_m > reach_m
              ? g_strdup_printf (_("%s, more than the %s that the cable reaches."), length, reach)
              : g_strdup_printf (_("The cable reaches %s."), reach);
  weft_inspector_row_set_note (self->length_row, words);
}

/* Cables and the derived length come from the machine written out, which a worker does. */
void
weft_inspector_link_show_flat (WeftInspectorLink *self, const WeftFlat *flat)
{
  WeftGraphCables cables;
  gboolean known;

  g_return_if_fail (WEFT_IS_INSPECTOR_LINK (self));

  if (self->target.n != 1)
    return;
  weft_inspector_amounts_show_flat (self->amounts, flat);
  known = flat != NULL && flat->graph == self->target.graph
          && weft_graph_link_cables (flat, self->target.definition, self->target.indices[0],
                                     &cables);
  show_derived (self, known ? &cables : NULL);
}

static void
clear_messages (WeftInspectorLink *self)
{
  WeftInspectorRow *const rows[] = { self->component_row, self->fabric_row, self->channels_row,
                                     self->length_row };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      weft_inspector_row_set_refusal (rows[i], NULL);
      weft_inspector_row_set_words (rows[i], NULL);
    }
}

void
weft_inspector_link_show (WeftInspectorLink *self, WeftStage *stage)
{
  WeftInspectorTarget *target = &self->target;
  WeftInventory *inventory;
  gboolean mixed;

  g_return_if_fail (WEFT_IS_INSPECTOR_LINK (self));

  weft_inspector_target_set (target, stage, WEFT_GRAPH_LINKS,
                             stage != NULL ? weft_stage_get_links (stage) : NULL);
  weft_inspector_ends_show (self->ends, stage);
  weft_inspector_wiring_show (self->wiring, stage);
  weft_inspector_amounts_show (self->amounts, stage);
  if (target->n == 0)
    return;
  inventory = weft_inspector_target_inventory (target);
  clear_messages (self);
  gtk_widget_set_visible (GTK_WIDGET (self->ends), target->n == 1);
  gtk_widget_set_visible (GTK_WIDGET (self->wiring), target->n == 1);
  mixed = DIFFER (target, channels, FALSE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->channels), mixed ? _("mixed") : NULL);
  weft_inspector_stepper_show (self->channels,
                               mixed ? NAN : weft_inspector_target_link (target, 0)->channels, 1,
                               WEFT_GRAPH_MAX_CHANNELS);
  show_choosers (self, inventory);
  show_length (self);
  show_facts (self, inventory);
  weft_inspector_link_show_flat (self, NULL);
}

/* --- class --- */

static WeftValueEntry *
make_entry (WeftInspectorLink *self, const char *label, GCallback typed)
{
  GtkWidget *entry = weft_inspector_entry_new (label, 9);

  gtk_editable_set_alignment (GTK_EDITABLE (entry), 1);
  g_signal_connect_object (entry, "commit", typed, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "reset", G_CALLBACK (reset_cb), self, G_CONNECT_SWAPPED);
  return WEFT_VALUE_ENTRY (entry);
}

static WeftInspectorRow *
add_row (WeftInspectorLink *self, const char *title, GtkWidget *control)
{
  WeftInspectorRow *row = weft_inspector_row_new (title, control);

  gtk_list_box_append (self->fields, GTK_WIDGET (row));
  return row;
}

static void
add_fields (WeftInspectorLink *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->fields = GTK_LIST_BOX (weft_inspector_list_new (_("Cables")));
  self->component = weft_inspector_chooser_new (_("Cable"), G_CALLBACK (component_cb), self);
  self->fabric = weft_inspector_chooser_new (_("Fabric"), G_CALLBACK (fabric_cb), self);
  self->channels = make_entry (self, _("Channels"), G_CALLBACK (channels_cb));
  self->length = make_entry (self, _("Length"), G_CALLBACK (length_cb));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->channels), 6);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->length), 13);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->length), 13);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (channels_left_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->channels), focus);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->channels),
                               _("Parallel cables of each link, 1 to 1,000,000"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->length),
                               _("Such as 2.5 m, 250 cm or 8 ft; empty takes it from where the "
                                 "ends stand"));
  self->component_row = add_row (self, _("Cable"), GTK_WIDGET (self->component));
  self->fabric_row = add_row (self, _("Fabric"), GTK_WIDGET (self->fabric));
  self->channels_row = add_row (self, _("Channels"), weft_inspector_stepper_new (self->channels));
  self->length_row = add_row (self, _("Length"), GTK_WIDGET (self->length));
}

static void
weft_inspector_link_dispose (GObject *object)
{
  WeftInspectorLink *self = WEFT_INSPECTOR_LINK (object);

  weft_inspector_target_clear (&self->target);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_inspector_link_parent_class)->dispose (object);
}

static void
weft_inspector_link_class_init (WeftInspectorLinkClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_inspector_link_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspectorlink");
}

static void
weft_inspector_link_init (WeftInspectorLink *self)
{
  GtkWidget *remove = gtk_button_new_with_label (_("Delete"));

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  self->ends = g_object_new (WEFT_TYPE_INSPECTOR_ENDS, NULL);
  self->wiring = g_object_new (WEFT_TYPE_INSPECTOR_WIRING, NULL);
  add_fields (self);
  self->amounts = g_object_new (WEFT_TYPE_INSPECTOR_AMOUNTS, NULL);
  self->facts_heading = weft_inspector_heading_new (_("Figures of one cable"));
  self->facts = GTK_LIST_BOX (weft_inspector_list_new (_("Figures of one cable")));
  g_signal_connect_object (remove, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->ends));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->wiring));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->fields));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->amounts));
  gtk_box_append (GTK_BOX (self->content), remove);
  gtk_box_append (GTK_BOX (self->content), self->facts_heading);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->facts));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}
