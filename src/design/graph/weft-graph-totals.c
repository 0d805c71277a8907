/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adding a machine up. Equal definitions are added once and taken as often as the machine has them;
 * a chassis whose figure is known covers what is unknown inside of it. */
#include "design/graph/weft-graph-totals.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/graph/weft-graph-cable-private.h"

typedef enum
{
  QUANTITY_W,
  QUANTITY_USD,
  QUANTITY_RCU,
} Quantity;

typedef struct
{
  const WeftFlat *flat;
  const WeftGraph *graph;
  WeftInventory *inventory;
  WeftCatalog *catalog;
  guint n;            /* definitions */
  WeftGraphTotals *totals;
  double *cables;     /* [n_bundles] */

  /* Of the quantity that is being added. */
  Quantity quantity;
  WeftTotal *by_kind; /* [WEFT_N_TOTALS], NULL when only the sum is wanted */
  WeftTotal *sum;
  double *inside;     /* [n] known sum of the parts of one instance */
  double *bare;       /* [n] instances that no chassis with a figure is around */
  double *covered;    /* [n] the others */
} Adder;

static void
clear_lack (gpointer data)
{
  g_free (((WeftTotalLack *) data)->name);
}

static void
init_total (WeftTotal *total)
{
  total->known = 0;
  total->lacks = g_array_new (FALSE, FALSE, sizeof (WeftTotalLack));
  g_array_set_clear_func (total->lacks, clear_lack);
}

static void
add_lack (WeftTotal *total, const char *name, double count)
{
  WeftTotalLack lack = { g_strdup (name), count };

  g_array_append_val (total->lacks, lack);
}

/* To the sum and its kind. */
static void
add_amount (Adder *self, WeftTotalKind kind, double amount, double count, const char *definition,
            const char *part)
{
  g_autofree char *name = NULL;
  WeftTotal *totals[] = { self->sum, self->by_kind != NULL ? &self->by_kind[kind] : NULL };

  if (count <= 0)
    return;
  if (isnan (amount))
    name = g_strdup_printf ("%s > %s", definition, part);
  for (guint i = 0; i < G_N_ELEMENTS (totals) && totals[i] != NULL; i++)
    if (isnan (amount))
      add_lack (totals[i], name, count);
    else
      totals[i]->known += amount * count;
}

/* A slip of the keyboard is as good as no figure; the verifier names it. */
static double
sensible (Quantity quantity, double amount)
{
  double most = quantity == QUANTITY_W ? WEFT_PHYSICAL_MAX_W : WEFT_PHYSICAL_MAX_USD;

  return amount >= 0 && amount <= most ? amount : NAN;
}

static double
component_amount (Quantity quantity, const WeftComponent *component)
{
  if (quantity == QUANTITY_USD)
    return sensible (quantity, component->cost_usd);
  if (quantity == QUANTITY_RCU)
    return sensible (quantity, component->cost_rcu);
  return sensible (quantity, isnan (component->active_max_w) ? component->active_w
                                                             : component->active_max_w);
}

/* Of a chip or a component; 0 for a definition, whose parts count themselves. */
static double
native_amount (const Adder *self, guint definition, guint number)
{
  const WeftGraphItem *item = &weft_graph_definition (self->graph, definition)->items[number];
  const WeftChip *chip;

  if (item->kind == WEFT_GRAPH_DEFINITION)
    return 0;
  if (item->kind == WEFT_GRAPH_COMPONENT)
    return component_amount (self->quantity, weft_flat_item_component (self->flat, self->catalog,
                                                                       definition, number));
  chip = weft_inventory_chip (self->inventory, self->flat->item_parts[definition][number]);
  if (self->quantity == QUANTITY_W)
    return sensible (QUANTITY_W, chip->tdp_w);
  return sensible (self->quantity, self->quantity == QUANTITY_USD
                                     ? chip->price_usd
                                     : weft_record_get_number (chip->record, "rcu"));
}

