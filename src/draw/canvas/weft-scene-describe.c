/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words, sizes and previews of a scene's boxes, and what its wires join and say. */
#include "config.h"

#include <math.h>

#include "base/weft-plain.h"
#include "base/weft-quantity.h"
#include "draw/canvas/weft-scene-facts-private.h"
#include "draw/canvas/weft-scene-private.h"

#define MOST_CHARS 80

/* Multiples of the grid, so that boxes on it end on it. */
static const double sizes[WEFT_N_SCENE_KINDS][2] = {
  [WEFT_SCENE_CHIP] = { 104, 72 },    [WEFT_SCENE_SWITCH] = { 136, 56 },
  [WEFT_SCENE_NIC] = { 120, 56 },     [WEFT_SCENE_MEMORY] = { 120, 56 },
  [WEFT_SCENE_CPU] = { 104, 72 },     [WEFT_SCENE_POWER] = { 120, 56 },
  [WEFT_SCENE_PACKAGE] = { 136, 104 }, [WEFT_SCENE_NODE] = { 144, 120 },
  [WEFT_SCENE_RACK] = { 112, 256 },   [WEFT_SCENE_OTHER] = { 136, 56 },
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

static const char *
label_wire (WeftScene *self, const WeftGraphLink *link, double cables)
{
  const char *name = link->component != NULL ? link->component
                     : link->fabric != NULL  ? link->fabric
                                             : "";
  g_autofree char *plain = weft_plain_text (name, WEFT_PLAIN_ONE_LINE, MOST_CHARS);
  g_autofree char *number = NULL;
  g_autofree char *text = NULL;

  if (!(cables > 1))
    return g_string_chunk_insert_const (self->texts, plain);
  number = weft_quantity_format (cables, WEFT_UNIT_COUNT);
  text = *plain != '\0' ? g_strdup_printf ("%s × %s", number, plain)
                        : g_strdup_printf ("%s ×", number);
  return g_string_chunk_insert_const (self->texts, text);
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
        .label = (char *) label_wire (self, link, cables),
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
}
