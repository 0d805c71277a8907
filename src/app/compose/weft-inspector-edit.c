/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a field to the history: one edit for all that is selected, refused in words beside the field,
 * and explained there, by a worker, when it changes nothing. */
#include "config.h"

#include "app/compose/weft-inspector-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/compose/weft-part.h"

/* --- what is edited --- */

void
weft_inspector_target_clear (WeftInspectorTarget *target)
{
  g_clear_pointer (&target->graph, weft_graph_unref);
  g_clear_pointer (&target->indices, g_free);
  target->n = 0;
  target->stage = NULL;
}

/* @stage and @indices are nullable. */
void
weft_inspector_target_set (WeftInspectorTarget *target, WeftStage *stage, WeftGraphMembers members,
                           GtkBitset *indices)
{
  GtkBitsetIter iter;
  guint index;
  gboolean more;

  weft_inspector_target_clear (target);
  if (stage == NULL || weft_stage_get_definition (stage, &target->definition) == NULL)
    return;
  target->stage = stage;
  target->graph = weft_graph_ref (weft_stage_get_graph (stage));
  target->members = members;
  if (indices == NULL)
    return;
  target->indices = g_new (guint, gtk_bitset_get_size (indices) + 1);
  more = gtk_bitset_iter_init_first (&iter, indices, &index);
  for (; more; more = gtk_bitset_iter_next (&iter, &index))
    target->indices[target->n++] = index;
}

gboolean
weft_inspector_target_holds (const WeftInspectorTarget *target)
{
  return target->stage != NULL && weft_stage_get_graph (target->stage) == target->graph;
}

const WeftGraphDefinition *
weft_inspector_target_owner (const WeftInspectorTarget *target)
{
  return weft_graph_definition (target->graph, target->definition);
}

const WeftGraphItem *
weft_inspector_target_item (const WeftInspectorTarget *target, guint nth)
{
  return &weft_inspector_target_owner (target)->items[target->indices[nth]];
}

const WeftGraphLink *
weft_inspector_target_link (const WeftInspectorTarget *target, guint nth)
{
  return &weft_inspector_target_owner (target)->links[target->indices[nth]];
}

/* (nullable) */
WeftInventory *
weft_inspector_target_inventory (const WeftInspectorTarget *target)
{
  return weft_session_get_inventory (weft_stage_get_session (target->stage));
}

/* --- why nothing changed --- */

typedef struct
{
  WeftStage *stage;
  WeftGraph *before;
  WeftGraph *after;
  WeftInventory *inventory;
  char *definition;
  WeftGraphMembers members;
  guint index;
  char *key;
} Question;

static void
free_question (gpointer data)
{
  Question *question = data;

  g_object_unref (question->stage);
  weft_graph_unref (question->before);
  weft_graph_unref (question->after);
  g_object_unref (question->inventory);
  g_free (question->definition);
  g_free (question->key);
  g_free (question);
}

static void
explain_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;

  g_task_return_pointer (task,
                         weft_graph_explain_no_effect (question->before, question->after,
                                                       question->inventory, question->definition,
                                                       question->members, question->index,
                                                       question->key),
                         g_free);
}

static void
explained_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  const Question *question = g_task_get_task_data (G_TASK (result));
  g_autofree char *words = g_task_propagate_pointer (G_TASK (result), NULL);

  if (weft_stage_get_graph (question->stage) == question->after)
    weft_inspector_row_set_words (WEFT_INSPECTOR_ROW (source), words);
}

static void
ask_for_effect (WeftStage *stage, WeftGraph *before, const char *definition,
                WeftGraphMembers members, guint index, WeftInspectorRow *row, const char *key)
{
  WeftInventory *inventory = weft_session_get_inventory (weft_stage_get_session (stage));
  WeftGraph *after = weft_stage_get_graph (stage);
  g_autoptr (GTask) task = NULL;
  Question *question;

  if (inventory == NULL || after == NULL || after == before)
    return;
  question = g_new (Question, 1);
  *question = (Question){ g_object_ref (stage), weft_graph_ref (before), weft_graph_ref (after),
                          g_object_ref (inventory), g_strdup (definition), members, index,
                          g_strdup (key) };
  task = g_task_new (row, NULL, explained_cb, NULL);
  g_task_set_source_tag (task, ask_for_effect);
  g_task_set_task_data (task, question, free_question);
  g_task_run_in_thread (task, explain_in_thread);
}

