/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tool call while it comes, and what its arguments come to in the end: an object, or one that is wrapped in a
 * way that servers are known for. Quotes, commas and brackets are never guessed. */
#include "agent/weft-turn-draft-private.h"

#include <string.h>

#include "base/weft-json.h"

#define FENCE "```"

static void
close_bracket (WeftTurnNesting *self)
{
  if (self->depth > 0)
    self->depth--;
  self->whole = self->depth == 0;
}

static void
step (WeftTurnNesting *self, char c)
{
  if (self->in_string)
    {
      if (self->escaped)
        self->escaped = FALSE;
      else if (c == '\\')
        self->escaped = TRUE;
      else if (c == '"')
        {
          self->in_string = FALSE;
          self->whole = self->depth == 0;
        }
      return;
    }
  if (g_ascii_isspace (c))
    return;
  self->begun = TRUE;
  self->whole = FALSE;
  if (c == '"')
    self->in_string = TRUE;
  else if (c == '{' || c == '[')
    {
      self->depth++;
      self->deepest = MAX (self->deepest, self->depth);
    }
  else if (c == '}' || c == ']')
    close_bracket (self);
}

void
weft_turn_nesting_add (WeftTurnNesting *self, const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    step (self, text[i]);
}

WeftTurnDraft *
weft_turn_draft_new (void)
{
  WeftTurnDraft *self = g_new0 (WeftTurnDraft, 1);

  self->arguments = g_string_new (NULL);
  return self;
}

void
weft_turn_draft_free (WeftTurnDraft *self)
{
  g_free (self->id);
  g_free (self->name);
  g_string_free (self->arguments, TRUE);
  g_free (self);
}

/* --- arguments --- */

static JsonNode *
parse (const char *text, gsize length, guint max_depth)
{
  WeftJsonLimits limits = weft_json_default_limits;

  limits.max_depth = max_depth;
  limits.max_values = WEFT_TURN_MAX_VALUES;
  return weft_json_parse (text, length, NULL, &limits, NULL);
}

JsonNode *
weft_turn_object_parse (const char *text, gsize length, guint max_depth)
{
  g_autoptr (JsonNode) node = parse (text, length, max_depth);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? g_steal_pointer (&node) : NULL;
}

/* An object as the text of a string. */
static JsonNode *
read_double_encoded (const char *text, gsize length, guint max_depth)
{
  g_autoptr (JsonNode) node = text[0] == '"' ? parse (text, length, max_depth) : NULL;
  const char *inner;

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  inner = json_node_get_string (node);
  return weft_turn_object_parse (inner, strlen (inner), max_depth);
}

/* An object between fences of Markdown. */
static JsonNode *
read_fenced (const char *text, gsize length, guint max_depth)
{
  const char *begin, *end;

  if (length < 2 * strlen (FENCE) || !g_str_has_prefix (text, FENCE)
      || memcmp (text + length - strlen (FENCE), FENCE, strlen (FENCE)) != 0)
    return NULL;
  begin = memchr (text, '\n', length);
  end = text + length - strlen (FENCE);
  return begin != NULL && begin < end ? weft_turn_object_parse (begin, end - begin, max_depth) : NULL;
}

/* Where the first object ends, NULL when it does not. */
static const char *
first_end (const char *text, gsize length)
{
  WeftTurnNesting nesting = { 0 };

  for (gsize i = 0; i < length; i++)
    {
      step (&nesting, text[i]);
      if (nesting.whole)
        return text + i + 1;
    }
  return NULL;
}

/* An object and the very same once more. */
static JsonNode *
read_repeated (const char *text, gsize length, guint max_depth)
{
  const char *end = text[0] == '{' ? first_end (text, length) : NULL;
  const char *second = end;

  if (end == NULL)
    return NULL;
  while (second < text + length && g_ascii_isspace (*second))
    second++;
  if (text + length - second != end - text || memcmp (text, second, end - text) != 0)
    return NULL;
  return weft_turn_object_parse (text, end - text, max_depth);
}

static WeftTurnArguments
unwrap (const char *text, gsize length, guint max_depth)
{
  static const struct
  {
    JsonNode *(*read) (const char *text, gsize length, guint max_depth);
    const char *warning;
  } ways[] = {
    { read_double_encoded, "arguments-double-encoded" },
    { read_fenced, "arguments-fenced" },
    { read_repeated, "arguments-repeated" },
  };
  WeftTurnArguments found = { NULL, NULL };

  for (guint i = 0; i < G_N_ELEMENTS (ways) && found.node == NULL; i++)
    {
      found.node = ways[i].read (text, length, max_depth);
      found.warning = found.node != NULL ? ways[i].warning : NULL;
    }
  return found;
}

WeftTurnArguments
weft_turn_arguments_read (const WeftTurnDraft *draft, guint max_depth, gboolean repair)
{
  WeftTurnArguments found = { NULL, NULL };
  const char *text = draft->arguments->str;
  const char *end = text + draft->arguments->len;

  while (g_ascii_isspace (*text))
    text++;
  while (end > text && g_ascii_isspace (end[-1]))
    end--;
  if (draft->nesting.deepest > max_depth)
    found.warning = "arguments-too-deep";
  else if (text == end && repair)
    {
      found.node = json_node_new (JSON_NODE_OBJECT);
      json_node_take_object (found.node, json_object_new ());
      found.warning = "empty-arguments";
    }
  else if (text < end)
    {
      found.node = weft_turn_object_parse (text, end - text, max_depth);
      if (found.node == NULL && repair)
        found = unwrap (text, end - text, max_depth);
    }
  return found;
}
