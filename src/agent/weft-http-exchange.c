/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One request and its answer. libsoup's own timeout stays off: it also counts the time in which a model is loaded or
 * thinks. Whatever happens, the stream is closed and dropped: one that is not keeps its connection for ever. */
#include "agent/weft-http-private.h"

#include <string.h>

#include "agent/weft-endpoint-private.h"
#include "agent/weft-source-private.h"

#define READ_BYTES 16384

/* Reading yields to drawing and to the user: a flood is taken in as fast as it can be shown. */
#define READ_PRIORITY G_PRIORITY_DEFAULT_IDLE

typedef struct
{
  SoupSession *session;
  WeftEndpoint *endpoint;
  char *method;
  char *path;
  char *accept;
  GBytes *body; /* (nullable) */
  WeftWireSink sink;

  GMainContext *context;
  SoupMessage *message;    /* (nullable) */
  GInputStream *stream;    /* (nullable) */
  GCancellable *inner;     /* ends the call to libsoup, whoever wants that */
  GCancellable *outer;     /* (nullable): the caller's */
  GSource *stop;           /* (nullable): watches @outer */
  GSource *timer;          /* (nullable): of the stage */
  GSource *turn;           /* (nullable) */
  WeftHttpTimer stage;
  WeftHttpTimer expired;
  gboolean has_head;
  WeftStreamEnd end;
  guint8 buffer[READ_BYTES];
} Exchange;

static void read_more (GTask *task, Exchange *self);

/* Timers, signals and stream: nothing of it may be left, however the exchange ended. */
static void
wind_up (Exchange *self)
{
  weft_source_drop (&self->stop);
  weft_source_drop (&self->timer);
  weft_source_drop (&self->turn);
  if (self->message != NULL)
    g_signal_handlers_disconnect_by_data (self->message, self);
  if (self->stream != NULL)
    g_input_stream_close (self->stream, NULL, NULL);
  g_clear_object (&self->stream);
  g_clear_object (&self->message);
}

static void
exchange_free (gpointer data)
{
  Exchange *self = data;

  wind_up (self);
  g_object_unref (self->session);
  g_object_unref (self->endpoint);
  g_free (self->method);
  g_free (self->path);
  g_free (self->accept);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_main_context_unref (self->context);
  g_object_unref (self->inner);
  g_clear_object (&self->outer);
  g_free (self);
}

static void
end_with (GTask *task, Exchange *self, WeftStreamEnd end)
{
  wind_up (self);
  self->end = end;
  g_task_return_boolean (task, TRUE);
}

static void
fail_with (GTask *task, Exchange *self, GError *error)
{
  wind_up (self);
  g_task_return_error (task, error);
}

/* Timers */

static gboolean
expired_cb (gpointer data)
{
  Exchange *self = data;

  self->expired = self->stage;
  g_cancellable_cancel (self->inner);
  return G_SOURCE_REMOVE;
}

static gboolean
turn_expired_cb (gpointer data)
{
  Exchange *self = data;

  self->expired = WEFT_HTTP_TIMER_TURN;
  g_cancellable_cancel (self->inner);
  return G_SOURCE_REMOVE;
}

static GSource *
start_timer (Exchange *self, WeftHttpTimer timer, GSourceFunc callback)
{
  double ms = weft_http_timer_s (timer, self->endpoint) * 1000;
  GSource *source = g_timeout_source_new ((guint) CLAMP (ms, 1, G_MAXUINT / 2));

  g_source_set_callback (source, callback, self, NULL);
  g_source_attach (source, self->context);
  return source;
}

static void
set_stage (Exchange *self, WeftHttpTimer stage)
{
  if (self->stage == stage && self->timer != NULL)
    return;
  weft_source_drop (&self->timer);
  self->stage = stage;
  self->timer = start_timer (self, stage, expired_cb);
}

/* Life: the silence is measured from here. */
static void
note_bytes (Exchange *self)
{
  double silence_s = weft_http_timer_s (WEFT_HTTP_TIMER_SILENCE, self->endpoint);

  set_stage (self, WEFT_HTTP_TIMER_SILENCE);
  g_source_set_ready_time (self->timer, g_get_monotonic_time () + (gint64) (silence_s * G_USEC_PER_SEC));
}

/* Waiting for a free connection comes before this, and is not the server's fault. */
static void
network_event_cb (SoupMessage *message, GSocketClientEvent event, GIOStream *connection, gpointer data)
{
  Exchange *self = data;

  if (self->stage < WEFT_HTTP_TIMER_SILENCE)
    set_stage (self, WEFT_HTTP_TIMER_CONNECT);
}

static void
starting_cb (SoupMessage *message, gpointer data)
{
  Exchange *self = data;

  if (self->stage < WEFT_HTTP_TIMER_SILENCE)
    set_stage (self, WEFT_HTTP_TIMER_FIRST_BYTE);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  Exchange *self = data;

  g_cancellable_cancel (self->inner);
  return G_SOURCE_REMOVE;
}

static gboolean
is_cancelled (Exchange *self)
{
  return self->expired == WEFT_HTTP_TIMER_NONE && g_cancellable_is_cancelled (self->outer);
}

/* The answer */

