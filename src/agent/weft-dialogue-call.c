/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls: a proposal, what its check and its evaluation said, and the advice on it, put together from their events. */
#include "agent/weft-dialogue-private.h"

#include <math.h>

#include "agent/weft-dialogue-data-private.h"
#include "search/weft-proposal-event.h"

#define MAX_LABEL_CHARS 200
#define MAX_NAME_CHARS 64

/* --- which call an event is about --- */

/* (nullable) */
static WeftDialogueItem *
as_call (WeftDialogueItem *item)
{
  return item != NULL && item->kind == WEFT_DIALOGUE_CALL ? item : NULL;
}

/* (nullable) */
static WeftDialogueItem *
find_by_name (GHashTable *table,
              const char *name)
{
  return name == NULL ? NULL : as_call (g_hash_table_lookup (table, name));
}

/* (nullable): the call that has not been checked yet. */
static WeftDialogueItem *
find_unchecked (WeftDialogue *self,
                WeftEvent    *event,
                JsonObject   *data)
{
  WeftDialogueItem *found[] = {
    as_call (weft_dialogue_recall (self, weft_event_get_parent (event))),
    find_by_name (self->by_call, weft_json_find_string (data, "call")),
    find_by_name (self->by_design, weft_proposal_find_design (event)),
  };

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    if (found[i] != NULL && !found[i]->validated && found[i]->verdict == WEFT_CALL_WAITING)
      return found[i];
  return NULL;
}

/* (nullable): the call that has no result yet. */
static WeftDialogueItem *
find_unjudged (WeftDialogue *self,
               WeftEvent    *event)
{
  WeftDialogueItem *found[] = {
    as_call (weft_dialogue_recall (self, weft_event_get_parent (event))),
    find_by_name (self->by_design, weft_proposal_find_design (event)),
  };

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    if (found[i] != NULL && found[i]->result_seq == 0)
      return found[i];
  return NULL;
}

/* --- making one --- */

static void
keep_arguments (WeftDialogueItem *item,
                const char       *arguments)
{
  if (arguments != NULL && item->arguments == NULL)
    item->arguments = weft_dialogue_make_safe (arguments, WEFT_SAFE_TEXT_MAX_BYTES / 4);
}

static void
keep_partitions (WeftDialogueItem *item,
                 JsonObject       *data)
{
  JsonObject *design = weft_json_find_object (data, "design");
  JsonObject *holder = design != NULL ? design : data;

  if (weft_json_find_array (holder, "partitions") != NULL)
    item->partitions = json_node_copy (json_object_get_member (holder, "partitions"));
}

static const char *
speaker (WeftEvent *event)
{
  const char *actor = weft_event_get_actor (event);

  return g_str_equal (actor, "evaluator") || g_str_equal (actor, "app") ? "planner" : actor;
}

/* Not in the list yet. (transfer full) */
static WeftDialogueItem *
new_call (WeftDialogue *self,
          WeftEvent    *event,
          JsonObject   *data)
{
  guint64 seq = weft_event_get_seq (event);
  WeftDialogueItem *item = weft_dialogue_item_new (WEFT_DIALOGUE_CALL, seq, speaker (event));
  const char *id = weft_json_find_string (data, "call");
  const char *design = weft_proposal_find_design (event);
  JsonObject *call = id == NULL ? NULL : g_hash_table_lookup (self->calls, id);

  item->model = self->planned && g_str_equal (item->agent, "planner") ? g_strdup (self->model) : NULL;
  keep_partitions (item, data);
  keep_arguments (item, weft_json_find_string (call, "arguments_raw"));
  weft_dialogue_remember (self, seq, item);
  if (id != NULL)
    g_hash_table_insert (self->by_call, g_strdup (id), item);
  if (design != NULL)
    g_hash_table_insert (self->by_design, g_strdup (design), item);
  return item;
}

static void
set_label (WeftDialogueItem *item,
           char             *label)
{
  g_autofree char *owned = label;

  g_free (item->label);
  item->label = weft_dialogue_make_safe (label, MAX_LABEL_CHARS);
  g_strdelimit (item->label, "\n\t", ' ');
}

