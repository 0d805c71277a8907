/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chat with a server that answers by a script, and a log of all that the chat tells on the way. */
#pragma once

#include "agent-fixture.h"

#include "agent/weft-chat-private.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
#define CHUNKED OK_HEAD "Transfer-Encoding: chunked\r\n\r\n"
#define DELTA(text) "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" text "\"}}]}\n\n"
#define ANSWER \
  OK_HEAD "\r\n" DELTA ("Hello") \
  "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"

/* One chunk of the encoding. (transfer full) */
static inline char *
chunk (const char *text)
{
  return g_strdup_printf ("%zx\r\n%s\r\n", strlen (text), text);
}

/* The answers in their order; the last one goes on. */
typedef struct
{
  const char *answers[4];
} Script;

static inline void
script_clear (Script *script)
{
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Script, script_clear)

static inline void
play_script (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  const Script *script = server->data;

  while (nth > 0 && (nth >= G_N_ELEMENTS (script->answers) || script->answers[nth] == NULL))
    nth--;
  raw_text (connection, script->answers[nth]);
}

static inline void
play_script_and_wait (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  play_script (server, nth, request, connection);
  raw_wait (connection);
}

/* --- all that is logged in the process --- */

static GString *logged;

static inline GLogWriterOutput
log_cb (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  static GMutex lock;

  g_mutex_lock (&lock);
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE"))
      g_string_append_printf (logged, "%s\n", (const char *) fields[i].value);
  g_mutex_unlock (&lock);
  if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING))
    return g_log_writer_standard_streams (level, fields, n_fields, data);
  return G_LOG_WRITER_HANDLED;
}

static inline void
begin_log (void)
{
  logged = g_string_new (NULL);
  g_log_set_writer_func (log_cb, NULL, NULL);
  g_debug ("the log begins");
}

/* --- a chat and its log --- */

typedef struct
{
  RawServer *server; /* (nullable) */
  WeftEndpoint *endpoint;
  WeftTransport *transport;
  WeftChat *chat;
  GCancellable *cancellable;
  WeftChatRequest request;
  GAsyncResult *result;
  GString *log;
  GString *seen; /* all that could be stored */
  GArray *waits; /* gint64, ms */
  gint64 wait_ms;
  guint n_streamed;
  char fingerprint[16];
} Asker;

static inline void
sent_cb (const WeftChatAttempt *attempt, gpointer data)
{
  Asker *asker = data;
  gsize length;
  const char *body = g_bytes_get_data (attempt->body, &length);

  g_string_append_printf (asker->log, "sent %u; ", attempt->attempt);
  g_string_append_len (asker->seen, body, (gssize) length);
  g_string_append (asker->seen, attempt->url);
  g_strlcpy (asker->fingerprint, attempt->key_fingerprint != NULL ? attempt->key_fingerprint : "", sizeof asker->fingerprint);
  g_assert_cmpstr (attempt->agent, ==, "planner");
}

static inline void
streamed_cb (WeftTurnReader *reader, gpointer data)
{
  Asker *asker = data;

  asker->n_streamed++;
  g_string_append (asker->seen, weft_turn_reader_get_content (reader));
}

static inline void
answered_cb (const WeftChatAttempt *attempt, const WeftChatAnswer *answer, gpointer data)
{
  Asker *asker = data;
  gsize length;
  const char *stream = g_bytes_get_data (answer->stream, &length);

  g_string_append_printf (asker->log, "answered %u %s; ", answer->status, weft_turn_outcome_nick (answer->turn->outcome));
  g_string_append_len (asker->seen, stream, (gssize) length);
  if (answer->headers != NULL)
    {
      GHashTableIter iter;
      gpointer name, value;

      g_hash_table_iter_init (&iter, answer->headers);
      while (g_hash_table_iter_next (&iter, &name, &value))
        g_string_append_printf (asker->seen, "%s: %s\n", (char *) name, (char *) value);
    }
  g_assert_cmpint (answer->total_us, >=, answer->first_byte_us);
}

static inline void
waiting_cb (const char *why, gint64 wait_ms, const char *source, gpointer data)
{
  Asker *asker = data;

  g_assert_cmpstr (why, !=, "");
  g_string_append_printf (asker->seen, "%s\n", why);
  asker->wait_ms = wait_ms;
  g_array_append_val (asker->waits, wait_ms);
  g_string_append_printf (asker->log, "waiting %" G_GINT64_FORMAT " %s; ", wait_ms, source);
}

