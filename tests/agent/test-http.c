/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transport over HTTP, against servers that behave as servers do: they redirect, reset, drip and fall silent. */
#include "agent-fixture.h"

#include <glib/gstdio.h>

#include "agent/weft-transport.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
#define OK_ANSWER OK_HEAD "Content-Length: 14\r\n\r\ndata: [DONE]\n\n"
#define CHUNKED OK_HEAD "Transfer-Encoding: chunked\r\n\r\n"

/* What came of a request. */
typedef struct
{
  guint status;
  GHashTable *headers;
  GString *bytes;
  gsize max_bytes; /* 0: all */
  guint n_reads;
  GAsyncResult *result;
  GCancellable *cancellable;
  GCancellable *cancel_at_bytes; /* (nullable) */
} Sink;

/* Reads of all sinks: tells a server's thread that what it sent has been taken. */
static int n_taken;

static void
head_cb (guint status, GHashTable *headers, gpointer data)
{
  Sink *sink = data;

  g_assert_cmpuint (sink->status, ==, 0);
  sink->status = status;
  sink->headers = g_hash_table_ref (headers);
}

static gboolean
bytes_cb (const void *bytes, gsize length, gpointer data)
{
  Sink *sink = data;

  g_assert_cmpuint (sink->status, !=, 0);
  g_string_append_len (sink->bytes, bytes, (gssize) length);
  g_atomic_int_inc (&n_taken);
  sink->n_reads++;
  if (sink->cancel_at_bytes != NULL)
    g_cancellable_cancel (sink->cancel_at_bytes);
  return sink->max_bytes == 0 || sink->bytes->len < sink->max_bytes;
}

static void
sink_init (Sink *sink)
{
  memset (sink, 0, sizeof *sink);
  sink->bytes = g_string_new (NULL);
}

static void
sink_clear (Sink *sink)
{
  g_string_free (sink->bytes, TRUE);
  g_clear_pointer (&sink->headers, g_hash_table_unref);
  g_clear_object (&sink->result);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sink, sink_clear)

static void
start (WeftTransport *transport, WeftEndpoint *endpoint, Sink *sink)
{
  static const char body[] = "{\"model\":\"weft-tiny\"}";
  g_autoptr (GBytes) bytes = g_bytes_new_static (body, strlen (body));
  const WeftWireRequest request = { endpoint, "planner", bytes };
  const WeftWireSink wire = { head_cb, bytes_cb, sink };

  weft_transport_send_async (transport, &request, &wire, sink->cancellable, keep_result_cb, &sink->result);
}

static gboolean
finish (WeftTransport *transport, Sink *sink, WeftStreamEnd *end, GError **error)
{
  return weft_transport_send_finish (transport, wait_for (&sink->result), end, error);
}

static gboolean
ask (WeftEndpoint *endpoint, Sink *sink, WeftStreamEnd *end, GError **error)
{
  g_autoptr (WeftTransport) transport = weft_http_transport_new ();

  start (transport, endpoint, sink);
  return finish (transport, sink, end, error);
}

/* Answers every request with the server's data. */
static void
say (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  raw_text (connection, server->data);
}

static void
say_and_wait (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  raw_text (connection, server->data);
  raw_wait (connection);
}

static void
test_request (void)
{
  RawServer *server = raw_server_new (say, OK_ANSWER);
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
  g_auto (Sink) sink = { 0 };
  g_autoptr (GError) error = NULL;
  WeftStreamEnd end = WEFT_END_RESET;
  const char *request;

  sink_init (&sink);
  weft_endpoint_set_session_key (endpoint, CANARY);
  g_assert_true (ask (endpoint, &sink, &end, &error));
  g_assert_no_error (error);
  g_assert_cmpint (end, ==, WEFT_END_EOF);
  g_assert_cmpuint (sink.status, ==, 200);
  g_assert_cmpstr (sink.bytes->str, ==, "data: [DONE]\n\n");
  g_assert_cmpstr (g_hash_table_lookup (sink.headers, "content-type"), ==, "text/event-stream");

  request = raw_server_request (server, 0);
  g_assert_true (g_str_has_prefix (request, "POST /v1/chat/completions HTTP/1.1\r\n"));
  g_assert_nonnull (strstr (request, "\r\nAuthorization: Bearer " CANARY "\r\n"));
  g_assert_nonnull (strstr (request, "\r\nContent-Type: application/json\r\n"));
  g_assert_nonnull (strstr (request, "\r\nAccept: text/event-stream\r\n"));
  g_assert_nonnull (strstr (request, "\r\nUser-Agent: Weft/"));
  g_assert_null (strstr (request, "Accept-Encoding"));
  g_assert_true (g_str_has_suffix (request, "\r\n\r\n{\"model\":\"weft-tiny\"}"));
  raw_server_stop (server);
}

