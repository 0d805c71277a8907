/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a bundle begins and ends, chosen from the parts and ports of the level. A generator has as
 * many ends as it has groups of switches. */
#include "config.h"

#include "app/compose/weft-inspector-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Parts of more than these are named on the canvas, not in a list. */
#define MAX_ITEMS 300

struct _WeftInspectorEnds
{
  GtkWidget parent_instance;

  GtkListBox *list;      /* from, then each end of "to" */
  GtkListBox *more_list; /* another end */
  WeftInspectorRow *more_row;
  WeftPartChooser *more;
  GtkWidget *content;
  WeftInspectorTarget target;
};

G_DEFINE_FINAL_TYPE (WeftInspectorEnds, weft_inspector_ends, GTK_TYPE_WIDGET)

/* --- choices --- */

static void
add_sockets (GPtrArray *choices, const WeftInspectorTarget *target, guint item)
{
  g_autoptr (GPtrArray) sockets = weft_graph_sockets (
    target->graph, weft_stage_get_catalog (target->stage), target->definition, item);

  for (guint i = 0; i < sockets->len; i++)
    {
      const WeftGraphSocket *socket = sockets->pdata[i];
      WeftGraphChoice *choice = g_new0 (WeftGraphChoice, 1);
      g_autofree char *used = weft_quantity_format (socket->used, WEFT_UNIT_COUNT);
      g_autofree char *total = weft_quantity_format (socket->total, WEFT_UNIT_COUNT);

      choice->id = g_strdup (socket->end);
      choice->name = g_strcmp0 (socket->title, socket->end) != 0 ? g_strdup (socket->title) : NULL;
      choice->words = isnan (socket->total)
                        ? g_strdup ("")
                        : g_strdup_printf (_("%s of %s ports used"), used, total);
      choice->fits = !(socket->used > socket->total);
      g_ptr_array_add (choices, choice);
    }
}

/* One instance of an item is not offered, but stays when it is there. */
GPtrArray *
weft_inspector_list_sockets (const WeftInspectorTarget *target, const char *current)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_graph_choice_free);
  guint n = weft_inspector_target_owner (target)->n_items;
  WeftGraphChoice *choice;

  for (guint i = 0; n <= MAX_ITEMS && i < n; i++)
    add_sockets (choices, target, i);
  if (current == NULL)
    return choices;
  for (guint i = 0; i < choices->len; i++)
    if (g_str_equal (((WeftGraphChoice *) choices->pdata[i])->id, current))
      return choices;
  choice = g_new0 (WeftGraphChoice, 1);
  choice->id = g_strdup (current);
  choice->fits = TRUE;
  g_ptr_array_insert (choices, 0, choice);
  return choices;
}

/* --- edits --- */

/* The ends of "to", without the one at @leave, and with @add (nullable) at the end. */
static JsonNode *
make_ends (const WeftGraphLink *link, int leave, const char *add)
{
  JsonArray *ends = json_array_new ();
  JsonNode *node = json_node_alloc ();

  for (guint i = 0; i < link->n_to; i++)
    if ((int) i != leave)
      json_array_add_string_element (ends, link->to[i].text);
  if (add != NULL)
    json_array_add_string_element (ends, add);
  if (json_array_get_length (ends) == 1)
    {
      g_autofree char *only = g_strdup (json_array_get_string_element (ends, 0));

      json_array_unref (ends);
      return json_node_init_string (node, only);
    }
  json_node_init_array (node, ends);
  json_array_unref (ends);
  return node;
}

static int
find_which (WeftInspectorRow *row)
{
  return gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) - 1;
}

static WeftInspectorRow *
row_around (GtkWidget *widget)
{
  return WEFT_INSPECTOR_ROW (gtk_widget_get_ancestor (widget, WEFT_TYPE_INSPECTOR_ROW));
}

static void
end_cb (WeftInspectorEnds *self, const char *end, WeftPartChooser *chooser)
{
  WeftInspectorRow *row = row_around (GTK_WIDGET (chooser));
  int which = find_which (row);
  GError *error = NULL;
  WeftEdit *edit;

  if (self->target.n != 1 || !weft_inspector_target_holds (&self->target))
    return;
  edit = weft_graph_edit_rewire (self->target.graph, weft_stage_get_catalog (self->target.stage),
                                 self->target.definition, self->target.indices[0], which, end,
                                 &error);
  weft_inspector_do (&self->target, row, which < 0 ? "from" : "to", edit, error);
}

static void
remove_cb (WeftInspectorEnds *self, GtkWidget *button)
{
  WeftInspectorRow *row = row_around (button);
  int which = find_which (row);

  if (self->target.n == 1 && which >= 0)
    weft_inspector_set (&self->target, row, "to",
                        make_ends (weft_inspector_target_link (&self->target, 0), which, NULL),
                        FALSE);
}

