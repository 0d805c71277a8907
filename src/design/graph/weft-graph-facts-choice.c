/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may stand in a place of a graph: chips, parts and definitions for an item, cables for a
 * bundle, chassis and racks for a definition. The same rules as those that judge the document. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/graph/weft-graph-cable-private.h"
#include "design/graph/weft-graph-facts.h"
#include "design/graph/weft-graph-stand.h"

#define SEPARATOR " · "

void
weft_graph_choice_free (WeftGraphChoice *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->name);
  g_free (self->words);
  g_free (self);
}

static GPtrArray *
new_choices (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) weft_graph_choice_free);
}

static void
add (GPtrArray *choices, WeftGraphItemKind kind, const char *id, const char *name,
     WeftRecord *record, char *words, gboolean fits)
{
  WeftGraphChoice *choice = g_new0 (WeftGraphChoice, 1);

  *choice = (WeftGraphChoice){ kind, g_strdup (id), g_strdup (name),
                               record != NULL ? weft_record_get_aliases (record) : NULL, words,
                               fits };
  g_ptr_array_add (choices, choice);
}

/* Unknown figures are left out of the line; the part's own rows say that they are unknown. */
static void
append_quantity (GString *words, double value, WeftUnit unit, const char *suffix)
{
  g_autofree char *text = NULL;

  if (!isfinite (value))
    return;
  text = weft_quantity_format (value, unit);
  g_string_append_printf (words, "%s%s%s", words->len > 0 ? SEPARATOR : "", text, suffix);
}

static char *
describe_chip (const WeftChip *chip)
{
  GString *words = g_string_new (NULL);

  append_quantity (words, chip->mem_bw_bytes_s, WEFT_UNIT_BYTES_S, "");
  append_quantity (words, chip->mem_bytes, WEFT_UNIT_BYTES, "");
  append_quantity (words, chip->tdp_w, WEFT_UNIT_W, "");
  return g_string_free (words, FALSE);
}

static char *
describe_component (const WeftComponent *component)
{
  GString *words = g_string_new (weft_medium_nick (component->medium));

  if (component->type == WEFT_COMPONENT_LINK)
    append_quantity (words, component->length_max_m, WEFT_UNIT_M, "");
  append_quantity (words, component->ports, WEFT_UNIT_COUNT, _(" ports"));
  append_quantity (words, component->bw_bytes_s, WEFT_UNIT_BYTES_S, "");
  append_quantity (words, component->limit_w, WEFT_UNIT_W, "");
  append_quantity (words, component->active_w, WEFT_UNIT_W, "");
  append_quantity (words, component->u_space, WEFT_UNIT_COUNT, "\302\240U");
  return g_string_free (words, FALSE);
}

static char *
describe_definition (WeftGraph *graph, WeftInventory *inventory, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (graph, index);
  GString *words = g_string_new (definition->level_name);

  append_quantity (words, weft_graph_count_chips (graph, inventory, index), WEFT_UNIT_COUNT,
                   _(" chips"));
  return g_string_free (words, FALSE);
}

/* --- items --- */

/* The port of an item that a link ends at, or is exported, and @definition does not have; "" when an
 * end names none but would have to. NULL when it has all. */
static const char *
find_missing_port (const WeftGraphDefinition *owner, guint item,
                   const WeftGraphDefinition *definition)
{
  for (guint i = 0; i < owner->n_links + owner->n_ports; i++)
    {
      const WeftGraphLink *link = i < owner->n_links ? &owner->links[i] : NULL;
      guint n = link != NULL ? link->n_to + 1 : 1;

      for (guint j = 0; j < n; j++)
        {
          const WeftGraphEnd *end = link == NULL ? &owner->ports[i - owner->n_links].of
                                    : j == 0     ? &link->from
                                                 : &link->to[j - 1];

          if (end->item != (int) item)
            continue;
          if (definition == NULL ? end->port != NULL
                                 : end->port == NULL
                                     || weft_graph_find_port (definition, end->port) == NULL)
            return end->port != NULL ? end->port : "";
        }
    }
  return NULL;
}

