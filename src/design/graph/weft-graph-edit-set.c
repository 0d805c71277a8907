/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of one value of an item, a link or a definition. A new name of an item or definition follows
 * in all that names it. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "design/physical/weft-physical.h"
#include "design/weft-design-private.h"
#include "design/weft-members-private.h"
#include "design/weft-partition.h"
#include "design/weft-rules-private.h"

static const char *const kind_keys[] = { "chip", "component", "definition", NULL };

static gboolean
is_given (JsonNode *value)
{
  return value != NULL && !json_node_is_null (value);
}

static gboolean
is_text (JsonNode *value)
{
  return is_given (value) && weft_structure_is (value, WEFT_STRUCTURE_STRING)
         && g_utf8_validate (json_node_get_string (value), -1, NULL);
}

static gboolean
refuse_key (const char *key, GError **error)
{
  g_autofree char *shown = weft_quote (key, -1);

  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                 g_strdup_printf (_("There is no value %s that can be set here."),
                                                  shown));
}

/* A number that is given has to be from @least to @most. */
static gboolean
check_range (JsonNode *value, double least, double most, gboolean whole, GError **error)
{
  g_autofree char *shown = NULL;
  double number;

  if (!is_given (value) || !weft_structure_is (value, WEFT_STRUCTURE_NUMBER))
    return TRUE;
  number = json_node_get_double (value);
  if (number >= least && number <= most && (!whole || number == floor (number)))
    return TRUE;
  shown = weft_rules_number (number);
  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                 whole ? g_strdup_printf (_("%s was given, expected a whole number "
                                                            "from %.0f to %.0f."), shown, least,
                                                          most)
                                       : g_strdup_printf (_("%s was given, expected %g to %g."),
                                                          shown, least, most));
}

static void
put (JsonObject *object, const char *key, JsonNode *value)
{
  if (is_given (value))
    json_object_set_member (object, key, weft_members_copy_node (value));
  else if (json_object_has_member (object, key))
    json_object_remove_member (object, key);
}

/* --- items --- */

/* NULL for a key that cannot be set. */
static char *
item_label (const WeftGraphItem *item, const char *key)
{
  g_autofree char *title = weft_graph_edit_item_title (item);

  if (g_str_equal (key, "count"))
    return g_strdup_printf (_("Change Count of %s"), title);
  if (g_str_equal (key, "role"))
    return g_strdup_printf (_("Change Role of %s"), title);
  if (g_str_equal (key, "u"))
    return g_strdup_printf (_("Change Rack Unit of %s"), title);
  if (g_str_equal (key, "at"))
    return g_strdup_printf (_("Move %s"), title);
  if (g_str_equal (key, "chip"))
    return g_strdup_printf (_("Change Chip of %s"), title);
  if (g_str_equal (key, "component"))
    return g_strdup_printf (_("Change Component of %s"), title);
  if (g_str_equal (key, "definition"))
    return g_strdup_printf (_("Change Definition of %s"), title);
  return NULL;
}

static gboolean
check_role (const WeftGraphItem *item, JsonNode *value, GError **error)
{
  WeftRole role;

  if (!is_text (value))
    return TRUE;
  if (item->kind != WEFT_GRAPH_CHIP)
    return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                   g_strdup_printf (_("“%s” is no chip; only chips have a role."),
                                                    item->id));
  if (!weft_role_parse (json_node_get_string (value), &role))
    return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                   g_strdup_printf (_("There is no role “%s”. Use general, "
                                                      "prefill, decode, solver or ai."),
                                                    json_node_get_string (value)));
  return TRUE;
}

/* What an item is an instance of: one of three keys takes the place of the others. */
static gboolean
swap_kind (const WeftGraph *graph, guint definition, JsonObject *object, const char *key,
           JsonNode *value, GError **error)
{
  if (!is_text (value))
    return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                   g_strdup (_("An item is a chip, a component or a definition.")));
  if (g_str_equal (key, "definition")
      && !weft_graph_edit_may_hold (graph, definition, json_node_get_string (value), error))
    return FALSE;
  for (guint i = 0; kind_keys[i] != NULL; i++)
    if (json_object_has_member (object, kind_keys[i]))
      json_object_remove_member (object, kind_keys[i]);
  if (!g_str_equal (key, "chip") && json_object_has_member (object, "role"))
    json_object_remove_member (object, "role");
  return TRUE;
}

