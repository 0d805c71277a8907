/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items of power from a chip's share, or from the parts of a graph, and how far each may be off. */
#include "model/measured/weft-power-items.h"

#include <math.h>
#include <string.h>

/* Of a normal distribution: nine cases of ten lie within so many standard deviations. */
#define NINE_OF_TEN 1.6448536269514722

static const char *const spread_keys[WEFT_N_POWER_ITEMS] = {
  "power_chip_factor", "power_host_factor", "power_fabric_factor", "power_cooling_factor", "power_other_factor",
};

/**
 * weft_power_spread_init:
 * @self: (out caller-allocates): what to fill
 * @profile: a profile with the constants of power
 * @error: where to put a #WeftCatalogError: a constant is missing or less than 1
 *
 * How far chips are off comes from the errors of held-out measurements where the profile has them
 * ("spread\@power/chip", "spread\@power"), else from power_chip_factor.
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_power_spread_init (WeftPowerSpread  *self,
                        WeftProfile      *profile,
                        GError          **error)
{
  static const char *const scopes[] = { "power/chip", "power", NULL };
  double deviation;

  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    {
      if (!weft_profile_get_number (profile, spread_keys[i], &self->factor[i], error))
        return FALSE;
      if (self->factor[i] >= 1 && self->factor[i] <= 100)
        continue;
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "Profile %s: constant %s holds %g, expected a number from 1 to 100",
                   weft_profile_get_id (profile), spread_keys[i], self->factor[i]);
      return FALSE;
    }

  if (weft_profile_get_scoped (profile, "spread", scopes, &deviation, NULL, NULL) && deviation > 0)
    self->factor[WEFT_POWER_CHIPS] = exp (NINE_OF_TEN * deviation);
  return TRUE;
}

static double
square (double x)
{
  return x * x;
}

/* The interval of each item but cooling, which follows from theirs and from what PUE - 1 may be. */
static void
spread_out (WeftPowerItems        *self,
            const WeftPowerSpread *spread,
            double                 most_chip_w)
{
  double it_w = 0, below = 0, above = 0, facility = spread->factor[WEFT_POWER_COOLING];
  double cooling_w = self->w[WEFT_POWER_COOLING], pue;

  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    {
      self->low_w[i] = self->w[i] / spread->factor[i];
      self->high_w[i] = self->w[i] * spread->factor[i];
      if (i == WEFT_POWER_CHIPS)
        self->high_w[i] = MAX (self->w[i], MIN (self->high_w[i], most_chip_w));
      if (i == WEFT_POWER_COOLING)
        continue;
      it_w += self->w[i];
      below += square (self->w[i] - self->low_w[i]);
      above += square (self->high_w[i] - self->w[i]);
    }

  pue = it_w > 0 ? 1 + cooling_w / it_w : 1;
  self->total_w = it_w + cooling_w;
  self->total_low_w = self->total_w - sqrt (square (pue) * below + square (cooling_w - cooling_w / facility));
  self->total_high_w = self->total_w + sqrt (square (pue) * above + square (cooling_w * facility - cooling_w));
}

/**
 * weft_power_items_from_share:
 * @self: (out caller-allocates): what to fill
 * @share: what one chip draws; its losses, services and cooling are taken from @facility
 * @facility: what the profile counts besides chips and ports
 * @spread: how well items are known
 * @chips: how many there are
 *
 * The chips draw @share's chip_w, and no more: an interval of them ends there.
 */
void
weft_power_items_from_share (WeftPowerItems          *self,
                             const WeftPowerShare    *share,
                             const WeftFacilityPower *facility,
                             const WeftPowerSpread   *spread,
                             double                   chips)
{
  double most_w = self->chip.tdp_w > 0 ? self->chip.tdp_w : share->chip_w;

  self->share = *share;
  weft_power_share_add (&self->share, facility);
  self->chips = chips;
  self->n_parts = 1;
  self->n_unknown = 0;
  self->w[WEFT_POWER_CHIPS] = chips * self->share.chip_w;
  self->w[WEFT_POWER_HOSTS] = chips * self->share.host_w;
  self->w[WEFT_POWER_FABRIC] = chips * (self->share.scaleup_w + self->share.scaleout_w);
  self->w[WEFT_POWER_COOLING] = chips * self->share.cooling_w;
  self->w[WEFT_POWER_OTHER] = chips * (self->share.loss_w + self->share.service_w);
  spread_out (self, spread, chips * most_w);
}

