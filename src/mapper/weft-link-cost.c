/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each cable and each switch counts with its own latency and overhead (the tuple of CHASE, section 4.1); what the
 * fabric's start-up time has over its usual cables and switch is added once, for the card and the driver. */
#include "mapper/weft-link-cost-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quantity.h"
#include "design/graph/weft-graph-kit-private.h"
#include "mapper/weft-map-problem.h"

/* How many names a sentence lists. */
#define MAX_NAMED 4

/* A fabric of a layer. */
typedef struct
{
  double usual_s; /* two of its usual cables and its usual switch */
  double cable_s; /* its usual cable, NAN when not known */
  double hop_s;   /* its usual switch, NAN when not known */
  double forward_s; /* a chip that hands on where the fabric has no switches, NAN when not known */
  double cable_bytes_s; /* scale-up: what one of a chip's cables carries, NAN when no chip has any */
  double startup_s; /* most that a message was charged */
  gboolean is_used;
} Fabric;

struct _WeftLinkCosts
{
  const WeftFlat *flat;
  WeftInventory *inventory;
  WeftCatalog *catalog;
  WeftBundleCost *bundles; /* [n_bundles] */
  Fabric *fabrics[WEFT_N_LAYERS];
  gboolean *is_passed; /* [components] switches and cards that ways lead through */
  gboolean is_forwarded; /* a way leads through a chip, and nothing is known of handing on there */
};

static double
known_or (double value, double otherwise)
{
  return isnan (value) ? otherwise : value;
}

/* NAN when neither is known. */
static double
sum_known (double latency_s, double overhead_s)
{
  return isnan (latency_s) ? overhead_s : latency_s + known_or (overhead_s, 0);
}

static double
part_latency_s (const WeftComponent *part)
{
  return sum_known (part->latency_s, part->overhead_s);
}

static WeftRecord *
fabric_record (const WeftLinkCosts *self, WeftLayer layer, guint fabric)
{
  return layer == WEFT_LAYER_UP ? weft_inventory_scaleup (self->inventory, fabric)->record
                                : weft_inventory_scaleout (self->inventory, fabric)->record;
}

/* --- fabrics --- */

static void
take_fabric (WeftLinkCosts *self, WeftLayer layer, guint index)
{
  Fabric *fabric = &self->fabrics[layer][index];
  WeftRecord *record = fabric_record (self, layer, index);
  WeftGraphKit kit;

  *fabric = (Fabric) { .cable_s = NAN, .hop_s = NAN, .forward_s = NAN, .cable_bytes_s = NAN };
  if (weft_graph_kit_find (self->inventory, record, &kit))
    {
      fabric->cable_s = part_latency_s (kit.cable);
      fabric->hop_s = part_latency_s (kit.hub);
    }
  else if (layer == WEFT_LAYER_OUT)
    {
      fabric->hop_s = weft_record_get_si (record, "switch_hop_us");
    }
  else if (weft_record_get_flag (record, "switched"))
    {
      fabric->hop_s = weft_record_get_si (record, "hop_us");
    }
  else
    {
      fabric->forward_s = weft_record_get_si (record, "hop_us");
    }
  fabric->usual_s = 2 * known_or (fabric->cable_s, 0) + known_or (fabric->hop_s, 0);
}

static void
take_fabrics (WeftLinkCosts *self)
{
  const guint n[WEFT_N_LAYERS] = {
    [WEFT_LAYER_UP] = weft_inventory_n_scaleups (self->inventory),
    [WEFT_LAYER_OUT] = weft_inventory_n_scaleouts (self->inventory),
  };

  for (guint layer = WEFT_LAYER_UP; layer < WEFT_N_LAYERS; layer++)
    {
      self->fabrics[layer] = g_new (Fabric, n[layer] + 1);
      for (guint i = 0; i < n[layer]; i++)
        take_fabric (self, layer, i);
    }
}

static const WeftScaleupOnChip *
scaleup_at (const WeftLinkCosts *self, guint fabric, guint32 device)
{
  const WeftScaleupOnChip *on_chip;

  if (!weft_flat_is_chip (self->flat, device))
    return NULL;
  on_chip = weft_inventory_scaleup_on_chip (self->inventory, fabric, self->flat->parts[device]);
  return on_chip->fits ? on_chip : NULL;
}

