/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model reads only so much. What is said to it is made to fit: old exchanges become a table, and a model with a small
 * context is told of fewer chips in fewer words. How many tokens a byte makes is learned from what the endpoint counts. */
#include "agent/weft-plan-private.h"

#include <string.h>

#include "base/weft-json-write.h"

/* Tokens of a byte where nobody has counted. */
#define USUAL_TOKENS_A_BYTE 0.25
/* Parts of the context: that the beginning may take, at which old exchanges are summed up, and that is no use any more. */
#define BEGINNING 0.55
#define FULL 0.7
#define OVERFULL 0.92
/* Part of the room that is left. */
#define ANSWER 0.8
/* What may be a context: tokens. */
#define LEAST_CONTEXT 512
#define MOST_CONTEXT (G_GUINT64_CONSTANT (1) << 32)
/* Tokens of a byte that any model may count. */
#define LEAST_RATE 0.02
#define MOST_RATE 4
#define MOST_CHIPS 16
#define LEAST_CHIPS 3

WeftBriefing
weft_plan_briefing (WeftPlan *self)
{
  return (WeftBriefing) { self->budget.evaluations, !self->no_attribution, self->chips };
}

guint64
weft_plan_context_tokens (WeftPlan *self)
{
  guint tokens = 0;

  g_object_get (weft_chat_get_endpoint (self->planner), "context-tokens", &tokens, NULL);
  return self->context_tokens > 0 && (tokens == 0 || self->context_tokens < tokens)
           ? self->context_tokens : tokens;
}

static gsize
tools_bytes (WeftPlan *self)
{
  g_autofree char *text = weft_json_write_compact (self->tools);

  return strlen (text);
}

static guint64
to_tokens (WeftPlan *self,
           gsize     bytes)
{
  double rate = self->tokens_a_byte > 0 ? self->tokens_a_byte : USUAL_TOKENS_A_BYTE;

  return (guint64) ((double) bytes * rate + 0.5);
}

guint64
weft_plan_next_tokens (WeftPlan *self)
{
  return to_tokens (self, weft_context_bytes (self->context) + tools_bytes (self));
}

/* --- fewer words --- */

static gsize
beginning_bytes (WeftPlan *self,
                 guint     chips)
{
  WeftBriefing briefing = { self->budget.evaluations, !self->no_attribution, chips };
  g_autofree char *prompt = weft_kit_prompt (self->kit, "planner", self->problem, &briefing);
  g_autoptr (JsonNode) tools = weft_kit_tools (self->kit, self->problem, &briefing);
  g_autofree char *text = weft_json_write_compact (tools);

  return strlen (prompt) + strlen (text);
}

static void
speak_briefly (WeftPlan *self,
               guint     chips)
{
  JsonObject *data = json_object_new ();
  WeftBriefing briefing;
  g_autofree char *prompt = NULL;

  self->chips = chips;
  briefing = weft_plan_briefing (self);
  prompt = weft_kit_prompt (self->kit, "planner", self->problem, &briefing);
  json_node_unref (self->tools);
  self->tools = weft_kit_tools (self->kit, self->problem, &briefing);
  weft_context_begin_anew (self->context, prompt);

  json_object_set_string_member (data, "rule", "a small context: fewer words, and the chips that lead by the catalog");
  json_object_set_int_member (data, "chips", chips);
  json_object_set_int_member (data, "of", self->problem->n_chips);
  json_object_set_int_member (data, "context_tokens", (gint64) weft_plan_context_tokens (self));
  weft_plan_record (self, "context.compacted", "app", 0, data);
}

/* The most chips with which the beginning leaves room for what is said after it. */
static void
shorten_beginning (WeftPlan *self,
                   double    most_tokens)
{
  guint chips = MIN (MOST_CHIPS, self->problem->n_chips);

  if ((double) to_tokens (self, beginning_bytes (self, self->chips)) <= most_tokens)
    return;
  if (self->chips > 0)
    chips = self->chips;
  while (chips > LEAST_CHIPS && (double) to_tokens (self, beginning_bytes (self, chips)) > most_tokens)
    chips--;
  if (self->chips == 0 || chips < self->chips)
    speak_briefly (self, chips);
}

/* --- fewer exchanges --- */

static void
sum_up (WeftPlan *self,
        guint     keep)
{
  g_autofree char *table = weft_plan_summary (self);
  g_autofree char *summary = weft_kit_message (self->kit, "summary", table);
  g_autoptr (GBytes) bytes = g_bytes_new (summary, strlen (summary));
  JsonObject *data = json_object_new ();
  WeftCompaction compaction;

  weft_context_compact (self->context, keep, summary, &compaction);
  self->has_summary = TRUE;
  json_object_set_string_member (data, "rule", "the context is nearly full");
  json_object_set_int_member (data, "removed", compaction.removed);
  json_object_set_int_member (data, "kept", compaction.kept);
  json_object_set_int_member (data, "tokens_before", (gint64) to_tokens (self, compaction.bytes_before));
  json_object_set_int_member (data, "tokens_after", (gint64) to_tokens (self, compaction.bytes_after));
  weft_plan_record_blob (self, "context.compacted", "app", 0, data, "summary", bytes);
}