static void
more_cb (WeftInspectorEnds *self, const char *end)
{
  if (self->target.n == 1 && !g_str_equal (end, _("Add End")))
    weft_inspector_set (&self->target, self->more_row, "to",
                        make_ends (weft_inspector_target_link (&self->target, 0), -1, end), FALSE);
}

/* --- rows --- */

static void
add_end (WeftInspectorEnds *self, const char *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  WeftPartChooser *chooser = g_object_new (WEFT_TYPE_PART_CHOOSER, NULL);
  GtkWidget *remove = gtk_button_new_from_icon_name ("list-remove-symbolic");

  weft_part_chooser_set_label (chooser, title);
  g_signal_connect_object (chooser, "chosen", G_CALLBACK (end_cb), self, G_CONNECT_SWAPPED);
  gtk_button_set_has_frame (GTK_BUTTON (remove), FALSE);
  gtk_widget_set_tooltip_text (remove, _("Remove This End"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Remove This End"), -1);
  g_signal_connect_object (remove, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (chooser));
  gtk_box_append (GTK_BOX (box), remove);
  gtk_list_box_append (self->list, GTK_WIDGET (weft_inspector_row_new (title, box)));
}

static void
show_end (WeftInspectorEnds *self, guint index, const WeftGraphLink *link)
{
  const char *text = index == 0 ? link->from.text : link->to[index - 1].text;
  g_autoptr (GPtrArray) choices = weft_inspector_list_sockets (&self->target, text);
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int) index);
  GtkWidget *control;

  if (row == NULL)
    {
      add_end (self, index == 0 ? _("From") : _("To"));
      row = gtk_list_box_get_row_at_index (self->list, (int) index);
    }
  weft_inspector_row_set_refusal (WEFT_INSPECTOR_ROW (row), NULL);
  weft_inspector_row_set_words (WEFT_INSPECTOR_ROW (row), NULL);
  control = weft_inspector_row_get_control (WEFT_INSPECTOR_ROW (row));
  weft_inspector_show_choices (WEFT_PART_CHOOSER (gtk_widget_get_first_child (control)), choices,
                               text, NULL, FALSE);
  gtk_widget_set_visible (gtk_widget_get_last_child (control), index > 0 && link->n_to > 1);
}

/* Rows are added and taken away at the end only, so that the one in use stays. */
void
weft_inspector_ends_show (WeftInspectorEnds *self, WeftStage *stage)
{
  g_autoptr (GPtrArray) choices = NULL;
  const WeftGraphLink *link;

  g_return_if_fail (WEFT_IS_INSPECTOR_ENDS (self));

  weft_inspector_target_set (&self->target, stage, WEFT_GRAPH_LINKS,
                             stage != NULL ? weft_stage_get_links (stage) : NULL);
  if (self->target.n != 1)
    return;
  link = weft_inspector_target_link (&self->target, 0);
  weft_inspector_list_clear (self->list, link->n_to + 1);
  for (guint i = 0; i <= link->n_to; i++)
    show_end (self, i, link);
  choices = weft_inspector_list_sockets (&self->target, NULL);
  weft_inspector_row_set_refusal (self->more_row, NULL);
  weft_inspector_row_set_words (self->more_row, NULL);
  weft_inspector_show_choices (self->more, choices, NULL, _("Add End"), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->more_list), link->wiring == WEFT_WIRING_GENERATOR);
}

static void
weft_inspector_ends_dispose (GObject *object)
{
  WeftInspectorEnds *self = WEFT_INSPECTOR_ENDS (object);

  weft_inspector_target_clear (&self->target);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_inspector_ends_parent_class)->dispose (object);
}

static void
weft_inspector_ends_class_init (WeftInspectorEndsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_inspector_ends_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspectorends");
}

static void
weft_inspector_ends_init (WeftInspectorEnds *self)
{
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->list = GTK_LIST_BOX (weft_inspector_list_new (_("Ends")));
  self->more_list = GTK_LIST_BOX (weft_inspector_list_new (_("Another end")));
  self->more = g_object_new (WEFT_TYPE_PART_CHOOSER, NULL);
  weft_part_chooser_set_label (self->more, _("Add End"));
  g_signal_connect_object (self->more, "chosen", G_CALLBACK (more_cb), self, G_CONNECT_SWAPPED);
  self->more_row = weft_inspector_row_new (_("And to"), GTK_WIDGET (self->more));
  gtk_list_box_append (self->more_list, GTK_WIDGET (self->more_row));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->more_list));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}
