/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer as JSON, as recorded cases say what they expect. */
#include "agent/weft-turn.h"

#include <string.h>

#include "base/weft-json-write.h"

static void
set_text (JsonObject *object, const char *key, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, key, text);
  else
    json_object_set_null_member (object, key);
}

static JsonObject *
call_to_json (const WeftTurnCall *call)
{
  JsonObject *object = json_object_new ();

  set_text (object, "id", call->id);
  set_text (object, "name", call->name);
  set_text (object, "arguments_raw", call->arguments_raw);
  json_object_set_member (object, "arguments", call->arguments != NULL ? json_node_ref (call->arguments)
                                                                       : json_node_new (JSON_NODE_NULL));
  json_object_set_boolean_member (object, "valid", call->valid);
  json_object_set_boolean_member (object, "recovered", call->recovered);
  return object;
}

static JsonObject *
usage_to_json (const WeftTurnUsage *usage)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "prompt_tokens", (gint64) usage->prompt);
  json_object_set_int_member (object, "completion_tokens", (gint64) usage->completion);
  json_object_set_int_member (object, "total_tokens", (gint64) usage->total);
  return object;
}

/* Codes are words with some servers and numbers with others. */
static void
set_code (JsonObject *object, const char *code)
{
  gint64 number = 0;

  if (code != NULL && g_ascii_string_to_signed (code, 10, -999999999, 999999999, &number, NULL))
    json_object_set_int_member (object, "code", number);
  else
    set_text (object, "code", code);
}

static JsonObject *
error_to_json (const WeftTurnError *error)
{
  JsonObject *object = json_object_new ();

  set_text (object, "message", error->message);
  set_text (object, "type", error->type);
  set_code (object, error->code);
  json_object_set_int_member (object, "status", error->status);
  json_object_set_boolean_member (object, "retryable", error->retryable);
  if (error->retry_after_ms >= 0)
    json_object_set_int_member (object, "retry_after_ms", error->retry_after_ms);
  else
    json_object_set_null_member (object, "retry_after_ms");
  return object;
}

static void
set_object (JsonObject *object, const char *key, JsonObject *member)
{
  if (member != NULL)
    json_object_set_object_member (object, key, member);
  else
    json_object_set_null_member (object, key);
}

/**
 * weft_turn_to_json:
 * @self: an answer
 *
 * Returns: (transfer full): it, with the keys of what a recorded case expects
 */
JsonNode *
weft_turn_to_json (WeftTurn *self)
{
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *calls = json_array_new ();

  for (guint i = 0; i < self->calls->len; i++)
    json_array_add_object_element (calls, call_to_json (g_ptr_array_index (self->calls, i)));
  set_text (object, "outcome", weft_turn_outcome_nick (self->outcome));
  set_text (object, "content", self->content);
  set_text (object, "reasoning", self->reasoning);
  json_object_set_array_member (object, "tool_calls", calls);
  set_text (object, "finish_reason", self->finish_reason);
  json_object_set_boolean_member (object, "done", self->done);
  set_object (object, "usage", self->usage.reported ? usage_to_json (&self->usage) : NULL);
  set_object (object, "error", self->error != NULL ? error_to_json (self->error) : NULL);
  set_text (object, "limit", self->limit);
  json_object_set_array_member (object, "warnings", weft_json_strings (self->warnings));
  if (self->refusal != NULL)
    set_text (object, "refusal", self->refusal);
  json_node_take_object (root, object);
  return root;
}
