/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The three specialists: each is shown one evaluated design and answers with a few suggestions, which go to the planner and
 * into the trail as what they are, suggestions. They have no tool and give no results. */
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-plain.h"

#define MOST_ITEMS 3
#define PARAMETER_CHARS 64
#define SUGGESTION_CHARS 120
#define BECAUSE_CHARS 240
/* Of an answer, thinking included: small models do not always end by themselves. */
#define MOST_TOKENS 3000
#define BRIEF_TOKENS 300
/* In a row, until nobody is asked any more. */
#define MOST_FAILURES 6

/* --- reading what they say --- */

/* (nullable): the text, made plain and cut. */
static char *
read_member (JsonObject *object,
             const char *member,
             gsize       max_chars)
{
  JsonNode *node = json_object_get_member (object, member);
  g_autofree char *number = NULL;
  const char *text = NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    text = json_node_get_string (node);
  else if (json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    text = number = weft_json_write_compact (node);
  return text != NULL && text[0] != '\0' ? weft_plain_text (text, WEFT_PLAIN_ONE_LINE, max_chars)
                                         : NULL;
}

static void
take_item (JsonNode   *node,
           const char *specialist,
           JsonArray  *items)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autofree char *parameter = NULL;
  g_autofree char *suggestion = NULL;
  g_autofree char *because = NULL;
  JsonObject *item;

  if (object == NULL || json_array_get_length (items) >= MOST_ITEMS)
    return;
  parameter = read_member (object, "parameter", PARAMETER_CHARS);
  suggestion = read_member (object, "suggestion", SUGGESTION_CHARS);
  because = read_member (object, "because", BECAUSE_CHARS);
  if (parameter == NULL || suggestion == NULL || because == NULL)
    return;

  item = json_object_new ();
  json_object_set_string_member (item, "specialist", specialist);
  json_object_set_string_member (item, "parameter", parameter);
  json_object_set_string_member (item, "suggestion", suggestion);
  json_object_set_string_member (item, "because", because);
  json_array_add_object_element (items, item);
}

/* The text without one Markdown fence around it. (transfer full) */
static char *
strip_fence (const char *text)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  char *end;

  if (!g_str_has_prefix (trimmed, "```"))
    return g_steal_pointer (&trimmed);
  end = g_strrstr (trimmed, "```");
  if (end <= trimmed + 2)
    return g_steal_pointer (&trimmed);
  *end = '\0';
  end = strchr (trimmed, '\n');
  return g_strdup (end != NULL ? end + 1 : trimmed);
}

/* (nullable) (transfer full): an array of items; NULL when the answer is none. */
static JsonNode *
read_advice (WeftTurn   *turn,
             const char *specialist)
{
  g_autofree char *text = strip_fence (turn->content);
  g_autoptr (JsonNode) root = NULL;
  JsonNode *list, *node;
  JsonArray *items;

  if (turn->outcome != WEFT_TURN_OK)
    return NULL;
  root = weft_json_parse (text, -1, specialist, NULL, NULL);
  list = root != NULL && JSON_NODE_HOLDS_OBJECT (root)
           ? json_object_get_member (json_node_get_object (root), "items") : root;
  if (list == NULL || !JSON_NODE_HOLDS_ARRAY (list))
    return NULL;

  items = json_array_new ();
  for (guint i = 0; i < json_array_get_length (json_node_get_array (list)); i++)
    take_item (json_array_get_element (json_node_get_array (list), i), specialist, items);
  node = json_node_new (JSON_NODE_ARRAY);
  json_node_take_array (node, items);
  return node;
}

/* --- recording --- */

static void
record_advice (WeftPlan   *self,
               WeftAsking *asking,
               WeftTurn   *turn,
               JsonNode   *items)
{
  JsonObject *data = json_object_new ();

  json_object_set_int_member (data, "about", (gint64) self->asked_about->seq);
  json_object_set_int_member (data, "evaluation", self->asked_about->evaluation);
  json_object_set_string_member (data, "design", self->asked_about->digest);
  if (items != NULL)
    json_object_set_member (data, "items", json_node_copy (items));
  else
    {
      json_object_set_array_member (data, "items", json_array_new ());
      json_object_set_string_member (data, "error",
                                     turn->error != NULL ? turn->error->message
                                     : turn->outcome == WEFT_TURN_OK ? "the answer is no list of suggestions"
                                     : weft_turn_outcome_nick (turn->outcome));
    }
  weft_plan_record (self, "advice", asking->agent, asking->response_seq, data);
}

