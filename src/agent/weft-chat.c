/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chats: an endpoint and the way to it. */
#include "agent/weft-chat-private.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (WeftChat, weft_chat, G_TYPE_OBJECT)

/* Sets the pauses of several chats apart without making them different from run to run. */
#define SEED 0x77656674

static void
weft_chat_finalize (GObject *object)
{
  WeftChat *self = WEFT_CHAT (object);

  g_clear_object (&self->endpoint);
  g_clear_object (&self->transport);
  g_clear_pointer (&self->breaker, weft_chat_breaker_unref);
  g_ptr_array_unref (self->waiting);

  G_OBJECT_CLASS (weft_chat_parent_class)->finalize (object);
}

static void
weft_chat_class_init (WeftChatClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_chat_finalize;
}

static void
weft_chat_init (WeftChat *self)
{
  static guint n_chats;

  self->wait_factor = 1;
  self->waiting = g_ptr_array_new ();
  weft_random_init (&self->random, SEED, n_chats++);
}

/**
 * weft_chat_new: (skip)
 * @endpoint: whom to ask
 * @transport: how to get there
 *
 * Returns: (transfer full): a chat; it has no memory, each request says all
 */
WeftChat *
weft_chat_new (WeftEndpoint *endpoint, WeftTransport *transport)
{
  WeftChat *self;

  g_return_val_if_fail (WEFT_IS_ENDPOINT (endpoint) && WEFT_IS_TRANSPORT (transport), NULL);

  self = g_object_new (WEFT_TYPE_CHAT, NULL);
  self->endpoint = g_object_ref (endpoint);
  self->transport = g_object_ref (transport);
  return self;
}

/**
 * weft_chat_get_endpoint: (skip)
 * @self: a chat
 *
 * Returns: (transfer none): whom it asks
 */
WeftEndpoint *
weft_chat_get_endpoint (WeftChat *self)
{
  g_return_val_if_fail (WEFT_IS_CHAT (self), NULL);

  return self->endpoint;
}

WeftChatBreaker *
weft_chat_peek_breaker (WeftChat *self)
{
  const char *url = weft_endpoint_get_url (self->endpoint);

  if (self->breaker != NULL && !g_str_equal (weft_chat_breaker_url (self->breaker), url))
    g_clear_pointer (&self->breaker, weft_chat_breaker_unref);
  if (self->breaker == NULL)
    self->breaker = weft_chat_breaker_get (url);
  return self->breaker;
}

/**
 * weft_chat_retry_now: (skip)
 * @self: a chat
 *
 * Those that wait ask at once, and nobody waits for the pause that the endpoint asked for.
 */
void
weft_chat_retry_now (WeftChat *self)
{
  g_return_if_fail (WEFT_IS_CHAT (self));

  weft_chat_breaker_close (weft_chat_peek_breaker (self));
  for (guint i = 0; i < self->waiting->len; i++)
    g_source_set_ready_time (g_ptr_array_index (self->waiting, i), 0);
}

void
weft_chat_set_wait_factor (WeftChat *self, double factor)
{
  self->wait_factor = factor;
}

void
weft_chat_mask_key (guint8 *bytes, gsize length, const char *key)
{
  gsize key_length = key != NULL ? strlen (key) : 0;
  guint8 *at = bytes;

  if (key_length < 3 || length == 0)
    return;
  while ((at = memmem (at, length - (gsize) (at - bytes), key, key_length)) != NULL)
    memset (at, '*', key_length);
}