/**
 * weft_power_items_of:
 * @self: (out caller-allocates): what to fill
 * @inventory: the catalog as a profile sees it
 * @chip: index of a chip
 * @scaleup: index of a scale-up fabric
 * @scaleout: index of a scale-out fabric
 * @chips: how many there are; they decide the tiers of the scale-out fabric
 * @activity: (nullable): what each chip does; %NULL for the peak, with chips at their TDP
 * @error: where to put a #WeftCatalogError: the profile lacks a constant
 *
 * Hosts and fabrics draw the same whatever the chips do: what was measured of them differs by less than they are known.
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_power_items_of (WeftPowerItems      *self,
                     WeftInventory       *inventory,
                     guint                chip,
                     guint                scaleup,
                     guint                scaleout,
                     double               chips,
                     const WeftActivity  *activity,
                     GError             **error)
{
  WeftProfile *profile = weft_inventory_get_profile (inventory);
  WeftPowerShare share;
  WeftPowerSpread spread;

  memset (self, 0, sizeof *self);
  if (!weft_power_spread_init (&spread, profile, error)
      || !weft_chip_power_of (&self->chip, profile, weft_inventory_chip (inventory, chip), error))
    return FALSE;

  self->is_peak = activity == NULL;
  weft_power_share_init (&share, inventory, chip, scaleup, scaleout, chips);
  if (activity != NULL)
    {
      self->activity = *activity;
      share.chip_w = weft_chip_power_w (&self->chip, activity, &self->is_capped);
    }
  else
    {
      spread.factor[WEFT_POWER_CHIPS] = 1;
    }

  weft_power_items_from_share (self, &share, weft_inventory_facility_power (inventory), &spread, chips);
  return TRUE;
}

/**
 * weft_power_items_of_machine:
 * @self: (out caller-allocates): what to fill
 * @inventory: the catalog as a profile sees it
 * @machine: partitions
 * @counts: (array): chips of each of them, as weft_provision() gives them
 * @activities: (nullable) (array): what each chip of each partition does; %NULL for the peak of all
 * @error: where to put a #WeftCatalogError: the profile lacks a constant
 *
 * The sum over all partitions.
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_power_items_of_machine (WeftPowerItems      *self,
                             WeftInventory       *inventory,
                             const WeftMachine   *machine,
                             const guint         *counts,
                             const WeftActivity  *activities,
                             GError             **error)
{
  memset (self, 0, sizeof *self);
  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];
      WeftPowerItems items;

      if (!weft_power_items_of (&items, inventory, part->chip, part->scaleup, part->scaleout, counts[i],
                                activities != NULL ? &activities[i] : NULL, error))
        return FALSE;
      if (i == 0)
        *self = items;
      else
        weft_power_items_add (self, &items);
    }
  return TRUE;
}

/* Chips, and memory in parts of its own, draw @chips_w: at most @most_w. */
static void
fill_graph (WeftPowerItems        *self,
            const WeftGraphTotals *totals,
            const WeftPowerSpread *spread,
            double                 chips_w,
            double                 most_w)
{
  const WeftTotal *parts = totals->power_w;
  double pue = totals->it_w.known > 0 ? totals->facility_w.known / totals->it_w.known : 1, it_w;

  memset (self, 0, sizeof *self);
  self->is_peak = TRUE;
  self->n_parts = 1;
  self->chips = totals->n_chips;
  self->n_unknown = weft_total_n_lacks (&totals->it_w);
  self->w[WEFT_POWER_CHIPS] = chips_w;
  self->w[WEFT_POWER_HOSTS] = parts[WEFT_TOTAL_OTHER].known;
  self->w[WEFT_POWER_FABRIC] = parts[WEFT_TOTAL_SWITCHES].known + parts[WEFT_TOTAL_NICS].known
                               + parts[WEFT_TOTAL_CABLES].known;
  it_w = chips_w + self->w[WEFT_POWER_HOSTS] + self->w[WEFT_POWER_FABRIC] + parts[WEFT_TOTAL_COOLING].known;
  self->w[WEFT_POWER_COOLING] = parts[WEFT_TOTAL_COOLING].known + it_w * (pue - 1);
  spread_out (self, spread, most_w);
  if (self->n_unknown > 0)
    {
      for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
        self->high_w[i] = NAN;
      self->total_high_w = NAN;
    }
}

/**
 * weft_power_items_of_graph:
 * @self: (out caller-allocates): what to fill
 * @totals: of a machine that is given as a graph
 * @spread: how well items are known
 *
 * The same watts as @totals has, at nameplates: what a chassis draws beyond its chips, fans and supplies with it, is
 * the host's. Racks' own coolers count with cooling.
 */
void
weft_power_items_of_graph (WeftPowerItems        *self,
                           const WeftGraphTotals *totals,
                           const WeftPowerSpread *spread)
{
  double chips_w = totals->power_w[WEFT_TOTAL_CHIPS].known + totals->power_w[WEFT_TOTAL_MEMORY].known;
  WeftPowerSpread known = *spread;

  known.factor[WEFT_POWER_CHIPS] = 1;
  fill_graph (self, totals, &known, chips_w, chips_w);
}

/**
 * weft_power_items_of_graph_at_work:
 * @self: (out caller-allocates): what to fill
 * @totals: of a machine that is given as a graph
 * @spread: how well items are known
 * @saved_w: what its chips draw less than their TDP, in W
 *
 * All but chips and cooling draw the same as at the peak.
 */
void
weft_power_items_of_graph_at_work (WeftPowerItems        *self,
                                   const WeftGraphTotals *totals,
                                   const WeftPowerSpread *spread,
                                   double                 saved_w)
{
  double most_w = totals->power_w[WEFT_TOTAL_CHIPS].known + totals->power_w[WEFT_TOTAL_MEMORY].known;

  fill_graph (self, totals, spread, MAX (0, most_w - saved_w), most_w);
  self->is_peak = FALSE;
}

/**
 * weft_power_items_add:
 * @self: (inout): items
 * @other: those of another partition
 *
 * Items of one kind are off together in all partitions, so the ends of their intervals add up.
 */
void
weft_power_items_add (WeftPowerItems       *self,
                      const WeftPowerItems *other)
{
  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    {
      self->w[i] += other->w[i];
      self->low_w[i] += other->low_w[i];
      self->high_w[i] += other->high_w[i];
    }
  self->total_w += other->total_w;
  self->total_low_w += other->total_low_w;
  self->total_high_w += other->total_high_w;
  self->chips += other->chips;
  self->n_unknown += other->n_unknown;
  self->n_parts += other->n_parts;
  self->is_capped = self->is_capped || other->is_capped;
  memset (&self->share, 0, sizeof self->share);
}