static gboolean
may_stand (const WeftComponent *component, WeftLevel level)
{
  return weft_graph_component_stand (component, level) == WEFT_STAND_FITS;
}

static void
add_definitions (GPtrArray *choices, WeftGraph *graph, WeftInventory *inventory,
                 const WeftGraphDefinition *owner, guint item)
{
  const WeftGraphItem *now = &owner->items[item];
  g_autofree guint8 *stands =
    weft_graph_list_stands (graph, weft_graph_find (graph, owner->id));

  for (guint i = 0; i < weft_graph_n_definitions (graph); i++)
    {
      const WeftGraphDefinition *definition = weft_graph_definition (graph, i);
      gboolean current = now->definition == (int) i;
      const char *missing = find_missing_port (owner, item, definition);

      if (!current
          && (definition->level == WEFT_LEVEL_ANY || stands[i] == WEFT_STAND_NEVER
              || missing != NULL))
        continue;
      add (choices, WEFT_GRAPH_DEFINITION, definition->id, definition->title, NULL,
           describe_definition (graph, inventory, i), TRUE);
    }
}

static void
add_chips (GPtrArray *choices, WeftInventory *inventory, const WeftGraphItem *now, gboolean fit)
{
  const WeftChip *current = now->kind == WEFT_GRAPH_CHIP && now->of != NULL
                              ? weft_inventory_find_chip (inventory, now->of)
                              : NULL;

  for (guint i = 0; i < weft_inventory_n_chips (inventory); i++)
    {
      const WeftChip *chip = weft_inventory_chip (inventory, i);

      if (fit || chip == current)
        add (choices, WEFT_GRAPH_CHIP, chip->id, chip->name, chip->record, describe_chip (chip),
             TRUE);
    }
}

static void
add_components (GPtrArray *choices, WeftCatalog *catalog, const WeftGraphDefinition *owner,
                const WeftGraphItem *now, gboolean fit)
{
  const WeftComponent *current = now->kind == WEFT_GRAPH_COMPONENT && now->of != NULL
                                   ? weft_component_find (catalog, now->of)
                                   : NULL;

  for (guint i = 0; i < weft_component_count (catalog); i++)
    {
      const WeftComponent *component = weft_component_at (catalog, i);

      if (component == current
          || (fit && !component->is_range && may_stand (component, owner->level)))
        add (choices, WEFT_GRAPH_COMPONENT, component->id, component->name, component->record,
             describe_component (component), component->is_range || may_stand (component, owner->level));
    }
}

static gboolean
is_current (const WeftGraphChoice *choice, WeftGraphItemKind kind, const char *id,
            WeftInventory *inventory)
{
  WeftCatalog *catalog = weft_inventory_get_catalog (inventory);

  if (choice->kind != kind)
    return FALSE;
  if (kind == WEFT_GRAPH_CHIP)
    return weft_inventory_find_chip (inventory, id) != NULL
           && g_str_equal (weft_inventory_find_chip (inventory, id)->id, choice->id);
  if (kind == WEFT_GRAPH_COMPONENT)
    return weft_component_find (catalog, id) != NULL
           && g_str_equal (weft_component_find (catalog, id)->id, choice->id);
  return g_str_equal (choice->id, id);
}

/* What the document says stands first when nothing here knows it, so that a look never changes
 * it; else it is brought to the front. */
static void
put_current_first (GPtrArray *choices, WeftGraphItemKind kind, const char *id,
                   WeftInventory *inventory)
{
  WeftGraphChoice *choice;

  if (id == NULL)
    return;
  for (guint i = 0; i < choices->len; i++)
    if (is_current (choices->pdata[i], kind, id, inventory))
      {
        choice = g_ptr_array_steal_index (choices, i);
        g_free (choice->id);
        choice->id = g_strdup (id);
        g_ptr_array_insert (choices, 0, choice);
        return;
      }
  choice = g_new0 (WeftGraphChoice, 1);
  *choice = (WeftGraphChoice){ kind, g_strdup (id), NULL, NULL, g_strdup (_("not known here")),
                               FALSE };
  g_ptr_array_insert (choices, 0, choice);
}

