/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folds the chunks of an answer into text, thinking and calls, and a whole answer that was not streamed as well. What
 * has the wrong type is left out, never coerced. */
#include <string.h>

#include <glib/gi18n-lib.h>

#include "agent/weft-turn-error-private.h"
#include "agent/weft-turn-reader-private.h"
#include "agent/weft-turn-value-private.h"
#include "base/weft-json.h"
#include "base/weft-plain.h"

#define NAME_MAX_CHARS 256
#define FINISH_MAX_CHARS 64

/* Whether @length more bytes of text are still within the limit. */
static gboolean
count_text (WeftTurnReader *self, gsize length)
{
  if (length > self->limits.text - MIN (self->n_text, self->limits.text))
    {
      weft_turn_hit (self, "text");
      return FALSE;
    }
  self->n_text += length;
  return TRUE;
}

static void
add_content (WeftTurnReader *self, const char *text)
{
  if (text == NULL || text[0] == '\0' || self->closed || !count_text (self, strlen (text)))
    return;
  if (self->think.state == WEFT_THINK_START && self->has_thinking)
    {
      weft_turn_think_end (&self->think, self->content, self->reasoning);
      self->think.state = WEFT_THINK_PLAIN;
    }
  weft_turn_think_add (&self->think, text, self->content, self->reasoning);
  if (self->think.found)
    weft_turn_warn (self, "think-in-content");
}

static void
add_thinking (WeftTurnReader *self, const char *text)
{
  if (text == NULL || text[0] == '\0' || self->closed || !count_text (self, strlen (text)))
    return;
  self->has_thinking = TRUE;
  g_string_append (self->reasoning, text);
}

static void
add_refusal (WeftTurnReader *self, const char *text)
{
  if (text == NULL || self->closed || !count_text (self, strlen (text)))
    return;
  if (self->refusal == NULL)
    self->refusal = g_string_new (NULL);
  g_string_append (self->refusal, text);
}

/* Thinking as one of the parts of a content. */
static void
fold_thinking_part (WeftTurnReader *self, JsonObject *part)
{
  JsonArray *pieces = weft_json_find_array (part, "thinking");

  add_thinking (self, weft_json_find_string (part, "thinking"));
  for (guint i = 0; pieces != NULL && i < json_array_get_length (pieces); i++)
    {
      JsonObject *piece = weft_turn_element (pieces, i);

      if (piece != NULL)
        add_thinking (self, weft_json_find_string (piece, "text"));
    }
}

static void
fold_parts (WeftTurnReader *self, JsonArray *parts)
{
  for (guint i = 0; i < json_array_get_length (parts); i++)
    {
      JsonObject *part = weft_turn_element (parts, i);
      const char *type = part != NULL ? weft_json_find_string (part, "type") : NULL;

      if (g_strcmp0 (type, "text") == 0)
        add_content (self, weft_json_find_string (part, "text"));
      else if (g_strcmp0 (type, "thinking") == 0)
        fold_thinking_part (self, part);
      else
        continue;
      weft_turn_warn (self, "content-parts");
    }
}

static void
fold_thinking (WeftTurnReader *self, JsonObject *delta)
{
  static const char *const fields[] = { "reasoning_content", "reasoning", "thinking" };
  JsonArray *details = weft_json_find_array (delta, "reasoning_details");
  const char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (fields) && text == NULL; i++)
    text = weft_turn_text (delta, fields[i]);
  add_thinking (self, text);
  for (guint i = 0; text == NULL && details != NULL && i < json_array_get_length (details); i++)
    {
      JsonObject *detail = weft_turn_element (details, i);

      if (detail == NULL)
        continue;
      add_thinking (self, weft_turn_text (detail, "text") != NULL ? weft_turn_text (detail, "text")
                                                                   : weft_turn_text (detail, "summary"));
    }
}