/* --- one step --- */

gboolean
weft_inspector_do (WeftInspectorTarget *target, WeftInspectorRow *row, const char *key,
                   WeftEdit *edit, GError *error)
{
  g_autoptr (GError) refusal = error;
  g_autoptr (WeftGraph) before = target->graph != NULL ? weft_graph_ref (target->graph) : NULL;
  g_autoptr (WeftInspectorRow) kept = g_object_ref (row);
  WeftGraphMembers members = target->members;
  WeftStage *stage = target->stage;
  const WeftGraphDefinition *owner;
  guint index = target->n > 0 ? target->indices[0] : G_MAXUINT;

  if (edit == NULL)
    {
      if (refusal != NULL)
        weft_inspector_row_set_refusal (row, refusal->message);
      return FALSE;
    }
  weft_inspector_row_set_refusal (row, NULL);
  /* The section shows the new document, and with it another target, before this returns. */
  weft_stage_do (stage, edit, NULL);
  owner = weft_stage_get_definition (stage, NULL);
  if (key != NULL && before != NULL && owner != NULL)
    ask_for_effect (stage, before, owner->id, members, index, kept, key);
  return TRUE;
}

static WeftEdit *
make_one (const WeftInspectorTarget *target, guint nth, const char *key, JsonNode *value,
          gboolean continues, GError **error)
{
  if (target->n == 0)
    return weft_graph_edit_set_definition (target->graph, target->definition, key, value, error);
  if (target->members == WEFT_GRAPH_ITEMS)
    return weft_graph_edit_set_item (target->graph, target->definition, target->indices[nth], key,
                                     value, continues, error);
  return weft_graph_edit_set_link (target->graph, target->definition, target->indices[nth], key,
                                   value, continues, error);
}

/* What an item is has three keys, of which there is one. */
static void
set_member (JsonObject *object, WeftGraphMembers members, const char *key, JsonNode *value)
{
  static const char *const parts[] = { "chip", "component", "definition" };
  gboolean is_part = FALSE;

  for (guint i = 0; members == WEFT_GRAPH_ITEMS && i < G_N_ELEMENTS (parts); i++)
    is_part |= g_str_equal (key, parts[i]);
  for (guint i = 0; is_part && i < G_N_ELEMENTS (parts); i++)
    json_object_remove_member (object, parts[i]);
  if (value == NULL || JSON_NODE_HOLDS_NULL (value))
    json_object_remove_member (object, key);
  else
    json_object_set_member (object, key, json_node_copy (value));
}

static JsonNode *
make_member (const WeftInspectorTarget *target, guint nth, const char *key, JsonNode *value)
{
  JsonNode *node = target->members == WEFT_GRAPH_ITEMS
                     ? weft_graph_item_json (target->graph, target->definition,
                                             target->indices[nth])
                     : weft_graph_link_json (target->graph, target->definition,
                                             target->indices[nth]);

  set_member (json_node_get_object (node), target->members, key, value);
  return node;
}

/* Each kind of part is asked once whether it takes the value; then all get it at a time. */
static WeftEdit *
make_many (const WeftInspectorTarget *target, const char *key, JsonNode *value, const char *title,
           gboolean continues, GError **error)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  WeftGraphChange *change;
  gboolean asked[WEFT_GRAPH_DEFINITION + 1] = { FALSE };

  for (guint i = 0; i < target->n; i++)
    {
      guint kind = target->members == WEFT_GRAPH_ITEMS
                     ? weft_inspector_target_item (target, i)->kind
                     : 0;
      g_autoptr (WeftEdit) trial = NULL;

      if (!asked[kind])
        {
          trial = make_one (target, i, key, value, FALSE, error);
          if (trial == NULL)
            return NULL;
        }
      asked[kind] = TRUE;
      g_ptr_array_add (nodes, make_member (target, i, key, value));
    }
  change = weft_graph_change_new (target->graph);
  weft_graph_change_replace (change, weft_inspector_target_owner (target)->id, target->members,
                             target->indices, (JsonNode *const *) nodes->pdata, target->n);
  return weft_edit_graph (change,
                          /* Translators: a field such as "Count", and how many */
                          g_strdup_printf (target->members == WEFT_GRAPH_ITEMS
                                             ? _("Change %s of %u Parts")
                                             : _("Change %s of %u Links"),
                                           title, target->n),
                          continues);
}

