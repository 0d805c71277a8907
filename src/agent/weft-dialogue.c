/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list itself: items in the order of their events, and one at its end that grows. */
#include "agent/weft-dialogue-private.h"

/* So many events in a row may be missing from a damaged run before its end is believed to be reached. */
#define MAX_MISSING 1000

static GType
weft_dialogue_get_item_type (GListModel *model G_GNUC_UNUSED)
{
  return WEFT_TYPE_DIALOGUE_ITEM;
}

static guint
weft_dialogue_get_n_items (GListModel *model)
{
  return WEFT_DIALOGUE (model)->items->len;
}

static gpointer
weft_dialogue_get_item (GListModel *model,
                        guint       at)
{
  WeftDialogue *self = WEFT_DIALOGUE (model);

  return at < self->items->len ? g_object_ref (self->items->pdata[at]) : NULL;
}

static void
weft_dialogue_model_init (GListModelInterface *iface)
{
  iface->get_item_type = weft_dialogue_get_item_type;
  iface->get_n_items = weft_dialogue_get_n_items;
  iface->get_item = weft_dialogue_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftDialogue, weft_dialogue, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, weft_dialogue_model_init))

static void
weft_dialogue_finalize (GObject *object)
{
  WeftDialogue *self = WEFT_DIALOGUE (object);

  g_hash_table_unref (self->by_seq);
  g_hash_table_unref (self->by_design);
  g_hash_table_unref (self->by_evaluation);
  g_hash_table_unref (self->by_call);
  g_hash_table_unref (self->calls);
  g_hash_table_unref (self->told);
  g_ptr_array_unref (self->items);
  weft_claim_facts_free (self->facts);
  g_free (self->model);
  G_OBJECT_CLASS (weft_dialogue_parent_class)->finalize (object);
}

static void
weft_dialogue_class_init (WeftDialogueClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_dialogue_finalize;
}

static void
weft_dialogue_init (WeftDialogue *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_seq = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->by_design = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_evaluation = g_hash_table_new (NULL, NULL);
  self->by_call = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) json_object_unref);
  self->told = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->facts = weft_claim_facts_new ();
}

/* @item: (transfer full). What streams stays behind it: its event is still to come. */
void
weft_dialogue_add (WeftDialogue     *self,
                   WeftDialogueItem *item)
{
  guint at = self->items->len - (self->coming != NULL ? 1 : 0);

  g_ptr_array_insert (self->items, (int) at, item);
  g_list_model_items_changed (G_LIST_MODEL (self), at, 0, 1);
}

/* What was streaming comes to nothing that is shown. */
void
weft_dialogue_drop_coming (WeftDialogue *self)
{
  if (self->coming == NULL)
    return;
  self->coming = NULL;
  g_ptr_array_set_size (self->items, (int) self->items->len - 1);
  g_list_model_items_changed (G_LIST_MODEL (self), self->items->len, 1, 0);
}

/* The event @seq is about @item. */
void
weft_dialogue_remember (WeftDialogue     *self,
                        guint64           seq,
                        WeftDialogueItem *item)
{
  g_hash_table_insert (self->by_seq, g_memdup2 (&seq, sizeof seq), item);
}

/* (nullable): the item that the event @seq is about. */
WeftDialogueItem *
weft_dialogue_recall (WeftDialogue *self,
                      guint64       seq)
{
  return seq == 0 ? NULL : g_hash_table_lookup (self->by_seq, &seq);
}

/**
 * weft_dialogue_new:
 *
 * Returns: (transfer full): an empty dialogue
 */
WeftDialogue *
weft_dialogue_new (void)
{
  return g_object_new (WEFT_TYPE_DIALOGUE, NULL);
}

/**
 * weft_dialogue_load:
 * @run: a recorded run
 * @cancellable: (nullable): to end it early
 * @error: return location
 *
 * Events that cannot be read are passed over.
 *
 * Returns: (transfer full): the run as a list; %NULL with an error only when it was cancelled
 */
WeftDialogue *
weft_dialogue_load (WeftTrailRun *run,
                    GCancellable *cancellable,
                    GError      **error)
{
  g_autoptr (WeftDialogue) self = NULL;
  guint64 n_events;
  guint n_missing = 0;

  g_return_val_if_fail (WEFT_IS_TRAIL_RUN (run), NULL);

  self = weft_dialogue_new ();
  n_events = weft_trail_run_n_events (run);
  for (guint64 seq = 1; seq <= n_events && n_missing < MAX_MISSING; seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, NULL);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      n_missing = event == NULL ? n_missing + 1 : 0;
      if (event != NULL)
        weft_dialogue_take_event (self, event);
    }
  return g_steal_pointer (&self);
}
