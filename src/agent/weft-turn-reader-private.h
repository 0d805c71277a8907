/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a reader, for the files that its rules stand in. */
#pragma once

#include "agent/weft-sse.h"
#include "agent/weft-turn-draft-private.h"
#include "agent/weft-turn-reader.h"
#include "agent/weft-turn-think-private.h"

G_BEGIN_DECLS

/* What the bytes are taken for. */
typedef enum
{
  WEFT_BODY_STREAM,
  WEFT_BODY_UNDECIDED, /* JSON by its type, or of no known type: the first character decides */
  WEFT_BODY_WHOLE,     /* one JSON value, not streamed */
  WEFT_BODY_ERROR,     /* of an HTTP error */
} WeftBody;

struct _WeftTurnReader
{
  WeftTurnLimits limits;
  char **tools; /* (nullable) */
  gint64 now_s;
  guint status;
  GHashTable *headers; /* those that matter, with names in lower case */

  WeftBody body;
  GString *whole; /* bytes that are not a stream */
  WeftSse *sse;
  GString *stray; /* lines that are no events */
  gsize n_bytes;
  gsize n_comment_bytes;
  guint n_events;
  gboolean closed; /* no more bytes are wanted */
  gboolean ended;

  WeftTurnThink think;
  GString *content;
  GString *reasoning;
  GString *refusal;
  gsize n_text; /* bytes of the three */
  gboolean has_thinking; /* in a field of its own */

  GPtrArray *drafts;    /* (element-type WeftTurnDraft) */
  GHashTable *by_index; /* gint64 -> WeftTurnDraft */
  GHashTable *by_id;    /* utf8 -> WeftTurnDraft */
  WeftTurnDraft *current;
  WeftTurnDraft *legacy; /* what the old function_call field makes */

  char *finish;
  gboolean done;
  gboolean malformed;
  WeftTurnUsage usage;
  WeftTurnError *error;
  const char *limit;
  char *id;
  char *model;
  char *system_fingerprint;
  GHashTable *warnings; /* set of literals */
};

void     weft_turn_warn       (WeftTurnReader *self, const char *literal);
void     weft_turn_hit        (WeftTurnReader *self, const char *limit);
gboolean weft_turn_is_tool    (WeftTurnReader *self, const char *name);
gboolean weft_turn_something_came (WeftTurnReader *self);

/* One JSON text, an event's or a whole answer's. FALSE when it is none. */
gboolean weft_turn_fold       (WeftTurnReader *self, const char *text, gsize length);
/* @is_delta: FALSE for those of a whole message, which have no index. */
void     weft_turn_fold_calls (WeftTurnReader *self, JsonObject *delta, gboolean is_delta);
/* What only the end can tell: leaks into the text, stray lines, warnings, outcome. */
void     weft_turn_fold_stray (WeftTurnReader *self);
WeftTurn *weft_turn_conclude  (WeftTurnReader *self, WeftStreamEnd end);

G_END_DECLS