static void
fold_delta (WeftTurnReader *self, JsonObject *delta, gboolean is_delta)
{
  JsonArray *parts = weft_json_find_array (delta, "content");

  fold_thinking (self, delta);
  add_content (self, weft_json_find_string (delta, "content"));
  if (parts != NULL)
    fold_parts (self, parts);
  add_refusal (self, weft_turn_text (delta, "refusal"));
  weft_turn_fold_calls (self, delta, is_delta);
}

/* --- how it ends --- */

static void
set_error (WeftTurnReader *self, WeftTurnError *error)
{
  if (self->error != NULL)
    {
      weft_turn_error_free (error);
      return;
    }
  self->error = error;
  weft_turn_error_set_retry (error, self->headers, self->now_s);
}

/* The many words for the few ways to end. */
static const char *
known_finish (const char *reason)
{
  static const struct
  {
    const char *word, *known;
  } words[] = {
    { "stop", "stop" }, { "eos", "stop" }, { "eos_token", "stop" }, { "end_turn", "stop" }, { "stop_sequence", "stop" },
    { "length", "length" }, { "max_tokens", "length" },
    { "tool_calls", "tool_calls" }, { "function_call", "tool_calls" }, { "tool_use", "tool_calls" },
    { "content_filter", "content_filter" },
    { "error", "error" }, { "abort", "error" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].word, reason))
      return words[i].known;
  return NULL;
}

static void
fold_finish (WeftTurnReader *self, JsonObject *choice)
{
  const char *reason = weft_turn_text (choice, "finish_reason");
  const char *known = reason != NULL ? known_finish (reason) : NULL;
  WeftTurnError *error = NULL;

  if (reason == NULL)
    return;
  g_free (self->finish);
  self->finish = known != NULL ? g_strdup (known) : weft_plain_text (reason, WEFT_PLAIN_ONE_LINE, FINISH_MAX_CHARS);
  if (known == NULL)
    weft_turn_warn (self, "unknown-finish-reason");
  if (g_strcmp0 (known, "error") != 0)
    return;
  error = weft_turn_error_from_json (choice, self->status);
  set_error (self, error != NULL ? error
                                 : weft_turn_error_new (N_ ("the server ended the answer with an error"), NULL, NULL,
                                                        self->status));
}

static void
fold_choices (WeftTurnReader *self, JsonArray *choices)
{
  for (guint i = 0; i < json_array_get_length (choices) && !self->closed; i++)
    {
      JsonObject *choice = weft_turn_element (choices, i);
      JsonObject *delta, *message;
      gint64 index = 0;

      if (choice == NULL)
        continue;
      if (weft_turn_integer (choice, "index", &index) && index != 0)
        {
          weft_turn_warn (self, "extra-choice");
          continue;
        }
      delta = weft_json_find_object (choice, "delta");
      message = delta == NULL ? weft_json_find_object (choice, "message") : NULL;
      if (delta != NULL || message != NULL)
        fold_delta (self, delta != NULL ? delta : message, delta != NULL);
      fold_finish (self, choice);
    }
}

/* --- what stands beside the choices --- */

static guint64
read_count (JsonObject *object, const char *key, gboolean *any)
{
  gint64 value;

  if (object == NULL || !weft_turn_integer (object, key, &value) || value < 0)
    return 0;
  *any = TRUE;
  return value;
}

static void
fold_usage (WeftTurnReader *self, JsonObject *usage)
{
  WeftTurnUsage found = { 0 };
  gboolean any = FALSE;

  found.prompt = read_count (usage, "prompt_tokens", &any);
  found.completion = read_count (usage, "completion_tokens", &any);
  found.total = read_count (usage, "total_tokens", &any);
  if (!any)
    return;
  found.reported = TRUE;
  found.cached = read_count (weft_json_find_object (usage, "prompt_tokens_details"), "cached_tokens", &any);
  found.reasoning = read_count (weft_json_find_object (usage, "completion_tokens_details"), "reasoning_tokens", &any);
  self->usage = found;
}

