/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of what carries requests. */
#include "agent/weft-transport.h"

G_DEFINE_INTERFACE (WeftTransport, weft_transport, G_TYPE_OBJECT)

static void
weft_transport_default_init (WeftTransportInterface *iface)
{
}

/**
 * weft_transport_send_async: (skip)
 * @self: a transport
 * @request: what is asked; copied
 * @sink: where the answer goes; copied, its data must live until @callback
 * @cancellable: (nullable): to give up
 * @callback: called when nothing more comes
 * @data: for @callback
 */
void
weft_transport_send_async (WeftTransport *self, const WeftWireRequest *request, const WeftWireSink *sink,
                           GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (WEFT_IS_TRANSPORT (self));
  g_return_if_fail (request != NULL && request->endpoint != NULL && request->body != NULL);
  g_return_if_fail (sink != NULL && sink->bytes != NULL);

  WEFT_TRANSPORT_GET_IFACE (self)->send_async (self, request, sink, cancellable, callback, data);
}

/**
 * weft_transport_send_finish: (skip)
 * @self: a transport
 * @result: what the callback was given
 * @end: (out) (optional): how the bytes ended
 * @error: return location
 *
 * Returns: %TRUE when there was an answer, whole or not; %FALSE with a plain sentence when there was none, and also when
 *   one of our own timers ended an answer that had begun, since only the sentence says which
 */
gboolean
weft_transport_send_finish (WeftTransport *self, GAsyncResult *result, WeftStreamEnd *end, GError **error)
{
  WeftStreamEnd ignored;

  g_return_val_if_fail (WEFT_IS_TRANSPORT (self), FALSE);

  return WEFT_TRANSPORT_GET_IFACE (self)->send_finish (self, result, end != NULL ? end : &ignored, error);
}
