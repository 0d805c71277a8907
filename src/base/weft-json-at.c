/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading parsed JSON with its place kept: nothing is allocated unless there is an error. */

#include "base/weft-json-at.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-pointer.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-name.h"
#include "base/weft-quote-private.h"

/* 2^63, the first double above all gint64. */
#define INTEGER_END 9223372036854775808.0

typedef enum
{
  KIND_NULL,
  KIND_OBJECT,
  KIND_ARRAY,
  KIND_NUMBER,
  KIND_INTEGER,
  KIND_BOOLEAN,
  KIND_STRING,
} Kind;

static const char *const kind_names[] = {
  [KIND_NULL] = "null",
  [KIND_OBJECT] = "an object",
  [KIND_ARRAY] = "an array",
  [KIND_NUMBER] = "a number",
  [KIND_INTEGER] = "a whole number",
  [KIND_BOOLEAN] = "true or false",
  [KIND_STRING] = "a string",
};

/* Whether a gint64 can hold it. */
static gboolean
is_whole (double value)
{
  return value >= -INTEGER_END && value < INTEGER_END && value == trunc (value);
}

static Kind
kind_of (const WeftJsonAt *at)
{
  if (at->node == NULL)
    return KIND_NULL;

  switch (json_node_get_node_type (at->node))
    {
    case JSON_NODE_OBJECT:
      return KIND_OBJECT;

    case JSON_NODE_ARRAY:
      return KIND_ARRAY;

    case JSON_NODE_VALUE:
      switch (json_node_get_value_type (at->node))
        {
        case G_TYPE_INT64:
          return KIND_INTEGER;

        case G_TYPE_DOUBLE:
          return is_whole (json_node_get_double (at->node)) ? KIND_INTEGER : KIND_NUMBER;

        case G_TYPE_BOOLEAN:
          return KIND_BOOLEAN;

        default:
          return KIND_STRING;
        }

    case JSON_NODE_NULL:
    default:
      return KIND_NULL;
    }
}

/* A whole number that is too large to be an integer: all doubles beyond 2^63 are whole. */
static gboolean
is_huge (const WeftJsonAt *at)
{
  return kind_of (at) == KIND_NUMBER && fabs (json_node_get_double (at->node)) >= INTEGER_END;
}

static gboolean
check_kind (const WeftJsonAt  *at,
            Kind               expected,
            GError           **error)
{
  Kind kind = kind_of (at);

  if (kind == expected || (kind == KIND_INTEGER && expected == KIND_NUMBER))
    return TRUE;
  return weft_json_at_refuse (at, WEFT_JSON_ERROR_TYPE, kind_names[expected], error);
}

static const char *
file_of (const WeftJsonAt *at)
{
  for (; at != NULL; at = at->parent)
    if (at->file != NULL)
      return at->file;
  return "JSON text";
}

static void
append_pointer (GString          *pointer,
                const WeftJsonAt *at)
{
  if (at->parent == NULL)
    return;

  append_pointer (pointer, at->parent);
  g_string_append_c (pointer, '/');
  if (at->key != NULL)
    {
      g_autofree char *token = weft_json_pointer_escape (at->key);

      g_string_append (pointer, token);
    }
  else
    g_string_append_printf (pointer, "%u", at->index);
}

static char *
describe_number (JsonNode *node)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  if (json_node_get_value_type (node) == G_TYPE_INT64)
    return g_strdup_printf ("the number %" G_GINT64_FORMAT, json_node_get_int (node));
  if (!isfinite (json_node_get_double (node)))
    return g_strdup ("a number that is not finite");
  return g_strdup_printf ("the number %s",
                          weft_json_format_double (json_node_get_double (node), buffer));
}

/**
 * weft_json_at_root: (skip)
 * @at: (out caller-allocates): the place to fill in
 * @root: (nullable): the document's root, borrowed
 * @file: (nullable): the document's name for messages, borrowed
 *
 * Begins at the root of a document.
 */
void
weft_json_at_root (WeftJsonAt *at,
                   JsonNode   *root,
                   const char *file)
{
  g_return_if_fail (at != NULL);

  *at = (WeftJsonAt) { NULL, file, root, NULL, 0 };
}

/**
 * weft_json_at_member: (skip)
 * @object: a place, which must outlive @out
 * @key: a member's name, which must outlive @out
 * @out: (out caller-allocates): the member's place
 *
 * Returns: whether @object is an object that has the member
 */
