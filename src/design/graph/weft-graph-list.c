/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The counted parts of a graph: cells, indices by name, and lists of members, which share cells with
 * the lists that they were made from. */
#include <string.h>

#include "design/graph/weft-graph-private.h"

void
weft_graph_clear_end (WeftGraphEnd *end)
{
  g_free (end->text);
  g_free (end->item_id);
  g_free (end->port);
}

static void
clear_link (WeftGraphLink *link)
{
  weft_graph_clear_end (&link->from);
  for (guint i = 0; i < link->n_to; i++)
    weft_graph_clear_end (&link->to[i]);
  g_free (link->to);
  g_free (link->wiring_name);
  g_free (link->component);
  g_free (link->fabric);
  g_clear_pointer (&link->params, json_node_unref);
}

WeftGraphCell *
weft_graph_cell_ref (WeftGraphCell *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

void
weft_graph_cell_unref (WeftGraphCell *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  switch (self->members)
    {
    case WEFT_GRAPH_ITEMS:
      g_free (self->item.id);
      g_free (self->item.of);
      g_free (self->item.role);
      break;
    case WEFT_GRAPH_LINKS:
      clear_link (&self->link);
      break;
    case WEFT_GRAPH_PORTS:
      g_free (self->port.id);
      weft_graph_clear_end (&self->port.of);
      break;
    case WEFT_GRAPH_HEAD:
      g_free (self->head.level_name);
      g_free (self->head.title);
      g_free (self->head.enclosure);
      break;
    default:
      break;
    }
  json_object_unref (self->json);
  g_free (self);
}

WeftGraphIndex *
weft_graph_index_new (void)
{
  WeftGraphIndex *self = g_new0 (WeftGraphIndex, 1);

  self->refs = 1;
  self->places = g_hash_table_new (g_str_hash, g_str_equal);
  self->names = g_string_chunk_new (512);
  return self;
}

WeftGraphIndex *
weft_graph_index_ref (WeftGraphIndex *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

void
weft_graph_index_unref (WeftGraphIndex *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  g_hash_table_unref (self->places);
  g_string_chunk_free (self->names);
  g_free (self);
}

void
weft_graph_index_add (WeftGraphIndex *self, const char *name, guint place)
{
  if (!g_hash_table_contains (self->places, name))
    g_hash_table_insert (self->places, g_string_chunk_insert (self->names, name),
                         GUINT_TO_POINTER (place + 1));
}

int
weft_graph_index_find (const WeftGraphIndex *self, const char *name)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->places, name)) - 1;
}

static gsize
size_of (WeftGraphMembers members)
{
  switch (members)
    {
    case WEFT_GRAPH_ITEMS:
      return sizeof (WeftGraphItem);
    case WEFT_GRAPH_LINKS:
      return sizeof (WeftGraphLink);
    case WEFT_GRAPH_PORTS:
    default:
      return sizeof (WeftGraphPort);
    }
}

/* The links lead to ends of the list's own, since these know places in another list. */
static void
own_ends (WeftGraphList *self)
{
  gsize n = 0;

  for (guint i = 0; i < self->n; i++)
    n += self->links[i].n_to;
  self->ends = g_new (WeftGraphEnd, n + 1);
  n = 0;
  for (guint i = 0; i < self->n; i++)
    {
      WeftGraphLink *link = &self->links[i];

      if (link->n_to > 0)
        memcpy (self->ends + n, link->to, link->n_to * sizeof *link->to);
      link->to = self->ends + n;
      n += link->n_to;
    }
}

WeftGraphList *
weft_graph_list_new (WeftGraphMembers members, const WeftGraphList *old, const guint32 *from,
                     WeftGraphCell *const *fresh, guint n)
{
  WeftGraphList *self = g_new0 (WeftGraphList, 1);
  gsize size = size_of (members);

  self->refs = 1;
  self->members = members;
  self->is_draft = TRUE;
  self->n = n;
  self->cells = g_new (WeftGraphCell *, (gsize) n + 1);
  self->values = g_malloc (size * ((gsize) n + 1));
  for (guint i = 0; i < n; i++)
    {
      gboolean is_fresh = from == NULL || from[i] == WEFT_GRAPH_FRESH;
      WeftGraphCell *cell = is_fresh ? *fresh++ : old->cells[from[i]];
      const char *value = is_fresh ? (const char *) &cell->item
                                   : (const char *) old->values + size * from[i];

      self->cells[i] = weft_graph_cell_ref (cell);
      memcpy ((char *) self->values + size * i, value, size);
    }
  if (members == WEFT_GRAPH_LINKS)
    own_ends (self);
  return self;
}

