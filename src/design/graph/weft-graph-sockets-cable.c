/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which cable and fabric a new link gets: what both ends speak inside of a rack, else copper or
 * optics at the rate of the switch. */
#include "design/graph/weft-graph-edit-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-name.h"

/* Whether @folded begins with @prefix and no digit follows: "nvlink5link" and "nvlink5". */
static gboolean
begins_with (const char *folded, const char *prefix)
{
  return g_str_has_prefix (folded, prefix) && !g_ascii_isdigit (folded[strlen (prefix)]);
}

static gboolean
contains (const char *folded, const char *part)
{
  const char *at = part[0] != '\0' ? strstr (folded, part) : NULL;

  return at != NULL && !g_ascii_isdigit (at[strlen (part)]);
}

/* The chip's record. A profile may call a chip by the stem of its id: "B200" is "b200-sxm". */
static WeftRecord *
find_chip (WeftCatalog *catalog, const char *name)
{
  GListModel *list = weft_catalog_list (catalog, WEFT_RECORD_CHIP);
  WeftRecord *found = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, name);
  g_autofree char *folded = weft_name_fold (name);

  for (guint i = 0; found == NULL && i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (list, i);
      const char *id = weft_record_get_id (record);
      g_autofree char *stem = g_strndup (id, strcspn (id, "-"));

      if (g_ascii_strcasecmp (stem, folded) == 0)
        found = record; /* the catalog keeps it */
    }
  return found;
}

static gboolean
lists (WeftRecord *record, const char *key, const char *name)
{
  WeftValue value;
  JsonArray *array;

  if (!weft_record_lookup (record, key, &value) || !JSON_NODE_HOLDS_ARRAY (value.node))
    return FALSE;
  array = json_node_get_array (value.node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (weft_name_equal (json_array_get_string_element (array, i), name))
      return TRUE;
  return FALSE;
}

/* By its id, its name, or the name of the fabric's switch: "HGX H100 baseboard switches (4 NVSwitch
 * 3)" is one of NVLink 4, whose switch is the "NVSwitch 3". */
static gboolean
switch_speaks (const WeftComponent *component, WeftRecord *fabric)
{
  const char *words = weft_record_get_text (fabric, "switch_name");
  g_autofree char *cut = words != NULL ? g_strndup (words, strcspn (words, "(")) : g_strdup ("");
  g_autofree char *by = weft_name_fold (cut);
  g_autofree char *fabric_id = weft_name_fold (weft_record_get_id (fabric));
  g_autofree char *id = weft_name_fold (component->id);
  g_autofree char *name = weft_name_fold (component->name);

  return begins_with (id, fabric_id) || contains (id, by) || contains (name, by);
}

static gboolean
speaks (WeftCatalog *catalog, const WeftGraphItem *device, WeftRecord *fabric)
{
  const WeftComponent *component;
  WeftRecord *chip;

  if (device->of == NULL)
    return FALSE;
  if (device->kind == WEFT_GRAPH_CHIP)
    {
      chip = find_chip (catalog, device->of);
      return chip != NULL && (lists (chip, "scaleup_fabrics", weft_record_get_id (fabric))
                              || lists (fabric, "takes_chips", weft_record_get_id (chip)));
    }
  component = weft_component_find (catalog, device->of);
  return component != NULL && switch_speaks (component, fabric);
}

/* Any that both speak, one between chips alone before one of the bus that all have. */
static WeftRecord *
find_fabric (WeftCatalog *catalog, WeftRecordKind kind, const WeftGraphItem *from,
             const WeftGraphItem *to)
{
  GListModel *list = weft_catalog_list (catalog, kind);
  WeftRecord *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (list, i);
      gboolean is_bus = g_str_has_prefix (weft_record_get_id (record), "pcie");

      if ((found != NULL && is_bus) || !speaks (catalog, from, record)
          || (to != NULL && !speaks (catalog, to, record)))
        continue;
      found = record;
      if (!is_bus)
        return found;
    }
  return found;
}

/* The product that is a link of the fabric, by its id or its entity. */
static const WeftComponent *
find_link (WeftCatalog *catalog, WeftRecord *fabric)
{
  g_autoptr (GPtrArray) links
      = weft_component_list (catalog, WEFT_LEVEL_ANY, WEFT_COMPONENT_LINK, NULL);
  g_autofree char *fabric_id = weft_name_fold (weft_record_get_id (fabric));

  for (guint i = 0; i < links->len; i++)
    {
      const WeftComponent *link = g_ptr_array_index (links, i);
      g_autofree char *id = weft_name_fold (link->id);

      if (!link->is_range && begins_with (id, fabric_id))
        return link;
    }
  for (guint i = 0; i < links->len; i++)
    {
      const WeftComponent *link = g_ptr_array_index (links, i);
      const char *dot = strchr (link->entity, '.');

      if (!link->is_range && dot != NULL
          && weft_name_equal (dot + 1, weft_record_get_id (fabric)))
        return link;
    }
  return NULL;
}

