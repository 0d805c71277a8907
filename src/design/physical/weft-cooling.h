/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The air and the liquid that carry a rack's heat away, and the liquid's distribution units. */
#pragma once

#include "design/physical/weft-physical.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_COOLANT_WATER,
  WEFT_COOLANT_PG25, /* a quarter propylene glycol */
} WeftCoolant;

/**
 * WeftCoolingRules: (skip)
 * @air_w: heat that air can take from one rack
 * @liquid_w: heat that a liquid-cooled rack can give off
 * @air_share: share of a liquid-cooled rack's heat that still goes into the air
 * @spare_cdus: distribution units beyond those needed
 */
typedef struct
{
  double air_w;
  double liquid_w;
  double air_share;
  guint spare_cdus;
} WeftCoolingRules;

WEFT_API const WeftCoolingRules *weft_cooling_rules_default (void);
WEFT_API gboolean                weft_cooling_rules_check   (const WeftCoolingRules *rules,
                                                             GError                **error);
WEFT_API gboolean                weft_cooling_air_cfm       (double                  heat_w,
                                                             double                  rise_f,
                                                             double                  altitude_m,
                                                             double                 *flow_cfm,
                                                             GError                **error);
WEFT_API gboolean                weft_cooling_air_m3_h      (double                  heat_w,
                                                             double                  rise_k,
                                                             double                  altitude_m,
                                                             double                 *flow_m3_h,
                                                             GError                **error);
WEFT_API gboolean                weft_cooling_liquid_l_min  (double                  heat_w,
                                                             double                  rise_k,
                                                             WeftCoolant             coolant,
                                                             double                 *flow_l_min,
                                                             GError                **error);
WEFT_API gboolean                weft_cooling_split         (double                  heat_w,
                                                             double                  air_share,
                                                             double                 *air_w,
                                                             double                 *liquid_w,
                                                             GError                **error);
WEFT_API gboolean                weft_cooling_cdus          (double                  liquid_w,
                                                             double                  capacity_w,
                                                             guint                   spare,
                                                             guint                  *n_cdus,
                                                             GError                **error);

G_END_DECLS