/* The start-up time of a message of a fabric between two devices; of chips that differ the longer one. */
static double
alpha_s (const WeftLinkCosts *self, WeftBundleFabric of, guint32 from, guint32 to)
{
  const guint32 ends[2] = { from, to };
  double most_s = NAN;

  if (of.layer == WEFT_LAYER_OUT)
    return weft_inventory_scaleout (self->inventory, of.fabric)->alpha_s;
  for (guint i = 0; i < 2; i++)
    {
      const WeftScaleupOnChip *on_chip = scaleup_at (self, of.fabric, ends[i]);

      if (on_chip != NULL)
        most_s = fmax (most_s, on_chip->alpha_s);
    }
  return isnan (most_s) ? weft_record_get_si (fabric_record (self, of.layer, of.fabric), "alpha_us") : most_s;
}

/* What one of the cables of a scale-up fabric at a chip carries: the chip's rate over all of them. */
static double
share_of_chip (const WeftLinkCosts *self, guint32 device, WeftBundleFabric of)
{
  const WeftFlat *flat = self->flat;
  const WeftScaleupOnChip *on_chip = scaleup_at (self, of.fabric, device);
  double cables = 0;

  if (on_chip == NULL)
    return NAN;
  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    {
      const WeftBundleFabric *fabric = &self->bundles[flat->bundles[k]].fabric;

      cables += fabric->layer == of.layer && fabric->fabric == of.fabric ? flat->cables[k] : 0;
    }
  return on_chip->bw_bytes_s / cables;
}

/* --- bundles --- */

static void
take_part (WeftLinkCosts *self, guint32 index)
{
  const WeftFlatBundle *bundle = &self->flat->bundle[index];
  WeftBundleCost *cost = &self->bundles[index];

  cost->rate_bytes_s = bundle->bw_bytes_s;
  cost->latency_s = sum_known (bundle->latency_s, bundle->overhead_s);
  cost->rate_from = isnan (cost->rate_bytes_s) ? WEFT_COST_UNKNOWN : WEFT_COST_FROM_PART;
  cost->latency_from = isnan (cost->latency_s) ? WEFT_COST_UNKNOWN : WEFT_COST_FROM_PART;
}

static void
set_rate (WeftBundleCost *cost, double rate_bytes_s, WeftCostSource from)
{
  if (cost->rate_from != WEFT_COST_UNKNOWN || isnan (rate_bytes_s))
    return;
  cost->rate_bytes_s = rate_bytes_s;
  cost->rate_from = from;
}

static void
set_latency (WeftBundleCost *cost, double latency_s, WeftCostSource from)
{
  if (cost->latency_from != WEFT_COST_UNKNOWN || isnan (latency_s))
    return;
  cost->latency_s = latency_s;
  cost->latency_from = from;
}

/* Links at chips first: those between switches of a scale-up fabric have the rate of the chips' own. */
static void
take_rates_at_chips (WeftLinkCosts *self)
{
  const WeftFlat *flat = self->flat;

  for (guint32 k = 0; k < flat->n_links; k++)
    {
      WeftBundleCost *cost = &self->bundles[flat->bundles[k]];
      Fabric *fabric;

      if (cost->fabric.layer != WEFT_LAYER_UP)
        continue;
      fabric = &self->fabrics[WEFT_LAYER_UP][cost->fabric.fabric];
      if (cost->rate_from != WEFT_COST_UNKNOWN && !isnan (fabric->cable_bytes_s))
        continue;
      set_rate (cost, share_of_chip (self, flat->from[k], cost->fabric), WEFT_COST_FROM_FABRIC);
      if (isnan (fabric->cable_bytes_s) && scaleup_at (self, cost->fabric.fabric, flat->from[k]) != NULL)
        fabric->cable_bytes_s = cost->rate_bytes_s;
    }
}

static void
take_from_fabric (WeftLinkCosts *self, guint32 index)
{
  WeftBundleCost *cost = &self->bundles[index];
  const Fabric *fabric;

  if (cost->fabric.layer == WEFT_LAYER_NONE)
    return;
  fabric = &self->fabrics[cost->fabric.layer][cost->fabric.fabric];
  if (cost->fabric.layer == WEFT_LAYER_UP)
    set_rate (cost, fabric->cable_bytes_s, WEFT_COST_FROM_FABRIC);
  else
    set_rate (cost, weft_inventory_scaleout (self->inventory, cost->fabric.fabric)->bw_bytes_s, WEFT_COST_FROM_FABRIC);
  /* Without a usual cable the fabric's start-up time has it in it. */
  set_latency (cost, known_or (fabric->cable_s, 0), WEFT_COST_FROM_FABRIC);
}

