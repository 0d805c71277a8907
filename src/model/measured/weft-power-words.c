/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items of power in words: their names, and where their watts come from. */
#include "model/measured/weft-power-items.h"

#include <glib/gi18n-lib.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"

#define PICO 1e12

/**
 * weft_power_item_nick:
 * @item: an item
 *
 * Returns: its name in files
 */
const char *
weft_power_item_nick (WeftPowerItem item)
{
  static const char *const nicks[WEFT_N_POWER_ITEMS] = { "chips", "hosts", "fabric", "cooling", "other" };

  g_return_val_if_fail ((guint) item < WEFT_N_POWER_ITEMS, NULL);

  return nicks[item];
}

/**
 * weft_power_item_label:
 * @item: an item
 *
 * Returns: its name for people, translated
 */
const char *
weft_power_item_label (WeftPowerItem item)
{
  static const char *const labels[WEFT_N_POWER_ITEMS] = {
    N_("Chips"), N_("Hosts"), N_("Fabric"), N_("Cooling and power distribution"),
    N_("Fans, power supplies and service nodes"),
  };

  g_return_val_if_fail ((guint) item < WEFT_N_POWER_ITEMS, NULL);

  return _(labels[item]);
}

/* What an activity draws: watts, its rate, the energy of one of it. */
typedef struct
{
  char *watts;
  char *rate;
  char *energy;
} Term;

static Term
make_term (double   rate,
           WeftUnit unit,
           double   energy_j)
{
  return (Term) {
    weft_quantity_format (rate * energy_j, WEFT_UNIT_W),
    weft_quantity_format (rate, unit),
    weft_quantity_format (energy_j * PICO, WEFT_UNIT_NONE),
  };
}

/* @sentence: (transfer full) */
static void
append_term (GString *text,
             Term     term,
             char    *sentence)
{
  g_string_append (text, " + ");
  g_string_append (text, sentence);
  g_free (sentence);
  g_free (term.watts);
  g_free (term.rate);
  g_free (term.energy);
}

static void
append_products (GString              *text,
                 const WeftPowerItems *self)
{
  for (guint i = 0; i < WEFT_N_FORMATS; i++)
    if (self->activity.matrix_flops[i] > 0)
      {
        Term term = make_term (self->activity.matrix_flops[i], WEFT_UNIT_FLOPS, self->chip.matrix_flop_j[i]);

        append_term (text, term,
                     g_strdup_printf (_("%s (%s of %s matrix products at %s\302\240pJ/FLOP)"), term.watts, term.rate,
                                      weft_format_nick (i), term.energy));
      }
}

/* "112 W idle + 348 W (2.9 TB/s of memory at 120 pJ/B) + …" */
static char *
explain_chip (const WeftPowerItems *self)
{
  const WeftChipPower *chip = &self->chip;
  const WeftActivity *does = &self->activity;
  g_autofree char *idle = weft_quantity_format (chip->idle_w, WEFT_UNIT_W);
  g_autofree char *tdp = weft_quantity_format (chip->tdp_w, WEFT_UNIT_W);
  GString *text = g_string_new (NULL);
  Term term;

  g_string_append_printf (text, _("%s idle"), idle);
  if (does->bytes_s > 0)
    {
      term = make_term (does->bytes_s, WEFT_UNIT_BYTES_S, chip->byte_j);
      append_term (text, term, g_strdup_printf (_("%s (%s of memory at %s\302\240pJ/B)"), term.watts, term.rate,
                                                term.energy));
    }
  if (does->exchange_share > 0)
    {
      g_autofree char *watts = weft_quantity_format (does->exchange_share * chip->exchange_w, WEFT_UNIT_W);

      g_string_append_printf (text, _(" + %s (kernels that exchange data)"), watts);
    }
  if (does->link_bytes_s > 0)
    {
      term = make_term (does->link_bytes_s, WEFT_UNIT_BYTES_S, chip->link_byte_j);
      append_term (text, term, g_strdup_printf (_("%s (%s on links at %s\302\240pJ/B)"), term.watts, term.rate,
                                                term.energy));
    }
  if (does->vector_flops > 0)
    {
      term = make_term (does->vector_flops, WEFT_UNIT_FLOPS, chip->vector_flop_j);
      append_term (text, term, g_strdup_printf (_("%s (%s on registers at %s\302\240pJ/FLOP)"), term.watts, term.rate,
                                                term.energy));
    }
  append_products (text, self);
  if (self->is_capped)
    g_string_append_printf (text, _(", held back by the TDP of %s"), tdp);
  return g_string_free (text, FALSE);
}

