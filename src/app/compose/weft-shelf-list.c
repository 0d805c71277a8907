/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From catalog and graph to entries. A line of specification names what is known and leaves out
 * what is not. */
#include "config.h"

#include "app/compose/weft-shelf-list.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app/compose/weft-kind.h"
#include "base/weft-quantity.h"
#include "design/graph/weft-graph-stand.h"
#include "design/graph/weft-graph-template.h"

/* A definition's line names at most this many of its items. */
#define MAX_NAMED 3

static void
append_fact (GString *words, const char *fact)
{
  if (words->len > 0)
    g_string_append (words, " · ");
  g_string_append (words, fact);
}

static void
append_quantity (GString *words, double value, WeftUnit unit)
{
  g_autofree char *text = NULL;

  if (!isfinite (value))
    return;
  text = weft_quantity_format (value, unit);
  append_fact (words, text);
}

static void
append_rack_units (GString *words, double u)
{
  g_autofree char *text = NULL;

  if (!isfinite (u))
    return;
  /* Translators: height in rack units: "4U" */
  text = g_strdup_printf (_("%gU"), u);
  append_fact (words, text);
}

/* The name without the vendor at its head, so that what tells parts apart is not cut off. */
static const char *
skip_vendor (const char *name, const char *vendor)
{
  gsize n = vendor != NULL ? strlen (vendor) : 0;

  return n > 0 && strncmp (name, vendor, n) == 0 && name[n] == ' ' && name[n + 1] != '\0'
           ? name + n + 1
           : name;
}

static void
add_chip (GPtrArray *entries, const WeftChip *chip)
{
  g_autoptr (GString) words = g_string_new (NULL);
  const char *vendor = weft_record_get_text (chip->record, "vendor");
  gboolean is_short = !g_str_equal (chip->id, weft_record_get_id (chip->record));
  const char *kind = weft_kind_of_chip (chip);
  WeftShelfFacts facts = {
    .verb = "chip",
    .id = chip->id,
    .title = is_short ? chip->id : skip_vendor (chip->name, vendor),
    .more = chip->refused,
    .kind = kind,
    .vendor = vendor,
    .record = chip->record,
  };

  append_quantity (words, chip->mem_bw_bytes_s, WEFT_UNIT_BYTES_S);
  append_quantity (words, chip->mem_bytes, WEFT_UNIT_BYTES);
  append_quantity (words, chip->tdp_w, WEFT_UNIT_W);
  facts.words = words->str;
  g_ptr_array_add (entries,
                   weft_shelf_entry_new (g_str_equal (kind, "cpu") ? WEFT_SHELF_CPUS
                                                                   : WEFT_SHELF_CHIPS, &facts));
}