/* Host processors are a part of the host. */
static WeftTotalKind
kind_of (const Adder *self, guint definition, guint number)
{
  static const struct
  {
    const char *group;
    WeftTotalKind kind;
  } groups[] = {
    { "Die.", WEFT_TOTAL_CHIPS },      { "Socket.", WEFT_TOTAL_CHIPS },
    { "Switch.", WEFT_TOTAL_SWITCHES }, { "NIC.", WEFT_TOTAL_NICS },
    { "Mem.", WEFT_TOTAL_MEMORY },     { "Chassis.JBOM_Pool", WEFT_TOTAL_MEMORY },
    { "Rack.CDU", WEFT_TOTAL_COOLING },
  };
  const WeftComponent *component;

  component = weft_flat_item_component (self->flat, self->catalog, definition, number);
  if (component == NULL)
    return weft_inventory_chip (self->inventory,
                                self->flat->item_parts[definition][number])->refused == NULL
             ? WEFT_TOTAL_CHIPS : WEFT_TOTAL_OTHER;
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (g_str_has_prefix (component->entity, groups[i].group))
      return groups[i].kind;
  return WEFT_TOTAL_OTHER;
}

/* The chassis of a node; NULL for none, and for racks, which cover nothing. */
static const WeftComponent *
chassis_of (const Adder *self, guint index)
{
  if (weft_graph_definition (self->graph, index)->level >= WEFT_LEVEL_RACK)
    return NULL;
  return weft_flat_enclosure (self->flat, self->catalog, index);
}

static double
chassis_amount (const Adder *self, guint index)
{
  const WeftComponent *chassis = chassis_of (self, index);

  return chassis != NULL ? component_amount (self->quantity, chassis) : NAN;
}

/* From the packages up, so that every child comes before what holds it. */
static void
sum_inside (Adder *self)
{
  for (WeftLevel level = WEFT_LEVEL_PACKAGE; level <= WEFT_LEVEL_CLUSTER; level++)
    for (guint i = 0; i < self->n; i++)
      {
        const WeftGraphDefinition *definition = weft_graph_definition (self->graph, i);

        if (definition->level != level || self->bare[i] + self->covered[i] == 0)
          continue;
        for (guint j = 0; j < definition->n_items; j++)
          {
            const WeftGraphItem *item = &definition->items[j];
            double one = item->definition < 0 ? native_amount (self, i, j)
                                              : self->inside[item->definition];

            self->inside[i] += isnan (one) ? 0 : one * item->count;
          }
        self->inside[i] = fmax (self->inside[i], chassis_amount (self, i));
      }
}

/* From the machine down. */
static void
count_instances (Adder *self)
{
  self->bare[self->flat->instances[0].definition] = 1;
  for (WeftLevel level = WEFT_LEVEL_CLUSTER; level >= WEFT_LEVEL_PACKAGE; level--)
    for (guint i = 0; i < self->n; i++)
      {
        const WeftGraphDefinition *definition = weft_graph_definition (self->graph, i);
        double all = self->bare[i] + self->covered[i];
        gboolean covers;

        if (definition->level != level || all == 0)
          continue;
        covers = !isnan (chassis_amount (self, i));
        for (guint j = 0; j < definition->n_items; j++)
          {
            const WeftGraphItem *item = &definition->items[j];

            if (item->definition < 0)
              continue;
            self->bare[item->definition] += covers ? 0 : self->bare[i] * item->count;
            self->covered[item->definition]
                += (covers ? all : self->covered[i]) * item->count;
          }
      }
}

/* What the chassis has beyond its parts, and what a rack's frame costs. */
static void
add_enclosure (Adder *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  double parts = 0, whole;

  if (definition->enclosure == NULL)
    return;
  if (definition->level >= WEFT_LEVEL_RACK)
    {
      whole = component_amount (self->quantity,
                                weft_flat_enclosure (self->flat, self->catalog, index));
      if (self->quantity != QUANTITY_W)
        add_amount (self, WEFT_TOTAL_OTHER, whole, self->bare[index], definition->id,
                    definition->enclosure);
      if (self->quantity == QUANTITY_USD && !isnan (whole))
        self->totals->racks_usd += whole * self->bare[index];
      return;
    }
  whole = chassis_amount (self, index);
  for (guint j = 0; j < definition->n_items; j++)
    {
      const WeftGraphItem *item = &definition->items[j];
      double one = item->definition < 0 ? native_amount (self, index, j)
                                        : self->inside[item->definition];

      parts += isnan (one) ? 0 : one * item->count;
    }
  add_amount (self, WEFT_TOTAL_OTHER, isnan (whole) ? NAN : MAX (0, whole - parts),
              self->bare[index], definition->id, definition->enclosure);
}

