/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items become a definition of the level below with one item of it in their place. Links among them
 * move along; where links cross its border it exports a port. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/weft-members-private.h"

typedef struct
{
  WeftGraph *graph;
  guint index;
  const WeftGraphDefinition *owner;
  const guint *items;
  guint n;
  const guint8 *marks;
  char *definition_id;
  char *item_id;
  GHashTable *ports_of; /* text of an end inside -> name of the port that exports it */
  WeftGraphEditNames names; /* of the ports */
  JsonArray *ports;
  JsonArray *links;     /* those that move inside */
  WeftGraphBatch crossing;
  WeftGraphBatch exports;
  GArray *moved;
} Group;

static gboolean
refuse (GError **error, char *message)
{
  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED, message);
}

static gboolean
is_inside (const Group *group, const WeftGraphEnd *end)
{
  return end->item >= 0 && group->marks[end->item];
}

/* Chips stand in nodes, definitions above the level that they have. */
static gboolean
check_items (const Group *group, WeftLevel level, GError **error)
{
  for (guint i = 0; i < group->n; i++)
    {
      const WeftGraphItem *item = &group->owner->items[group->items[i]];
      const WeftGraphDefinition *inside
          = item->definition >= 0 ? weft_graph_definition (group->graph, item->definition) : NULL;

      if (weft_graph_find_item (group->owner, item->id) != (int) group->items[i])
        return refuse (error, g_strdup_printf (_("Two items are called “%s”. Give one of them "
                                                 "another name first."), item->id));
      if ((inside != NULL && inside->level >= level)
          || (item->kind == WEFT_GRAPH_CHIP && level < WEFT_LEVEL_NODE))
        return refuse (error, g_strdup_printf (_("“%s” cannot stand in a group of the level %s, "
                                                 "which is the one below “%s”."), item->id,
                                               weft_level_nick (level), group->owner->id));
    }
  return TRUE;
}

/* The port that exports an end, made when there is none yet. */
static const char *
port_for (Group *group, const WeftGraphEnd *end)
{
  const char *known = g_hash_table_lookup (group->ports_of, end->text);
  JsonObject *object;
  char *id;

  if (known != NULL)
    return known;
  id = weft_graph_edit_names_make (&group->names, end->port != NULL ? end->port : end->item_id, FALSE);
  g_hash_table_insert (group->ports_of, g_strdup (end->text), id);
  object = json_object_new ();
  json_object_set_string_member (object, "id", id);
  json_object_set_string_member (object, "of", end->text);
  json_array_add_object_element (group->ports, object);
  return id;
}

static char *
export_cb (const WeftGraphEnd *end, gpointer data)
{
  Group *group = data;

  if (!is_inside (group, end))
    return NULL;
  return g_strdup_printf ("%s:%s", group->item_id, port_for (group, end));
}

static gboolean
take_link (Group *group, guint index, GError **error)
{
  const WeftGraphLink *link = &group->owner->links[index];
  gboolean from = is_inside (group, &link->from);
  guint n_to = 0;
  JsonNode *node;

  for (guint i = 0; i < link->n_to; i++)
    n_to += is_inside (group, &link->to[i]);
  if (!from && n_to == 0)
    return TRUE;
  node = weft_graph_link_json (group->graph, group->index, index);
  if (from && n_to == link->n_to)
    {
      json_array_add_element (group->links, node);
      g_array_append_val (group->moved, index);
      return TRUE;
    }
  weft_graph_batch_add (&group->crossing, index, node);
  if (from && n_to > 0)
    return refuse (error, g_strdup_printf (_("The link from “%s” leads to items inside and outside "
                                             "of the group. Take all of them along, or none."),
                                           link->from.text));
  if (n_to > 1)
    return refuse (error, g_strdup_printf (_("The link from “%s” leads to %u items of the group at "
                                             "once. Take the items that it joins along, or take it "
                                             "out."), link->from.text, n_to));
  weft_graph_edit_rename_link (json_node_get_object (node), link, export_cb, group);
  return weft_graph_edit_check (node, WEFT_GRAPH_LINKS, error);
}

/* What the owner exports of the items goes through the group. */
static gboolean
take_port (Group *group, guint index, GError **error)
{
  const WeftGraphPort *port = &group->owner->ports[index];
  g_autofree char *of = export_cb (&port->of, group);
  JsonNode *node;

  if (of == NULL)
    return TRUE;
  node = weft_graph_port_json (group->graph, group->index, index);
  weft_graph_batch_add (&group->exports, index, node);
  json_object_set_string_member (json_node_get_object (node), "of", of);
  return weft_graph_edit_check (node, WEFT_GRAPH_PORTS, error);
}

static JsonNode *
make_definition (const Group *group, WeftLevel level)
{
  JsonObject *object = json_object_new ();
  JsonArray *items = json_array_sized_new (group->n);

  for (guint i = 0; i < group->n; i++)
    json_array_add_element (items,
                            weft_graph_item_json (group->graph, group->index, group->items[i]));
  json_object_set_string_member (object, "level", weft_level_nick (level));
  json_object_set_array_member (object, "items", items);
  if (json_array_get_length (group->links) > 0)
    json_object_set_array_member (object, "links", json_array_ref (group->links));
  if (json_array_get_length (group->ports) > 0)
    json_object_set_array_member (object, "ports", json_array_ref (group->ports));
  return weft_members_to_node (object);
}

