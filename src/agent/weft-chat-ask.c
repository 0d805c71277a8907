/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One question with all its tries: key, request, answer. Once something of an answer has been shown there is no silent
 * second try: the turn goes to the caller, who decides. */
#include "agent/weft-chat-ask-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "agent/weft-endpoint-private.h"
#include "agent/weft-http-private.h"
#include "agent/weft-source-private.h"
#include "agent/weft-turn-error-private.h"

#define MAX_RETRIES 2
#define BACKOFF_MS 500
#define MAX_BACKOFF_MS 8000
#define JITTER 0.25
/* Who wants a longer wait wants no retry. */
#define MAX_WAIT_MS 120000

static void begin (GTask *task, WeftChatAsk *self);

static void
forget_try (WeftChatAsk *self)
{
  g_clear_pointer (&self->body, g_bytes_unref);
  g_clear_pointer (&self->reader, weft_turn_reader_free);
  g_clear_pointer (&self->stream, g_byte_array_unref);
  g_clear_pointer (&self->headers, g_hash_table_unref);
  self->status = 0;
  self->first_byte_us = -1;
}

static void
ask_free (gpointer data)
{
  WeftChatAsk *self = data;

  forget_try (self);
  weft_source_drop (&self->timer);
  weft_source_drop (&self->stop);
  weft_endpoint_wipe_key (self->key);
  g_free (self->fingerprint);
  g_clear_pointer (&self->request.messages, json_node_unref);
  g_clear_pointer (&self->request.tools, json_node_unref);
  g_clear_pointer (&self->request.response_schema, json_node_unref);
  g_free (self->agent);
  g_strfreev (self->tool_names);
  g_free (self->schema_name);
  g_clear_object (&self->cancellable);
  g_main_context_unref (self->context);
  g_free (self);
}

static WeftChatAsk *
ask_new (const WeftChatRequest *request, const WeftChatWatch *watch, GCancellable *cancellable)
{
  WeftChatAsk *self = g_new0 (WeftChatAsk, 1);

  self->request = *request;
  self->request.messages = json_node_ref (request->messages);
  self->request.tools = request->tools != NULL ? json_node_ref (request->tools) : NULL;
  self->request.response_schema = request->response_schema != NULL ? json_node_ref (request->response_schema) : NULL;
  self->request.agent = self->agent = g_strdup (request->agent);
  self->tool_names = g_strdupv ((char **) request->tool_names);
  self->request.tool_names = (const char *const *) self->tool_names;
  self->request.schema_name = self->schema_name = g_strdup (request->schema_name);
  if (watch != NULL)
    self->watch = *watch;
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->context = g_main_context_ref_thread_default ();
  return self;
}

