/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power from the socket to the meter: circuit, rack, cluster, facility. */
#include "design/physical/weft-feed.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/physical/weft-physical-private.h"

static const WeftFeedRules default_rules = {
  /* Nameplate figures of hosts and switches are taken at the plug, so nothing is lost before them.
   * A busbar rack has its supplies outside the trays: about 0.975 for a 33 kW shelf (MGX). */
  .psu_efficiency = 1.0,
  /* Off. Fan, Weber and Barroso (ISCA 2007) find the peak of a cluster 7 to 16 % below the sum of
   * its machines' peaks, so 0.84 to 0.93; training keeps all hosts at their peak together. */
  .diversity = 1.0,
  /* Air takes 1.3 to 1.5, liquid 1.1 to 1.2; this is the good end of air. */
  .pue = 1.3,
};

static gboolean
check_load (const WeftFeedLoad  *load,
            GError             **error)
{
  return weft_physical_check ("power_w", load->power_w, 0, WEFT_PHYSICAL_MAX_W, error)
         && weft_physical_check ("derate", load->derate, 0, 1, error)
         && weft_physical_check ("count", load->count, 0, WEFT_PHYSICAL_MAX_COUNT, error);
}

static gboolean
check_room (const WeftRackRoom  *room,
            GError             **error)
{
  return weft_physical_check ("power_w", room->power_w, 0, WEFT_PHYSICAL_MAX_W, error)
         && weft_physical_check ("reserve_w", room->reserve_w, 0, room->power_w, error)
         && weft_physical_check ("units", room->units, 0, WEFT_PHYSICAL_MAX_UNITS, error)
         && weft_physical_check ("reserve_units", room->reserve_units, 0, room->units, error);
}

/* How many of @each go into @whole; infinitely many of what takes nothing. */
static double
times_in (double whole,
          double each)
{
  return each > 0.0 ? weft_physical_floor (whole / each) : INFINITY;
}

static gboolean
take_count (double    count,
            guint    *n,
            GError  **error)
{
  if (!weft_physical_check ("count", count, 0, WEFT_PHYSICAL_MAX_COUNT, error))
    return FALSE;

  *n = (guint) count;
  return TRUE;
}

/**
 * weft_feed_rules_default: (skip)
 *
 * Returns: (transfer none): nameplates at the plug, no diversity, PUE 1.3
 */
const WeftFeedRules *
weft_feed_rules_default (void)
{
  return &default_rules;
}

/**
 * weft_feed_rules_check: (skip)
 * @rules: factors
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether efficiency and diversity lie in [0.1, 1] and PUE in [1, 10]
 */
gboolean
weft_feed_rules_check (const WeftFeedRules  *rules,
                       GError              **error)
{
  g_return_val_if_fail (rules != NULL, FALSE);

  return weft_physical_check ("psu_efficiency", rules->psu_efficiency, 0.1, 1, error)
         && weft_physical_check ("diversity", rules->diversity, 0.1, 1, error)
         && weft_physical_check ("pue", rules->pue, 1, 10, error);
}

/**
 * weft_feed_power: (skip)
 * @volts: between two phases, or between the two wires of a single-phase feed
 * @amperes: rating of the breaker
 * @phases: 1 or 3
 * @continuous: share that may be loaded without pause, %WEFT_FEED_CONTINUOUS
 * @power_w: (out): V I sqrt(3) x share on three phases, V I x share on one (power factor 1)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @power_w is set
 */
gboolean
weft_feed_power (double    volts,
                 double    amperes,
                 guint     phases,
                 double    continuous,
                 double   *power_w,
                 GError  **error)
{
  g_return_val_if_fail (power_w != NULL, FALSE);

  if (!weft_physical_check ("volts", volts, 1, 1e5, error)
      || !weft_physical_check ("amperes", amperes, 0.1, 1e5, error)
      || !weft_physical_check ("continuous", continuous, 0.01, 1, error))
    return FALSE;

  if (phases != 1 && phases != 3)
    {
      g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_RANGE,
                   _("phases: found %u, expected 1 or 3"), phases);
      return FALSE;
    }

  *power_w = volts * amperes * (phases == 3 ? sqrt (3.0) : 1.0) * continuous;
  return TRUE;
}

/**
 * weft_feed_rack: (skip)
 * @rules: factors
 * @loads: (array length=n_loads) (nullable): what stands in the rack
 * @n_loads: how many kinds there are
 * @cables_w: transceivers and active cables
 * @fans_w: fans of the rack itself
 * @power_w: (out): sum of (nameplate x derate) / PSU efficiency + cables + fans
 * @error: return location for a #WeftPhysicalError
 *
 * GPU hosts keep derate 1, since their transients go beyond their rating; CPU and storage hosts
 * draw 0.6 to 0.8.
 *
 * Returns: whether @power_w is set
 */
gboolean
weft_feed_rack (const WeftFeedRules  *rules,
                const WeftFeedLoad   *loads,
                guint                 n_loads,
                double                cables_w,
                double                fans_w,
                double               *power_w,
                GError              **error)
{
  double sum_w = 0.0;

  g_return_val_if_fail (loads != NULL || n_loads == 0, FALSE);
  g_return_val_if_fail (power_w != NULL, FALSE);

  if (!weft_feed_rules_check (rules, error)
      || !weft_physical_check ("cables_w", cables_w, 0, WEFT_PHYSICAL_MAX_W, error)
      || !weft_physical_check ("fans_w", fans_w, 0, WEFT_PHYSICAL_MAX_W, error))
    return FALSE;

  for (guint i = 0; i < n_loads; i++)
    {
      if (!check_load (&loads[i], error))
        {
          g_prefix_error (error, "/%u: ", i);
          return FALSE;
        }
      sum_w += loads[i].power_w * loads[i].derate * loads[i].count;
    }

  *power_w = sum_w / rules->psu_efficiency + cables_w + fans_w;
  return TRUE;
}

