/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flattening. A definition is written out once; each further instance of it is a copy of that part
 * of the arrays with everything shifted, so that the work is in moving memory. */
#include "design/graph/weft-graph-flatten.h"

#include <math.h>
#include <string.h>

#include "design/graph/weft-graph-cable-private.h"
#include "design/graph/weft-graph-names-private.h"
#include "design/graph/weft-graph-wire-private.h"

/* Where a definition's arrays begin; what one instance of it adds to each. */
typedef struct
{
  guint32 device;
  guint32 pair;
  guint32 instance;
} Mark;

/* What is known of a definition. */
typedef struct
{
  gboolean is_sized;
  gboolean is_written;
  Mark size;
  Mark start;         /* of the first instance that was written */
  guint32 *offsets;   /* [n_items] devices before each item */
  guint32 bundle;     /* its first bundle */
  WeftDeviceKind *kinds;
  guint32 *parts;
} Block;

typedef struct
{
  WeftFlat *flat;
  WeftInventory *inventory;
  WeftGraphNames names;
  Block *blocks;
  Mark at; /* how far the arrays are filled */
  guint32 *a;
  guint32 *b;
  guint32 *cables;
  guint32 *bundles;
} Writer;

/* Where the pairs of one bundle go. */
typedef struct
{
  Writer *writer;
  const guint32 *devices;
  guint32 bundle;
  guint32 channels;
  gboolean is_over; /* more cables than are counted */
} Sink;

G_DEFINE_QUARK (weft-graph-error-quark, weft_graph_error)

static gboolean
refuse (GError **error, const char *definition, const char *what)
{
  g_set_error (error, WEFT_GRAPH_ERROR, WEFT_GRAPH_ERROR_UNSOUND, "%s: %s", definition, what);
  return FALSE;
}

static WeftDeviceKind
kind_of (const WeftComponent *component)
{
  static const struct
  {
    const char *group;
    WeftDeviceKind kind;
  } groups[] = {
    { "Die.", WEFT_DEVICE_COMPUTE },
    { "Socket.", WEFT_DEVICE_COMPUTE },
    { "Chassis.Dense_Compute", WEFT_DEVICE_COMPUTE },
    { "Chassis.JBOM_Pool", WEFT_DEVICE_MEMORY },
    { "Mem.", WEFT_DEVICE_MEMORY },
    { "Switch.", WEFT_DEVICE_SWITCH },
    { "NIC.", WEFT_DEVICE_NIC },
  };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (g_str_has_prefix (component->entity, groups[i].group))
      return groups[i].kind;
  return WEFT_DEVICE_OTHER;
}

static gboolean
resolve_item (Writer *writer, Block *block, const WeftGraphDefinition *definition, guint index,
              GError **error)
{
  const WeftGraphItem *item = &definition->items[index];

  if (item->of == NULL)
    return refuse (error, definition->id, "an item is neither chip, component nor definition");
  if (item->kind == WEFT_GRAPH_CHIP)
    {
      const WeftChip *chip = weft_graph_names_chip (&writer->names, item->of);

      if (chip == NULL)
        return refuse (error, item->id, "the catalog has no such chip");
      block->kinds[index] = WEFT_DEVICE_COMPUTE;
      block->parts[index] = chip->index;
    }
  else if (item->kind == WEFT_GRAPH_COMPONENT)
    {
      const WeftComponent *component = weft_graph_names_component (&writer->names, item->of);

      if (component == NULL)
        return refuse (error, item->id, "the catalog has no such component");
      block->kinds[index] = kind_of (component);
      block->parts[index] = component->index;
    }
  return TRUE;
}

static gboolean
init_wire (const WeftGraph *graph, const WeftGraphDefinition *definition,
           const WeftGraphLink *link, WeftWire *wire, GError **error)
{
  double n_from = weft_graph_end_count (graph, definition, &link->from);
  double n_to = 0;
  WeftWireFault fault;

  for (guint i = 0; i < link->n_to; i++)
    n_to += weft_graph_end_count (graph, definition, &link->to[i]);
  if (isnan (n_from) || isnan (n_to) || link->n_to == 0 || link->wiring == WEFT_WIRING_UNKNOWN
      || !(link->channels >= 1) || link->channels > WEFT_GRAPH_MAX_CHANNELS)
    return refuse (error, definition->id, "a link has an end that leads nowhere, or no wiring");
  if (weft_wire_init (wire, link, n_from, n_to, &fault))
    return TRUE;
  refuse (error, definition->id, fault.message);
  g_free (fault.message);
  return FALSE;
}