gboolean
weft_json_at_member (const WeftJsonAt *object,
                     const char       *key,
                     WeftJsonAt       *out)
{
  JsonNode *node;

  g_return_val_if_fail (object != NULL && key != NULL && out != NULL, FALSE);

  if (kind_of (object) != KIND_OBJECT)
    return FALSE;
  node = json_object_get_member (json_node_get_object (object->node), key);
  if (node == NULL)
    return FALSE;

  *out = (WeftJsonAt) { object, object->file, node, key, 0 };
  return TRUE;
}

/**
 * weft_json_at_element: (skip)
 * @array: a place, which must outlive @out
 * @index: an element's index
 * @out: (out caller-allocates): the element's place
 *
 * Returns: whether @array is an array that has the element
 */
gboolean
weft_json_at_element (const WeftJsonAt *array,
                      guint             index,
                      WeftJsonAt       *out)
{
  g_return_val_if_fail (array != NULL && out != NULL, FALSE);

  if (kind_of (array) != KIND_ARRAY || index >= weft_json_at_length (array))
    return FALSE;

  *out = (WeftJsonAt) {
    array, array->file, json_array_get_element (json_node_get_array (array->node), index),
    NULL, index
  };
  return TRUE;
}

/**
 * weft_json_at_length: (skip)
 * @array_or_object: a place
 *
 * Returns: the number of elements or members, 0 for a scalar
 */
guint
weft_json_at_length (const WeftJsonAt *array_or_object)
{
  g_return_val_if_fail (array_or_object != NULL, 0);

  switch (kind_of (array_or_object))
    {
    case KIND_OBJECT:
      return json_object_get_size (json_node_get_object (array_or_object->node));

    case KIND_ARRAY:
      return json_array_get_length (json_node_get_array (array_or_object->node));

    default:
      return 0;
    }
}

/**
 * weft_json_at_pointer: (skip)
 * @at: a place
 *
 * Returns: (transfer full): its JSON pointer (RFC 6901), "" at the root
 */
char *
weft_json_at_pointer (const WeftJsonAt *at)
{
  GString *pointer;

  g_return_val_if_fail (at != NULL, NULL);

  pointer = g_string_new (NULL);
  append_pointer (pointer, at);
  return g_string_free (pointer, FALSE);
}

/**
 * weft_json_at_is_null: (skip)
 * @at: a place
 *
 * Returns: whether null stands there
 */
gboolean
weft_json_at_is_null (const WeftJsonAt *at)
{
  g_return_val_if_fail (at != NULL, FALSE);

  return kind_of (at) == KIND_NULL;
}

/**
 * weft_json_at_found: (skip)
 * @at: a place
 *
 * Returns: (transfer full): what stands there in words, such as `the number 3`, or `nothing` for a
 *   place without a node; a long string is cut after 40 characters
 */
char *
weft_json_at_found (const WeftJsonAt *at)
{
  g_autofree char *quoted = NULL;
  const char *string;
  Kind kind;

  g_return_val_if_fail (at != NULL, NULL);

  if (at->node == NULL)
    return g_strdup ("nothing");

  kind = kind_of (at);
  switch (kind)
    {
    case KIND_NUMBER:
    case KIND_INTEGER:
      return describe_number (at->node);

    case KIND_BOOLEAN:
      return g_strdup (json_node_get_boolean (at->node) ? "true" : "false");

    case KIND_STRING:
      string = json_node_get_string (at->node);
      quoted = weft_quote (string != NULL ? string : "", -1);
      return g_strdup_printf ("the string %s", quoted);

    case KIND_NULL:
    case KIND_OBJECT:
    case KIND_ARRAY:
    default:
      return g_strdup (kind_names[kind]);
    }
}

/**
 * weft_json_at_refuse: (skip)
 * @at: the place of a value that will not do
 * @code: a #WeftJsonError
 * @expected: what should stand there, in words that follow "expected"
 * @error: where to put the error
 *
 * Sets an error of the form `FILE: /pointer: found X, expected Y`.
 *
 * Returns: always %FALSE
 */
