/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a request: what the endpoint takes, and nothing else. */
#include "agent/weft-chat-private.h"

#include <math.h>
#include <string.h>

#include "agent/weft-endpoint-private.h"
#include "base/weft-json-find.h"
#include "base/weft-json-write.h"

#define THINKING "weft_thinking"
#define BIT(field) (1u << (field))

/* To the model, so in its language and not the user's. */
#define HINT                                                                                                            \
  "The last tool call could not be read. Call the tool again; its arguments must be one valid JSON object that follows " \
  "the tool's schema."

typedef struct
{
  WeftEndpoint *endpoint;
  const WeftChatRequest *request;
  JsonObject *body;
  guint sent;
} Builder;

/* Whether the endpoint takes it; notes that it was sent. */
static gboolean
use_field (Builder *builder, WeftField field)
{
  if (!weft_endpoint_has_field (builder->endpoint, field))
    return FALSE;
  builder->sent |= BIT (field);
  return TRUE;
}

/* --- messages --- */

/* Thinking belongs to the chain of calls since somebody spoke last; older thinking is only weight. */
static guint
chain_begin (JsonArray *messages)
{
  for (guint i = json_array_get_length (messages); i > 0; i--)
    {
      JsonNode *node = json_array_get_element (messages, i - 1);

      if (JSON_NODE_HOLDS_OBJECT (node) && g_strcmp0 (weft_json_find_string (json_node_get_object (node), "role"), "user") == 0)
        return i;
    }
  return 0;
}

static JsonNode *
copy_message (JsonObject *message, gboolean thinking_back, gboolean in_chain)
{
  JsonObject *copy = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  const char *thinking = weft_json_find_string (message, THINKING);
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  json_object_iter_init_ordered (&iter, message);
  while (json_object_iter_next_ordered (&iter, &key, &member))
    if (!g_str_equal (key, THINKING))
      json_object_set_member (copy, key, json_node_ref (member));
  if (thinking_back && !json_object_has_member (copy, "reasoning_content"))
    json_object_set_string_member (copy, "reasoning_content", in_chain && thinking != NULL ? thinking : "");
  json_node_take_object (node, copy);
  return node;
}

static JsonNode *
copy_or_ref (Builder *builder, JsonNode *node, gboolean in_chain)
{
  JsonObject *message = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  gboolean by_model = message != NULL && g_strcmp0 (weft_json_find_string (message, "role"), "assistant") == 0;
  gboolean back = by_model && use_field (builder, WEFT_FIELD_REASONING_BACK);

  if (message == NULL || (!back && !json_object_has_member (message, THINKING)))
    return json_node_ref (node);
  return copy_message (message, back, in_chain);
}

static void
add_messages (Builder *builder, const WeftChatChange *change)
{
  JsonArray *messages = json_node_get_array (builder->request->messages);
  JsonArray *copy = json_array_new ();
  guint begin = chain_begin (messages);

  for (guint i = 0; i < json_array_get_length (messages); i++)
    json_array_add_element (copy, copy_or_ref (builder, json_array_get_element (messages, i), i >= begin));
  if (change != NULL && change->hint)
    {
      JsonObject *hint = json_object_new ();

      json_object_set_string_member (hint, "role", "user");
      json_object_set_string_member (hint, "content", HINT);
      json_array_add_object_element (copy, hint);
    }
  json_object_set_array_member (builder->body, "messages", copy);
}

/* --- the rest --- */

static void
add_tools (Builder *builder)
{
  const WeftChatRequest *request = builder->request;
  gboolean required;

  if (request->tools == NULL)
    return;
  json_object_set_member (builder->body, "tools", json_node_ref (request->tools));
  required = request->tool_required && use_field (builder, WEFT_FIELD_TOOL_CHOICE_REQUIRED);
  json_object_set_string_member (builder->body, "tool_choice", required ? "required" : "auto");
  /* One call at a time, so that each answer to one can change the next. */
  if (use_field (builder, WEFT_FIELD_PARALLEL_TOOL_CALLS))
    json_object_set_boolean_member (builder->body, "parallel_tool_calls", FALSE);
}

/* Never with tools: many servers then drop one of both. */
static void
add_response_format (Builder *builder)
{
  const WeftChatRequest *request = builder->request;
  JsonObject *format, *schema;

  if (request->response_schema == NULL || request->tools != NULL || !use_field (builder, WEFT_FIELD_RESPONSE_FORMAT))
    return;
  schema = json_object_new ();
  json_object_set_string_member (schema, "name", request->schema_name != NULL ? request->schema_name : "answer");
  json_object_set_boolean_member (schema, "strict", TRUE);
  json_object_set_member (schema, "schema", json_node_ref (request->response_schema));
  format = json_object_new ();
  json_object_set_string_member (format, "type", "json_schema");
  json_object_set_object_member (format, "json_schema", schema);
  json_object_set_object_member (builder->body, "response_format", format);
}

static void
add_number (Builder *builder, WeftField field, WeftEndpointNumber number)
{
  double value = builder->endpoint->numbers[number];

  if (!isnan (value) && use_field (builder, field))
    json_object_set_double_member (builder->body, weft_field_name (field), value);
}

static void
add_sampling (Builder *builder)
{
  const char *effort = builder->endpoint->texts[WEFT_ENDPOINT_REASONING_EFFORT];

  if (effort != NULL && use_field (builder, WEFT_FIELD_REASONING_EFFORT))
    json_object_set_string_member (builder->body, "reasoning_effort", effort);
  add_number (builder, WEFT_FIELD_TEMPERATURE, WEFT_ENDPOINT_TEMPERATURE);
  add_number (builder, WEFT_FIELD_TOP_P, WEFT_ENDPOINT_TOP_P);
  if (builder->request->seed >= 0 && use_field (builder, WEFT_FIELD_SEED))
    json_object_set_int_member (builder->body, "seed", builder->request->seed);
}

/* Under one of its two names. */
static void
add_max_tokens (Builder *builder)
{
  guint max = builder->request->max_tokens;

  if (max == 0)
    max = builder->endpoint->counts[WEFT_ENDPOINT_MAX_TOKENS];
  if (max == 0)
    return;
  if (use_field (builder, WEFT_FIELD_MAX_TOKENS))
    json_object_set_int_member (builder->body, "max_tokens", max);
  else if (use_field (builder, WEFT_FIELD_MAX_COMPLETION_TOKENS))
    json_object_set_int_member (builder->body, "max_completion_tokens", max);
}

static void
add_stream (Builder *builder)
{
  json_object_set_boolean_member (builder->body, "stream", TRUE);
  if (use_field (builder, WEFT_FIELD_STREAM_USAGE))
    {
      JsonObject *options = json_object_new ();

      json_object_set_boolean_member (options, "include_usage", TRUE);
      json_object_set_object_member (builder->body, "stream_options", options);
    }
}

GBytes *
weft_chat_body_new (WeftEndpoint *endpoint, const WeftChatRequest *request, const WeftChatChange *change, guint *sent)
{
  Builder builder = { endpoint, request, json_object_new (), 0 };
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  char *text;

  json_node_take_object (root, builder.body);
  json_object_set_string_member (builder.body, "model", weft_endpoint_get_model (endpoint));
  add_messages (&builder, change);
  add_tools (&builder);
  add_response_format (&builder);
  add_sampling (&builder);
  add_max_tokens (&builder);
  add_stream (&builder);
  *sent = builder.sent;
  text = weft_json_write_compact (root);
  return text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;
}
