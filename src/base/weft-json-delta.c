/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the difference: members one by one, arrays by what their ends have in common. */
#include "base/weft-json-delta.h"

#include <string.h>

/* One step of the way to a value: into a member, or into an element when key is NULL. */
typedef struct
{
  const char *key;
  guint index;
} Step;

typedef struct
{
  JsonArray *changes;
  GArray *path; /* of Step */
} Delta;

static void compare (Delta    *delta,
                     JsonNode *before,
                     JsonNode *after);

/* Whether both are the same, the order of members too. */
static gboolean
same_objects (JsonObject *a,
              JsonObject *b)
{
  JsonObjectIter in_a, in_b;
  const char *key_a, *key_b;
  JsonNode *node_a, *node_b;

  if (json_object_get_size (a) != json_object_get_size (b))
    return FALSE;
  json_object_iter_init_ordered (&in_a, a);
  json_object_iter_init_ordered (&in_b, b);
  while (json_object_iter_next_ordered (&in_a, &key_a, &node_a)
         && json_object_iter_next_ordered (&in_b, &key_b, &node_b))
    if (!g_str_equal (key_a, key_b) || !weft_json_same (node_a, node_b))
      return FALSE;
  return TRUE;
}

static gboolean
same_arrays (JsonArray *a,
             JsonArray *b)
{
  guint n = json_array_get_length (a);

  if (n != json_array_get_length (b))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!weft_json_same (json_array_get_element (a, i), json_array_get_element (b, i)))
      return FALSE;
  return TRUE;
}

static gboolean
same_scalars (JsonNode *a,
              JsonNode *b)
{
  GType type = json_node_get_value_type (a);

  if (type != json_node_get_value_type (b))
    return FALSE;
  switch (type)
    {
    case G_TYPE_INT64:
      return json_node_get_int (a) == json_node_get_int (b);
    case G_TYPE_DOUBLE:
      return json_node_get_double (a) == json_node_get_double (b);
    case G_TYPE_BOOLEAN:
      return json_node_get_boolean (a) == json_node_get_boolean (b);
    case G_TYPE_STRING:
      return g_strcmp0 (json_node_get_string (a), json_node_get_string (b)) == 0;
    default:
      return JSON_NODE_HOLDS_NULL (a) && JSON_NODE_HOLDS_NULL (b);
    }
}

static JsonArray *
path_to_json (Delta *delta)
{
  JsonArray *array = json_array_sized_new (delta->path->len);

  for (guint i = 0; i < delta->path->len; i++)
    {
      const Step *step = &g_array_index (delta->path, Step, i);

      if (step->key != NULL)
        json_array_add_string_element (array, step->key);
      else
        json_array_add_int_element (array, step->index);
    }
  return array;
}

/* (transfer none): a new change at the place where the walk is. */
static JsonObject *
add_change (Delta *delta)
{
  JsonObject *change = json_object_new ();

  json_object_set_array_member (change, "at", path_to_json (delta));
  json_array_add_object_element (delta->changes, change);
  return change;
}

/* NULL stands for a value that is not there. */
static void
add_value_change (Delta    *delta,
                  JsonNode *was,
                  JsonNode *set)
{
  JsonObject *change = add_change (delta);

  if (was != NULL)
    json_object_set_member (change, "was", json_node_copy (was));
  if (set != NULL)
    json_object_set_member (change, "set", json_node_copy (set));
}

static void
enter (Delta      *delta,
       const char *key,
       guint       index)
{
  Step step = { key, index };

  g_array_append_val (delta->path, step);
}

static void
leave (Delta *delta)
{
  g_array_set_size (delta->path, delta->path->len - 1);
}

/* Members that stay keep their places and new ones come last; where that is not the order that is
 * wanted, it is given in full. */
static void
compare_order (Delta      *delta,
               JsonObject *before,
               JsonObject *after)
{
  g_autoptr (GList) old = json_object_get_members (before);
  g_autoptr (GList) new = json_object_get_members (after);
  const GList *next = new;
  gboolean in_order = TRUE;
  JsonArray *keys;

  for (const GList *l = old; l != NULL && in_order; l = l->next)
    if (json_object_has_member (after, l->data))
      {
        in_order = g_str_equal (l->data, next->data);
        next = next->next;
      }
  if (in_order)
    return;

  keys = json_array_sized_new (json_object_get_size (after));
  for (const GList *l = new; l != NULL; l = l->next)
    json_array_add_string_element (keys, l->data);
  json_object_set_array_member (add_change (delta), "order", keys);
}