static gboolean
size_links (Writer *writer, const WeftGraphDefinition *definition, double *pairs, GError **error)
{
  for (guint i = 0; i < definition->n_links; i++)
    {
      g_auto (WeftWire) wire = { 0 };

      if (!init_wire (writer->flat->graph, definition, &definition->links[i], &wire, error))
        return FALSE;
      *pairs += weft_wire_max_pairs (&wire);
    }
  return TRUE;
}

static void
take_enclosure (Writer *writer, const WeftGraphDefinition *definition, guint index)
{
  const WeftComponent *enclosure
      = definition->enclosure != NULL
          ? weft_graph_names_component (&writer->names, definition->enclosure) : NULL;

  if (enclosure != NULL)
    writer->flat->enclosures[index] = enclosure->index;
}

static gboolean size_block (Writer *writer, guint index, GError **error);

/* What one of an item adds to each count. */
static gboolean
size_item (Writer *writer, const WeftGraphDefinition *definition, const WeftGraphItem *item,
           double one[3], GError **error)
{
  const Block *child;

  one[0] = 1;
  one[1] = one[2] = 0;
  if (!(item->count >= 1) || item->count > WEFT_GRAPH_MAX_COUNT
      || item->count != floor (item->count))
    return refuse (error, item->id, "the count is no whole number from 1 to 1000000000");
  if (item->kind != WEFT_GRAPH_DEFINITION)
    return TRUE;
  /* Levels that fall bound the depth, whatever else is wrong. */
  if (item->definition < 0
      || weft_graph_definition (writer->flat->graph, item->definition)->level
             >= definition->level)
    return refuse (error, item->id, "it is of no definition of a lower level");
  if (!size_block (writer, item->definition, error))
    return FALSE;
  child = &writer->blocks[item->definition];
  one[0] = child->size.device;
  one[1] = child->size.pair;
  one[2] = child->size.instance;
  return TRUE;
}

static gboolean
size_block (Writer *writer, guint index, GError **error)
{
  const WeftGraphDefinition *definition = weft_graph_definition (writer->flat->graph, index);
  Block *block = &writer->blocks[index];
  double total[3] = { 0, 0, 1 };

  if (block->is_sized)
    return TRUE;
  block->offsets = g_new0 (guint32, definition->n_items);
  block->kinds = g_new0 (WeftDeviceKind, definition->n_items);
  block->parts = g_new0 (guint32, definition->n_items + 1);
  take_enclosure (writer, definition, index);
  for (guint i = 0; i < definition->n_items; i++)
    {
      double one[3];

      block->offsets[i] = (guint32) total[0];
      if (!resolve_item (writer, block, definition, i, error)
          || !size_item (writer, definition, &definition->items[i], one, error))
        return FALSE;
      for (guint k = 0; k < 3; k++)
        total[k] += definition->items[i].count * one[k];
      if (total[0] > WEFT_GRAPH_MAX_DEVICES || total[2] > WEFT_GRAPH_MAX_DEVICES)
        return refuse (error, definition->id, "it has more than 4000000 devices");
    }
  if (!size_links (writer, definition, &total[1], error))
    return FALSE;
  if (2 * total[1] > WEFT_GRAPH_MAX_LINKS)
    return refuse (error, definition->id, "it has more than 20000000 links");
  block->size = (Mark) { (guint32) total[0], (guint32) total[1], (guint32) total[2] };
  block->is_sized = TRUE;
  return TRUE;
}

static void
take_bundle (Writer *writer, guint definition, guint link)
{
  const WeftGraphLink *from = &weft_graph_definition (writer->flat->graph, definition)->links[link];
  WeftFlatBundle *bundle = &writer->flat->bundle[writer->blocks[definition].bundle + link];
  const WeftComponent *component = NULL;

  *bundle = (WeftFlatBundle) {
    .definition = definition,
    .link = link,
    .component = WEFT_FLAT_NONE,
    .medium = WEFT_MEDIUM_NONE,
    .bw_bytes_s = NAN,
    .latency_s = NAN,
    .overhead_s = NAN,
    .length_m = from->length_m,
    .least_m = from->length_m,
    .most_m = from->length_m,
    .longest = WEFT_FLAT_NONE,
  };
  if (from->component != NULL)
    component = weft_graph_names_component (&writer->names, from->component);
  if (component == NULL)
    return;
  bundle->component = component->index;
  bundle->medium = component->medium;
  bundle->bw_bytes_s = component->bw_bytes_s;
  bundle->latency_s = component->latency_s;
  bundle->overhead_s = component->overhead_s;
}

