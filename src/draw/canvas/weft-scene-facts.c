/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts of items: kind, words, chips and power. A definition's are those of its chassis, else the
 * sums of what it holds. */
#include "config.h"

#include "draw/canvas/weft-scene-facts-private.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "base/weft-plain.h"
#include "base/weft-quantity.h"
#include "design/weft-design.h"

#define MOST_CHARS 80

typedef struct
{
  const char *prefix;
  WeftSceneKind kind;
} Prefix;

/* Entities of CHASE, Table 10, by what they look like. */
static const Prefix entities[] = {
  { "Switch.", WEFT_SCENE_SWITCH },     { "Mem.", WEFT_SCENE_MEMORY },
  { "Chassis.JBOM", WEFT_SCENE_MEMORY }, { "Chassis.", WEFT_SCENE_NODE },
  { "Die.", WEFT_SCENE_CHIP },          { "Socket.", WEFT_SCENE_PACKAGE },
  { "Rack.Limit", WEFT_SCENE_RACK },    { "Rack.", WEFT_SCENE_POWER },
  { "NIC", WEFT_SCENE_NIC },            { "Nic", WEFT_SCENE_NIC },
};

/* What a name hints at when no catalog knows it. */
static const Prefix hints[] = {
  { "switch", WEFT_SCENE_SWITCH }, { "leaf", WEFT_SCENE_SWITCH }, { "spine", WEFT_SCENE_SWITCH },
  { "core", WEFT_SCENE_SWITCH },   { "nic", WEFT_SCENE_NIC },     { "mem", WEFT_SCENE_MEMORY },
  { "power", WEFT_SCENE_POWER },
};

static WeftSceneKind
kind_of_entity (const char *entity)
{
  for (guint i = 0; entity != NULL && i < G_N_ELEMENTS (entities); i++)
    if (g_str_has_prefix (entity, entities[i].prefix))
      return entities[i].kind;
  return WEFT_SCENE_OTHER;
}

static WeftSceneKind
kind_of_name (const char *id, const char *of)
{
  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    if (strstr (of, hints[i].prefix) != NULL || strstr (id, hints[i].prefix) != NULL)
      return hints[i].kind;
  return WEFT_SCENE_OTHER;
}

static WeftSceneKind
kind_of_level (WeftLevel level)
{
  switch (level)
    {
    case WEFT_LEVEL_PACKAGE:
      return WEFT_SCENE_PACKAGE;
    case WEFT_LEVEL_NODE:
      return WEFT_SCENE_NODE;
    case WEFT_LEVEL_RACK:
      return WEFT_SCENE_RACK;
    case WEFT_LEVEL_ANY:
    case WEFT_LEVEL_CLUSTER:
    default:
      return WEFT_SCENE_OTHER;
    }
}

static const char *
keep (WeftSceneLore *self, const char *text)
{
  g_autofree char *plain = weft_plain_text (text, WEFT_PLAIN_ONE_LINE, MOST_CHARS);

  return g_string_chunk_insert_const (self->texts, plain);
}

static void
append_fact (GString *text, char *fact)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, fact);
  g_free (fact);
}

static char *
words_of_ports (double n)
{
  g_autofree char *number = weft_quantity_format (n, WEFT_UNIT_COUNT);

  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s port", "%s ports", (gulong) MIN (n, 1e9)), number);
}

static char *
words_of_chips (double n)
{
  g_autofree char *number = weft_quantity_format (n, WEFT_UNIT_COUNT);

  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s chip", "%s chips", (gulong) MIN (n, 1e9)), number);
}

/* "7 kW", "40.8 kW": short, without zeros after the point. */
static char *
words_of_watts (double watts)
{
  char *text = weft_quantity_format (watts, WEFT_UNIT_W);
  char *end = strchr (text, '.');
  char *last;

  if (end == NULL)
    return text;
  while (g_ascii_isdigit (end[1]))
    end++;
  last = end;
  while (*last == '0')
    last--;
  if (*last == '.')
    last--;
  memmove (last + 1, end + 1, strlen (end + 1) + 1);
  return text;
}

/* (nullable) (transfer none): the catalog as the usual profile sees it. */
static WeftInventory *
find_inventory (WeftSceneLore *self)
{
  WeftProfile *profile;

  if (self->has_tried)
    return self->inventory;
  self->has_tried = TRUE;
  profile = weft_catalog_get_profile (self->catalog, WEFT_DESIGN_DEFAULT_PROFILE, NULL);
  if (profile != NULL)
    self->inventory = weft_inventory_new (self->catalog, profile, NULL);
  return self->inventory;
}

/* (nullable) (transfer none): of a chip by the catalog's name, or by the profile's ("B200"). */
static WeftRecord *
find_chip (WeftSceneLore *self, const char *name)
{
  WeftRecord *record;
  const WeftChip *chip = NULL;

  if (self->catalog == NULL)
    return NULL;
  record = weft_catalog_lookup (self->catalog, WEFT_RECORD_CHIP, name);
  if (record == NULL && find_inventory (self) != NULL)
    chip = weft_inventory_find_chip (self->inventory, name);
  return chip != NULL ? chip->record : record;
}

static void
describe_chip (WeftSceneLore *self, const WeftGraphItem *item, WeftSceneFacts *facts)
{
  WeftRecord *record = find_chip (self, item->of);
  g_autoptr (GString) text = g_string_new (NULL);

  facts->kind = WEFT_SCENE_CHIP;
  facts->what = keep (self, item->of);
  facts->chips = 1;
  if (record != NULL)
    {
      if (g_strcmp0 (weft_record_get_text (record, "class"), "cpu") == 0)
        {
          facts->kind = WEFT_SCENE_CPU;
          facts->chips = 0;
        }
      facts->watts = weft_record_get_si (record, "tdp_w");
      if (facts->watts > 0)
        append_fact (text, words_of_watts (facts->watts));
    }
  facts->subtitle = keep (self, text->str);
}

