/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a rack's feed carries, what a rack and a facility draw, and how many hosts a rack takes. */
#pragma once

#include "design/physical/weft-physical.h"

G_BEGIN_DECLS

/* The share of a circuit that may be loaded without pause: National Electrical Code, 210.20 (A). */
#define WEFT_FEED_CONTINUOUS 0.8

/**
 * WeftFeedRules: (skip)
 * @psu_efficiency: what leaves the power supplies over what enters them
 * @diversity: what a cluster draws at its peak over the sum of its racks' peaks
 * @pue: what the facility draws over what its IT draws
 */
typedef struct
{
  double psu_efficiency;
  double diversity;
  double pue;
} WeftFeedRules;

/**
 * WeftFeedLoad: (skip)
 * @power_w: nameplate power of one
 * @derate: share of it that is drawn, 1 for GPU hosts
 * @count: how many there are
 */
typedef struct
{
  double power_w;
  double derate;
  double count;
} WeftFeedLoad;

/**
 * WeftRackRoom: (skip)
 * @power_w: what the rack may draw
 * @reserve_w: part of it that is kept free, as for switches
 * @units: rack units
 * @reserve_units: part of them that is kept free
 */
typedef struct
{
  double power_w;
  double reserve_w;
  double units;
  double reserve_units;
} WeftRackRoom;

typedef enum
{
  WEFT_RACK_BOUND_POWER,
  WEFT_RACK_BOUND_SPACE,
  WEFT_RACK_BOUND_BOTH,
} WeftRackBound;

WEFT_API const WeftFeedRules *weft_feed_rules_default  (void);
WEFT_API gboolean             weft_feed_rules_check    (const WeftFeedRules *rules,
                                                        GError             **error);
WEFT_API gboolean             weft_feed_power          (double               volts,
                                                        double               amperes,
                                                        guint                phases,
                                                        double               continuous,
                                                        double              *power_w,
                                                        GError             **error);
WEFT_API gboolean             weft_feed_rack           (const WeftFeedRules *rules,
                                                        const WeftFeedLoad  *loads,
                                                        guint                n_loads,
                                                        double               cables_w,
                                                        double               fans_w,
                                                        double              *power_w,
                                                        GError             **error);
WEFT_API gboolean             weft_feed_cluster        (const WeftFeedRules *rules,
                                                        double               racks_w,
                                                        double              *power_w,
                                                        GError             **error);
WEFT_API gboolean             weft_feed_facility       (const WeftFeedRules *rules,
                                                        double               it_w,
                                                        double              *power_w,
                                                        GError             **error);
WEFT_API gboolean             weft_feed_hosts_per_rack (const WeftRackRoom  *room,
                                                        double               host_w,
                                                        double               host_units,
                                                        guint               *n_hosts,
                                                        WeftRackBound       *bound,
                                                        GError             **error);
WEFT_API gboolean             weft_feed_racks          (guint                n_hosts,
                                                        guint                hosts_per_rack,
                                                        guint               *n_racks,
                                                        GError             **error);
WEFT_API gboolean             weft_feed_nodes_within   (double               facility_w,
                                                        double               pue,
                                                        double               node_w,
                                                        double               shared_w,
                                                        guint               *n_nodes,
                                                        GError             **error);

G_END_DECLS
