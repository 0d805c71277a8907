/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transport over HTTP: sessions that ask this machine without a proxy, others with the system's one, and each own CA
 * file apart. */
#include "config.h"

#include "agent/weft-http-private.h"

#include <glib/gi18n-lib.h>

/* Several agents ask one endpoint at once; libsoup's two would let the third wait without a word. */
#define MAX_CONNECTIONS_PER_HOST 8
#define MAX_CONNECTIONS 16

struct _WeftHttpTransport
{
  GObject parent_instance;
  GHashTable *sessions; /* by "loopback" or "network" and the CA file */
};

static void implement_transport (WeftTransportInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftHttpTransport, weft_http_transport, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_TRANSPORT, implement_transport))

/* Nothing logs here: a log of requests would have the key in it. Nothing decodes either: encodings are where bombs hide,
 * and proxies that compress hold events back. */
static SoupSession *
make_session (gboolean loopback)
{
  SoupSession *session = soup_session_new_with_options ("timeout", 0, "max-conns", MAX_CONNECTIONS, "max-conns-per-host",
                                                        MAX_CONNECTIONS_PER_HOST, "user-agent", "Weft/" WEFT_VERSION,
                                                        NULL);

  soup_session_remove_feature_by_type (session, SOUP_TYPE_CONTENT_DECODER);
  if (loopback)
    soup_session_set_proxy_resolver (session, NULL);
  return session;
}

static gboolean
trust_file (SoupSession *session, const char *ca_file, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GTlsDatabase) database = g_tls_file_database_new (ca_file, &reason);

  if (database == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("%s: the CA file cannot be read: %s"), ca_file,
                   reason->message);
      return FALSE;
    }
  soup_session_set_tls_database (session, database);
  return TRUE;
}

static gboolean
check_tls (WeftEndpoint *endpoint, GError **error)
{
  if (!g_str_has_prefix (weft_endpoint_get_url (endpoint), "https:")
      || g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               _("%s: this system has no TLS for https://; install the package glib-networking"),
               weft_endpoint_get_url (endpoint));
  return FALSE;
}

static SoupSession *
session_for (WeftHttpTransport *self, WeftEndpoint *endpoint, GError **error)
{
  gboolean loopback = weft_endpoint_is_loopback (endpoint);
  g_autofree char *ca_file = NULL;
  g_autofree char *name = NULL;
  g_autoptr (SoupSession) session = NULL;
  SoupSession *kept;

  if (!check_tls (endpoint, error))
    return NULL;
  g_object_get (endpoint, "ca-file", &ca_file, NULL);
  name = g_strdup_printf ("%s %s", loopback ? "loopback" : "network", ca_file != NULL ? ca_file : "");
  kept = g_hash_table_lookup (self->sessions, name);
  if (kept != NULL)
    return kept;
  session = make_session (loopback);
  if (ca_file != NULL && !trust_file (session, ca_file, error))
    return NULL;
  kept = g_steal_pointer (&session);
  g_hash_table_insert (self->sessions, g_steal_pointer (&name), kept);
  return kept;
}

void
weft_http_transport_ask_async (WeftHttpTransport *self, const WeftHttpRequest *request, const WeftWireSink *sink,
                               GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  GError *error = NULL;
  SoupSession *session = session_for (self, request->endpoint, &error);

  if (session != NULL)
    weft_http_exchange_async (self, session, request, sink, cancellable, callback, data);
  else
    g_task_report_error (self, callback, data, weft_http_transport_ask_async, error);
}

gboolean
weft_http_transport_ask_finish (WeftHttpTransport *self, GAsyncResult *result, WeftStreamEnd *end, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  if (!g_async_result_is_tagged (result, weft_http_transport_ask_async))
    return weft_http_exchange_finish (result, end, error);
  *end = WEFT_END_RESET;
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
send_async_cb (WeftTransport *transport, const WeftWireRequest *wire, const WeftWireSink *sink, GCancellable *cancellable,
               GAsyncReadyCallback callback, gpointer data)
{
  const WeftHttpRequest request = { wire->endpoint, "POST", "/chat/completions", "text/event-stream", wire->body };

  weft_http_transport_ask_async (WEFT_HTTP_TRANSPORT (transport), &request, sink, cancellable, callback, data);
}

static gboolean
send_finish_cb (WeftTransport *transport, GAsyncResult *result, WeftStreamEnd *end, GError **error)
{
  return weft_http_transport_ask_finish (WEFT_HTTP_TRANSPORT (transport), result, end, error);
}

static void
implement_transport (WeftTransportInterface *iface)
{
  iface->send_async = send_async_cb;
  iface->send_finish = send_finish_cb;
}

static void
weft_http_transport_finalize (GObject *object)
{
  g_hash_table_unref (WEFT_HTTP_TRANSPORT (object)->sessions);

  G_OBJECT_CLASS (weft_http_transport_parent_class)->finalize (object);
}

static void
weft_http_transport_class_init (WeftHttpTransportClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_http_transport_finalize;
}

static void
weft_http_transport_init (WeftHttpTransport *self)
{
  self->sessions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

/**
 * weft_http_transport_new: (skip)
 *
 * Returns: (transfer full): a transport over HTTP; one is enough for a program
 */
WeftTransport *
weft_http_transport_new (void)
{
  return g_object_new (WEFT_TYPE_HTTP_TRANSPORT, NULL);
}
