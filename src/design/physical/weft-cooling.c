/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flows that carry heat away: heat = density x flow x specific heat x rise. */
#include "design/physical/weft-cooling.h"

#include <math.h>

#include "design/physical/weft-physical-private.h"

/* BTU/h in a watt, and density x specific heat of air x 60 min in BTU/(h CFM F); 1.085 is in use
 * too (insidehpc.com 2011). */
#define BTU_H_PER_W 3.412
#define AIR_BTU_H_PER_CFM_F 1.08

/* Dry air at 20 C and sea level: kg/m3 and J/(kg K). */
#define AIR_DENSITY 1.2041
#define AIR_SPECIFIC_HEAT 1005.0

/* Height over which the density of the isothermal atmosphere falls by e: R T / (M g) at 15 C. */
#define SCALE_HEIGHT_M 8434.0

/* kg/L and kJ/(kg K), rounded: water at 25 C takes 14.4 L/min per kW and K, PG25 takes 15.2. */
#define WATER_DENSITY 0.997
#define WATER_SPECIFIC_HEAT 4.18
#define PG25_DENSITY 1.014
#define PG25_SPECIFIC_HEAT 3.9

#define MAX_RISE 200.0

static const WeftCoolingRules default_rules = {
  /* CHASE (arXiv 2607.23042); others call 25 to 30 kW economical and about 50 kW the end of air. */
  .air_w = 40e3,
  /* GB200 NVL72: about 120 kW by NVIDIA, 132 kW in HPE's quickspecs. */
  .liquid_w = 132e3,
  /* Between 0.10 and 0.25; HPE's NVL72 has 17 of 132 kW (0.13). */
  .air_share = 0.15,
  /* One unit may fail. */
  .spare_cdus = 1,
};

/* By how much thinner air must flow faster. */
static double
thinness (double altitude_m)
{
  return 1.0 / exp (-altitude_m / SCALE_HEIGHT_M);
}

static gboolean
check_air (double       heat_w,
           const char  *rise_key,
           double       rise,
           double       altitude_m,
           GError     **error)
{
  return weft_physical_check ("heat_w", heat_w, 0, WEFT_PHYSICAL_MAX_W, error)
         && weft_physical_check (rise_key, rise, 0.1, MAX_RISE, error)
         && weft_physical_check ("altitude_m", altitude_m, -500, 9000, error);
}

/**
 * weft_cooling_rules_default: (skip)
 *
 * Returns: (transfer none): 40 kW a rack by air, 132 kW by liquid of which 15 % goes into the air,
 *   and one distribution unit to spare
 */
const WeftCoolingRules *
weft_cooling_rules_default (void)
{
  return &default_rules;
}

/**
 * weft_cooling_rules_check: (skip)
 * @rules: limits
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether every limit is one that a hall can have
 */
gboolean
weft_cooling_rules_check (const WeftCoolingRules  *rules,
                          GError                 **error)
{
  g_return_val_if_fail (rules != NULL, FALSE);

  return weft_physical_check ("air_w", rules->air_w, 0, WEFT_PHYSICAL_MAX_W, error)
         && weft_physical_check ("liquid_w", rules->liquid_w, 0, WEFT_PHYSICAL_MAX_W, error)
         && weft_physical_check ("air_share", rules->air_share, 0, 1, error)
         && weft_physical_check ("spare_cdus", rules->spare_cdus, 0, 1000, error);
}

/**
 * weft_cooling_air_cfm: (skip)
 * @heat_w: what the air takes
 * @rise_f: by how many degrees Fahrenheit it warms up
 * @altitude_m: of the hall
 * @flow_cfm: (out): cubic feet a minute: 3.412 W / (1.08 dT) (insidehpc.com 2011), divided by
 *   exp (-altitude / 8434 m)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @flow_cfm is set
 */
gboolean
weft_cooling_air_cfm (double    heat_w,
                      double    rise_f,
                      double    altitude_m,
                      double   *flow_cfm,
                      GError  **error)
{
  g_return_val_if_fail (flow_cfm != NULL, FALSE);

  if (!check_air (heat_w, "rise_f", rise_f, altitude_m, error))
    return FALSE;

  *flow_cfm = BTU_H_PER_W * heat_w / (AIR_BTU_H_PER_CFM_F * rise_f) * thinness (altitude_m);
  return TRUE;
}

