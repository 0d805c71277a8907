/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing JSON, for hashes and for people. */

#include "base/weft-json-write.h"

#include <math.h>
#include <string.h>

#include "base/weft-plain.h"

/* Lines of the pretty form do not get longer because of something put on one line. */
#define PRETTY_COLUMNS 100

/* Whole numbers below have no exponent. */
#define MAX_PLAIN_WHOLE 1e15

static gboolean append_compact   (GString  *out,
                                  JsonNode *node,
                                  gboolean  sorted);
static gboolean append_pretty    (GString  *out,
                                  JsonNode *node,
                                  guint     depth,
                                  guint     used_columns);

/* JSON demands escapes below U+0020 only. The other controls and those of direction get them too,
 * so that JSON does nothing to a terminal that shows it. */
static void
append_string (GString    *out,
               const char *text)
{
  static const char named[] = "\b\f\n\r\t\"\\";
  static const char names[] = "bfnrt\"\\";

  g_string_append_c (out, '"');
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);
      const char *name = c < 0x80 ? strchr (named, (int) c) : NULL;

      if (name != NULL)
        g_string_append_printf (out, "\\%c", names[name - named]);
      else if (weft_plain_is_control (c))
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_len (out, text, g_utf8_next_char (text) - text);
    }
  g_string_append_c (out, '"');
}

/* Nodes that a program made may hold text that is not UTF-8, which must not come into a file. */
static void
append_valid_string (GString    *out,
                     const char *text)
{
  g_autofree char *valid = NULL;

  if (!g_utf8_validate (text, -1, NULL))
    valid = g_utf8_make_valid (text, -1);
  append_string (out, valid != NULL ? valid : text);
}

static gboolean
append_double (GString *out,
               double   value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  if (!isfinite (value))
    return FALSE;

  g_string_append (out, weft_json_format_double (value, buffer));
  return TRUE;
}

static gboolean
append_scalar (GString  *out,
               JsonNode *node)
{
  const char *text;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    {
      g_string_append (out, "null");
      return TRUE;
    }

  switch (json_node_get_value_type (node))
    {
    case G_TYPE_INT64:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, json_node_get_int (node));
      return TRUE;

    case G_TYPE_DOUBLE:
      return append_double (out, json_node_get_double (node));

    case G_TYPE_BOOLEAN:
      g_string_append (out, json_node_get_boolean (node) ? "true" : "false");
      return TRUE;

    default:
      text = json_node_get_string (node);
      append_valid_string (out, text != NULL ? text : "");
      return TRUE;
    }
}

static gboolean
is_container (JsonNode *node)
{
  return node != NULL && (JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node));
}

/* Without white space: the canonical form is sorted too. */

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
append_compact_object (GString    *out,
                       JsonObject *object,
                       gboolean    sorted)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_sized_new (json_object_get_size (object));
  const char *key;
  JsonObjectIter iter;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    g_ptr_array_add (keys, (gpointer) key);
  if (sorted)
    g_ptr_array_sort (keys, compare_keys);

  g_string_append_c (out, '{');
  for (guint i = 0; i < keys->len; i++)
    {
      key = g_ptr_array_index (keys, i);
      if (i > 0)
        g_string_append_c (out, ',');
      append_valid_string (out, key);
      g_string_append_c (out, ':');
      if (!append_compact (out, json_object_get_member (object, key), sorted))
        return FALSE;
    }
  g_string_append_c (out, '}');
  return TRUE;
}

static gboolean
append_compact_array (GString   *out,
                      JsonArray *array,
                      gboolean   sorted)
{
  guint n = json_array_get_length (array);

  g_string_append_c (out, '[');
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      if (!append_compact (out, json_array_get_element (array, i), sorted))
        return FALSE;
    }
  g_string_append_c (out, ']');
  return TRUE;
}

static gboolean
append_compact (GString  *out,
                JsonNode *node,
                gboolean  sorted)
{
  if (!is_container (node))
    return append_scalar (out, node);
  if (JSON_NODE_HOLDS_OBJECT (node))
    return append_compact_object (out, json_node_get_object (node), sorted);
  return append_compact_array (out, json_node_get_array (node), sorted);
}

/* Pretty form */

/* A walk over the children: an object's members in their own order, an array's elements. */
typedef struct
{
  JsonObject *object;
  JsonObjectIter iter;
  JsonArray *array;
  guint index;
} Children;

