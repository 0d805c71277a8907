/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building an elevation: what stands where, how much of the rack is full, what it draws. */
#include "draw/rack/weft-elevation-private.h"

#include <math.h>

G_DEFINE_BOXED_TYPE (WeftElevation, weft_elevation, weft_elevation_ref, weft_elevation_unref)

static double
ports_of (const WeftRackParts *parts, const WeftGraphItem *item)
{
  const WeftComponent *component = weft_rack_item_component (parts, item);

  return component != NULL ? component->ports : NAN;
}

static void
name_item (WeftElevation *self, const WeftRackParts *parts, guint index)
{
  const WeftGraphItem *item
      = &weft_graph_definition (self->graph, self->definition)->items[index];

  if (self->titles[index] != NULL)
    return;
  self->titles[index] = weft_rack_item_title (parts, item);
  self->subtitles[index] = weft_rack_item_subtitle (parts, item);
}

static void
add_slot (WeftElevation *self, const WeftRackParts *parts, const WeftRackSpot *spot,
          guint n_instances)
{
  const WeftGraphItem *item
      = &weft_graph_definition (self->graph, self->definition)->items[spot->item];
  WeftElevationSlot slot;

  name_item (self, parts, spot->item);
  slot = (WeftElevationSlot) {
    .item = spot->item,
    .instance = spot->instance,
    .n_instances = n_instances,
    .u = spot->u,
    .height_u = spot->height_u,
    .title = self->titles[spot->item],
    .subtitle = self->subtitles[spot->item],
    .kind = weft_rack_item_kind (parts, item),
    .is_given = spot->is_given,
    .overlaps = spot->overlaps,
    .height_is_assumed = isnan (weft_rack_item_height_u (parts, item)),
    .ports = ports_of (parts, item),
  };
  g_array_append_val (self->slots, slot);
}

static void
add_slots (WeftElevation *self, const WeftRackParts *parts, const GArray *spots)
{
  for (guint i = 0; i < spots->len;)
    {
      guint end = i;

      while (end < spots->len
             && g_array_index (spots, WeftRackSpot, end).item
                    == g_array_index (spots, WeftRackSpot, i).item)
        end++;
      for (guint first = i; i < end; i++)
        add_slot (self, parts, &g_array_index (spots, WeftRackSpot, i), end - first);
    }
}

/* Each slot is indented by those before it that stand in one of its units. */
static void
indent_overlaps (WeftElevation *self)
{
  guint8 in_unit[WEFT_RACK_MAX_UNITS + 2] = { 0 };

  self->indents = g_new0 (guint8, self->slots->len + 1);
  for (guint i = 0; i < self->slots->len; i++)
    {
      const WeftElevationSlot *slot = &g_array_index (self->slots, WeftElevationSlot, i);

      for (guint u = slot->u; u < slot->u + slot->height_u; u++)
        self->indents[i] = MAX (self->indents[i], in_unit[u]);
      for (guint u = slot->u; u < slot->u + slot->height_u; u++)
        in_unit[u] = MIN (self->indents[i] + 1, WEFT_ELEVATION_MAX_INDENT);
    }
}

static void
add_unplaced (WeftElevation *self, const WeftRackParts *parts, const GArray *unplaced)
{
  static const WeftElevationReason reasons[]
      = { [WEFT_RACK_FULL] = WEFT_ELEVATION_FULL,
          [WEFT_RACK_OUTSIDE] = WEFT_ELEVATION_OUTSIDE,
          [WEFT_RACK_NO_HEIGHT] = WEFT_ELEVATION_NO_HEIGHT };

  for (guint i = 0; i < unplaced->len; i++)
    {
      const WeftRackUnplaced *from = &g_array_index (unplaced, WeftRackUnplaced, i);
      WeftElevationUnplaced to = { from->item, from->count, reasons[from->reason] };

      g_array_append_val (self->unplaced, to);
      name_item (self, parts, from->item);
    }
}

