/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A server of raw bytes for tests: it reads a whole request and then does what a test says, in a thread of its own. What
 * a well-behaved server library cannot do it can: stop in the middle, reset, drip, never answer. */
#pragma once

#include <gio/gio.h>
#include <string.h>
#include <sys/socket.h>

#include "agent/weft-endpoint.h"

#define CANARY "sk-canary-5f1e7c"

typedef struct _RawServer RawServer;

/* @nth: number of the request, from 0. */
typedef void (*RawHandler) (RawServer *server, guint nth, const char *request, GSocketConnection *connection);

struct _RawServer
{
  GSocketService *service;
  guint16 port;
  char *url;
  RawHandler handler;
  gpointer data;
  GMutex lock;
  GPtrArray *requests;
};

static inline void
raw_write (GSocketConnection *connection, const void *bytes, gsize length)
{
  GOutputStream *stream = g_io_stream_get_output_stream (G_IO_STREAM (connection));

  /* The client may have left; that is what some tests are about. */
  g_output_stream_write_all (stream, bytes, length, NULL, NULL, NULL);
}

static inline void
raw_text (GSocketConnection *connection, const char *text)
{
  raw_write (connection, text, strlen (text));
}

/* Ends the connection the hard way. */
static inline void
raw_reset (GSocketConnection *connection)
{
  struct linger linger = { 1, 0 };

  setsockopt (g_socket_get_fd (g_socket_connection_get_socket (connection)), SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
}

/* Until the client goes away. */
static inline void
raw_wait (GSocketConnection *connection)
{
  char buffer[256];

  while (g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (connection)), buffer, sizeof buffer, NULL, NULL) > 0)
    ;
}

static inline char *
raw_read_request (GSocketConnection *connection)
{
  GInputStream *stream = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GString *text = g_string_new (NULL);
  const char *end = NULL;
  gsize wanted = G_MAXSIZE;

  while (text->len < wanted)
    {
      char buffer[4096];
      gssize n = g_input_stream_read (stream, buffer, sizeof buffer, NULL, NULL);

      if (n <= 0)
        break;
      g_string_append_len (text, buffer, n);
      if (end == NULL && (end = strstr (text->str, "\r\n\r\n")) != NULL)
        {
          const char *length = strstr (text->str, "Content-Length: ");

          wanted = (gsize) (end - text->str) + 4 + (length != NULL ? g_ascii_strtoull (length + 16, NULL, 10) : 0);
        }
    }
  return g_string_free (text, FALSE);
}

static inline gboolean
raw_run_cb (GThreadedSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
  RawServer *server = data;
  char *request = raw_read_request (connection);
  guint nth;

  if (*request == '\0')
    {
      g_free (request);
      return TRUE;
    }
  g_mutex_lock (&server->lock);
  nth = server->requests->len;
  g_ptr_array_add (server->requests, request);
  g_mutex_unlock (&server->lock);
  g_main_context_wakeup (NULL); /* a test may wait for this */
  server->handler (server, nth, request, connection);
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
  return TRUE;
}

static inline RawServer *
raw_server_new (RawHandler handler, gconstpointer data)
{
  RawServer *server = g_new0 (RawServer, 1);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) error = NULL;

  g_mutex_init (&server->lock);
  server->requests = g_ptr_array_new_with_free_func (g_free);
  server->handler = handler;
  server->data = (gpointer) data;
  server->service = g_threaded_socket_service_new (32);
  g_socket_listener_add_address (G_SOCKET_LISTENER (server->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &effective, &error);
  g_assert_no_error (error);
  server->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
  server->url = g_strdup_printf ("http://127.0.0.1:%u/v1", server->port);
  g_signal_connect (server->service, "run", G_CALLBACK (raw_run_cb), server);
  g_socket_service_start (server->service);
  return server;
}

/* Threads that still wait for their client end with it; the little that they use stays for them. */
static inline void
raw_server_stop (RawServer *server)
{
  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  g_object_unref (server->service);
}

static inline guint
raw_server_count (RawServer *server)
{
  guint n;

  g_mutex_lock (&server->lock);
  n = server->requests->len;
  g_mutex_unlock (&server->lock);
  return n;
}

static inline const char *
raw_server_request (RawServer *server, guint nth)
{
  const char *request;

  g_mutex_lock (&server->lock);
  request = nth < server->requests->len ? g_ptr_array_index (server->requests, nth) : NULL;
  g_mutex_unlock (&server->lock);
  g_assert_nonnull (request);
  return request;
}

/* Waiting for a callback without a nested loop of somebody else's. */
static inline void
keep_result_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static inline GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

/* An endpoint that looks at no variable, so that the tester's own key stays at home. */
static inline WeftEndpoint *
make_endpoint (const char *url)
{
  g_autoptr (GError) error = NULL;
  WeftEndpoint *endpoint = weft_endpoint_new ("test", url, "weft-tiny", &error);

  g_assert_no_error (error);
  g_object_set (endpoint, "key-variable", "", NULL);
  return endpoint;
}
