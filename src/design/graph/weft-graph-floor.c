/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hall of a graph. Racks stand in rows in the order of the document; what the cluster holds
 * outside of racks stands somewhere among them, so only the bounds of its cables are known. */
#include "design/graph/weft-graph-floor-private.h"

#include <math.h>

#include "catalog/weft-component.h"
#include "design/physical/weft-cable-private.h"
#include "design/physical/weft-placement.h"

/* A frame for what the document puts into no rack holds this many units. */
#define FRAME_UNITS 42.0

static const WeftGraphDefinition *
definition_of (const WeftFlat *flat, guint32 instance)
{
  return weft_graph_definition (flat->graph, flat->instances[instance].definition);
}

double
weft_graph_item_units (const WeftFlat *flat, WeftCatalog *catalog, guint32 definition, guint index)
{
  const WeftGraphItem *item = &weft_graph_definition (flat->graph, definition)->items[index];
  const WeftGraphDefinition *inside;
  const WeftComponent *component;

  if (item->kind == WEFT_GRAPH_CHIP)
    return 0;
  if (item->kind == WEFT_GRAPH_COMPONENT)
    {
      component = weft_flat_item_component (flat, catalog, definition, index);
      return component->level >= WEFT_LEVEL_RACK ? component->u_space : 0;
    }
  inside = weft_graph_definition (flat->graph, item->definition);
  if (inside->level == WEFT_LEVEL_PACKAGE)
    return 0;
  component = inside->level == WEFT_LEVEL_NODE
                ? weft_flat_enclosure (flat, catalog, item->definition) : NULL;
  return component != NULL ? component->u_space : NAN;
}

double *
weft_graph_list_units (const WeftFlat *flat, WeftCatalog *catalog, guint32 definition)
{
  guint n = weft_graph_definition (flat->graph, definition)->n_items;
  double *heights = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    heights[i] = weft_graph_item_units (flat, catalog, definition, i);
  return heights;
}

static double
rack_units (const WeftFlat *flat, WeftCatalog *catalog, guint32 definition)
{
  const WeftComponent *rack = weft_flat_enclosure (flat, catalog, definition);

  return rack != NULL && rack->u_space >= 1 ? rack->u_space : NAN;
}

/* Of the racks that the machine has; other definitions may be of anything. */
static void
fill_racks (WeftGraphFloor *self, WeftCatalog *catalog)
{
  const WeftGraph *graph = self->flat->graph;

  self->item_heights = g_new0 (double *, weft_graph_n_definitions (graph) + 1);
  self->fills = g_new0 (WeftRackFill, weft_graph_n_definitions (graph) + 1);
  for (guint32 i = 0; i < self->flat->n_instances; i++)
    {
      guint32 index = self->flat->instances[i].definition;
      const WeftGraphDefinition *definition = weft_graph_definition (graph, index);

      if (definition->level != WEFT_LEVEL_RACK || self->item_heights[index] != NULL)
        continue;
      self->item_heights[index] = weft_graph_list_units (self->flat, catalog, index);
      weft_graph_rack_fill (&self->fills[index], definition, self->item_heights[index],
                            rack_units (self->flat, catalog, index));
    }
}

/* The middle of one of an item's instances in the rack, NAN when its place is unknown. */
static double
unit_of (const WeftGraphFloor *self, guint32 index, guint32 item, guint32 ordinal)
{
  double height = self->item_heights[index][item];
  const WeftRackSpot *spot;

  if (height == 0 || (isnan (height) && ordinal == 0))
    return weft_graph_definition (self->flat->graph, index)->items[item].u;
  spot = weft_rack_fill_find (&self->fills[index], item, ordinal);
  return isnan (height) || spot == NULL || !spot->is_sure ? NAN : spot->u + height / 2 - 0.5;
}

