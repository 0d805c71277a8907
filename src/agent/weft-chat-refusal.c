/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a server refuses a request for. It says so in a member, as the place of a validator, or only in a sentence; some
 * send the request back with it, which is no complaint. */
#include "agent/weft-chat-private.h"

#include <string.h>

#include "base/weft-json-find.h"
#include "base/weft-json.h"

/* An error's body is kept to 64 KiB. */
static const WeftJsonLimits limits = { 256 * 1024, 64, 20000 };

/* Other words that servers have for a field. */
static const struct
{
  WeftField field;
  const char *word;
} aliases[] = {
  { WEFT_FIELD_STREAM_USAGE, "include_usage" },
  { WEFT_FIELD_RESPONSE_FORMAT, "json_schema" },
};

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Where @word stands in @text by itself: "max_tokens" is not in "my_max_tokens_2". */
static const char *
find_word (const char *text, const char *word)
{
  gsize length = strlen (word);

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    if ((at == text || !is_word_char (at[-1])) && !is_word_char (at[length]))
      return at;
  return NULL;
}

/* The field of @sent that @text names first. */
static gboolean
find_field (const char *text, guint sent, WeftField *field)
{
  const char *first = NULL;

  for (guint i = 0; i < WEFT_N_FIELDS + G_N_ELEMENTS (aliases); i++)
    {
      WeftField candidate = i < WEFT_N_FIELDS ? i : aliases[i - WEFT_N_FIELDS].field;
      const char *word = i < WEFT_N_FIELDS ? weft_field_name (i) : aliases[i - WEFT_N_FIELDS].word;
      const char *at = sent & (1u << candidate) ? find_word (text, word) : NULL;

      if (at != NULL && (first == NULL || at < first))
        {
          first = at;
          *field = candidate;
        }
    }
  return first != NULL;
}

static void
append_text (GString *complaint, const char *text)
{
  if (text != NULL)
    g_string_append_printf (complaint, "%s\n", text);
}

/* A validator's {"loc": ["body", "seed"], "msg": ...}; its "input" may be the whole request. */
static void
append_detail (GString *complaint, JsonNode *node)
{
  JsonNode *place;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return;
  place = json_object_get_member (json_node_get_object (node), "loc");
  if (place != NULL && JSON_NODE_HOLDS_ARRAY (place))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (place)); i++)
      {
        JsonNode *step = json_array_get_element (json_node_get_array (place), i);

        if (json_node_get_value_type (step) == G_TYPE_STRING)
          append_text (complaint, json_node_get_string (step));
      }
  append_text (complaint, weft_json_find_string (json_node_get_object (node), "msg"));
}

static void
append_details (GString *complaint, JsonObject *object)
{
  JsonNode *details = json_object_get_member (object, "detail");

  if (details == NULL)
    return;
  if (JSON_NODE_HOLDS_ARRAY (details))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (details)); i++)
      append_detail (complaint, json_array_get_element (json_node_get_array (details), i));
  else if (JSON_NODE_HOLDS_OBJECT (details))
    append_text (complaint, weft_json_find_string (json_node_get_object (details), "message"));
  else if (json_node_get_value_type (details) == G_TYPE_STRING)
    append_text (complaint, json_node_get_string (details));
}

/* A prompt that is too long is no matter of a field, although servers like to speak of max_tokens then. */
static gboolean
is_about_context (const char *text)
{
  return text != NULL && strstr (text, "context") != NULL;
}

static void
append_error (GString *complaint, JsonObject *error)
{
  const char *message = weft_json_find_string (error, "message");

  if (is_about_context (weft_json_find_string (error, "code")) || is_about_context (weft_json_find_string (error, "type"))
      || (message != NULL && strstr (message, "maximum context length") != NULL))
    return;
  append_text (complaint, weft_json_find_string (error, "param"));
  append_text (complaint, message);
}

/* The parts of a body that complain, the most exact first. (transfer full) */
static char *
read_complaint (const char *body, gsize length)
{
  g_autoptr (JsonNode) root = weft_json_parse (length > 0 ? body : "", (gssize) length, "error", &limits, NULL);
  g_autoptr (GString) complaint = g_string_new (NULL);
  JsonObject *object;

  /* No JSON: a sentence of some gateway. */
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return g_strndup (length > 0 ? body : "", MIN (length, 4096));
  object = json_node_get_object (root);
  if (weft_json_find_object (object, "error") != NULL)
    append_error (complaint, weft_json_find_object (object, "error"));
  append_text (complaint, weft_json_find_string (object, "error"));
  append_details (complaint, object);
  append_error (complaint, object);
  return g_string_free (g_steal_pointer (&complaint), FALSE);
}

gboolean
weft_chat_finds_field (const char *body, gsize length, guint sent, WeftField *field)
{
  g_autofree char *complaint = read_complaint (body, length);

  return find_field (complaint, sent, field);
}

gboolean
weft_chat_misses_thinking (const char *body, gsize length)
{
  static const char *const words[] = { "missing", "required", "must be", "pass" };
  g_autofree char *complaint = read_complaint (body, length);
  g_autofree char *lower = g_ascii_strdown (complaint, -1);

  if (find_word (lower, "reasoning_content") == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (lower, words[i]) != NULL)
      return TRUE;
  return FALSE;
}