static gboolean
check_item_value (const WeftGraphItem *item, const char *key, JsonNode *value, GError **error)
{
  if (g_str_equal (key, "count"))
    return check_range (value, 1, WEFT_GRAPH_MAX_COUNT, TRUE, error);
  if (g_str_equal (key, "u"))
    return check_range (value, 1, WEFT_PHYSICAL_MAX_UNITS, FALSE, error);
  if (g_str_equal (key, "role"))
    return check_role (item, value, error);
  return TRUE;
}

typedef struct
{
  int item;
  const char *id;
} Rename;

static char *
rename_cb (const WeftGraphEnd *end, gpointer data)
{
  const Rename *rename = data;

  return end->item == rename->item ? weft_graph_edit_rename_end (end, rename->id) : NULL;
}

static gboolean
names_item (const WeftGraphLink *link, int item)
{
  if (link->from.item == item)
    return TRUE;
  for (guint i = 0; i < link->n_to; i++)
    if (link->to[i].item == item)
      return TRUE;
  return FALSE;
}

/* FALSE when an end would become too long. */
static gboolean
rename_ends (WeftGraph *graph, guint definition, Rename *rename, WeftGraphChange *change,
             GError **error)
{
  const WeftGraphDefinition *owner = weft_graph_definition (graph, definition);
  g_auto (WeftGraphBatch) links = { 0 };
  g_auto (WeftGraphBatch) ports = { 0 };

  weft_graph_batch_init (&links);
  weft_graph_batch_init (&ports);
  for (guint i = 0; i < owner->n_links; i++)
    if (names_item (&owner->links[i], rename->item))
      {
        JsonNode *node = weft_graph_link_json (graph, definition, i);

        weft_graph_edit_rename_link (json_node_get_object (node), &owner->links[i], rename_cb,
                                     rename);
        weft_graph_batch_add (&links, i, node);
        if (!weft_graph_edit_check (node, WEFT_GRAPH_LINKS, error))
          return FALSE;
      }
  for (guint i = 0; i < owner->n_ports; i++)
    if (owner->ports[i].of.item == rename->item)
      {
        JsonNode *node = weft_graph_port_json (graph, definition, i);
        g_autofree char *of = rename_cb (&owner->ports[i].of, rename);

        json_object_set_string_member (json_node_get_object (node), "of", of);
        weft_graph_batch_add (&ports, i, node);
        if (!weft_graph_edit_check (node, WEFT_GRAPH_PORTS, error))
          return FALSE;
      }
  weft_graph_batch_replace (&links, change, owner->id, WEFT_GRAPH_LINKS);
  weft_graph_batch_replace (&ports, change, owner->id, WEFT_GRAPH_PORTS);
  return TRUE;
}

static WeftEdit *
rename_item (WeftGraph *graph, guint definition, guint index, JsonNode *value, gboolean continues,
             GError **error)
{
  const WeftGraphDefinition *owner = weft_graph_definition (graph, definition);
  const WeftGraphItem *item = &owner->items[index];
  g_autoptr (WeftGraphChange) change = weft_graph_change_new (graph);
  g_autoptr (JsonNode) node = weft_graph_item_json (graph, definition, index);
  g_autofree char *title = weft_graph_edit_item_title (item);
  Rename rename = { index, is_text (value) ? json_node_get_string (value) : "" };

  if (!weft_graph_edit_check_id (owner, index, rename.id, error))
    return NULL;
  put (json_node_get_object (node), "id", value);
  if (!weft_graph_edit_check (node, WEFT_GRAPH_ITEMS, error))
    return NULL;
  weft_graph_change_replace (change, owner->id, WEFT_GRAPH_ITEMS, &index, &node, 1);
  /* Of items with one name the first is the one that links mean. */
  if (weft_graph_find_item (owner, item->id) == (int) index
      && !rename_ends (graph, definition, &rename, change, error))
    return NULL;
  return weft_edit_graph (g_steal_pointer (&change), g_strdup_printf (_("Rename %s"), title),
                          continues);
}

