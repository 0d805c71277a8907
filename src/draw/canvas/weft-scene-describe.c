/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words, sizes and previews of a scene's boxes, and what its wires join and say. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/weft-plain.h"
#include "base/weft-quantity.h"
#include "draw/canvas/weft-scene-facts-private.h"
#include "draw/canvas/weft-scene-private.h"

#define MOST_CHARS 80
/* Wires between two boxes that still have a label. */
#define MOST_STRANDS 64

/* Multiples of the grid, widths of twice the grid: boxes on the grid end on it, and have their
 * middles on it. */
static const double sizes[WEFT_N_SCENE_KINDS][2] = {
  [WEFT_SCENE_CHIP] = { 112, 72 },     [WEFT_SCENE_SWITCH] = { 144, 56 },
  [WEFT_SCENE_NIC] = { 128, 56 },      [WEFT_SCENE_MEMORY] = { 128, 56 },
  [WEFT_SCENE_CPU] = { 112, 72 },      [WEFT_SCENE_POWER] = { 128, 56 },
  [WEFT_SCENE_PACKAGE] = { 144, 104 }, [WEFT_SCENE_NODE] = { 144, 120 },
  [WEFT_SCENE_RACK] = { 112, 256 },    [WEFT_SCENE_OTHER] = { 144, 56 },
};

static const WeftScenePreview *
find_preview (WeftScene *self, WeftSceneLore *lore, int definition)
{
  gpointer key = GINT_TO_POINTER (definition + 1);
  WeftScenePreview *preview = g_hash_table_lookup (self->previews, key);

  if (preview == NULL)
    {
      preview = weft_scene_lore_preview (lore, definition);
      g_hash_table_insert (self->previews, key, preview);
    }
  return preview;
}

static void
describe_item (WeftScene *self, WeftSceneLore *lore, guint index)
{
  const WeftGraphItem *item = &self->definition->items[index];
  const WeftSceneFacts *facts = weft_scene_lore_find (lore, item);
  g_autofree char *title = weft_plain_text (item->id, WEFT_PLAIN_ONE_LINE, MOST_CHARS);
  WeftSceneNode *node = &self->nodes[index];

  node->kind = facts->kind;
  node->count = item->count;
  node->title = g_string_chunk_insert (self->texts, title);
  node->subtitle = (char *) facts->subtitle;
  node->box.w = sizes[facts->kind][0];
  node->box.h = sizes[facts->kind][1];
  self->details[index].what = facts->what;
  if (item->kind == WEFT_GRAPH_DEFINITION && item->definition >= 0)
    {
      self->details[index].preview = find_preview (self, lore, item->definition);
      if (facts->kind == WEFT_SCENE_OTHER)
        node->box.h = sizes[WEFT_SCENE_NODE][1];
    }
  if (!g_hash_table_contains (self->by_id, item->id))
    g_hash_table_insert (self->by_id, item->id, GUINT_TO_POINTER (index));
}

void
weft_scene_describe (WeftScene *self, WeftCatalog *catalog)
{
  WeftSceneLore lore;

  self->n_nodes = self->definition->n_items;
  self->nodes = g_new0 (WeftSceneNode, self->n_nodes);
  self->details = g_new0 (WeftSceneDetail, self->n_nodes);
  weft_scene_lore_init (&lore, self->graph, catalog, self->texts);
  for (guint i = 0; i < self->n_nodes; i++)
    describe_item (self, &lore, i);
  weft_scene_lore_clear (&lore);
}

/* The devices that a port of a definition stands for; NAN when it leads round in a circle. */
static double
port_devices (WeftScene *self, GHashTable *known, const WeftGraphDefinition *definition,
              const WeftGraphEnd *end, guint depth)
{
  const WeftGraphItem *item;
  const WeftGraphDefinition *inner;
  const WeftGraphPort *port;
  double *found;
  double n;

  if (end->item < 0 || depth > 8)
    return NAN;
  item = &definition->items[end->item];
  n = end->instance >= 0 ? 1 : item->count;
  if (end->port == NULL)
    return n;
  if (item->definition < 0)
    return NAN;
  inner = weft_graph_definition (self->graph, item->definition);
  port = weft_graph_find_port (inner, end->port);
  if (port == NULL)
    return NAN;
  found = g_hash_table_lookup (known, port);
  if (found == NULL)
    {
      found = g_new (double, 1);
      *found = port_devices (self, known, inner, &port->of, depth + 1);
      g_hash_table_insert (known, (gpointer) port, found);
    }
  return n * *found;
}

