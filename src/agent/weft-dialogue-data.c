/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of an event's data, any of which may be missing or of another kind. */
#include "agent/weft-dialogue-data-private.h"

#include <math.h>

#include "agent/weft-dialogue.h"
#include "base/weft-json-write.h"

static JsonNode *
find_value (JsonObject *data,
            const char *member)
{
  JsonNode *node = data == NULL ? NULL : json_object_get_member (data, member);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? node : NULL;
}

const char *
weft_data_string (JsonObject *data,
                  const char *member)
{
  JsonNode *node = find_value (data, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node)
                                                                          : NULL;
}

JsonObject *
weft_data_object (JsonObject *data,
                  const char *member)
{
  JsonNode *node = data == NULL ? NULL : json_object_get_member (data, member);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

JsonArray *
weft_data_array (JsonObject *data,
                 const char *member)
{
  JsonNode *node = data == NULL ? NULL : json_object_get_member (data, member);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

double
weft_data_number (JsonObject *data,
                  const char *member)
{
  JsonNode *node = find_value (data, member);

  if (node == NULL
      || (json_node_get_value_type (node) != G_TYPE_INT64
          && json_node_get_value_type (node) != G_TYPE_DOUBLE))
    return NAN;
  return json_node_get_double (node);
}

/* A whole number; what is negative or beyond 2^53 is none. */
guint64
weft_data_count (JsonObject *data,
                 const char *member)
{
  double value = weft_data_number (data, member);

  return value >= 0 && value <= 9007199254740992.0 ? (guint64) value : 0;
}

gboolean
weft_data_boolean (JsonObject *data,
                   const char *member,
                   gboolean    missing)
{
  JsonNode *node = find_value (data, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_BOOLEAN
           ? json_node_get_boolean (node)
           : missing;
}

char *
weft_data_text (JsonObject *data,
                const char *member)
{
  JsonNode *node = data == NULL ? NULL : json_object_get_member (data, member);

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return NULL;
  if (weft_data_string (data, member) != NULL)
    return g_strdup (weft_data_string (data, member));
  return weft_json_write_compact (node);
}

char *
weft_data_word (JsonObject *data,
                const char *member,
                gsize       max)
{
  const char *text = weft_data_string (data, member);
  char *word;

  if (text == NULL || *text == '\0')
    return NULL;
  word = weft_dialogue_make_safe (text, max);
  g_strdelimit (word, "\n\t", ' ');
  return word;
}
