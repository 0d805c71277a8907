/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applying the steps of a change: each makes new lists for the definition that it touches; what is
 * named is looked up again once, in the end. Linear in the touched definitions. */
#include <string.h>

#include "base/weft-json-write.h"
#include "design/graph/weft-graph-change-private.h"
#include "design/weft-members-private.h"

/* A graph that nobody else has seen. */
typedef struct
{
  WeftGraph *graph;
  const WeftGraph *start;
  gboolean has_new_definitions; /* the set or the order of them */
} Draft;

static void
free_cells (WeftGraphCell **cells, guint n)
{
  for (guint i = 0; cells != NULL && i < n; i++)
    g_clear_pointer (&cells[i], weft_graph_cell_unref);
  g_free (cells);
}

void
weft_graph_op_free (WeftGraphOp *op)
{
  free_cells (op->before, op->n);
  free_cells (op->after, op->n);
  g_clear_pointer (&op->value, json_node_unref);
  g_clear_pointer (&op->body, weft_graph_body_unref);
  g_free (op->definition);
  g_free (op->at);
  g_free (op->key);
  g_free (op->from);
  g_free (op->to);
  g_free (op);
}

/* --- lists --- */

static WeftGraphList *
insert (const WeftGraphList *list, const WeftGraphOp *op, WeftGraphCell *const *cells)
{
  guint n = list->n + op->n;
  g_autofree guint32 *from = g_new (guint32, (gsize) n + 1);

  for (guint i = 0, k = 0, old = 0; i < n; i++)
    if (k < op->n && op->at[k] == i)
      {
        from[i] = WEFT_GRAPH_FRESH;
        k++;
      }
    else
      {
        from[i] = old++;
      }
  return weft_graph_list_new (op->members, list, from, cells, n);
}

static WeftGraphList *
take_out (const WeftGraphList *list, const WeftGraphOp *op)
{
  g_autofree guint32 *from = g_new (guint32, (gsize) list->n + 1);
  guint n = 0;

  for (guint i = 0, k = 0; i < list->n; i++)
    if (k < op->n && op->at[k] == i)
      k++;
    else
      from[n++] = i;
  return weft_graph_list_new (op->members, list, from, NULL, n);
}

static const char *
name_of (const WeftGraphCell *cell)
{
  return cell->members == WEFT_GRAPH_ITEMS ? cell->item.id : cell->port.id;
}

static WeftGraphList *
replace (const WeftGraphList *list, const WeftGraphOp *op, WeftGraphCell *const *cells)
{
  g_autofree guint32 *from = g_new (guint32, (gsize) list->n + 1);
  gboolean same_names = op->members != WEFT_GRAPH_LINKS;
  WeftGraphList *replaced;

  for (guint i = 0; i < list->n; i++)
    from[i] = i;
  for (guint k = 0; k < op->n; k++)
    {
      from[op->at[k]] = WEFT_GRAPH_FRESH;
      same_names = same_names && g_str_equal (name_of (cells[k]),
                                              name_of (list->cells[op->at[k]]));
    }
  replaced = weft_graph_list_new (op->members, list, from, cells, list->n);
  if (same_names)
    weft_graph_list_share_index (replaced, list);
  return replaced;
}

static void
keep_cells (WeftGraphOp *op, const WeftGraphList *list)
{
  free_cells (op->before, op->n);
  op->before = g_new (WeftGraphCell *, (gsize) op->n + 1);
  for (guint i = 0; i < op->n; i++)
    op->before[i] = weft_graph_cell_ref (list->cells[op->at[i]]);
}

/* Takes @list in the place of the old one. */
static void
set_list (Draft *draft, guint index, WeftGraphMembers members, WeftGraphList *list, gboolean has)
{
  WeftGraphBody *old = draft->graph->bodies[index];
  WeftGraphList *lists[WEFT_GRAPH_N_MEMBERS];
  gboolean flags[WEFT_GRAPH_N_MEMBERS];

  for (guint i = 0; i < WEFT_GRAPH_N_MEMBERS; i++)
    {
      lists[i] = i == members ? list : weft_graph_list_ref (old->lists[i]);
      flags[i] = i == members ? has : old->has[i];
    }
  draft->graph->bodies[index] = weft_graph_body_new (old->definition.id,
                                                     weft_graph_cell_ref (old->head), lists,
                                                     flags);
  weft_graph_body_unref (old);
}