static char *
explain_chips (const WeftPowerItems *self)
{
  g_autofree char *count = weft_quantity_format (self->chips, WEFT_UNIT_COUNT);
  g_autofree char *each = weft_quantity_format (self->share.chip_w, WEFT_UNIT_W);
  g_autofree char *what = NULL;

  if (self->is_peak)
    return g_strdup_printf (_("%s chips at their TDP of %s."), count, each);
  what = explain_chip (self);
  return g_strdup_printf (_("%s chips at %s: %s."), count, each, what);
}

static char *
explain_cooling (const WeftPowerItems *self)
{
  double cooling_w = self->w[WEFT_POWER_COOLING], it_w = self->total_w - cooling_w;
  g_autofree char *it = weft_quantity_format (it_w, WEFT_UNIT_W);
  g_autofree char *pue = weft_quantity_format (it_w > 0 ? self->total_w / it_w : 1, WEFT_UNIT_NONE);

  return g_strdup_printf (_("%s of IT times PUE %s less 1."), it, pue);
}

/* Of items that every chip has a part of. */
static char *
explain_shares (const WeftPowerItems *self,
                WeftPowerItem         item)
{
  const WeftPowerShare *share = &self->share;
  gboolean is_fabric = item == WEFT_POWER_FABRIC;
  g_autofree char *count = weft_quantity_format (self->chips, WEFT_UNIT_COUNT);
  g_autofree char *host = weft_quantity_format (share->host_w, WEFT_UNIT_W);
  g_autofree char *first = weft_quantity_format (is_fabric ? share->scaleup_w : share->loss_w, WEFT_UNIT_W);
  g_autofree char *second = weft_quantity_format (is_fabric ? share->scaleout_w : share->service_w, WEFT_UNIT_W);

  if (item == WEFT_POWER_HOSTS)
    return g_strdup_printf (_("%s chips, each with %s of its node's host."), count, host);
  if (is_fabric)
    return g_strdup_printf (_("%s chips, each with %s of scale-up and %s of scale-out fabric."), count, first, second);
  return g_strdup_printf (_("%s chips, each with %s of fans and power supplies and %s of service nodes."), count, first,
                          second);
}

/**
 * weft_power_items_explain:
 * @self: items
 * @item: one of them
 *
 * Returns: (transfer full): where its watts come from, a sentence for people
 */
char *
weft_power_items_explain (const WeftPowerItems *self,
                          WeftPowerItem         item)
{
  g_autofree char *watts = weft_quantity_format (self->w[item], WEFT_UNIT_W);

  if (item == WEFT_POWER_COOLING)
    return explain_cooling (self);
  if (self->n_parts != 1)
    return g_strdup_printf (ngettext ("%s, the sum of %u partition.", "%s, the sum of %u partitions.", self->n_parts),
                            watts, self->n_parts);
  if (!(self->share.chip_w > 0) && item == WEFT_POWER_CHIPS && !self->is_peak)
    return g_strdup_printf (_("%s: nameplates of the graph's chips less what they do not draw at this work."), watts);
  if (!(self->share.chip_w > 0))
    return g_strdup_printf (_("%s by the nameplates of the graph's parts."), watts);

  return item == WEFT_POWER_CHIPS ? explain_chips (self) : explain_shares (self, item);
}

/**
 * weft_power_items_to_json:
 * @self: items
 *
 * Returns: (transfer full): an object; what is unknown is null
 */
JsonNode *
weft_power_items_to_json (const WeftPowerItems *self)
{
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    {
      g_autofree char *why = weft_power_items_explain (self, i);
      JsonObject *item = json_object_new ();

      weft_json_set_number (item, "w", self->w[i]);
      weft_json_set_number (item, "low_w", self->low_w[i]);
      weft_json_set_number (item, "high_w", self->high_w[i]);
      json_object_set_string_member (item, "why", why);
      json_object_set_object_member (object, weft_power_item_nick (i), item);
    }
  weft_json_set_number (object, "total_w", self->total_w);
  weft_json_set_number (object, "total_low_w", self->total_low_w);
  weft_json_set_number (object, "total_high_w", self->total_high_w);
  weft_json_set_number (object, "n_unknown", self->n_unknown);
  json_node_take_object (node, object);
  return node;
}
