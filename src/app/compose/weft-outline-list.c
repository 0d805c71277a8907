/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slots hold where a line is in the graph; its node is made when somebody asks for it. A new graph
 * is taken over run by run: lines of the same name stay the same objects. */
#include "config.h"

#include "app/compose/weft-outline-list.h"

typedef struct
{
  WeftOutlineKind kind;
  guint index;           /* of the item or link */
  gboolean is_new;       /* already of the new graph, while one is taken over */
  WeftOutlineNode *node; /* (nullable): owned */
} Slot;

struct _WeftOutlineList
{
  GObject parent_instance;

  WeftOutlineKind kind;   /* ROOT: the machine; ITEM: a definition; LINKS: its bundles */
  WeftOutlineNode *owner; /* (nullable) */
  char *definition;       /* whose members these are, NULL for the root list */
  GPtrArray *above;       /* of char *: the definitions on the way here, this one last */

  WeftGraph *graph;  /* (nullable) */
  int place;         /* of the definition in it, -1 none */
  WeftGraph *before; /* only while another graph is taken over */
  int place_before;
  GArray *slots;     /* of Slot */
  GPtrArray *below;  /* of WeftOutlineList, not owned: they leave when they go */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftOutlineList, weft_outline_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static Slot *
slot_at (GArray *slots, guint position)
{
  return &g_array_index (slots, Slot, position);
}

static void
clear_slot (gpointer data)
{
  Slot *slot = data;

  if (slot->node != NULL)
    {
      weft_outline_node_leave (slot->node);
      g_clear_object (&slot->node);
    }
}

static void
place_node (WeftOutlineList *self, Slot *slot)
{
  gboolean is_new = slot->is_new || self->before == NULL;

  weft_outline_node_place (slot->node, is_new ? self->graph : self->before,
                           (guint) (is_new ? self->place : self->place_before), slot->index);
}

static GType
get_item_type (GListModel *model)
{
  return WEFT_TYPE_OUTLINE_NODE;
}

static guint
get_n_items (GListModel *model)
{
  return WEFT_OUTLINE_LIST (model)->slots->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  WeftOutlineList *self = WEFT_OUTLINE_LIST (model);
  Slot *slot;

  if (position >= self->slots->len)
    return NULL;
  slot = slot_at (self->slots, position);
  if (slot->node == NULL)
    {
      slot->node = weft_outline_node_new (model, slot->kind);
      place_node (self, slot);
    }
  return g_object_ref (slot->node);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
below_gone_cb (gpointer data, GObject *gone)
{
  g_ptr_array_remove_fast (data, gone);
}

static void
weft_outline_list_finalize (GObject *object)
{
  WeftOutlineList *self = WEFT_OUTLINE_LIST (object);

  for (guint i = 0; i < self->below->len; i++)
    g_object_weak_unref (self->below->pdata[i], below_gone_cb, self->below);
  g_ptr_array_unref (self->below);
  g_array_unref (self->slots);
  g_clear_object (&self->owner);
  g_clear_pointer (&self->graph, weft_graph_unref);
  g_ptr_array_unref (self->above);
  g_free (self->definition);
  G_OBJECT_CLASS (weft_outline_list_parent_class)->finalize (object);
}

static void
weft_outline_list_class_init (WeftOutlineListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_outline_list_finalize;
}

static void
weft_outline_list_init (WeftOutlineList *self)
{
  self->place = -1;
  self->slots = g_array_new (FALSE, TRUE, sizeof (Slot));
  g_array_set_clear_func (self->slots, clear_slot);
  self->below = g_ptr_array_new ();
  self->above = g_ptr_array_new_with_free_func (g_free);
}

static void
append_slots (GArray *slots, WeftOutlineKind kind, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      Slot slot = { kind, i, TRUE, NULL };

      g_array_append_val (slots, slot);
    }
}

/* (transfer full): the lines that the list has in its graph. */
static GArray *
list_slots (WeftOutlineList *self)
{
  GArray *slots = g_array_new (FALSE, TRUE, sizeof (Slot));
  const WeftGraphDefinition *definition;

  if (self->place < 0)
    return slots;
  definition = weft_graph_definition (self->graph, self->place);
  if (self->kind == WEFT_OUTLINE_ROOT)
    {
      append_slots (slots, WEFT_OUTLINE_ROOT, 1);
    }
  else if (self->kind == WEFT_OUTLINE_LINKS)
    {
      append_slots (slots, WEFT_OUTLINE_LINK, definition->n_links);
    }
  else
    {
      append_slots (slots, WEFT_OUTLINE_ITEM, definition->n_items);
      append_slots (slots, WEFT_OUTLINE_LINKS, definition->n_links > 0 ? 1 : 0);
    }
  return slots;
}

static gboolean
same_item (const WeftGraphItem *a, const WeftGraphItem *b)
{
  return a->kind == b->kind && (a->definition < 0) == (b->definition < 0)
         && g_str_equal (a->id, b->id) && g_strcmp0 (a->of, b->of) == 0;
}

static gboolean
same_link (const WeftGraphLink *a, const WeftGraphLink *b)
{
  return g_str_equal (a->from.text, b->from.text) && a->n_to == b->n_to
         && (a->n_to == 0 || g_str_equal (a->to[0].text, b->to[0].text));
}

/* Whether a line of the graph before is one of the graph now. */
static gboolean
same_slot (WeftOutlineList *self, const Slot *a, const Slot *b)
{
  const WeftGraphDefinition *before, *now;

  if (a->kind != b->kind)
    return FALSE;
  before = weft_graph_definition (self->before, self->place_before);
  now = weft_graph_definition (self->graph, self->place);
  if (a->kind == WEFT_OUTLINE_ITEM)
    return same_item (&before->items[a->index], &now->items[b->index]);
  if (a->kind == WEFT_OUTLINE_LINK)
    return same_link (&before->links[a->index], &now->links[b->index]);
  return a->kind == WEFT_OUTLINE_LINKS || g_str_equal (before->id, now->id);
}

/* For each line before, 1 + the line that it is now, or 0. Equal heads and tails are found without
 * names; what lies between them by name, as far as the order is the same. */
static guint *
match_slots (WeftOutlineList *self, GArray *now)
{
  guint n = self->slots->len, head = 0, tail = 0, last;
  guint *match = g_new0 (guint, n + 1);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);

