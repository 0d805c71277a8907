/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chip's part of everything, from the catalog's figures of parts and what the profile counts around them. */
#include "design/weft-share.h"

/**
 * weft_power_share_add:
 * @self: the watts of chip, host and fabrics; the rest is filled in
 * @facility: what the profile counts besides
 *
 * Fans and power supplies are those of the node, so they serve chip, host and scale-up fabric. Service nodes come on
 * top of all IT, and cooling with power distribution on top of both: IT × (PUE - 1).
 */
void
weft_power_share_add (WeftPowerShare          *self,
                      const WeftFacilityPower *facility)
{
  double node_w = self->chip_w + self->host_w + self->scaleup_w;

  self->loss_w = node_w * facility->loss_share;
  self->service_w = (node_w + self->loss_w + self->scaleout_w) * facility->service_share;
  self->cooling_w = weft_power_share_it_w (self) * (facility->pue - 1);
}

/**
 * weft_power_share_init:
 * @self: (out caller-allocates): what to fill; NAN where the catalog does not know
 * @inventory: the catalog as a profile sees it
 * @chip: index of a chip
 * @scaleup: index of a scale-up fabric
 * @scaleout: index of a scale-out fabric
 * @endpoints: of the machine: larger ones need more tiers of switches
 *
 * What a chip at its TDP makes the facility draw.
 */
void
weft_power_share_init (WeftPowerShare *self,
                       WeftInventory  *inventory,
                       guint           chip,
                       guint           scaleup,
                       guint           scaleout,
                       double          endpoints)
{
  const WeftChip *part = weft_inventory_chip (inventory, chip);
  const WeftScaleout *out = weft_inventory_scaleout (inventory, scaleout);

  *self = (WeftPowerShare) {
    .chip_w = part->tdp_w,
    .host_w = part->host_w,
    .scaleup_w = weft_inventory_scaleup_on_chip (inventory, scaleup, chip)->power_w,
    .scaleout_w = weft_scaleout_tier (out, endpoints)->power_w,
  };
  weft_power_share_add (self, weft_inventory_facility_power (inventory));
}

/**
 * weft_power_share_it_w:
 * @self: a share
 *
 * Returns: watts of it without cooling and power distribution
 */
double
weft_power_share_it_w (const WeftPowerShare *self)
{
  return self->chip_w + self->scaleup_w + self->scaleout_w + self->host_w + self->loss_w + self->service_w;
}

/**
 * weft_power_share_total:
 * @self: a share
 *
 * Returns: watts at the facility's feed
 */
double
weft_power_share_total (const WeftPowerShare *self)
{
  return weft_power_share_it_w (self) + self->cooling_w;
}

/**
 * weft_cost_share_init:
 * @self: (out caller-allocates): what to fill; NAN where the catalog does not know
 * @inventory: the catalog as a profile sees it
 * @chip: index of a chip
 * @scaleup: index of a scale-up fabric
 * @scaleout: index of a scale-out fabric
 * @endpoints: of the machine: larger ones need more tiers of switches
 *
 * Servers cost a multiple of their chips (Cottier et al., arXiv 2405.21015, appendix A.3), racks go by the watts of IT
 * that they hold.
 */
void
weft_cost_share_init (WeftCostShare *self,
                      WeftInventory *inventory,
                      guint          chip,
                      guint          scaleup,
                      guint          scaleout,
                      double         endpoints)
{
  const WeftChip *part = weft_inventory_chip (inventory, chip);
  const WeftScaleout *out = weft_inventory_scaleout (inventory, scaleout);
  const WeftFacilityCost *facility = weft_inventory_facility_cost (inventory);

  *self = (WeftCostShare) {
    .chip_usd = part->price_usd,
    .host_usd = part->price_usd * (facility->server_factor - 1),
    .scaleup_usd = weft_inventory_scaleup_on_chip (inventory, scaleup, chip)->cost_usd,
    .scaleout_usd = weft_scaleout_tier (out, endpoints)->cost_usd,
  };
  if (facility->is_counted)
    {
      WeftPowerShare power;

      weft_power_share_init (&power, inventory, chip, scaleup, scaleout, endpoints);
      self->rack_usd = weft_power_share_it_w (&power) * facility->rack_usd_per_w;
    }
}

/**
 * weft_cost_share_total:
 * @self: a share
 *
 * Returns: US dollars to buy it
 */
double
weft_cost_share_total (const WeftCostShare *self)
{
  return self->chip_usd + self->scaleup_usd + self->scaleout_usd + self->host_usd + self->rack_usd;
}
