/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a chat share: the request's bytes, what a refusal asks for, the pause that an endpoint wants, and one
 * question with all its tries. */
#pragma once

#include "agent/weft-chat.h"
#include "base/weft-random.h"

G_BEGIN_DECLS

/* --- the request --- */

/* What is different in a later try. */
typedef struct
{
  gboolean hint; /* a last message says that the call could not be read */
} WeftChatChange;

/* JSON in a fixed order of members, so that equal requests are equal bytes and a prompt cache finds its beginning:
 * model, messages, tools, tool_choice, parallel_tool_calls, response_format, reasoning_effort, temperature, top_p, seed,
 * max_tokens or max_completion_tokens, stream, stream_options. @sent: (out): bits of the WeftField in it. Assistant
 * messages may have a member "weft_thinking", which goes out as reasoning_content or not at all. (transfer full), NULL
 * when a message holds what JSON has no word for. */
WEFT_API GBytes *weft_chat_body_new (WeftEndpoint *endpoint, const WeftChatRequest *request, const WeftChatChange *change, guint *sent);

/* --- refusals: what a body of status 400 or 422 complains of --- */

/* Whether it names one of the fields of @sent. */
WEFT_API gboolean weft_chat_finds_field      (const char *body, gsize length, guint sent, WeftField *field);
/* Whether it wants the thinking of earlier answers. */
WEFT_API gboolean weft_chat_misses_thinking  (const char *body, gsize length);

/* --- pauses --- */

/* One for each URL, shared by its chats. */
typedef struct _WeftChatBreaker WeftChatBreaker;

WeftChatBreaker *weft_chat_breaker_get   (const char *url); /* (transfer full) */
WeftChatBreaker *weft_chat_breaker_ref   (WeftChatBreaker *self);
void             weft_chat_breaker_unref (WeftChatBreaker *self);
const char      *weft_chat_breaker_url   (WeftChatBreaker *self);
/* Nobody asks before @until_us, by the monotonic clock. */
void             weft_chat_breaker_pause (WeftChatBreaker *self, gint64 until_us);
void             weft_chat_breaker_close (WeftChatBreaker *self);
gint64           weft_chat_breaker_until (WeftChatBreaker *self); /* 0: now */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftChatBreaker, weft_chat_breaker_unref)

/* --- chats --- */

struct _WeftChat
{
  GObject parent_instance;

  WeftEndpoint *endpoint;
  WeftTransport *transport;
  WeftChatBreaker *breaker; /* (nullable): of the URL that was asked last */
  WeftRandom random;
  double wait_factor;       /* 1; less in tests */
  GPtrArray *waiting;       /* borrowed timers of those that wait */
};

/* The breaker of the endpoint's URL as it is now. (transfer none) */
WeftChatBreaker *weft_chat_peek_breaker  (WeftChat *self);
/* Waits are that many times as long: for tests. */
WEFT_API void    weft_chat_set_wait_factor (WeftChat *self, double factor);
/* Takes the key out of bytes that came from outside, if it is in there. */
void             weft_chat_mask_key      (guint8 *bytes, gsize length, const char *key);

G_END_DECLS