WeftGraphList *
weft_graph_list_ref (WeftGraphList *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

void
weft_graph_list_unref (WeftGraphList *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  for (guint i = 0; i < self->n; i++)
    weft_graph_cell_unref (self->cells[i]);
  g_clear_pointer (&self->index, weft_graph_index_unref);
  g_free (self->cells);
  g_free (self->values);
  g_free (self->ends);
  g_free (self);
}

WeftGraphList *
weft_graph_list_copy (const WeftGraphList *self)
{
  g_autofree guint32 *from = g_new (guint32, (gsize) self->n + 1);
  WeftGraphList *copy;

  for (guint i = 0; i < self->n; i++)
    from[i] = i;
  copy = weft_graph_list_new (self->members, self, from, NULL, self->n);
  weft_graph_list_share_index (copy, self);
  return copy;
}

static WeftGraphIndex *
make_index (const WeftGraphList *self)
{
  WeftGraphIndex *index = weft_graph_index_new ();

  for (guint i = 0; i < self->n; i++)
    weft_graph_index_add (index, self->members == WEFT_GRAPH_ITEMS ? self->items[i].id
                                                                   : self->ports[i].id, i);
  return index;
}

/* Two threads may make it at once; one of them then takes the other's. */
const WeftGraphIndex *
weft_graph_list_index (const WeftGraphList *self)
{
  WeftGraphIndex **place = (WeftGraphIndex **) &self->index;
  WeftGraphIndex *index = g_atomic_pointer_get (place);

  if (index != NULL)
    return index;
  index = make_index (self);
  if (g_atomic_pointer_compare_and_exchange (place, NULL, index))
    return index;
  weft_graph_index_unref (index);
  return g_atomic_pointer_get (place);
}

void
weft_graph_list_share_index (WeftGraphList *self, const WeftGraphList *other)
{
  WeftGraphIndex *index = g_atomic_pointer_get ((WeftGraphIndex **) &other->index);

  if (index != NULL)
    self->index = weft_graph_index_ref (index);
}

static void
foreach_end (WeftGraphList *self, void (*func) (WeftGraphEnd *end, gpointer data), gpointer data)
{
  for (guint i = 0; i < self->n; i++)
    if (self->members == WEFT_GRAPH_PORTS)
      {
        func (&self->ports[i].of, data);
      }
    else
      {
        func (&self->links[i].from, data);
        for (guint j = 0; j < self->links[i].n_to; j++)
          func (&self->links[i].to[j], data);
      }
}

static void
resolve_cb (WeftGraphEnd *end, gpointer data)
{
  if (end->item == WEFT_GRAPH_UNRESOLVED)
    end->item = weft_graph_index_find (weft_graph_list_index (data), end->item_id);
}

void
weft_graph_list_resolve (WeftGraphList *self, const WeftGraphList *items)
{
  foreach_end (self, resolve_cb, (gpointer) items);
}

typedef struct
{
  const guint32 *places;
  gboolean loose;
} Remap;

static void
remap_cb (WeftGraphEnd *end, gpointer data)
{
  const Remap *remap = data;

  if (remap->places == NULL || (end->item < 0 && remap->loose))
    end->item = WEFT_GRAPH_UNRESOLVED;
  else if (end->item >= 0)
    end->item = remap->places[end->item] == WEFT_GRAPH_FRESH ? WEFT_GRAPH_UNRESOLVED
                                                             : (int) remap->places[end->item];
}

void
weft_graph_list_remap (WeftGraphList *self, const guint32 *places, gboolean loose)
{
  Remap remap = { places, loose };

  foreach_end (self, remap_cb, &remap);
}

void
weft_graph_list_resolve_definitions (WeftGraphList *items, const WeftGraphIndex *definitions,
                                     gboolean all)
{
  for (guint i = 0; i < items->n; i++)
    {
      WeftGraphItem *item = &items->items[i];

      if (item->kind == WEFT_GRAPH_DEFINITION && item->of != NULL
          && (all || item->definition == WEFT_GRAPH_UNRESOLVED))
        item->definition = weft_graph_index_find (definitions, item->of);
    }
}