gboolean
weft_json_at_refuse (const WeftJsonAt  *at,
                     int                code,
                     const char        *expected,
                     GError           **error)
{
  g_autofree char *pointer = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *found = NULL;

  g_return_val_if_fail (at != NULL && expected != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  pointer = weft_json_at_pointer (at);
  shown = weft_quote_bare (pointer);
  found = weft_json_at_found (at);
  g_set_error (error, WEFT_JSON_ERROR, code, "%s: %s: found %s, expected %s", file_of (at),
               at->parent != NULL ? shown : "(the whole document)", found, expected);
  return FALSE;
}

/**
 * weft_json_at_object: (skip)
 * @at: a place
 * @error: where to put a %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether an object stands there
 */
gboolean
weft_json_at_object (const WeftJsonAt  *at,
                     GError           **error)
{
  g_return_val_if_fail (at != NULL, FALSE);

  return check_kind (at, KIND_OBJECT, error);
}

/**
 * weft_json_at_array: (skip)
 * @at: a place
 * @error: where to put a %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether an array stands there
 */
gboolean
weft_json_at_array (const WeftJsonAt  *at,
                    GError           **error)
{
  g_return_val_if_fail (at != NULL, FALSE);

  return check_kind (at, KIND_ARRAY, error);
}

/**
 * weft_json_at_number: (skip)
 * @at: a place
 * @value: (out): a number
 * @error: where to put a %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether a number stands there; if not, @value stays as it was
 */
gboolean
weft_json_at_number (const WeftJsonAt  *at,
                     double            *value,
                     GError           **error)
{
  g_return_val_if_fail (at != NULL && value != NULL, FALSE);

  if (!check_kind (at, KIND_NUMBER, error))
    return FALSE;

  *value = json_node_get_double (at->node);
  return TRUE;
}

/**
 * weft_json_at_integer: (skip)
 * @at: a place
 * @value: (out): a whole number, written 8 or 8.0, that fits 64 bits
 * @error: where to put a %WEFT_JSON_ERROR_TYPE or %WEFT_JSON_ERROR_RANGE
 *
 * Returns: whether such a number stands there; if not, @value stays as it was
 */
gboolean
weft_json_at_integer (const WeftJsonAt  *at,
                      gint64            *value,
                      GError           **error)
{
  g_return_val_if_fail (at != NULL && value != NULL, FALSE);

  if (is_huge (at))
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, "a whole number of 64 bits", error);
  if (!check_kind (at, KIND_INTEGER, error))
    return FALSE;
  if (json_node_get_value_type (at->node) == G_TYPE_DOUBLE)
    *value = (gint64) json_node_get_double (at->node);
  else
    *value = json_node_get_int (at->node);
  return TRUE;
}

/**
 * weft_json_at_boolean: (skip)
 * @at: a place
 * @value: (out): true or false
 * @error: where to put a %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether one of them stands there; if not, @value stays as it was
 */
gboolean
weft_json_at_boolean (const WeftJsonAt  *at,
                      gboolean          *value,
                      GError           **error)
{
  g_return_val_if_fail (at != NULL && value != NULL, FALSE);

  if (!check_kind (at, KIND_BOOLEAN, error))
    return FALSE;

  *value = json_node_get_boolean (at->node);
  return TRUE;
}

/**
 * weft_json_at_string: (skip)
 * @at: a place
 * @value: (out) (transfer none): a string, borrowed from the document
 * @error: where to put a %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether a string stands there; if not, @value stays as it was
 */
gboolean
weft_json_at_string (const WeftJsonAt  *at,
                     const char       **value,
                     GError           **error)
{
  g_return_val_if_fail (at != NULL && value != NULL, FALSE);

  if (!check_kind (at, KIND_STRING, error))
    return FALSE;

  *value = json_node_get_string (at->node);
  return TRUE;
}

static gboolean
refuse_member (const WeftJsonAt  *object,
               const char        *key,
               const char *const *known,
               GError           **error)
{
  const char *nearest = weft_name_nearest (key, known);
  g_autofree char *list = g_strjoinv (", ", (char **) known);
  g_autofree char *expected = NULL;
  g_autofree char *pointer = NULL;
  WeftJsonAt member;

  weft_json_at_member (object, key, &member);
  pointer = weft_json_at_pointer (&member);
  expected = nearest != NULL ? g_strdup_printf (_("did you mean “%s”?"), nearest)
                             : g_strdup_printf (_("expected one of %s"), list);
  g_set_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_TYPE, _("%s: %s: there is no such member; %s"),
               file_of (object), pointer, expected);
  return FALSE;
}

/**
 * weft_json_at_known: (skip)
 * @object: the place of an object
 * @known: (array zero-terminated=1): all members that it may have
 * @error: where to put a %WEFT_JSON_ERROR_TYPE
 *
 * For what people write by hand: a member that is misspelt would be a value that silently does not
 * count.
 *
 * Returns: whether it is an object and has no other members
 */
gboolean
weft_json_at_known (const WeftJsonAt  *object,
                    const char *const *known,
                    GError           **error)
{
  JsonObjectIter iter;
  const char *key;

  g_return_val_if_fail (object != NULL && known != NULL, FALSE);

  if (!weft_json_at_object (object, error))
    return FALSE;

  json_object_iter_init_ordered (&iter, json_node_get_object (object->node));
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    if (!g_strv_contains (known, key))
      return refuse_member (object, key, known, error);
  return TRUE;
}
