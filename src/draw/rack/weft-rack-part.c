/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Height, power and names of what stands in racks, out of the graph and the catalog. */
#include "draw/rack/weft-rack-part-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quantity.h"

void
weft_rack_parts_init (WeftRackParts *self, WeftGraph *graph, WeftCatalog *catalog)
{
  self->graph = graph;
  self->catalog = catalog;
  self->draws = g_new0 (WeftRackDraw, weft_graph_n_definitions (graph) + 1);
  self->fills = g_new0 (WeftRackFill, weft_graph_n_definitions (graph) + 1);
}

void
weft_rack_parts_clear (WeftRackParts *self)
{
  if (self->fills != NULL)
    for (guint i = 0; i < weft_graph_n_definitions (self->graph); i++)
      weft_rack_fill_clear (&self->fills[i]);
  g_clear_pointer (&self->fills, g_free);
  g_clear_pointer (&self->draws, g_free);
}

const WeftComponent *
weft_rack_component (const WeftRackParts *self, const char *name)
{
  return self->catalog != NULL && name != NULL ? weft_component_find (self->catalog, name) : NULL;
}

const WeftComponent *
weft_rack_item_component (const WeftRackParts *self, const WeftGraphItem *item)
{
  return item->kind == WEFT_GRAPH_COMPONENT ? weft_rack_component (self, item->of) : NULL;
}

static const WeftGraphDefinition *
definition_of (const WeftRackParts *self, const WeftGraphItem *item)
{
  return item->kind == WEFT_GRAPH_DEFINITION && item->definition >= 0
             ? weft_graph_definition (self->graph, (guint) item->definition)
             : NULL;
}

static WeftRackPartKind
kind_of_component (const WeftComponent *component)
{
  switch (component->type)
    {
    case WEFT_COMPONENT_CDU:
      return WEFT_RACK_PART_COOLING;
    case WEFT_COMPONENT_POWER_SHELF:
      return WEFT_RACK_PART_POWER;
    case WEFT_COMPONENT_VERTEX:
      if (component->entity != NULL && g_str_has_prefix (component->entity, "Switch."))
        return WEFT_RACK_PART_SWITCH;
      if (component->entity != NULL && g_str_has_prefix (component->entity, "Chassis."))
        return WEFT_RACK_PART_NODE;
      return WEFT_RACK_PART_OTHER;
    case WEFT_COMPONENT_ANY:
    case WEFT_COMPONENT_LINK:
    case WEFT_COMPONENT_TEMPLATE:
    case WEFT_COMPONENT_RACK:
    default:
      return WEFT_RACK_PART_OTHER;
    }
}

WeftRackPartKind
weft_rack_item_kind (const WeftRackParts *self, const WeftGraphItem *item)
{
  const WeftComponent *component = weft_rack_item_component (self, item);
  const WeftGraphDefinition *definition = definition_of (self, item);

  if (component != NULL)
    return kind_of_component (component);
  if (definition != NULL && definition->level == WEFT_LEVEL_NODE)
    return WEFT_RACK_PART_NODE;
  return WEFT_RACK_PART_OTHER;
}

double
weft_rack_item_height_u (const WeftRackParts *self, const WeftGraphItem *item)
{
  const WeftComponent *component = weft_rack_item_component (self, item);
  const WeftGraphDefinition *definition = definition_of (self, item);
  const WeftComponent *enclosure;

  if (component != NULL)
    return component->level >= WEFT_LEVEL_RACK ? component->u_space : 0;
  if (item->kind == WEFT_GRAPH_CHIP)
    return 0;
  if (definition == NULL)
    return NAN;
  if (definition->level == WEFT_LEVEL_PACKAGE)
    return 0;
  enclosure = weft_rack_component (self, definition->enclosure);
  return enclosure != NULL && enclosure->type != WEFT_COMPONENT_RACK ? enclosure->u_space : NAN;
}

/* --- what stands where --- */

const WeftComponent *
weft_rack_enclosure (const WeftRackParts *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  const WeftComponent *enclosure = weft_rack_component (self, definition->enclosure);

  return enclosure != NULL && enclosure->type == WEFT_COMPONENT_RACK ? enclosure : NULL;
}

gboolean
weft_rack_units_assumed (const WeftRackParts *self, guint index)
{
  const WeftComponent *rack = weft_rack_enclosure (self, index);

  return rack == NULL || !(rack->u_space > 0);
}

static void
fill_rack (WeftRackParts *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  g_autofree double *heights = g_new (double, definition->n_items + 1);

  for (guint i = 0; i < definition->n_items; i++)
    heights[i] = weft_rack_item_height_u (self, &definition->items[i]);
  weft_graph_rack_fill (&self->fills[index], definition, heights,
                        weft_rack_units_assumed (self, index)
                            ? WEFT_RACK_USUAL_UNITS
                            : weft_rack_enclosure (self, index)->u_space);
}

const WeftRackFill *
weft_rack_fill_of (WeftRackParts *self, guint index)
{
  if (self->fills[index].spots == NULL)
    fill_rack (self, index);
  return &self->fills[index];
}

/* --- power, as the rules of a graph count it --- */

static double
nameplate_w (const WeftComponent *component)
{
  return isnan (component->active_max_w) ? component->active_w : component->active_max_w;
}