/**
 * weft_graph_edit_set_item:
 * @graph: a graph
 * @definition: which definition
 * @item: which item
 * @key: "id", "count", "role", "u", "at", or what it is: "chip", "component" or "definition"
 * @value: (nullable): what it is afterwards; null or %NULL removes an optional value
 * @continues: whether it goes on with the edit before it (typing)
 * @error: where to put a #WeftGraphEditError
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_set_item (WeftGraph *graph, guint definition, guint item, const char *key,
                          JsonNode *value, gboolean continues, GError **error)
{
  const WeftGraphDefinition *owner;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *label = NULL;
  WeftGraphChange *change;
  JsonObject *object;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  owner = weft_graph_definition (graph, definition);
  g_return_val_if_fail (item < owner->n_items && key != NULL, NULL);

  if (g_str_equal (key, "id"))
    return rename_item (graph, definition, item, value, continues, error);
  label = item_label (&owner->items[item], key);
  if (label == NULL)
    {
      refuse_key (key, error);
      return NULL;
    }
  node = weft_graph_item_json (graph, definition, item);
  object = json_node_get_object (node);
  if (!check_item_value (&owner->items[item], key, value, error)
      || (g_strv_contains (kind_keys, key)
          && !swap_kind (graph, definition, object, key, value, error)))
    return NULL;
  put (object, key, value);
  if (!weft_graph_edit_check (node, WEFT_GRAPH_ITEMS, error))
    return NULL;
  change = weft_graph_change_new (graph);
  weft_graph_change_replace (change, owner->id, WEFT_GRAPH_ITEMS, &item, &node, 1);
  return weft_edit_graph (change, g_steal_pointer (&label), continues);
}

/* --- links --- */

/* NULL for a key that cannot be set. */
static char *
link_label (const WeftGraphLink *link, const char *key)
{
  g_autofree char *from = weft_graph_edit_end_title (&link->from);
  g_autofree char *to = link->n_to > 0 ? weft_graph_edit_end_title (&link->to[0])
                                       : weft_graph_edit_title ("");

  if (g_str_equal (key, "from") || g_str_equal (key, "to"))
    return g_strdup_printf (_("Reconnect %s and %s"), from, to);
  if (g_str_equal (key, "wiring"))
    return g_strdup_printf (_("Change Wiring between %s and %s"), from, to);
  if (g_str_equal (key, "component"))
    return g_strdup_printf (_("Change Cable between %s and %s"), from, to);
  if (g_str_equal (key, "fabric"))
    return g_strdup_printf (_("Change Fabric between %s and %s"), from, to);
  if (g_str_equal (key, "channels"))
    return g_strdup_printf (_("Change Channels between %s and %s"), from, to);
  if (g_str_equal (key, "length_m"))
    return g_strdup_printf (_("Change Length between %s and %s"), from, to);
  return NULL;
}

/**
 * weft_graph_edit_set_link:
 * @graph: a graph
 * @definition: which definition
 * @link: which link
 * @key: "from", "to", "wiring", "component", "fabric", "channels" or "length_m"
 * @value: (nullable): what it is afterwards; null or %NULL removes an optional value
 * @continues: whether it goes on with the edit before it (typing)
 * @error: where to put a #WeftGraphEditError
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_set_link (WeftGraph *graph, guint definition, guint link, const char *key,
                          JsonNode *value, gboolean continues, GError **error)
{
  const WeftGraphDefinition *owner;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *label = NULL;
  WeftGraphChange *change;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  owner = weft_graph_definition (graph, definition);
  g_return_val_if_fail (link < owner->n_links && key != NULL, NULL);

  label = link_label (&owner->links[link], key);
  if (label == NULL)
    {
      refuse_key (key, error);
      return NULL;
    }
  if (g_str_equal (key, "channels")
      && !check_range (value, 1, WEFT_GRAPH_MAX_CHANNELS, TRUE, error))
    return NULL;
  if (g_str_equal (key, "length_m")
      && !check_range (value, 0, WEFT_PHYSICAL_MAX_LENGTH_M, FALSE, error))
    return NULL;
  node = weft_graph_link_json (graph, definition, link);
  put (json_node_get_object (node), key, value);
  if (!weft_graph_edit_check (node, WEFT_GRAPH_LINKS, error))
    return NULL;
  change = weft_graph_change_new (graph);
  weft_graph_change_replace (change, owner->id, WEFT_GRAPH_LINKS, &link, &node, 1);
  return weft_edit_graph (change, g_steal_pointer (&label), continues);
}

/* --- definitions --- */

static char *
definition_title (const WeftGraphDefinition *definition)
{
  const char *title = definition->title;

  return weft_graph_edit_title (title != NULL && *title != '\0' ? title : definition->id);
}