/* Each instance stands after the one around it. */
static void
place_instances (WeftGraphFloor *self, WeftCatalog *catalog)
{
  const WeftFlat *flat = self->flat;

  for (guint32 i = 0; i < flat->n_instances; i++)
    {
      const WeftFlatInstance *at = &flat->instances[i];

      if (definition_of (flat, i)->level == WEFT_LEVEL_RACK)
        {
          self->heights[self->n_racks] = rack_units (flat, catalog, at->definition);
          self->racks[i] = self->n_racks++;
          self->units[i] = NAN;
        }
      else if (at->parent == WEFT_FLAT_NONE || self->racks[at->parent] == WEFT_FLAT_NONE)
        {
          self->racks[i] = WEFT_FLAT_NONE;
          self->units[i] = NAN;
        }
      else
        {
          guint32 around = flat->instances[at->parent].definition;

          self->racks[i] = self->racks[at->parent];
          self->units[i] = definition_of (flat, at->parent)->level == WEFT_LEVEL_RACK
                             ? unit_of (self, around, at->item, at->ordinal)
                             : self->units[at->parent];
        }
    }
}

/* How many frames hold what the machine has outside of racks. */
static double
count_frames (const WeftFlat *flat, WeftCatalog *catalog)
{
  const WeftGraphDefinition *machine = definition_of (flat, 0);
  double units = 0;

  if (machine->level != WEFT_LEVEL_CLUSTER)
    return 0;
  for (guint i = 0; i < machine->n_items; i++)
    {
      const WeftGraphItem *item = &machine->items[i];
      double height = weft_graph_item_units (flat, catalog, flat->instances[0].definition, i);

      if (item->definition >= 0
          && weft_graph_definition (flat->graph, item->definition)->level == WEFT_LEVEL_RACK)
        continue;
      units += item->count * (height > 0 ? height : isnan (height) ? FRAME_UNITS : 0);
    }
  return ceil (units / FRAME_UNITS);
}

/* One row while it is short, then as many places in it as make the hall square. */
static void
lay_out (WeftGraphFloor *self)
{
  const WeftCableRules *rules = self->rules;
  double square = sqrt (self->n_places * rules->row_pitch_m / rules->rack_pitch_m);

  self->per_row = MAX (WEFT_GRAPH_FLOOR_ROW, (guint) ceil (square));
  self->n_rows = MAX (1, (self->n_places + self->per_row - 1) / self->per_row);
  self->places = g_new0 (WeftRackPlace, self->n_racks + 1);
  for (guint32 i = 0; i < self->n_racks; i++)
    self->places[i] = (WeftRackPlace) { (int) (i / self->per_row), (int) (i % self->per_row), 1 };
}

WeftGraphFloor *
weft_graph_floor_new (const WeftFlat *flat, WeftCatalog *catalog)
{
  g_autoptr (WeftGraphFloor) self = g_new0 (WeftGraphFloor, 1);
  double places;

  self->flat = flat;
  self->rules = weft_cable_rules_default ();
  self->racks = g_new (guint32, flat->n_instances);
  self->units = g_new (double, flat->n_instances);
  self->heights = g_new (double, flat->n_instances);
  fill_racks (self, catalog);
  place_instances (self, catalog);
  places = self->n_racks + count_frames (flat, catalog);
  if (places <= WEFT_PLACEMENT_MAX_RACKS)
    {
      self->n_places = (guint) places;
      lay_out (self);
    }
  return g_steal_pointer (&self);
}

void
weft_graph_floor_free (WeftGraphFloor *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < weft_graph_n_definitions (self->flat->graph); i++)
    {
      g_free (self->item_heights[i]);
      weft_rack_fill_clear (&self->fills[i]);
    }
  g_free (self->item_heights);
  g_free (self->fills);
  g_free (self->racks);
  g_free (self->units);
  g_free (self->heights);
  g_free (self->places);
  g_free (self);
}

guint32
weft_graph_floor_rack (const WeftGraphFloor *self, guint32 device)
{
  return self->racks[self->flat->owners[device]];
}

static double
device_unit (const WeftGraphFloor *self, guint32 device)
{
  const WeftFlat *flat = self->flat;
  guint32 owner = flat->owners[device];

  if (definition_of (flat, owner)->level != WEFT_LEVEL_RACK)
    return self->units[owner];
  return unit_of (self, flat->instances[owner].definition, flat->items[device],
                  flat->ordinals[device]);
}

