/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the planner says: while it streams, and as it is recorded. Specialists speak by their advice alone. */
#include "config.h"

#include "agent/weft-dialogue-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "agent/weft-dialogue-data-private.h"

#define MAX_MODEL_CHARS 200

/* Bytes of text until marks are looked for again. */
#define MARK_STEP 40
#define MAX_LIVE_MARKS 4096

static gboolean
is_blank (const char *text)
{
  return text == NULL || text[strspn (text, " \t\r\n")] == '\0';
}

static void
add_notice (WeftDialogue *self,
            WeftEvent    *event,
            char         *text)
{
  g_autofree char *owned = text;
  gint64 seq = (gint64) weft_event_get_seq (event);
  WeftDialogueItem *item
      = weft_dialogue_item_new (WEFT_DIALOGUE_NOTICE, (guint64) seq, weft_event_get_actor (event));

  weft_dialogue_item_set_text (item, text);
  g_hash_table_add (self->told, g_memdup2 (&seq, sizeof seq));
  weft_dialogue_add (self, item);
}

/* --- answers as they are recorded --- */

/* Their arguments are shown with the events that say what became of them. */
static void
keep_calls (WeftDialogue *self,
            JsonObject   *data)
{
  JsonArray *calls = weft_json_find_array (data, "tool_calls");

  g_hash_table_remove_all (self->calls);
  g_hash_table_remove_all (self->by_call);
  for (guint i = 0; calls != NULL && i < json_array_get_length (calls); i++)
    {
      JsonNode *node = json_array_get_element (calls, i);
      JsonObject *call = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *id = weft_json_find_string (call, "id");

      if (id != NULL)
        g_hash_table_insert (self->calls, g_strdup (id), json_object_ref (call));
    }
}

static void
settle (WeftDialogue     *self,
        WeftDialogueItem *item,
        WeftEvent        *event,
        JsonObject       *data)
{
  JsonObject *usage = weft_json_find_object (data, "usage");
  const char *content = weft_json_find_string (data, "content");
  const char *thinking = weft_json_find_string (data, "thinking");
  char *model = weft_data_word (data, "model", MAX_MODEL_CHARS);

  item->seq = weft_event_get_seq (event);
  g_free (item->model);
  item->model = model != NULL ? model : g_strdup (self->model);
  item->tokens = weft_json_find_count (usage, "completion_tokens");
  item->tokens_estimated = weft_json_find_boolean (usage, "estimated", FALSE);
  item->abandoned = weft_json_find_boolean (data, "abandoned", FALSE);
  item->coming_bytes = 0;
  weft_dialogue_item_set_content (item, content != NULL ? content : "", thinking != NULL ? thinking : "");
  weft_dialogue_item_set_streaming (item, FALSE);
}

static void
take_words (WeftDialogue *self,
            WeftEvent    *event,
            JsonObject   *data)
{
  WeftDialogueItem *item = self->coming;

  if (is_blank (weft_json_find_string (data, "content")) && is_blank (weft_json_find_string (data, "thinking")))
    {
      weft_dialogue_drop_coming (self);
      return;
    }
  self->coming = NULL;
  if (item == NULL)
    {
      item = weft_dialogue_item_new (WEFT_DIALOGUE_TURN, 0, weft_event_get_actor (event));
      settle (self, item, event, data);
      weft_dialogue_add (self, item);
    }
  else
    settle (self, item, event, data);
  weft_dialogue_remember (self, item->seq, item);
}

static gboolean
has_failed (JsonObject *data)
{
  const char *outcome = weft_json_find_string (data, "outcome");

  return outcome != NULL && !g_str_equal (outcome, "ok");
}

/* A new request: what had come of an answer before it has no event of its own. */
void
weft_dialogue_take_request (WeftDialogue *self,
                            WeftEvent    *event,
                            JsonObject   *data)
{
  if (weft_dialogue_is_specialist (weft_event_get_actor (event)))
    return;
  weft_dialogue_drop_coming (self);
  if (g_strcmp0 (weft_json_find_string (data, "reason"), "reminder") == 0)
    add_notice (self, event, g_strdup (_ ("The planner is reminded to propose a design.")));
}

void
weft_dialogue_take_response (WeftDialogue *self,
                             WeftEvent    *event,
                             JsonObject   *data)
{
  const char *agent = weft_event_get_actor (event);

  if (!weft_dialogue_is_specialist (agent))
    {
      g_autofree char *refusal = weft_data_word (data, "refusal", 1000);

      keep_calls (self, data);
      take_words (self, event, data);
      if (refusal != NULL)
        add_notice (self, event, g_strdup_printf (_ ("The model refuses: %s"), refusal));
    }
  if (has_failed (data))
    add_notice (self, event, weft_dialogue_word_failure (agent, data));
}