static gboolean
fits (const WeftGraphOp *op, const WeftGraphList *list, gboolean inserts)
{
  guint n = inserts ? list->n + op->n : list->n;

  return op->n == 0 || op->at[op->n - 1] < n;
}

/* Where the items of a list are afterwards. @loose: whether there are names that were not there;
 * NULL: one of them is that of another item too, so that everything may lead elsewhere. */
static guint32 *
map_places (const WeftGraphList *old, const WeftGraphOp *op, gboolean inserts,
            WeftGraphCell *const *cells, gboolean *loose)
{
  gboolean replaces = op->kind == WEFT_GRAPH_OP_REPLACE, hides = FALSE;
  guint32 *places = g_new (guint32, (gsize) old->n + 1);
  guint k = 0, to = 0;

  *loose = inserts;
  for (guint i = 0; i < old->n; i++)
    {
      gboolean hit = k < op->n && op->at[k] == i;

      for (; inserts && k < op->n && op->at[k] == to; k++)
        to++;
      if (replaces || inserts)
        places[i] = to++;
      else
        places[i] = hit ? WEFT_GRAPH_FRESH : to++;
      k += hit && !inserts;
    }
  for (k = 0; (inserts || replaces) && k < op->n && !hides; k++)
    if (inserts || !g_str_equal (name_of (cells[k]), name_of (old->cells[op->at[k]])))
      {
        *loose = TRUE;
        if (replaces)
          places[op->at[k]] = WEFT_GRAPH_FRESH;
        hides = weft_graph_index_find (weft_graph_list_index (old), name_of (cells[k])) >= 0;
      }
  if (hides)
    g_clear_pointer (&places, g_free);
  return places;
}

/* After the items have changed from @old: ends know the places of items. */
static void
move_ends (Draft *draft, guint index, const WeftGraphList *old, const WeftGraphOp *op,
           gboolean inserts, WeftGraphCell *const *cells)
{
  const WeftGraphBody *body = draft->graph->bodies[index];
  g_autofree guint32 *places = NULL;
  gboolean loose;

  if (body->definition.n_links + body->definition.n_ports == 0)
    return;
  places = map_places (old, op, inserts, cells, &loose);
  for (guint i = WEFT_GRAPH_LINKS; i < WEFT_GRAPH_N_MEMBERS; i++)
    {
      body = draft->graph->bodies[index];
      if (!body->lists[i]->is_draft)
        set_list (draft, index, i, weft_graph_list_copy (body->lists[i]), body->has[i]);
      weft_graph_list_remap (draft->graph->bodies[index]->lists[i], places, loose);
    }
}

/* Whether the places or names of the members are other ones. */
static gboolean
moves (const WeftGraphOp *op, const WeftGraphList *list, WeftGraphCell *const *cells)
{
  if (op->members != WEFT_GRAPH_ITEMS)
    return FALSE;
  if (op->kind != WEFT_GRAPH_OP_REPLACE)
    return TRUE;
  for (guint i = 0; i < op->n; i++)
    if (!g_str_equal (name_of (cells[i]), name_of (list->cells[op->at[i]])))
      return TRUE;
  return FALSE;
}

static gboolean
apply_to_list (Draft *draft, guint index, WeftGraphOp *op, gboolean forward)
{
  const WeftGraphBody *body = draft->graph->bodies[index];
  gboolean replaces = op->kind == WEFT_GRAPH_OP_REPLACE;
  gboolean inserts = !replaces && (op->kind == WEFT_GRAPH_OP_INSERT) == forward;
  WeftGraphList *list = body->lists[op->members], *next;
  WeftGraphCell **cells;
  gboolean has;

  if (!fits (op, list, inserts))
    return FALSE;
  if (forward)
    op->had = body->has[op->members];
  if (forward && op->kind != WEFT_GRAPH_OP_INSERT)
    keep_cells (op, list);
  cells = forward ? op->after : op->before;
  if (replaces)
    next = replace (list, op, cells);
  else if (inserts)
    next = insert (list, op, cells);
  else
    next = take_out (list, op);
  has = op->members == WEFT_GRAPH_ITEMS || next->n > 0 || (replaces && op->had);
  weft_graph_list_ref (list);
  set_list (draft, index, op->members, next, forward ? has : op->had);
  if (moves (op, list, cells))
    move_ends (draft, index, list, op, inserts, cells);
  weft_graph_list_unref (list);
  return TRUE;
}

