/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a refusal asks for: another request that the server may take. A field that it does not know is left out from now
 * on; thinking that it misses is sent from now on; a call that the model wrote badly gets a hint once. */
#include "agent/weft-chat-ask-private.h"

static gboolean
switch_thinking_on (WeftEndpoint *endpoint, WeftChatAsk *self)
{
  if (self->sent & (1u << WEFT_FIELD_REASONING_BACK)
      || !weft_chat_misses_thinking ((const char *) self->stream->data, self->stream->len))
    return FALSE;
  weft_endpoint_set_field (endpoint, WEFT_FIELD_REASONING_BACK, TRUE);
  return TRUE;
}

/* The one name for the longest answer instead of the other, unless both were refused. */
static void
swap_max_tokens (WeftEndpoint *endpoint, WeftChatAsk *self, WeftField refused)
{
  WeftField other = refused == WEFT_FIELD_MAX_TOKENS ? WEFT_FIELD_MAX_COMPLETION_TOKENS : WEFT_FIELD_MAX_TOKENS;

  if ((refused == WEFT_FIELD_MAX_TOKENS || refused == WEFT_FIELD_MAX_COMPLETION_TOKENS)
      && !(self->refused & (1u << other)))
    weft_endpoint_set_field (endpoint, other, TRUE);
}

static gboolean
drop_field (WeftEndpoint *endpoint, WeftChatAsk *self, const WeftTurn *turn)
{
  WeftField field;
  gboolean was_on;

  if (!weft_chat_finds_field ((const char *) self->stream->data, self->stream->len, self->sent, &field))
    return FALSE;
  was_on = weft_endpoint_has_field (endpoint, field);
  self->refused |= 1u << field;
  weft_endpoint_set_field (endpoint, field, FALSE);
  swap_max_tokens (endpoint, self, field);
  if (was_on && self->watch.dropped != NULL)
    self->watch.dropped (field, turn->error->message, self->watch.data);
  return TRUE;
}

gboolean
weft_chat_ask_change (WeftChatAsk *self, WeftEndpoint *endpoint, const WeftTurn *turn)
{
  if (self->n_changes > WEFT_N_FIELDS)
    return FALSE;
  self->n_changes++;
  /* Of this one some servers tell within the stream. */
  if (g_strcmp0 (turn->error->code, WEFT_CHAT_BAD_CALL) == 0 && !self->change.hint)
    {
      self->change.hint = TRUE;
      return TRUE;
    }
  if (self->status != 400 && self->status != 422)
    return FALSE;
  return switch_thinking_on (endpoint, self) || drop_field (endpoint, self, turn);
}