/* The slowest cable at a device that something is known of. */
static const WeftBundleCost *
slowest_at (const WeftLinkCosts *self, guint32 device, const WeftBundleCost *slowest)
{
  const WeftFlat *flat = self->flat;

  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    {
      const WeftBundleCost *cost = &self->bundles[flat->bundles[k]];

      if (cost->rate_from <= WEFT_COST_FROM_FABRIC
          && (slowest == NULL || cost->rate_bytes_s < slowest->rate_bytes_s))
        slowest = cost;
    }
  return slowest;
}

static void
take_from_beside (WeftLinkCosts *self)
{
  const WeftFlat *flat = self->flat;

  for (guint32 k = 0; k < flat->n_links; k++)
    {
      WeftBundleCost *cost = &self->bundles[flat->bundles[k]];
      const WeftBundleCost *slowest;

      if (cost->rate_from != WEFT_COST_UNKNOWN && cost->latency_from != WEFT_COST_UNKNOWN)
        continue;
      slowest = slowest_at (self, flat->to[k], slowest_at (self, flat->from[k], NULL));
      if (slowest == NULL)
        continue;
      if (cost->rate_from == WEFT_COST_UNKNOWN && cost->fabric.layer == WEFT_LAYER_NONE)
        cost->fabric = slowest->fabric;
      set_rate (cost, slowest->rate_bytes_s, WEFT_COST_FROM_BESIDE);
      set_latency (cost, known_or (slowest->latency_s, 0), WEFT_COST_FROM_BESIDE);
    }
}

/* "node: gpu → switch". (transfer full) */
static char *
name_bundle (const WeftFlat *flat, guint32 index)
{
  const WeftFlatBundle *bundle = &flat->bundle[index];
  const WeftGraphDefinition *definition = weft_graph_definition (flat->graph, bundle->definition);
  const WeftGraphLink *link = &definition->links[bundle->link];

  return g_strdup_printf ("%s: %s → %s", definition->id, link->from.text, link->to[0].text);
}

/* --- ways --- */

void
weft_link_costs_pass (const WeftLinkCosts *self, guint32 device, WeftBundleFabric fabric, double *latency_s,
                      double *overhead_s)
{
  gboolean is_chip = weft_flat_is_chip (self->flat, device);
  const WeftComponent *part = is_chip ? NULL : weft_component_at (self->catalog, self->flat->parts[device]);

  *overhead_s = part != NULL ? known_or (part->overhead_s, 0) : 0;
  *latency_s = part != NULL ? part->latency_s : NAN;
  if (!isnan (*latency_s) || *overhead_s > 0 || fabric.layer == WEFT_LAYER_NONE)
    return;
  *latency_s = is_chip ? self->fabrics[fabric.layer][fabric.fabric].forward_s
                       : self->fabrics[fabric.layer][fabric.fabric].hop_s;
}

/* What a switch, a card or a chip adds that a way leads through, entered by a link of @fabric. */
static double
pass_s (WeftLinkCosts *self, guint32 device, WeftBundleFabric fabric)
{
  gboolean is_chip = weft_flat_is_chip (self->flat, device);
  double latency_s, overhead_s;

  if (!is_chip)
    self->is_passed[self->flat->parts[device]] = TRUE;
  weft_link_costs_pass (self, device, fabric, &latency_s, &overhead_s);
  self->is_forwarded = self->is_forwarded || (is_chip && isnan (latency_s));
  return known_or (latency_s, 0) + overhead_s;
}

double
weft_link_costs_startup (const WeftLinkCosts *self, WeftBundleFabric fabric, guint32 from, guint32 to)
{
  if (fabric.layer == WEFT_LAYER_NONE)
    return 0;
  return fmax (known_or (alpha_s (self, fabric, from, to), 0) - self->fabrics[fabric.layer][fabric.fabric].usual_s, 0);
}

/* Once for each fabric that the way leads over. */
static double
startup_s (WeftLinkCosts *self, const guint32 *links, guint n_links, guint at)
{
  const WeftFlat *flat = self->flat;
  WeftBundleFabric of = self->bundles[flat->bundles[links[at]]].fabric;
  Fabric *fabric;
  double extra_s;

  if (of.layer == WEFT_LAYER_NONE)
    return 0;
  for (guint i = 0; i < at; i++)
    {
      WeftBundleFabric seen = self->bundles[flat->bundles[links[i]]].fabric;

      if (seen.layer == of.layer && seen.fabric == of.fabric)
        return 0;
    }
  fabric = &self->fabrics[of.layer][of.fabric];
  extra_s = weft_link_costs_startup (self, of, flat->from[links[0]], flat->to[links[n_links - 1]]);
  fabric->is_used = TRUE;
  fabric->startup_s = fmax (fabric->startup_s, extra_s);
  return extra_s;
}