/* --- definitions --- */

static void
set_head (Draft *draft, guint index, const char *id, WeftGraphCell *head)
{
  WeftGraphBody *old = draft->graph->bodies[index];
  WeftGraphList *lists[WEFT_GRAPH_N_MEMBERS];

  for (guint i = 0; i < WEFT_GRAPH_N_MEMBERS; i++)
    lists[i] = weft_graph_list_ref (old->lists[i]);
  draft->graph->bodies[index] = weft_graph_body_new (id, weft_graph_cell_ref (head), lists,
                                                     old->has);
  weft_graph_body_unref (old);
}

static gboolean
apply_to_head (Draft *draft, guint index, WeftGraphOp *op, gboolean forward)
{
  WeftGraphBody *body = draft->graph->bodies[index];

  if (forward)
    {
      g_autoptr (JsonObject) object = weft_members_copy_object (body->head->json);

      if (op->value != NULL)
        json_object_set_member (object, op->key, weft_members_copy_node (op->value));
      else
        json_object_remove_member (object, op->key);
      free_cells (op->before, op->n);
      free_cells (op->after, op->n);
      op->n = 1;
      op->before = g_new (WeftGraphCell *, 1);
      op->after = g_new (WeftGraphCell *, 1);
      op->before[0] = weft_graph_cell_ref (body->head);
      op->after[0] = weft_graph_cell_new (WEFT_GRAPH_HEAD, object);
    }
  set_head (draft, index, body->definition.id, forward ? op->after[0] : op->before[0]);
  return TRUE;
}

static void
renew_index (Draft *draft)
{
  WeftGraph *graph = draft->graph;

  weft_graph_index_unref (graph->index);
  graph->index = weft_graph_index_new ();
  for (guint i = 0; i < graph->n_definitions; i++)
    weft_graph_index_add (graph->index, graph->bodies[i]->definition.id, i);
  draft->has_new_definitions = TRUE;
}

/* A definition at the end needs no new index for each of many. */
static gboolean
add_definition (Draft *draft, const WeftGraphOp *op)
{
  WeftGraph *graph = draft->graph;
  guint at = MIN (op->place, graph->n_definitions);

  if (weft_graph_index_find (graph->index, op->definition) >= 0)
    return FALSE;
  graph->bodies = g_renew (WeftGraphBody *, graph->bodies, graph->n_definitions + 1);
  memmove (graph->bodies + at + 1, graph->bodies + at,
           (graph->n_definitions - at) * sizeof *graph->bodies);
  graph->bodies[at] = weft_graph_body_ref (op->body);
  graph->n_definitions++;
  if (draft->has_new_definitions && at + 1 == graph->n_definitions)
    weft_graph_index_add (graph->index, op->definition, at);
  else
    renew_index (draft);
  return TRUE;
}

static void
drop_definition (Draft *draft, guint index, WeftGraphOp *op, gboolean forward)
{
  WeftGraph *graph = draft->graph;
  WeftGraphBody *body = graph->bodies[index];

  graph->n_definitions--;
  memmove (graph->bodies + index, graph->bodies + index + 1,
           (graph->n_definitions - index) * sizeof *graph->bodies);
  if (forward)
    {
      g_clear_pointer (&op->body, weft_graph_body_unref);
      op->body = weft_graph_body_ref (body);
      op->place = index;
    }
  weft_graph_body_unref (body);
  if (draft->has_new_definitions && index == graph->n_definitions)
    g_hash_table_remove (graph->index->places, op->definition);
  else
    renew_index (draft);
}

static gboolean
rename_definition (Draft *draft, const char *id, const char *to)
{
  int index = weft_graph_index_find (draft->graph->index, id);

  if (index < 0 || weft_graph_index_find (draft->graph->index, to) >= 0)
    return FALSE;
  set_head (draft, index, to, draft->graph->bodies[index]->head);
  renew_index (draft);
  return TRUE;
}