/* Cables of a bundle; NAN when a generator decides. */
static double
count_cables (const WeftGraphLink *link, double from, double to, gboolean is_same)
{
  double n;

  switch (link->wiring)
    {
    case WEFT_WIRING_ALL:
      n = is_same ? from * (from - 1) / 2 : from * to;
      break;
    case WEFT_WIRING_EACH:
      n = MAX (from, to);
      break;
    case WEFT_WIRING_RING:
      n = from > 2 ? from : from - 1;
      break;
    case WEFT_WIRING_TORUS:
      n = 0;
      for (guint i = 0; i < link->n_dims; i++)
        n += link->dims[i] > 2 ? from : link->dims[i] > 1 ? from / 2 : 0;
      break;
    case WEFT_WIRING_MESH:
      n = 0;
      for (guint i = 0; i < link->n_dims; i++)
        n += link->dims[i] > 1 ? from / link->dims[i] * (link->dims[i] - 1) : 0;
      break;
    case WEFT_WIRING_UNKNOWN:
    case WEFT_WIRING_GENERATOR:
    default:
      return NAN;
    }
  return n * link->channels;
}

/* "864 × dr8-800g". */
static const char *
label_cables (WeftScene *self, const char *name, double cables)
{
  g_autofree char *number = NULL;
  g_autofree char *text = NULL;

  if (!(cables > 1))
    return name;
  number = weft_quantity_format (cables, WEFT_UNIT_COUNT);
  text = *name != '\0' ? g_strdup_printf ("%s × %s", number, name)
                       : g_strdup_printf ("%s ×", number);
  return g_string_chunk_insert_const (self->texts, text);
}

static const char *
name_cable (WeftScene *self, const WeftGraphLink *link)
{
  const char *name = link->component != NULL ? link->component
                     : link->fabric != NULL  ? link->fabric
                                             : "";
  g_autofree char *plain = weft_plain_text (name, WEFT_PLAIN_ONE_LINE, MOST_CHARS);

  return g_string_chunk_insert_const (self->texts, plain);
}

typedef struct
{
  guint from, to;
  guint wire;
  const char *name; /* one text, one pointer */
} Strand;

static int
compare_strands_cb (gconstpointer a, gconstpointer b)
{
  const Strand *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  return (x->wire > y->wire) - (x->wire < y->wire);
}

/* Wires of one sort between the same boxes have one label, on the middle one of them. */
static void
share_labels (WeftScene *self, const Strand *strands, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      double cables = 0;
      guint n_same = 0, middle, seen = 0;

      for (guint j = 0; j < n; j++)
        if (strands[j].name == strands[i].name)
          {
            if (j < i)
              break;
            cables += self->cables[strands[j].wire];
            n_same++;
          }
      /* A sort that came before has been dealt with. */
      if (n_same == 0)
        continue;
      middle = (n_same - 1) / 2;
      for (guint j = i; j < n; j++)
        if (strands[j].name == strands[i].name && seen++ == middle)
          self->labels[strands[j].wire] = label_cables (self, strands[i].name, cables);
    }
}

static void
label_wires (WeftScene *self)
{
  g_autofree Strand *strands = g_new (Strand, MAX (self->n_wires, 1));

  self->labels = g_new0 (const char *, MAX (self->n_wires, 1));
  for (guint i = 0; i < self->n_wires; i++)
    {
      const WeftSceneWire *wire = &self->wires[i];

      strands[i] = (Strand) { wire->from_node, wire->to_node, i,
                              name_cable (self, &self->definition->links[wire->link]) };
    }
  qsort (strands, self->n_wires, sizeof *strands, compare_strands_cb);
  for (guint begin = 0, end; begin < self->n_wires; begin = end)
    {
      end = begin + 1;
      while (end < self->n_wires && strands[end].from == strands[begin].from
             && strands[end].to == strands[begin].to)
        end++;
      /* Beyond any picture's room for labels. */
      if (end - begin <= MOST_STRANDS)
        share_labels (self, strands + begin, end - begin);
    }
}

/* A link's wires: the tiers of a generator one above the other. */
static void
join_link (WeftScene *self, GHashTable *ports, guint index)
{
  const WeftGraphLink *link = &self->definition->links[index];
  const WeftGraphEnd *from = &link->from;

  for (guint i = 0; i < link->n_to; i++)
    {
      const WeftGraphEnd *to = &link->to[i];
      WeftSceneWire *wire = &self->wires[self->n_wires];
      double cables;

      if (from->item < 0 || to->item < 0)
        continue;
      cables = count_cables (link, port_devices (self, ports, self->definition, from, 0),
                             port_devices (self, ports, self->definition, to, 0),
                             g_strcmp0 (from->text, to->text) == 0);
      *wire = (WeftSceneWire) {
        .link = index,
        .to = i,
        .from_node = from->item,
        .to_node = to->item,
        .channels = link->channels,
        .label = (char *) label_cables (self, name_cable (self, link), cables),
      };
      self->cables[self->n_wires++] = (float) cables;
      if (link->wiring == WEFT_WIRING_GENERATOR)
        from = to;
    }
}

void
weft_scene_join (WeftScene *self)
{
  g_autoptr (GHashTable) ports = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  guint n = 0;

  for (guint i = 0; i < self->definition->n_links; i++)
    n += self->definition->links[i].n_to;
  self->wires = g_new0 (WeftSceneWire, n);
  self->cables = g_new0 (float, n);
  for (guint i = 0; i < self->definition->n_links; i++)
    join_link (self, ports, i);
  label_wires (self);
}
