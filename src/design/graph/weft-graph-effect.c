/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why an edit changed nothing. Both graphs are summed up, judged and totalled as the evaluator does
 * it; when that comes out the same, the reason is looked for in what the member is and which value
 * binds instead. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/graph/weft-graph-facts.h"
#include "design/graph/weft-graph-summary.h"
#include "design/graph/weft-graph-totals.h"
#include "design/graph/weft-graph-verify.h"

/* Rates that differ by less than this part are one. */
#define SAME_RATE 1e-9

/* What a graph amounts to. */
typedef struct
{
  WeftGraph *graph;
  gboolean is_scored; /* the partitions of @machine are known */
  WeftMachine machine;
  char *judgement;    /* violations and totals, as text */
} Outcome;

/* One edit between two outcomes. */
typedef struct
{
  WeftInventory *inventory;
  Outcome before;
  Outcome after;
  guint definition; /* of the graph after it */
  WeftGraphMembers members;
  guint index;
  const char *key;
} Case;

static void
append_scalar (GString *text, JsonNode *node)
{
  g_autofree char *written = node != NULL ? json_to_string (node, FALSE) : NULL;

  g_string_append_printf (text, " %s", written != NULL ? written : "-");
}

/* Numbers alone: the messages have names in them. */
static void
append_violations (GString *text, GPtrArray *violations)
{
  for (guint i = 0; i < violations->len; i++)
    {
      WeftViolation *violation = violations->pdata[i];

      g_string_append_printf (text, "%s %s", weft_violation_get_code (violation),
                              weft_violation_get_path (violation));
      append_scalar (text, weft_violation_get_actual (violation));
      append_scalar (text, weft_violation_get_limit (violation));
      g_string_append_c (text, '\n');
    }
}

/* Names of parts that lack a figure are words for people: only what they sum up to counts. */
static void
append_totals (GString *text, const WeftFlat *flat, WeftInventory *inventory)
{
  g_autoptr (WeftGraphTotals) totals = weft_graph_totals (flat, inventory);
  const WeftTotal *sums[] = { &totals->it_w, &totals->facility_w, &totals->cost_usd,
                              &totals->cost_rcu, &totals->units_used, &totals->units };

  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    g_string_append_printf (text, "%.17g %.17g\n", sums[i]->known,
                            weft_total_n_lacks (sums[i]));
  for (guint i = 0; i < totals->ports->len; i++)
    {
      const WeftTotalPorts *ports = &g_array_index (totals->ports, WeftTotalPorts, i);

      g_string_append_printf (text, "%s %u %.17g %.17g\n", ports->id, ports->count, ports->used,
                              ports->available);
    }
  g_string_append_printf (text, "%u %u %.17g\n", totals->n_racks, totals->n_chips,
                          totals->area_m2);
}

static void
outcome_init (Outcome *self, WeftGraph *graph, WeftInventory *inventory)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftFlat) flat = NULL;
  GString *text = g_string_new (NULL);

  *self = (Outcome){ .graph = graph };
  if (weft_graph_rules_check (graph, inventory, violations))
    flat = weft_flat_new (graph, inventory, NULL);
  if (flat != NULL)
    {
      self->is_scored = weft_graph_summarise_flat (flat, inventory, &self->machine, violations);
      weft_graph_verify_flat (flat, inventory, violations);
      append_totals (text, flat, inventory);
    }
  append_violations (text, violations);
  self->judgement = g_string_free (text, FALSE);
}

/* Counts that are out of range make a machine too large, or unsound. */
static gboolean
is_small (WeftGraph *graph)
{
  g_autofree double *instances = weft_graph_count_instances (graph);
  double devices = 0;

  for (guint i = 0; i < weft_graph_n_definitions (graph); i++)
    for (guint j = 0; j < weft_graph_definition (graph, i)->n_items; j++)
      if (weft_graph_definition (graph, i)->items[j].definition < 0)
        devices += instances[i] * weft_graph_definition (graph, i)->items[j].count;
  return devices <= WEFT_GRAPH_EXPLAIN_MAX_DEVICES;
}

/* --- what the score takes --- */

