/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One turn of the planner: asking, showing what comes, and what is done with an answer that is whole, cut, broken or
 * refused. Nothing of a broken answer is executed. */
#include "agent/weft-chat-ask-private.h"
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-random.h"

/* In a row. */
#define MOST_FAILURES 3
#define MOST_SILENT 3
#define MOST_CONTEXT_ERRORS 3
/* Part of the context after which an answer was cut for want of room. */
#define ALL_ROOM 0.9
/* Tokens of an answer when an endpoint's own limit is not known and has to be raised. */
#define RAISED_TOKENS 8192
/* Before a turn is asked for again: doubles each time. */
#define FIRST_WAIT_MS 500
/* A server that counts far fewer tokens than were sent has thrown some away. */
#define LEAST_COUNTED 0.6
#define SURE_TOKENS 1500
#define LONG_TOKEN_BYTES 4

/* --- while it is under way --- */

static void
sent_cb (const WeftChatAttempt *attempt,
         gpointer               data)
{
  WeftAsking *asking = data;

  asking->plan->counts.requests++;
  if (asking->specialist < WEFT_N_SPECIALISTS)
    asking->plan->counts.advice_requests++;
  else
    asking->plan->body_bytes = g_bytes_get_size (attempt->body);
  asking->request_seq = weft_plan_record_request (asking->plan, asking, attempt);
  weft_plan_set_state (asking->plan, asking->specialist < WEFT_N_SPECIALISTS ? WEFT_PLAN_ADVISING
                                                                             : WEFT_PLAN_REQUESTING);
}

static void
streamed_cb (WeftTurnReader *reader,
             gpointer        data)
{
  WeftAsking *asking = data;

  if (asking->specialist < WEFT_N_SPECIALISTS)
    return;
  weft_plan_set_state (asking->plan, WEFT_PLAN_STREAMING);
  weft_dialogue_stream (asking->plan->dialogue, asking->agent, weft_turn_reader_get_content (reader),
                        weft_turn_reader_get_reasoning (reader),
                        weft_turn_reader_get_arguments_bytes (reader));
}

static void
answered_cb (const WeftChatAttempt *attempt,
             const WeftChatAnswer  *answer,
             gpointer               data)
{
  WeftAsking *asking = data;

  asking->response_seq = weft_plan_record_response (asking->plan, asking, attempt, answer);
}

/* Whoever is told of the state finds the reason there. */
static void
wait (WeftPlan   *self,
      const char *why)
{
  if (self->state == WEFT_PLAN_DONE)
    return;
  g_free (self->reason);
  self->reason = g_strdup (why);
  weft_plan_set_state (self, WEFT_PLAN_WAITING);
  weft_plan_changed (self);
}

static void
waiting_cb (const char *why,
            gint64      wait_ms,
            const char *source,
            gpointer    data)
{
  WeftAsking *asking = data;
  WeftPlan *self = asking->plan;
  JsonObject *record = json_object_new ();

  json_object_set_string_member (record, "why", why);
  json_object_set_int_member (record, "wait_ms", wait_ms);
  json_object_set_string_member (record, "source", source);
  weft_plan_record (self, "llm.retry", asking->agent, asking->request_seq, record);
  self->retry_at_us = g_get_monotonic_time () + wait_ms * 1000;
  wait (self, why);
}

static void
dropped_cb (WeftField   field,
            const char *message,
            gpointer    data)
{
  WeftAsking *asking = data;
  JsonObject *record = json_object_new ();

  json_object_set_string_member (record, "field", weft_field_name (field));
  json_object_set_string_member (record, "message", message);
  weft_plan_record (asking->plan, "llm.field", asking->agent, asking->request_seq, record);
  /* It would only be refused again; when the profile cannot be written, that is what happens. */
  weft_endpoint_remember_fields (weft_chat_get_endpoint (asking->specialist < WEFT_N_SPECIALISTS
                                                           ? asking->plan->specialists
                                                           : asking->plan->planner), NULL);
}