static void
advised_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  WeftAsking *asking = data;
  WeftPlan *self = asking->plan;
  g_autoptr (WeftTurn) turn = weft_chat_ask_finish (WEFT_CHAT (source), result);
  g_autoptr (JsonNode) items = read_advice (turn, asking->agent);

  weft_plan_enter (self);
  self->in_flight--;
  self->n_asked--;
  if (self->state != WEFT_PLAN_DONE)
    {
      if (turn->outcome != WEFT_TURN_CANCELLED)
        record_advice (self, asking, turn, items);
      self->advice_failures = items != NULL ? 0 : self->advice_failures + 1;
      g_ptr_array_index (self->advice, asking->specialist) = g_steal_pointer (&items);
      if (self->n_asked == 0 && !self->wants_stop)
        weft_plan_answer_calls (self);
    }
  weft_plan_leave (self);
  weft_asking_free (asking);
}

/* --- asking --- */

/* What a specialist is shown. (transfer full) */
static JsonNode *
write_messages (WeftPlan          *self,
                const char        *specialist,
                const WeftPlanned *planned)
{
  WeftBriefing briefing = weft_plan_briefing (self);
  g_autofree char *prompt = weft_kit_prompt (self->kit, specialist, self->problem, &briefing);
  g_autoptr (JsonNode) shown = weft_plan_result_json (self, planned);
  g_autofree char *text = weft_json_write_compact (shown);
  g_autoptr (WeftContext) context = weft_context_new (prompt, text);

  return weft_context_messages (context);
}

static void
ask_specialist (WeftPlan          *self,
                guint              index,
                const WeftPlanned *planned)
{
  const char *agent = weft_plan_specialists[index];
  g_autoptr (JsonNode) messages = write_messages (self, agent, planned);
  WeftBriefing briefing = weft_plan_briefing (self);
  g_autoptr (JsonNode) schema = weft_kit_answer (self->kit, agent, &briefing);
  WeftAsking *asking = g_new0 (WeftAsking, 1);
  WeftChatWatch watch;
  WeftChatRequest request = {
    .agent = agent,
    .messages = messages,
    .response_schema = schema,
    .schema_name = "advice",
    .max_tokens = self->chips > 0 ? BRIEF_TOKENS : MOST_TOKENS,
    .seed = (gint64) ((self->seed + planned->evaluation) & G_MAXINT32),
  };

  asking->plan = g_object_ref (self);
  asking->agent = agent;
  asking->reason = "advice";
  asking->specialist = index;
  watch = weft_plan_watch (asking);
  self->in_flight++;
  weft_chat_ask_async (self->specialists, &request, &watch, self->cancellable, advised_cb, asking);
}

/* Three more questions, at their worst, where there is a limit on tokens or money. */
static gboolean
is_affordable (WeftPlan          *self,
               const WeftPlanned *planned)
{
  guint64 bytes = 0;

  if (self->budget.tokens == 0 && !(self->budget.cost_usd > 0))
    return TRUE;
  for (guint i = 0; i < WEFT_N_SPECIALISTS; i++)
    {
      g_autoptr (JsonNode) messages = write_messages (self, weft_plan_specialists[i], planned);
      g_autofree char *text = weft_json_write_compact (messages);

      bytes += strlen (text);
    }
  return weft_plan_affords_advice (self, bytes / 4,
                                   (guint64) WEFT_N_SPECIALISTS * (self->chips > 0 ? BRIEF_TOKENS : MOST_TOKENS));
}

/**
 * weft_plan_advise: (skip)
 * @self: a run
 * @planned: a design that was evaluated just now
 *
 * Asks all three at once; when they have answered, weft_plan_answer_calls() goes on.
 *
 * Returns: %FALSE when nobody has to be asked
 */
gboolean
weft_plan_advise (WeftPlan          *self,
                  const WeftPlanned *planned)
{
  if (self->no_specialists || self->advice_failures >= MOST_FAILURES || self->wants_stop
      || self->counts.evaluations >= self->budget.evaluations || !is_affordable (self, planned))
    return FALSE;

  self->asked_about = planned;
  self->n_asked = WEFT_N_SPECIALISTS;
  g_ptr_array_set_size (self->advice, 0);
  g_ptr_array_set_size (self->advice, WEFT_N_SPECIALISTS);
  for (guint i = 0; i < WEFT_N_SPECIALISTS; i++)
    ask_specialist (self, i, planned);
  weft_plan_set_state (self, WEFT_PLAN_ADVISING);
  return TRUE;
}