/* NULL for a key that cannot be set. */
static char *
definition_label (const WeftGraphDefinition *definition, const char *key)
{
  g_autofree char *title = definition_title (definition);

  if (g_str_equal (key, "title"))
    return g_strdup_printf (_("Change Title of %s"), title);
  if (g_str_equal (key, "enclosure"))
    return g_strdup_printf (_("Change Enclosure of %s"), title);
  if (g_str_equal (key, "level"))
    return g_strdup_printf (_("Change Level of %s"), title);
  return NULL;
}

static void
rename_uses (WeftGraph *graph, int definition, const char *id, WeftGraphChange *change)
{
  for (guint i = 0; i < weft_graph_n_definitions (graph); i++)
    {
      const WeftGraphDefinition *owner = weft_graph_definition (graph, i);
      g_auto (WeftGraphBatch) batch = { 0 };

      weft_graph_batch_init (&batch);
      for (guint j = 0; j < owner->n_items; j++)
        if (owner->items[j].definition == definition)
          {
            JsonNode *node = weft_graph_item_json (graph, i, j);

            json_object_set_string_member (json_node_get_object (node), "definition", id);
            weft_graph_batch_add (&batch, j, node);
          }
      weft_graph_batch_replace (&batch, change, owner->id, WEFT_GRAPH_ITEMS);
    }
}

static WeftEdit *
rename_definition (WeftGraph *graph, guint index, JsonNode *value, GError **error)
{
  const WeftGraphDefinition *definition = weft_graph_definition (graph, index);
  const char *id = is_text (value) ? json_node_get_string (value) : "";
  g_autofree char *title = definition_title (definition);
  WeftGraphChange *change;
  int root, other = weft_graph_find (graph, id);

  if (id[0] == '\0' || g_utf8_strlen (id, -1) > WEFT_DESIGN_NAME_CHARS)
    {
      weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                              g_strdup_printf (_("A name has 1 to %d characters."),
                                               WEFT_DESIGN_NAME_CHARS));
      return NULL;
    }
  if (other >= 0 && other != (int) index)
    {
      weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                              g_strdup_printf (_("There is already a definition called “%s”."),
                                               id));
      return NULL;
    }
  change = weft_graph_change_new (graph);
  if (other < 0)
    {
      rename_uses (graph, index, id, change);
      weft_graph_change_rename_definition (change, definition->id, id);
      weft_graph_get_root (graph, &root);
      if (root == (int) index)
        weft_graph_change_set_root (change, id);
    }
  return weft_edit_graph (change, g_strdup_printf (_("Rename %s"), title), FALSE);
}

static gboolean
check_level (const WeftGraphDefinition *definition, JsonNode *value, GError **error)
{
  WeftLevel level;

  if (is_text (value) && weft_level_parse (json_node_get_string (value), &level))
    return TRUE;
  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                 g_strdup_printf (_("“%s” has a level: package, node, rack or "
                                                    "cluster."), definition->id));
}

/* The members that can be set, in an object that is sound without them. */
static gboolean
check_definition_value (const char *key, JsonNode *value, GError **error)
{
  g_autoptr (JsonNode) node = NULL;
  JsonObject *object = json_object_new ();

  node = weft_members_to_node (object);
  json_object_set_string_member (object, "level", "node");
  json_object_set_array_member (object, "items", json_array_new ());
  put (object, key, value);
  return weft_graph_edit_check (node, WEFT_GRAPH_HEAD, error);
}

/**
 * weft_graph_edit_set_definition:
 * @graph: a graph
 * @definition: which definition
 * @key: "id", "level", "title" or "enclosure"
 * @value: (nullable): what it is afterwards; null or %NULL removes an optional value
 * @error: where to put a #WeftGraphEditError
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_set_definition (WeftGraph *graph, guint definition, const char *key,
                                JsonNode *value, GError **error)
{
  const WeftGraphDefinition *owner;
  g_autofree char *label = NULL;
  WeftGraphChange *change;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  owner = weft_graph_definition (graph, definition);
  if (g_str_equal (key, "id"))
    return rename_definition (graph, definition, value, error);
  label = definition_label (owner, key);
  if (label == NULL)
    {
      refuse_key (key, error);
      return NULL;
    }
  if (g_str_equal (key, "level") && !check_level (owner, value, error))
    return NULL;
  if (!check_definition_value (key, value, error))
    return NULL;
  change = weft_graph_change_new (graph);
  weft_graph_change_set (change, owner->id, key, is_given (value) ? value : NULL);
  return weft_edit_graph (change, g_steal_pointer (&label), FALSE);
}