/**
 * weft_feed_cluster: (skip)
 * @rules: factors
 * @racks_w: sum of the racks
 * @power_w: (out): racks x diversity (Fan, Weber and Barroso 2007)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @power_w is set
 */
gboolean
weft_feed_cluster (const WeftFeedRules  *rules,
                   double                racks_w,
                   double               *power_w,
                   GError              **error)
{
  g_return_val_if_fail (power_w != NULL, FALSE);

  if (!weft_feed_rules_check (rules, error)
      || !weft_physical_check ("racks_w", racks_w, 0, WEFT_PHYSICAL_MAX_W, error))
    return FALSE;

  *power_w = racks_w * rules->diversity;
  return TRUE;
}

/**
 * weft_feed_facility: (skip)
 * @rules: factors
 * @it_w: what the IT draws
 * @power_w: (out): IT x PUE, the definition of PUE (ISO/IEC 30134-2)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @power_w is set
 */
gboolean
weft_feed_facility (const WeftFeedRules  *rules,
                    double                it_w,
                    double               *power_w,
                    GError              **error)
{
  g_return_val_if_fail (power_w != NULL, FALSE);

  if (!weft_feed_rules_check (rules, error)
      || !weft_physical_check ("it_w", it_w, 0, WEFT_PHYSICAL_MAX_W, error))
    return FALSE;

  *power_w = it_w * rules->pue;
  return TRUE;
}

/**
 * weft_feed_hosts_per_rack: (skip)
 * @room: what a rack offers
 * @host_w: what a host draws
 * @host_units: rack units of a host; 0 for what needs none
 * @n_hosts: (out): min (floor ((limit - reserve) / host), floor ((U - reserve U) / host U)), 0 when
 *   not even one fits
 * @bound: (out) (optional): which of the two decides
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @n_hosts is set
 */
gboolean
weft_feed_hosts_per_rack (const WeftRackRoom  *room,
                          double               host_w,
                          double               host_units,
                          guint               *n_hosts,
                          WeftRackBound       *bound,
                          GError             **error)
{
  double by_power, by_space;

  g_return_val_if_fail (room != NULL && n_hosts != NULL, FALSE);

  if (!check_room (room, error)
      || !weft_physical_check ("host_w", host_w, 0, WEFT_PHYSICAL_MAX_W, error)
      || !weft_physical_check ("host_units", host_units, 0, WEFT_PHYSICAL_MAX_UNITS, error))
    return FALSE;

  by_power = times_in (room->power_w - room->reserve_w, host_w);
  by_space = times_in (room->units - room->reserve_units, host_units);
  if (!take_count (MIN (by_power, by_space), n_hosts, error))
    return FALSE;

  if (bound != NULL)
    *bound = by_power < by_space ? WEFT_RACK_BOUND_POWER
             : by_power > by_space ? WEFT_RACK_BOUND_SPACE : WEFT_RACK_BOUND_BOTH;
  return TRUE;
}

/**
 * weft_feed_racks: (skip)
 * @n_hosts: hosts
 * @hosts_per_rack: how many a rack takes
 * @n_racks: (out): ceil (hosts / hosts per rack)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @n_racks is set; %FALSE with %WEFT_PHYSICAL_ERROR_FIT when there are hosts and a
 *   rack takes none
 */
gboolean
weft_feed_racks (guint     n_hosts,
                 guint     hosts_per_rack,
                 guint    *n_racks,
                 GError  **error)
{
  g_return_val_if_fail (n_racks != NULL, FALSE);

  if (n_hosts > 0 && hosts_per_rack == 0)
    {
      g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_FIT,
                   _("A rack takes 0 of %u hosts; give it more power or space, or smaller hosts"),
                   n_hosts);
      return FALSE;
    }

  *n_racks = n_hosts == 0 ? 0 : (n_hosts - 1) / hosts_per_rack + 1;
  return TRUE;
}

/**
 * weft_feed_nodes_within: (skip)
 * @facility_w: what the facility may draw
 * @pue: its PUE, 1 when @facility_w is for the IT alone
 * @node_w: what a node draws
 * @shared_w: its share of what all nodes need, as of switches: switches / nodes x watts of one
 * @n_nodes: (out): floor (facility / PUE / (node + share))
 * @error: return location for a #WeftPhysicalError
 *
 * A share is a mean: whole switches may take slightly more.
 *
 * Returns: whether @n_nodes is set
 */
gboolean
weft_feed_nodes_within (double    facility_w,
                        double    pue,
                        double    node_w,
                        double    shared_w,
                        guint    *n_nodes,
                        GError  **error)
{
  g_return_val_if_fail (n_nodes != NULL, FALSE);

  if (!weft_physical_check ("facility_w", facility_w, 0, WEFT_PHYSICAL_MAX_W, error)
      || !weft_physical_check ("pue", pue, 1, 10, error)
      || !weft_physical_check ("node_w", node_w, 0, WEFT_PHYSICAL_MAX_W, error)
      || !weft_physical_check ("shared_w", shared_w, 0, WEFT_PHYSICAL_MAX_W, error))
    return FALSE;

  return take_count (times_in (facility_w / pue, node_w + shared_w), n_nodes, error);
}
