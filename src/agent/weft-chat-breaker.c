/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pause that an endpoint asked for. Several agents share its limit: when one of them is told to wait, requests of the
 * others would only lengthen that. Main thread only. */
#include "agent/weft-chat-private.h"

struct _WeftChatBreaker
{
  guint n_refs;
  char *url;
  gint64 until_us;
};

static GHashTable *breakers; /* by URL; borrowed; NULL while there is none */

WeftChatBreaker *
weft_chat_breaker_get (const char *url)
{
  WeftChatBreaker *self;

  if (breakers == NULL)
    breakers = g_hash_table_new (g_str_hash, g_str_equal);
  self = g_hash_table_lookup (breakers, url);
  if (self != NULL)
    return weft_chat_breaker_ref (self);
  self = g_new0 (WeftChatBreaker, 1);
  self->n_refs = 1;
  self->url = g_strdup (url);
  g_hash_table_insert (breakers, self->url, self);
  return self;
}

WeftChatBreaker *
weft_chat_breaker_ref (WeftChatBreaker *self)
{
  self->n_refs++;
  return self;
}

void
weft_chat_breaker_unref (WeftChatBreaker *self)
{
  if (--self->n_refs > 0)
    return;
  g_hash_table_remove (breakers, self->url);
  if (g_hash_table_size (breakers) == 0)
    g_clear_pointer (&breakers, g_hash_table_unref);
  g_free (self->url);
  g_free (self);
}

const char *
weft_chat_breaker_url (WeftChatBreaker *self)
{
  return self->url;
}

void
weft_chat_breaker_pause (WeftChatBreaker *self, gint64 until_us)
{
  self->until_us = MAX (self->until_us, until_us);
}

void
weft_chat_breaker_close (WeftChatBreaker *self)
{
  self->until_us = 0;
}

gint64
weft_chat_breaker_until (WeftChatBreaker *self)
{
  return self->until_us;
}
