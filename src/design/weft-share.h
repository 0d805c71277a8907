/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one chip takes from a budget of watts or dollars, by item: itself, its part of host and fabric, and what the
 * facility adds. A profile that counts chips and ports alone has nothing else. */
#pragma once

#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

/**
 * WeftPowerShare: (skip)
 * @chip_w: the chip, at its TDP
 * @host_w: its part of its node's processors, memory, boards and disks
 * @scaleup_w: its part of the scale-up fabric, switches included
 * @scaleout_w: its part of the scale-out fabric: card, modules, switch ports of all tiers
 * @loss_w: fans and power supplies of its node
 * @service_w: storage, login and management nodes
 * @cooling_w: what the facility draws beyond its IT
 *
 * All-in watts of a chip.
 */
typedef struct
{
  double chip_w;
  double host_w;
  double scaleup_w;
  double scaleout_w;
  double loss_w;
  double service_w;
  double cooling_w;
} WeftPowerShare;

/**
 * WeftCostShare: (skip)
 * @chip_usd: the chip
 * @host_usd: its part of its server, without chips
 * @scaleup_usd: its part of the scale-up fabric
 * @scaleout_usd: its part of the scale-out fabric, all tiers
 * @rack_usd: its part of racks and their power distribution
 *
 * What a chip costs to buy, all in.
 */
typedef struct
{
  double chip_usd;
  double host_usd;
  double scaleup_usd;
  double scaleout_usd;
  double rack_usd;
} WeftCostShare;

WEFT_API void   weft_power_share_init  (WeftPowerShare *self,
                                        WeftInventory  *inventory,
                                        guint           chip,
                                        guint           scaleup,
                                        guint           scaleout,
                                        double          endpoints);
WEFT_API void   weft_power_share_add   (WeftPowerShare          *self,
                                        const WeftFacilityPower *facility);
WEFT_API double weft_power_share_it_w  (const WeftPowerShare *self);
WEFT_API double weft_power_share_total (const WeftPowerShare *self);

WEFT_API void   weft_cost_share_init   (WeftCostShare *self,
                                        WeftInventory *inventory,
                                        guint          chip,
                                        guint          scaleup,
                                        guint          scaleout,
                                        double         endpoints);
WEFT_API double weft_cost_share_total  (const WeftCostShare *self);

G_END_DECLS