/**
 * weft_graph_item_choices: (skip)
 * @graph: any graph
 * @inventory: the records that it names parts of
 * @definition: a definition of it
 * @item: an item of that
 *
 * What takes an item's place must have the ports that links end at.
 *
 * Returns: (transfer full) (element-type WeftGraphChoice): what fits, in the order of the catalog,
 *   and what is there now
 */
GPtrArray *
weft_graph_item_choices (WeftGraph *graph, WeftInventory *inventory, guint definition, guint item)
{
  GPtrArray *choices = new_choices ();
  const WeftGraphDefinition *owner;
  const WeftGraphItem *now;
  gboolean native;

  g_return_val_if_fail (graph != NULL && WEFT_IS_INVENTORY (inventory), choices);
  g_return_val_if_fail (definition < weft_graph_n_definitions (graph), choices);

  owner = weft_graph_definition (graph, definition);
  g_return_val_if_fail (item < owner->n_items, choices);

  now = &owner->items[item];
  native = find_missing_port (owner, item, NULL) == NULL;
  add_definitions (choices, graph, inventory, owner, item);
  add_chips (choices, inventory, now, native && owner->level == WEFT_LEVEL_NODE);
  add_components (choices, weft_inventory_get_catalog (inventory), owner, now, native);
  put_current_first (choices, now->kind, now->of, inventory);
  return choices;
}

/* --- bundles --- */

static char *
describe_cable (const WeftComponent *component, double length_m)
{
  g_autofree char *needed = NULL;
  g_autofree char *reach = NULL;

  if (!(length_m > component->length_max_m))
    return describe_component (component);
  needed = weft_quantity_format (length_m, WEFT_UNIT_M);
  reach = weft_quantity_format (component->length_max_m, WEFT_UNIT_M);
  return g_strdup_printf (_("%s, reaches %s of the %s"), weft_medium_nick (component->medium),
                          reach, needed);
}

/* Etched or bonded links end with their board, and a package has no cables. */
static gboolean
may_join (const WeftComponent *component, WeftLevel level)
{
  WeftLevel most = weft_graph_medium_level (component);

  return level <= most && (level > WEFT_LEVEL_PACKAGE || most < WEFT_LEVEL_CLUSTER);
}

/**
 * weft_graph_link_choices: (skip)
 * @graph: any graph
 * @inventory: the records that it names parts of
 * @definition: a definition of it
 * @index: a link of that
 *
 * Returns: (transfer full) (element-type WeftGraphChoice): what fits, in the order of the catalog,
 *   and what is there now
 */
GPtrArray *
weft_graph_link_choices (WeftGraph *graph, WeftInventory *inventory, guint definition, guint index)
{
  GPtrArray *choices = new_choices ();
  WeftCatalog *catalog;
  const WeftGraphDefinition *owner;
  const WeftGraphLink *link;

  g_return_val_if_fail (graph != NULL && WEFT_IS_INVENTORY (inventory), choices);
  g_return_val_if_fail (definition < weft_graph_n_definitions (graph), choices);

  owner = weft_graph_definition (graph, definition);
  g_return_val_if_fail (index < owner->n_links, choices);

  link = &owner->links[index];
  catalog = weft_inventory_get_catalog (inventory);
  for (guint i = 0; i < weft_component_count (catalog); i++)
    {
      const WeftComponent *component = weft_component_at (catalog, i);
      gboolean current = link->component != NULL
                         && weft_component_find (catalog, link->component) == component;

      if (component->type == WEFT_COMPONENT_LINK
          && (current || (!component->is_range && may_join (component, owner->level))))
        add (choices, WEFT_GRAPH_COMPONENT, component->id, component->name, component->record,
             describe_cable (component, link->length_m),
             !(link->length_m > component->length_max_m));
    }
  put_current_first (choices, WEFT_GRAPH_COMPONENT, link->component, inventory);
  return choices;
}

