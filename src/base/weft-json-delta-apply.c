/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going the way of a difference. It may come from a damaged file: every change says what was there
 * before, and one that does not fit is refused. */
#include "base/weft-json-delta.h"

#include "base/weft-json.h"

static gboolean
refuse (GError     **error,
        const char  *reason)
{
  g_set_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_TYPE, "a change does not fit: %s", reason);
  return FALSE;
}

/* (nullable): a member that is an array. */
static JsonArray *
get_array (JsonObject *object,
           const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
get_index (JsonNode *node,
           guint     end,
           guint    *index)
{
  gint64 value;

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  value = json_node_get_int (node);
  if (value < 0 || value >= end)
    return FALSE;
  *index = (guint) value;
  return TRUE;
}

/* (nullable) (transfer none): the value inside of @node that one step of a path leads to. */
static JsonNode *
go_into (JsonNode *node,
         JsonNode *step)
{
  guint index;

  if (JSON_NODE_HOLDS_OBJECT (node) && json_node_get_value_type (step) == G_TYPE_STRING)
    return json_object_get_member (json_node_get_object (node), json_node_get_string (step));
  if (JSON_NODE_HOLDS_ARRAY (node)
      && get_index (step, json_array_get_length (json_node_get_array (node)), &index))
    return json_array_get_element (json_node_get_array (node), index);
  return NULL;
}

/* (nullable) (transfer none): where the first @n steps of a path lead. */
static JsonNode *
find (JsonNode  *root,
      JsonArray *path,
      guint      n)
{
  for (guint i = 0; i < n && root != NULL; i++)
    root = go_into (root, json_array_get_element (path, i));
  return root;
}

/* A node that holds one scalar gets another; json-glib can make nothing else of it in its place. */
static void
assign_scalar (JsonNode *place,
               JsonNode *value)
{
  switch (json_node_get_value_type (value))
    {
    case G_TYPE_INT64:
      json_node_set_int (place, json_node_get_int (value));
      break;
    case G_TYPE_DOUBLE:
      json_node_set_double (place, json_node_get_double (value));
      break;
    case G_TYPE_BOOLEAN:
      json_node_set_boolean (place, json_node_get_boolean (value));
      break;
    default:
      json_node_set_string (place, json_node_get_string (value));
    }
}

/* An array has no way to replace an element: it is made anew. */
static void
replace_element (JsonNode *parent,
                 JsonNode *place,
                 JsonNode *value)
{
  JsonArray *old = json_node_get_array (parent);
  JsonArray *new = json_array_sized_new (json_array_get_length (old));

  for (guint i = 0; i < json_array_get_length (old); i++)
    {
      JsonNode *element = json_array_get_element (old, i);

      json_array_add_element (new, json_node_copy (element == place ? value : element));
    }
  json_node_take_array (parent, new);
}

static gboolean
apply_value (JsonNode   **root,
             JsonArray   *path,
             JsonObject  *change,
             GError     **error)
{
  guint n = json_array_get_length (path);
  JsonNode *parent = n > 0 ? find (*root, path, n - 1) : NULL;
  JsonNode *step = n > 0 ? json_array_get_element (path, n - 1) : NULL;
  JsonNode *place = n > 0 ? (parent != NULL ? go_into (parent, step) : NULL) : *root;
  JsonNode *was = json_object_get_member (change, "was");
  JsonNode *set = json_object_get_member (change, "set");
  gboolean member = parent != NULL && JSON_NODE_HOLDS_OBJECT (parent)
                    && json_node_get_value_type (step) == G_TYPE_STRING;

  if (was == NULL && set == NULL)
    return refuse (error, "it changes nothing");
  if ((was == NULL) != (place == NULL) || (was != NULL && !weft_json_same (was, place)))
    return refuse (error, "another value is there");
  if ((was == NULL || set == NULL) && !member)
    return refuse (error, "there is no object that it is about");

  if (set == NULL)
    json_object_remove_member (json_node_get_object (parent), json_node_get_string (step));
  else if (member)
    json_object_set_member (json_node_get_object (parent), json_node_get_string (step),
                            json_node_copy (set));
  else if (JSON_NODE_HOLDS_VALUE (place) && JSON_NODE_HOLDS_VALUE (set))
    assign_scalar (place, set);
  else if (parent != NULL)
    replace_element (parent, place, set);
  else
    {
      json_node_unref (*root);
      *root = json_node_copy (set);
    }
  return TRUE;
}

static void
add_elements (JsonArray *to,
              JsonArray *array,
              guint      from,
              guint      end)
{
  for (guint i = from; i < end; i++)
    json_array_add_element (to, json_node_copy (json_array_get_element (array, i)));
}

static gboolean
apply_splice (JsonNode    *place,
              JsonObject  *change,
              GError     **error)
{
  JsonArray *was = get_array (change, "was");
  JsonArray *set = get_array (change, "set");
  JsonArray *old, *new;
  guint from, n;

  if (place == NULL || !JSON_NODE_HOLDS_ARRAY (place) || was == NULL || set == NULL)
    return refuse (error, "there is no array that it is about");
  old = json_node_get_array (place);
  n = json_array_get_length (was);
  if (!get_index (json_object_get_member (change, "from"), json_array_get_length (old) + 1, &from)
      || n > json_array_get_length (old) - from)
    return refuse (error, "the array is shorter");
  for (guint i = 0; i < n; i++)
    if (!weft_json_same (json_array_get_element (was, i), json_array_get_element (old, from + i)))
      return refuse (error, "other elements are there");

  new = json_array_new ();
  add_elements (new, old, 0, from);
  add_elements (new, set, 0, json_array_get_length (set));
  add_elements (new, old, from + n, json_array_get_length (old));
  json_node_take_array (place, new);
  return TRUE;
}

/* (transfer container): the member of that name, nothing when there is none. */
static GList *
name_member (JsonObject *object,
             JsonNode   *name)
{
  const char *key;

  if (json_node_get_value_type (name) != G_TYPE_STRING)
    return NULL;
  key = json_node_get_string (name);
  return json_object_has_member (object, key) ? g_list_append (NULL, (gpointer) key) : NULL;
}

/* Members that are not named come after the others. */
static gboolean
apply_order (JsonNode   *place,
             JsonArray  *order,
             GError    **error)
{
  JsonObject *object;

  if (place == NULL || !JSON_NODE_HOLDS_OBJECT (place) || order == NULL)
    return refuse (error, "there is no object that it is about");

  object = json_object_ref (json_node_get_object (place));
  json_node_take_object (place, json_object_new ());
  for (guint i = 0; i <= json_array_get_length (order); i++)
    {
      gboolean rest = i == json_array_get_length (order);
      g_autoptr (GList) keys = rest ? json_object_get_members (object)
                                    : name_member (object, json_array_get_element (order, i));

      for (GList *l = keys; l != NULL; l = l->next)
        if (!json_object_has_member (json_node_get_object (place), l->data))
          json_object_set_member (json_node_get_object (place), l->data,
                                  json_node_copy (json_object_get_member (object, l->data)));
    }
  json_object_unref (object);
  return TRUE;
}

static gboolean
apply_change (JsonNode **root,
              JsonNode  *node,
              GError   **error)
{
  JsonObject *change = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonArray *path = change != NULL ? get_array (change, "at") : NULL;
  guint n;

  if (path == NULL)
    return refuse (error, "it names no place");
  n = json_array_get_length (path);
  if (json_object_has_member (change, "order"))
    return apply_order (find (*root, path, n), get_array (change, "order"), error);
  if (json_object_has_member (change, "from"))
    return apply_splice (find (*root, path, n), change, error);
  return apply_value (root, path, change, error);
}

/**
 * weft_json_delta_apply:
 * @root: (inout): a value
 * @delta: what weft_json_delta_new() has given for @root and another value
 * @error: where to put a #WeftJsonError
 *
 * Makes @root what the other value was. When a change does not fit, those before it are made.
 *
 * Returns: whether all changes have been made
 */
gboolean
weft_json_delta_apply (JsonNode **root,
                       JsonNode  *delta,
                       GError   **error)
{
  JsonArray *changes;

  g_return_val_if_fail (root != NULL && *root != NULL && delta != NULL, FALSE);

  if (!JSON_NODE_HOLDS_ARRAY (delta))
    return refuse (error, "it is no list of changes");
  changes = json_node_get_array (delta);
  for (guint i = 0; i < json_array_get_length (changes); i++)
    if (!apply_change (root, json_array_get_element (changes, i), error))
      return FALSE;
  return TRUE;
}