static void
keep_first (char **place, JsonObject *chunk, const char *key)
{
  const char *text = *place == NULL ? weft_turn_text (chunk, key) : NULL;

  if (text != NULL)
    *place = weft_plain_text (text, WEFT_PLAIN_ONE_LINE, NAME_MAX_CHARS);
}

static void
fold_object (WeftTurnReader *self, JsonObject *chunk)
{
  WeftTurnError *error = weft_turn_error_from_json (chunk, self->status);
  JsonArray *choices = weft_json_find_array (chunk, "choices");
  JsonObject *usage = weft_json_find_object (chunk, "usage");

  if (error != NULL)
    set_error (self, error);
  keep_first (&self->id, chunk, "id");
  keep_first (&self->model, chunk, "model");
  keep_first (&self->system_fingerprint, chunk, "system_fingerprint");
  if (usage != NULL)
    fold_usage (self, usage);
  if (choices != NULL)
    fold_choices (self, choices);
}

/* --- from text --- */

/* Which of the escapes that no string can hold stand in @text, which is JSON. */
static void
warn_of_escapes (WeftTurnReader *self, const char *text, gsize length)
{
  for (gsize i = 0; i + 5 < length; i++)
    {
      gboolean pair;

      if (text[i] != '\\')
        continue;
      if (text[++i] != 'u')
        continue;
      if (strncmp (text + i + 1, "0000", 4) == 0)
        weft_turn_warn (self, "nul-in-text");
      if (g_ascii_tolower (text[i + 1]) != 'd' || strchr ("89abcdefABCDEF", text[i + 2]) == NULL)
        continue;
      pair = strchr ("89abAB", text[i + 2]) != NULL && i + 10 < length && text[i + 5] == '\\' && text[i + 6] == 'u'
             && g_ascii_tolower (text[i + 7]) == 'd' && strchr ("cdefCDEF", text[i + 8]) != NULL;
      if (pair)
        i += 10;
      else
        weft_turn_warn (self, "lone-surrogate");
    }
}

static gboolean
is_too_deep (WeftTurnReader *self, const char *text, gsize length)
{
  WeftTurnNesting nesting = { 0 };

  weft_turn_nesting_add (&nesting, text, length);
  return nesting.deepest > self->limits.depth;
}

gboolean
weft_turn_fold (WeftTurnReader *self, const char *text, gsize length)
{
  const WeftJsonLimits limits = {
    .max_bytes = G_MAXSIZE,
    .max_depth = self->limits.depth,
    .max_values = WEFT_TURN_MAX_VALUES,
  };
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) error = NULL;

  if (is_too_deep (self, text, length))
    {
      weft_turn_hit (self, "depth");
      return TRUE;
    }
  node = weft_json_parse (text, length, NULL, &limits, &error);
  if (g_error_matches (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_LIMIT))
    {
      weft_turn_hit (self, "values");
      return TRUE;
    }
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  if (memchr (text, '\\', length) != NULL)
    warn_of_escapes (self, text, length);
  fold_object (self, json_node_get_object (node));
  return TRUE;
}

/* --- lines that are no events --- */

/* An error in one line that should have been an event. */
static gboolean
fold_stray_text (WeftTurnReader *self, const char *text)
{
  g_autoptr (JsonNode) node = NULL;
  WeftTurnError *error;

  if (g_str_has_prefix (text, "error:"))
    text += strlen ("error:");
  while (g_ascii_isspace (*text))
    text++;
  if (*text != '{')
    return FALSE;
  node = weft_turn_object_parse (text, strlen (text), self->limits.depth);
  error = node != NULL ? weft_turn_error_from_json (json_node_get_object (node), self->status) : NULL;
  if (error == NULL)
    return FALSE;
  set_error (self, error);
  weft_turn_warn (self, "unframed-error");
  return TRUE;
}

void
weft_turn_fold_stray (WeftTurnReader *self)
{
  g_auto (GStrv) lines = NULL;

  if (self->stray->len == 0 || fold_stray_text (self, self->stray->str))
    return;
  lines = g_strsplit (self->stray->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (fold_stray_text (self, lines[i]))
      return;
}