static gboolean
same_rate (double a, double b)
{
  return (isnan (a) && isnan (b)) || fabs (a - b) <= SAME_RATE * MAX (fabs (a), fabs (b));
}

/* As the model does: what the links carry, when that is known and less than the fabric has. */
static double
bind_rate (double fabric, double links)
{
  return links > 0 && !(links > fabric) ? links : fabric;
}

static double
up_rate (WeftInventory *inventory, const WeftMachinePartition *part)
{
  return bind_rate (
    weft_inventory_scaleup_on_chip (inventory, part->scaleup, part->chip)->bw_bytes_s,
    part->scaleup_bw_bytes_s);
}

static double
out_rate (WeftInventory *inventory, const WeftMachinePartition *part)
{
  return bind_rate (weft_inventory_scaleout (inventory, part->scaleout)->bw_bytes_s,
                    part->scaleout_bw_bytes_s);
}

static gboolean
same_partition (WeftInventory *inventory, const WeftMachinePartition *a,
                const WeftMachinePartition *b)
{
  return a->chip == b->chip && a->role == b->role && a->scaleup == b->scaleup
         && a->scaleout == b->scaleout && a->n_chips == b->n_chips
         && a->domain_chips == b->domain_chips
         && same_rate (up_rate (inventory, a), up_rate (inventory, b))
         && same_rate (out_rate (inventory, a), out_rate (inventory, b))
         && a->scaleup_extra_s == b->scaleup_extra_s && a->scaleout_extra_s == b->scaleout_extra_s;
}

static gboolean
same_score (const Case *edit)
{
  const WeftMachine *a = &edit->before.machine, *b = &edit->after.machine;

  if (edit->before.is_scored != edit->after.is_scored || a->n_partitions != b->n_partitions)
    return FALSE;
  for (guint i = 0; i < a->n_partitions; i++)
    if (!same_partition (edit->inventory, &a->partitions[i], &b->partitions[i]))
      return FALSE;
  return TRUE;
}

/* --- reasons --- */

static const WeftGraphDefinition *
owner_of (const Case *edit)
{
  return weft_graph_definition (edit->after.graph, edit->definition);
}

static gboolean
is_switch (const Case *edit, const WeftGraphEnd *end)
{
  const WeftGraphItem *item = end->item >= 0 ? &owner_of (edit)->items[end->item] : NULL;
  const WeftComponent *component =
    item != NULL && item->kind == WEFT_GRAPH_COMPONENT && item->of != NULL
      ? weft_component_find (weft_inventory_get_catalog (edit->inventory), item->of)
      : NULL;

  return component != NULL && g_str_has_prefix (component->entity, "Switch.");
}

static gboolean
joins_switches (const Case *edit, const WeftGraphLink *link)
{
  for (guint i = 0; i < link->n_to; i++)
    if (!is_switch (edit, &link->to[i]))
      return FALSE;
  return is_switch (edit, &link->from);
}

/* The partition whose fabric a link is of, and what that fabric is to it. */
typedef struct
{
  const char *name;
  double own;     /* the fabric's rate on the chip */
  double before;  /* what the links carried */
  double after;   /* what they carry now */
  double alpha_s;
} Layer;

static gboolean
find_layer (const Case *edit, const WeftGraphLink *link, Layer *layer)
{
  const WeftScaleup *up = weft_inventory_find_scaleup (edit->inventory, link->fabric);
  const WeftScaleout *out = weft_inventory_find_scaleout (edit->inventory, link->fabric);

  for (guint i = 0; i < edit->after.machine.n_partitions; i++)
    {
      const WeftMachinePartition *part = &edit->after.machine.partitions[i];
      const WeftMachinePartition *was = &edit->before.machine.partitions[i];

      if (up != NULL && part->scaleup == up->index)
        {
          const WeftScaleupOnChip *on =
            weft_inventory_scaleup_on_chip (edit->inventory, up->index, part->chip);

          *layer = (Layer){ up->id, on->bw_bytes_s, was->scaleup_bw_bytes_s,
                            part->scaleup_bw_bytes_s, on->alpha_s };
          return TRUE;
        }
      if (up == NULL && out != NULL && part->scaleout == out->index)
        {
          *layer = (Layer){ out->id, out->bw_bytes_s, was->scaleout_bw_bytes_s,
                            part->scaleout_bw_bytes_s, out->alpha_s };
          return TRUE;
        }
    }
  return FALSE;
}

