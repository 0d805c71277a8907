/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer that is there already, handed over in the main loop as if it came from afar. For transports that ask nobody. */
#pragma once

#include "agent/weft-transport.h"

G_BEGIN_DECLS

/* What is handed over, then how it ends. @status: 0 when it ended before it began. @error: (nullable) (transfer full): there was no answer. @headers, @bytes: (nullable). */
void     weft_delivery_begin  (WeftTransport       *transport,
                               const WeftWireSink  *sink,
                               guint                status,
                               GHashTable          *headers,
                               GBytes              *bytes,
                               WeftStreamEnd        end,
                               GError              *error,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             data);
gboolean weft_delivery_finish (WeftTransport       *transport,
                               GAsyncResult        *result,
                               WeftStreamEnd       *end,
                               GError             **error);

G_END_DECLS