static void
set_root (Draft *draft, WeftGraphOp *op, gboolean forward)
{
  if (forward)
    {
      g_free (op->from);
      op->from = g_strdup (draft->graph->root_id);
    }
  g_free (draft->graph->root_id);
  draft->graph->root_id = g_strdup (forward ? op->to : op->from);
}

static gboolean
apply_op (Draft *draft, WeftGraphOp *op, gboolean forward)
{
  int index = op->definition != NULL ? weft_graph_index_find (draft->graph->index, op->definition)
                                     : -1;

  switch (op->kind)
    {
    case WEFT_GRAPH_OP_ROOT:
      set_root (draft, op, forward);
      return TRUE;
    case WEFT_GRAPH_OP_RENAME:
      return forward ? rename_definition (draft, op->definition, op->to)
                     : rename_definition (draft, op->to, op->definition);
    case WEFT_GRAPH_OP_ADD:
    case WEFT_GRAPH_OP_DROP:
      if ((op->kind == WEFT_GRAPH_OP_ADD) == forward)
        return add_definition (draft, op);
      if (index >= 0)
        drop_definition (draft, index, op, forward);
      return index >= 0;
    case WEFT_GRAPH_OP_HEAD:
      return index >= 0 && apply_to_head (draft, index, op, forward);
    default:
      return index >= 0 && apply_to_list (draft, index, op, forward);
    }
}

/* --- names --- */

/* Lists that this draft has made are not finished; those of others are only read. */
static void
resolve_body (Draft *draft, guint index)
{
  WeftGraphBody *body = draft->graph->bodies[index];
  WeftGraphList *items = body->lists[WEFT_GRAPH_ITEMS];

  for (guint i = WEFT_GRAPH_LINKS; i < WEFT_GRAPH_N_MEMBERS; i++)
    if (body->lists[i]->is_draft)
      weft_graph_list_resolve (body->lists[i], items);
  if (items->is_draft && !draft->has_new_definitions)
    weft_graph_list_resolve_definitions (items, draft->graph->index, FALSE);
}

static void
close_body (WeftGraphBody *body)
{
  for (guint i = 0; i < WEFT_GRAPH_N_MEMBERS; i++)
    if (body->lists[i]->is_draft)
      body->lists[i]->is_draft = FALSE;
}

/* Whether the items' definitions are at other places now. */
static gboolean
is_stale (const Draft *draft, const WeftGraphList *items)
{
  for (guint i = 0; i < items->n; i++)
    {
      const WeftGraphItem *item = &items->items[i];

      if (item->kind == WEFT_GRAPH_DEFINITION && item->of != NULL
          && item->definition != weft_graph_index_find (draft->graph->index, item->of))
        return TRUE;
    }
  return FALSE;
}

static void
resolve_definitions (Draft *draft)
{
  for (guint i = 0; i < draft->graph->n_definitions; i++)
    {
      WeftGraphBody *body = draft->graph->bodies[i];
      WeftGraphList *items = body->lists[WEFT_GRAPH_ITEMS];

      if (!is_stale (draft, items))
        continue;
      items = weft_graph_list_copy (items);
      weft_graph_list_resolve_definitions (items, draft->graph->index, TRUE);
      set_list (draft, i, WEFT_GRAPH_ITEMS, items, body->has[WEFT_GRAPH_ITEMS]);
    }
}

static gboolean
is_old (const Draft *draft, guint index)
{
  const WeftGraphBody *body = draft->graph->bodies[index];
  int at = index < draft->start->n_definitions ? (int) index : -1;

  if (draft->has_new_definitions)
    at = weft_graph_index_find (draft->start->index, body->definition.id);
  return at >= 0 && draft->start->bodies[at] == body;
}