static void
weigh (WeftElevation *self, WeftRackParts *parts)
{
  const WeftComponent *rack = weft_rack_enclosure (parts, self->definition);
  const WeftRackDraw *draw = weft_rack_draw (parts, self->definition);

  self->power_w = draw->known_w;
  self->power_is_partial = draw->is_partial;
  self->limit_w = rack != NULL ? rack->limit_w : NAN;
  self->enclosure = rack != NULL ? g_strdup (rack->name) : NULL;
}

/**
 * weft_elevation_new:
 * @graph: a graph
 * @definition: which of its definitions, one of level rack
 * @catalog: (nullable): what its components are looked up in
 *
 * Works out where the parts of a rack stand. Items with a rack unit stand there, their instances
 * upward, stepping over what has a unit of its own above; the others fill what is free from the
 * bottom, in document order. Heights and power come from components and enclosures, counted as the
 * rules of a graph count them; a height that is unknown counts as one unit and says so.
 *
 * Returns: (transfer full): the elevation
 */
WeftElevation *
weft_elevation_new (WeftGraph *graph, guint definition, WeftCatalog *catalog)
{
  g_auto (WeftRackParts) parts = { 0 };
  const WeftRackFill *fill;
  const WeftGraphDefinition *rack;
  WeftElevation *self;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  g_return_val_if_fail (catalog == NULL || WEFT_IS_CATALOG (catalog), NULL);

  self = g_new0 (WeftElevation, 1);
  g_atomic_ref_count_init (&self->refs);
  self->graph = weft_graph_ref (graph);
  self->definition = definition;
  rack = weft_graph_definition (graph, definition);
  self->title = g_strdup (rack->title != NULL ? rack->title : rack->id);
  self->n_items = rack->n_items;
  self->titles = g_new0 (char *, rack->n_items + 1);
  self->subtitles = g_new0 (char *, rack->n_items + 1);
  self->slots = g_array_new (FALSE, FALSE, sizeof (WeftElevationSlot));
  self->unplaced = g_array_new (FALSE, FALSE, sizeof (WeftElevationUnplaced));

  weft_rack_parts_init (&parts, graph, catalog);
  fill = weft_rack_fill_of (&parts, definition);
  self->units_are_assumed = weft_rack_units_assumed (&parts, definition);
  self->units = fill->units;
  self->used = fill->n_used;
  add_slots (self, &parts, fill->spots);
  add_unplaced (self, &parts, fill->unplaced);
  indent_overlaps (self);
  weigh (self, &parts);
  weft_elevation_add_runs (self, &parts);
  return self;
}

/**
 * weft_elevation_ref:
 * @self: an elevation
 *
 * Returns: (transfer full): the same elevation
 */
WeftElevation *
weft_elevation_ref (WeftElevation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_elevation_unref:
 * @self: (transfer full): an elevation
 */
void
weft_elevation_unref (WeftElevation *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < self->n_items; i++)
    {
      g_free (self->titles[i]);
      g_free (self->subtitles[i]);
    }
  for (guint i = 0; i < self->runs->len; i++)
    {
      WeftElevationRun *run = &g_array_index (self->runs, WeftElevationRun, i);

      g_free ((char *) run->label);
      g_free ((char *) run->ends);
    }
  g_free (self->titles);
  g_free (self->subtitles);
  g_free (self->title);
  g_free (self->enclosure);
  g_free (self->indents);
  g_free (self->stubs);
  g_array_unref (self->slots);
  g_array_unref (self->unplaced);
  g_array_unref (self->runs);
  weft_graph_unref (self->graph);
  g_free (self);
}

/**
 * weft_elevation_get_definition:
 * @self: an elevation
 *
 * Returns: which definition of the graph it shows
 */
guint
weft_elevation_get_definition (const WeftElevation *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->definition;
}

/**
 * weft_elevation_get_title:
 * @self: an elevation
 *
 * Returns: the rack's name for people
 */
const char *
weft_elevation_get_title (const WeftElevation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->title;
}

/**
 * weft_elevation_get_units:
 * @self: an elevation
 * @is_assumed: (out) (optional): whether nothing says how many
 *
 * Returns: how many rack units the rack has
 */