WeftChatWatch
weft_plan_watch (WeftAsking *asking)
{
  return (WeftChatWatch) {
    .sent = sent_cb,
    .streamed = streamed_cb,
    .answered = answered_cb,
    .waiting = waiting_cb,
    .dropped = dropped_cb,
    .data = asking,
  };
}

void
weft_asking_free (WeftAsking *asking)
{
  g_object_unref (asking->plan);
  g_free (asking);
}

/* --- after it --- */

static gboolean
ask_again_cb (gpointer data)
{
  WeftPlan *self = data;

  self->retry_source = 0;
  weft_plan_ask_again (self);
  return G_SOURCE_REMOVE;
}

static const char *
describe_failure (WeftTurn *turn)
{
  switch (turn->outcome)
    {
    case WEFT_TURN_TRUNCATED: return _("The answer broke off: the endpoint ended the stream without finishing it");
    case WEFT_TURN_MALFORMED: return _("The answer holds something that is not JSON");
    case WEFT_TURN_LIMIT:     return _("The answer went beyond a limit of this program");
    case WEFT_TURN_FILTERED:  return _("The endpoint’s filter held the answer back");
    case WEFT_TURN_OK:
    case WEFT_TURN_LENGTH:
    case WEFT_TURN_ERROR:
    case WEFT_TURN_CANCELLED: break;
    }
  return turn->error != NULL ? turn->error->message : _("The endpoint gave no answer");
}

/* A new try at the turn, the old one being in the trail as abandoned. */
static void
try_again (WeftPlan *self,
           WeftTurn *turn)
{
  const char *why = describe_failure (turn);
  gint64 wait_ms = (gint64) FIRST_WAIT_MS << self->failures;
  JsonObject *record;

  self->failures++;
  if (self->failures >= MOST_FAILURES)
    {
      g_autofree char *sentence = g_strdup_printf (_("%u answers in a row failed. The last one: %s"),
                                                   self->failures, why);

      weft_plan_end (self, "failures", sentence);
      return;
    }

  record = json_object_new ();
  json_object_set_string_member (record, "why", why);
  json_object_set_int_member (record, "wait_ms", self->record != NULL ? 0 : wait_ms);
  json_object_set_string_member (record, "source", "backoff");
  weft_plan_record (self, "llm.retry", "planner", self->response_seq, record);
  self->retry_at_us = g_get_monotonic_time () + wait_ms * 1000;
  self->retry_source = g_timeout_add (self->record != NULL ? 0 : (guint) wait_ms, ask_again_cb, self);
  wait (self, why);
}

static gboolean
is_context_error (const WeftTurnError *error)
{
  static const char *const marks[] = {
    "exceed_context_size", "context_length_exceeded", "context length", "context size",
    "maximum context", "too many tokens",
  };

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if ((error->code != NULL && strstr (error->code, marks[i]) != NULL)
        || (error->type != NULL && strstr (error->type, marks[i]) != NULL)
        || strstr (error->message, marks[i]) != NULL)
      return TRUE;

  return FALSE;
}

/* A call that the model wrote badly may be written well the next time. */
static gboolean
is_final (const WeftTurnError *error)
{
  if (error->retryable || g_strcmp0 (error->code, WEFT_CHAT_BAD_CALL) == 0)
    return FALSE;
  return (error->status >= 300 && error->status < 500) || g_strcmp0 (error->type, "key") == 0
         || g_strcmp0 (error->type, "request") == 0;
}

/* An error that asking again would not mend ends the run with the endpoint's own words. */
static void
take_error (WeftPlan *self,
            WeftTurn *turn)
{
  const WeftTurnError *error = turn->error;

  if (error != NULL && is_context_error (error) && self->context_errors++ < MOST_CONTEXT_ERRORS
      && weft_plan_learn_room (self, error))
    weft_plan_ask (self, "compaction");
  else if (error != NULL && is_final (error))
    weft_plan_end (self, is_context_error (error) ? "context" : "refused", error->message);
  else if (error != NULL && error->retryable && turn->content[0] == '\0' && turn->reasoning[0] == '\0'
           && turn->calls->len == 0)
    /* The request has been repeated as often as is decent. */
    weft_plan_end (self, "failures", error->message);
  else
    try_again (self, turn);
}

