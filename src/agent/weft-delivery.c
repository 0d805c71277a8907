/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handing over ready answers: head, bytes, end, never before who asked has returned to the main loop. */
#include "agent/weft-delivery-private.h"

typedef struct
{
  WeftWireSink sink;
  guint status;
  GHashTable *headers; /* (nullable) */
  GBytes *bytes;       /* (nullable) */
  WeftStreamEnd end;
  GError *error;       /* (nullable) */
} Delivery;

static void
free_delivery (gpointer data)
{
  Delivery *delivery = data;

  g_clear_pointer (&delivery->headers, g_hash_table_unref);
  g_clear_pointer (&delivery->bytes, g_bytes_unref);
  g_clear_error (&delivery->error);
  g_free (delivery);
}

static void
hand_over (Delivery *delivery)
{
  gsize length;
  const void *bytes;

  if (delivery->sink.head != NULL && delivery->status != 0)
    delivery->sink.head (delivery->status, delivery->headers, delivery->sink.data);
  if (delivery->bytes == NULL)
    return;
  bytes = g_bytes_get_data (delivery->bytes, &length);
  delivery->sink.bytes (bytes, length, delivery->sink.data);
}

static gboolean
deliver_cb (gpointer data)
{
  GTask *task = data;
  Delivery *delivery = g_task_get_task_data (task);

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  if (delivery->error != NULL)
    {
      g_task_return_error (task, g_steal_pointer (&delivery->error));
      return G_SOURCE_REMOVE;
    }

  hand_over (delivery);
  g_task_return_boolean (task, TRUE);
  return G_SOURCE_REMOVE;
}

void
weft_delivery_begin (WeftTransport      *transport,
                     const WeftWireSink *sink,
                     guint               status,
                     GHashTable         *headers,
                     GBytes             *bytes,
                     WeftStreamEnd       end,
                     GError             *error,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            data)
{
  GTask *task = g_task_new (transport, cancellable, callback, data);
  Delivery *delivery = g_new0 (Delivery, 1);

  delivery->sink = *sink;
  delivery->status = status;
  delivery->headers = headers != NULL ? g_hash_table_ref (headers) : NULL;
  delivery->bytes = bytes != NULL ? g_bytes_ref (bytes) : NULL;
  delivery->end = end;
  delivery->error = error;
  g_task_set_task_data (task, delivery, free_delivery);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, deliver_cb, task, g_object_unref);
}

gboolean
weft_delivery_finish (WeftTransport *transport,
                      GAsyncResult  *result,
                      WeftStreamEnd *end,
                      GError       **error)
{
  const Delivery *delivery = g_task_get_task_data (G_TASK (result));

  *end = g_task_had_error (G_TASK (result)) ? WEFT_END_CANCELLED : delivery->end;
  return g_task_propagate_boolean (G_TASK (result), error);
}
