/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One question on its way. */
#pragma once

#include "agent/weft-chat-private.h"

G_BEGIN_DECLS

/* The code of a call that the model wrote badly. */
#define WEFT_CHAT_BAD_CALL "tool_use_failed"

typedef struct
{
  WeftChatRequest request; /* with what follows in it */
  char *agent;
  char **tool_names;
  char *schema_name;
  WeftChatWatch watch;
  GCancellable *cancellable; /* (nullable) */
  GMainContext *context;

  char *key;         /* (nullable) */
  char *fingerprint; /* (nullable) */
  gboolean key_known;

  guint n_attempts;
  guint n_retries;
  guint n_changes; /* of the request */
  guint refused;   /* bits of WeftField */
  WeftChatChange change;

  /* Of this try. */
  GBytes *body;
  guint sent; /* bits of WeftField */
  WeftTurnReader *reader;
  GByteArray *stream;
  guint status;
  GHashTable *headers; /* (nullable) */
  gint64 begin_us;
  gint64 first_byte_us;

  /* While it waits. */
  GSource *timer;
  GSource *stop;
} WeftChatAsk;

/* Whether the request was changed so that the server may take it now, and may be sent at once. @turn has an error. */
gboolean weft_chat_ask_change (WeftChatAsk *self, WeftEndpoint *endpoint, const WeftTurn *turn);

G_END_DECLS