/* Marks as they were recorded, moved to where their figures are shown. */
void
weft_dialogue_take_claims (WeftDialogue *self,
                           WeftEvent    *event,
                           JsonObject   *data)
{
  WeftDialogueItem *item = weft_dialogue_recall (self, weft_event_get_parent (event));
  JsonArray *marks = weft_json_find_array (data, "marks");
  const char *original;
  g_autoptr (GPtrArray) claims = NULL;

  if (item == NULL || item->kind != WEFT_DIALOGUE_TURN || marks == NULL)
    return;

  original = item->original != NULL ? item->original : item->text.text->str;
  claims = weft_claims_from_json (marks, original);
  if (item->original != NULL)
    weft_dialogue_item_set_claims (item, weft_safe_text_map (original, strlen (original), claims));
  else
    weft_dialogue_item_set_claims (item, g_steal_pointer (&claims));
}

/* --- answers that are under way --- */

/* Takes what is new of a text that grows at its end. Returns whether there was any. */
static gboolean
grow (WeftSafeText *safe,
      const char   *text)
{
  /* What is beyond the limit is not even measured: it may be long, and this is called for each of its pieces. */
  const char *end = memchr (text, '\0', WEFT_SAFE_TEXT_MAX_BYTES + 8);
  gsize length = end != NULL ? (gsize) (end - text) : WEFT_SAFE_TEXT_MAX_BYTES + 8;

  if (length < safe->taken)
    weft_safe_text_begin (safe);
  if (length <= safe->taken || safe->cut)
    return FALSE;
  weft_safe_text_add (safe, text + safe->taken, length - safe->taken);
  return TRUE;
}

/* Marks for what has come. Those before the last line end stay as they are; the rest is looked at again when it has grown
 * by a part of its length, so that a line without end does not take ever longer. */
static void
mark_coming (WeftDialogue     *self,
             WeftDialogueItem *item)
{
  const char *text = item->text.text->str;
  gsize length = item->text.text->len;
  const char *line;
  g_autoptr (GPtrArray) tail = NULL;

  if (length < item->checked_at)
    item->checked = item->checked_at = 0;
  if (item->checked_at > 0 && length - item->checked_at < MARK_STEP + (length - item->checked) / 8)
    return;

  while (item->claims->len > 0
         && ((WeftClaim *) item->claims->pdata[item->claims->len - 1])->start >= item->checked)
    g_ptr_array_set_size (item->claims, (int) item->claims->len - 1);
  tail = weft_claims_check (text + item->checked, self->facts);
  for (guint i = 0; i < tail->len && item->claims->len < MAX_LIVE_MARKS; i++)
    {
      WeftClaim *claim = tail->pdata[i];

      claim->start += (guint) item->checked;
      claim->end += (guint) item->checked;
      if (claim->end < length) /* more digits may come */
        weft_claims_add (item->claims, claim);
    }
  line = g_strrstr (text + item->checked, "\n");
  if (line != NULL)
    item->checked = (gsize) (line + 1 - text);
  item->checked_at = length;
}

static WeftDialogueItem *
begin_coming (WeftDialogue *self,
              const char   *agent)
{
  WeftDialogueItem *item = weft_dialogue_item_new (WEFT_DIALOGUE_TURN, 0, agent);

  item->model = g_strdup (self->model);
  item->streaming = TRUE;
  weft_dialogue_add (self, item);
  self->coming = item;
  return item;
}

/**
 * weft_dialogue_stream: (skip)
 * @self: a dialogue
 * @agent: who answers
 * @content: (nullable): all that has come of its text
 * @thinking: (nullable): all that has come of its thoughts
 * @arguments_bytes: how much has come of its calls
 *
 * Lets the last item grow. The event of the answer then settles it.
 */
void
weft_dialogue_stream (WeftDialogue *self,
                      const char   *agent,
                      const char   *content,
                      const char   *thinking,
                      gsize         arguments_bytes)
{
  WeftDialogueItem *item;

  g_return_if_fail (WEFT_IS_DIALOGUE (self));

  content = content != NULL ? content : "";
  thinking = thinking != NULL ? thinking : "";
  if (weft_dialogue_is_specialist (agent)
      || (self->coming == NULL && *content == '\0' && *thinking == '\0' && arguments_bytes == 0))
    return;

  item = self->coming != NULL ? self->coming : begin_coming (self, agent);
  item->coming_bytes = arguments_bytes;
  if (grow (&item->thinking, thinking))
    weft_dialogue_item_notify_thinking (item);
  if (grow (&item->text, content))
    {
      mark_coming (self, item);
      weft_dialogue_item_notify_text (item);
    }
}
