/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From JSON that has passed the structure check to a graph: names resolved to indices, and the JSON
 * put into the order in which it is written. */
#include "design/graph/weft-graph-private.h"

#include <math.h>
#include <string.h>

#include "design/weft-members-private.h"

/* An instance number of more digits is no index of anything. */
#define MAX_INSTANCE_DIGITS 10

static JsonNode *
get (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && !json_node_is_null (node) ? node : NULL;
}

static char *
get_text (JsonObject *object, const char *key)
{
  JsonNode *node = get (object, key);

  return node != NULL ? json_node_dup_string (node) : NULL;
}

static double
get_number (JsonObject *object, const char *key, double absent)
{
  JsonNode *node = get (object, key);

  return node != NULL ? json_node_get_double (node) : absent;
}

static JsonArray *
get_array (JsonObject *object, const char *key, guint *n)
{
  JsonNode *node = get (object, key);
  JsonArray *array = node != NULL ? json_node_get_array (node) : NULL;

  *n = array != NULL ? json_array_get_length (array) : 0;
  return array;
}

/* Known members that say something in their fixed order, then the others; all copied. */
static JsonObject *
order_members (JsonObject *object, const char *const *keys)
{
  JsonObject *ordered = json_object_new ();
  g_autoptr (JsonObject) unknown = weft_members_unknown (object, keys);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      JsonNode *node = get (object, keys[i]);

      if (node != NULL)
        json_object_set_member (ordered, keys[i], weft_members_copy_node (node));
    }
  weft_members_append (ordered, unknown);
  return ordered;
}

static void
order_array (JsonObject *object, const char *key, const char *const *keys)
{
  guint n;
  JsonArray *array = get_array (object, key, &n);
  JsonArray *ordered = array != NULL ? json_array_sized_new (n) : NULL;

  for (guint i = 0; i < n; i++)
    json_array_add_object_element (ordered,
                                   order_members (json_array_get_object_element (array, i), keys));
  if (ordered != NULL)
    json_object_set_array_member (object, key, ordered);
}

static JsonObject *
order_graph (JsonObject *object)
{
  JsonObject *ordered = order_members (object, weft_graph_keys);
  JsonObject *definitions = json_object_new ();
  JsonObjectIter iter;
  const char *id;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, json_object_get_object_member (object, "definitions"));
  while (json_object_iter_next_ordered (&iter, &id, &node))
    {
      JsonObject *definition
          = order_members (json_node_get_object (node), weft_graph_definition_keys);

      order_array (definition, "items", weft_graph_item_keys);
      order_array (definition, "links", weft_graph_link_keys);
      order_array (definition, "ports", weft_graph_port_keys);
      json_object_set_object_member (definitions, id, definition);
    }
  json_object_set_object_member (ordered, "definitions", definitions);
  return ordered;
}

/* ITEM, ITEM:PORT, ITEM[I] or ITEM[I]:PORT. */
static void
read_end (WeftGraphEnd *end, const char *text, GHashTable *items)
{
  gsize n = strcspn (text, "[:");
  const char *at = text + n;

  end->text = g_strdup (text);
  end->item_id = g_strndup (text, n);
  end->instance = -1;
  end->is_sound = n > 0;
  if (*at == '[')
    {
      gsize digits = strspn (at + 1, "0123456789");

      /* One spelling only, so that equal texts are equal ends: no "[00]". */
      end->is_sound = end->is_sound && digits > 0 && digits <= MAX_INSTANCE_DIGITS
                      && at[1 + digits] == ']' && (digits == 1 || at[1] != '0');
      if (end->is_sound)
        {
          end->instance = g_ascii_strtoll (at + 1, NULL, 10);
          at += digits + 2;
        }
    }
  if (end->is_sound && *at == ':')
    {
      end->port = g_strdup (at + 1);
      end->is_sound = *end->port != '\0';
    }
  else if (*at != '\0')
    {
      end->is_sound = FALSE;
    }
  end->item = GPOINTER_TO_INT (g_hash_table_lookup (items, end->item_id)) - 1;
}

static void
read_dims (WeftGraphLink *link, JsonArray *array)
{
  link->n_dims = json_array_get_length (array);
  for (guint i = 0; i < link->n_dims; i++)
    link->dims[i] = json_array_get_double_element (array, i);
}

static void
read_wiring (WeftGraphLink *link, JsonNode *node)
{
  static const char *const names[] = { "all", "each", "ring" };
  JsonObject *object;
  guint n_kinds;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      link->wiring_name = json_node_dup_string (node);
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        if (g_str_equal (link->wiring_name, names[i]))
          link->wiring = WEFT_WIRING_ALL + i;
      return;
    }

  object = json_node_get_object (node);
  n_kinds = (get (object, "torus") != NULL) + (get (object, "mesh") != NULL)
            + (get (object, "generator") != NULL);
  link->wiring_name = get_text (object, "generator");
  if (n_kinds != 1)
    return;
  if (link->wiring_name != NULL)
    {
      link->wiring = WEFT_WIRING_GENERATOR;
      if (get (object, "params") != NULL)
        link->params = weft_members_copy_node (get (object, "params"));
      return;
    }
  link->wiring = get (object, "torus") != NULL ? WEFT_WIRING_TORUS : WEFT_WIRING_MESH;
  link->wiring_name = g_strdup (link->wiring == WEFT_WIRING_TORUS ? "torus" : "mesh");
  read_dims (link, json_object_get_array_member (object, link->wiring_name));
}

