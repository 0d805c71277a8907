/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folds the bytes of one answer into a turn, however they were cut: framing of server-sent events, the deltas of every
 * known server, leaks of calls into the text, errors, and limits on all of it. Knows no network. */
#pragma once

#include "agent/weft-turn.h"

G_BEGIN_DECLS

/* What one answer may take. */
typedef struct
{
  gsize line;           /* bytes of a line */
  gsize event;          /* bytes of the data of an event */
  gsize text;           /* bytes of content and thinking together */
  gsize comment_bytes;
  gsize arguments;      /* bytes of a call */
  guint calls;
  guint depth;          /* of JSON */
  gsize stream;         /* bytes in all */
  guint events;
  gsize error_body;     /* bytes kept of an error's body */
} WeftTurnLimits;

WEFT_API extern const WeftTurnLimits weft_turn_default_limits;

/* How the bytes ended. */
typedef enum
{
  WEFT_END_EOF,
  WEFT_END_PREMATURE,   /* inside a chunk, or short of Content-Length */
  WEFT_END_RESET,
  WEFT_END_CANCELLED,   /* by the user */
} WeftStreamEnd;

typedef struct _WeftTurnReader WeftTurnReader;

/* @limits: (nullable): the default ones. @tools: (nullable) (array zero-terminated=1): names that may be called. @now_s: Unix time, for dates in headers. */
WEFT_API WeftTurnReader *weft_turn_reader_new  (const WeftTurnLimits *limits, const char *const *tools, gint64 now_s);
WEFT_API void            weft_turn_reader_free (WeftTurnReader *self);
/* @headers: (nullable) (element-type utf8 utf8): names in lower case. Before the first bytes. */
WEFT_API void            weft_turn_reader_begin (WeftTurnReader *self, guint status, GHashTable *headers);
/* FALSE when no more bytes are wanted: the answer is complete ([DONE]) or a limit was hit. Further calls are ignored. */
WEFT_API gboolean        weft_turn_reader_feed  (WeftTurnReader *self, const void *bytes, gsize length);
/* What has come so far, to show it while it streams: valid UTF-8, grows at its end only (but for what the end recovers). (transfer none), valid until the next call. */
WEFT_API const char     *weft_turn_reader_get_content   (WeftTurnReader *self);
WEFT_API const char     *weft_turn_reader_get_reasoning (WeftTurnReader *self);
WEFT_API gsize           weft_turn_reader_get_arguments_bytes (WeftTurnReader *self); /* of all calls: to show that something comes */
/* The answer. Once. (transfer full) */
WEFT_API WeftTurn       *weft_turn_reader_end   (WeftTurnReader *self, WeftStreamEnd end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTurnReader, weft_turn_reader_free)

G_END_DECLS