static void
number_bundles (Writer *writer)
{
  WeftFlat *flat = writer->flat;
  guint n = weft_graph_n_definitions (flat->graph);

  for (guint i = 0; i < n; i++)
    {
      writer->blocks[i].bundle = flat->n_bundles;
      flat->n_bundles += weft_graph_definition (flat->graph, i)->n_links;
    }
  flat->bundle = g_new (WeftFlatBundle, flat->n_bundles);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < weft_graph_definition (flat->graph, i)->n_links; j++)
      take_bundle (writer, i, j);
}

/* The devices of an end in one instance of @definition whose devices begin at @base. */
static guint32 *
put_end (Writer *writer, guint index, const WeftGraphEnd *end, guint32 base, guint32 *out)
{
  const WeftGraphDefinition *definition = weft_graph_definition (writer->flat->graph, index);
  const WeftGraphItem *item = &definition->items[end->item];
  guint32 start = end->instance >= 0 ? (guint32) end->instance : 0;
  guint32 stop = end->instance >= 0 ? start + 1 : (guint32) item->count;
  guint32 first = base + writer->blocks[index].offsets[end->item];

  for (guint32 i = start; i < stop; i++)
    if (item->kind != WEFT_GRAPH_DEFINITION)
      {
        *out++ = first + i;
      }
    else
      {
        const WeftGraphDefinition *inside
            = weft_graph_definition (writer->flat->graph, item->definition);

        out = put_end (writer, item->definition, &weft_graph_find_port (inside, end->port)->of,
                       first + i * writer->blocks[item->definition].size.device, out);
      }
  return out;
}

static void
put_pair_cb (guint32 a, guint32 b, guint32 cables, gpointer data)
{
  Sink *sink = data;
  Writer *writer = sink->writer;
  guint32 at = writer->at.pair++;
  guint64 all = (guint64) cables * sink->channels;

  writer->a[at] = sink->devices[a];
  writer->b[at] = sink->devices[b];
  writer->cables[at] = (guint32) MIN (all, G_MAXUINT32);
  sink->is_over = sink->is_over || all > G_MAXUINT32;
  writer->bundles[at] = sink->bundle;
}

static gboolean
write_link (Writer *writer, guint index, guint number, guint32 base, GError **error)
{
  const WeftGraphDefinition *definition = weft_graph_definition (writer->flat->graph, index);
  const WeftGraphLink *link = &definition->links[number];
  g_auto (WeftWire) wire = { 0 };
  g_autofree guint32 *devices = NULL;
  guint32 *out;
  Sink sink;

  if (!init_wire (writer->flat->graph, definition, link, &wire, error))
    return FALSE;
  devices = g_new (guint32, (gsize) wire.n_from + wire.n_to);
  out = put_end (writer, index, &link->from, base, devices);
  for (guint i = 0; i < link->n_to && !wire.is_own; i++)
    out = put_end (writer, index, &link->to[i], base, out);
  g_assert ((gsize) (out - devices) == (gsize) wire.n_from + wire.n_to);
  sink = (Sink) { writer, devices, writer->blocks[index].bundle + number,
                  (guint32) link->channels, FALSE };
  if (!weft_wire_foreach (&wire, put_pair_cb, &sink, error))
    return FALSE;
  return !sink.is_over || refuse (error, definition->id, "a link has too many cables");
}