WeftLinkCosts *
weft_link_costs_new (const WeftFlat *flat, WeftInventory *inventory)
{
  WeftLinkCosts *self = g_new0 (WeftLinkCosts, 1);
  g_autofree WeftBundleFabric *fabrics = weft_graph_fabrics (flat, inventory);

  self->flat = flat;
  self->inventory = inventory;
  self->catalog = weft_inventory_get_catalog (inventory);
  self->bundles = g_new0 (WeftBundleCost, flat->n_bundles + 1);
  self->is_passed = g_new0 (gboolean, weft_component_count (self->catalog) + 1);
  take_fabrics (self);
  for (guint32 i = 0; i < flat->n_bundles; i++)
    {
      self->bundles[i].fabric = fabrics[i];
      take_part (self, i);
    }
  take_rates_at_chips (self);
  for (guint32 i = 0; i < flat->n_bundles; i++)
    take_from_fabric (self, i);
  take_from_beside (self);
  return self;
}

void
weft_link_costs_free (WeftLinkCosts *self)
{
  if (self == NULL)
    return;
  for (guint layer = 0; layer < WEFT_N_LAYERS; layer++)
    g_free (self->fabrics[layer]);
  g_free (self->bundles);
  g_free (self->is_passed);
  g_free (self);
}

double
weft_link_costs_rate (const WeftLinkCosts *self, guint32 link)
{
  return self->bundles[self->flat->bundles[link]].rate_bytes_s * self->flat->cables[link];
}

WeftBundleFabric
weft_link_costs_fabric (const WeftLinkCosts *self, guint32 link)
{
  return self->bundles[self->flat->bundles[link]].fabric;
}

void
weft_link_costs_cable (const WeftLinkCosts *self, guint32 link, double *latency_s, double *overhead_s)
{
  const WeftBundleCost *cost = &self->bundles[self->flat->bundles[link]];
  const WeftFlatBundle *bundle = &self->flat->bundle[self->flat->bundles[link]];
  gboolean is_own = cost->latency_from == WEFT_COST_FROM_PART;

  *latency_s = known_or (is_own ? bundle->latency_s : cost->latency_s, 0);
  *overhead_s = is_own ? known_or (bundle->overhead_s, 0) : 0;
}

gboolean
weft_link_costs_reduces (const WeftLinkCosts *self, WeftBundleFabric fabric)
{
  return fabric.layer != WEFT_LAYER_NONE
         && weft_record_get_flag (fabric_record (self, fabric.layer, fabric.fabric), "in_network_reduction");
}

char *
weft_link_costs_name (const WeftLinkCosts *self, guint32 link)
{
  return name_bundle (self->flat, self->flat->bundles[link]);
}

gboolean
weft_link_costs_path (WeftLinkCosts *self, const guint32 *links, guint n_links, WeftLink *cost, GError **error)
{
  *cost = (WeftLink) { 0, INFINITY };
  for (guint i = 0; i < n_links; i++)
    {
      WeftBundleCost *bundle = &self->bundles[self->flat->bundles[links[i]]];
      double rate_bytes_s = weft_link_costs_rate (self, links[i]);

      if (isnan (rate_bytes_s) || rate_bytes_s <= 0)
        {
          g_autofree char *name = name_bundle (self->flat, self->flat->bundles[links[i]]);

          g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_UNKNOWN_COST,
                       _("the rate of the links “%s” is not known: name their component or their fabric"), name);
          return FALSE;
        }
      bundle->is_used = TRUE;
      cost->bw_bytes_s = MIN (cost->bw_bytes_s, rate_bytes_s);
      cost->alpha_s += known_or (bundle->latency_s, 0) + startup_s (self, links, n_links, i);
      if (i + 1 < n_links)
        cost->alpha_s += pass_s (self, self->flat->to[links[i]], bundle->fabric);
    }
  return TRUE;
}

/* --- notes --- */

static gboolean
is_open (const WeftBundleCost *cost)
{
  return cost->is_used && cost->rate_from == WEFT_COST_FROM_FABRIC;
}

static gboolean
is_same_rate (const WeftBundleCost *a, const WeftBundleCost *b)
{
  return a->fabric.layer == b->fabric.layer && a->fabric.fabric == b->fabric.fabric
         && a->rate_bytes_s == b->rate_bytes_s;
}