void
weft_dialogue_take_proposed (WeftDialogue *self,
                             WeftEvent    *event,
                             JsonObject   *data)
{
  WeftDialogueItem *item = new_call (self, event, data);
  const char *reason = weft_proposal_find_reason (event);

  item->name = weft_data_word (data, "name", MAX_NAME_CHARS);
  set_label (item, weft_proposal_dup_label (event));
  weft_dialogue_item_set_text (item, reason != NULL ? reason : "");
  if (item->partitions != NULL)
    weft_claim_facts_add_design (self->facts, json_node_get_array (item->partitions));
  weft_dialogue_add (self, item);
}

/* --- what its check said --- */

/* The results of the evaluation that a duplicate is answered with. */
static void
repeat_result (WeftDialogueItem *item,
               WeftDialogueItem *first)
{
  if (first == NULL || first == item)
    return;
  item->evaluation = first->evaluation;
  item->score = first->score;
  item->result_seq = first->result_seq;
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      item->ratios[i] = first->ratios[i];
      g_free (item->bottlenecks[i]);
      item->bottlenecks[i] = g_strdup (first->bottlenecks[i]);
    }
}

static WeftDialogueItem *
find_evaluation (WeftDialogue *self,
                 guint64       seq,
                 guint64       evaluation)
{
  WeftDialogueItem *item = as_call (weft_dialogue_recall (self, seq));

  if (item == NULL && evaluation > 0 && evaluation <= G_MAXUINT32)
    item = g_hash_table_lookup (self->by_evaluation, GUINT_TO_POINTER ((guint) evaluation));
  return item;
}

static void
repeat (WeftDialogue     *self,
        WeftDialogueItem *item,
        JsonObject       *data)
{
  guint64 evaluation = weft_json_find_count (data, "duplicate_of");
  guint64 seq = weft_json_find_count (data, "of");

  item->stage = g_strdup ("duplicate");
  item->evaluation = evaluation <= G_MAXUINT32 ? (guint) evaluation : 0;
  item->result_seq = seq;
  repeat_result (item, find_evaluation (self, seq, evaluation));
  weft_dialogue_item_set_verdict (item, WEFT_CALL_DUPLICATE);
}

static void
refuse (WeftDialogue     *self,
        WeftDialogueItem *item,
        JsonObject       *data)
{
  const char *id = weft_json_find_string (data, "call");
  JsonObject *call = id == NULL ? NULL : g_hash_table_lookup (self->calls, id);
  g_autofree char *arguments = weft_data_text (data, "arguments");
  g_autofree char *tool = weft_data_word (call, "name", MAX_NAME_CHARS);

  item->stage = weft_data_word (data, "stage", MAX_NAME_CHARS);
  keep_arguments (item, arguments);
  g_ptr_array_unref (item->problems);
  item->problems = weft_dialogue_list_problems (data);
  if (item->label == NULL)
    set_label (item, weft_dialogue_dup_refused (item->stage, tool, item->arguments));
  weft_dialogue_item_set_verdict (item, g_strcmp0 (item->stage, "duplicate") == 0 ? WEFT_CALL_DUPLICATE
                                                                                 : WEFT_CALL_REFUSED);
}

static void
judge_check (WeftDialogue     *self,
             WeftDialogueItem *item,
             JsonObject       *data)
{
  JsonArray *errors = weft_json_find_array (data, "errors");

  item->validated = TRUE;
  if (json_object_has_member (data, "duplicate_of"))
    repeat (self, item, data);
  else if (!weft_json_find_boolean (data, "ok", errors == NULL || json_array_get_length (errors) == 0))
    refuse (self, item, data);
}

void
weft_dialogue_take_validated (WeftDialogue *self,
                              WeftEvent    *event,
                              JsonObject   *data)
{
  WeftDialogueItem *item = find_unchecked (self, event, data);
  gboolean is_new = item == NULL;

  if (is_new)
    item = new_call (self, event, data);
  judge_check (self, item, data);
  if (is_new && item->label == NULL)
    set_label (item, weft_proposal_dup_label (event));
  weft_dialogue_remember (self, weft_event_get_seq (event), item);
  if (is_new)
    weft_dialogue_add (self, item);
}

/* --- what its evaluation said --- */

void
weft_dialogue_take_started (WeftDialogue *self,
                            WeftEvent    *event,
                            JsonObject   *data G_GNUC_UNUSED)
{
  WeftDialogueItem *item = find_unjudged (self, event);

  if (item != NULL)
    weft_dialogue_remember (self, weft_event_get_seq (event), item);
}