static void
children_begin (Children *children,
                JsonNode *node)
{
  *children = (Children) { 0 };
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      children->object = json_node_get_object (node);
      json_object_iter_init_ordered (&children->iter, children->object);
    }
  else
    {
      children->array = json_node_get_array (node);
    }
}

/* @key is NULL for an element. */
static gboolean
children_next (Children    *children,
               const char **key,
               JsonNode   **child)
{
  *key = NULL;
  if (children->object != NULL)
    return json_object_iter_next_ordered (&children->iter, key, child);
  if (children->index == json_array_get_length (children->array))
    return FALSE;

  *child = json_array_get_element (children->array, children->index++);
  return TRUE;
}

static guint
count_children (JsonNode *node)
{
  return JSON_NODE_HOLDS_OBJECT (node) ? json_object_get_size (json_node_get_object (node))
                                       : json_array_get_length (json_node_get_array (node));
}

/* A container of scalars on one line, or NULL when there are containers in it or it gets longer
 * than @columns. @finite tells of inf and NaN. */
static GString *
write_line (JsonNode *node,
            guint     columns,
            gboolean *finite)
{
  gboolean object = JSON_NODE_HOLDS_OBJECT (node);
  g_autoptr (GString) line = g_string_new (object ? "{" : "[");
  Children children;
  const char *key;
  JsonNode *child;

  /* Every child takes three columns at least; without this, long arrays would be written twice. */
  if (count_children (node) * 3 > columns)
    return NULL;

  children_begin (&children, node);
  while (children_next (&children, &key, &child))
    {
      if (is_container (child))
        return NULL;
      if (line->len > 1)
        g_string_append (line, ", ");
      if (key != NULL)
        {
          append_valid_string (line, key);
          g_string_append (line, ": ");
        }
      if (!append_scalar (line, child))
        {
          *finite = FALSE;
          return NULL;
        }
    }

  g_string_append_c (line, object ? '}' : ']');
  if (g_utf8_strlen (line->str, line->len) > (glong) columns)
    return NULL;
  return g_steal_pointer (&line);
}

static void
append_indent (GString *out,
               guint    depth)
{
  g_string_append_printf (out, "%*s", (int) (2 * depth), "");
}

static gboolean
append_lines (GString  *out,
              JsonNode *node,
              guint     depth)
{
  gboolean object = JSON_NODE_HOLDS_OBJECT (node);
  Children children;
  const char *key;
  const char *separator = "\n";
  JsonNode *child;

  g_string_append_c (out, object ? '{' : '[');
  children_begin (&children, node);
  while (children_next (&children, &key, &child))
    {
      gsize start;

      g_string_append (out, separator);
      separator = ",\n";
      start = out->len;
      append_indent (out, depth + 1);
      if (key != NULL)
        {
          append_valid_string (out, key);
          g_string_append (out, ": ");
        }
      if (!append_pretty (out, child, depth + 1,
                          g_utf8_strlen (out->str + start, out->len - start)))
        return FALSE;
    }

  g_string_append_c (out, '\n');
  append_indent (out, depth);
  g_string_append_c (out, object ? '}' : ']');
  return TRUE;
}

static gboolean
append_pretty (GString  *out,
               JsonNode *node,
               guint     depth,
               guint     used_columns)
{
  g_autoptr (GString) line = NULL;
  gboolean finite = TRUE;

  if (!is_container (node))
    return append_scalar (out, node);
  if (count_children (node) == 0)
    {
      g_string_append (out, JSON_NODE_HOLDS_OBJECT (node) ? "{}" : "[]");
      return TRUE;
    }

  /* One column stays free for the comma. */
  if (depth > 0 && used_columns + 1 < PRETTY_COLUMNS)
    line = write_line (node, PRETTY_COLUMNS - used_columns - 1, &finite);
  if (!finite)
    return FALSE;
  if (line == NULL)
    return append_lines (out, node, depth);

  g_string_append_len (out, line->str, line->len);
  return TRUE;
}

/**
 * weft_json_append_string: (skip)
 * @out: where to
 * @text: a string; what is not UTF-8 in it is replaced
 *
 * Appends it as JSON, with its quotes.
 */
void
weft_json_append_string (GString    *out,
                         const char *text)
{
  append_valid_string (out, text);
}

/**
 * weft_json_append_number: (skip)
 * @out: where to
 * @value: a number
 *
 * Appends it as JSON: null when it is not finite.
 */
