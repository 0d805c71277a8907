/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items of cost and their intervals. Factors are log-normal: chips = quantity × price, servers multiply that, the
 * fabric multiplies both (Cottier et al., arXiv 2405.21015, appendix A.3); racks and energy come on top. */
#include "model/measured/weft-cost-items.h"

#include <math.h>
#include <string.h>

#include "catalog/weft-profile-ranged-private.h"

/* Of a normal distribution: nine cases of ten lie within so many standard deviations. */
#define NINE_OF_TEN 1.6448536269514722
#define HOURS_PER_YEAR 8766.0 /* 365.25 days */
#define W_PER_KW 1000.0

/**
 * weft_cost_terms_init:
 * @self: (out caller-allocates): what to fill
 * @profile: a profile with the constants of cost
 * @error: where to put a #WeftCatalogError: a constant is missing or out of range
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_cost_terms_init (WeftCostTerms  *self,
                      WeftProfile    *profile,
                      GError        **error)
{
  const WeftRangedConstant constants[] = {
    { "usd_per_kwh", 0, 100, &self->usd_per_kwh },
    { "use_years", 0, 100, &self->years },
    { "cost_load_share", 0, 1, &self->load_share },
    { "cost_interconnect_factor", 1, 100, &self->interconnect_factor },
    { "cost_quantity_spread", 1, 100, &self->spread[WEFT_COST_OF_QUANTITY] },
    { "cost_price_spread", 1, 100, &self->spread[WEFT_COST_OF_PRICE] },
    { "cost_server_spread", 1, 100, &self->spread[WEFT_COST_OF_SERVER] },
    { "cost_interconnect_spread", 1, 100, &self->spread[WEFT_COST_OF_INTERCONNECT] },
    { "cost_rack_spread", 1, 100, &self->spread[WEFT_COST_OF_RACK] },
    { "cost_energy_spread", 1, 100, &self->spread[WEFT_COST_OF_ENERGY] },
  };

  return weft_profile_read_ranged (profile, NULL, constants, G_N_ELEMENTS (constants), error);
}

/**
 * weft_cost_terms_energy:
 * @self: terms
 * @mean_w: average draw at the facility's feed, in W
 *
 * Returns: US dollars for energy over the years of use
 */
double
weft_cost_terms_energy (const WeftCostTerms *self,
                        double               mean_w)
{
  return mean_w / W_PER_KW * HOURS_PER_YEAR * self->years * self->usd_per_kwh;
}

static double
purchase (const WeftCostItems *self)
{
  return self->usd[WEFT_COST_CHIPS] + self->usd[WEFT_COST_HOSTS] + self->usd[WEFT_COST_FABRIC];
}

static double
ratio (double part,
       double whole)
{
  return whole > 0 ? part / whole : 0;
}

/* How the total's logarithm follows those of the factors. */
static void
fill_elasticities (const WeftCostItems *self,
                   double               elasticity[WEFT_N_COST_FACTORS])
{
  double bought = ratio (purchase (self), self->total_usd);

  elasticity[WEFT_COST_OF_QUANTITY] = self->total_usd > 0 ? 1 : 0;
  elasticity[WEFT_COST_OF_PRICE] = bought;
  elasticity[WEFT_COST_OF_SERVER] = bought;
  elasticity[WEFT_COST_OF_INTERCONNECT] = bought;
  elasticity[WEFT_COST_OF_RACK] = ratio (self->usd[WEFT_COST_RACKS], self->total_usd);
  elasticity[WEFT_COST_OF_ENERGY] = ratio (self->usd[WEFT_COST_ENERGY], self->total_usd);
}

static void
spread_total (WeftCostItems *self)
{
  double elasticity[WEFT_N_COST_FACTORS], variance[WEFT_N_COST_FACTORS], sum = 0;

  fill_elasticities (self, elasticity);
  for (guint i = 0; i < WEFT_N_COST_FACTORS; i++)
    {
      double width = elasticity[i] * log (self->terms.spread[i]);

      variance[i] = width * width;
      sum += variance[i];
    }
  for (guint i = 0; i < WEFT_N_COST_FACTORS; i++)
    self->variance_share[i] = ratio (variance[i], sum);
  self->half_width = exp (sqrt (sum));
  self->total_low_usd = self->total_usd / self->half_width;
  self->total_high_usd = self->total_usd * self->half_width;
}

/* An item that is a multiple of others less one: how far down and up it goes when the multiple is off by @spread. */
static void
spread_multiple (double  multiple,
                 double  spread,
                 double *down,
                 double *up)
{
  double least = multiple / spread - 1, most = multiple * spread - 1;

  *down = least > 0 ? log ((multiple - 1) / least) : INFINITY;
  *up = multiple > 1 ? log (most / (multiple - 1)) : 0;
}