static void
add_items (Adder *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  gboolean covers = !isnan (chassis_amount (self, index));
  double all = self->bare[index] + self->covered[index];

  for (guint j = 0; j < definition->n_items; j++)
    {
      const WeftGraphItem *item = &definition->items[j];
      double amount;

      if (item->definition >= 0)
        continue;
      amount = native_amount (self, index, j);
      add_amount (self, kind_of (self, index, j), amount,
                  item->count * (!isnan (amount) ? all : covers ? 0 : self->bare[index]),
                  definition->id, item->id);
    }
}

static void
add_bundles (Adder *self)
{
  const WeftFlat *flat = self->flat;

  for (guint32 i = 0; i < flat->n_bundles; i++)
    {
      const WeftFlatBundle *bundle = &flat->bundle[i];
      const WeftGraphDefinition *owner = weft_graph_definition (self->graph, bundle->definition);
      const WeftComponent *component
          = bundle->component != WEFT_FLAT_NONE
              ? weft_component_at (self->catalog, bundle->component) : NULL;
      double amount;

      if (self->quantity == QUANTITY_W)
        amount = weft_graph_cable_w (component, owner->level);
      else if (self->quantity == QUANTITY_USD)
        amount = weft_graph_cable_usd (component, owner->level);
      else
        amount = weft_graph_cable_rcu (component, owner->level);
      add_amount (self, WEFT_TOTAL_CABLES, sensible (self->quantity, amount),
                  self->cables[i], owner->id, owner->links[bundle->link].from.text);
    }
}

/* Watts of one end of one cable of a bundle, 0 for what is unknown. */
static double
end_w (const Adder *self, const WeftFlatBundle *bundle)
{
  double w;

  if (bundle->component == WEFT_FLAT_NONE)
    return 0;
  w = weft_graph_cable_w (weft_component_at (self->catalog, bundle->component),
                          weft_graph_definition (self->graph, bundle->definition)->level);
  return isnan (sensible (QUANTITY_W, w)) ? 0 : w / 2;
}

/* The nameplate of a chassis covers the ends that are plugged into it: what they draw is no longer
 * of the host. */
static void
take_covered_ends (Adder *self)
{
  const WeftFlat *flat = self->flat;
  g_autofree gboolean *covered = weft_graph_list_covered (flat, self->catalog);
  g_autofree double *watts = g_new (double, flat->n_bundles + 1);
  WeftTotal *other = &self->by_kind[WEFT_TOTAL_OTHER];
  double ends_w = 0;

  for (guint32 i = 0; i < flat->n_bundles; i++)
    watts[i] = end_w (self, &flat->bundle[i]);
  for (guint32 k = 0; k < flat->n_links; k++)
    if (watts[flat->bundles[k]] > 0 && covered[flat->owners[flat->from[k]]])
      ends_w += watts[flat->bundles[k]] * flat->cables[k];
  ends_w = MIN (ends_w, other->known);
  other->known -= ends_w;
  self->sum->known -= ends_w;
}

static void
add_quantity (Adder *self, Quantity quantity, WeftTotal *by_kind, WeftTotal *sum)
{
  g_autofree double *inside = g_new0 (double, self->n + 1);
  g_autofree double *bare = g_new0 (double, self->n + 1);
  g_autofree double *covered = g_new0 (double, self->n + 1);

  self->quantity = quantity;
  self->by_kind = by_kind;
  self->sum = sum;
  self->inside = inside;
  self->bare = bare;
  self->covered = covered;
  count_instances (self);
  sum_inside (self);
  for (guint i = 0; i < self->n; i++)
    if (bare[i] + covered[i] > 0)
      {
        add_items (self, i);
        add_enclosure (self, i);
      }
  add_bundles (self);
  if (quantity == QUANTITY_W)
    take_covered_ends (self);
}

