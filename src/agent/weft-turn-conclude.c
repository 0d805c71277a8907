/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only the end of an answer can tell: how it ended, what its calls come to, and what has leaked into its text. */
#include <string.h>

#include "agent/weft-turn-leak-private.h"
#include "agent/weft-turn-reader-private.h"

#define THINK "<think>"
#define THINK_END "</think>"
#define FUNCTIONS "functions."

gboolean
weft_turn_something_came (WeftTurnReader *self)
{
  return self->n_text > 0 || self->drafts->len > 0;
}

static gboolean
finished_with (WeftTurnReader *self, const char *reason)
{
  return g_strcmp0 (self->finish, reason) == 0;
}

static gboolean
may_call (WeftTurnReader *self)
{
  return finished_with (self, "stop") || finished_with (self, "tool_calls");
}

static WeftTurnOutcome
decide (WeftTurnReader *self, WeftStreamEnd end)
{
  if (self->limit != NULL)
    return WEFT_TURN_LIMIT;
  if (self->error != NULL)
    return WEFT_TURN_ERROR;
  if (self->malformed)
    return WEFT_TURN_MALFORMED;
  if (end == WEFT_END_CANCELLED && !self->done)
    return WEFT_TURN_CANCELLED;
  if (finished_with (self, "length"))
    return WEFT_TURN_LENGTH;
  if (finished_with (self, "content_filter"))
    return WEFT_TURN_FILTERED;
  if (self->finish != NULL || (self->done && weft_turn_something_came (self)))
    return WEFT_TURN_OK;
  return WEFT_TURN_TRUNCATED;
}

/* --- calls of the protocol --- */

static char *
clean_name (WeftTurnReader *self, const char *name)
{
  const char *begin = g_str_has_prefix (name, FUNCTIONS) ? name + strlen (FUNCTIONS) : name;
  const char *token = strstr (begin, "<|");
  char *clean = token != NULL ? g_strndup (begin, token - begin) : g_strdup (begin);

  g_strstrip (clean);
  if (!g_str_equal (clean, name))
    weft_turn_warn (self, "name-cleaned");
  return clean;
}

static WeftTurnCall *
call_from_draft (WeftTurnReader *self, const WeftTurnDraft *draft)
{
  gboolean ended = self->finish != NULL || self->done;
  WeftTurnArguments arguments
    = weft_turn_arguments_read (draft, self->limits.depth, ended && !finished_with (self, "length"));
  WeftTurnCall *call = g_new0 (WeftTurnCall, 1);

  if (arguments.warning != NULL)
    weft_turn_warn (self, arguments.warning);
  call->id = g_strdup (draft->id);
  call->name = clean_name (self, draft->name != NULL ? draft->name : "");
  call->arguments_raw = g_strdup (draft->arguments->str);
  call->arguments = arguments.node;
  call->valid = arguments.node != NULL && weft_turn_is_tool (self, call->name);
  if (call->id == NULL)
    weft_turn_warn (self, "missing-id");
  return call;
}

/* The reply to a call needs an id. */
static void
name_calls (WeftTurnReader *self, GPtrArray *calls)
{
  for (guint i = 0; i < calls->len; i++)
    {
      WeftTurnCall *call = g_ptr_array_index (calls, i);

      for (guint number = i + 1; call->id == NULL; number += calls->len)
        {
          g_autofree char *id = g_strdup_printf ("weft-call-%u", number);

          if (!g_hash_table_contains (self->by_id, id))
            call->id = g_steal_pointer (&id);
        }
    }
}

/* --- leaks --- */

/* The template may have opened the tag already: then only the closing one is in the text. */
static void
split_at_closing_tag (WeftTurnReader *self)
{
  const char *close = self->reasoning->len == 0 ? strstr (self->content->str, THINK_END) : NULL;
  const char *open = close != NULL ? strstr (self->content->str, THINK) : NULL;
  const char *rest;

  if (close == NULL || (open != NULL && open < close))
    return;
  g_string_append_len (self->reasoning, self->content->str, close - self->content->str);
  g_string_assign (self->reasoning, g_strstrip (self->reasoning->str));
  rest = close + strlen (THINK_END);
  while (g_ascii_isspace (*rest))
    rest++;
  g_string_erase (self->content, 0, rest - self->content->str);
  weft_turn_warn (self, "think-in-content");
}

