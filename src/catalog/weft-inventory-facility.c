/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands around chips and their ports, as a profile counts it: hosts, tiers of switches, fans and power supplies,
 * service nodes, racks, cooling. A profile that counts chips and ports alone has none of it. */

#include "catalog/weft-inventory-private.h"

#include <math.h>

#include "catalog/weft-profile-ranged-private.h"

static gboolean
read_facility (WeftInventory  *self,
               GError        **error)
{
  WeftFacilityPower *power = &self->facility_power;
  WeftFacilityCost *cost = &self->facility_cost;
  const WeftRangedConstant constants[] = {
    { "power_host_socket_w", 0, 1e5, &power->socket_w },
    { "power_chips_per_socket", 1e-3, 1e6, &power->chips_per_socket },
    { "power_loss_share", 0, 10, &power->loss_share },
    { "power_service_share", 0, 10, &power->service_share },
    { "pue", 1, 10, &power->pue },
    { "cost_server_factor", 1, 100, &cost->server_factor },
    { "cost_rack_usd_per_w", 0, 1e6, &cost->rack_usd_per_w },
  };

  self->facility_power = (WeftFacilityPower) { .chips_per_socket = 1, .pue = 1 };
  self->facility_cost = (WeftFacilityCost) { .server_factor = 1 };
  if (!weft_profile_is_measured (self->profile))
    return TRUE;

  power->is_counted = cost->is_counted = TRUE;
  return weft_profile_read_ranged (self->profile, NULL, constants, G_N_ELEMENTS (constants), error);
}

/* Wafers are sold as whole systems, and an APU is its own host. */
static gboolean
hosts_itself (const WeftChip *chip)
{
  const char *class = weft_record_get_text (chip->record, "class");

  return g_strcmp0 (class, "apu") == 0 || g_strcmp0 (class, "wafer") == 0 || g_strcmp0 (class, "cpu") == 0;
}

gboolean
weft_inventory_refill_host (WeftInventory  *self,
                            guint           index,
                            GError        **error)
{
  WeftChip *chip = &self->chips[index];
  const WeftFacilityPower *power = &self->facility_power;
  const char *const scopes[] = { chip->id, weft_record_get_id (chip->record), NULL };
  double per_socket, socket_w, node = MAX (1, chip->node_chips);

  chip->host_w = 0;
  if (!power->is_counted || hosts_itself (chip))
    return TRUE;
  if (!weft_profile_get_scoped (self->profile, "power_chips_per_socket", scopes, &per_socket, NULL, error)
      || !weft_profile_get_scoped (self->profile, "power_host_socket_w", scopes, &socket_w, NULL, error))
    return FALSE;

  chip->host_w = ceil (node / MAX (1e-3, per_socket)) * socket_w / node;
  return TRUE;
}

/* An endpoint of T tiers stands for its card and 2 T - 1 switch ports, T pairs of modules: in a fat tree that blocks
 * nothing each tier but the last has as many ports up as down. The catalog's figures of two tiers are the base. */
void
weft_inventory_refill_tiers (WeftInventory *self,
                             guint          index)
{
  WeftScaleout *scaleout = &self->scaleouts[index];
  WeftRecord *record = scaleout->record;
  double port_w = weft_record_get_si (record, "switch_w_per_port")
                  + weft_record_get_si (record, "switch_xcvr_w_per_port");
  double port_usd = weft_record_get_si (record, "switch_usd_per_port");
  double step_usd = 2 * port_usd + weft_record_get_si (record, "xcvr_pair_usd");
  double one_w = weft_record_get_si (record, "power_w_per_endpoint_1tier");

  for (guint i = 0; i < WEFT_MAX_TIERS; i++)
    scaleout->tiers[i] = (WeftScaleoutTier) { INFINITY, scaleout->power_w, scaleout->cost_usd };
  if (!self->facility_power.is_counted || isnan (port_w) || isnan (step_usd))
    return;

  scaleout->tiers[0].endpoints = weft_record_get_number (record, "switch_radix_ports");
  scaleout->tiers[1].endpoints = weft_record_get_number (record, "max_endpoints_2tier");
  scaleout->tiers[0].power_w = isnan (one_w) ? scaleout->power_w - 2 * port_w : one_w;
  scaleout->tiers[2].power_w = scaleout->power_w + 2 * port_w;
  scaleout->tiers[0].cost_usd = MAX (0, scaleout->cost_usd - step_usd);
  scaleout->tiers[2].cost_usd = scaleout->cost_usd + step_usd;
}

gboolean
weft_inventory_fill_facility (WeftInventory  *self,
                              GError        **error)
{
  if (!read_facility (self, error))
    return FALSE;

  for (guint i = 0; i < weft_inventory_n_chips (self); i++)
    if (!weft_inventory_refill_host (self, i, error))
      return FALSE;
  for (guint i = 0; i < weft_inventory_n_scaleouts (self); i++)
    weft_inventory_refill_tiers (self, i);

  return TRUE;
}

/**
 * weft_inventory_facility_power: (skip)
 * @self: an inventory
 *
 * Returns: what its profile counts besides chips and ports
 */
const WeftFacilityPower *
weft_inventory_facility_power (WeftInventory *self)
{
  g_return_val_if_fail (WEFT_IS_INVENTORY (self), NULL);

  return &self->facility_power;
}

/**
 * weft_inventory_facility_cost: (skip)
 * @self: an inventory
 *
 * Returns: what its profile counts besides chips and fabrics
 */
const WeftFacilityCost *
weft_inventory_facility_cost (WeftInventory *self)
{
  g_return_val_if_fail (WEFT_IS_INVENTORY (self), NULL);

  return &self->facility_cost;
}

/**
 * weft_scaleout_tier: (skip)
 * @self: a scale-out fabric
 * @endpoints: of the machine
 *
 * Returns: the least tiers of switches that connect so many endpoints; one that holds for any number when the profile
 *   counts the ports of chips alone
 */
const WeftScaleoutTier *
weft_scaleout_tier (const WeftScaleout *self,
                    double              endpoints)
{
  guint i = 0;

  g_return_val_if_fail (self != NULL, NULL);

  /* Written so that an unknown limit is passed. */
  while (i + 1 < WEFT_MAX_TIERS && !(endpoints <= self->tiers[i].endpoints))
    i++;
  return &self->tiers[i];
}
