/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the deltas of an answer want of a member besides its type. */
#include "agent/weft-turn-value-private.h"

const char *
weft_turn_text (JsonObject *object, const char *key)
{
  const char *text = weft_json_find_string (object, key);

  return text != NULL && text[0] != '\0' ? text : NULL;
}

gboolean
weft_turn_integer (JsonObject *object, const char *key, gint64 *value)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  *value = json_node_get_int (node);
  return TRUE;
}

JsonObject *
weft_turn_element (JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}