static void
read_item (WeftGraphItem *item, JsonObject *object)
{
  static const char *const kinds[] = { "chip", "component", "definition" };
  guint n;
  JsonArray *at = get_array (object, "at", &n);

  item->id = get_text (object, "id");
  item->definition = -1;
  /* More than one kind is a broken rule; then none is taken. */
  for (guint i = 0, found = 0; i < G_N_ELEMENTS (kinds); i++)
    if (get (object, kinds[i]) != NULL)
      {
        g_free (item->of);
        item->of = found++ == 0 ? get_text (object, kinds[i]) : NULL;
        item->kind = WEFT_GRAPH_CHIP + i;
      }
  item->count = get_number (object, "count", 1);
  item->role = get_text (object, "role");
  item->at[0] = n > 0 ? json_array_get_double_element (at, 0) : NAN;
  item->at[1] = n > 1 ? json_array_get_double_element (at, 1) : NAN;
  item->u = get_number (object, "u", NAN);
}

static void
read_link (WeftGraphLink *link, JsonObject *object, GHashTable *items)
{
  JsonNode *to = get (object, "to");
  g_autofree char *from = get_text (object, "from");

  read_end (&link->from, from, items);
  if (JSON_NODE_HOLDS_ARRAY (to))
    {
      JsonArray *array = json_node_get_array (to);

      link->n_to = json_array_get_length (array);
      link->to = g_new0 (WeftGraphEnd, link->n_to);
      for (guint i = 0; i < link->n_to; i++)
        read_end (&link->to[i], json_array_get_string_element (array, i), items);
    }
  else
    {
      link->n_to = 1;
      link->to = g_new0 (WeftGraphEnd, 1);
      read_end (link->to, json_node_get_string (to), items);
    }
  read_wiring (link, get (object, "wiring"));
  link->component = get_text (object, "component");
  link->fabric = get_text (object, "fabric");
  link->channels = get_number (object, "channels", 1);
  link->length_m = get_number (object, "length_m", NAN);
}

static void
read_port (WeftGraphPort *port, JsonObject *object, GHashTable *items)
{
  g_autofree char *of = get_text (object, "of");

  port->id = get_text (object, "id");
  port->per_item = get_number (object, "per_item", NAN);
  read_end (&port->of, of, items);
}

static void
read_definition (WeftGraphDefinition *definition, const char *id, JsonObject *object)
{
  g_autoptr (GHashTable) items = g_hash_table_new (g_str_hash, g_str_equal);
  JsonArray *array;

  definition->id = g_strdup (id);
  definition->level_name = get_text (object, "level");
  if (!weft_level_parse (definition->level_name, &definition->level))
    definition->level = WEFT_LEVEL_ANY;
  definition->title = get_text (object, "title");
  definition->enclosure = get_text (object, "enclosure");

  array = get_array (object, "items", &definition->n_items);
  definition->items = g_new0 (WeftGraphItem, definition->n_items);
  for (guint i = 0; i < definition->n_items; i++)
    {
      WeftGraphItem *item = &definition->items[i];

      read_item (item, json_array_get_object_element (array, i));
      if (!g_hash_table_contains (items, item->id))
        g_hash_table_insert (items, item->id, GINT_TO_POINTER (i + 1));
    }
  array = get_array (object, "links", &definition->n_links);
  definition->links = g_new0 (WeftGraphLink, definition->n_links);
  for (guint i = 0; i < definition->n_links; i++)
    read_link (&definition->links[i], json_array_get_object_element (array, i), items);
  array = get_array (object, "ports", &definition->n_ports);
  definition->ports = g_new0 (WeftGraphPort, definition->n_ports);
  definition->ports_by_id = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < definition->n_ports; i++)
    {
      WeftGraphPort *port = &definition->ports[i];

      read_port (port, json_array_get_object_element (array, i), items);
      if (!g_hash_table_contains (definition->ports_by_id, port->id))
        g_hash_table_insert (definition->ports_by_id, port->id, port);
    }
}

static void
resolve_definitions (WeftGraph *self)
{
  for (guint i = 0; i < self->n_definitions; i++)
    for (guint j = 0; j < self->definitions[i].n_items; j++)
      {
        WeftGraphItem *item = &self->definitions[i].items[j];

        if (item->kind == WEFT_GRAPH_DEFINITION && item->of != NULL)
          item->definition = weft_graph_find (self, item->of);
      }
}

WeftGraph *
weft_graph_new_from_object (JsonObject *object)
{
  WeftGraph *self = g_new0 (WeftGraph, 1);
  JsonObject *definitions = json_object_get_object_member (object, "definitions");
  JsonObjectIter iter;
  const char *id;
  JsonNode *node;
  guint n = 0;

  g_atomic_ref_count_init (&self->refs);
  self->json = order_graph (object);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->n_definitions = json_object_get_size (definitions);
  self->definitions = g_new0 (WeftGraphDefinition, self->n_definitions);
  json_object_iter_init_ordered (&iter, definitions);
  while (json_object_iter_next_ordered (&iter, &id, &node))
    {
      read_definition (&self->definitions[n], id, json_node_get_object (node));
      g_hash_table_insert (self->by_id, self->definitions[n].id, GINT_TO_POINTER (n + 1));
      n++;
    }
  resolve_definitions (self);
  self->root_id = get_text (object, "root");
  self->root = weft_graph_find (self, self->root_id);
  return self;
}
