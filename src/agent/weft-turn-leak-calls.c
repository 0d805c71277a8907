/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that stand in the text as JSON: alone, one behind the other, in a list, between fences or between tags.
 * All of it must be calls to tools that exist, or all of it stays text. */
#include <string.h>

#include "agent/weft-turn-leak-private.h"
#include "agent/weft-turn-value-private.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"

#define FENCE "```"
#define TAG "<tool_call>"
#define TAG_END "</tool_call>"

typedef struct
{
  const char *text;
  gsize length;
} Slice;

static Slice
trim (const char *text, const char *end)
{
  while (text < end && g_ascii_isspace (*text))
    text++;
  while (end > text && g_ascii_isspace (end[-1]))
    end--;
  return (Slice) { text, end - text };
}

static Slice
strip_fence (Slice slice)
{
  const char *end = slice.text + slice.length;
  const char *line;

  if (slice.length < 2 * strlen (FENCE) || strncmp (slice.text, FENCE, strlen (FENCE)) != 0
      || memcmp (end - strlen (FENCE), FENCE, strlen (FENCE)) != 0)
    return slice;
  line = memchr (slice.text, '\n', slice.length);
  return line != NULL && line < end - strlen (FENCE) ? trim (line, end - strlen (FENCE)) : slice;
}

gboolean
weft_turn_leak_add (WeftTurnLeak *self, const char *name, gsize length, JsonNode *arguments)
{
  g_autofree char *tool = g_strndup (name, length);
  WeftTurnCall *call;

  if (self->tools == NULL || !g_strv_contains (self->tools, tool) || self->calls->len >= self->max_calls)
    return FALSE;
  call = g_new0 (WeftTurnCall, 1);
  call->name = g_steal_pointer (&tool);
  call->arguments_raw = weft_json_write_compact (arguments);
  call->arguments = json_node_ref (arguments);
  call->valid = TRUE;
  call->recovered = TRUE;
  g_ptr_array_add (self->calls, call);
  return TRUE;
}

static gboolean
take_object (WeftTurnLeak *self, JsonObject *object)
{
  const char *name = weft_turn_text (object, "name");
  const char *key = weft_json_find_object (object, "arguments") != NULL ? "arguments" : "parameters";

  return name != NULL && weft_json_find_object (object, key) != NULL
         && weft_turn_leak_add (self, name, strlen (name), json_object_get_member (object, key));
}

static gboolean
take_list (WeftTurnLeak *self, Slice slice)
{
  WeftJsonLimits limits = weft_json_default_limits;
  g_autoptr (JsonNode) node = NULL;
  JsonArray *array;

  limits.max_depth = self->max_depth + 1;
  limits.max_values = WEFT_TURN_MAX_VALUES;
  node = weft_json_parse (slice.text, slice.length, NULL, &limits, NULL);
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = weft_turn_element (array, i);

      if (object == NULL || !take_object (self, object))
        return FALSE;
    }
  return json_array_get_length (array) > 0;
}

/* The bytes of the object that @slice begins with, 0 when it has no end. */
static gsize
object_length (Slice slice)
{
  WeftTurnNesting nesting = { 0 };

  for (gsize i = 0; i < slice.length; i++)
    {
      weft_turn_nesting_add (&nesting, slice.text + i, 1);
      if (nesting.whole)
        return i + 1;
    }
  return 0;
}

static gboolean
take_objects (WeftTurnLeak *self, Slice slice)
{
  if (slice.length > 0 && slice.text[0] == '[')
    return take_list (self, slice);
  do
    {
      gsize length = slice.length > 0 && slice.text[0] == '{' ? object_length (slice) : 0;
      g_autoptr (JsonNode) node = length > 0 ? weft_turn_object_parse (slice.text, length, self->max_depth) : NULL;

      if (node == NULL || !take_object (self, json_node_get_object (node)))
        return FALSE;
      slice = trim (slice.text + length, slice.text + slice.length);
    }
  while (slice.length > 0);
  return TRUE;
}

/* A server may take the last closing tag for the end of the text. */
static gboolean
take_tags (WeftTurnLeak *self, const char *text, GString *rest)
{
  const char *tag;

  while ((tag = strstr (text, TAG)) != NULL)
    {
      const char *begin = tag + strlen (TAG);
      const char *end = strstr (begin, TAG_END);

      g_string_append_len (rest, text, tag - text);
      text = end != NULL ? end + strlen (TAG_END) : begin + strlen (begin);
      if (!take_objects (self, strip_fence (trim (begin, end != NULL ? end : text))))
        return FALSE;
    }
  g_string_append (rest, text);
  return TRUE;
}

gboolean
weft_turn_leak_calls (WeftTurnLeak *self, GString *content)
{
  g_autoptr (GString) rest = g_string_new (NULL);
  gboolean found;

  if (strstr (content->str, TAG) != NULL)
    found = take_tags (self, content->str, rest);
  else
    found = take_objects (self, strip_fence (trim (content->str, content->str + content->len)));
  if (!found)
    {
      g_ptr_array_set_size (self->calls, 0);
      return FALSE;
    }
  g_string_assign (content, g_strstrip (rest->str));
  return TRUE;
}
