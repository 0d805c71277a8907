/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages of a planner, in exchanges: a turn of the model, the results of its calls, what the user said after it. The
 * beginning never changes, so that a server can keep it in its cache. */
#include "agent/weft-context-private.h"

#include <string.h>

#include "base/weft-json-write.h"

/* Characters of a tool's name that every server takes. */
#define MOST_NAME 64

struct _WeftContext
{
  GPtrArray *beginning;  /* of JsonNode: messages that stay */
  JsonNode *summary;     /* (nullable): what stands for what was removed */
  GPtrArray *exchanges;  /* of GPtrArray of JsonNode */
};

static void
free_node (gpointer data)
{
  json_node_unref (data);
}

static JsonNode *
take_object (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  return node;
}

static JsonNode *
new_message (const char *role,
             const char *content)
{
  JsonObject *message = json_object_new ();

  json_object_set_string_member (message, "role", role);
  json_object_set_string_member (message, "content", content);
  return take_object (message);
}

/* Servers take letters, digits, "_" and "-" in the name of a tool, and fail on all else when it comes back to them. */
static const char *
name_to_repeat (const char *name)
{
  gsize length = strspn (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-");

  return length > 0 && length <= MOST_NAME && name[length] == '\0' ? name : "unknown_tool";
}

/* @arguments: what goes to the server: never anything that is no JSON, since some servers fail on it later. */
static JsonNode *
new_call (const WeftTurnCall *call)
{
  JsonObject *object = json_object_new ();
  JsonObject *function = json_object_new ();
  g_autofree char *arguments = call->valid && call->arguments != NULL
                                 ? weft_json_write_compact (call->arguments) : NULL;

  json_object_set_string_member (function, "name", name_to_repeat (call->name));
  json_object_set_string_member (function, "arguments",
                                 arguments != NULL ? arguments : "{\"invalid\":true}");
  json_object_set_string_member (object, "id", call->id);
  json_object_set_string_member (object, "type", "function");
  json_object_set_object_member (object, "function", function);
  return take_object (object);
}

static GPtrArray *
last_exchange (WeftContext *self)
{
  if (self->exchanges->len == 0)
    g_ptr_array_add (self->exchanges, g_ptr_array_new_with_free_func (free_node));
  return g_ptr_array_index (self->exchanges, self->exchanges->len - 1);
}

static gsize
count_bytes (GPtrArray *messages)
{
  gsize bytes = 0;

  for (guint i = 0; i < messages->len; i++)
    {
      g_autofree char *text = weft_json_write_compact (g_ptr_array_index (messages, i));

      bytes += text != NULL ? strlen (text) : 0;
    }

  return bytes;
}

/**
 * weft_context_new: (skip)
 * @system: the system prompt
 * @begin: the task
 *
 * Returns: (transfer full): a context with these two messages
 */
WeftContext *
weft_context_new (const char *system,
                  const char *begin)
{
  WeftContext *self = g_new0 (WeftContext, 1);

  self->beginning = g_ptr_array_new_with_free_func (free_node);
  self->exchanges = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_ptr_array_add (self->beginning, new_message ("system", system));
  g_ptr_array_add (self->beginning, new_message ("user", begin));
  return self;
}

/**
 * weft_context_free: (skip)
 * @self: (transfer full): a context
 */
void
weft_context_free (WeftContext *self)
{
  g_ptr_array_unref (self->beginning);
  g_ptr_array_unref (self->exchanges);
  g_clear_pointer (&self->summary, json_node_unref);
  g_free (self);
}

/**
 * weft_context_add_turn: (skip)
 * @self: a context
 * @turn: what the model answered
 *
 * Its thinking goes along in the member "weft_thinking", which whoever sends it renames or takes away.
 */
void
weft_context_add_turn (WeftContext *self,
                       WeftTurn    *turn)
{
  GPtrArray *exchange = g_ptr_array_new_with_free_func (free_node);
  JsonObject *message = json_object_new ();

  json_object_set_string_member (message, "role", "assistant");
  json_object_set_string_member (message, "content", turn->content);
  if (turn->reasoning[0] != '\0')
    json_object_set_string_member (message, "weft_thinking", turn->reasoning);
  if (turn->calls->len > 0)
    {
      JsonArray *calls = json_array_new ();

      for (guint i = 0; i < turn->calls->len; i++)
        json_array_add_element (calls, new_call (g_ptr_array_index (turn->calls, i)));
      json_object_set_array_member (message, "tool_calls", calls);
    }

  g_ptr_array_add (exchange, take_object (message));
  g_ptr_array_add (self->exchanges, exchange);
}

/**
 * weft_context_add_result: (skip)
 * @self: a context
 * @call_id: id of a call of the last turn
 * @content: the tool's answer
 */
void
weft_context_add_result (WeftContext *self,
                         const char  *call_id,
                         const char  *content)
{
  JsonNode *node = new_message ("tool", content);

  json_object_set_string_member (json_node_get_object (node), "tool_call_id", call_id);
  g_ptr_array_add (last_exchange (self), node);
}

/**
 * weft_context_add_user: (skip)
 * @self: a context
 * @text: what is said to the model
 *
 * Strict templates want one message of a user at a time, so that it joins one that is there.
 */
void
weft_context_add_user (WeftContext *self,
                       const char  *text)
{
  GPtrArray *exchange = last_exchange (self);
  JsonNode *last = exchange->len > 0 ? g_ptr_array_index (exchange, exchange->len - 1) : NULL;
  JsonObject *message = last != NULL ? json_node_get_object (last) : NULL;

  if (message != NULL && g_str_equal (json_object_get_string_member (message, "role"), "user"))
    {
      g_autofree char *both = g_strconcat (json_object_get_string_member (message, "content"),
                                           "\n\n", text, NULL);

      json_object_set_string_member (message, "content", both);
      return;
    }
  g_ptr_array_add (exchange, new_message ("user", text));
}

static gboolean
is_by_user (JsonNode *message)
{
  return g_str_equal (json_object_get_string_member (json_node_get_object (message), "role"), "user");
}

/* Joins the last message when it is one of the user too. Nodes share their objects, so that no message itself is changed. */
static void
append_user (JsonArray  *array,
             const char *text)
{
  guint n = json_array_get_length (array);
  JsonNode *last = json_array_get_element (array, n - 1);
  g_autofree char *both = NULL;

  if (is_by_user (last))
    {
      both = g_strconcat (json_object_get_string_member (json_node_get_object (last), "content"), "\n\n",
                          text, NULL);
      json_array_remove_element (array, n - 1);
    }
  json_array_add_element (array, new_message ("user", both != NULL ? both : text));
}

static void
append_messages (JsonArray *array,
                 GPtrArray *messages)
{
  for (guint i = 0; i < messages->len; i++)
    {
      JsonNode *message = g_ptr_array_index (messages, i);

      if (is_by_user (message))
        append_user (array, json_object_get_string_member (json_node_get_object (message), "content"));
      else
        json_array_add_element (array, json_node_copy (message));
    }
}

/**
 * weft_context_messages: (skip)
 * @self: a context
 *
 * Returns: (transfer full): an array of messages, no two of the user in a row; the summary is part of the last message of the
 *   beginning
 */
JsonNode *
weft_context_messages (WeftContext *self)
{
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->beginning->len; i++)
    json_array_add_element (array, json_node_copy (g_ptr_array_index (self->beginning, i)));
  if (self->summary != NULL)
    append_user (array, json_node_get_string (self->summary));
  for (guint i = 0; i < self->exchanges->len; i++)
    append_messages (array, g_ptr_array_index (self->exchanges, i));
  json_node_take_array (node, array);
  return node;
}

