/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading members without trust: nothing here fails or warns. */
#include "base/weft-json-find.h"

#include <math.h>

/* Counts above this are no counts; a double holds them all. */
#define MOST_COUNT 9e15

static JsonNode *
find_value (JsonObject *object,
            const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? node : NULL;
}

/**
 * weft_json_find_string: (skip)
 * @object: (nullable): an object
 * @member: its member
 *
 * Returns: (nullable): the string, %NULL when there is none
 */
const char *
weft_json_find_string (JsonObject *object,
                       const char *member)
{
  JsonNode *node = find_value (object, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node) : NULL;
}

/**
 * weft_json_find_object: (skip)
 * @object: (nullable): an object
 * @member: its member
 *
 * Returns: (nullable): the object, %NULL when there is none
 */
JsonObject *
weft_json_find_object (JsonObject *object,
                       const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/**
 * weft_json_find_array: (skip)
 * @object: (nullable): an object
 * @member: its member
 *
 * Returns: (nullable): the array, %NULL when there is none
 */
JsonArray *
weft_json_find_array (JsonObject *object,
                      const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/**
 * weft_json_find_number: (skip)
 * @object: (nullable): an object
 * @member: its member
 *
 * Returns: the number, NAN when there is none
 */
double
weft_json_find_number (JsonObject *object,
                       const char *member)
{
  JsonNode *node = find_value (object, member);

  if (node == NULL
      || (json_node_get_value_type (node) != G_TYPE_INT64
          && json_node_get_value_type (node) != G_TYPE_DOUBLE))
    return NAN;
  return json_node_get_double (node);
}

/**
 * weft_json_find_count: (skip)
 * @object: (nullable): an object
 * @member: its member
 *
 * Returns: the whole number, 0 when there is none or it is negative
 */
guint64
weft_json_find_count (JsonObject *object,
                      const char *member)
{
  double number = weft_json_find_number (object, member);

  return number > 0 && number <= MOST_COUNT ? (guint64) number : 0;
}

/**
 * weft_json_find_boolean: (skip)
 * @object: (nullable): an object
 * @member: its member
 * @otherwise: when there is none
 *
 * Returns: the boolean
 */
gboolean
weft_json_find_boolean (JsonObject *object,
                        const char *member,
                        gboolean    otherwise)
{
  JsonNode *node = find_value (object, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_BOOLEAN
           ? json_node_get_boolean (node) : otherwise;
}
