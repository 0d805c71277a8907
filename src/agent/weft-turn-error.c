/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shapes of errors. Whatever it was, what comes out is one plain line. */
#include "agent/weft-turn-error-private.h"

#include <string.h>

#include "agent/weft-turn-value-private.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-plain.h"

#define MESSAGE_MAX_CHARS 200
#define WORD_MAX_CHARS 64
#define BODY_MAX_DEPTH 64

/* @text without what looks like tags, in one line. */
static char *
strip_markup (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) out = g_string_new (NULL);

  for (const char *at = valid; *at != '\0';)
    {
      gboolean tag = at[0] == '<' && (g_ascii_isalpha (at[1]) || at[1] == '/' || at[1] == '!');
      const char *end = tag ? strchr (at, '>') : NULL;
      gboolean space = end != NULL || g_ascii_isspace (*at);

      if (space && out->len > 0 && out->str[out->len - 1] != ' ')
        g_string_append_c (out, ' ');
      else if (!space)
        g_string_append_c (out, *at);
      at = end != NULL ? end + 1 : at + 1;
      if (out->len > 8 * MESSAGE_MAX_CHARS)
        break;
    }
  g_strchomp (out->str);
  return weft_plain_text (out->str, WEFT_PLAIN_ONE_LINE, MESSAGE_MAX_CHARS);
}

static char *
plain_word (const char *text)
{
  return text != NULL ? weft_plain_text (text, WEFT_PLAIN_ONE_LINE, WORD_MAX_CHARS) : NULL;
}

WeftTurnError *
weft_turn_error_new (const char *message, const char *type, const char *code, guint status)
{
  WeftTurnError *self = g_new0 (WeftTurnError, 1);

  self->message = strip_markup (message);
  self->type = plain_word (type);
  self->code = plain_word (code);
  self->status = status;
  self->retry_after_ms = -1;
  return self;
}

void
weft_turn_error_free (WeftTurnError *self)
{
  g_free (self->message);
  g_free (self->type);
  g_free (self->code);
  g_free (self);
}

/* --- JSON --- */

/* {"loc":["body","temperature"],"msg":"..."} of a validator, as "body.temperature: ...". */
static void
append_detail (GString *out, JsonObject *detail)
{
  JsonArray *place = weft_json_find_array (detail, "loc");
  const char *message = weft_turn_text (detail, "msg");

  if (out->len > 0)
    g_string_append (out, "; ");
  for (guint i = 0; place != NULL && i < json_array_get_length (place); i++)
    {
      g_autofree char *part = NULL;
      JsonNode *node = json_array_get_element (place, i);

      part = json_node_get_value_type (node) == G_TYPE_STRING ? json_node_dup_string (node)
                                                              : weft_json_write_compact (node);
      g_string_append_printf (out, "%s%s", i > 0 ? "." : "", part != NULL ? part : "");
    }
  g_string_append_printf (out, "%s%s", place != NULL && message != NULL ? ": " : "", message != NULL ? message : "");
}

static char *
read_detail (JsonNode *node)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)) && out->len < 8 * MESSAGE_MAX_CHARS; i++)
      {
        JsonObject *detail = weft_turn_element (json_node_get_array (node), i);

        if (detail != NULL)
          append_detail (out, detail);
      }
  return out->len > 0 ? g_string_free (g_steal_pointer (&out), FALSE) : weft_json_write_compact (node);
}

static WeftTurnError *
from_object (JsonObject *object, guint status)
{
  g_autofree char *number = NULL;
  g_autofree char *written = NULL;
  const char *message = weft_turn_text (object, "message");
  const char *code = weft_turn_text (object, "code");
  gint64 value;

  if (weft_turn_integer (object, "code", &value))
    code = number = g_strdup_printf ("%" G_GINT64_FORMAT, value);
  if (message == NULL)
    {
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

      json_node_set_object (node, object);
      message = written = weft_json_write_compact (node);
    }
  return weft_turn_error_new (message != NULL ? message : "", weft_turn_text (object, "type"), code, status);
}

WeftTurnError *
weft_turn_error_from_json (JsonObject *object, guint status)
{
  JsonObject *inner = weft_json_find_object (object, "error");
  const char *text = weft_turn_text (object, "error");
  JsonNode *detail = json_object_get_member (object, "detail");
  gboolean is_answer = json_object_has_member (object, "choices");

  if (inner != NULL)
    return from_object (inner, status);
  if (text != NULL)
    return weft_turn_error_new (text, NULL, NULL, status);
  if (g_strcmp0 (weft_json_find_string (object, "object"), "error") == 0)
    return from_object (object, status);
  if (!is_answer && weft_turn_text (object, "detail") != NULL)
    return weft_turn_error_new (weft_turn_text (object, "detail"), NULL, NULL, status);
  if (detail != NULL && !is_answer && !JSON_NODE_HOLDS_NULL (detail))
    {
      g_autofree char *message = read_detail (detail);

      return weft_turn_error_new (message != NULL ? message : "", NULL, NULL, status);
    }
  if (!is_answer && weft_turn_text (object, "message") != NULL)
    return from_object (object, status);
  return NULL;
}

/* --- any body --- */

/* A gateway may send the error of a stream as an event. */
static const char *
skip_frame (const char *body)
{
  while (g_ascii_isspace (*body))
    body++;
  if (g_str_has_prefix (body, "event: error\n"))
    body += strlen ("event: error\n");
  return g_str_has_prefix (body, "data:") ? body + strlen ("data:") : body;
}

WeftTurnError *
weft_turn_error_from_body (const char *body, gsize length, guint status)
{
  g_autofree char *text = g_utf8_make_valid (body, length);
  const char *begin = skip_frame (text);
  g_autoptr (JsonNode) node = weft_turn_object_parse (begin, strlen (begin), BODY_MAX_DEPTH);
  WeftTurnError *error = node != NULL ? weft_turn_error_from_json (json_node_get_object (node), status) : NULL;

  if (error == NULL)
    error = weft_turn_error_new (text, NULL, NULL, status);
  if (error->message[0] == '\0')
    {
      g_free (error->message);
      error->message = g_strdup_printf ("HTTP %u", status);
    }
  return error;
}
