/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items of cost in words: their names, and where their dollars come from. */
#include "model/measured/weft-cost-items.h"

#include <glib/gi18n-lib.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"

/**
 * weft_cost_item_nick:
 * @item: an item
 *
 * Returns: its name in files
 */
const char *
weft_cost_item_nick (WeftCostItem item)
{
  static const char *const nicks[WEFT_N_COST_ITEMS] = { "chips", "hosts", "fabric", "racks", "energy" };

  g_return_val_if_fail ((guint) item < WEFT_N_COST_ITEMS, NULL);

  return nicks[item];
}

/**
 * weft_cost_item_label:
 * @item: an item
 *
 * Returns: its name for people, translated
 */
const char *
weft_cost_item_label (WeftCostItem item)
{
  static const char *const labels[WEFT_N_COST_ITEMS] = {
    N_("Chips"), N_("Hosts"), N_("Fabric"), N_("Racks"), N_("Energy"),
  };

  g_return_val_if_fail ((guint) item < WEFT_N_COST_ITEMS, NULL);

  return _(labels[item]);
}

/**
 * weft_cost_factor_nick:
 * @factor: a factor
 *
 * Returns: its name in files
 */
const char *
weft_cost_factor_nick (WeftCostFactor factor)
{
  static const char *const nicks[WEFT_N_COST_FACTORS] = {
    "quantity", "price", "server", "interconnect", "rack", "energy",
  };

  g_return_val_if_fail ((guint) factor < WEFT_N_COST_FACTORS, NULL);

  return nicks[factor];
}

/**
 * weft_cost_factor_label:
 * @factor: a factor
 *
 * Returns: its name for people, translated
 */
const char *
weft_cost_factor_label (WeftCostFactor factor)
{
  static const char *const labels[WEFT_N_COST_FACTORS] = {
    N_("Quantity bought"), N_("Price of chips"), N_("Servers over chips"), N_("Fabric over servers"),
    N_("Price of racks"), N_("Price of energy and load"),
  };

  g_return_val_if_fail ((guint) factor < WEFT_N_COST_FACTORS, NULL);

  return _(labels[factor]);
}

/* Dollars a chip, or how many times others they are. */
static char *
explain_part (const WeftCostItems *self,
              WeftCostItem         item)
{
  double chips_usd = self->usd[WEFT_COST_CHIPS], servers_usd = chips_usd + self->usd[WEFT_COST_HOSTS];
  g_autofree char *count = weft_quantity_format (self->chips, WEFT_UNIT_COUNT);
  g_autofree char *each = weft_quantity_format (self->usd[item] / self->chips, WEFT_UNIT_USD);
  g_autofree char *over_chips = weft_quantity_format (servers_usd / chips_usd, WEFT_UNIT_RATIO);
  g_autofree char *over_servers = weft_quantity_format (1 + self->usd[item] / servers_usd, WEFT_UNIT_RATIO);

  switch (item)
    {
    case WEFT_COST_CHIPS:
      return g_strdup_printf (_("%s chips at %s."), count, each);
    case WEFT_COST_HOSTS:
      return g_strdup_printf (_("%s for each of %s chips: servers cost %s as much as their chips."), each, count,
                              over_chips);
    case WEFT_COST_FABRIC:
      return g_strdup_printf (_("%s for each of %s chips: with the fabric, servers cost %s as much."), each, count,
                              over_servers);
    case WEFT_COST_RACKS:
      return g_strdup_printf (_("%s for each of %s chips, by the watts in the racks or the price of their frames."),
                              each, count);
    case WEFT_COST_ENERGY:
    case WEFT_N_COST_ITEMS:
    default:
      g_return_val_if_reached (NULL);
    }
}

/**
 * weft_cost_items_explain:
 * @self: items
 * @item: one of them
 *
 * Returns: (transfer full): where its dollars come from, a sentence for people
 */
char *
weft_cost_items_explain (const WeftCostItems *self,
                         WeftCostItem         item)
{
  g_autofree char *draw = weft_quantity_format (self->mean_w, WEFT_UNIT_W);
  g_autofree char *years = weft_quantity_format (self->terms.years, WEFT_UNIT_NONE);
  g_autofree char *price = weft_quantity_format (self->terms.usd_per_kwh, WEFT_UNIT_USD);

  if (!(self->usd[item] >= 0))
    return g_strdup (_("The price of a part is unknown."));
  if (item == WEFT_COST_ENERGY)
    return g_strdup_printf (_("%s on average over %s years at %s a kilowatt-hour."), draw, years, price);
  if (!(self->chips > 0))
    return g_strdup (_("There are no chips."));
  return explain_part (self, item);
}

/**
 * weft_cost_items_to_json:
 * @self: items
 *
 * Returns: (transfer full): an object; what is unknown is null
 */
JsonNode *
weft_cost_items_to_json (const WeftCostItems *self)
{
  JsonObject *object = json_object_new (), *shares = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  for (guint i = 0; i < WEFT_N_COST_ITEMS; i++)
    {
      g_autofree char *why = weft_cost_items_explain (self, i);
      JsonObject *item = json_object_new ();

      weft_json_set_number (item, "usd", self->usd[i]);
      weft_json_set_number (item, "low_usd", self->low_usd[i]);
      weft_json_set_number (item, "high_usd", self->high_usd[i]);
      json_object_set_string_member (item, "why", why);
      json_object_set_object_member (object, weft_cost_item_nick (i), item);
    }
  weft_json_set_number (object, "total_usd", self->total_usd);
  weft_json_set_number (object, "total_low_usd", self->total_low_usd);
  weft_json_set_number (object, "total_high_usd", self->total_high_usd);
  weft_json_set_number (object, "half_width", self->half_width);
  for (guint i = 0; i < WEFT_N_COST_FACTORS; i++)
    weft_json_set_number (shares, weft_cost_factor_nick (i), self->variance_share[i]);
  json_object_set_object_member (object, "variance_share", shares);
  weft_json_set_number (object, "n_unknown", self->n_unknown);
  json_node_take_object (node, object);
  return node;
}
