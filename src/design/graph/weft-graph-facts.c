/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a part as rows to read: what the catalog says, what it does not know, and what
 * CHASE's Table 10 allows. */
#include "design/graph/weft-graph-facts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "design/graph/weft-graph-edits.h"

#define NO_BREAK_SPACE "\302\240"

/* Types of components that have a figure even when the record does not say it. */
#define VERTEX (1u << WEFT_COMPONENT_VERTEX)
#define LINK (1u << WEFT_COMPONENT_LINK)
#define FRAME (1u << WEFT_COMPONENT_RACK)
#define POWERED (VERTEX | LINK)
#define PRICED                                                                                     \
  (POWERED | FRAME | 1u << WEFT_COMPONENT_CDU | 1u << WEFT_COMPONENT_POWER_SHELF)

/* A figure of a component: its key in the file, its place in the struct and the unit that no
 * quantity has. */
typedef struct
{
  const char *key;
  gsize offset;
  WeftUnit unit;
  const char *suffix; /* (nullable) */
  guint always;
} Figure;

#define OF(member) G_STRUCT_OFFSET (WeftComponent, member)

static const Figure figures[] = {
  { "peak_tflops", OF (peak_flops), WEFT_UNIT_FLOPS, NULL, 0 },
  { "bandwidth_gbs", OF (bw_bytes_s), WEFT_UNIT_BYTES_S, NULL, 0 },
  { "capacity_gb", OF (capacity_bytes), WEFT_UNIT_BYTES, NULL, 0 },
  { "port_gbps", OF (port_bw_bytes_s), WEFT_UNIT_BYTES_S, NULL, 0 },
  { "ports", OF (ports), WEFT_UNIT_COUNT, NULL, 0 },
  { "slots", OF (slots), WEFT_UNIT_COUNT, NULL, 0 },
  { "hop_ns", OF (latency_s), WEFT_UNIT_S, NULL, 0 },
  { "latency_ns", OF (latency_s), WEFT_UNIT_S, NULL, LINK },
  { "proto_ns", OF (overhead_s), WEFT_UNIT_S, NULL, LINK },
  { "reconfig_ms", OF (reconfig_s), WEFT_UNIT_S, NULL, 0 },
  { "length_max_m", OF (length_max_m), WEFT_UNIT_M, NULL, LINK },
  { "idle_w", OF (idle_w), WEFT_UNIT_W, NULL, POWERED },
  { "active_w", OF (active_w), WEFT_UNIT_W, NULL, POWERED },
  { "active_max_w", OF (active_max_w), WEFT_UNIT_W, NULL, 0 },
  { "limit_kw", OF (limit_w), WEFT_UNIT_W, NULL, FRAME },
  { "rcu", OF (cost_rcu), WEFT_UNIT_NONE, "RCU", PRICED },
  { "price_usd", OF (cost_usd), WEFT_UNIT_USD, NULL, PRICED },
  { "u_space", OF (u_space), WEFT_UNIT_COUNT, "U", 0 },
  { "area_mm2", OF (area_mm2), WEFT_UNIT_NONE, "mm²", 0 },
};

/* What a chip is asked for; those that are not always listed are when they are known. */
static const struct
{
  const char *key;
  const char *suffix; /* (nullable) */
  gboolean always;
} chip_figures[] = {
  { "fp64_vector_tflops", NULL, TRUE },
  { "fp64_matrix_tflops", NULL, FALSE },
  { "fp32_tflops", NULL, FALSE },
  { "tf32_tflops", NULL, FALSE },
  { "bf16_tflops", NULL, TRUE },
  { "fp8_tflops", NULL, TRUE },
  { "fp4_tflops", NULL, FALSE },
  { "mem_bw_gbs", NULL, TRUE },
  { "mem_gb", NULL, TRUE },
  { "mem_usable_gb", NULL, FALSE },
  { "sram_mb", NULL, FALSE },
  { "scaleup_gbs_dir", NULL, TRUE },
  { "scaleout_gbs_dir", NULL, TRUE },
  { "idle_w", NULL, TRUE },
  { "tdp_w", NULL, TRUE },
  { "rcu", "RCU", TRUE },
  { "price_usd", NULL, TRUE },
};