static char *
explain_rate (const Layer *layer)
{
  g_autofree char *own = weft_quantity_format (layer->own, WEFT_UNIT_BYTES_S);
  g_autofree char *links = weft_quantity_format (layer->after, WEFT_UNIT_BYTES_S);

  if (layer->after > layer->own * (1 + SAME_RATE))
    return g_strdup_printf (_("%s gives a chip %s, less than the %s of its links"), layer->name,
                            own, links);
  if (same_rate (layer->before, layer->after) && layer->after > 0)
    return g_strdup_printf (_("the slowest chip’s links of %s carry %s as before"), layer->name,
                            links);
  return g_strdup_printf (_("a chip’s rate is the %s of %s"), own, layer->name);
}

/* The profile has one latency for the whole fabric; a cable counts with what it differs in from the
 * fabric's usual one, on the ways with the fewest hops. */
static char *
explain_latency (const Case *edit, const WeftGraphLink *link, const Layer *layer)
{
  const WeftComponent *component =
    link->component != NULL
      ? weft_component_find (weft_inventory_get_catalog (edit->inventory), link->component)
      : NULL;
  g_autofree char *alpha = weft_quantity_format (layer->alpha_s, WEFT_UNIT_S);
  g_autofree char *own = NULL;

  if (component == NULL || isnan (component->latency_s))
    return g_strdup_printf (_("the profile’s latency of %s, %s, holds for all its links"),
                            layer->name, alpha);
  own = weft_quantity_format (component->latency_s, WEFT_UNIT_S);
  return g_strdup_printf (_("the profile’s latency of %s, %s, stands for its usual parts, and with "
                            "this cable’s %s the shortest ways differ from them no more than "
                            "before"),
                          layer->name, alpha, own);
}

static char *
explain_link (const Case *edit)
{
  const WeftGraphLink *link = &owner_of (edit)->links[edit->index];
  g_autofree char *rate = NULL;
  g_autofree char *latency = NULL;
  Layer layer;

  if (link->fabric == NULL)
    return g_strdup (_("these links are of no fabric, and workloads send over fabrics alone"));
  if (!edit->after.is_scored)
    return NULL;
  if (!find_layer (edit, link, &layer))
    return g_strdup_printf (_("no chip that workloads run on has links of %s"), link->fabric);
  if (g_str_equal (edit->key, "length_m"))
    return explain_latency (edit, link, &layer);
  if (joins_switches (edit, link))
    {
      g_autofree char *bound =
        weft_quantity_format (bind_rate (layer.own, layer.after), WEFT_UNIT_BYTES_S);

      return g_strdup_printf (_("a fabric’s rate is taken where it leaves the chip, %s, and these "
                                "links join switches"), bound);
    }
  rate = explain_rate (&layer);
  if (!g_str_equal (edit->key, "component"))
    return g_steal_pointer (&rate);
  latency = explain_latency (edit, link, &layer);
  return g_strdup_printf (_("%s; %s"), rate, latency);
}

static char *
explain_item (const Case *edit)
{
  const WeftGraphItem *item = &owner_of (edit)->items[edit->index];
  const WeftChip *chip = item->kind == WEFT_GRAPH_CHIP && item->of != NULL
                           ? weft_inventory_find_chip (edit->inventory, item->of)
                           : NULL;

  if (g_str_equal (edit->key, "at"))
    return g_strdup (_("a place on the canvas is for the eye"));
  if (g_str_equal (edit->key, "id"))
    return g_strdup (_("a name is for people and for the links that use it"));
  if (g_str_equal (edit->key, "u"))
    return g_strdup (_("no parts meet, and no cable’s rule depends on it"));
  if (chip != NULL && chip->refused != NULL)
    return g_strdup_printf (_("no workload runs on “%s”: %s"), item->id, chip->refused);
  if (item->kind == WEFT_GRAPH_COMPONENT)
    return g_strdup_printf (_("the score counts chips and their links, and “%s” limits neither"),
                            item->id);
  return NULL;
}