gboolean
weft_inspector_set (WeftInspectorTarget *target, WeftInspectorRow *row, const char *key,
                    JsonNode *value, gboolean continues)
{
  g_autoptr (JsonNode) taken = value;
  GError *error = NULL;
  WeftEdit *edit;

  if (!weft_inspector_target_holds (target))
    return FALSE;
  edit = target->n > 1 ? make_many (target, key, taken, weft_inspector_row_get_title (row),
                                    continues, &error)
                       : make_one (target, 0, key, taken, continues, &error);
  return weft_inspector_do (target, row, key, edit, error);
}

/* --- entries --- */

/* Both numbers: what was typed, and what may be. */
static void
refuse_range (WeftInspectorRow *row, double value, double least, double most, WeftUnit unit)
{
  g_autofree char *found = weft_quantity_format (value, unit);
  g_autofree char *low = weft_quantity_format (least, unit);
  g_autofree char *high = weft_quantity_format (most, unit);
  g_autofree char *message =
    /* Translators: what was typed, then the least and the most that may be */
    g_strdup_printf (_("%s is not possible here, only %s to %s."), found, low, high);

  weft_inspector_row_set_refusal (row, message);
}

gboolean
weft_inspector_parse (WeftInspectorRow *row, const char *text, WeftUnit unit, double least,
                      double most, double *value)
{
  g_autoptr (GError) error = NULL;

  if (!weft_quantity_parse (text, unit, value, &error))
    {
      weft_inspector_row_set_refusal (row, error->message);
      return FALSE;
    }
  if (*value < least || *value > most)
    {
      refuse_range (row, *value, least, most, unit);
      return FALSE;
    }
  return TRUE;
}

gboolean
weft_inspector_parse_count (WeftInspectorRow *row, const char *text, double least, double most,
                            double *value)
{
  return weft_inspector_parse (row, text, WEFT_UNIT_COUNT, least, most, value);
}

/* Whole numbers are written without a point. */
JsonNode *
weft_inspector_number (double value)
{
  if (value == floor (value) && fabs (value) < 1e15)
    return json_node_init_int (json_node_alloc (), (gint64) value);
  return json_node_init_double (json_node_alloc (), value);
}

JsonNode *
weft_inspector_text (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

/* --- choosers --- */

static void
append_part (GListStore *list, const char *id, const char *name, const char *const *aliases,
             const char *words, gboolean fits)
{
  g_autoptr (WeftPart) part = weft_part_new (id, name, aliases, words, fits);

  g_list_store_append (list, part);
}

void
weft_inspector_show_choices (WeftPartChooser *chooser, GPtrArray *choices, const char *current,
                             const char *none, gboolean is_mixed)
{
  g_autoptr (GListStore) list = g_list_store_new (WEFT_TYPE_PART);
  guint position = 0;

  if (is_mixed)
    append_part (list, _("mixed"), NULL, NULL, _("those selected differ"), TRUE);
  if (none != NULL)
    append_part (list, none, NULL, NULL, "", TRUE);
  for (guint i = 0; i < choices->len; i++)
    {
      const WeftGraphChoice *choice = choices->pdata[i];

      if (!is_mixed && current != NULL && g_str_equal (choice->id, current))
        position = g_list_model_get_n_items (G_LIST_MODEL (list));
      append_part (list, choice->id, choice->name, choice->aliases,
                   choice->words != NULL ? choice->words : "", choice->fits);
    }
  weft_part_chooser_set_parts (chooser, G_LIST_MODEL (list), position);
}

WeftPartChooser *
weft_inspector_chooser_new (const char *label, GCallback chosen, gpointer object)
{
  WeftPartChooser *chooser = g_object_new (WEFT_TYPE_PART_CHOOSER, NULL);

  weft_part_chooser_set_label (chooser, label);
  g_signal_connect_object (chooser, "chosen", chosen, object, G_CONNECT_SWAPPED);
  return chooser;
}