static WeftShelfCategory
category_of (const char *kind)
{
  static const struct
  {
    const char *kind;
    WeftShelfCategory category;
  } categories[] = {
    { "chip", WEFT_SHELF_CHIPS },     { "package", WEFT_SHELF_CHIPS },
    { "switch", WEFT_SHELF_SWITCHES }, { "nic", WEFT_SHELF_NICS },
    { "memory", WEFT_SHELF_MEMORY },  { "cpu", WEFT_SHELF_CPUS },
    { "node", WEFT_SHELF_SERVERS },   { "power", WEFT_SHELF_POWER },
    { "cable", WEFT_SHELF_CABLES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    if (g_str_equal (categories[i].kind, kind))
      return categories[i].category;
  return WEFT_SHELF_OTHERS;
}

/* "144 × 800 Gb/s" */
static void
append_ports (GString *words, const WeftComponent *component)
{
  g_autofree char *n = NULL;
  g_autofree char *text = NULL;

  if (!isfinite (component->ports))
    return;
  n = weft_quantity_format (component->ports, WEFT_UNIT_COUNT);
  if (isfinite (component->port_bw_bytes_s))
    /* Translators: number of ports, gigabits per second of each */
    text = g_strdup_printf (_("%s × %gG"), n, component->port_bw_bytes_s * 8 / 1e9);
  else
    text = g_strdup_printf (ngettext ("%s port", "%s ports", (gulong) component->ports), n);
  append_fact (words, text);
}

static void
append_reach (GString *words, const WeftComponent *component)
{
  g_autofree char *length = NULL;
  g_autofree char *text = NULL;

  if (!isfinite (component->length_max_m))
    return;
  length = weft_quantity_format (component->length_max_m, WEFT_UNIT_M);
  /* Translators: the greatest length of a cable: "≤ 500 m" */
  text = g_strdup_printf (_("≤ %s"), length);
  append_fact (words, text);
}

static void
append_limit (GString *words, const WeftComponent *component)
{
  g_autofree char *limit = NULL;
  g_autofree char *text = NULL;

  if (!isfinite (component->limit_w))
    return;
  limit = weft_quantity_format (component->limit_w, WEFT_UNIT_W);
  /* Translators: what a power shelf feeds or a cooler carries off at most */
  text = g_strdup_printf (_("up to %s"), limit);
  append_fact (words, text);
}

static char *
describe_component (const WeftComponent *component)
{
  g_autoptr (GString) words = g_string_new (NULL);
  gboolean is_link = component->type == WEFT_COMPONENT_LINK;

  append_ports (words, component);
  append_reach (words, component);
  if (is_link || !isfinite (component->ports))
    append_quantity (words, component->bw_bytes_s, WEFT_UNIT_BYTES_S);
  append_quantity (words, component->capacity_bytes, WEFT_UNIT_BYTES);
  append_limit (words, component);
  append_quantity (words,
                   is_link || isnan (component->active_max_w) ? component->active_w
                                                              : component->active_max_w,
                   WEFT_UNIT_W);
  append_rack_units (words, component->u_space);
  if (words->len == 0 && component->is_range)
    append_fact (words, _("any of its kind"));
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/* "Q3400-RA (144 x 800G)": the line below says the ports. */
static char *
cut_ports (const char *name, const WeftComponent *component)
{
  const char *bracket = isfinite (component->ports) ? strstr (name, " (") : NULL;

  return bracket != NULL && bracket > name ? g_strndup (name, (gsize) (bracket - name))
                                           : g_strdup (name);
}

static void
add_component (GPtrArray *entries, const WeftComponent *component)
{
  g_autofree char *words = describe_component (component);
  const char *vendor = weft_record_get_text (component->record, "vendor");
  const char *kind = weft_kind_of_component (component);
  g_autofree char *title = cut_ports (skip_vendor (component->name, vendor), component);
  gboolean is_link = component->type == WEFT_COMPONENT_LINK;
  const WeftShelfFacts facts = {
    .verb = is_link ? "cable" : "component",
    .id = component->id,
    .title = title,
    .words = words,
    .kind = kind,
    .vendor = vendor,
    .record = component->record,
    .is_range = component->is_range,
  };

  g_ptr_array_add (entries, weft_shelf_entry_new (category_of (kind), &facts));
}

/* Links join what is inside of a level, and reach into the levels beside it. */
static gboolean
is_cable_of (const WeftComponent *component, WeftLevel level)
{
  return component->type == WEFT_COMPONENT_LINK
         && (level == WEFT_LEVEL_ANY || component->level == WEFT_LEVEL_ANY
             || ABS ((int) component->level - (int) level) <= 1);
}

GPtrArray *
weft_shelf_list_parts (WeftInventory *inventory, WeftLevel level)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_object_unref);
  WeftCatalog *catalog;

  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), entries);

  catalog = weft_inventory_get_catalog (inventory);
  if (weft_graph_stand (WEFT_GRAPH_CHIP, WEFT_LEVEL_NODE, level) == WEFT_STAND_FITS)
    for (guint i = 0; i < weft_inventory_n_chips (inventory); i++)
      add_chip (entries, weft_inventory_chip (inventory, i));
  for (guint i = 0; i < weft_component_count (catalog); i++)
    {
      const WeftComponent *component = weft_component_at (catalog, i);

      if (weft_graph_component_stand (component, level) == WEFT_STAND_FITS
          || is_cable_of (component, level))
        add_component (entries, component);
    }
  return entries;
}

