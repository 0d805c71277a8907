/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copying and joining JSON objects to the leaves. */
#include "design/weft-members-private.h"

#include <math.h>

/**
 * weft_members_copy_node: (skip)
 * @node: any JSON value
 *
 * Returns: (transfer full): a copy that shares nothing with @node
 */
JsonNode *
weft_members_copy_node (JsonNode *node)
{
  JsonNode *copy;
  JsonArray *array, *from;
  guint n;

  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_OBJECT:
      return weft_members_to_node (weft_members_copy_object (json_node_get_object (node)));

    case JSON_NODE_ARRAY:
      from = json_node_get_array (node);
      n = json_array_get_length (from);
      array = json_array_sized_new (n);
      for (guint i = 0; i < n; i++)
        json_array_add_element (array, weft_members_copy_node (json_array_get_element (from, i)));
      copy = json_node_new (JSON_NODE_ARRAY);
      json_node_take_array (copy, array);
      return copy;

    case JSON_NODE_VALUE:
      /* What JSON cannot write becomes null, so that every document can be saved. */
      if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
        return weft_members_number (json_node_get_double (node));
      /* json_node_copy() would share the value, whose reference count no lock guards. */
      if (json_node_get_value_type (node) == G_TYPE_STRING)
        return json_node_init_string (json_node_alloc (), json_node_get_string (node));
      if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
        return json_node_init_boolean (json_node_alloc (), json_node_get_boolean (node));
      return json_node_init_int (json_node_alloc (), json_node_get_int (node));

    case JSON_NODE_NULL:
    default:
      return json_node_copy (node);
    }
}

/**
 * weft_members_copy_object: (skip)
 * @object: (nullable): any JSON object
 *
 * Returns: (transfer full) (nullable): a copy that shares nothing with @object
 */
JsonObject *
weft_members_copy_object (JsonObject *object)
{
  JsonObject *copy;

  if (object == NULL)
    return NULL;

  copy = json_object_new ();
  weft_members_append (copy, object);
  return copy;
}

/**
 * weft_members_unknown: (skip)
 * @object: a JSON object
 * @known: (array zero-terminated=1): the keys to leave out
 *
 * Returns: (transfer full) (nullable): copies of the other members in their order, %NULL when
 *   there are none
 */
JsonObject *
weft_members_unknown (JsonObject        *object,
                      const char *const *known)
{
  g_autoptr (JsonObject) unknown = json_object_new ();
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    if (!g_strv_contains (known, key))
      json_object_set_member (unknown, key, weft_members_copy_node (node));

  return json_object_get_size (unknown) > 0 ? g_steal_pointer (&unknown) : NULL;
}

/**
 * weft_members_append: (skip)
 * @object: where to add
 * @more: (nullable): what to add, copied
 */
void
weft_members_append (JsonObject *object,
                     JsonObject *more)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  if (more == NULL)
    return;

  json_object_iter_init_ordered (&iter, more);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    json_object_set_member (object, key, weft_members_copy_node (node));
}

/**
 * weft_members_to_node: (skip)
 * @object: (transfer full): a JSON object
 *
 * Returns: (transfer full): the node that holds it
 */
JsonNode *
weft_members_to_node (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  return node;
}

/**
 * weft_members_number: (skip)
 * @value: a number
 *
 * Returns: (transfer full): its node, null for what JSON cannot write
 */
JsonNode *
weft_members_number (double value)
{
  if (!isfinite (value))
    return json_node_new (JSON_NODE_NULL);

  return json_node_init_double (json_node_alloc (), value);
}

/**
 * weft_members_string: (skip)
 * @text: (nullable): a text
 *
 * Returns: (transfer full) (nullable): its node, %NULL for %NULL
 */
JsonNode *
weft_members_string (const char *text)
{
  return text != NULL ? json_node_init_string (json_node_alloc (), text) : NULL;
}