/* The highest unit of a rack; one of unknown height ends below the tray. */
static double
top_of (const WeftGraphFloor *self, guint32 rack)
{
  double below_tray = (self->rules->tray_m - self->rules->base_m) / WEFT_RACK_UNIT_M;

  return isnan (self->heights[rack]) ? below_tray : MIN (self->heights[rack], below_tray);
}

static WeftGraphSpan
span_inside (const WeftGraphFloor *self, guint32 rack, double a, double b)
{
  double top = top_of (self, rack);
  double known = isnan (a) ? b : a;
  double most = top - 1;
  double least = 0;

  if (!isnan (a) && !isnan (b))
    least = most = fabs (a - b);
  else if (!isnan (known))
    most = MAX (known - 1, top - known);
  return (WeftGraphSpan) { weft_cable_length_of_run (self->rules, least * WEFT_RACK_UNIT_M),
                           weft_cable_length_of_run (self->rules, most * WEFT_RACK_UNIT_M) };
}

/* The farthest corner of the hall from a place. */
static double
farthest (const WeftGraphFloor *self, WeftRackPlace from)
{
  int last_row = (int) self->n_rows - 1;
  int last = (int) MIN (self->per_row, self->n_places) - 1;
  const WeftRackPlace corners[]
      = { { 0, 0, 1 }, { 0, last, 1 }, { last_row, 0, 1 }, { last_row, last, 1 } };
  double most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    {
      double run_m = weft_cable_floor_run_checked (self->rules, &from, &corners[i]);

      /* Over the tray both ways, also when it is the same place. */
      run_m += 2 * (self->rules->tray_m - self->rules->base_m);
      most = MAX (most, weft_cable_length_of_run (self->rules, run_m));
    }
  return most;
}

static WeftGraphSpan
span_of_free (const WeftGraphFloor *self, guint32 rack)
{
  WeftGraphSpan span = { weft_cable_length_of_run (self->rules, 0), 0 };
  const int last_row = (int) self->n_rows - 1;

  if (rack != WEFT_FLAT_NONE)
    span.most_m = farthest (self, self->places[rack]);
  else
    span.most_m = MAX (farthest (self, (WeftRackPlace) { 0, (int) self->per_row - 1, 1 }),
                       farthest (self, (WeftRackPlace) { last_row, (int) self->per_row - 1, 1 }));
  return span;
}

WeftGraphSpan
weft_graph_floor_span (const WeftGraphFloor *self, guint32 a, guint32 b)
{
  guint32 rack_a = weft_graph_floor_rack (self, a);
  guint32 rack_b = weft_graph_floor_rack (self, b);
  double unit_a, unit_b;
  WeftRackPlace low[2], high[2];

  if (self->places == NULL)
    return (WeftGraphSpan) { NAN, NAN };
  if (rack_a == WEFT_FLAT_NONE || rack_b == WEFT_FLAT_NONE)
    return span_of_free (self, rack_a != WEFT_FLAT_NONE ? rack_a : rack_b);
  unit_a = device_unit (self, a);
  unit_b = device_unit (self, b);
  if (rack_a == rack_b)
    return span_inside (self, rack_a, unit_a, unit_b);
  low[0] = high[0] = self->places[rack_a];
  low[1] = high[1] = self->places[rack_b];
  low[0].unit = isnan (unit_a) ? 1 : unit_a;
  low[1].unit = isnan (unit_b) ? 1 : unit_b;
  high[0].unit = isnan (unit_a) ? top_of (self, rack_a) : unit_a;
  high[1].unit = isnan (unit_b) ? top_of (self, rack_b) : unit_b;
  return (WeftGraphSpan) { weft_cable_length_checked (self->rules, &high[0], &high[1]),
                           weft_cable_length_checked (self->rules, &low[0], &low[1]) };
}

double
weft_graph_floor_area (const WeftGraphFloor *self)
{
  if (self->places == NULL)
    return NAN;
  return self->n_places * self->rules->rack_pitch_m * self->rules->row_pitch_m;
}
