/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's profile over a shipped one with the same id: it needs to say only what differs. */

#include "catalog/weft-profile-private.h"

/* Elements of the two lists with the same @key are one: the upper one stays, in the lower's
 * place. */
static JsonNode *
merge_by_key (JsonNode   *under,
              JsonNode   *over,
              const char *key)
{
  JsonArray *merged = json_array_new ();
  JsonArray *lower = json_node_get_array (under);
  JsonArray *upper = json_node_get_array (over);
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) elements = g_ptr_array_new ();
  JsonNode *node;

  for (guint i = 0; i < json_array_get_length (lower); i++)
    {
      JsonObject *object = json_array_get_object_element (lower, i);

      g_hash_table_insert (places, (gpointer) json_object_get_string_member (object, key),
                           GUINT_TO_POINTER (elements->len));
      g_ptr_array_add (elements, json_array_get_element (lower, i));
    }

  for (guint i = 0; i < json_array_get_length (upper); i++)
    {
      JsonNode *element = json_array_get_element (upper, i);
      const char *name = NULL;
      gpointer place;

      if (JSON_NODE_HOLDS_OBJECT (element))
        name = json_object_get_string_member_with_default (json_node_get_object (element), key,
                                                           NULL);
      if (name != NULL && g_hash_table_lookup_extended (places, name, NULL, &place))
        elements->pdata[GPOINTER_TO_UINT (place)] = element;
      else
        g_ptr_array_add (elements, element);
    }

  for (guint i = 0; i < elements->len; i++)
    json_array_add_element (merged, json_node_copy (elements->pdata[i]));

  node = json_node_new (JSON_NODE_ARRAY);
  json_node_take_array (node, merged);
  return node;
}

static JsonNode *
append_lists (JsonNode *under,
              JsonNode *over)
{
  JsonArray *merged = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  for (guint i = 0; i < json_array_get_length (json_node_get_array (under)); i++)
    json_array_add_element (merged, json_array_dup_element (json_node_get_array (under), i));
  for (guint i = 0; i < json_array_get_length (json_node_get_array (over)); i++)
    json_array_add_element (merged, json_array_dup_element (json_node_get_array (over), i));

  json_node_take_array (node, merged);
  return node;
}

static JsonNode *
merge_member (const char *name,
              JsonNode   *under,
              JsonNode   *over)
{
  if (under == NULL || json_node_get_node_type (under) != json_node_get_node_type (over))
    return json_node_copy (over);

  if (g_str_equal (name, "constants"))
    return merge_by_key (under, over, "key");
  if (g_str_equal (name, "left_out"))
    return merge_by_key (under, over, "id");
  if (g_str_equal (name, "overrides") && JSON_NODE_HOLDS_OBJECT (over))
    return weft_profile_merge (under, over);
  /* Lists of overrides: each later one lies over the earlier ones, so that provenance stays. */
  if (JSON_NODE_HOLDS_ARRAY (over))
    return append_lists (under, over);

  return json_node_copy (over);
}

JsonNode *
weft_profile_merge (JsonNode *under,
                    JsonNode *over)
{
  JsonObject *lower = json_node_get_object (under);
  JsonObject *merged = json_object_new ();
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, lower);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    json_object_set_member (merged, name, json_node_copy (node));

  json_object_iter_init_ordered (&iter, json_node_get_object (over));
  while (json_object_iter_next_ordered (&iter, &name, &node))
    json_object_set_member (merged, name,
                            merge_member (name, json_object_get_member (lower, name), node));

  json_node_take_object (root, merged);
  return root;
}
