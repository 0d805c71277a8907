/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each kind of event does to the list. A program other than this one may have written it, and the run may be cut
 * anywhere: kinds that are unknown are passed over, and so is what is missing. */
#include "config.h"

#include "agent/weft-dialogue-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "agent/weft-dialogue-data-private.h"

typedef void (*Taker) (WeftDialogue *self, WeftEvent *event, JsonObject *data);

/* @text: (transfer full) (nullable): a line of its own; none makes no item. */
static void
add_line (WeftDialogue    *self,
          WeftDialogueKind kind,
          WeftEvent       *event,
          char            *text)
{
  g_autofree char *owned = text;
  guint64 seq = weft_event_get_seq (event);
  WeftDialogueItem *item;

  if (text == NULL || *text == '\0')
    return;
  item = weft_dialogue_item_new (kind, seq, weft_event_get_actor (event));
  weft_dialogue_item_set_text (item, text);
  weft_dialogue_remember (self, seq, item);
  weft_dialogue_add (self, item);
}

static void
add_given (WeftDialogue *self,
           JsonObject   *object,
           const char   *member,
           const char   *what,
           const char   *unit)
{
  double value = weft_json_find_number (object, member);

  if (!isnan (value))
    weft_claim_facts_add_given (self->facts, what, value, unit);
}

/* What the planner was told when it began: figures that it may repeat. */
static void
add_givens (WeftDialogue *self,
            JsonObject   *data,
            JsonObject   *budget)
{
  JsonObject *problem = weft_json_find_object (data, "problem");
  JsonObject *facility = weft_json_find_object (problem, "facility");
  JsonObject *limits = weft_json_find_object (problem, "constraints");

  add_given (self, facility, "power_w", "power budget", "W");
  add_given (self, facility, "cost_usd", "cost budget", "USD");
  add_given (self, limits, "max_power_w", "power limit", "W");
  add_given (self, limits, "max_cost_usd", "cost limit", "USD");
  add_given (self, limits, "max_chips", "limit of chips", "");
  add_given (self, budget, "evaluations", "evaluations", "");
}

static void
take_start_cb (WeftDialogue *self,
               WeftEvent    *event,
               JsonObject   *data)
{
  JsonObject *planner = weft_json_find_object (data, "planner");

  self->planned = planner != NULL;
  if (self->model == NULL)
    self->model = weft_data_word (planner, "model", 200);
  add_givens (self, data, weft_json_find_object (planner, "budget"));
  add_line (self, WEFT_DIALOGUE_START, event, weft_dialogue_word_start (data));
}

static void
take_retry_cb (WeftDialogue *self,
               WeftEvent    *event,
               JsonObject   *data)
{
  gint64 parent = (gint64) weft_event_get_parent (event);
  gboolean told = g_hash_table_contains (self->told, &parent);

  add_line (self, WEFT_DIALOGUE_NOTICE, event, weft_dialogue_word_retry (data, told));
}

static void
take_field_cb (WeftDialogue *self,
               WeftEvent    *event,
               JsonObject   *data)
{
  add_line (self, WEFT_DIALOGUE_NOTICE, event, weft_dialogue_word_field (data));
}

static void
take_compaction_cb (WeftDialogue *self,
                    WeftEvent    *event,
                    JsonObject   *data)
{
  add_line (self, WEFT_DIALOGUE_NOTICE, event, weft_dialogue_word_compaction (data));
}

static void
take_limit_cb (WeftDialogue *self,
               WeftEvent    *event,
               JsonObject   *data)
{
  add_line (self, WEFT_DIALOGUE_NOTICE, event, weft_dialogue_word_limit (data));
}

static void
take_control_cb (WeftDialogue *self,
                 WeftEvent    *event,
                 JsonObject   *data)
{
  gboolean says = g_strcmp0 (weft_json_find_string (data, "what"), "say") == 0;

  if (says)
    add_line (self, WEFT_DIALOGUE_USER, event, g_strdup (weft_json_find_string (data, "text")));
  else
    add_line (self, WEFT_DIALOGUE_NOTICE, event, weft_dialogue_word_control (data));
}

static void
take_edit_cb (WeftDialogue *self,
              WeftEvent    *event,
              JsonObject   *data)
{
  guint64 seq = weft_event_get_seq (event);
  JsonArray *partitions = weft_json_find_array (data, "partitions");
  WeftDialogueItem *item = weft_dialogue_item_new (WEFT_DIALOGUE_USER, seq, weft_event_get_actor (event));

  weft_dialogue_item_set_text (item, _ ("Handed back a design"));
  if (partitions != NULL)
    {
      item->partitions = json_node_copy (json_object_get_member (data, "partitions"));
      weft_claim_facts_add_design (self->facts, partitions);
    }
  weft_dialogue_remember (self, seq, item);
  weft_dialogue_add (self, item);
}

static void
take_end_cb (WeftDialogue *self,
             WeftEvent    *event,
             JsonObject   *data)
{
  weft_dialogue_drop_coming (self);
  add_line (self, WEFT_DIALOGUE_END, event, weft_dialogue_word_end (data));
}

static const struct
{
  const char *kind;
  Taker take;
} takers[] = {
  { "run.start", take_start_cb },
  { "llm.request", weft_dialogue_take_request },
  { "llm.response", weft_dialogue_take_response },
  { "llm.retry", take_retry_cb },
  { "llm.field", take_field_cb },
  { "claims.checked", weft_dialogue_take_claims },
  { "design.proposed", weft_dialogue_take_proposed },
  { "design.validated", weft_dialogue_take_validated },
  { "eval.start", weft_dialogue_take_started },
  { "eval.result", weft_dialogue_take_result },
  { "best.changed", weft_dialogue_take_best },
  { "advice", weft_dialogue_take_advice },
  { "context.compacted", take_compaction_cb },
  { "limit.hit", take_limit_cb },
  { "user.control", take_control_cb },
  { "user.edit", take_edit_cb },
  { "run.end", take_end_cb },
};

/**
 * weft_dialogue_take_event:
 * @self: a dialogue
 * @event: the next event of its run
 *
 * Adds an item, or completes one.
 */
void
weft_dialogue_take_event (WeftDialogue *self,
                          WeftEvent    *event)
{
  g_return_if_fail (WEFT_IS_DIALOGUE (self));
  g_return_if_fail (WEFT_IS_EVENT (event));

  for (guint i = 0; i < G_N_ELEMENTS (takers); i++)
    if (g_str_equal (takers[i].kind, weft_event_get_kind (event)))
      {
        takers[i].take (self, event, weft_event_get_data (event));
        return;
      }
}