static double
first_known (double a, double b)
{
  return isnan (a) ? b : a;
}

static void
describe_component (WeftSceneLore *self, const WeftGraphItem *item, WeftSceneFacts *facts)
{
  const WeftComponent *component
      = self->catalog != NULL ? weft_component_find (self->catalog, item->of) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  facts->what = keep (self, item->of);
  facts->chips = 0;
  facts->kind = component != NULL ? kind_of_entity (component->entity)
                                  : kind_of_name (item->id, item->of);
  if (component != NULL)
    {
      facts->watts = first_known (component->active_max_w, component->active_w);
      facts->u = component->u_space;
      if (facts->kind == WEFT_SCENE_SWITCH && component->ports > 0)
        append_fact (text, words_of_ports (component->ports));
      if (component->capacity_bytes > 0)
        append_fact (text, weft_quantity_format (component->capacity_bytes, WEFT_UNIT_BYTES));
      if (facts->watts > 0)
        append_fact (text, words_of_watts (facts->watts));
    }
  facts->subtitle = keep (self, text->str);
}

/* Sums of what stands in a definition; NAN as soon as one part is unknown. */
static void
sum_up (WeftSceneLore *self, const WeftGraphDefinition *definition, WeftSceneFacts *facts)
{
  double chips = 0, watts = 0;

  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      const WeftSceneFacts *part = weft_scene_lore_find (self, item);

      chips += item->count * part->chips;
      watts += item->count * part->watts;
    }
  facts->chips = chips;
  facts->watts = watts;
}

/* The power of a chassis is that of all that it holds, its height that of the node. */
static void
apply_enclosure (WeftSceneLore *self, const WeftGraphDefinition *definition, WeftSceneFacts *facts)
{
  const WeftComponent *enclosure;

  if (self->catalog == NULL || definition->enclosure == NULL)
    return;
  enclosure = weft_component_find (self->catalog, definition->enclosure);
  if (enclosure == NULL)
    return;
  facts->u = enclosure->u_space;
  if (enclosure->type == WEFT_COMPONENT_VERTEX && !isnan (enclosure->active_max_w))
    facts->watts = enclosure->active_max_w;
}

static void
describe_definition (WeftSceneLore *self, guint index, WeftSceneFacts *facts)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  g_autoptr (GString) text = g_string_new (NULL);

  facts->kind = kind_of_level (definition->level);
  facts->what = keep (self, definition->title != NULL ? definition->title : definition->id);
  facts->is_open = TRUE;
  sum_up (self, definition, facts);
  facts->is_open = FALSE;
  apply_enclosure (self, definition, facts);
  if (facts->chips >= 1)
    append_fact (text, words_of_chips (facts->chips));
  if (facts->watts > 0)
    append_fact (text, words_of_watts (facts->watts));
  facts->subtitle = keep (self, text->str);
}

static void
forget (WeftSceneFacts *facts)
{
  *facts = (WeftSceneFacts) {
    .kind = WEFT_SCENE_OTHER,
    .what = "",
    .subtitle = "",
    .chips = NAN,
    .watts = NAN,
    .u = NAN,
  };
}

static const WeftSceneFacts *
find_native (WeftSceneLore *self, const WeftGraphItem *item)
{
  gboolean is_chip = item->kind == WEFT_GRAPH_CHIP;
  GHashTable *table = is_chip ? self->chips : self->components;
  WeftSceneFacts *facts = g_hash_table_lookup (table, item->of);

  if (facts != NULL)
    return facts;
  facts = g_new (WeftSceneFacts, 1);
  forget (facts);
  if (is_chip)
    describe_chip (self, item, facts);
  else
    describe_component (self, item, facts);
  g_hash_table_insert (table, item->of, facts);
  return facts;
}

void
weft_scene_lore_init (WeftSceneLore *self, const WeftGraph *graph, WeftCatalog *catalog,
                      GStringChunk *texts)
{
  guint n = weft_graph_n_definitions (graph);

  *self = (WeftSceneLore) {
    .graph = graph,
    .catalog = catalog,
    .texts = texts,
    .chips = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free),
    .components = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free),
    .definitions = g_new0 (WeftSceneFacts, n),
  };
}

void
weft_scene_lore_clear (WeftSceneLore *self)
{
  g_hash_table_unref (self->chips);
  g_hash_table_unref (self->components);
  g_free (self->definitions);
  g_clear_object (&self->inventory);
}

const WeftSceneFacts *
weft_scene_lore_find (WeftSceneLore *self, const WeftGraphItem *item)
{
  static const WeftSceneFacts unknown
      = { .kind = WEFT_SCENE_OTHER, .what = "", .subtitle = "", .chips = NAN, .watts = NAN, .u = NAN };
  WeftSceneFacts *facts;

  /* An item may name no part at all, or two at once: then there is none to know. */
  if (item->of == NULL)
    return &unknown;
  if (item->kind != WEFT_GRAPH_DEFINITION)
    return find_native (self, item);
  if (item->definition < 0)
    return &unknown;
  facts = &self->definitions[item->definition];
  if (facts->is_open)
    return &unknown;
  if (!facts->is_known)
    {
      forget (facts);
      facts->is_known = TRUE;
      describe_definition (self, item->definition, facts);
    }
  return facts;
}
