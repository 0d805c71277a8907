/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of a language model: a value that is shared by counting. */
#include "agent/weft-turn.h"

#include "agent/weft-turn-draft-private.h"

/**
 * weft_turn_outcome_nick: (skip)
 * @outcome: how an answer ended
 *
 * Returns: the word for it in records
 */
const char *
weft_turn_outcome_nick (WeftTurnOutcome outcome)
{
  static const char *const nicks[]
    = { "ok", "length", "filtered", "truncated", "malformed", "error", "limit", "cancelled" };

  g_return_val_if_fail ((guint) outcome < G_N_ELEMENTS (nicks), "error");
  return nicks[outcome];
}

void
weft_turn_call_free (WeftTurnCall *self)
{
  g_free (self->id);
  g_free (self->name);
  g_free (self->arguments_raw);
  g_clear_pointer (&self->arguments, json_node_unref);
  g_free (self);
}

/* An answer in which nothing came. */
WeftTurn *
weft_turn_new (void)
{
  WeftTurn *self = g_atomic_rc_box_new0 (WeftTurn);

  self->outcome = WEFT_TURN_TRUNCATED;
  self->content = g_strdup ("");
  self->reasoning = g_strdup ("");
  self->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_turn_call_free);
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static void
clear_cb (gpointer box)
{
  WeftTurn *self = box;

  g_free (self->content);
  g_free (self->reasoning);
  g_free (self->refusal);
  g_ptr_array_unref (self->calls);
  g_free (self->finish_reason);
  g_clear_pointer (&self->error, weft_turn_error_free);
  g_free (self->limit);
  g_ptr_array_unref (self->warnings);
  g_free (self->id);
  g_free (self->model);
  g_free (self->system_fingerprint);
}

/**
 * weft_turn_ref: (skip)
 * @self: an answer
 *
 * Returns: (transfer full): the same
 */
WeftTurn *
weft_turn_ref (WeftTurn *self)
{
  return g_atomic_rc_box_acquire (self);
}

/**
 * weft_turn_unref: (skip)
 * @self: an answer
 */
void
weft_turn_unref (WeftTurn *self)
{
  g_atomic_rc_box_release_full (self, clear_cb);
}

/**
 * weft_turn_new_failed: (skip)
 * @message: what is wrong
 * @type: (nullable): the endpoint's kind of error
 * @code: (nullable): the endpoint's code
 * @status: of HTTP, 0 for none
 * @retryable: whether the same request may be sent again
 * @retry_after_ms: how long to wait before, -1 when nobody says
 *
 * Returns: (transfer full): an answer that failed before any byte of it came
 */
WeftTurn *
weft_turn_new_failed (const char *message, const char *type, const char *code, guint status, gboolean retryable,
                      gint64 retry_after_ms)
{
  WeftTurn *self = weft_turn_new ();

  self->outcome = WEFT_TURN_ERROR;
  self->error = weft_turn_error_new (message, type, code, status);
  self->error->retryable = retryable;
  self->error->retry_after_ms = retry_after_ms;
  return self;
}
