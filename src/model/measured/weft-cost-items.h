/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine costs over its years of use, item by item, with 90 % intervals in closed form: items are the sum. */
#pragma once

#include "design/graph/weft-graph-totals.h"
#include "design/weft-machine.h"
#include "design/weft-share.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_COST_CHIPS,
  WEFT_COST_HOSTS,  /* servers without their chips */
  WEFT_COST_FABRIC, /* scale-up and scale-out: switches, cards, cables, modules */
  WEFT_COST_RACKS,  /* racks with power distribution, and coolers in them */
  WEFT_COST_ENERGY, /* over the years of use, cooling included */
  WEFT_N_COST_ITEMS,
} WeftCostItem;

/* What nobody knows exactly when a machine is planned. */
typedef enum
{
  WEFT_COST_OF_QUANTITY,     /* how many are bought for so many in use */
  WEFT_COST_OF_PRICE,        /* of chips */
  WEFT_COST_OF_SERVER,       /* price of servers over that of their chips */
  WEFT_COST_OF_INTERCONNECT, /* price with the fabric over that of servers */
  WEFT_COST_OF_RACK,
  WEFT_COST_OF_ENERGY,       /* price of a kilowatt-hour and load */
  WEFT_N_COST_FACTORS,
} WeftCostFactor;

/**
 * WeftCostTerms:
 * @usd_per_kwh: price of energy, in US dollars
 * @years: of use
 * @load_share: average draw over the peak, where no average is given
 * @interconnect_factor: price with the fabric over that of servers, where the fabric's price is unknown
 * @spread: of each #WeftCostFactor: the 90 % interval, times or divided by
 *
 * Inputs of the cost of a machine besides its parts; weft_cost_terms_init() takes the profile's.
 */
typedef struct
{
  double usd_per_kwh;
  double years;
  double load_share;
  double interconnect_factor;
  double spread[WEFT_N_COST_FACTORS];
} WeftCostTerms;

/**
 * WeftCostItems:
 * @usd: of each #WeftCostItem, in US dollars; NAN when unknown
 * @low_usd: the lower end of its 90 % interval
 * @high_usd: the upper end
 * @total_usd: the sum of @usd
 * @total_low_usd: the lower end of its interval
 * @total_high_usd: the upper end
 * @half_width: of the total's interval, times or divided by
 * @variance_share: of each #WeftCostFactor in the variance of the total's logarithm; they sum to 1
 * @n_unknown: parts of a graph without a price; the sum is at least @total_usd then
 * @chips: how many there are
 * @mean_w: average draw at the facility's feed, in W
 * @terms: what it was computed with
 *
 * The cost of a partition, of several, or of a graph.
 */
typedef struct
{
  double usd[WEFT_N_COST_ITEMS];
  double low_usd[WEFT_N_COST_ITEMS];
  double high_usd[WEFT_N_COST_ITEMS];
  double total_usd;
  double total_low_usd;
  double total_high_usd;
  double half_width;
  double variance_share[WEFT_N_COST_FACTORS];
  double n_unknown;
  double chips;
  double mean_w;
  WeftCostTerms terms;
} WeftCostItems;

WEFT_API gboolean weft_cost_terms_init      (WeftCostTerms         *self,
                                             WeftProfile           *profile,
                                             GError               **error);
/* Over the years of use. */
WEFT_API double   weft_cost_terms_energy    (const WeftCostTerms   *self,
                                             double                 mean_w);

/* From dollars by item. */
WEFT_API void     weft_cost_items_from_usd  (WeftCostItems         *self,
                                             const double           usd[WEFT_N_COST_ITEMS],
                                             const WeftCostTerms   *terms);
WEFT_API void     weft_cost_items_of        (WeftCostItems         *self,
                                             WeftInventory         *inventory,
                                             guint                  chip,
                                             guint                  scaleup,
                                             guint                  scaleout,
                                             double                 chips,
                                             double                 mean_w,
                                             const WeftCostTerms   *terms);
WEFT_API void     weft_cost_items_of_machine (WeftCostItems        *self,
                                             WeftInventory         *inventory,
                                             const WeftMachine     *machine,
                                             const guint           *counts,
                                             const double          *mean_w,
                                             const WeftCostTerms   *terms);
WEFT_API void     weft_cost_items_of_graph  (WeftCostItems         *self,
                                             const WeftGraphTotals *totals,
                                             double                 mean_w,
                                             const WeftCostTerms   *terms);
WEFT_API void     weft_cost_items_add       (WeftCostItems         *self,
                                             const WeftCostItems   *other);
/* All but energy. */
WEFT_API double   weft_cost_items_purchase  (const WeftCostItems   *self);
/* The total when factors are off by so many standard deviations: what a Monte Carlo draws. */
WEFT_API double   weft_cost_items_draw      (const WeftCostItems   *self,
                                             const double           deviations[WEFT_N_COST_FACTORS]);

/* "chips", "price"; for people, translated. */
WEFT_API const char *weft_cost_item_nick    (WeftCostItem           item);
WEFT_API const char *weft_cost_item_label   (WeftCostItem           item);
WEFT_API const char *weft_cost_factor_nick  (WeftCostFactor         factor);
WEFT_API const char *weft_cost_factor_label (WeftCostFactor         factor);
/* Where the dollars come from, one sentence with the numbers, translated. (transfer full) */
WEFT_API char       *weft_cost_items_explain (const WeftCostItems  *self,
                                              WeftCostItem          item);
/* Items by their nicks, each with usd, low_usd, high_usd and why; total_usd, total_low_usd, total_high_usd; half_width;
 * variance_share by the nicks of factors; n_unknown. (transfer full) */
WEFT_API JsonNode   *weft_cost_items_to_json (const WeftCostItems  *self);

G_END_DECLS