/**
 * weft_cooling_air_m3_h: (skip)
 * @heat_w: what the air takes
 * @rise_k: by how many kelvin it warms up
 * @altitude_m: of the hall
 * @flow_m3_h: (out): cubic metres an hour: 3600 W / (1.2041 x 1005 dT) for air at 20 C, divided by
 *   exp (-altitude / 8434 m)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @flow_m3_h is set
 */
gboolean
weft_cooling_air_m3_h (double    heat_w,
                       double    rise_k,
                       double    altitude_m,
                       double   *flow_m3_h,
                       GError  **error)
{
  g_return_val_if_fail (flow_m3_h != NULL, FALSE);

  if (!check_air (heat_w, "rise_k", rise_k, altitude_m, error))
    return FALSE;

  *flow_m3_h = 3600.0 * heat_w / (AIR_DENSITY * AIR_SPECIFIC_HEAT * rise_k) * thinness (altitude_m);
  return TRUE;
}

/**
 * weft_cooling_liquid_l_min: (skip)
 * @heat_w: what the liquid takes
 * @rise_k: by how many kelvin it warms up
 * @coolant: the liquid
 * @flow_l_min: (out): litres a minute: 60 kW / (density x specific heat x dT)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @flow_l_min is set
 */
gboolean
weft_cooling_liquid_l_min (double        heat_w,
                           double        rise_k,
                           WeftCoolant   coolant,
                           double       *flow_l_min,
                           GError      **error)
{
  double kj_per_l_k;

  g_return_val_if_fail (flow_l_min != NULL, FALSE);
  g_return_val_if_fail (coolant == WEFT_COOLANT_WATER || coolant == WEFT_COOLANT_PG25, FALSE);

  if (!weft_physical_check ("heat_w", heat_w, 0, WEFT_PHYSICAL_MAX_W, error)
      || !weft_physical_check ("rise_k", rise_k, 0.1, MAX_RISE, error))
    return FALSE;

  kj_per_l_k = coolant == WEFT_COOLANT_WATER ? WATER_DENSITY * WATER_SPECIFIC_HEAT
                                             : PG25_DENSITY * PG25_SPECIFIC_HEAT;
  *flow_l_min = 60.0 * (heat_w / 1000.0) / (kj_per_l_k * rise_k);
  return TRUE;
}

/**
 * weft_cooling_split: (skip)
 * @heat_w: heat of a liquid-cooled rack
 * @air_share: share of it that no cold plate reaches, 0.10 to 0.25
 * @air_w: (out): what must still pass the test of an air-cooled rack
 * @liquid_w: (out): what the liquid takes
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether both are set
 */
gboolean
weft_cooling_split (double    heat_w,
                    double    air_share,
                    double   *air_w,
                    double   *liquid_w,
                    GError  **error)
{
  g_return_val_if_fail (air_w != NULL && liquid_w != NULL, FALSE);

  if (!weft_physical_check ("heat_w", heat_w, 0, WEFT_PHYSICAL_MAX_W, error)
      || !weft_physical_check ("air_share", air_share, 0, 1, error))
    return FALSE;

  *air_w = heat_w * air_share;
  *liquid_w = heat_w - *air_w;
  return TRUE;
}

/**
 * weft_cooling_cdus: (skip)
 * @liquid_w: heat in the liquid
 * @capacity_w: what one distribution unit takes
 * @spare: how many more there are than needed, 1 as a rule
 * @n_cdus: (out): ceil (heat / capacity) + spare; 0 without any heat in the liquid
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @n_cdus is set
 */
gboolean
weft_cooling_cdus (double    liquid_w,
                   double    capacity_w,
                   guint     spare,
                   guint    *n_cdus,
                   GError  **error)
{
  double needed;

  g_return_val_if_fail (n_cdus != NULL, FALSE);

  if (!weft_physical_check ("liquid_w", liquid_w, 0, WEFT_PHYSICAL_MAX_W, error)
      || !weft_physical_check ("capacity_w", capacity_w, 1, WEFT_PHYSICAL_MAX_W, error)
      || !weft_physical_check ("spare_cdus", spare, 0, 1000, error))
    return FALSE;

  needed = weft_physical_ceil (liquid_w / capacity_w);
  if (!weft_physical_check ("cdus", needed, 0, WEFT_PHYSICAL_MAX_COUNT, error))
    return FALSE;

  *n_cdus = needed > 0.0 ? (guint) needed + spare : 0;
  return TRUE;
}