/* In the middle of those of the items that a person has placed. */
static JsonNode *
make_item (const Group *group)
{
  JsonObject *object = json_object_new ();
  double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;

  for (guint i = 0; i < group->n; i++)
    {
      const WeftGraphItem *item = &group->owner->items[group->items[i]];

      if (isnan (item->at[0]))
        continue;
      left = MIN (left, item->at[0]);
      right = MAX (right, item->at[0]);
      top = MIN (top, item->at[1]);
      bottom = MAX (bottom, item->at[1]);
    }
  json_object_set_string_member (object, "id", group->item_id);
  json_object_set_string_member (object, "definition", group->definition_id);
  if (left <= right)
    weft_graph_edit_put_place (object, left / 2 + right / 2, top / 2 + bottom / 2);
  return weft_members_to_node (object);
}

static WeftEdit *
record (Group *group, WeftLevel level)
{
  WeftGraphChange *change = weft_graph_change_new (group->graph);
  g_autoptr (JsonNode) definition = make_definition (group, level);
  g_autoptr (JsonNode) item = make_item (group);
  const char *id = group->owner->id;
  guint last = group->owner->n_items - group->n;
  WeftEdit *edit;

  weft_graph_change_add_definition (change, group->definition_id, definition,
                                    weft_graph_n_definitions (group->graph));
  weft_graph_batch_replace (&group->crossing, change, id, WEFT_GRAPH_LINKS);
  weft_graph_batch_replace (&group->exports, change, id, WEFT_GRAPH_PORTS);
  weft_graph_change_remove (change, id, WEFT_GRAPH_LINKS, (guint *) group->moved->data,
                            group->moved->len);
  weft_graph_change_remove (change, id, WEFT_GRAPH_ITEMS, group->items, group->n);
  weft_graph_change_insert (change, id, WEFT_GRAPH_ITEMS, &last, &item, 1);
  edit = weft_edit_graph (change,
                          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Group %u Item",
                                                        "Group %u Items", group->n), group->n),
                          FALSE);
  weft_graph_edit_take_new_items (edit, weft_graph_edit_range (last, 1), 1);
  return edit;
}

static gboolean
collect (Group *group, WeftLevel level, GError **error)
{
  if (!check_items (group, level, error))
    return FALSE;
  for (guint i = 0; i < group->owner->n_links; i++)
    if (!take_link (group, i, error))
      return FALSE;
  for (guint i = 0; i < group->owner->n_ports; i++)
    if (!take_port (group, i, error))
      return FALSE;
  return weft_graph_edit_has_room (0, json_array_get_length (group->ports), error);
}

static void
init_group (Group *group)
{
  const WeftGraphIndex *items
      = weft_graph_list_index (weft_graph_body_of (group->owner)->lists[WEFT_GRAPH_ITEMS]);
  g_auto (WeftGraphEditNames) item_names = { 0 };
  g_auto (WeftGraphEditNames) definition_names = { 0 };

  weft_graph_edit_names_init (&item_names, items);
  weft_graph_edit_names_init (&definition_names, group->graph->index);
  group->item_id = weft_graph_edit_names_make (&item_names, "group", TRUE);
  group->definition_id = weft_graph_edit_names_make (&definition_names, "group", FALSE);
  group->ports_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  weft_graph_edit_names_init (&group->names, NULL);
  group->ports = json_array_new ();
  group->links = json_array_new ();
  weft_graph_batch_init (&group->crossing);
  weft_graph_batch_init (&group->exports);
  group->moved = g_array_new (FALSE, FALSE, sizeof (guint));
}

static void
clear_group (Group *group)
{
  g_free (group->item_id);
  g_free (group->definition_id);
  g_hash_table_unref (group->ports_of);
  weft_graph_edit_names_clear (&group->names);
  json_array_unref (group->ports);
  json_array_unref (group->links);
  weft_graph_batch_clear (&group->crossing);
  weft_graph_batch_clear (&group->exports);
  g_array_unref (group->moved);
}

/**
 * weft_graph_edit_group:
 * @graph: a graph
 * @definition: which definition
 * @items: (array length=n): the items; what is none is left out
 * @n: how many
 * @error: where to put a #WeftGraphEditError
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_group (WeftGraph *graph, guint definition, const guint *items, guint n,
                       GError **error)
{
  Group group = { .graph = graph, .index = definition };
  g_autofree guint *sorted = NULL;
  g_autofree guint8 *marks = NULL;
  WeftEdit *edit = NULL;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);

  group.owner = weft_graph_definition (graph, definition);
  group.items = sorted = weft_graph_edit_sort (items, n, group.owner->n_items, &group.n);
  group.marks = marks = weft_graph_edit_mark (sorted, group.n, group.owner->n_items);
  if (group.n == 0)
    {
      refuse (error, g_strdup (_("Select the items of the group first.")));
      return NULL;
    }
  if (group.owner->level <= WEFT_LEVEL_PACKAGE)
    {
      refuse (error, g_strdup_printf (_("“%s” is of the level %s; there is none below it for a "
                                        "group."), group.owner->id, group.owner->level_name));
      return NULL;
    }
  if (weft_graph_n_definitions (graph) >= WEFT_GRAPH_MAX_DEFINITIONS)
    {
      weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_LIMIT,
                              g_strdup_printf (_("The design has %u definitions, at most %u are "
                                                 "possible."), weft_graph_n_definitions (graph),
                                               WEFT_GRAPH_MAX_DEFINITIONS));
      return NULL;
    }
  init_group (&group);
  if (collect (&group, group.owner->level - 1, error))
    edit = record (&group, group.owner->level - 1);
  clear_group (&group);
  return edit;
}