static char *
explain_port (const Case *edit)
{
  const WeftGraphDefinition *owner = owner_of (edit);
  const WeftGraphPort *port = &owner->ports[edit->index];

  if (weft_graph_count_port_users (edit->after.graph, edit->definition, port->id) == 0)
    return g_strdup_printf (_("no link ends at the port “%s” of “%s”"), port->id, owner->id);
  return g_strdup_printf (_("the links at “%s” take fewer ports than it offers"), port->id);
}

static char *
explain_definition (const Case *edit)
{
  const WeftGraphDefinition *owner = owner_of (edit);

  if (g_str_equal (edit->key, "title") || g_str_equal (edit->key, "id"))
    return g_strdup (_("a name is for people; no rule and no model reads it"));
  if (g_str_equal (edit->key, "enclosure"))
    return g_strdup_printf (_("“%s” keeps the limits of both, and the score takes none of them"),
                            owner->id);
  return NULL;
}

static char *
find_reason (const Case *edit)
{
  const WeftGraphDefinition *owner = owner_of (edit);

  if (edit->index == G_MAXUINT)
    return explain_definition (edit);
  if (edit->members == WEFT_GRAPH_ITEMS && edit->index < owner->n_items)
    return explain_item (edit);
  if (edit->members == WEFT_GRAPH_LINKS && edit->index < owner->n_links)
    return explain_link (edit);
  if (edit->members == WEFT_GRAPH_PORTS && edit->index < owner->n_ports)
    return explain_port (edit);
  return NULL;
}

/* Parts that the root does not reach need no summing up. */
static char *
explain_reach (WeftGraph *before, WeftGraph *after, const char *definition)
{
  g_autofree double *now = weft_graph_count_instances (after);
  g_autofree double *then = weft_graph_count_instances (before);
  int index = weft_graph_find (after, definition);
  int was = weft_graph_find (before, definition);

  if (index < 0 || now[index] > 0 || (was >= 0 && then[was] > 0))
    return NULL;
  return g_strdup_printf (_("No effect: “%s” is no part of the machine, the root “%s” does not "
                            "hold it."), definition, weft_graph_get_root (after, NULL));
}

static char *
write_sentence (const Case *edit)
{
  gboolean same = g_str_equal (edit->before.judgement, edit->after.judgement);
  g_autofree char *reason = find_reason (edit);

  if (same)
    return reason != NULL ? g_strdup_printf (_("No effect: %s."), reason)
                          : g_strdup (_("No effect: chips, rates, power, cost and rules stay as "
                                        "they are."));
  /* Power, cost or the rules show it; only the score does not. */
  return reason != NULL && edit->after.is_scored
           ? g_strdup_printf (_("No effect on the score: %s."), reason)
           : NULL;
}

/**
 * weft_graph_explain_no_effect: (skip)
 * @before: the graph before an edit
 * @after: the graph after it
 * @inventory: the catalog as the profile sees it
 * @definition: the definition that was edited, by its name after it
 * @members: which list of it
 * @index: which member, or %G_MAXUINT for the definition itself
 * @key: which value of the member
 *
 * Takes as long as two evaluations of the rules, so a window calls it from a worker.
 *
 * Returns: (transfer full) (nullable): a sentence, or %NULL when the edit has an effect
 */
char *
weft_graph_explain_no_effect (WeftGraph *before, WeftGraph *after, WeftInventory *inventory,
                              const char *definition, WeftGraphMembers members, guint index,
                              const char *key)
{
  Case edit = { .inventory = inventory, .members = members, .index = index, .key = key };
  char *words;
  int found;

  g_return_val_if_fail (before != NULL && after != NULL && WEFT_IS_INVENTORY (inventory), NULL);
  g_return_val_if_fail (definition != NULL && key != NULL, NULL);

  found = weft_graph_find (after, definition);
  if (found < 0)
    return NULL;
  words = explain_reach (before, after, definition);
  if (words != NULL || !is_small (before) || !is_small (after))
    return words;
  edit.definition = found;
  outcome_init (&edit.before, before, inventory);
  outcome_init (&edit.after, after, inventory);
  if (same_score (&edit))
    words = write_sentence (&edit);
  g_free (edit.before.judgement);
  g_free (edit.after.judgement);
  return words;
}