/* One sentence for all bundles with the same rate of the same fabric, at the first of them. */
static void
note_open (const WeftLinkCosts *self, guint32 index, GPtrArray *notes)
{
  const WeftBundleCost *cost = &self->bundles[index];
  g_autofree char *rate = weft_quantity_format (cost->rate_bytes_s, WEFT_UNIT_BYTES_S);
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;

  for (guint32 i = 0; i < self->flat->n_bundles; i++)
    {
      g_autofree char *name = NULL;

      if (!is_open (&self->bundles[i]) || !is_same_rate (cost, &self->bundles[i]))
        continue;
      if (i < index)
        return;
      name = name_bundle (self->flat, i);
      if (n++ < MAX_NAMED)
        g_string_append_printf (names, n > 1 ? ", “%s”" : "“%s”", name);
    }
  if (n > MAX_NAMED)
    g_string_append (names, ", …");
  g_ptr_array_add (notes, g_strdup_printf (_("The cables of the links %s are left open: each carries %s, which is its "
                                             "part of the rate of %s."),
                                           names->str, rate,
                                           weft_record_get_name (fabric_record (self, cost->fabric.layer,
                                                                                cost->fabric.fabric))));
}

static void
note_bundle (const WeftLinkCosts *self, guint32 index, GPtrArray *notes)
{
  const WeftBundleCost *cost = &self->bundles[index];
  g_autofree char *name = name_bundle (self->flat, index);
  g_autofree char *rate = weft_quantity_format (cost->rate_bytes_s, WEFT_UNIT_BYTES_S);

  if (is_open (cost))
    note_open (self, index, notes);
  else if (cost->rate_from == WEFT_COST_FROM_BESIDE)
    g_ptr_array_add (notes, g_strdup_printf (_("Nothing is known of the links “%s”: each cable counts as the slowest "
                                               "one beside it, %s."),
                                             name, rate));
  else if (cost->latency_from == WEFT_COST_UNKNOWN)
    g_ptr_array_add (notes, g_strdup_printf (_("The latency of the links “%s” is not known and counts as 0."), name));
}

static void
note_startups (const WeftLinkCosts *self, GPtrArray *notes)
{
  for (guint layer = WEFT_LAYER_UP; layer < WEFT_N_LAYERS; layer++)
    {
      guint n = layer == WEFT_LAYER_UP ? weft_inventory_n_scaleups (self->inventory)
                                       : weft_inventory_n_scaleouts (self->inventory);

      for (guint i = 0; i < n; i++)
        {
          const Fabric *fabric = &self->fabrics[layer][i];
          g_autofree char *startup = NULL;

          if (!fabric->is_used || fabric->startup_s <= 0)
            continue;
          startup = weft_quantity_format (fabric->startup_s, WEFT_UNIT_S);
          g_ptr_array_add (notes, g_strdup_printf (_("Besides its cables and switches a message over %s takes %s to "
                                                     "start: the fabric's start-up time less its usual cables and "
                                                     "switch."),
                                                   weft_record_get_name (fabric_record (self, layer, i)), startup));
        }
    }
}

static void
note_parts (const WeftLinkCosts *self, GPtrArray *notes)
{
  g_autoptr (GString) open = g_string_new (NULL);

  for (guint i = 0; i < weft_component_count (self->catalog); i++)
    {
      const WeftComponent *part = weft_component_at (self->catalog, i);

      if (!self->is_passed[i])
        continue;
      if (isnan (part_latency_s (part)))
        g_ptr_array_add (notes, g_strdup_printf (_("The latency of %s is not known: it counts with that of its "
                                                   "fabric's usual switch, or 0."),
                                                 part->name));
      else if (isnan (part->overhead_s))
        g_string_append_printf (open, "%s%s", open->len > 0 ? ", " : "", part->name);
    }
  for (guint32 i = 0; i < self->flat->n_bundles; i++)
    if (self->bundles[i].is_used && self->bundles[i].latency_from == WEFT_COST_FROM_PART
        && isnan (self->flat->bundle[i].overhead_s))
      {
        const char *name = weft_component_at (self->catalog, self->flat->bundle[i].component)->name;

        if (strstr (open->str, name) == NULL)
          g_string_append_printf (open, "%s%s", open->len > 0 ? ", " : "", name);
      }
  if (open->len > 0)
    g_ptr_array_add (notes,
                     g_strdup_printf (_("Not known, and counted as 0: the protocol overhead of %s."), open->str));
}

void
weft_link_costs_note (const WeftLinkCosts *self, GPtrArray *notes)
{
  for (guint32 i = 0; i < self->flat->n_bundles; i++)
    if (self->bundles[i].is_used)
      note_bundle (self, i, notes);
  note_startups (self, notes);
  note_parts (self, notes);
  if (self->is_forwarded)
    g_ptr_array_add (notes, g_strdup (_("Some ways lead through a chip: handing on takes it no time here.")));
}
