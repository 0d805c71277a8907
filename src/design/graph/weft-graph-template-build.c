/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makers of fragments use: parameters that have been read, definitions in JSON, and the nodes
 * that racks and pods are made of. */
#include "design/graph/weft-graph-template-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdarg.h>

#include "base/weft-name.h"
#include "base/weft-quote-private.h"
#include "catalog/weft-inventory.h"
#include "design/weft-design.h"

/* Chassis of the catalog and what is in them, as their makers sell them. */
static const WeftTemplateNode nodes[] = {
  { "dgx-h100", "DGX H100", "H100", 8, "hgx-h100-switches", "nvlink4-link", 18, "NVLink4" },
  { "hgx-h200", "HGX H200", "H200", 8, "hgx-h100-switches", "nvlink4-link", 18, "NVLink4" },
  { "dgx-b200", "DGX B200", "B200", 8, NULL, NULL, 1, "NVLink5" },
  { "hgx-b200-4u-liquid", "HGX B200, 4U", "B200", 8, NULL, NULL, 1, "NVLink5" },
  { "mi300x-8-node", "Eight MI300X", "MI300X", 8, NULL, NULL, 1, "if-mi300" },
  { "mi350x-8-node", "Eight MI350X", "MI350X", 8, NULL, NULL, 1, "if-mi350" },
  { "mi355x-8-4u-liquid", "Eight MI355X, 4U", "MI355X", 8, NULL, NULL, 1, "if-mi350" },
  { "mi355x-8-2ou", "Eight MI355X, 2OU", "MI355X", 8, NULL, NULL, 1, "if-mi350" },
  { "l40s-8-node", "Eight L40S", "L40S", 8, "pex89144", NULL, 1, "pcie4" },
};

guint
weft_template_whole (const WeftTemplateCall *call, const char *key)
{
  return (guint) json_object_get_double_member (call->params, key);
}

double
weft_template_number (const WeftTemplateCall *call, const char *key)
{
  return json_object_get_double_member (call->params, key);
}

const char *
weft_template_text (const WeftTemplateCall *call, const char *key)
{
  const char *text = json_object_get_string_member (call->params, key);

  return text[0] != '\0' ? text : NULL;
}

gboolean
weft_template_refuse (const WeftTemplateCall *call, const char *key, int code, GError **error,
                      const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  g_set_error (error, WEFT_TEMPLATE_ERROR, code, "%s: %s%s%s", call->template->id,
               key != NULL ? key : "", key != NULL ? ": " : "", words);
  return FALSE;
}

static gboolean
refuse_part (const WeftTemplateCall *call, const char *key, const char *name, const char *nearest,
             GError **error)
{
  g_autofree char *quoted = weft_quote (name, -1);

  if (nearest != NULL)
    return weft_template_refuse (call, key, WEFT_TEMPLATE_ERROR_PART, error,
                                 _("found %s, which does not go here; is \"%s\" meant?"), quoted,
                                 nearest);
  return weft_template_refuse (call, key, WEFT_TEMPLATE_ERROR_PART, error,
                               _("found %s, which does not go here; \"weft catalog list\" shows "
                                 "what there is"), quoted);
}

const WeftComponent *
weft_template_component (const WeftTemplateCall *call, const char *key, guint types,
                         GError **error)
{
  const char *name = json_object_get_string_member (call->params, key);
  const WeftComponent *component = weft_component_find (call->catalog, name);

  if (component != NULL && (types & 1u << component->type) != 0)
    return component;
  refuse_part (call, key, name, component != NULL
                                  ? NULL : weft_catalog_nearest (call->catalog,
                                                                 WEFT_RECORD_COMPONENT, name),
               error);
  return NULL;
}

/* Profiles give chips and fabrics names of their own, such as H100. (transfer full) (nullable) */
static WeftInventory *
default_inventory (WeftCatalog *catalog)
{
  WeftProfile *profile = weft_catalog_get_profile (catalog, WEFT_DESIGN_DEFAULT_PROFILE, NULL);

  return profile != NULL ? weft_inventory_new (catalog, profile, NULL) : NULL;
}

gboolean
weft_template_is_part (WeftCatalog *catalog, const char *name)
{
  const WeftComponent *component = weft_component_find (catalog, name);
  g_autoptr (WeftInventory) inventory = NULL;

  if (component != NULL)
    return component->type == WEFT_COMPONENT_VERTEX;
  if (weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, name) != NULL)
    return TRUE;
  inventory = default_inventory (catalog);
  return inventory != NULL && weft_inventory_find_chip (inventory, name) != NULL;
}

gboolean
weft_template_check_fabric (const WeftTemplateCall *call, const char *key, GError **error)
{
  const char *name = weft_template_text (call, key);
  g_autoptr (WeftInventory) inventory = NULL;
  const char *nearest;

  if (name == NULL || weft_catalog_lookup (call->catalog, WEFT_RECORD_SCALEUP, name) != NULL
      || weft_catalog_lookup (call->catalog, WEFT_RECORD_SCALEOUT, name) != NULL)
    return TRUE;
  inventory = default_inventory (call->catalog);
  if (inventory == NULL || weft_inventory_find_scaleup (inventory, name) != NULL
      || weft_inventory_find_scaleout (inventory, name) != NULL)
    return TRUE;
  nearest = weft_inventory_nearest (inventory, WEFT_RECORD_SCALEUP, name);
  if (nearest == NULL)
    nearest = weft_inventory_nearest (inventory, WEFT_RECORD_SCALEOUT, name);
  return refuse_part (call, key, name, nearest, error);
}