  if (self->place < 0 || self->place_before < 0)
    return match;
  for (; head < MIN (n, now->len) && same_slot (self, slot_at (self->slots, head),
                                                slot_at (now, head)); head++)
    match[head] = head + 1;
  for (; tail < MIN (n, now->len) - head
         && same_slot (self, slot_at (self->slots, n - 1 - tail),
                       slot_at (now, now->len - 1 - tail)); tail++)
    match[n - 1 - tail] = now->len - tail;
  if (self->kind != WEFT_OUTLINE_ITEM || head + tail >= MIN (n, now->len))
    return match;

  for (guint i = head; i < now->len - tail; i++)
    if (slot_at (now, i)->kind == WEFT_OUTLINE_ITEM)
      g_hash_table_insert (by_name,
                           weft_graph_definition (self->graph, self->place)
                             ->items[slot_at (now, i)->index].id,
                           GUINT_TO_POINTER (i + 1));
  last = head;
  for (guint i = head; i < n - tail; i++)
    {
      const Slot *slot = slot_at (self->slots, i);
      guint found = slot->kind == WEFT_OUTLINE_ITEM
                      ? GPOINTER_TO_UINT (g_hash_table_lookup (
                          by_name, weft_graph_definition (self->before, self->place_before)
                                     ->items[slot->index].id))
                      : 0;

      if (found > last && same_slot (self, slot, slot_at (now, found - 1)))
        match[i] = last = found;
    }
  return match;
}

/* Puts a run of new lines in place of @n_removed lines. */
static void
splice_slots (WeftOutlineList *self, guint position, guint n_removed, GArray *now, guint from,
              guint n_added)
{
  if (n_removed + n_added == 0)
    return;
  if (n_removed > 0)
    g_array_remove_range (self->slots, position, n_removed);
  if (n_added > 0)
    g_array_insert_vals (self->slots, position, slot_at (now, from), n_added);
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

/* Every step leaves a list that can be read: lines ahead are still those of the graph before. */
static void
take_over (WeftOutlineList *self)
{
  g_autoptr (GArray) now = list_slots (self);
  g_autofree guint *match = match_slots (self, now);
  guint n = self->slots->len, position = 0, taken = 0, old = 0;

  for (;;)
    {
      guint gone = 0, next;
      Slot *slot;

      for (; old < n && match[old] == 0; old++)
        gone++;
      next = old < n ? match[old] - 1 : now->len;
      splice_slots (self, position, gone, now, taken, next - taken);
      position += next - taken;
      if (old == n)
        break;
      slot = slot_at (self->slots, position++);
      slot->index = slot_at (now, next)->index;
      slot->is_new = TRUE;
      if (slot->node != NULL)
        place_node (self, slot);
      taken = next + 1;
      old++;
    }
}

static void
find_place (WeftOutlineList *self)
{
  if (self->graph == NULL)
    self->place = -1;
  else if (self->definition == NULL)
    weft_graph_get_root (self->graph, &self->place);
  else
    self->place = weft_graph_find (self->graph, self->definition);
}

/* Parents first, so that lists which nobody shows any more are gone when their turn comes. */
static void
follow_below (WeftOutlineList *self)
{
  g_autoptr (GPtrArray) below = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->below->len; i++)
    g_ptr_array_add (below, g_object_ref (self->below->pdata[i]));
  for (guint i = 0; i < below->len; i++)
    weft_outline_list_set_graph (below->pdata[i], self->graph);
}