/* Rack units that are taken, and those that there are. */
static void
add_units (Adder *self)
{
  const WeftFlat *flat = self->flat;
  g_autofree guint *counts = g_new0 (guint, self->n + 1);

  for (guint32 i = 0; i < flat->n_instances; i++)
    counts[flat->instances[i].definition]++;
  self->by_kind = NULL;
  for (guint i = 0; i < self->n; i++)
    {
      const WeftGraphDefinition *definition = weft_graph_definition (self->graph, i);
      const char *enclosure = definition->enclosure;

      if (counts[i] == 0 || definition->level != WEFT_LEVEL_RACK)
        continue;
      self->totals->n_racks += counts[i];
      self->sum = &self->totals->units;
      add_amount (self, WEFT_TOTAL_OTHER,
                  enclosure != NULL ? weft_flat_enclosure (flat, self->catalog, i)->u_space : NAN,
                  counts[i], definition->id, enclosure != NULL ? enclosure : _("enclosure"));
      self->sum = &self->totals->units_used;
      for (guint j = 0; j < definition->n_items; j++)
        add_amount (self, WEFT_TOTAL_OTHER,
                    weft_graph_item_units (flat, self->catalog, i, j),
                    definition->items[j].count * counts[i], definition->id,
                    definition->items[j].id);
    }
}

/* Chips that run workloads, and switches by kind. */
static void
count_devices (Adder *self)
{
  const WeftFlat *flat = self->flat;
  guint n = weft_component_count (self->catalog);
  g_autofree WeftTotalPorts *kinds = g_new0 (WeftTotalPorts, n + 1);

  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      guint32 part = flat->parts[i];
      WeftTotalPorts *kind = &kinds[part < n ? part : 0];
      const WeftGraphItem *item
          = &weft_graph_definition (self->graph, flat->instances[flat->owners[i]].definition)
               ->items[flat->items[i]];

      if (item->kind == WEFT_GRAPH_CHIP)
        self->totals->n_chips += weft_inventory_chip (self->inventory, part)->refused == NULL;
      if (flat->kinds[i] != WEFT_DEVICE_SWITCH)
        continue;
      kind->count++;
      kind->used += (double) weft_flat_ports (flat, i);
      kind->available += weft_component_at (self->catalog, part)->ports;
    }
  for (guint i = 0; i < n; i++)
    if (kinds[i].count > 0)
      {
        kinds[i].id = weft_component_at (self->catalog, i)->id;
        g_array_append_val (self->totals->ports, kinds[i]);
      }
}

static void
find_facility (WeftGraphTotals *totals, WeftInventory *inventory)
{
  double factor = 1;

  totals->pue = NAN;
  if (weft_profile_get_number (weft_inventory_get_profile (inventory), "pue", &totals->pue, NULL))
    factor = totals->pue;
  else
    add_lack (&totals->facility_w, _("PUE of the facility"), 1);
  totals->facility_w.known = totals->it_w.known * factor;
  for (guint i = 0; i < totals->it_w.lacks->len; i++)
    {
      const WeftTotalLack *lack = &g_array_index (totals->it_w.lacks, WeftTotalLack, i);

      add_lack (&totals->facility_w, lack->name, lack->count);
    }
}

static WeftGraphTotals *
new_totals (void)
{
  WeftGraphTotals *self = g_new0 (WeftGraphTotals, 1);

  for (guint i = 0; i < WEFT_N_TOTALS; i++)
    {
      init_total (&self->power_w[i]);
      init_total (&self->parts_usd[i]);
    }
  init_total (&self->it_w);
  init_total (&self->facility_w);
  init_total (&self->cost_usd);
  init_total (&self->cost_rcu);
  init_total (&self->units_used);
  init_total (&self->units);
  self->ports = g_array_new (FALSE, FALSE, sizeof (WeftTotalPorts));
  return self;
}

