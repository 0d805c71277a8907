/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One answer of a language model, folded from its stream: text, thinking, tool calls, and how it ended. Nothing in it is
 * a result: numbers in a model's text are claims. Immutable once it is made. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

/* How an answer ended. Only OK may execute a tool. */
typedef enum
{
  WEFT_TURN_OK,
  WEFT_TURN_LENGTH,    /* cut by the endpoint's token limit */
  WEFT_TURN_FILTERED,
  WEFT_TURN_TRUNCATED, /* the stream ended without saying that it was over */
  WEFT_TURN_MALFORMED, /* something in it was not JSON */
  WEFT_TURN_ERROR,     /* see its error */
  WEFT_TURN_LIMIT,     /* one of ours was hit, see its limit */
  WEFT_TURN_CANCELLED,
} WeftTurnOutcome;

WEFT_API const char *weft_turn_outcome_nick (WeftTurnOutcome outcome); /* "ok", "length" ... */

/* A tool that the model wants to be called. */
typedef struct
{
  char *id;             /* never NULL: "weft-call-1" when the endpoint gave none */
  char *name;           /* never NULL, may be unknown or "" */
  char *arguments_raw;  /* as they came */
  JsonNode *arguments;  /* (nullable): an object; NULL when they are not valid */
  gboolean valid;
  gboolean recovered;   /* found in the text, not in a field of the protocol */
} WeftTurnCall;

/* Tokens as the endpoint counted them; a missing count is 0. */
typedef struct
{
  gboolean reported;
  guint64 prompt;
  guint64 completion;
  guint64 total;
  guint64 cached;       /* of the prompt */
  guint64 reasoning;    /* of the completion */
} WeftTurnUsage;

/* What an endpoint, or the way to it, complained of. Plain text without markup and control characters, at most 200 characters to show. */
typedef struct
{
  char *message;
  char *type;           /* (nullable) */
  char *code;           /* (nullable) */
  guint status;         /* HTTP, 0 when there was none */
  gboolean retryable;
  gint64 retry_after_ms; /* -1 when the endpoint named none */
} WeftTurnError;

typedef struct
{
  WeftTurnOutcome outcome;
  char *content;        /* never NULL; valid UTF-8 */
  char *reasoning;      /* never NULL */
  char *refusal;        /* (nullable) */
  GPtrArray *calls;     /* (element-type WeftTurnCall), never NULL */
  char *finish_reason;  /* (nullable) */
  gboolean done;        /* whether [DONE] came */
  WeftTurnUsage usage;
  WeftTurnError *error; /* (nullable) */
  char *limit;          /* (nullable): "line", "text" ... */
  GPtrArray *warnings;  /* (element-type utf8), never NULL, each once */
  char *id;             /* (nullable): of the response */
  char *model;          /* (nullable): as the endpoint names it */
  char *system_fingerprint; /* (nullable) */
} WeftTurn;

WEFT_API WeftTurn *weft_turn_ref   (WeftTurn *self);
WEFT_API void      weft_turn_unref (WeftTurn *self);
/* The keys of a recorded case's "expect" (docs/agent.md). (transfer full) */
WEFT_API JsonNode *weft_turn_to_json (WeftTurn *self);
/* An answer that failed before any byte came. @type, @code: (nullable). (transfer full) */
WEFT_API WeftTurn *weft_turn_new_failed (const char *message, const char *type, const char *code, guint status, gboolean retryable, gint64 retry_after_ms);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTurn, weft_turn_unref)

G_END_DECLS
