/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an item of power or cost comes from: the sentence with the numbers, how far it may be off, each partition's
 * share, and the facts and constants behind it. */
#include "model/weft-explain-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model/measured/weft-measured-items-private.h"

/* --- both --- */

static void
add_interval (GPtrArray  *origins,
              double      low,
              double      high,
              WeftUnit    unit,
              const char *why)
{
  g_autofree char *least = weft_quantity_format (low, unit);
  g_autofree char *most = weft_quantity_format (high, unit);

  weft_origins_add (origins, _("90 % interval"), g_strdup_printf (_("%s to %s"), least, most), WEFT_CONFIDENCE_DERIVED,
                    why);
}

/* An item in a list of all: its interval goes before the sentence. */
static void
add_item (GPtrArray  *origins,
          const char *label,
          double      value,
          double      low,
          double      high,
          WeftUnit    unit,
          const char *why)
{
  g_autofree char *least = weft_quantity_format (low, unit);
  g_autofree char *most = weft_quantity_format (high, unit);
  g_autofree char *known = g_strdup_printf (_("%s to %s in nine cases of ten. %s"), least, most, why);

  weft_origins_add_number (origins, label, value, unit, isnan (low) && isnan (high) ? why : known);
}

static const char *
name_of (WeftEvaluation *self,
         guint           partition)
{
  g_autoptr (WeftPartitionResult) part = g_list_model_get_item (G_LIST_MODEL (self->partitions), partition);

  return part != NULL ? part->name : ""; /* the list keeps it */
}

/* What a graph's totals have of one kind of part. */
static void
add_total (GPtrArray       *origins,
           const WeftTotal *total,
           WeftTotalKind    kind,
           WeftUnit         unit)
{
  g_autofree char *lacks = NULL;
  guint n = (guint) weft_total_n_lacks (total);

  if (!(total->known > 0) && n == 0)
    return;
  if (n > 0)
    lacks = g_strdup_printf (ngettext ("nameplates of the graph's parts; at least, since %u part has no figure",
                                       "nameplates of the graph's parts; at least, since %u parts have no figure", n), n);
  weft_origins_add_number (origins, weft_total_kind_label (kind), total->known, unit,
                           lacks != NULL ? lacks : _("figures of the graph's parts"));
}

/* Whether an earlier partition has the same chip and fabrics, whose facts have been said then. */
static gboolean
is_said (WeftEvaluation *self,
         guint           index)
{
  const WeftMachinePartition *parts = self->machine.partitions;

  for (guint i = 0; i < index; i++)
    if (parts[i].chip == parts[index].chip && parts[i].scaleup == parts[index].scaleup
        && parts[i].scaleout == parts[index].scaleout)
      return TRUE;
  return FALSE;
}

/* Of the tiers of switches that so many endpoints need. */
static void
add_scaleout (GPtrArray      *origins,
              WeftEvaluation *self,
              guint           index,
              gboolean        money)
{
  static const char *const power_keys[WEFT_MAX_TIERS][3] = {
    { "power_w_per_endpoint_1tier", "switch_radix_ports" },
    { "power_w_per_endpoint", "power_w_per_endpoint_2tier" },
    { "power_w_per_endpoint_2tier", "switch_w_per_port", "switch_xcvr_w_per_port" },
  };
  static const char *const cost_keys[WEFT_MAX_TIERS][3] = {
    { "cost_usd_per_endpoint_2tier", "switch_usd_per_port", "xcvr_pair_usd" },
    { "cost_usd_per_endpoint_2tier" },
    { "cost_usd_per_endpoint_2tier", "switch_usd_per_port", "xcvr_pair_usd" },
  };
  const WeftScaleout *out = weft_inventory_scaleout (self->inventory, self->machine.partitions[index].scaleout);
  gsize tier = (gsize) (weft_scaleout_tier (out, self->result.n[index]) - out->tiers);

  for (guint i = 0; i < 3; i++)
    {
      const char *key = money ? cost_keys[tier][i] : power_keys[tier][i];

      if (key != NULL && weft_origins_add_record_value (origins, self, out->record, key) && tier == 1)
        break;
    }
}

/* --- power --- */

static const char *const power_spreads[WEFT_N_POWER_ITEMS] = {
  "power_chip_factor", "power_host_factor", "power_fabric_factor", "power_cooling_factor", "power_other_factor",
};

