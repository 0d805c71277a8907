/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits that add one item or port, and that remove items with all that ends at them. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/weft-members-private.h"

static const char *const kind_keys[] = { "chip", "component", "definition" };

static char *
add_label (const WeftGraph *graph, WeftGraphItemKind kind, const char *of)
{
  int index = kind == WEFT_GRAPH_DEFINITION ? weft_graph_find (graph, of) : -1;
  const char *title = index >= 0 ? weft_graph_definition (graph, index)->title : NULL;
  g_autofree char *shown = weft_graph_edit_title (title != NULL && *title != '\0' ? title : of);

  return g_strdup_printf (_("Add %s"), shown);
}

/**
 * weft_graph_edit_add:
 * @graph: a graph
 * @definition: which definition gets the item
 * @kind: what it is
 * @of: the chip, component or definition
 * @at: (nullable): its place on the canvas
 * @error: where to put a #WeftGraphEditError
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_add (WeftGraph *graph, guint definition, WeftGraphItemKind kind, const char *of,
                     const double at[2], GError **error)
{
  const WeftGraphDefinition *owner;
  g_auto (WeftGraphEditNames) names = { 0 };
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *base = NULL;
  g_autofree char *id = NULL;
  WeftGraphChange *change;
  JsonObject *object;
  WeftEdit *edit;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  g_return_val_if_fail (of != NULL && kind <= WEFT_GRAPH_DEFINITION, NULL);

  owner = weft_graph_definition (graph, definition);
  if (!weft_graph_edit_has_room (owner->n_items, 1, error))
    return NULL;
  if (kind == WEFT_GRAPH_DEFINITION && !weft_graph_edit_may_hold (graph, definition, of, error))
    return NULL;
  weft_graph_edit_names_init (&names,
                         weft_graph_list_index (weft_graph_body_of (owner)->lists[WEFT_GRAPH_ITEMS]));
  base = g_utf8_strdown (of, -1);
  id = weft_graph_edit_names_make (&names, base, TRUE);
  object = json_object_new ();
  node = weft_members_to_node (object);
  json_object_set_string_member (object, "id", id);
  json_object_set_string_member (object, kind_keys[kind], of);
  if (at != NULL)
    weft_graph_edit_put_place (object, at[0], at[1]);
  if (!weft_graph_edit_check (node, WEFT_GRAPH_ITEMS, error))
    return NULL;
  change = weft_graph_change_new (graph);
  weft_graph_change_insert (change, owner->id, WEFT_GRAPH_ITEMS, &owner->n_items, &node, 1);
  edit = weft_edit_graph (change, add_label (graph, kind, of), FALSE);
  weft_graph_edit_take_new_items (edit, weft_graph_edit_range (owner->n_items, 1), 1);
  return edit;
}

/* "rack", "rack-2": what no definition is called. (transfer full) */
static char *
free_definition_id (const WeftGraph *graph, const char *base)
{
  char *id = g_strdup (base);

  for (guint number = 2; weft_graph_find (graph, id) >= 0; number++)
    {
      g_free (id);
      id = g_strdup_printf ("%s-%u", base, number);
    }
  return id;
}

static JsonNode *
make_empty (WeftLevel level, const char *title)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "level", weft_level_nick (level));
  json_object_set_string_member (object, "title", title);
  json_object_set_array_member (object, "items", json_array_new ());
  return weft_members_to_node (object);
}

/**
 * weft_graph_edit_add_empty:
 * @graph: a graph
 * @definition: which definition gets the item
 * @level: level of the new definition, lower than that of @definition
 * @at: (nullable): its place on the canvas
 * @error: where to put a #WeftGraphEditError
 *
 * Adds a definition in which nothing stands yet, and one item of it.
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_add_empty (WeftGraph *graph, guint definition, WeftLevel level,
                           const double at[2], GError **error)
{
  const WeftGraphDefinition *owner;
  g_autofree char *id = NULL;
  g_autofree char *title = NULL;
  g_autoptr (JsonNode) inside = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_auto (WeftGraphEditNames) names = { 0 };
  g_autofree char *item_id = NULL;
  JsonObject *object;
  WeftGraphChange *change;
  WeftEdit *edit;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  g_return_val_if_fail (level != WEFT_LEVEL_ANY, NULL);

  owner = weft_graph_definition (graph, definition);
  if (owner->level != WEFT_LEVEL_ANY && level >= owner->level)
    {
      weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                              g_strdup_printf (_("A %s does not stand in a %s."),
                                               weft_level_nick (level), owner->level_name));
      return NULL;
    }
  if (!weft_graph_edit_has_room (owner->n_items, 1, error))
    return NULL;
  id = free_definition_id (graph, weft_level_nick (level));
  title = weft_graph_edit_title (id);
  inside = make_empty (level, title);
  weft_graph_edit_names_init (
    &names, weft_graph_list_index (weft_graph_body_of (owner)->lists[WEFT_GRAPH_ITEMS]));
  item_id = weft_graph_edit_names_make (&names, id, TRUE);
  object = json_object_new ();
  node = weft_members_to_node (object);
  json_object_set_string_member (object, "id", item_id);
  json_object_set_string_member (object, "definition", id);
  if (at != NULL)
    weft_graph_edit_put_place (object, at[0], at[1]);
  change = weft_graph_change_new (graph);
  weft_graph_change_add_definition (change, id, inside, weft_graph_n_definitions (graph));
  weft_graph_change_insert (change, owner->id, WEFT_GRAPH_ITEMS, &owner->n_items, &node, 1);
  edit = weft_edit_graph (change, g_strdup_printf (_("Add Empty %s"), title), FALSE);
  weft_graph_edit_take_new_items (edit, weft_graph_edit_range (owner->n_items, 1), 1);
  return edit;
}

/* --- ports --- */