static void
spread_item (WeftCostItems *self,
             WeftCostItem   item,
             double         shared,
             double         down,
             double         up)
{
  self->low_usd[item] = self->usd[item] * exp (-hypot (shared, down));
  self->high_usd[item] = self->usd[item] * exp (hypot (shared, up));
}

static void
spread_items (WeftCostItems *self)
{
  const double *spread = self->terms.spread;
  double quantity = log (spread[WEFT_COST_OF_QUANTITY]), chip = hypot (quantity, log (spread[WEFT_COST_OF_PRICE]));
  double chips = self->usd[WEFT_COST_CHIPS], servers = chips + self->usd[WEFT_COST_HOSTS];
  double server = log (spread[WEFT_COST_OF_SERVER]), rack = log (spread[WEFT_COST_OF_RACK]);
  double energy = log (spread[WEFT_COST_OF_ENERGY]), down, up;

  spread_item (self, WEFT_COST_CHIPS, chip, 0, 0);
  spread_multiple (1 + ratio (self->usd[WEFT_COST_HOSTS], chips), spread[WEFT_COST_OF_SERVER], &down, &up);
  spread_item (self, WEFT_COST_HOSTS, chip, down, up);
  spread_multiple (1 + ratio (self->usd[WEFT_COST_FABRIC], servers), spread[WEFT_COST_OF_INTERCONNECT], &down, &up);
  spread_item (self, WEFT_COST_FABRIC, hypot (chip, server), down, up);
  spread_item (self, WEFT_COST_RACKS, quantity, rack, rack);
  spread_item (self, WEFT_COST_ENERGY, quantity, energy, energy);
}

/**
 * weft_cost_items_from_usd:
 * @self: (out caller-allocates): what to fill
 * @usd: (array fixed-size=5): dollars of each #WeftCostItem
 * @terms: how well they are known
 *
 * The interval of the total is that of a product of log-normal factors: exact for chips, hosts and fabric, to first
 * order with racks and energy. Chips with servers of 1.3 to 2.1 and a fabric of 1.07 to 1.32 times as much thus come to
 * 1.964 times the chips, times or divided by 2.168.
 */
void
weft_cost_items_from_usd (WeftCostItems       *self,
                          const double         usd[WEFT_N_COST_ITEMS],
                          const WeftCostTerms *terms)
{
  memset (self, 0, sizeof *self);
  self->terms = *terms;
  for (guint i = 0; i < WEFT_N_COST_ITEMS; i++)
    {
      self->usd[i] = usd[i];
      self->total_usd += usd[i];
    }
  spread_items (self);
  spread_total (self);
}

/**
 * weft_cost_items_of:
 * @self: (out caller-allocates): what to fill; NAN where a price is unknown
 * @inventory: the catalog as a profile sees it
 * @chip: index of a chip
 * @scaleup: index of a scale-up fabric
 * @scaleout: index of a scale-out fabric
 * @chips: how many there are; they decide the tiers of the scale-out fabric
 * @mean_w: average draw of all of them at the facility's feed, in W; NAN for the load share of their peak
 * @terms: prices and years
 */
void
weft_cost_items_of (WeftCostItems       *self,
                    WeftInventory       *inventory,
                    guint                chip,
                    guint                scaleup,
                    guint                scaleout,
                    double               chips,
                    double               mean_w,
                    const WeftCostTerms *terms)
{
  WeftCostShare share;
  double servers_usd, fabric_usd, peak_w;

  weft_cost_share_init (&share, inventory, chip, scaleup, scaleout, chips);
  servers_usd = share.chip_usd + share.host_usd;
  fabric_usd = share.scaleup_usd + share.scaleout_usd;
  if (isnan (fabric_usd))
    fabric_usd = servers_usd * (terms->interconnect_factor - 1);
  peak_w = chips * weft_chip_share_of (inventory, WEFT_BUDGET_POWER, chip, scaleup, scaleout, chips);
  if (isnan (mean_w))
    mean_w = peak_w * terms->load_share;

  weft_cost_items_from_usd (self,
                            (const double[WEFT_N_COST_ITEMS]) {
                              [WEFT_COST_CHIPS] = chips * share.chip_usd,
                              [WEFT_COST_HOSTS] = chips * share.host_usd,
                              [WEFT_COST_FABRIC] = chips * fabric_usd,
                              [WEFT_COST_RACKS] = chips * share.rack_usd,
                              [WEFT_COST_ENERGY] = weft_cost_terms_energy (terms, mean_w),
                            },
                            terms);
  self->chips = chips;
  self->mean_w = mean_w;
}