static gboolean
is_cancelled (WeftChatAsk *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

static WeftTurnReader *
make_reader (WeftChatAsk *self)
{
  return weft_turn_reader_new (NULL, self->request.tool_names, g_get_real_time () / G_USEC_PER_SEC);
}

static void
return_cancelled (GTask *task, WeftChatAsk *self)
{
  g_autoptr (WeftTurnReader) reader = make_reader (self);

  g_task_return_pointer (task, weft_turn_reader_end (reader, WEFT_END_CANCELLED), (GDestroyNotify) weft_turn_unref);
}

/* --- waiting --- */

static void
end_wait (WeftChat *chat, WeftChatAsk *self)
{
  g_ptr_array_remove_fast (chat->waiting, self->timer);
  weft_source_drop (&self->timer);
  weft_source_drop (&self->stop);
}

static gboolean
waited_cb (gpointer data)
{
  g_autoptr (GTask) task = g_object_ref (data);
  WeftChatAsk *self = g_task_get_task_data (task);

  end_wait (g_task_get_source_object (task), self);
  begin (task, self);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  g_autoptr (GTask) task = g_object_ref (data);
  WeftChatAsk *self = g_task_get_task_data (task);

  end_wait (g_task_get_source_object (task), self);
  return_cancelled (task, self);
  return G_SOURCE_REMOVE;
}

/* @until_us by the monotonic clock. Both sources keep the task. */
static void
wait_until (GTask *task, WeftChatAsk *self, gint64 until_us)
{
  WeftChat *chat = g_task_get_source_object (task);

  self->timer = g_timeout_source_new (0);
  g_source_set_callback (self->timer, waited_cb, g_object_ref (task), g_object_unref);
  g_source_set_ready_time (self->timer, until_us);
  g_source_attach (self->timer, self->context);
  g_ptr_array_add (chat->waiting, self->timer);
  if (self->cancellable != NULL)
    {
      self->stop = g_cancellable_source_new (self->cancellable);
      g_source_set_callback (self->stop, G_SOURCE_FUNC (cancelled_cb), g_object_ref (task), g_object_unref);
      g_source_attach (self->stop, self->context);
    }
}

static gint64
backoff_ms (WeftChat *chat, guint n_retries)
{
  double ms = MIN (BACKOFF_MS << MIN (n_retries, 10), MAX_BACKOFF_MS);

  return (gint64) (ms * (1 - JITTER * weft_random_double (&chat->random)));
}

static void
wait_for_retry (GTask *task, WeftChatAsk *self, const WeftTurn *turn)
{
  WeftChat *chat = g_task_get_source_object (task);
  gboolean told = turn->error != NULL && turn->error->retry_after_ms >= 0;
  gint64 wait_ms = told ? turn->error->retry_after_ms : backoff_ms (chat, self->n_retries);
  gint64 until_us = g_get_monotonic_time () + (gint64) ((double) wait_ms * 1000 * chat->wait_factor);
  const char *why = turn->error != NULL ? turn->error->message : _("the connection was lost before an answer came");

  self->n_retries++;
  if (turn->error != NULL && turn->error->status == 429)
    weft_chat_breaker_pause (weft_chat_peek_breaker (chat), until_us);
  if (self->watch.waiting != NULL)
    self->watch.waiting (why, wait_ms, told ? "retry-after" : "backoff", self->watch.data);
  wait_until (task, self, until_us);
}

/* TRUE when the endpoint wants everybody to wait. */
static gboolean
wait_for_breaker (GTask *task, WeftChatAsk *self)
{
  WeftChat *chat = g_task_get_source_object (task);
  gint64 until_us = weft_chat_breaker_until (weft_chat_peek_breaker (chat));
  gint64 left_us = until_us - g_get_monotonic_time ();

  if (left_us <= 0)
    return FALSE;
  if (self->watch.waiting != NULL)
    self->watch.waiting (_("the endpoint asked another request to wait"), (left_us + 999) / 1000, "breaker",
                         self->watch.data);
  wait_until (task, self, until_us);
  return TRUE;
}

/* --- what a failure asks for --- */

static gboolean
is_empty (const WeftTurn *turn)
{
  return *turn->content == '\0' && *turn->reasoning == '\0' && turn->calls->len == 0 && turn->refusal == NULL;
}

static gboolean
may_retry (WeftChatAsk *self, const WeftTurn *turn)
{
  if (self->n_retries >= MAX_RETRIES)
    return FALSE;
  if (turn->outcome == WEFT_TURN_TRUNCATED)
    return TRUE;
  if (turn->error != NULL && g_strcmp0 (turn->error->code, WEFT_CHAT_BAD_CALL) == 0)
    return FALSE; /* it has had its hint */
  return turn->outcome == WEFT_TURN_ERROR && turn->error != NULL && turn->error->retryable
         && turn->error->retry_after_ms <= MAX_WAIT_MS;
}

static void
decide (GTask *task, WeftChatAsk *self, WeftTurn *turn)
{
  gboolean empty = is_empty (turn);

  if (is_cancelled (self) || !empty)
    g_task_return_pointer (task, weft_turn_ref (turn), (GDestroyNotify) weft_turn_unref);
  else if (turn->outcome == WEFT_TURN_ERROR && turn->error != NULL && weft_chat_ask_change (self, WEFT_CHAT (g_task_get_source_object (task))->endpoint, turn))
    begin (task, self);
  else if (may_retry (self, turn))
    wait_for_retry (task, self, turn);
  else
    g_task_return_pointer (task, weft_turn_ref (turn), (GDestroyNotify) weft_turn_unref);
}

/* --- the answer --- */

/* What may be shown and stored of an answer's headers. */
static gboolean
is_harmless (const char *name)
{
  static const char *const names[] = {
    "content-type", "content-encoding", "date", "server", "location", "retry-after", "retry-after-ms", "x-should-retry",
    "x-request-id", "x-generation-id", "openai-processing-ms", NULL,
  };

  return g_strv_contains (names, name) || g_str_has_prefix (name, "x-ratelimit-");
}

static void
head_cb (guint status, GHashTable *headers, gpointer data)
{
  WeftChatAsk *self = data;
  GHashTableIter iter;
  gpointer name, value;

  self->status = status;
  self->headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (headers != NULL)
    {
      g_hash_table_iter_init (&iter, headers);
      while (g_hash_table_iter_next (&iter, &name, &value))
        if (is_harmless (name))
          g_hash_table_insert (self->headers, g_strdup (name), weft_endpoint_redact (value, self->key));
    }
  weft_turn_reader_begin (self->reader, status, headers);
}

static gboolean
bytes_cb (const void *bytes, gsize length, gpointer data)
{
  WeftChatAsk *self = data;
  gsize before = self->stream->len;
  gboolean more;

  if (self->first_byte_us < 0)
    self->first_byte_us = g_get_monotonic_time () - self->begin_us;
  g_byte_array_append (self->stream, bytes, (guint) length);
  weft_chat_mask_key (self->stream->data + before, length, self->key);
  more = weft_turn_reader_feed (self->reader, self->stream->data + before, length);
  if (self->watch.streamed != NULL)
    self->watch.streamed (self->reader, self->watch.data);
  return more && !is_cancelled (self);
}

static gboolean
is_connection_error (const GError *error)
{
  static const int codes[] = {
    G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_HOST_UNREACHABLE,
    G_IO_ERROR_NETWORK_UNREACHABLE, G_IO_ERROR_PARTIAL_INPUT,
  };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, G_IO_ERROR, codes[i]))
      return TRUE;
  return FALSE;
}