gboolean
weft_template_check_cable (const WeftTemplateCall *call, const char *key, GError **error)
{
  return weft_template_text (call, key) == NULL
         || weft_template_component (call, key, 1u << WEFT_COMPONENT_LINK, error) != NULL;
}

double
weft_template_nameplate_w (const WeftComponent *component)
{
  return isnan (component->active_max_w) ? component->active_w : component->active_max_w;
}

/* --- building --- */

static JsonArray *
get_array (JsonObject *owner, const char *key)
{
  if (!json_object_has_member (owner, key))
    json_object_set_array_member (owner, key, json_array_new ());
  return json_object_get_array_member (owner, key);
}

JsonObject *
weft_fragment_new (WeftLevel level, const char *title)
{
  JsonObject *fragment = json_object_new ();

  json_object_set_string_member (fragment, "level", weft_level_nick (level));
  json_object_set_string_member (fragment, "title", title);
  json_object_set_object_member (fragment, "definitions", json_object_new ());
  json_object_set_array_member (fragment, "items", json_array_new ());
  json_object_set_array_member (fragment, "links", json_array_new ());
  return fragment;
}

JsonObject *
weft_fragment_define (JsonObject *fragment, const char *id, WeftLevel level, const char *title,
                      const char *enclosure)
{
  JsonObject *definition = json_object_new ();

  json_object_set_string_member (definition, "level", weft_level_nick (level));
  json_object_set_string_member (definition, "title", title);
  if (enclosure != NULL)
    json_object_set_string_member (definition, "enclosure", enclosure);
  json_object_set_object_member (json_object_get_object_member (fragment, "definitions"), id,
                                 definition);
  return definition;
}

JsonObject *
weft_fragment_item (JsonObject *owner, const char *id, const char *kind, const char *of,
                    guint count)
{
  JsonObject *item = json_object_new ();

  json_object_set_string_member (item, "id", id);
  json_object_set_string_member (item, kind, of);
  if (count != 1)
    json_object_set_int_member (item, "count", count);
  json_array_add_object_element (get_array (owner, "items"), item);
  return item;
}

JsonObject *
weft_fragment_link (JsonObject *owner, const char *from, const char *to, const char *wiring,
                    const char *component, const char *fabric, guint channels)
{
  JsonObject *link = json_object_new ();

  json_object_set_string_member (link, "from", from);
  json_object_set_string_member (link, "to", to);
  if (wiring != NULL)
    json_object_set_string_member (link, "wiring", wiring);
  if (component != NULL)
    json_object_set_string_member (link, "component", component);
  if (fabric != NULL)
    json_object_set_string_member (link, "fabric", fabric);
  if (channels != 1)
    json_object_set_int_member (link, "channels", channels);
  json_array_add_object_element (get_array (owner, "links"), link);
  return link;
}

void
weft_fragment_port (JsonObject *owner, const char *id, const char *of, guint per_item)
{
  JsonObject *port = json_object_new ();

  json_object_set_string_member (port, "id", id);
  json_object_set_string_member (port, "of", of);
  if (per_item > 0)
    json_object_set_int_member (port, "per_item", per_item);
  json_array_add_object_element (get_array (owner, "ports"), port);
}

/* --- nodes --- */

const WeftTemplateNode *
weft_template_node (const WeftTemplateCall *call, const char *key, GError **error)
{
  const char *name = json_object_get_string_member (call->params, key);
  const char *known[G_N_ELEMENTS (nodes) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      known[i] = nodes[i].id;
      if (weft_name_equal (name, nodes[i].id))
        return weft_template_component (call, key, 1u << WEFT_COMPONENT_VERTEX, error) != NULL
                 ? &nodes[i] : NULL;
    }
  if (weft_name_nearest (name, known) != NULL)
    refuse_part (call, key, name, weft_name_nearest (name, known), error);
  else
    {
      g_autofree char *all = g_strjoinv (", ", (char **) known);
      g_autofree char *quoted = weft_quote (name, -1);

      weft_template_refuse (call, key, WEFT_TEMPLATE_ERROR_PART, error,
                            _("found %s, expected one of %s"), quoted, all);
    }
  return NULL;
}

void
weft_template_add_node (JsonObject *fragment, const WeftTemplateNode *node)
{
  JsonObject *definition
    = weft_fragment_define (fragment, node->id, WEFT_LEVEL_NODE, node->title, node->id);
  JsonObject *chips = weft_fragment_item (definition, "gpu", "chip", node->chip, node->n_chips);

  json_object_set_string_member (chips, "role", "general");
  if (node->switches != NULL)
    weft_fragment_item (definition, "switch", "component", node->switches, 1);
  weft_fragment_link (definition, "gpu", node->switches != NULL ? "switch" : "gpu", "all",
                      node->link, node->fabric, node->channels);
  for (guint i = 0; i < node->n_chips; i++)
    {
      g_autofree char *id = g_strdup_printf ("rail-%u", i);
      g_autofree char *of = g_strdup_printf ("gpu[%u]", i);

      weft_fragment_port (definition, id, of, 1);
    }
}

JsonObject *
weft_template_add_rack (JsonObject *fragment, const char *id, const WeftTemplateNode *node,
                        const char *rack, guint count)
{
  g_autofree char *title = g_strdup_printf (_("Rack of %u"), count);
  JsonObject *definition = weft_fragment_define (fragment, id, WEFT_LEVEL_RACK, title, rack);

  weft_fragment_item (definition, "node", "definition", node->id, count);
  for (guint i = 0; i < node->n_chips; i++)
    {
      g_autofree char *port = g_strdup_printf ("rail-%u", i);
      g_autofree char *of = g_strdup_printf ("node:rail-%u", i);

      weft_fragment_port (definition, port, of, 0);
    }
  return definition;
}