static inline void
dropped_cb (WeftField field, const char *message, gpointer data)
{
  Asker *asker = data;

  g_assert_cmpstr (message, !=, "");
  g_string_append_printf (asker->log, "dropped %s; ", weft_field_name (field));
}

static inline JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (text, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return node;
}

static inline void
asker_set_messages (Asker *asker, const char *text)
{
  g_clear_pointer (&asker->request.messages, json_node_unref);
  asker->request.messages = parse (text);
}

static inline Asker
asker_for (RawServer *server, WeftEndpoint *endpoint, WeftTransport *transport)
{
  Asker asker = { .server = server, .endpoint = endpoint, .transport = transport };

  asker.chat = weft_chat_new (endpoint, transport);
  weft_chat_set_wait_factor (asker.chat, 0.0001);
  asker.cancellable = g_cancellable_new ();
  asker.request.agent = "planner";
  asker.request.seed = -1;
  asker_set_messages (&asker, "[{\"role\":\"user\",\"content\":\"Hi\"}]");
  asker.log = g_string_new (NULL);
  asker.seen = g_string_new (NULL);
  asker.waits = g_array_new (FALSE, FALSE, sizeof (gint64));
  return asker;
}

static inline Asker
asker_begin (RawHandler handler, gconstpointer data)
{
  RawServer *server = raw_server_new (handler, data);

  return asker_for (server, make_endpoint (server->url), weft_http_transport_new ());
}

/* Another chat with the same endpoint. */
static inline Asker
asker_beside (Asker *other)
{
  return asker_for (other->server, g_object_ref (other->endpoint), g_object_ref (other->transport));
}

static inline void
asker_clear (Asker *asker)
{
  if (asker->server != NULL)
    raw_server_stop (asker->server);
  g_clear_object (&asker->chat);
  g_clear_object (&asker->transport);
  g_clear_object (&asker->endpoint);
  g_clear_object (&asker->cancellable);
  g_clear_object (&asker->result);
  g_clear_pointer (&asker->request.messages, json_node_unref);
  g_clear_pointer (&asker->request.tools, json_node_unref);
  g_clear_pointer (&asker->request.response_schema, json_node_unref);
  g_string_free (asker->log, TRUE);
  g_string_free (asker->seen, TRUE);
  g_array_unref (asker->waits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asker, asker_clear)

/* Switches on and asks for all that is optional. */
static inline void
asker_ask_for_all (Asker *asker, gboolean schema)
{
  static const char *const names[] = { "evaluate_design", NULL };

  weft_endpoint_set_field (asker->endpoint, WEFT_FIELD_PARALLEL_TOOL_CALLS, TRUE);
  weft_endpoint_set_field (asker->endpoint, WEFT_FIELD_REASONING_BACK, TRUE);
  g_object_set (asker->endpoint, "temperature", 0.5, "top-p", 0.9, "reasoning-effort", "low", NULL);
  asker->request.seed = 7;
  asker->request.max_tokens = 100;
  asker_set_messages (asker, "[{\"role\":\"user\",\"content\":\"Hi\"},{\"role\":\"assistant\",\"content\":\"Ho\"}]");
  if (schema)
    {
      asker->request.response_schema = parse ("{\"type\":\"object\"}");
      asker->request.schema_name = "advice";
      return;
    }
  asker->request.tools = parse ("[{\"type\":\"function\",\"function\":{\"name\":\"evaluate_design\"}}]");
  asker->request.tool_names = names;
  asker->request.tool_required = TRUE;
}

static inline void
asker_start (Asker *asker)
{
  const WeftChatWatch watch = { sent_cb, streamed_cb, answered_cb, waiting_cb, dropped_cb, asker };

  g_clear_object (&asker->result);
  weft_chat_ask_async (asker->chat, &asker->request, &watch, asker->cancellable, keep_result_cb, &asker->result);
}

static inline WeftTurn *
asker_finish (Asker *asker)
{
  WeftTurn *turn = weft_chat_ask_finish (asker->chat, wait_for (&asker->result));

  g_assert_nonnull (turn);
  return turn;
}

static inline WeftTurn *
asker_ask (Asker *asker)
{
  asker_start (asker);
  return asker_finish (asker);
}