void
weft_graph_fact_free (WeftGraphFact *self)
{
  if (self == NULL)
    return;
  g_free (self->key);
  g_free (self->label);
  g_free (self->text);
  g_free (self->range);
  g_clear_object (&self->record);
  g_free (self);
}

static char *
write_value (double value, WeftUnit unit, const char *suffix)
{
  g_autofree char *text = weft_quantity_format (value, unit);

  if (suffix == NULL || isnan (value))
    return g_steal_pointer (&text);
  return g_strconcat (text, NO_BREAK_SPACE, suffix, NULL);
}

static WeftGraphFact *
add_fact (GPtrArray *facts, WeftRecord *record, const char *key, double value, char *text)
{
  WeftGraphFact *fact = g_new0 (WeftGraphFact, 1);
  WeftValue said;

  fact->key = g_strdup (key);
  fact->label = weft_key_label (key);
  fact->value = value;
  fact->text = text;
  if (record != NULL)
    {
      fact->record = g_object_ref (record);
      if (weft_record_lookup (record, key, &said))
        fact->provenance = said.provenance;
    }
  g_ptr_array_add (facts, fact);
  return fact;
}

/* --- components --- */

/* "18 to 144", "at most 48 U" */
static char *
write_range (double least, double most, const Figure *figure)
{
  g_autofree char *low = write_value (least, figure->unit, figure->suffix);
  g_autofree char *high = write_value (most, figure->unit, figure->suffix);

  if (isinf (least))
    return g_strdup_printf (_("CHASE: at most %s"), high);
  if (isinf (most))
    return g_strdup_printf (_("CHASE: at least %s"), low);
  return g_strdup_printf (_("CHASE: %s to %s"), low, high);
}

static gboolean
holds_key (GPtrArray *keys, const char *key)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (g_str_equal (keys->pdata[i], key))
      return TRUE;
  return FALSE;
}

static void
add_figure (GPtrArray *facts, const WeftComponent *component, const WeftComponent *range,
            GPtrArray *outside, const Figure *figure)
{
  double value = G_STRUCT_MEMBER (double, component, figure->offset);
  double least, most;
  WeftGraphFact *fact;
  WeftValue said;

  if ((figure->always & 1u << component->type) == 0
      && !weft_record_lookup (component->record, figure->key, &said))
    return;
  fact = add_fact (facts, component->record, figure->key, value,
                   isinf (value) ? g_strdup (_("without limit"))
                                 : write_value (value, figure->unit, figure->suffix));
  if (range == NULL || !weft_component_get_range (range, figure->key, &least, &most))
    return;
  fact->range = write_range (least, most, figure);
  fact->is_outside = holds_key (outside, figure->key);
}

static void
add_component (GPtrArray *facts, const WeftComponent *component, WeftCatalog *catalog)
{
  const WeftComponent *range = weft_component_find_range (catalog, component);
  g_autoptr (GPtrArray) outside =
    range != NULL ? weft_component_list_outside (component, range) : NULL;
  WeftValue said;
  /* A switch has the latency of a hop in place of a base latency. */
  gboolean hops = weft_record_lookup (component->record, "hop_ns", &said);

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    if (!hops || !g_str_equal (figures[i].key, "latency_ns"))
      add_figure (facts, component, range, outside, &figures[i]);
}

/**
 * weft_graph_component_facts: (skip)
 * @inventory: records
 * @name: the name of a component
 *
 * Returns: (transfer full) (element-type WeftGraphFact): its figures, none for what the
 *   catalog does not know
 */
GPtrArray *
weft_graph_component_facts (WeftInventory *inventory, const char *name)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_graph_fact_free);
  WeftCatalog *catalog;
  const WeftComponent *component;

  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), facts);

  catalog = weft_inventory_get_catalog (inventory);
  component = name != NULL ? weft_component_find (catalog, name) : NULL;
  if (component != NULL)
    add_component (facts, component, catalog);
  return facts;
}

/* --- chips --- */