static gboolean
is_over (WeftPlan *self,
         double    share)
{
  return (double) weft_plan_next_tokens (self) > share * (double) weft_plan_context_tokens (self);
}

/* Where even the last exchange is too much, a short table has to do. */
static void
shorten_summary (WeftPlan *self)
{
  static const struct
  {
    guint rows;
    guint keep;
  } steps[] = { { 12, 1 }, { 4, 1 }, { 4, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (steps) && is_over (self, OVERFULL); i++)
    if (self->planned->len > 0
        && (weft_context_n_exchanges (self->context) > steps[i].keep
            || (self->has_summary && self->planned->len > steps[i].rows)))
      {
        self->summary_rows = steps[i].rows;
        sum_up (self, steps[i].keep);
      }
}

gboolean
weft_plan_make_room (WeftPlan *self)
{
  double most = (double) weft_plan_context_tokens (self);
  guint keep = WEFT_CONTEXT_KEEP;

  if (most == 0)
    return TRUE;
  shorten_beginning (self, BEGINNING * most);
  while (is_over (self, FULL) && keep > 0)
    {
      if (weft_context_n_exchanges (self->context) > keep)
        sum_up (self, keep);
      keep--;
    }
  shorten_summary (self);
  return !is_over (self, OVERFULL);
}

/* A small context has to hold the answer too, and some servers refuse a limit that does not fit. 0: no limit of ours. */
guint
weft_plan_answer_tokens (WeftPlan *self)
{
  guint64 most = weft_plan_context_tokens (self), next = weft_plan_next_tokens (self);

  if (self->max_tokens > 0)
    return next < most ? MIN (self->max_tokens, (guint) (most - next)) : self->max_tokens;
  if (self->chips == 0)
    return 0;
  return next < most ? (guint) ((double) (most - next) * ANSWER) : 0;
}

/* --- learning --- */

/* The next number at or after *@text that may be one of a context's tokens: no status, no port of a few digits. */
static gboolean
find_number (const char **text,
             guint64     *number)
{
  for (const char *at = *text; *at != '\0'; at++)
    if (g_ascii_isdigit (*at))
      {
        char *end;

        *number = g_ascii_strtoull (at, &end, 10);
        *text = end;
        if (*number >= LEAST_CONTEXT && *number <= MOST_CONTEXT)
          return TRUE;
        at = end - 1;
      }

  return FALSE;
}

/* How tokens are told from bytes: no model makes less or more of them. A context that was guessed was guessed in bytes. */
static void
set_rate (WeftPlan *self,
          double    tokens)
{
  double before = self->tokens_a_byte > 0 ? self->tokens_a_byte : USUAL_TOKENS_A_BYTE;

  if (self->body_bytes == 0)
    return;
  self->tokens_a_byte = CLAMP (tokens / (double) self->body_bytes, LEAST_RATE, MOST_RATE);
  if (self->guessed_context)
    self->context_tokens = (guint64) ((double) self->context_tokens * self->tokens_a_byte / before);
}

/* "request (9650 tokens) exceeds the available context size (4096 tokens)", "maximum context length is 8192 tokens. However, you
 * requested 9000 (5000 in the messages)": the context is named after the word, else it is the smallest number; the largest
 * is what was sent. */
gboolean
weft_plan_learn_room (WeftPlan            *self,
                      const WeftTurnError *error)
{
  const char *text = error->message;
  const char *named = strstr (error->message, "context");
  guint64 number, least = 0, most = 0, before = self->context_tokens;

  while (find_number (&text, &number))
    {
      least = least == 0 ? number : MIN (least, number);
      most = MAX (most, number);
    }
  if (named != NULL && find_number (&named, &number))
    least = number;
  self->guessed_context = most == least && (least == 0 || least == before);
  if (most > least)
    set_rate (self, (double) most);
  else if (self->guessed_context)
    /* It does not say, or that has not helped: half of what was too much. */
    least = MIN (to_tokens (self, self->body_bytes), before > 0 ? before : MOST_CONTEXT) / 2;
  self->context_tokens = least;
  return self->context_tokens >= LEAST_CONTEXT;
}

void
weft_plan_learn_count (WeftPlan            *self,
                       const WeftTurnUsage *usage)
{
  if (usage->reported && usage->prompt > 0)
    set_rate (self, (double) usage->prompt);
}
