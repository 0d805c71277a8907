/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What servers without the right parser leave in the text: channels, and calls as JSON. */
#pragma once

#include "agent/weft-turn-draft-private.h"

G_BEGIN_DECLS

/* What a text is taken apart into. */
typedef struct
{
  const char *const *tools; /* (nullable) */
  guint max_calls;
  guint max_depth;
  gboolean wants_calls;     /* FALSE: calls stay text */
  GPtrArray *calls;         /* (element-type WeftTurnCall) */
} WeftTurnLeak;

/* TRUE when @content was made of channels; it then holds what is left of it. */
gboolean weft_turn_leak_channels (WeftTurnLeak *self, GString *content, GString *reasoning);
/* TRUE when @content was one call or more; it then holds what is left of it. */
gboolean weft_turn_leak_calls    (WeftTurnLeak *self, GString *content);
/* Adds a call to a tool that exists. FALSE when there is none or there are too many. */
gboolean weft_turn_leak_add      (WeftTurnLeak *self, const char *name, gsize length, JsonNode *arguments);

G_END_DECLS