/* The model had no room for its answer, which is known now that its tokens are counted. */
static gboolean
was_out_of_room (WeftPlan *self,
                 WeftTurn *turn)
{
  guint64 room = weft_plan_context_tokens (self);

  return room > 0 && turn->usage.reported && self->context_errors++ < MOST_CONTEXT_ERRORS
         && (double) (turn->usage.prompt + turn->usage.completion) > ALL_ROOM * (double) room;
}

static void
take_cut (WeftPlan *self,
          WeftTurn *turn)
{
  guint now = self->max_tokens;

  if (was_out_of_room (self, turn))
    {
      weft_plan_ask (self, "compaction");
      return;
    }
  if (now == 0)
    g_object_get (weft_chat_get_endpoint (self->planner), "max-tokens", &now, NULL);
  if (self->max_tokens == 0)
    {
      self->max_tokens = MAX (2 * MIN (now, G_MAXINT32), RAISED_TOKENS);
      weft_plan_ask (self, "retry");
      return;
    }

  {
    g_autofree char *sentence = g_strdup_printf (
      _("The answer was cut at %u tokens twice: raise the endpoint’s limit on tokens, or take a model that thinks less"),
      now);

    weft_plan_end (self, "length", sentence);
  }
}

/* Ollama and others cut a prompt from its front without a word. */
static gboolean
find_silent_cut (WeftPlan *self,
                 WeftTurn *turn)
{
  double sent = (double) self->body_bytes / LONG_TOKEN_BYTES;

  return turn->usage.reported && turn->usage.prompt > 0 && sent > SURE_TOKENS
         && (double) turn->usage.prompt < LEAST_COUNTED * sent && self->rules == NULL;
}

static void
end_cut_prompt (WeftPlan *self,
                WeftTurn *turn)
{
  g_autofree char *sentence = g_strdup_printf (
    _("The endpoint read only %" G_GUINT64_FORMAT " tokens of about %" G_GUINT64_FORMAT
      " that were sent: its context is too small, and it cuts without saying so. Give the model a larger context"),
    turn->usage.prompt, (guint64) (self->body_bytes / LONG_TOKEN_BYTES));

  weft_plan_end (self, "context", sentence);
}

static void
take_text (WeftPlan *self)
{
  g_autofree char *remind = NULL;

  if (self->rules != NULL && weft_rules_transport_is_over (self->rules))
    {
      weft_plan_end (self, "exhausted", _("The built-in planner has nothing more to try"));
      return;
    }
  if (++self->silent_turns >= MOST_SILENT)
    {
      weft_plan_end (self, "silent", _("The planner did not call evaluate_design three times in a row"));
      return;
    }

  remind = weft_kit_message (self->kit, "remind", NULL);
  weft_context_add_user (self->context, remind);
  self->idle_turns++;
  weft_plan_next (self);
}

static void
take_answer (WeftPlan *self,
             WeftTurn *turn)
{
  self->failures = 0;
  self->context_errors = 0;
  if (find_silent_cut (self, turn))
    {
      end_cut_prompt (self, turn);
      return;
    }

  if (turn->calls->len == 0)
    {
      /* Some servers take no empty message of the model. */
      if (turn->content[0] != '\0')
        weft_context_add_turn (self->context, turn);
      take_text (self);
      return;
    }
  weft_context_add_turn (self->context, turn);

  self->silent_turns = 0;
  self->call = 0;
  self->turn_planned = FALSE;
  g_clear_pointer (&self->turn, weft_turn_unref);
  self->turn = weft_turn_ref (turn);
  weft_plan_answer_calls (self);
}

