/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a request becomes the bytes of an answer: over the network, from a record, or from the rules of the built-in
 * planner. All of them look alike to who asks. */
#pragma once

#include "agent/weft-endpoint.h"
#include "agent/weft-turn-reader.h"

G_BEGIN_DECLS

/* One request. */
typedef struct
{
  WeftEndpoint *endpoint;
  const char *agent;    /* who asks: "planner", "chip", "scaleup", "scaleout" */
  GBytes *body;         /* JSON of chat/completions */
} WeftWireRequest;

/* Called in the thread that asked, in this order: head once, bytes any number of times. @bytes returns FALSE when no more are wanted. */
typedef struct
{
  void     (*head)  (guint status, GHashTable *headers, gpointer data);
  gboolean (*bytes) (const void *bytes, gsize length, gpointer data);
  gpointer data;
} WeftWireSink;

#define WEFT_TYPE_TRANSPORT (weft_transport_get_type ())
WEFT_API G_DECLARE_INTERFACE (WeftTransport, weft_transport, WEFT, TRANSPORT, GObject)

struct _WeftTransportInterface
{
  GTypeInterface parent_iface;

  void     (*send_async)  (WeftTransport *self, const WeftWireRequest *request, const WeftWireSink *sink, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer data);
  gboolean (*send_finish) (WeftTransport *self, GAsyncResult *result, WeftStreamEnd *end, GError **error);
};

/* @request and @sink are copied; the sink's data must live until the callback. One request may run beside others. */
WEFT_API void     weft_transport_send_async  (WeftTransport *self, const WeftWireRequest *request, const WeftWireSink *sink, GCancellable *cancellable,
                                              GAsyncReadyCallback callback, gpointer data);
/* TRUE when there was an answer, whole or not: @end says how its bytes ended. FALSE with a plain sentence (no key in it) when there was none. */
WEFT_API gboolean weft_transport_send_finish (WeftTransport *self, GAsyncResult *result, WeftStreamEnd *end, GError **error);

/* Over HTTP with libsoup: no redirects, loopback without proxy, own timers. One for a program. (transfer full) */
WEFT_API WeftTransport *weft_http_transport_new (void);

G_END_DECLS