static void
recover (WeftTurnReader *self, GPtrArray *calls)
{
  gboolean sound = self->limit == NULL && self->error == NULL && !self->malformed;
  WeftTurnLeak leak = {
    .tools = (const char *const *) self->tools,
    .max_calls = self->limits.calls,
    .max_depth = self->limits.depth,
    .wants_calls = sound && may_call (self) && self->drafts->len == 0,
    .calls = calls,
  };

  split_at_closing_tag (self);
  if (weft_turn_leak_channels (&leak, self->content, self->reasoning))
    weft_turn_warn (self, "harmony-in-content");
  else if (leak.wants_calls && self->content->len > 0)
    weft_turn_leak_calls (&leak, self->content);
  if (calls->len > self->drafts->len)
    weft_turn_warn (self, "tool-call-in-content");
}

/* --- the turn --- */

static void
warn_of_end (WeftTurnReader *self, WeftTurnOutcome outcome, guint n_calls, WeftStreamEnd end)
{
  gboolean used = outcome == WEFT_TURN_OK || outcome == WEFT_TURN_LENGTH || outcome == WEFT_TURN_FILTERED;

  if (used && self->finish != NULL && !self->done)
    {
      weft_turn_warn (self, "missing-done");
      if (end == WEFT_END_RESET || end == WEFT_END_PREMATURE)
        weft_turn_warn (self, "reset-after-finish");
    }
  if (used && self->finish == NULL)
    weft_turn_warn (self, "missing-finish-reason");
  if (finished_with (self, "stop") && n_calls > 0)
    weft_turn_warn (self, "finish-stop-with-tool-calls");
  if (finished_with (self, "tool_calls") && n_calls == 0)
    weft_turn_warn (self, "finish-tool-calls-but-none");
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
take_warnings (WeftTurnReader *self, WeftTurn *turn)
{
  GHashTableIter iter;
  gpointer literal;

  g_hash_table_iter_init (&iter, self->warnings);
  while (g_hash_table_iter_next (&iter, &literal, NULL))
    g_ptr_array_add (turn->warnings, g_strdup (literal));
  g_ptr_array_sort (turn->warnings, compare_cb);
}

static char *
take_string (GString **string)
{
  return *string != NULL ? g_string_free (g_steal_pointer (string), FALSE) : NULL;
}

WeftTurn *
weft_turn_conclude (WeftTurnReader *self, WeftStreamEnd end)
{
  WeftTurn *turn = weft_turn_new ();

  weft_turn_think_end (&self->think, self->content, self->reasoning);
  for (guint i = 0; i < self->drafts->len; i++)
    g_ptr_array_add (turn->calls, call_from_draft (self, g_ptr_array_index (self->drafts, i)));
  recover (self, turn->calls);
  name_calls (self, turn->calls);

  turn->outcome = decide (self, end);
  warn_of_end (self, turn->outcome, turn->calls->len, end);
  take_warnings (self, turn);
  g_free (turn->content);
  turn->content = take_string (&self->content);
  g_free (turn->reasoning);
  turn->reasoning = take_string (&self->reasoning);
  turn->refusal = take_string (&self->refusal);
  turn->finish_reason = g_steal_pointer (&self->finish);
  turn->done = self->done;
  turn->usage = self->usage;
  turn->error = g_steal_pointer (&self->error);
  turn->limit = g_strdup (self->limit);
  turn->id = g_steal_pointer (&self->id);
  turn->model = g_steal_pointer (&self->model);
  turn->system_fingerprint = g_steal_pointer (&self->system_fingerprint);
  return turn;
}