/* Without a key there is no header for one. */
static void
test_no_key (void)
{
  RawServer *server = raw_server_new (say, OK_ANSWER);
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
  g_auto (Sink) sink = { 0 };
  WeftStreamEnd end;

  sink_init (&sink);
  g_assert_true (ask (endpoint, &sink, &end, NULL));
  g_assert_null (strstr (raw_server_request (server, 0), "Authorization"));
  raw_server_stop (server);
}

static void
test_no_redirect (void)
{
  static const guint statuses[] = { 301, 302, 303, 307, 308 };
  RawServer *elsewhere = raw_server_new (say, OK_ANSWER);
  g_autofree char *there = g_strdup_printf ("%s/chat/completions", elsewhere->url);
  const char *const targets[] = { there, "file:///etc/hostname", "/v1/other" };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    for (guint j = 0; j < G_N_ELEMENTS (targets); j++)
      {
        g_autofree char *answer = g_strdup_printf ("HTTP/1.1 %u Elsewhere\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n",
                                                   statuses[i], targets[j]);
        RawServer *server = raw_server_new (say, answer);
        g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
        g_auto (Sink) sink = { 0 };
        WeftStreamEnd end;

        sink_init (&sink);
        weft_endpoint_set_session_key (endpoint, CANARY);
        g_assert_true (ask (endpoint, &sink, &end, NULL));
        g_assert_cmpuint (sink.status, ==, statuses[i]);
        g_assert_cmpstr (g_hash_table_lookup (sink.headers, "location"), ==, targets[j]);
        g_assert_cmpuint (raw_server_count (server), ==, 1);
        raw_server_stop (server);
      }
  g_assert_cmpuint (raw_server_count (elsewhere), ==, 0);
  raw_server_stop (elsewhere);
}

/* Compressed bytes come as they are: nothing blows up. */
static void
test_no_decoding (void)
{
  static const char zipped[] = "\x1f\x8b\x08\x00not really";
  g_autofree char *answer = g_strdup_printf (OK_HEAD "Content-Encoding: gzip\r\nContent-Length: 14\r\n\r\n");
  g_autoptr (GString) all = g_string_new (answer);
  RawServer *server;
  g_autoptr (WeftEndpoint) endpoint = NULL;
  g_auto (Sink) sink = { 0 };
  WeftStreamEnd end;

  /* The fourth byte would end a C string. */
  g_string_append (all, "\x1f\x8b\x08\x01not really");
  server = raw_server_new (say, all->str);
  endpoint = make_endpoint (server->url);
  sink_init (&sink);
  g_assert_true (ask (endpoint, &sink, &end, NULL));
  g_assert_cmpuint (sink.bytes->len, ==, sizeof zipped - 1);
  g_assert_cmpmem (sink.bytes->str, 3, zipped, 3);
  raw_server_stop (server);
}

static void
cut (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  int before = g_atomic_int_get (&n_taken);

  raw_text (connection, server->data);
  /* A reset takes away what has not been read yet. */
  while (g_atomic_int_get (&n_taken) == before)
    g_usleep (1000);
  raw_reset (connection);
}

static void
test_ends (void)
{
  static const struct
  {
    const char *answer;
    RawHandler handler;
    WeftStreamEnd end;
    const char *bytes;
  } cases[] = {
    { OK_HEAD "Content-Length: 100\r\n\r\ndata: a", say, WEFT_END_PREMATURE, "data: a" },
    { CHUNKED "20\r\ndata: a", say, WEFT_END_PREMATURE, "data: a" },
    { CHUNKED "7\r\ndata: a\r\n0\r\n\r\n", say, WEFT_END_EOF, "data: a" },
    { OK_HEAD "\r\ndata: a", say, WEFT_END_EOF, "data: a" }, /* until the connection closes */
    { CHUNKED "7\r\ndata: a\r\n", cut, WEFT_END_RESET, "data: a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      RawServer *server = raw_server_new (cases[i].handler, cases[i].answer);
      g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
      g_auto (Sink) sink = { 0 };
      g_autoptr (GError) error = NULL;
      WeftStreamEnd end = WEFT_END_CANCELLED;

      sink_init (&sink);
      g_assert_true (ask (endpoint, &sink, &end, &error));
      g_assert_no_error (error);
      g_assert_cmpint (end, ==, cases[i].end);
      g_assert_cmpstr (sink.bytes->str, ==, cases[i].bytes);
      raw_server_stop (server);
    }
}

/* Who wants no more gets no more, and the server sees that. */
static void
test_enough (void)
{
  RawServer *server = raw_server_new (say_and_wait, CHUNKED "7\r\ndata: a\r\n7\r\ndata: b\r\n");
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
  g_auto (Sink) sink = { 0 };
  WeftStreamEnd end = WEFT_END_RESET;

  sink_init (&sink);
  sink.max_bytes = 7;
  g_assert_true (ask (endpoint, &sink, &end, NULL));
  g_assert_cmpint (end, ==, WEFT_END_EOF);
  g_assert_cmpuint (sink.bytes->len, >=, 7);
  raw_server_stop (server);
}

static void
drip (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  raw_text (connection, CHUNKED);
  while (!g_socket_connection_is_connected (connection)
         || g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), "2\r\n:\n\r\n", 7, NULL,
                                       NULL, NULL))
    g_usleep (2000);
}