static void
begin (Draft *draft, WeftGraph *graph)
{
  WeftGraph *copy = g_new0 (WeftGraph, 1);

  copy->refs = 1;
  copy->rest = weft_graph_cell_ref (graph->rest);
  copy->n_definitions = graph->n_definitions;
  copy->bodies = g_new (WeftGraphBody *, graph->n_definitions + 1);
  for (guint i = 0; i < graph->n_definitions; i++)
    copy->bodies[i] = weft_graph_body_ref (graph->bodies[i]);
  copy->index = weft_graph_index_ref (graph->index);
  copy->root_id = g_strdup (graph->root_id);
  *draft = (Draft) { .graph = copy, .start = graph };
}

static WeftGraph *
finish (Draft *draft)
{
  WeftGraph *graph = draft->graph;

  for (guint i = 0; i < graph->n_definitions; i++)
    if (!is_old (draft, i))
      resolve_body (draft, i);
  if (draft->has_new_definitions)
    resolve_definitions (draft);
  for (guint i = 0; i < graph->n_definitions; i++)
    close_body (graph->bodies[i]);
  weft_graph_line_up (graph);
  graph->root = weft_graph_index_find (graph->index, graph->root_id);
  return graph;
}

WeftGraph *
weft_graph_ops_apply (GPtrArray *ops, guint first, WeftGraph *graph)
{
  Draft draft;

  begin (&draft, graph);
  for (guint i = first; i < ops->len; i++)
    if (!apply_op (&draft, g_ptr_array_index (ops, i), TRUE))
      {
        weft_graph_unref (draft.graph);
        return NULL;
      }
  return finish (&draft);
}

WeftGraph *
weft_graph_ops_revert (GPtrArray *ops, WeftGraph *graph)
{
  Draft draft;

  begin (&draft, graph);
  for (guint i = ops->len; i > 0; i--)
    if (!apply_op (&draft, g_ptr_array_index (ops, i - 1), FALSE))
      {
        weft_graph_unref (draft.graph);
        return NULL;
      }
  return finish (&draft);
}

/* --- comparing --- */

static gboolean
cells_equal (const WeftGraphCell *a, const WeftGraphCell *b)
{
  g_autoptr (JsonNode) node_a = NULL;
  g_autoptr (JsonNode) node_b = NULL;
  g_autofree char *text_a = NULL;
  g_autofree char *text_b = NULL;

  if (a == b)
    return TRUE;
  if (a->members == WEFT_GRAPH_ITEMS && !g_str_equal (a->item.id, b->item.id))
    return FALSE;
  node_a = weft_members_to_node (weft_members_copy_object (a->json));
  node_b = weft_members_to_node (weft_members_copy_object (b->json));
  text_a = weft_json_write_canonical (node_a);
  text_b = weft_json_write_canonical (node_b);
  return g_strcmp0 (text_a, text_b) == 0;
}

gboolean
weft_graph_op_follows (const WeftGraphOp *op, const WeftGraphOp *next)
{
  if (op->kind != next->kind || op->n != next->n || g_strcmp0 (op->definition, next->definition) != 0)
    return FALSE;
  if (op->kind == WEFT_GRAPH_OP_HEAD)
    return g_str_equal (op->key, next->key);
  return op->kind == WEFT_GRAPH_OP_REPLACE && op->members == next->members
         && memcmp (op->at, next->at, op->n * sizeof *op->at) == 0;
}

gboolean
weft_graph_op_is_idle (const WeftGraphOp *op)
{
  if (op->kind == WEFT_GRAPH_OP_ROOT)
    return g_strcmp0 (op->from, op->to) == 0;
  if (op->kind != WEFT_GRAPH_OP_REPLACE && op->kind != WEFT_GRAPH_OP_HEAD)
    return FALSE;
  for (guint i = 0; i < op->n; i++)
    if (!cells_equal (op->before[i], op->after[i]))
      return FALSE;
  return TRUE;
}

void
weft_graph_op_follow (WeftGraphOp *op, const WeftGraphOp *next)
{
  if (op->kind == WEFT_GRAPH_OP_HEAD)
    {
      g_clear_pointer (&op->value, json_node_unref);
      op->value = next->value != NULL ? weft_members_copy_node (next->value) : NULL;
    }
  for (guint i = 0; i < op->n; i++)
    {
      weft_graph_cell_unref (op->after[i]);
      op->after[i] = weft_graph_cell_ref (next->after[i]);
    }
}