guint
weft_elevation_get_units (const WeftElevation *self, gboolean *is_assumed)
{
  g_return_val_if_fail (self != NULL, 0);

  if (is_assumed != NULL)
    *is_assumed = self->units_are_assumed;
  return self->units;
}

/**
 * weft_elevation_get_used:
 * @self: an elevation
 *
 * Returns: in how many rack units something stands
 */
guint
weft_elevation_get_used (const WeftElevation *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->used;
}

/**
 * weft_elevation_get_power:
 * @self: an elevation
 * @is_partial: (out) (optional): whether parts of unknown power come on top
 * @limit_w: (out) (optional): what the rack can feed, NAN when unknown
 *
 * Returns: nameplate power of all parts of the rack, also of those that found no place
 */
double
weft_elevation_get_power (const WeftElevation *self, gboolean *is_partial, double *limit_w)
{
  g_return_val_if_fail (self != NULL, NAN);

  if (is_partial != NULL)
    *is_partial = self->power_is_partial;
  if (limit_w != NULL)
    *limit_w = self->limit_w;
  return self->power_w;
}

/**
 * weft_elevation_n_slots:
 * @self: an elevation
 *
 * Returns: how many parts stand in the rack
 */
guint
weft_elevation_n_slots (const WeftElevation *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->slots->len;
}

/**
 * weft_elevation_slot: (skip)
 * @self: an elevation
 * @index: which slot, by item and instance
 *
 * Returns: (transfer none): the slot
 */
const WeftElevationSlot *
weft_elevation_slot (const WeftElevation *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->slots->len, NULL);

  return &g_array_index (self->slots, WeftElevationSlot, index);
}

/**
 * weft_elevation_slot_name:
 * @self: an elevation
 * @index: which slot
 *
 * Returns: (transfer full): its name with the number that tells it from its like
 */
char *
weft_elevation_slot_name (const WeftElevation *self, guint index)
{
  const WeftElevationSlot *slot = weft_elevation_slot (self, index);

  g_return_val_if_fail (slot != NULL, NULL);

  return slot->n_instances > 1 ? g_strdup_printf ("%s %u", slot->title, slot->instance + 1)
                               : g_strdup (slot->title);
}

/**
 * weft_elevation_find_slot:
 * @self: an elevation
 * @item: an item of the rack's definition
 * @instance: one of its instances
 *
 * Returns: the slot that it stands in, -1 when it stands nowhere
 */
int
weft_elevation_find_slot (const WeftElevation *self, guint item, guint instance)
{
  guint low = 0, high;

  g_return_val_if_fail (self != NULL, -1);

  high = self->slots->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const WeftElevationSlot *slot = &g_array_index (self->slots, WeftElevationSlot, middle);

      if (slot->item == item && slot->instance == instance)
        return (int) middle;
      if (slot->item < item || (slot->item == item && slot->instance < instance))
        low = middle + 1;
      else
        high = middle;
    }
  return -1;
}

/**
 * weft_elevation_n_unplaced:
 * @self: an elevation
 *
 * Returns: how many items have instances that stand nowhere
 */
guint
weft_elevation_n_unplaced (const WeftElevation *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->unplaced->len;
}

/**
 * weft_elevation_unplaced: (skip)
 * @self: an elevation
 * @index: which one, by item
 *
 * Returns: (transfer none): an item with instances that stand nowhere
 */
const WeftElevationUnplaced *
weft_elevation_unplaced (const WeftElevation *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->unplaced->len, NULL);

  return &g_array_index (self->unplaced, WeftElevationUnplaced, index);
}

/**
 * weft_elevation_n_runs:
 * @self: an elevation
 *
 * Returns: how many links the rack has inside
 */
guint
weft_elevation_n_runs (const WeftElevation *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->runs->len;
}

/**
 * weft_elevation_run: (skip)
 * @self: an elevation
 * @index: which one, in document order
 *
 * Returns: (transfer none): the cables of a link
 */
const WeftElevationRun *
weft_elevation_run (const WeftElevation *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->runs->len, NULL);

  return &g_array_index (self->runs, WeftElevationRun, index);
}