static char *
describe_fabric (double bw_bytes_s, double alpha_s, const char *layer)
{
  GString *words = g_string_new (layer);

  append_quantity (words, bw_bytes_s, WEFT_UNIT_BYTES_S, "");
  append_quantity (words, alpha_s, WEFT_UNIT_S, "");
  return g_string_free (words, FALSE);
}

/**
 * weft_graph_fabric_choices: (skip)
 * @inventory: records
 * @current: (nullable): the name of the fabric that is there now
 *
 * Returns: (transfer full) (element-type WeftGraphChoice): what fits, in the order of the catalog,
 *   and what is there now
 */
GPtrArray *
weft_graph_fabric_choices (WeftInventory *inventory, const char *current)
{
  GPtrArray *choices = new_choices ();
  gboolean is_known = current == NULL;

  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), choices);

  for (guint i = 0; i < weft_inventory_n_scaleups (inventory); i++)
    {
      const WeftScaleup *up = weft_inventory_scaleup (inventory, i);

      is_known |= current != NULL && weft_inventory_find_scaleup (inventory, current) == up;
      add (choices, WEFT_GRAPH_COMPONENT, up->id, up->name, up->record,
           describe_fabric (weft_record_get_si (up->record, "gbs_dir"), NAN, _("scale-up")), TRUE);
    }
  for (guint i = 0; i < weft_inventory_n_scaleouts (inventory); i++)
    {
      const WeftScaleout *out = weft_inventory_scaleout (inventory, i);

      is_known |= current != NULL && weft_inventory_find_scaleout (inventory, current) == out;
      add (choices, WEFT_GRAPH_COMPONENT, out->id, out->name, out->record,
           describe_fabric (out->bw_bytes_s, out->alpha_s, _("scale-out")), TRUE);
    }
  if (!is_known)
    add (choices, WEFT_GRAPH_COMPONENT, current, NULL, NULL, g_strdup (_("not known here")), FALSE);
  return choices;
}

/* --- enclosures --- */

/**
 * weft_graph_enclosure_choices: (skip)
 * @graph: any graph
 * @inventory: the records that it names parts of
 * @definition: a definition of it
 *
 * Returns: (transfer full) (element-type WeftGraphChoice): what fits, in the order of the catalog,
 *   and what is there now
 */
GPtrArray *
weft_graph_enclosure_choices (WeftGraph *graph, WeftInventory *inventory, guint definition)
{
  GPtrArray *choices = new_choices ();
  const WeftGraphDefinition *owner;
  WeftCatalog *catalog;

  g_return_val_if_fail (graph != NULL && WEFT_IS_INVENTORY (inventory), choices);
  g_return_val_if_fail (definition < weft_graph_n_definitions (graph), choices);

  owner = weft_graph_definition (graph, definition);
  catalog = weft_inventory_get_catalog (inventory);
  for (guint i = 0; i < weft_component_count (catalog); i++)
    {
      const WeftComponent *component = weft_component_at (catalog, i);
      gboolean is_chassis = g_str_has_prefix (component->entity, "Chassis.");

      if (component->is_range)
        continue;
      if (owner->level == WEFT_LEVEL_RACK ? component->type == WEFT_COMPONENT_RACK
                                          : owner->level == WEFT_LEVEL_NODE && is_chassis)
        add (choices, WEFT_GRAPH_COMPONENT, component->id, component->name, component->record,
             describe_component (component), TRUE);
    }
  put_current_first (choices, WEFT_GRAPH_COMPONENT, owner->enclosure, inventory);
  return choices;
}
