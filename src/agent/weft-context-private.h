/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a planner has been told and has said: a fixed beginning, then exchanges. Old exchanges are replaced by a table that the
 * program makes, so that the whole fits into the model's context; a call and its result are never parted. */
#pragma once

#include "agent/weft-turn.h"

G_BEGIN_DECLS

/* Exchanges at the end that stay as they were said, where there is room. */
#define WEFT_CONTEXT_KEEP 6

typedef struct _WeftContext WeftContext;

typedef struct
{
  guint removed;        /* messages */
  guint kept;           /* exchanges */
  gsize bytes_before;
  gsize bytes_after;
} WeftCompaction;

/* @system, @begin: the first two messages. (transfer full) */
WEFT_API WeftContext *weft_context_new   (const char *system, const char *begin);
WEFT_API void         weft_context_free  (WeftContext *self);
/* What the model answered begins an exchange. Arguments that were no JSON object are not repeated to any server. */
WEFT_API void         weft_context_add_turn   (WeftContext *self, WeftTurn *turn);
/* The answer to the @index-th call of the last turn. One for each, in order. */
WEFT_API void         weft_context_add_result (WeftContext *self, const char *call_id, const char *content);
WEFT_API void         weft_context_add_user   (WeftContext *self, const char *text);
/* (transfer full): an array of messages of the protocol. */
WEFT_API JsonNode    *weft_context_messages   (WeftContext *self);
/* Of all messages as JSON. */
WEFT_API gsize        weft_context_bytes      (WeftContext *self);
WEFT_API guint        weft_context_n_exchanges (WeftContext *self);
/* Replaces all but the last @keep exchanges by @summary, and the summary before it. */
WEFT_API void         weft_context_compact    (WeftContext *self, guint keep, const char *summary, WeftCompaction *compaction);
/* Tells the model the beginning in other words. */
WEFT_API void         weft_context_begin_anew (WeftContext *self, const char *system);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftContext, weft_context_free)

G_END_DECLS