/**
 * weft_graph_totals: (skip)
 * @flat: a graph that keeps the composition rules, written out
 * @inventory: the catalog as the profile sees it
 *
 * Power is that of nameplates. A chassis whose nameplate or price is known covers what is inside,
 * and counts with the larger of its own figure and the sum of its parts; what it has beyond them is
 * of the kind "other", less what cables and optics draw from it. A rack's price is that of its
 * frame. Cables and optics count with both ends; what is built into boards and backplanes counts
 * with what holds it.
 *
 * Returns: (transfer full): the totals, which need @inventory's catalog as long as they are read
 */
WeftGraphTotals *
weft_graph_totals (const WeftFlat *flat, WeftInventory *inventory)
{
  g_autoptr (WeftGraphFloor) floor = NULL;
  g_autofree double *cables = NULL;
  Adder adder = { .flat = flat, .inventory = inventory };

  g_return_val_if_fail (flat != NULL && WEFT_IS_INVENTORY (inventory), NULL);

  cables = weft_graph_count_cables (flat);
  adder.graph = flat->graph;
  adder.catalog = weft_inventory_get_catalog (inventory);
  adder.n = weft_graph_n_definitions (flat->graph);
  adder.totals = new_totals ();
  adder.cables = cables;
  add_quantity (&adder, QUANTITY_W, adder.totals->power_w, &adder.totals->it_w);
  add_quantity (&adder, QUANTITY_USD, adder.totals->parts_usd, &adder.totals->cost_usd);
  add_quantity (&adder, QUANTITY_RCU, NULL, &adder.totals->cost_rcu);
  add_units (&adder);
  count_devices (&adder);
  find_facility (adder.totals, inventory);
  floor = weft_graph_floor_new (flat, adder.catalog);
  adder.totals->area_m2 = weft_graph_floor_area (floor);
  return adder.totals;
}

static void
copy_total (WeftTotal *to, const WeftTotal *from)
{
  to->known = from->known;
  for (guint i = 0; i < from->lacks->len; i++)
    {
      const WeftTotalLack *lack = &g_array_index (from->lacks, WeftTotalLack, i);

      add_lack (to, lack->name, lack->count);
    }
}

/**
 * weft_graph_totals_copy: (skip)
 * @self: totals
 *
 * Returns: (transfer full): a copy
 */
WeftGraphTotals *
weft_graph_totals_copy (const WeftGraphTotals *self)
{
  WeftGraphTotals *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = new_totals ();
  for (guint i = 0; i < WEFT_N_TOTALS; i++)
    {
      copy_total (&copy->power_w[i], &self->power_w[i]);
      copy_total (&copy->parts_usd[i], &self->parts_usd[i]);
    }
  copy_total (&copy->it_w, &self->it_w);
  copy_total (&copy->facility_w, &self->facility_w);
  copy_total (&copy->cost_usd, &self->cost_usd);
  copy_total (&copy->cost_rcu, &self->cost_rcu);
  copy_total (&copy->units_used, &self->units_used);
  copy_total (&copy->units, &self->units);
  g_array_append_vals (copy->ports, self->ports->data, self->ports->len);
  copy->racks_usd = self->racks_usd;
  copy->pue = self->pue;
  copy->n_racks = self->n_racks;
  copy->n_chips = self->n_chips;
  copy->area_m2 = self->area_m2;
  return copy;
}

/**
 * weft_graph_totals_free: (skip)
 * @self: (nullable) (transfer full): totals
 */
void
weft_graph_totals_free (WeftGraphTotals *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < WEFT_N_TOTALS; i++)
    {
      g_array_unref (self->power_w[i].lacks);
      g_array_unref (self->parts_usd[i].lacks);
    }
  g_array_unref (self->it_w.lacks);
  g_array_unref (self->facility_w.lacks);
  g_array_unref (self->cost_usd.lacks);
  g_array_unref (self->cost_rcu.lacks);
  g_array_unref (self->units_used.lacks);
  g_array_unref (self->units.lacks);
  g_array_unref (self->ports);
  g_free (self);
}
