/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From JSON that has passed the structure check to cells: the JSON put into the order in which it is
 * written, and what it says. */
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

/* ITEM, ITEM:PORT, ITEM[I] or ITEM[I]:PORT. */
void
weft_graph_read_end (WeftGraphEnd *end, const char *text)
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
  end->item = WEFT_GRAPH_UNRESOLVED;
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
  if (item->kind == WEFT_GRAPH_DEFINITION && item->of != NULL)
    item->definition = WEFT_GRAPH_UNRESOLVED;
}

static void
read_link (WeftGraphLink *link, JsonObject *object)
{
  JsonNode *to = get (object, "to");
  g_autofree char *from = get_text (object, "from");

  weft_graph_read_end (&link->from, from);
  if (JSON_NODE_HOLDS_ARRAY (to))
    {
      JsonArray *array = json_node_get_array (to);

      link->n_to = json_array_get_length (array);
      link->to = g_new0 (WeftGraphEnd, link->n_to);
      for (guint i = 0; i < link->n_to; i++)
        weft_graph_read_end (&link->to[i], json_array_get_string_element (array, i));
    }
  else
    {
      link->n_to = 1;
      link->to = g_new0 (WeftGraphEnd, 1);
      weft_graph_read_end (link->to, json_node_get_string (to));
    }
  read_wiring (link, get (object, "wiring"));
  link->component = get_text (object, "component");
  link->fabric = get_text (object, "fabric");
  link->channels = get_number (object, "channels", 1);
  link->length_m = get_number (object, "length_m", NAN);
}

static void
read_port (WeftGraphPort *port, JsonObject *object)
{
  g_autofree char *of = get_text (object, "of");

  port->id = get_text (object, "id");
  port->per_item = get_number (object, "per_item", NAN);
  weft_graph_read_end (&port->of, of);
}

static void
read_head (WeftGraphHead *head, JsonObject *object)
{
  head->level_name = get_text (object, "level");
  if (head->level_name == NULL || !weft_level_parse (head->level_name, &head->level))
    head->level = WEFT_LEVEL_ANY;
  head->title = get_text (object, "title");
  head->enclosure = get_text (object, "enclosure");
}

/**
 * weft_graph_cell_new: (skip)
 * @members: what it is one of, or %WEFT_GRAPH_HEAD, %WEFT_GRAPH_REST
 * @object: what the document says; copied
 *
 * Returns: (transfer full): a cell whose names are not resolved
 */
WeftGraphCell *
weft_graph_cell_new (int members, JsonObject *object)
{
  static const char *const *const keys[]
      = { weft_graph_item_keys, weft_graph_link_keys, weft_graph_port_keys,
          weft_graph_definition_keys, weft_graph_keys };
  WeftGraphCell *self = g_new0 (WeftGraphCell, 1);

  self->refs = 1;
  self->members = members;
  self->json = order_members (object, keys[members]);
  switch (members)
    {
    case WEFT_GRAPH_ITEMS:
      read_item (&self->item, self->json);
      break;
    case WEFT_GRAPH_LINKS:
      read_link (&self->link, self->json);
      break;
    case WEFT_GRAPH_PORTS:
      read_port (&self->port, self->json);
      break;
    case WEFT_GRAPH_HEAD:
      read_head (&self->head, self->json);
      break;
    default:
      break;
    }
  return self;
}

static WeftGraphList *
read_list (WeftGraphMembers members, JsonObject *object, const char *key)
{
  guint n;
  JsonArray *array = get_array (object, key, &n);
  g_autofree WeftGraphCell **cells = g_new (WeftGraphCell *, n + 1);
  WeftGraphList *list;

  for (guint i = 0; i < n; i++)
    cells[i] = weft_graph_cell_new (members, json_array_get_object_element (array, i));
  list = weft_graph_list_new (members, NULL, NULL, cells, n);
  for (guint i = 0; i < n; i++)
    weft_graph_cell_unref (cells[i]);
  return list;
}

/**
 * weft_graph_body_new_from_object: (skip)
 * @id: name of the definition
 * @object: what the document says
 *
 * Returns: (transfer full): the definition; its items' definitions are not resolved
 */
WeftGraphBody *
weft_graph_body_new_from_object (const char *id, JsonObject *object)
{
  static const char *const keys[] = { "items", "links", "ports", NULL };
  g_autoptr (JsonObject) rest = weft_members_unknown (object, keys);
  WeftGraphList *lists[WEFT_GRAPH_N_MEMBERS];
  gboolean has[WEFT_GRAPH_N_MEMBERS];
  WeftGraphBody *self;

  if (rest == NULL)
    rest = json_object_new ();
  for (guint i = 0; i < WEFT_GRAPH_N_MEMBERS; i++)
    {
      lists[i] = read_list (i, object, keys[i]);
      has[i] = get (object, keys[i]) != NULL;
    }
  for (guint i = WEFT_GRAPH_LINKS; i < WEFT_GRAPH_N_MEMBERS; i++)
    weft_graph_list_resolve (lists[i], lists[WEFT_GRAPH_ITEMS]);
  for (guint i = 0; i < WEFT_GRAPH_N_MEMBERS; i++)
    lists[i]->is_draft = FALSE;
  self = weft_graph_body_new (id, weft_graph_cell_new (WEFT_GRAPH_HEAD, rest), lists, has);
  return self;
}

WeftGraph *
weft_graph_new_from_object (JsonObject *object)
{
  WeftGraph *self = g_new0 (WeftGraph, 1);
  JsonObject *definitions = json_object_get_object_member (object, "definitions");
  g_autoptr (JsonObject) rest = weft_members_unknown (object, weft_graph_keys);
  JsonObjectIter iter;
  const char *id;
  JsonNode *node;
  guint n = 0;

  if (rest == NULL)
    rest = json_object_new ();
  self->refs = 1;
  self->rest = weft_graph_cell_new (WEFT_GRAPH_REST, rest);
  self->n_definitions = json_object_get_size (definitions);
  self->bodies = g_new0 (WeftGraphBody *, self->n_definitions);
  self->index = weft_graph_index_new ();
  json_object_iter_init_ordered (&iter, definitions);
  while (json_object_iter_next_ordered (&iter, &id, &node))
    {
      self->bodies[n] = weft_graph_body_new_from_object (id, json_node_get_object (node));
      weft_graph_index_add (self->index, id, n);
      n++;
    }
  for (guint i = 0; i < n; i++)
    weft_graph_list_resolve_definitions (self->bodies[i]->lists[WEFT_GRAPH_ITEMS], self->index,
                                         TRUE);
  weft_graph_line_up (self);
  self->root_id = get_text (object, "root");
  self->root = weft_graph_find (self, self->root_id);
  return self;
}
