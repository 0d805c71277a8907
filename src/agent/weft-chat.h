/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks one endpoint: builds the request that this server takes, retries what may be retried, drops a field that it
 * refuses, and gives the folded answer. Everything in the main thread. */
#pragma once

#include "agent/weft-transport.h"

G_BEGIN_DECLS

/* What is asked. Nodes are arrays of the protocol's objects. */
typedef struct
{
  const char *agent;          /* "planner", "chip" ... */
  JsonNode *messages;
  JsonNode *tools;            /* (nullable) */
  const char *const *tool_names; /* (nullable) (array zero-terminated=1): those in @tools */
  gboolean tool_required;     /* "required" instead of "auto", where the endpoint knows it */
  JsonNode *response_schema;  /* (nullable): of an answer in JSON; not together with tools */
  const char *schema_name;    /* of @response_schema */
  gint64 seed;                /* -1: none */
  guint max_tokens;           /* 0: the endpoint's own */
} WeftChatRequest;

/* One try at a request; borrowed. */
typedef struct
{
  guint attempt;              /* 1 the first of a request */
  const char *agent;
  const char *url;            /* without query */
  GBytes *body;               /* as sent; without the key, which is a header */
  const char *key_fingerprint; /* (nullable) */
} WeftChatAttempt;

/* How a try ended; borrowed. */
typedef struct
{
  WeftTurn *turn;
  guint status;               /* HTTP, 0 when there was none */
  GHashTable *headers;        /* (nullable) (element-type utf8 utf8): those that may be shown and stored */
  GBytes *stream;             /* the bytes as they came, without an encoding */
  gint64 first_byte_us;       /* -1 when none came */
  gint64 total_us;
} WeftChatAnswer;

/* All optional. What is called when something happens; none of them may end the chat. */
typedef struct
{
  void (*sent)     (const WeftChatAttempt *attempt, gpointer data);
  void (*streamed) (WeftTurnReader *reader, gpointer data);                     /* after each read */
  void (*answered) (const WeftChatAttempt *attempt, const WeftChatAnswer *answer, gpointer data);
  void (*waiting)  (const char *why, gint64 wait_ms, const char *source, gpointer data); /* before a retry; @source: "retry-after", "backoff", "breaker" */
  void (*dropped)  (WeftField field, const char *message, gpointer data);       /* the server refused a field; from now on it is not sent */
  gpointer data;
} WeftChatWatch;

#define WEFT_TYPE_CHAT (weft_chat_get_type ())
/* Several chats may share an endpoint: one that is told to wait makes all of them wait. */
WEFT_API G_DECLARE_FINAL_TYPE (WeftChat, weft_chat, WEFT, CHAT, GObject)

/* (transfer full) */
WEFT_API WeftChat *weft_chat_new (WeftEndpoint *endpoint, WeftTransport *transport);
WEFT_API WeftEndpoint *weft_chat_get_endpoint (WeftChat *self);
/* @request is copied (nodes are reffed). @watch: (nullable), copied; its data must live until the callback. Any number at once. */
WEFT_API void      weft_chat_ask_async  (WeftChat *self, const WeftChatRequest *request, const WeftChatWatch *watch, GCancellable *cancellable,
                                         GAsyncReadyCallback callback, gpointer data);
/* (transfer full): never NULL: what failed or was cancelled is an outcome of the turn, not an error. */
WEFT_API WeftTurn *weft_chat_ask_finish (WeftChat *self, GAsyncResult *result);
WEFT_API void      weft_chat_retry_now  (WeftChat *self); /* those that wait do not wait any longer */

/* --- connection test --- */

typedef struct
{
  char *id;
  guint64 context_tokens; /* 0: unknown */
} WeftChatModel;

WEFT_API void       weft_chat_list_models_async  (WeftChat *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* (transfer full) (element-type WeftChatModel): NULL with an error in plain words: what is wrong and what to do. */
WEFT_API GPtrArray *weft_chat_list_models_finish (WeftChat *self, GAsyncResult *result, GError **error);

G_END_DECLS
