/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for objects with a pg_name inside of whatever is around them. */
#include "interop/weft-chakra-group-text-private.h"

#include <string.h>

#include "base/weft-json-find.h"
#include "base/weft-json.h"
#include "sim/weft-sim-builder.h"

/* Texts within texts. */
#define MAX_DEPTH 8

typedef struct
{
  WeftChakraGroupFunc func;
  gpointer data;
  guint n_found;
  gboolean is_bad;
} Parser;

static void parse_text (Parser *self, const char *text, guint depth);

static gboolean
take_rank (JsonNode *node, guint32 *rank)
{
  gint64 value;

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  value = json_node_get_int (node);
  *rank = value;
  return value >= 0 && value < WEFT_MAX_SIM_RANKS;
}

static void
take_group (Parser *self, JsonObject *group, const char *name)
{
  const char *title = weft_json_find_string (group, "name");
  JsonArray *array = weft_json_find_array (group, "ranks");
  guint n = array != NULL ? json_array_get_length (array) : 0;
  g_autofree guint32 *ranks = g_new (guint32, MAX (1, n));

  for (guint i = 0; i < n; i++)
    if (!take_rank (json_array_get_element (array, i), &ranks[i]))
      {
        self->is_bad = TRUE;
        return;
      }
  self->n_found++;
  self->func (name, title != NULL ? title : name, ranks, n, self->data);
}

static void
take_node (Parser *self, JsonNode *node, guint depth)
{
  if (depth == MAX_DEPTH)
    self->is_bad = TRUE;
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        take_node (self, json_array_get_element (array, i), depth + 1);
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      const char *name = weft_json_find_string (json_node_get_object (node), "pg_name");

      if (name != NULL)
        take_group (self, json_node_get_object (node), name);
    }
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    parse_text (self, json_node_get_string (node), depth + 1);
}

/* Python's own way to write a list of texts, ['[{...}]'], is no JSON, but what is between its quotes is. */
static JsonNode *
parse_between (const char *text)
{
  const char *begin = strstr (text, "[{");
  const char *end = g_strrstr (text, "}]");

  if (begin == NULL || end == NULL || end < begin)
    return NULL;
  return weft_json_parse (begin, end + 2 - begin, "", &weft_json_default_limits, NULL);
}

static void
parse_text (Parser *self, const char *text, guint depth)
{
  g_autoptr (JsonNode) root = NULL;

  if (strstr (text, "pg_name") == NULL)
    return;
  root = weft_json_parse (text, -1, "", &weft_json_default_limits, NULL);
  if (root == NULL)
    root = parse_between (text);
  if (root != NULL)
    take_node (self, root, depth);
  else
    self->is_bad = TRUE;
}

/* --- public --- */

gboolean
weft_chakra_group_text_parse (const char *text, WeftChakraGroupFunc func, gpointer data)
{
  Parser parser = { func, data, 0, FALSE };

  parse_text (&parser, text, 0);
  return parser.n_found > 0 && !parser.is_bad;
}