/* Another instance of what has been written already. */
static void
copy_block (Writer *writer, const Block *block)
{
  WeftFlat *flat = writer->flat;
  const Mark from = block->start, size = block->size, to = writer->at;
  const guint32 by_device = to.device - from.device;
  const guint32 by_instance = to.instance - from.instance;

#define COPY(array, which) \
  memcpy (&(array)[to.which], &(array)[from.which], size.which * sizeof *(array))
  COPY (flat->kinds, device);
  COPY (flat->parts, device);
  COPY (flat->items, device);
  COPY (flat->ordinals, device);
  COPY (writer->cables, pair);
  COPY (writer->bundles, pair);
  COPY (flat->instances, instance);
#undef COPY
  for (guint32 i = 0; i < size.device; i++)
    flat->owners[to.device + i] = flat->owners[from.device + i] + by_instance;
  for (guint32 i = 0; i < size.pair; i++)
    {
      writer->a[to.pair + i] = writer->a[from.pair + i] + by_device;
      writer->b[to.pair + i] = writer->b[from.pair + i] + by_device;
    }
  /* The first one's parent is for the caller to set. */
  for (guint32 i = 1; i < size.instance; i++)
    flat->instances[to.instance + i].parent += by_instance;
  writer->at = (Mark) { to.device + size.device, to.pair + size.pair,
                        to.instance + size.instance };
}

static void
write_devices (Writer *writer, const Block *block, guint item, guint32 count, guint32 owner)
{
  WeftFlat *flat = writer->flat;

  for (guint32 i = 0; i < count; i++)
    {
      guint32 at = writer->at.device++;

      flat->kinds[at] = (guint8) block->kinds[item];
      flat->parts[at] = block->parts[item];
      flat->owners[at] = owner;
      flat->items[at] = item;
      flat->ordinals[at] = i;
    }
}

static gboolean
write_block (Writer *writer, guint index, WeftFlatInstance instance, GError **error)
{
  const WeftGraphDefinition *definition = weft_graph_definition (writer->flat->graph, index);
  Block *block = &writer->blocks[index];
  Mark start = writer->at;

  if (block->is_written)
    {
      copy_block (writer, block);
      writer->flat->instances[start.instance] = instance;
      return TRUE;
    }
  writer->flat->instances[writer->at.instance++] = instance;
  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      WeftFlatInstance child = { item->definition, start.instance, i, 0 };

      if (item->kind != WEFT_GRAPH_DEFINITION)
        write_devices (writer, block, i, (guint32) item->count, start.instance);
      else
        for (child.ordinal = 0; child.ordinal < (guint32) item->count; child.ordinal++)
          if (!write_block (writer, item->definition, child, error))
            return FALSE;
    }
  for (guint i = 0; i < definition->n_links; i++)
    if (!write_link (writer, index, i, start.device, error))
      return FALSE;
  /* Pairs are bounded before and counted now: a generator may join fewer than it announces. */
  block->size.pair = writer->at.pair - start.pair;
  block->start = start;
  block->is_written = TRUE;
  return TRUE;
}

static gboolean
allocate (Writer *writer, const Mark *size)
{
  WeftFlat *flat = writer->flat;
  /* One more, so that nothing is of no size. */
  gsize n = (gsize) size->device + 1;
  gsize pairs = (gsize) size->pair + 1;

  flat->kinds = g_try_new (guint8, n);
  flat->parts = g_try_new (guint32, n);
  flat->owners = g_try_new (guint32, n);
  flat->items = g_try_new (guint32, n);
  flat->ordinals = g_try_new (guint32, n);
  flat->instances = g_try_new (WeftFlatInstance, size->instance);
  flat->first = g_try_new0 (guint32, n + 1);
  writer->a = g_try_new (guint32, pairs);
  writer->b = g_try_new (guint32, pairs);
  writer->cables = g_try_new (guint32, pairs);
  writer->bundles = g_try_new (guint32, pairs);
  return flat->kinds != NULL && flat->parts != NULL && flat->owners != NULL && flat->items != NULL
         && flat->ordinals != NULL && flat->instances != NULL && flat->first != NULL
         && writer->a != NULL && writer->b != NULL && writer->cables != NULL
         && writer->bundles != NULL;
}

static void
put_link (WeftFlat *flat, guint32 *next, guint32 from, guint32 to, guint32 cables, guint32 bundle)
{
  guint32 at = next[from]++;

  flat->from[at] = from;
  flat->to[at] = to;
  flat->cables[at] = cables;
  flat->bundles[at] = bundle;
}