/**
 * weft_graph_edit_add_port:
 * @graph: a graph
 * @definition: which definition exports
 * @of: what: "gpu", "tray:net"
 * @error: where to put a #WeftGraphEditError
 *
 * The port is called like what it exports.
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_add_port (WeftGraph *graph, guint definition, const char *of, GError **error)
{
  const WeftGraphDefinition *owner;
  g_auto (WeftGraphEditNames) names = { 0 };
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *title = NULL;
  g_autofree char *id = NULL;
  WeftGraphChange *change;
  WeftGraphEnd end = { 0 };
  JsonObject *object;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  g_return_val_if_fail (of != NULL, NULL);

  owner = weft_graph_definition (graph, definition);
  if (!weft_graph_edit_has_room (owner->n_ports, 1, error)
      || !weft_graph_edit_find_end (graph, NULL, definition, of, &end, error))
    return NULL;
  title = weft_graph_edit_title (end.port != NULL ? end.port : end.item_id);
  weft_graph_edit_names_init (&names,
                         weft_graph_list_index (weft_graph_body_of (owner)->lists[WEFT_GRAPH_PORTS]));
  id = weft_graph_edit_names_make (&names, end.port != NULL ? end.port : end.item_id, FALSE);
  weft_graph_clear_end (&end);
  object = json_object_new ();
  node = weft_members_to_node (object);
  json_object_set_string_member (object, "id", id);
  json_object_set_string_member (object, "of", of);
  if (!weft_graph_edit_check (node, WEFT_GRAPH_PORTS, error))
    return NULL;
  change = weft_graph_change_new (graph);
  weft_graph_change_insert (change, owner->id, WEFT_GRAPH_PORTS, &owner->n_ports, &node, 1);
  return weft_edit_graph (change, g_strdup_printf (_("Export %s"), title), FALSE);
}

/* --- removing --- */

static gboolean
ends_at (const WeftGraphEnd *end, const guint8 *items)
{
  return end->item >= 0 && items[end->item];
}

static gboolean
link_ends_at (const WeftGraphLink *link, const guint8 *items)
{
  if (ends_at (&link->from, items))
    return TRUE;
  for (guint i = 0; i < link->n_to; i++)
    if (ends_at (&link->to[i], items))
      return TRUE;
  return FALSE;
}

static char *
remove_label (const WeftGraphDefinition *owner, const guint *items, guint n_items, guint n_links)
{
  g_autofree char *things = NULL;
  g_autofree char *links = NULL;

  if (n_items == 1)
    things = weft_graph_edit_item_title (&owner->items[items[0]]);
  else if (n_items > 0)
    things = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u Item", "%u Items", n_items),
                              n_items);
  if (n_links > 0)
    links = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u Link", "%u Links", n_links),
                             n_links);
  if (things != NULL && links != NULL)
    /* Translators: "Delete 2 Items and 5 Links" */
    return g_strdup_printf (_("Delete %s and %s"), things, links);
  if (things == NULL && links == NULL)
    return g_strdup (_("Delete"));
  return g_strdup_printf (_("Delete %s"), things != NULL ? things : links);
}

/**
 * weft_graph_edit_remove:
 * @graph: a graph
 * @definition: which definition
 * @items: (array length=n_items): items to remove, with the links that end at them and the ports
 *   that export them; what is none is left out
 * @n_items: how many
 * @links: (array length=n_links): links to remove
 * @n_links: how many
 *
 * Returns: (transfer full): an edit
 */
WeftEdit *
weft_graph_edit_remove (WeftGraph *graph, guint definition, const guint *items, guint n_items,
                        const guint *links, guint n_links)
{
  const WeftGraphDefinition *owner;
  g_autofree guint8 *marks = NULL;
  g_autofree guint8 *link_marks = NULL;
  g_autofree guint *sorted = NULL;
  g_autoptr (GArray) gone_links = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) gone_ports = g_array_new (FALSE, FALSE, sizeof (guint));
  WeftGraphChange *change;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);

  owner = weft_graph_definition (graph, definition);
  sorted = weft_graph_edit_sort (items, n_items, owner->n_items, &n_items);
  marks = weft_graph_edit_mark (sorted, n_items, owner->n_items);
  link_marks = weft_graph_edit_mark (links, n_links, owner->n_links);
  for (guint i = 0; i < owner->n_links; i++)
    if (link_marks[i] || link_ends_at (&owner->links[i], marks))
      g_array_append_val (gone_links, i);
  for (guint i = 0; i < owner->n_ports; i++)
    if (ends_at (&owner->ports[i].of, marks))
      g_array_append_val (gone_ports, i);
  change = weft_graph_change_new (graph);
  weft_graph_change_remove (change, owner->id, WEFT_GRAPH_LINKS, (guint *) gone_links->data,
                            gone_links->len);
  weft_graph_change_remove (change, owner->id, WEFT_GRAPH_PORTS, (guint *) gone_ports->data,
                            gone_ports->len);
  weft_graph_change_remove (change, owner->id, WEFT_GRAPH_ITEMS, sorted, n_items);
  return weft_edit_graph (change, remove_label (owner, sorted, n_items, gone_links->len), FALSE);
}