/* The first product of a medium at that rate, of those that reach furthest. */
static const WeftComponent *
find_cable (WeftCatalog *catalog, WeftMedium medium, double bw_bytes_s)
{
  g_autoptr (GPtrArray) links
      = weft_component_list (catalog, WEFT_LEVEL_ANY, WEFT_COMPONENT_LINK, NULL);
  const WeftComponent *best = NULL;

  for (guint i = 0; i < links->len; i++)
    {
      const WeftComponent *link = g_ptr_array_index (links, i);

      if (link->is_range || link->medium != medium || link->port_bw_bytes_s != bw_bytes_s)
        continue;
      if (best == NULL || link->length_max_m > best->length_max_m)
        best = link;
    }
  return best;
}

static double
port_rate (WeftCatalog *catalog, const WeftGraphItem *device)
{
  const WeftComponent *component = device->kind == WEFT_GRAPH_COMPONENT && device->of != NULL
                                     ? weft_component_find (catalog, device->of) : NULL;

  return component != NULL ? component->port_bw_bytes_s : NAN;
}

/* What other links of the definition say that end at a switch. */
static const char *
fabric_beside (const WeftGraphDefinition *definition, const WeftGraphItem *device)
{
  for (guint i = 0; i < definition->n_links; i++)
    {
      const WeftGraphLink *link = &definition->links[i];

      if (link->fabric == NULL)
        continue;
      if (link->from.item >= 0 && &definition->items[link->from.item] == device)
        return link->fabric;
      for (guint j = 0; j < link->n_to; j++)
        if (link->to[j].item >= 0 && &definition->items[link->to[j].item] == device)
          return link->fabric;
    }
  return NULL;
}

gboolean
weft_graph_is_switch (WeftCatalog *catalog, const WeftGraphItem *device)
{
  const WeftComponent *component = NULL;

  if (catalog != NULL && device != NULL && device->kind == WEFT_GRAPH_COMPONENT
      && device->of != NULL)
    component = weft_component_find (catalog, device->of);
  return component != NULL && g_str_has_prefix (component->entity, "Switch.");
}

static WeftGraphCable
choose_scaleout (WeftCatalog *catalog, const WeftGraphDefinition *definition,
                 const WeftGraphItem *from, const WeftGraphItem *to)
{
  WeftGraphCable cable = { NULL, NULL, FALSE };
  double rate_from = port_rate (catalog, from), rate_to = port_rate (catalog, to);
  double rate = isnan (rate_from) || rate_to < rate_from ? rate_to : rate_from;
  const WeftGraphItem *hub = weft_graph_is_switch (catalog, to) ? to : from;
  const WeftComponent *component = NULL;

  if (!weft_graph_is_switch (catalog, hub))
    return cable;
  cable.fabric = fabric_beside (definition, hub);
  if (cable.fabric == NULL)
    {
      WeftRecord *fabric = find_fabric (catalog, WEFT_RECORD_SCALEOUT, hub, NULL);

      cable.fabric = fabric != NULL ? weft_record_get_id (fabric) : NULL;
    }
  if (definition->level == WEFT_LEVEL_CLUSTER)
    component = find_cable (catalog, WEFT_MEDIUM_TRANSCEIVER, rate);
  else if (definition->level == WEFT_LEVEL_RACK)
    component = find_cable (catalog, WEFT_MEDIUM_DAC, rate);
  if (component == NULL && definition->level == WEFT_LEVEL_RACK)
    component = find_cable (catalog, WEFT_MEDIUM_AEC, rate);
  cable.component = component != NULL ? component->id : NULL;
  return cable;
}

WeftGraphCable
weft_graph_choose_cable (const WeftGraph *graph, WeftCatalog *catalog,
                         const WeftGraphDefinition *definition, const WeftGraphItem *from,
                         const WeftGraphItem *to)
{
  WeftRecord *fabric;
  const WeftComponent *link;

  if (catalog == NULL || from == NULL || to == NULL)
    return (WeftGraphCable) { NULL, NULL, FALSE };
  fabric = definition->level != WEFT_LEVEL_CLUSTER
             ? find_fabric (catalog, WEFT_RECORD_SCALEUP, from, to) : NULL;
  if (fabric == NULL)
    return choose_scaleout (catalog, definition, from, to);
  link = find_link (catalog, fabric);
  return (WeftGraphCable) { link != NULL ? link->id : NULL, weft_record_get_id (fabric), TRUE };
}