/**
 * weft_cost_items_of_machine:
 * @self: (out caller-allocates): what to fill
 * @inventory: the catalog as a profile sees it
 * @machine: partitions
 * @counts: (array): chips of each of them, as weft_provision() gives them
 * @mean_w: (nullable) (array): average draw of each of them at the facility's feed, in W; %NULL for the load share of
 *   their peaks
 * @terms: prices and years
 *
 * The sum over all partitions.
 */
void
weft_cost_items_of_machine (WeftCostItems       *self,
                            WeftInventory       *inventory,
                            const WeftMachine   *machine,
                            const guint         *counts,
                            const double        *mean_w,
                            const WeftCostTerms *terms)
{
  const double nothing[WEFT_N_COST_ITEMS] = { 0 };

  weft_cost_items_from_usd (self, nothing, terms);
  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];
      WeftCostItems items;

      weft_cost_items_of (&items, inventory, part->chip, part->scaleup, part->scaleout, counts[i],
                          mean_w != NULL ? mean_w[i] : NAN, terms);
      weft_cost_items_add (self, &items);
    }
}

/**
 * weft_cost_items_of_graph:
 * @self: (out caller-allocates): what to fill
 * @totals: of a machine that is given as a graph
 * @mean_w: average draw at the facility's feed, in W; NAN for the load share of its nameplates
 * @terms: prices and years
 *
 * The same dollars as @totals has, and energy.
 */
void
weft_cost_items_of_graph (WeftCostItems         *self,
                          const WeftGraphTotals *totals,
                          double                 mean_w,
                          const WeftCostTerms   *terms)
{
  const WeftTotal *parts = totals->parts_usd;
  double racks_usd = totals->racks_usd;

  if (isnan (mean_w))
    mean_w = totals->facility_w.known * terms->load_share;
  weft_cost_items_from_usd (self,
                            (const double[WEFT_N_COST_ITEMS]) {
                              [WEFT_COST_CHIPS] = parts[WEFT_TOTAL_CHIPS].known + parts[WEFT_TOTAL_MEMORY].known,
                              [WEFT_COST_HOSTS] = parts[WEFT_TOTAL_OTHER].known - racks_usd,
                              [WEFT_COST_FABRIC] = parts[WEFT_TOTAL_SWITCHES].known + parts[WEFT_TOTAL_NICS].known
                                                   + parts[WEFT_TOTAL_CABLES].known,
                              [WEFT_COST_RACKS] = racks_usd + parts[WEFT_TOTAL_COOLING].known,
                              [WEFT_COST_ENERGY] = weft_cost_terms_energy (terms, mean_w),
                            },
                            terms);
  self->chips = totals->n_chips;
  self->mean_w = mean_w;
  self->n_unknown = weft_total_n_lacks (&totals->cost_usd);
}

/**
 * weft_cost_items_add:
 * @self: (inout): items
 * @other: those of another partition, with the same terms
 *
 * The intervals are those of the sum: factors are off together in all partitions.
 */
void
weft_cost_items_add (WeftCostItems       *self,
                     const WeftCostItems *other)
{
  WeftCostItems sum;
  double usd[WEFT_N_COST_ITEMS];

  for (guint i = 0; i < WEFT_N_COST_ITEMS; i++)
    usd[i] = self->usd[i] + other->usd[i];
  weft_cost_items_from_usd (&sum, usd, &self->terms);
  sum.n_unknown = self->n_unknown + other->n_unknown;
  sum.chips = self->chips + other->chips;
  sum.mean_w = self->mean_w + other->mean_w;
  *self = sum;
}

/**
 * weft_cost_items_purchase:
 * @self: items
 *
 * Returns: US dollars to buy it all: chips, hosts, fabric and racks
 */
double
weft_cost_items_purchase (const WeftCostItems *self)
{
  return purchase (self) + self->usd[WEFT_COST_RACKS];
}

/**
 * weft_cost_items_draw:
 * @self: items
 * @deviations: (array fixed-size=6): of each #WeftCostFactor, in standard deviations of its logarithm
 *
 * Returns: the total then; the items' own with all zeros
 */
double
weft_cost_items_draw (const WeftCostItems *self,
                      const double         deviations[WEFT_N_COST_FACTORS])
{
  double factor[WEFT_N_COST_FACTORS];

  for (guint i = 0; i < WEFT_N_COST_FACTORS; i++)
    factor[i] = exp (deviations[i] * log (self->terms.spread[i]) / NINE_OF_TEN);

  return factor[WEFT_COST_OF_QUANTITY]
         * (purchase (self) * factor[WEFT_COST_OF_PRICE] * factor[WEFT_COST_OF_SERVER]
              * factor[WEFT_COST_OF_INTERCONNECT]
            + self->usd[WEFT_COST_RACKS] * factor[WEFT_COST_OF_RACK]
            + self->usd[WEFT_COST_ENERGY] * factor[WEFT_COST_OF_ENERGY]);
}