static void
test_timers (void)
{
  static const struct
  {
    const char *property;
    const char *member;
    RawHandler handler;
    const char *answer;
  } cases[] = {
    { "first-byte-s", "first_byte_s", say_and_wait, "" },
    { "first-byte-s", "first_byte_s", say_and_wait, CHUNKED }, /* the head alone is no answer */
    { "silence-s", "silence_s", say_and_wait, CHUNKED "7\r\ndata: a\r\n" },
    { "turn-s", "turn_s", drip, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      RawServer *server = raw_server_new (cases[i].handler, cases[i].answer);
      g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
      g_auto (Sink) sink = { 0 };
      g_autoptr (GError) error = NULL;
      WeftStreamEnd end;

      sink_init (&sink);
      g_object_set (endpoint, cases[i].property, 0.25, NULL);
      g_assert_false (ask (endpoint, &sink, &end, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
      g_assert_nonnull (strstr (error->message, cases[i].member));
      g_assert_nonnull (strstr (error->message, "0.25 s"));
      g_assert_true (g_str_has_prefix (error->message, server->url));
      raw_server_stop (server);
    }
}

/* TLS to a server that does not speak it: it waits for a request, the client for its greeting. */
static void
test_tls_to_plain (void)
{
  RawServer *server = raw_server_new (say_and_wait, "");
  g_autofree char *url = g_strdup_printf ("https://127.0.0.1:%u/v1", server->port);
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (url);
  g_auto (Sink) sink = { 0 };
  g_autoptr (GError) error = NULL;
  WeftStreamEnd end;

  sink_init (&sink);
  g_object_set (endpoint, "connect-s", 0.3, NULL);
  g_assert_false (ask (endpoint, &sink, &end, &error));
  if (g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    {
      g_assert_nonnull (strstr (error->message, "connect_s"));
      g_assert_nonnull (strstr (error->message, "write http://"));
    }
  else
    g_assert_nonnull (strstr (error->message, "glib-networking"));
  raw_server_stop (server);
}

static void
test_refused (void)
{
  RawServer *server = raw_server_new (say, "");
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
  g_auto (Sink) sink = { 0 };
  g_autoptr (GError) error = NULL;
  WeftStreamEnd end;

  raw_server_stop (server);
  sink_init (&sink);
  g_assert_false (ask (endpoint, &sink, &end, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
  g_assert_nonnull (strstr (error->message, "Start the server"));
}

static void
test_no_answer (void)
{
  RawServer *server = raw_server_new (say, "");
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
  g_auto (Sink) sink = { 0 };
  g_autoptr (GError) error = NULL;
  WeftStreamEnd end;

  sink_init (&sink);
  g_assert_false (ask (endpoint, &sink, &end, &error));
  g_assert_nonnull (strstr (error->message, "closed the connection without an answer"));
  /* A request may cost money: it goes out once. */
  g_assert_cmpuint (raw_server_count (server), ==, 1);
  raw_server_stop (server);
}

static void
endless_headers (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  GOutputStream *stream = g_io_stream_get_output_stream (G_IO_STREAM (connection));

  raw_text (connection, OK_HEAD);
  while (g_output_stream_write_all (stream, "X-More: and more and more and more and more\r\n", 45, NULL, NULL, NULL))
    ;
}

static void
test_endless_headers (void)
{
  RawServer *server = raw_server_new (endless_headers, NULL);
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
  g_auto (Sink) sink = { 0 };
  g_autoptr (GError) error = NULL;
  WeftStreamEnd end;

  sink_init (&sink);
  g_assert_false (ask (endpoint, &sink, &end, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (sink.status, ==, 0);
  raw_server_stop (server);
}

/* A key that others could read stays here. */
static void
test_plain_network (void)
{
  g_autoptr (WeftEndpoint) endpoint = make_endpoint ("http://192.0.2.1:9/v1");
  g_auto (Sink) sink = { 0 };
  g_autoptr (GError) error = NULL;
  WeftStreamEnd end;

  sink_init (&sink);
  weft_endpoint_set_session_key (endpoint, CANARY);
  g_assert_false (ask (endpoint, &sink, &end, &error));
  g_assert_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_KEY);
  g_assert_nonnull (strstr (error->message, "consent_plain_http"));
  g_assert_null (strstr (error->message, CANARY));
}

/* More cancelled ones than there are connections: each frees its own. */
static void
test_cancel (void)
{
  RawServer *server = raw_server_new (say_and_wait, CHUNKED "7\r\ndata: a\r\n");
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
  g_autoptr (WeftTransport) transport = weft_http_transport_new ();

  for (guint i = 0; i < 20; i++)
    {
      g_auto (Sink) sink = { 0 };
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      WeftStreamEnd end = WEFT_END_EOF;

      sink_init (&sink);
      sink.cancellable = cancellable;
      sink.cancel_at_bytes = cancellable;
      start (transport, endpoint, &sink);
      g_assert_true (finish (transport, &sink, &end, &error));
      g_assert_no_error (error);
      g_assert_cmpint (end, ==, WEFT_END_CANCELLED);
    }
  g_assert_cmpuint (raw_server_count (server), ==, 20);
  raw_server_stop (server);
}

/* Before there was anything. */
static void
test_cancel_early (void)
{
  RawServer *server = raw_server_new (say_and_wait, "");
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
  g_autoptr (WeftTransport) transport = weft_http_transport_new ();

  for (guint i = 0; i < 10; i++)
    {
      g_auto (Sink) sink = { 0 };
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      WeftStreamEnd end;

      sink_init (&sink);
      sink.cancellable = cancellable;
      if (i == 0)
        g_cancellable_cancel (cancellable);
      start (transport, endpoint, &sink);
      for (guint j = 0; j < i; j++)
        g_main_context_iteration (NULL, FALSE);
      g_cancellable_cancel (cancellable);
      g_assert_false (finish (transport, &sink, &end, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
  raw_server_stop (server);
}

typedef struct
{
  GMutex lock;
  GCond all;
  guint n;
} Crowd;

/* Nobody is answered before eight have asked. */
static void
answer_crowd (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  Crowd *crowd = server->data;

  g_mutex_lock (&crowd->lock);
  crowd->n++;
  g_cond_broadcast (&crowd->all);
  while (crowd->n < 8)
    g_cond_wait (&crowd->all, &crowd->lock);
  g_mutex_unlock (&crowd->lock);
  raw_text (connection, OK_ANSWER);
}

static void
test_eight_at_once (void)
{
  static Crowd crowd;
  RawServer *server = raw_server_new (answer_crowd, &crowd);
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (server->url);
  g_autoptr (WeftTransport) transport = weft_http_transport_new ();
  Sink sinks[8];

  for (guint i = 0; i < 8; i++)
    {
      sink_init (&sinks[i]);
      start (transport, endpoint, &sinks[i]);
    }
  for (guint i = 0; i < 8; i++)
    {
      WeftStreamEnd end;

      g_assert_true (finish (transport, &sinks[i], &end, NULL));
      g_assert_cmpstr (sinks[i].bytes->str, ==, "data: [DONE]\n\n");
      sink_clear (&sinks[i]);
    }
  raw_server_stop (server);
}

int
main (int argc, char *argv[])
{
  /* A proxy that does not answer: what is on this machine must not be sent there. */
  g_setenv ("http_proxy", "http://127.0.0.1:1", TRUE);
  g_setenv ("all_proxy", "http://127.0.0.1:1", TRUE);
  g_unsetenv ("no_proxy");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/http/request", test_request);
  g_test_add_func ("/agent/http/no-key", test_no_key);
  g_test_add_func ("/agent/http/no-redirect", test_no_redirect);
  g_test_add_func ("/agent/http/no-decoding", test_no_decoding);
  g_test_add_func ("/agent/http/ends", test_ends);
  g_test_add_func ("/agent/http/enough", test_enough);
  g_test_add_func ("/agent/http/timers", test_timers);
  g_test_add_func ("/agent/http/tls-to-plain", test_tls_to_plain);
  g_test_add_func ("/agent/http/refused", test_refused);
  g_test_add_func ("/agent/http/no-answer", test_no_answer);
  g_test_add_func ("/agent/http/endless-headers", test_endless_headers);
  g_test_add_func ("/agent/http/plain-network", test_plain_network);
  g_test_add_func ("/agent/http/cancel", test_cancel);
  g_test_add_func ("/agent/http/cancel-early", test_cancel_early);
  g_test_add_func ("/agent/http/eight-at-once", test_eight_at_once);

  return g_test_run ();
}