/* Each pair becomes two directed links, put into the row of the device that they leave. */
static gboolean
sort_links (Writer *writer)
{
  WeftFlat *flat = writer->flat;
  guint32 n_pairs = writer->at.pair;
  g_autofree guint32 *next = NULL;
  gsize room = (gsize) n_pairs * 2 + 1;

  flat->n_links = n_pairs * 2;
  flat->from = g_try_new (guint32, room);
  flat->to = g_try_new (guint32, room);
  flat->cables = g_try_new (guint32, room);
  flat->bundles = g_try_new (guint32, room);
  if (flat->from == NULL || flat->to == NULL || flat->cables == NULL || flat->bundles == NULL)
    return FALSE;
  for (guint32 i = 0; i < n_pairs; i++)
    {
      flat->first[writer->a[i] + 1]++;
      flat->first[writer->b[i] + 1]++;
    }
  for (guint32 i = 0; i < flat->n_devices; i++)
    flat->first[i + 1] += flat->first[i];
  next = g_memdup2 (flat->first, ((gsize) flat->n_devices + 1) * sizeof *next);
  for (guint32 i = 0; i < n_pairs; i++)
    {
      put_link (flat, next, writer->a[i], writer->b[i], writer->cables[i], writer->bundles[i]);
      put_link (flat, next, writer->b[i], writer->a[i], writer->cables[i], writer->bundles[i]);
    }
  return TRUE;
}

static gboolean
write_all (Writer *writer, GError **error)
{
  WeftFlat *flat = writer->flat;
  int root;
  const char *name = weft_graph_get_root (flat->graph, &root);
  WeftFlatInstance machine = { 0, WEFT_FLAT_NONE, 0, 0 };

  if (root < 0)
    return refuse (error, name, "there is no such definition to be the machine");
  if (!size_block (writer, root, error))
    return FALSE;
  machine.definition = root;
  if (!allocate (writer, &writer->blocks[root].size))
    {
      g_set_error (error, WEFT_GRAPH_ERROR, WEFT_GRAPH_ERROR_MEMORY, "%s: no memory for %u devices",
                   name, writer->blocks[root].size.device);
      return FALSE;
    }
  number_bundles (writer);
  if (!write_block (writer, root, machine, error))
    return FALSE;
  flat->n_devices = writer->at.device;
  flat->n_instances = writer->at.instance;
  for (guint32 i = 0; i < flat->n_devices; i++)
    flat->n_of_kind[flat->kinds[i]]++;
  if (sort_links (writer))
    return TRUE;
  g_set_error (error, WEFT_GRAPH_ERROR, WEFT_GRAPH_ERROR_MEMORY, "%s: no memory for %u links",
               name, writer->at.pair);
  return FALSE;
}

/**
 * weft_flat_new: (skip)
 * @graph: a graph that keeps the composition rules
 * @inventory: the catalog as the profile sees it
 * @error: where to put a #WeftGraphError, or a #WeftTopologyError
 *
 * Writes every device and link out. Of a graph that breaks a rule it does so or refuses it; for all
 * that is wrong see weft_graph_rules_check().
 *
 * Returns: (transfer full) (nullable): the flattened graph
 */
WeftFlat *
weft_flat_new (WeftGraph *graph, WeftInventory *inventory, GError **error)
{
  g_autoptr (WeftFlat) flat = NULL;
  Writer writer = { .inventory = inventory };
  gboolean done;
  guint n;

  g_return_val_if_fail (graph != NULL && WEFT_IS_INVENTORY (inventory), NULL);

  flat = g_new0 (WeftFlat, 1);
  flat->graph = weft_graph_ref (graph);
  writer.flat = flat;
  n = weft_graph_n_definitions (graph);
  writer.blocks = g_new0 (Block, n);
  weft_graph_names_init (&writer.names, inventory);
  flat->item_parts = g_new0 (guint32 *, n + 1);
  flat->enclosures = g_new (guint32, n + 1);
  for (guint i = 0; i < n; i++)
    flat->enclosures[i] = WEFT_FLAT_NONE;
  done = write_all (&writer, error);
  for (guint i = 0; i < n; i++)
    {
      g_free (writer.blocks[i].offsets);
      g_free (writer.blocks[i].kinds);
      flat->item_parts[i] = writer.blocks[i].parts;
    }
  weft_graph_names_clear (&writer.names);
  g_free (writer.blocks);
  g_free (writer.a);
  g_free (writer.b);
  g_free (writer.cables);
  g_free (writer.bundles);
  if (!done)
    return NULL;
  weft_graph_derive_lengths (flat, weft_inventory_get_catalog (inventory));
  return g_steal_pointer (&flat);
}