/* "18 × tray · 9 × switch" */
static char *
describe_definition (const WeftGraphDefinition *definition)
{
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < MIN (definition->n_items, MAX_NAMED); i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      g_autofree char *n = weft_quantity_format (item->count, WEFT_UNIT_COUNT);
      g_autofree char *text = g_strdup_printf ("%s × %s", n, item->id);

      append_fact (words, text);
    }
  if (definition->n_items > MAX_NAMED)
    append_fact (words, "…");
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static void
add_definition (GPtrArray *entries, const WeftGraphDefinition *definition)
{
  g_autofree char *words = describe_definition (definition);
  gboolean has_title = definition->title != NULL && *definition->title != '\0';
  const WeftShelfFacts facts = {
    .verb = "definition",
    .id = definition->id,
    .title = has_title ? definition->title : definition->id,
    .words = words,
    .kind = weft_kind_of_level (definition->level),
  };

  g_ptr_array_add (entries, weft_shelf_entry_new (WEFT_SHELF_DESIGN, &facts));
}

GPtrArray *
weft_shelf_list_definitions (const WeftGraph *graph, guint owner)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree guint8 *stands = NULL;

  g_return_val_if_fail (graph != NULL && owner < weft_graph_n_definitions (graph), entries);

  stands = weft_graph_list_stands (graph, owner);
  for (guint i = 0; i < weft_graph_n_definitions (graph); i++)
    if (stands[i] != WEFT_STAND_NEVER)
      add_definition (entries, weft_graph_definition (graph, i));
  return entries;
}

/* What one fills by hand, of the level below. */
static void
add_empty (GPtrArray *entries, WeftLevel level)
{
  static const struct
  {
    WeftLevel level;
    const char *title;
    const char *words;
  } empties[] = {
    { WEFT_LEVEL_RACK, N_("Empty rack"), N_("Open it and put nodes and switches in") },
    { WEFT_LEVEL_NODE, N_("Empty node"), N_("Open it and put chips in") },
    { WEFT_LEVEL_PACKAGE, N_("Empty package"), N_("Open it and put dies and memory in") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (empties); i++)
    {
      const WeftShelfFacts facts = {
        .verb = "empty",
        .id = weft_level_nick (empties[i].level),
        .title = _(empties[i].title),
        .words = _(empties[i].words),
        .kind = weft_level_nick (empties[i].level),
      };

      if (level == WEFT_LEVEL_ANY || empties[i].level + 1 == level)
        g_ptr_array_add (entries, weft_shelf_entry_new (WEFT_SHELF_TEMPLATES, &facts));
    }
}

/* A template whose parameters may name another level is offered at its own. */
GPtrArray *
weft_shelf_list_templates (WeftLevel level)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_object_unref);

  add_empty (entries, level);

  for (guint i = 0; i < weft_graph_template_count (); i++)
    {
      const WeftGraphTemplate *template = weft_graph_template_get (i);
      const WeftShelfFacts facts = {
        .verb = "template",
        .id = template->id,
        .title = _(template->title),
        .words = _(template->summary),
        .kind = "template",
      };

      if (template->level == level || template->level == WEFT_LEVEL_ANY
          || level == WEFT_LEVEL_ANY)
        g_ptr_array_add (entries, weft_shelf_entry_new (WEFT_SHELF_TEMPLATES, &facts));
    }
  return entries;
}

static void
add_origin (GPtrArray *origins, const WeftValue *value)
{
  WeftOrigin *origin = g_new0 (WeftOrigin, 1);
  g_autofree char *written = NULL;

  origin->label = weft_key_label (value->key);
  origin->value = weft_value_format (value);
  if (value->node != NULL && JSON_NODE_HOLDS_VALUE (value->node)
      && json_node_get_value_type (value->node) != G_TYPE_STRING)
    {
      written = json_to_string (value->node, FALSE);
      origin->exact = g_strdup_printf ("%s (%s)", written, value->key);
    }
  origin->confidence = value->provenance->confidence;
  origin->source = g_strdup (value->provenance->source);
  g_ptr_array_add (origins, origin);
}

GPtrArray *
weft_shelf_explain (WeftShelfEntry *entry)
{
  GPtrArray *origins = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_origin_free);
  g_autoptr (GPtrArray) keys = NULL;
  WeftRecord *record;

  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (entry), origins);

  record = weft_shelf_entry_get_record (entry);
  if (record == NULL)
    return origins;
  keys = weft_record_list_keys (record);
  for (guint i = 0; i < keys->len; i++)
    {
      WeftValue value;

      if (weft_record_lookup (record, keys->pdata[i], &value))
        add_origin (origins, &value);
    }
  return origins;
}