void
weft_json_append_number (GString *out,
                         double   value)
{
  if (!append_double (out, value))
    g_string_append (out, "null");
}

/* The digits of a whole number, as %.15g has them below 1e15: files of many rows have little else. */
static const char *
format_whole (gint64 value,
              char   buffer[WEFT_DOUBLE_BUFFER])
{
  char digits[WEFT_DOUBLE_BUFFER];
  guint64 rest = ABS (value);
  guint n = 0, length = 0;

  do
    digits[n++] = '0' + rest % 10;
  while ((rest /= 10) > 0);
  if (value < 0)
    buffer[length++] = '-';
  while (n > 0)
    buffer[length++] = digits[--n];
  buffer[length] = '\0';
  return buffer;
}

/**
 * weft_json_format_double: (skip)
 * @value: a finite number
 * @buffer: where to write its text
 *
 * Writes the shortest of 15, 16 and 17 significant digits that reads back to the same double, in
 * the C locale. Whole numbers below 1e15 have no exponent; minus zero is written 0.
 *
 * Returns: (transfer none): @buffer
 */
const char *
weft_json_format_double (double value,
                         char   buffer[WEFT_DOUBLE_BUFFER])
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  g_return_val_if_fail (buffer != NULL, NULL);
  g_return_val_if_fail (isfinite (value), NULL);

  /* minus zero too, which would print its sign */
  if (fabs (value) < MAX_PLAIN_WHOLE && value == (double) (gint64) value)
    return format_whole ((gint64) value, buffer);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (buffer, WEFT_DOUBLE_BUFFER, formats[i], value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  return buffer;
}

/**
 * weft_json_write_canonical:
 * @node: a value
 *
 * Writes @node without white space and with members sorted by the bytes of their keys. What JSON
 * demands is escaped and what weft_plain_is_control() names; the rest stays UTF-8.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL when @node holds an infinity or NaN
 */
char *
weft_json_write_canonical (JsonNode *node)
{
  g_autoptr (GString) out = NULL;

  g_return_val_if_fail (node != NULL, NULL);

  out = g_string_new (NULL);
  if (!append_compact (out, node, TRUE))
    return NULL;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * weft_json_write_compact:
 * @node: a value
 *
 * Writes @node without white space and with members in their own order: one line of a log, which
 * reads back to the same value.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL when @node holds an infinity or NaN
 */
char *
weft_json_write_compact (JsonNode *node)
{
  g_autoptr (GString) out = NULL;

  g_return_val_if_fail (node != NULL, NULL);

  out = g_string_new (NULL);
  if (!append_compact (out, node, FALSE))
    return NULL;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * weft_json_write_pretty:
 * @node: a value
 *
 * Writes @node for people: two spaces of indent, members in their own order, arrays and objects of
 * scalars on one line when they fit in 100 columns (but the root), a line break at the end.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL when @node holds an infinity or NaN
 */
char *
weft_json_write_pretty (JsonNode *node)
{
  g_autoptr (GString) out = NULL;

  g_return_val_if_fail (node != NULL, NULL);

  out = g_string_new (NULL);
  if (!append_pretty (out, node, 0, 0))
    return NULL;
  g_string_append_c (out, '\n');
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * weft_json_strings: (skip)
 * @strings: (nullable) (element-type utf8): strings; %NULL is as good as none
 *
 * Returns: (transfer full): the same as JSON
 */
JsonArray *
weft_json_strings (GPtrArray *strings)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; strings != NULL && i < strings->len; i++)
    json_array_add_string_element (array, g_ptr_array_index (strings, i));
  return array;
}

/**
 * weft_json_digest:
 * @node: a value
 *
 * Returns: (transfer full) (nullable): the SHA-256 of the canonical form in lower-case
 *   hexadecimal, or %NULL when @node holds an infinity or NaN
 */
char *
weft_json_digest (JsonNode *node)
{
  g_autofree char *text = weft_json_write_canonical (node);

  return text != NULL ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1) : NULL;
}

/**
 * weft_json_set_number:
 * @object: an object
 * @key: a member's name
 * @value: its number; infinities and NaN become null
 *
 * Sets a member that may be unknown.
 */
void
weft_json_set_number (JsonObject *object,
                      const char *key,
                      double      value)
{
  g_return_if_fail (object != NULL && key != NULL);

  if (isfinite (value))
    json_object_set_double_member (object, key, value);
  else
    json_object_set_null_member (object, key);
}