static void
add_chip (GPtrArray *facts, const WeftChip *chip)
{
  for (guint i = 0; i < G_N_ELEMENTS (chip_figures); i++)
    {
      const char *key = chip_figures[i].key;
      double value = weft_record_get_si (chip->record, key);
      double to_si;
      WeftUnit unit = weft_key_unit (key, &to_si);

      if (isnan (value) && !chip_figures[i].always)
        continue;
      add_fact (facts, chip->record, key, value, write_value (value, unit, chip_figures[i].suffix));
    }
}

/* --- ports --- */

/* "72 of 144" */
static void
add_socket (GPtrArray *facts, const WeftGraphSocket *socket, const char *item)
{
  g_autofree char *used = weft_quantity_format (socket->used, WEFT_UNIT_COUNT);
  g_autofree char *total = weft_quantity_format (socket->total, WEFT_UNIT_COUNT);
  WeftGraphFact *fact;

  if (isnan (socket->total) && !(socket->used > 0))
    return;
  fact = add_fact (facts, NULL, "ports-used", socket->used,
                   /* Translators: ports that are used, and all of them */
                   g_strdup_printf (_("%s of %s"), used, total));
  g_free (fact->label);
  fact->label = g_str_equal (socket->end, item)
                  ? g_strdup (_("Ports used"))
                  : g_strdup_printf (_("Ports used, %s"), strchr (socket->end, ':') != NULL
                                                            ? strchr (socket->end, ':') + 1
                                                            : socket->end);
  fact->is_outside = socket->used > socket->total;
}

static void
add_sockets (GPtrArray *facts, WeftGraph *graph, WeftCatalog *catalog, guint definition,
             guint item)
{
  g_autoptr (GPtrArray) sockets = weft_graph_sockets (graph, catalog, definition, item);
  const char *id = weft_graph_definition (graph, definition)->items[item].id;

  for (guint i = 0; i < sockets->len; i++)
    add_socket (facts, sockets->pdata[i], id);
}

/**
 * weft_graph_item_facts: (skip)
 * @graph: any graph
 * @inventory: the records that it names parts of
 * @definition: a definition of it
 * @index: an item of that
 *
 * Of an item that is a definition they are those of its enclosure.
 *
 * Returns: (transfer full) (element-type WeftGraphFact): its figures, none for what the
 *   catalog does not know
 */
GPtrArray *
weft_graph_item_facts (WeftGraph *graph, WeftInventory *inventory, guint definition, guint index)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_graph_fact_free);
  WeftCatalog *catalog;
  const WeftGraphItem *item;
  const WeftChip *chip;
  const char *component = NULL;

  g_return_val_if_fail (graph != NULL && WEFT_IS_INVENTORY (inventory), facts);
  g_return_val_if_fail (definition < weft_graph_n_definitions (graph), facts);
  g_return_val_if_fail (index < weft_graph_definition (graph, definition)->n_items, facts);

  catalog = weft_inventory_get_catalog (inventory);
  item = &weft_graph_definition (graph, definition)->items[index];
  chip = item->kind == WEFT_GRAPH_CHIP && item->of != NULL
           ? weft_inventory_find_chip (inventory, item->of)
           : NULL;
  if (item->kind == WEFT_GRAPH_COMPONENT)
    component = item->of;
  else if (item->definition >= 0)
    component = weft_graph_definition (graph, item->definition)->enclosure;
  if (chip != NULL)
    add_chip (facts, chip);
  else if (component != NULL && weft_component_find (catalog, component) != NULL)
    add_component (facts, weft_component_find (catalog, component), catalog);
  add_sockets (facts, graph, catalog, definition, index);
  return facts;
}

/**
 * weft_graph_link_facts: (skip)
 * @graph: any graph
 * @inventory: the records that it names parts of
 * @definition: a definition of it
 * @link: a link of that
 *
 * Returns: (transfer full) (element-type WeftGraphFact): figures of the bundle's component
 */
GPtrArray *
weft_graph_link_facts (WeftGraph *graph, WeftInventory *inventory, guint definition, guint link)
{
  g_return_val_if_fail (graph != NULL && WEFT_IS_INVENTORY (inventory), NULL);
  g_return_val_if_fail (definition < weft_graph_n_definitions (graph), NULL);
  g_return_val_if_fail (link < weft_graph_definition (graph, definition)->n_links, NULL);

  return weft_graph_component_facts (
    inventory, weft_graph_definition (graph, definition)->links[link].component);
}
