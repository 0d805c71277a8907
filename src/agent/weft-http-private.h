/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the HTTP transport share: one exchange with a server, its end, and failures in plain words. */
#pragma once

#include <libsoup/soup.h>

#include "agent/weft-transport.h"

G_BEGIN_DECLS

#define WEFT_TYPE_HTTP_TRANSPORT (weft_http_transport_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftHttpTransport, weft_http_transport, WEFT, HTTP_TRANSPORT, GObject)

/* A request to one endpoint. */
typedef struct
{
  WeftEndpoint *endpoint;
  const char *method;
  const char *path; /* behind the base: "/chat/completions" */
  const char *accept;
  GBytes *body;     /* (nullable): JSON */
} WeftHttpRequest;

/* Like weft_transport_send_async(), for any request. */
WEFT_API void     weft_http_transport_ask_async  (WeftHttpTransport *self, const WeftHttpRequest *request, const WeftWireSink *sink, GCancellable *cancellable,
                                                  GAsyncReadyCallback callback, gpointer data);
WEFT_API gboolean weft_http_transport_ask_finish (WeftHttpTransport *self, GAsyncResult *result, WeftStreamEnd *end, GError **error);

/* The same over a session that suits the endpoint. @owner is kept alive. */
void     weft_http_exchange_async  (gpointer owner, SoupSession *session, const WeftHttpRequest *request, const WeftWireSink *sink, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer data);
gboolean weft_http_exchange_finish (GAsyncResult *result, WeftStreamEnd *end, GError **error);

/* Which of our timers runs. */
typedef enum
{
  WEFT_HTTP_TIMER_NONE,
  WEFT_HTTP_TIMER_CONNECT,
  WEFT_HTTP_TIMER_FIRST_BYTE,
  WEFT_HTTP_TIMER_SILENCE,
  WEFT_HTTP_TIMER_TURN,
} WeftHttpTimer;

/* Sentences for people. (transfer full) */
GError  *weft_http_timer_error (WeftHttpTimer timer, WeftEndpoint *endpoint);
GError  *weft_http_plain_error (const GError *error, SoupMessage *message, WeftEndpoint *endpoint);
/* Seconds of a timer, as the endpoint has them. */
double   weft_http_timer_s     (WeftHttpTimer timer, WeftEndpoint *endpoint);

G_END_DECLS