static void
compare_objects (Delta      *delta,
                 JsonObject *before,
                 JsonObject *after)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, before);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    if (!json_object_has_member (after, key))
      {
        enter (delta, key, 0);
        add_value_change (delta, node, NULL);
        leave (delta);
      }

  json_object_iter_init_ordered (&iter, after);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    {
      enter (delta, key, 0);
      if (json_object_has_member (before, key))
        compare (delta, json_object_get_member (before, key), node);
      else
        add_value_change (delta, NULL, node);
      leave (delta);
    }
  compare_order (delta, before, after);
}

static JsonArray *
slice (JsonArray *array,
       guint      from,
       guint      to)
{
  JsonArray *part = json_array_sized_new (to - from);

  for (guint i = from; i < to; i++)
    json_array_add_element (part, json_node_copy (json_array_get_element (array, i)));
  return part;
}

static void
compare_arrays (Delta     *delta,
                JsonArray *before,
                JsonArray *after)
{
  guint end_a = json_array_get_length (before);
  guint end_b = json_array_get_length (after);
  guint from = 0;
  JsonObject *change;

  while (from < MIN (end_a, end_b)
         && weft_json_same (json_array_get_element (before, from),
                            json_array_get_element (after, from)))
    from++;
  while (MIN (end_a, end_b) > from
         && weft_json_same (json_array_get_element (before, end_a - 1),
                            json_array_get_element (after, end_b - 1)))
    {
      end_a--;
      end_b--;
    }

  if (end_a != end_b)
    {
      change = add_change (delta);
      json_object_set_int_member (change, "from", from);
      json_object_set_array_member (change, "was", slice (before, from, end_a));
      json_object_set_array_member (change, "set", slice (after, from, end_b));
      return;
    }
  for (guint i = from; i < end_a; i++)
    {
      enter (delta, NULL, i);
      compare (delta, json_array_get_element (before, i), json_array_get_element (after, i));
      leave (delta);
    }
}

static void
compare (Delta    *delta,
         JsonNode *before,
         JsonNode *after)
{
  if (JSON_NODE_HOLDS_OBJECT (before) && JSON_NODE_HOLDS_OBJECT (after))
    compare_objects (delta, json_node_get_object (before), json_node_get_object (after));
  else if (JSON_NODE_HOLDS_ARRAY (before) && JSON_NODE_HOLDS_ARRAY (after))
    compare_arrays (delta, json_node_get_array (before), json_node_get_array (after));
  else if (!weft_json_same (before, after))
    add_value_change (delta, before, after);
}

/**
 * weft_json_same:
 * @a: a value
 * @b: another one
 *
 * Returns: whether both are written alike: the same types, values and order of members
 */
gboolean
weft_json_same (JsonNode *a,
                JsonNode *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (JSON_NODE_TYPE (a) != JSON_NODE_TYPE (b))
    return FALSE;
  if (JSON_NODE_HOLDS_OBJECT (a))
    return same_objects (json_node_get_object (a), json_node_get_object (b));
  if (JSON_NODE_HOLDS_ARRAY (a))
    return same_arrays (json_node_get_array (a), json_node_get_array (b));
  return same_scalars (a, b);
}

/**
 * weft_json_delta_new:
 * @before: a value
 * @after: what has become of it
 *
 * The difference is an array of changes in the order in which they are made, empty when nothing
 * differs. Each is an object with "at", the way to a place: keys of members and indices of elements
 * from the root on. "was" and "set" are the values there before and after, one of them absent when
 * there is none. With "from" they are arrays: elements of the array at the place, from that index
 * on, that give way to others. "order" names the members of the object there in their new order.
 *
 * Returns: (transfer full): the difference, which shares values with both, so that it is for their
 *   thread alone
 */
JsonNode *
weft_json_delta_new (JsonNode *before,
                     JsonNode *after)
{
  Delta delta;
  JsonNode *node;

  g_return_val_if_fail (before != NULL && after != NULL, NULL);

  delta.changes = json_array_new ();
  delta.path = g_array_new (FALSE, FALSE, sizeof (Step));
  compare (&delta, before, after);
  g_array_unref (delta.path);
  node = json_node_new (JSON_NODE_ARRAY);
  json_node_take_array (node, delta.changes);
  return node;
}