static const char *
error_type (const GError *error)
{
  if (error->domain == WEFT_ENDPOINT_ERROR)
    return "key";
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) ? "timeout" : "connection";
}

/* Why the way to the endpoint failed, as the turn's error. */
static WeftTurn *
fail_turn (WeftChatAsk *self, const GError *error)
{
  g_autofree char *message = weft_endpoint_redact (error->message, self->key);
  WeftTurn *turn;

  if (self->stream->len == 0)
    return weft_turn_new_failed (message, error_type (error), NULL, self->status, is_connection_error (error), -1);
  turn = weft_turn_reader_end (self->reader, WEFT_END_PREMATURE);
  if (turn->error == NULL)
    turn->error = weft_turn_error_new (message, error_type (error), NULL, self->status);
  return turn;
}

/* The exact key has been masked; what looks like one has not. */
static void
redact_error (WeftChatAsk *self, WeftTurn *turn)
{
  char *message;

  if (turn->error == NULL)
    return;
  message = weft_endpoint_redact (turn->error->message, self->key);
  g_free (turn->error->message);
  turn->error->message = message;
}

static WeftTurn *
end_turn (WeftChatAsk *self, gboolean ok, WeftStreamEnd end, const GError *error)
{
  WeftTurn *turn;

  if (is_cancelled (self))
    turn = weft_turn_reader_end (self->reader, WEFT_END_CANCELLED);
  else if (ok)
    turn = weft_turn_reader_end (self->reader, end);
  else
    turn = fail_turn (self, error);
  redact_error (self, turn);
  return turn;
}

static WeftChatAttempt
this_attempt (GTask *task, WeftChatAsk *self)
{
  WeftEndpoint *endpoint = WEFT_CHAT (g_task_get_source_object (task))->endpoint;

  return (WeftChatAttempt) { self->n_attempts, self->agent, weft_endpoint_get_url (endpoint), self->body,
                             self->fingerprint };
}

static void
tell_answer (GTask *task, WeftChatAsk *self, WeftTurn *turn)
{
  WeftChatAttempt attempt = this_attempt (task, self);
  g_autoptr (GBytes) stream = NULL;
  WeftChatAnswer answer;

  if (self->watch.answered == NULL)
    return;
  /* A key that came in two reads. */
  weft_chat_mask_key (self->stream->data, self->stream->len, self->key);
  stream = g_bytes_new (self->stream->data, self->stream->len);
  answer = (WeftChatAnswer) { turn, self->status, self->headers, stream, self->first_byte_us,
                              g_get_monotonic_time () - self->begin_us };
  self->watch.answered (&attempt, &answer, self->watch.data);
}