static void
take_turn (WeftPlan *self,
           WeftTurn *turn)
{
  switch (turn->outcome)
    {
    case WEFT_TURN_OK:        take_answer (self, turn); break;
    case WEFT_TURN_LENGTH:    take_cut (self, turn); break;
    case WEFT_TURN_ERROR:     take_error (self, turn); break;
    case WEFT_TURN_FILTERED:
    case WEFT_TURN_TRUNCATED:
    case WEFT_TURN_MALFORMED:
    case WEFT_TURN_LIMIT:
    case WEFT_TURN_CANCELLED: try_again (self, turn); break;
    }
}

static void
turn_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  WeftAsking *asking = data;
  WeftPlan *self = asking->plan;
  g_autoptr (WeftTurn) turn = weft_chat_ask_finish (WEFT_CHAT (source), result);

  weft_plan_enter (self);
  self->in_flight--;
  self->retry_at_us = 0;
  self->response_seq = asking->response_seq;
  weft_plan_learn_count (self, &turn->usage);
  if (self->record != NULL && turn->outcome == WEFT_TURN_CANCELLED)
    weft_plan_end (self, "stopped", _("Stopped by you"));
  else if (self->state != WEFT_PLAN_DONE && !self->wants_stop)
    take_turn (self, turn);
  weft_plan_leave (self);
  weft_asking_free (asking);
}

static void
end_without_room (WeftPlan *self)
{
  g_autofree char *sentence = g_strdup_printf (
    _("The model’s context is too small: the next turn takes about %" G_GUINT64_FORMAT
      " tokens. Give it a larger context, or leave chips out of the space"),
    weft_plan_next_tokens (self));

  weft_plan_end (self, "context", sentence);
}

static void
send (WeftPlan   *self,
      const char *reason)
{
  static const char *const tools[] = { "evaluate_design", NULL };
  g_autoptr (JsonNode) messages = weft_context_messages (self->context);
  WeftAsking *asking = g_new0 (WeftAsking, 1);
  WeftChatWatch watch;
  WeftChatRequest request;

  request = (WeftChatRequest) {
    .agent = "planner",
    .messages = messages,
    .tools = self->tools,
    .tool_names = tools,
    .tool_required = self->silent_turns > 1,
    /* Another number each time: the same one would make some models say the same again. */
    .seed = (gint64) ((self->seed + self->counts.requests - self->counts.advice_requests) & G_MAXINT32),
    .max_tokens = weft_plan_answer_tokens (self),
  };
  asking->plan = g_object_ref (self);
  asking->agent = "planner";
  asking->reason = self->silent_turns > 0 && g_str_equal (reason, "turn") ? "reminder" : reason;
  asking->specialist = WEFT_N_SPECIALISTS;
  watch = weft_plan_watch (asking);
  self->in_flight++;
  weft_chat_ask_async (self->planner, &request, &watch, self->cancellable, turn_cb, asking);
}

/* A request that is not the first of its turn counts like any other. */
static gboolean
ends_before (WeftPlan   *self,
             const char *reason)
{
  g_autofree char *sentence = NULL;
  const char *code = g_str_equal (reason, "turn") ? NULL : weft_plan_find_stop (self, &sentence);

  if (code != NULL)
    weft_plan_end (self, code, sentence);
  return code != NULL;
}

void
weft_plan_ask (WeftPlan   *self,
               const char *reason)
{
  if (self->wants_stop || ends_before (self, reason))
    return;
  if (self->record != NULL && !weft_record_transport_has_more (self->record, "planner"))
    {
      weft_plan_end (self, "record", _("The record ends here"));
      return;
    }
  if (!weft_plan_make_room (self))
    {
      end_without_room (self);
      return;
    }

  send (self, reason);
}

void
weft_plan_ask_again (WeftPlan *self)
{
  weft_plan_enter (self);
  self->retry_at_us = 0;
  weft_plan_ask (self, "retry");
  weft_plan_leave (self);
}

void
weft_plan_turn_done (WeftPlan *self)
{
  self->idle_turns = self->turn_planned ? 0 : self->idle_turns + 1;
  g_clear_pointer (&self->turn, weft_turn_unref);
  weft_plan_next (self);
}