void
weft_outline_list_set_graph (WeftOutlineList *self, WeftGraph *graph)
{
  g_return_if_fail (WEFT_IS_OUTLINE_LIST (self));

  if (graph == self->graph)
    return;
  self->before = self->graph;
  self->place_before = self->place;
  self->graph = graph != NULL ? weft_graph_ref (graph) : NULL;
  find_place (self);
  for (guint i = 0; i < self->slots->len; i++)
    slot_at (self->slots, i)->is_new = FALSE;
  take_over (self);
  g_clear_pointer (&self->before, weft_graph_unref);
  follow_below (self);
}

WeftOutlineList *
weft_outline_list_new_root (WeftGraph *graph)
{
  WeftOutlineList *self = g_object_new (WEFT_TYPE_OUTLINE_LIST, NULL);

  self->kind = WEFT_OUTLINE_ROOT;
  weft_outline_list_set_graph (self, graph);
  return self;
}

static gboolean
is_above (WeftOutlineList *self, const char *definition)
{
  for (guint i = 0; i < self->above->len; i++)
    if (g_str_equal (self->above->pdata[i], definition))
      return TRUE;
  return FALSE;
}

WeftOutlineList *
weft_outline_list_new_below (WeftOutlineNode *node)
{
  WeftOutlineList *self, *list;
  const WeftGraphDefinition *definition;
  gboolean is_links;

  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (node), NULL);

  is_links = weft_outline_node_get_kind (node) == WEFT_OUTLINE_LINKS;
  definition = is_links ? weft_outline_node_get_definition (node)
                        : weft_outline_node_get_inside (node);
  if (weft_outline_node_get_list (node) == NULL || definition == NULL)
    return NULL;
  list = WEFT_OUTLINE_LIST (weft_outline_node_get_list (node));
  if (!is_links && is_above (list, definition->id))
    return NULL;

  self = g_object_new (WEFT_TYPE_OUTLINE_LIST, NULL);
  self->kind = is_links ? WEFT_OUTLINE_LINKS : WEFT_OUTLINE_ITEM;
  self->owner = g_object_ref (node);
  self->definition = g_strdup (definition->id);
  for (guint i = 0; i < list->above->len; i++)
    g_ptr_array_add (self->above, g_strdup (list->above->pdata[i]));
  g_ptr_array_add (self->above, g_strdup (definition->id));
  g_ptr_array_add (list->below, self);
  g_object_weak_ref (G_OBJECT (self), below_gone_cb, list->below);
  weft_outline_list_set_graph (self, weft_outline_node_get_graph (node));
  return self;
}

WeftOutlineNode *
weft_outline_list_get_owner (WeftOutlineList *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_LIST (self), NULL);

  return self->owner;
}

guint
weft_outline_list_position_of (WeftOutlineList *self, WeftOutlineNode *node)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_LIST (self) && WEFT_IS_OUTLINE_NODE (node), 0);

  switch (weft_outline_node_get_kind (node))
    {
    case WEFT_OUTLINE_ROOT:
      return 0;
    case WEFT_OUTLINE_LINKS:
      return self->slots->len > 0 ? self->slots->len - 1 : 0;
    case WEFT_OUTLINE_ITEM:
    case WEFT_OUTLINE_LINK:
    default:
      return weft_outline_node_get_index (node);
    }
}

int
weft_outline_list_find_item (WeftOutlineList *self, const char *id)
{
  const WeftGraphDefinition *definition;

  g_return_val_if_fail (WEFT_IS_OUTLINE_LIST (self) && id != NULL, -1);

  if (self->kind != WEFT_OUTLINE_ITEM || self->place < 0)
    return -1;
  definition = weft_graph_definition (self->graph, self->place);
  for (guint i = 0; i < definition->n_items; i++)
    if (g_str_equal (definition->items[i].id, id))
      return (int) i;
  return -1;
}

int
weft_outline_list_find_links (WeftOutlineList *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_LIST (self), -1);

  return self->kind == WEFT_OUTLINE_ITEM && self->slots->len > 0
             && slot_at (self->slots, self->slots->len - 1)->kind == WEFT_OUTLINE_LINKS
           ? (int) self->slots->len - 1
           : -1;
}