static void
keep_result (WeftDialogueItem *item,
             WeftEvent        *event,
             JsonObject       *data)
{
  JsonObject *ratios = weft_json_find_object (data, "ratios");
  JsonObject *bottlenecks = weft_json_find_object (data, "bottlenecks");
  guint64 evaluation = weft_json_find_count (data, "evaluation");

  item->validated = TRUE;
  item->result_seq = weft_event_get_seq (event);
  item->evaluation = evaluation <= G_MAXUINT32 ? (guint) evaluation : 0;
  item->score = weft_proposal_find_score (event);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      item->ratios[i] = weft_json_find_number (ratios, weft_workload_nick (i));
      g_free (item->bottlenecks[i]);
      item->bottlenecks[i] = weft_data_word (bottlenecks, weft_workload_nick (i), MAX_NAME_CHARS);
    }
}

static WeftCallVerdict
judge_result (WeftDialogueItem *item,
              JsonObject       *data)
{
  g_autofree char *reason = weft_data_word (data, "reason", 1000);

  if (weft_json_find_boolean (data, "duplicate", FALSE))
    return WEFT_CALL_DUPLICATE;
  if (!isnan (item->score))
    return WEFT_CALL_SCORED;
  if (reason != NULL)
    g_ptr_array_add (item->problems, g_steal_pointer (&reason));
  return WEFT_CALL_INFEASIBLE;
}

void
weft_dialogue_take_result (WeftDialogue *self,
                           WeftEvent    *event,
                           JsonObject   *data)
{
  WeftDialogueItem *item = find_unjudged (self, event);
  gboolean is_new = item == NULL;

  if (is_new)
    {
      item = new_call (self, event, data);
      set_label (item, weft_proposal_dup_label (event));
    }
  keep_result (item, event, data);
  weft_dialogue_item_set_verdict (item, judge_result (item, data));
  weft_dialogue_remember (self, item->result_seq, item);
  if (item->evaluation > 0)
    g_hash_table_insert (self->by_evaluation, GUINT_TO_POINTER (item->evaluation), item);
  weft_claim_facts_add_result (self->facts, data);
  if (is_new)
    weft_dialogue_add (self, item);
}

void
weft_dialogue_take_best (WeftDialogue *self,
                         WeftEvent    *event,
                         JsonObject   *data G_GNUC_UNUSED)
{
  WeftDialogueItem *item = as_call (weft_dialogue_recall (self, weft_event_get_parent (event)));

  if (item == NULL)
    item = find_by_name (self->by_design, weft_proposal_find_design (event));
  if (item == NULL || item->best)
    return;
  item->best = TRUE;
  weft_dialogue_item_set_verdict (item, item->verdict);
}

/* --- advice --- */

static void
add_suggestions (WeftDialogueItem *item,
                 const char       *specialist,
                 JsonArray        *items)
{
  for (guint i = 0; i < json_array_get_length (items); i++)
    {
      JsonNode *node = json_array_get_element (items, i);

      if (JSON_NODE_HOLDS_OBJECT (node))
        {
          g_autoptr (WeftAdvice) advice = weft_advice_new (specialist, json_node_get_object (node));

          g_list_store_append (item->advice, advice);
        }
    }
}

/* Advice that failed is told once: the answer that it follows may have been told already. */
static void
tell_no_advice (WeftDialogue *self,
                WeftEvent    *event,
                JsonObject   *data)
{
  gint64 parent = (gint64) weft_event_get_parent (event);
  g_autofree char *error = weft_data_text (data, "error");
  g_autofree char *text = NULL;
  WeftDialogueItem *item;

  if (error == NULL || g_hash_table_contains (self->told, &parent))
    return;
  text = weft_dialogue_word_no_advice (weft_event_get_actor (event), error);
  item = weft_dialogue_item_new (WEFT_DIALOGUE_NOTICE, weft_event_get_seq (event),
                                 weft_event_get_actor (event));
  weft_dialogue_item_set_text (item, text);
  weft_dialogue_add (self, item);
}

void
weft_dialogue_take_advice (WeftDialogue *self,
                           WeftEvent    *event,
                           JsonObject   *data)
{
  WeftDialogueItem *item = find_evaluation (self, weft_json_find_count (data, "about"),
                                            weft_json_find_count (data, "evaluation"));
  JsonArray *items = weft_json_find_array (data, "items");

  if (item == NULL)
    item = find_by_name (self->by_design, weft_proposal_find_design (event));
  if (item != NULL && items != NULL)
    add_suggestions (item, weft_event_get_actor (event), items);
  tell_no_advice (self, event, data);
}