static double
chip_tdp_w (const WeftRackParts *self, const char *name)
{
  WeftRecord *record = self->catalog != NULL && name != NULL
                           ? weft_catalog_lookup (self->catalog, WEFT_RECORD_CHIP, name)
                           : NULL;

  return record != NULL ? weft_record_get_si (record, "tdp_w") : NAN;
}

static void
add_power (WeftRackDraw *draw, double power_w, double count)
{
  if (isnan (power_w) || !weft_rack_count_is_sound (count))
    draw->is_partial = TRUE;
  else
    draw->known_w += power_w * count;
}

static void
add_item_power (WeftRackParts *self, const WeftGraphDefinition *definition, WeftRackDraw *draw,
                const WeftGraphItem *item)
{
  const WeftComponent *component = weft_rack_item_component (self, item);
  const WeftGraphDefinition *inside = definition_of (self, item);

  if (component != NULL)
    add_power (draw, nameplate_w (component), item->count);
  else if (item->kind == WEFT_GRAPH_CHIP)
    add_power (draw, chip_tdp_w (self, item->of), item->count);
  else if (inside != NULL && inside->level < definition->level) /* levels bound the depth */
    {
      const WeftRackDraw *part = weft_rack_draw (self, (guint) item->definition);

      add_power (draw, part->known_w, item->count);
      draw->is_partial |= part->is_partial;
    }
  else
    draw->is_partial = TRUE;
}

const WeftRackDraw *
weft_rack_draw (WeftRackParts *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  WeftRackDraw *draw = &self->draws[index];
  const WeftComponent *enclosure;

  if (draw->is_done)
    return draw;
  draw->is_done = TRUE;
  for (guint i = 0; i < definition->n_items; i++)
    add_item_power (self, definition, draw, &definition->items[i]);
  enclosure = weft_rack_component (self, definition->enclosure);
  if (enclosure == NULL || enclosure->type == WEFT_COMPONENT_RACK
      || isnan (nameplate_w (enclosure)))
    return draw;
  /* The nameplate covers what is inside, and host, fans and losses too. */
  draw->known_w = MAX (draw->known_w, nameplate_w (enclosure));
  draw->is_partial = FALSE;
  return draw;
}

/* --- names --- */

/* "QM9700 (64 x 400G)" is "QM9700" where there is little room. */
static char *
without_remarks (const char *name)
{
  const char *bracket = strstr (name, " (");

  return bracket != NULL && bracket > name ? g_strndup (name, (gsize) (bracket - name))
                                           : g_strdup (name);
}

char *
weft_rack_item_title (const WeftRackParts *self, const WeftGraphItem *item)
{
  const WeftComponent *component = weft_rack_item_component (self, item);
  const WeftGraphDefinition *definition = definition_of (self, item);

  if (component != NULL)
    return without_remarks (component->name);
  if (definition != NULL)
    return g_strdup (definition->title != NULL ? definition->title : definition->id);
  if (item->of != NULL)
    return g_strdup (item->of);
  return g_strdup (item->id != NULL ? item->id : _("unknown part"));
}

/* The first kind of chip in a definition and how many there are of it. */
static const char *
count_chips (const WeftRackParts *self, const WeftGraphDefinition *definition, double *count)
{
  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      const WeftGraphDefinition *inside = definition_of (self, item);
      const char *chip = item->kind == WEFT_GRAPH_CHIP ? item->of : NULL;
      double each = 1;

      if (inside != NULL && inside->level < definition->level)
        chip = count_chips (self, inside, &each);
      if (chip == NULL || !weft_rack_count_is_sound (item->count))
        continue;
      *count = each * item->count;
      return chip;
    }
  return NULL;
}

static char *
describe_component (const WeftComponent *component)
{
  g_autofree char *limit = NULL;

  if (component->type == WEFT_COMPONENT_CDU || component->type == WEFT_COMPONENT_POWER_SHELF)
    {
      if (isnan (component->limit_w))
        return NULL;
      return weft_quantity_format (component->limit_w, WEFT_UNIT_W);
    }
  if (!(component->ports > 0))
    return NULL;
  limit = weft_quantity_format (component->ports, WEFT_UNIT_COUNT);
  return g_strdup_printf (_("%s ports"), limit);
}

char *
weft_rack_item_subtitle (const WeftRackParts *self, const WeftGraphItem *item)
{
  const WeftComponent *component = weft_rack_item_component (self, item);
  const WeftGraphDefinition *definition = definition_of (self, item);
  g_autofree char *number = NULL;
  const char *chip;
  double count = NAN;

  if (component != NULL)
    return describe_component (component);
  if (definition == NULL)
    return NULL;
  chip = count_chips (self, definition, &count);
  if (chip == NULL)
    return NULL;
  number = weft_quantity_format (count, WEFT_UNIT_COUNT);
  return g_strdup_printf ("%s × %s", number, chip);
}

char *
weft_rack_link_label (const WeftRackParts *self, const WeftGraphLink *link)
{
  const WeftComponent *component = weft_rack_component (self, link->component);
  const WeftRecordKind kinds[] = { WEFT_RECORD_SCALEUP, WEFT_RECORD_SCALEOUT };

  if (component != NULL)
    return without_remarks (component->name);
  if (link->component != NULL || link->fabric == NULL || self->catalog == NULL)
    return g_strdup (link->component != NULL ? link->component : link->fabric);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      WeftRecord *record = weft_catalog_lookup (self->catalog, kinds[i], link->fabric);

      if (record != NULL)
        return without_remarks (weft_record_get_name (record));
    }
  return g_strdup (link->fabric);
}