static void
take_header (const char *name, const char *value, gpointer data)
{
  GHashTable *headers = data;
  g_autofree char *key = g_ascii_strdown (name, -1);
  g_autofree char *text = g_utf8_make_valid (value, -1);
  const char *before = g_hash_table_lookup (headers, key);
  char *all = before != NULL ? g_strdup_printf ("%s, %s", before, text) : g_steal_pointer (&text);

  g_hash_table_replace (headers, g_steal_pointer (&key), all);
}

static void
give_head (Exchange *self)
{
  g_autoptr (GHashTable) headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  soup_message_headers_foreach (soup_message_get_response_headers (self->message), take_header, headers);
  self->has_head = TRUE;
  if (self->sink.head != NULL)
    self->sink.head (soup_message_get_status (self->message), headers, self->sink.data);
}

static void
end_by_error (GTask *task, Exchange *self, const GError *error)
{
  if (self->expired != WEFT_HTTP_TIMER_NONE)
    fail_with (task, self, weft_http_timer_error (self->expired, self->endpoint));
  else if (is_cancelled (self) && self->has_head)
    end_with (task, self, WEFT_END_CANCELLED);
  else if (is_cancelled (self))
    fail_with (task, self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, error->message));
  else if (!self->has_head)
    fail_with (task, self, weft_http_plain_error (error, self->message, self->endpoint));
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
    end_with (task, self, WEFT_END_PREMATURE);
  else
    end_with (task, self, WEFT_END_RESET);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Exchange *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (n < 0)
    {
      end_by_error (task, self, error);
      return;
    }
  if (n == 0)
    {
      end_with (task, self, WEFT_END_EOF);
      return;
    }
  note_bytes (self);
  if (self->sink.bytes (self->buffer, (gsize) n, self->sink.data))
    read_more (task, self);
  else
    end_with (task, self, WEFT_END_EOF);
}

static void
read_more (GTask *task, Exchange *self)
{
  g_input_stream_read_async (self->stream, self->buffer, sizeof self->buffer, READ_PRIORITY, self->inner, read_cb,
                             g_object_ref (task));
}

static void
sent_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Exchange *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  self->stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);
  if (self->stream == NULL)
    {
      end_by_error (task, self, error);
      return;
    }
  give_head (self);
  read_more (task, self);
}

/* The request */

static SoupMessage *
make_message (Exchange *self, const char *key)
{
  g_autofree char *url = g_strconcat (weft_endpoint_get_url (self->endpoint), self->path, NULL);
  SoupMessage *message = soup_message_new (self->method, url);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  /* A redirect would take key, method and body elsewhere. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_headers_replace (headers, "Accept", self->accept);
  if (key != NULL)
    {
      char *value = g_strconcat ("Bearer ", key, NULL);

      soup_message_headers_replace (headers, "Authorization", value);
      weft_endpoint_wipe_key (value);
    }
  if (self->body != NULL)
    soup_message_set_request_body_from_bytes (message, "application/json", self->body);
  g_signal_connect (message, "network-event", G_CALLBACK (network_event_cb), self);
  g_signal_connect (message, "starting", G_CALLBACK (starting_cb), self);
  return message;
}

static void
key_found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Exchange *self = g_task_get_task_data (task);
  GError *error = NULL;
  char *key = weft_endpoint_find_key_finish (self->endpoint, result, NULL, &error);

  if (error != NULL || !weft_endpoint_may_send (self->endpoint, key, &error))
    fail_with (task, self, error);
  else
    {
      self->message = make_message (self, key);
      self->turn = start_timer (self, WEFT_HTTP_TIMER_TURN, turn_expired_cb);
      soup_session_send_async (self->session, self->message, G_PRIORITY_DEFAULT, self->inner, sent_cb,
                               g_object_ref (task));
    }
  weft_endpoint_wipe_key (key);
}

static Exchange *
exchange_new (SoupSession *session, const WeftHttpRequest *request, const WeftWireSink *sink, GCancellable *cancellable)
{
  Exchange *self = g_new0 (Exchange, 1);

  self->session = g_object_ref (session);
  self->endpoint = g_object_ref (request->endpoint);
  self->method = g_strdup (request->method);
  self->path = g_strdup (request->path);
  self->accept = g_strdup (request->accept);
  self->body = request->body != NULL ? g_bytes_ref (request->body) : NULL;
  self->sink = *sink;
  self->context = g_main_context_ref_thread_default ();
  self->inner = g_cancellable_new ();
  if (cancellable != NULL)
    {
      self->outer = g_object_ref (cancellable);
      self->stop = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->stop, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (self->stop, self->context);
    }
  return self;
}

void
weft_http_exchange_async (gpointer owner, SoupSession *session, const WeftHttpRequest *request, const WeftWireSink *sink,
                          GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (owner, NULL, callback, data);
  Exchange *self = exchange_new (session, request, sink, cancellable);

  g_task_set_source_tag (task, weft_http_exchange_async);
  g_task_set_task_data (task, self, exchange_free);
  weft_endpoint_find_key_async (self->endpoint, self->inner, key_found_cb, task);
}

gboolean
weft_http_exchange_finish (GAsyncResult *result, WeftStreamEnd *end, GError **error)
{
  Exchange *self = g_task_get_task_data (G_TASK (result));
  gboolean ok = g_task_propagate_boolean (G_TASK (result), error);

  *end = ok ? self->end : WEFT_END_RESET;
  return ok;
}