/* Of a chip at work: its energies, and the rates of products that some of them are for. */
static void
add_energies (GPtrArray            *origins,
              WeftEvaluation       *self,
              const WeftPowerItems *part,
              const WeftChip       *chip)
{
  static const char *const keys[] = {
    "power_idle_share", "power_byte_j", "power_exchange_share", "power_link_byte_j", "power_vector_flop_j",
    "power_matrix_share",
  };
  const char *const scopes[] = { chip->id, chip->dataflow ? "sram" : NULL, NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    weft_origins_add_scoped (origins, self, keys[i], scopes);
  for (guint i = 0; i < WEFT_N_FORMATS; i++)
    if (part->activity.matrix_flops[i] > 0)
      {
        g_autofree char *own = g_strconcat (chip->id, "/", weft_format_nick (i), NULL);
        const char *const names[] = { own, chip->id, weft_format_nick (i), NULL };

        weft_origins_add_scoped (origins, self, "gemm_flop_share", names);
      }
}

static void
add_host (GPtrArray      *origins,
          WeftEvaluation *self,
          const WeftChip *chip)
{
  const char *const scopes[] = { chip->id, weft_record_get_id (chip->record), NULL };

  if (!(chip->host_w > 0))
    return;
  weft_origins_add_scoped (origins, self, "power_host_socket_w", scopes);
  weft_origins_add_scoped (origins, self, "power_chips_per_socket", scopes);
  weft_origins_add_record_value (origins, self, chip->record, "node_chips");
}

static void
add_power_facts (GPtrArray            *origins,
                 WeftEvaluation       *self,
                 const WeftPowerItems *part,
                 WeftPowerItem         item,
                 guint                 index)
{
  const WeftMachinePartition *place = &self->machine.partitions[index];
  const WeftChip *chip = weft_inventory_chip (self->inventory, place->chip);

  switch (item)
    {
    case WEFT_POWER_CHIPS:
      weft_origins_add_record_value (origins, self, chip->record, "tdp_w");
      if (!part->is_peak)
        add_energies (origins, self, part, chip);
      break;
    case WEFT_POWER_HOSTS:
      add_host (origins, self, chip);
      break;
    case WEFT_POWER_FABRIC:
      weft_origins_add_scaleup_value (origins, self, place, "power_w_per_chip");
      add_scaleout (origins, self, index, FALSE);
      break;
    case WEFT_POWER_COOLING:
    case WEFT_POWER_OTHER:
    case WEFT_N_POWER_ITEMS:
    default:
      break;
    }
}

static void
add_power_constants (GPtrArray      *origins,
                     WeftEvaluation *self,
                     WeftPowerItem   item,
                     gboolean        is_peak)
{
  static const char *const scopes[] = { "power/chip", "power", NULL };
  WeftProfile *profile = weft_inventory_get_profile (self->inventory);

  if (item == WEFT_POWER_COOLING)
    weft_origins_add_constant (origins, self, "pue");
  if (item == WEFT_POWER_OTHER && !self->items->is_graph)
    {
      weft_origins_add_constant (origins, self, "power_loss_share");
      weft_origins_add_constant (origins, self, "power_service_share");
    }
  if (item != WEFT_POWER_CHIPS)
    weft_origins_add_constant (origins, self, power_spreads[item]);
  else if (!is_peak && weft_profile_get_scoped (profile, "spread", scopes, &(double) { 0 }, NULL, NULL))
    weft_origins_add_scoped (origins, self, "spread", scopes);
  else if (!is_peak)
    weft_origins_add_constant (origins, self, power_spreads[item]);
}

/* The kinds of parts that an item of a graph is the sum of. */
static void
add_graph_power (GPtrArray      *origins,
                 WeftEvaluation *self,
                 WeftPowerItem   item)
{
  static const WeftPowerItem item_of[WEFT_N_TOTALS] = {
    [WEFT_TOTAL_CHIPS] = WEFT_POWER_CHIPS,    [WEFT_TOTAL_MEMORY] = WEFT_POWER_CHIPS,
    [WEFT_TOTAL_OTHER] = WEFT_POWER_HOSTS,    [WEFT_TOTAL_SWITCHES] = WEFT_POWER_FABRIC,
    [WEFT_TOTAL_NICS] = WEFT_POWER_FABRIC,    [WEFT_TOTAL_CABLES] = WEFT_POWER_FABRIC,
    [WEFT_TOTAL_COOLING] = WEFT_POWER_COOLING,
  };

  for (guint i = 0; i < WEFT_N_TOTALS; i++)
    if (item_of[i] == item)
      add_total (origins, &self->totals->power_w[i], i, WEFT_UNIT_W);
}

static void
explain_power_item (GPtrArray            *origins,
                    WeftEvaluation       *self,
                    const WeftPowerItems *items,
                    const WeftPowerItems *parts,
                    WeftPowerItem         item)
{
  gboolean is_graph = self->items->is_graph;
  /* Of a graph, what its parts say; its chips at work besides. */
  gboolean by_parts = !is_graph || (item == WEFT_POWER_CHIPS && !items->is_peak);
  g_autofree char *why = weft_power_items_explain (items, item);

  weft_origins_add_number (origins, weft_power_item_label (item), items->w[item], WEFT_UNIT_W, why);
  add_interval (origins, items->low_w[item], items->high_w[item], WEFT_UNIT_W,
                item == WEFT_POWER_CHIPS && items->is_peak ? _("no chip draws more than its TDP for long")
                                                           : _("from the factor below"));
  if (is_graph)
    add_graph_power (origins, self, item);
  for (guint i = 0; by_parts && i < self->items->n_partitions; i++)
    {
      if (self->items->n_partitions > 1)
        {
          g_autofree char *own = weft_power_items_explain (&parts[i], item);

          weft_origins_add_number (origins, name_of (self, i), parts[i].w[item], WEFT_UNIT_W, own);
        }
      if (!is_said (self, i) || !parts[i].is_peak)
        add_power_facts (origins, self, &parts[i], item, i);
    }
  add_power_constants (origins, self, item, items->is_peak);
}

/* @kind: of the workload, WEFT_N_WORKLOADS for the peak. */
static gboolean
explain_power_of (GPtrArray        *origins,
                  WeftEvaluation   *self,
                  WeftWorkloadKind  kind,
                  const char       *nick)
{
  gboolean is_peak = kind == WEFT_N_WORKLOADS;
  const WeftPowerItems *items, *parts;

  if (self->items == NULL || (!is_peak && !self->items->works[kind]))
    return FALSE;
  items = is_peak ? &self->items->peak : &self->items->work[kind];
  parts = is_peak ? weft_measured_items_peak (self->items, 0) : weft_measured_items_work (self->items, kind, 0);

  if (nick == NULL)
    {
      weft_origins_add_number (origins, is_peak ? _("Power at the peak") : _("Power at work"), items->total_w, WEFT_UNIT_W,
                               _("the sum of the items, at the facility's feed"));
      add_interval (origins, items->total_low_w, items->total_high_w, WEFT_UNIT_W,
                    _("items are off independently of each other"));
    }
  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    {
      g_autofree char *why = weft_power_items_explain (items, i);

      if (nick == NULL)
        add_item (origins, weft_power_item_label (i), items->w[i], items->low_w[i], items->high_w[i], WEFT_UNIT_W, why);
      else if (g_str_equal (nick, weft_power_item_nick (i)))
        explain_power_item (origins, self, items, parts, i);
    }
  return origins->len > 0;
}

/* --- cost --- */

static void
add_cost_facts (GPtrArray      *origins,
                WeftEvaluation *self,
                WeftCostItem    item,
                guint           index)
{
  const WeftMachinePartition *place = &self->machine.partitions[index];

  if (item == WEFT_COST_CHIPS)
    weft_origins_add_record_value (origins, self, weft_inventory_chip (self->inventory, place->chip)->record, "price_usd");
  if (item != WEFT_COST_FABRIC)
    return;
  weft_origins_add_scaleup_value (origins, self, place, "cost_usd_per_chip");
  add_scaleout (origins, self, index, TRUE);
}

/* Constants that an item is computed with, and those that it is off by. */
static void
add_cost_constants (GPtrArray      *origins,
                    WeftEvaluation *self,
                    WeftCostItem    item)
{
  static const char *const keys[WEFT_N_COST_ITEMS][6] = {
    [WEFT_COST_CHIPS] = { "cost_quantity_spread", "cost_price_spread" },
    [WEFT_COST_HOSTS] = { "cost_server_factor", "cost_server_spread", "cost_quantity_spread", "cost_price_spread" },
    [WEFT_COST_FABRIC] = { "cost_interconnect_factor", "cost_interconnect_spread", "cost_server_spread",
                           "cost_quantity_spread", "cost_price_spread" },
    [WEFT_COST_RACKS] = { "cost_rack_usd_per_w", "cost_rack_spread", "cost_quantity_spread" },
    [WEFT_COST_ENERGY] = { "usd_per_kwh", "use_years", "cost_load_share", "cost_energy_spread", "cost_quantity_spread" },
  };
  static const char *const of_partitions[] = { "cost_server_factor", "cost_interconnect_factor", "cost_rack_usd_per_w" };

  for (const char *const *key = keys[item]; *key != NULL; key++)
    {
      gboolean computed = FALSE;

      for (gsize i = 0; i < G_N_ELEMENTS (of_partitions); i++)
        computed = computed || g_str_equal (*key, of_partitions[i]);
      /* A graph's parts have prices; the fabric's factor stands in for an unknown one. */
      if (!computed || (!self->items->is_graph && item != WEFT_COST_FABRIC)
          || (item == WEFT_COST_FABRIC && isnan (weft_evaluation_get_cost_usd (self)) && !self->items->is_graph))
        weft_origins_add_constant (origins, self, *key);
    }
}

static void
add_graph_cost (GPtrArray      *origins,
                WeftEvaluation *self,
                WeftCostItem    item)
{
  static const WeftCostItem item_of[WEFT_N_TOTALS] = {
    [WEFT_TOTAL_CHIPS] = WEFT_COST_CHIPS,    [WEFT_TOTAL_MEMORY] = WEFT_COST_CHIPS,
    [WEFT_TOTAL_OTHER] = WEFT_COST_HOSTS,    [WEFT_TOTAL_SWITCHES] = WEFT_COST_FABRIC,
    [WEFT_TOTAL_NICS] = WEFT_COST_FABRIC,    [WEFT_TOTAL_CABLES] = WEFT_COST_FABRIC,
    [WEFT_TOTAL_COOLING] = WEFT_COST_RACKS,
  };

  for (guint i = 0; i < WEFT_N_TOTALS; i++)
    if (item_of[i] == item)
      add_total (origins, &self->totals->parts_usd[i], i, WEFT_UNIT_USD);
  if (self->totals->racks_usd > 0 && (item == WEFT_COST_HOSTS || item == WEFT_COST_RACKS))
    weft_origins_add_number (origins, _("Frames of racks"), self->totals->racks_usd, WEFT_UNIT_USD,
                             item == WEFT_COST_RACKS ? _("figures of the graph's parts")
                                                     : _("count with racks, not here"));
}

static void
explain_cost_item (GPtrArray           *origins,
                   WeftEvaluation      *self,
                   const WeftCostItems *items,
                   WeftCostItem         item)
{
  g_autofree char *why = weft_cost_items_explain (items, item);

  weft_origins_add_number (origins, weft_cost_item_label (item), items->usd[item], WEFT_UNIT_USD, why);
  add_interval (origins, items->low_usd[item], items->high_usd[item], WEFT_UNIT_USD, _("from the spreads below"));
  if (self->items->is_graph)
    add_graph_cost (origins, self, item);
  for (guint i = 0; !self->items->is_graph && i < self->items->n_partitions; i++)
    if (!is_said (self, i))
      add_cost_facts (origins, self, item, i);
  add_cost_constants (origins, self, item);
}

static void
explain_cost_total (GPtrArray           *origins,
                    const WeftCostItems *items)
{
  g_autofree char *years = weft_quantity_format (items->terms.years, WEFT_UNIT_NONE);
  g_autofree char *formula = g_strdup_printf (_("the sum of the items, energy over %s years among them"), years);

  weft_origins_add_number (origins, _("Cost over the years of use"), items->total_usd, WEFT_UNIT_USD, formula);
  add_interval (origins, items->total_low_usd, items->total_high_usd, WEFT_UNIT_USD,
                _("quantity, prices and factors are off independently of each other"));
  weft_origins_add_number (origins, _("To buy"), weft_cost_items_purchase (items), WEFT_UNIT_USD,
                           _("all but energy: what a budget in dollars pays"));
  for (guint i = 0; i < WEFT_N_COST_ITEMS; i++)
    {
      g_autofree char *why = weft_cost_items_explain (items, i);

      add_item (origins, weft_cost_item_label (i), items->usd[i], items->low_usd[i], items->high_usd[i], WEFT_UNIT_USD,
                why);
    }
}

/* --- public --- */

gboolean
weft_explain_power (GPtrArray        *origins,
                    WeftEvaluation   *self,
                    WeftWorkloadKind  kind,
                    const char       *path)
{
  if (g_str_equal (path, "power"))
    return explain_power_of (origins, self, kind, NULL);
  return g_str_has_prefix (path, "power/") && explain_power_of (origins, self, kind, path + strlen ("power/"));
}

gboolean
weft_explain_cost (GPtrArray      *origins,
                   WeftEvaluation *self,
                   const char     *path)
{
  const char *nick = path + strlen ("cost/");

  if (self->items == NULL)
    return FALSE;
  if (g_str_equal (path, "cost"))
    explain_cost_total (origins, &self->items->cost);
  for (guint i = 0; i < WEFT_N_COST_ITEMS && g_str_has_prefix (path, "cost/"); i++)
    if (g_str_equal (nick, weft_cost_item_nick (i)))
      explain_cost_item (origins, self, &self->items->cost, i);
  return origins->len > 0;
}