static void
sent_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WeftChatAsk *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  WeftStreamEnd end = WEFT_END_EOF;
  gboolean ok = weft_transport_send_finish (WEFT_TRANSPORT (source), result, &end, &error);
  g_autoptr (WeftTurn) turn = end_turn (self, ok, end, error);

  tell_answer (task, self, turn);
  decide (task, self, turn);
}

/* --- the request --- */

static void
send_try (GTask *task, WeftChatAsk *self)
{
  WeftChat *chat = g_task_get_source_object (task);
  const WeftWireSink sink = { head_cb, bytes_cb, self };
  WeftWireRequest wire = { chat->endpoint, self->agent, NULL };
  WeftChatAttempt attempt;

  forget_try (self);
  self->body = weft_chat_body_new (chat->endpoint, &self->request, &self->change, &self->sent);
  if (self->body == NULL)
    {
      g_task_return_pointer (task, weft_turn_new_failed (_("the request has a number in it that JSON has no word for"),
                                                         "request", NULL, 0, FALSE, -1),
                             (GDestroyNotify) weft_turn_unref);
      return;
    }
  self->reader = make_reader (self);
  self->stream = g_byte_array_new ();
  self->n_attempts++;
  self->begin_us = g_get_monotonic_time ();
  attempt = this_attempt (task, self);
  if (self->watch.sent != NULL)
    self->watch.sent (&attempt, self->watch.data);
  wire.body = self->body;
  weft_transport_send_async (chat->transport, &wire, &sink, self->cancellable, sent_cb, g_object_ref (task));
}

static void
key_found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WeftChatAsk *self = g_task_get_task_data (task);
  WeftEndpoint *endpoint = WEFT_ENDPOINT (source);
  g_autoptr (GError) error = NULL;

  self->key = weft_endpoint_find_key_finish (endpoint, result, NULL, &error);
  self->key_known = TRUE;
  if (is_cancelled (self))
    return_cancelled (task, self);
  else if (error != NULL)
    g_task_return_pointer (task, weft_turn_new_failed (error->message, "key", NULL, 0, FALSE, -1),
                           (GDestroyNotify) weft_turn_unref);
  else
    {
      if (self->key != NULL)
        self->fingerprint = weft_endpoint_fingerprint (endpoint, self->key);
      send_try (task, self);
    }
}

/* A try: after the pause that the endpoint wants, and with the key where there is a network to send it over. */
static void
begin (GTask *task, WeftChatAsk *self)
{
  WeftChat *chat = g_task_get_source_object (task);

  if (is_cancelled (self))
    return_cancelled (task, self);
  else if (wait_for_breaker (task, self))
    return;
  else if (!self->key_known && WEFT_IS_HTTP_TRANSPORT (chat->transport))
    weft_endpoint_find_key_async (chat->endpoint, self->cancellable, key_found_cb, g_object_ref (task));
  else
    send_try (task, self);
}

/**
 * weft_chat_ask_async: (skip)
 * @self: a chat
 * @request: what is asked; copied
 * @watch: (nullable): what to call on the way; copied, its data must live until @callback
 * @cancellable: (nullable): to stop
 * @callback: called with the answer
 * @data: for @callback
 */
void
weft_chat_ask_async (WeftChat *self, const WeftChatRequest *request, const WeftChatWatch *watch, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = NULL;
  WeftChatAsk *ask;

  g_return_if_fail (WEFT_IS_CHAT (self));
  g_return_if_fail (request != NULL && request->messages != NULL && JSON_NODE_HOLDS_ARRAY (request->messages));

  task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, weft_chat_ask_async);
  ask = ask_new (request, watch, cancellable);
  g_task_set_task_data (task, ask, ask_free);
  begin (task, ask);
}

/**
 * weft_chat_ask_finish: (skip)
 * @self: a chat
 * @result: what the callback was given
 *
 * Returns: (transfer full): the answer; what failed or was cancelled is an outcome of it
 */
WeftTurn *
weft_chat_ask_finish (WeftChat *self, GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