/**
 * weft_context_bytes: (skip)
 * @self: a context
 *
 * Returns: how long all messages are as JSON
 */
gsize
weft_context_bytes (WeftContext *self)
{
  gsize bytes = count_bytes (self->beginning);

  if (self->summary != NULL)
    bytes += strlen (json_node_get_string (self->summary));
  for (guint i = 0; i < self->exchanges->len; i++)
    bytes += count_bytes (g_ptr_array_index (self->exchanges, i));
  return bytes;
}

/**
 * weft_context_n_exchanges: (skip)
 * @self: a context
 *
 * Returns: how many exchanges there are
 */
guint
weft_context_n_exchanges (WeftContext *self)
{
  return self->exchanges->len;
}

/**
 * weft_context_compact: (skip)
 * @self: a context
 * @keep: exchanges that stay
 * @summary: what stands for all that was removed since the beginning
 * @compaction: (out): what was done
 */
void
weft_context_compact (WeftContext    *self,
                      guint           keep,
                      const char     *summary,
                      WeftCompaction *compaction)
{
  guint n = self->exchanges->len > keep ? self->exchanges->len - keep : 0;

  *compaction = (WeftCompaction) { .kept = self->exchanges->len - n,
                                   .bytes_before = weft_context_bytes (self) };
  for (guint i = 0; i < n; i++)
    compaction->removed += ((GPtrArray *) g_ptr_array_index (self->exchanges, i))->len;
  if (n > 0)
    g_ptr_array_remove_range (self->exchanges, 0, n);
  g_clear_pointer (&self->summary, json_node_unref);
  self->summary = json_node_init_string (json_node_alloc (), summary);
  compaction->bytes_after = weft_context_bytes (self);
}

/**
 * weft_context_begin_anew: (skip)
 * @self: a context
 * @system: the system prompt from now on
 */
void
weft_context_begin_anew (WeftContext *self,
                         const char  *system)
{
  json_node_unref (g_ptr_array_index (self->beginning, 0));
  g_ptr_array_index (self->beginning, 0) = new_message ("system", system);
}
