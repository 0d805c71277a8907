/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What endpoints and the gateways before them say when something is wrong, in all the shapes that they have for it. */
#pragma once

#include "agent/weft-turn-draft-private.h"

G_BEGIN_DECLS

/* (transfer full) (nullable): NULL when @object says nothing of an error. */
WeftTurnError *weft_turn_error_from_json (JsonObject *object, guint status);
/* The body of an HTTP error, of any kind. (transfer full) */
WeftTurnError *weft_turn_error_from_body (const char *body, gsize length, guint status);
/* Whether the same request may be sent again, and when. @headers: (element-type utf8 utf8). */
void           weft_turn_error_set_retry (WeftTurnError *self, GHashTable *headers, gint64 now_s);

G_END_DECLS
