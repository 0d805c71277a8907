/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a cable is from one rack unit to another, and which medium carries it that far. */
#pragma once

#include "design/physical/weft-physical.h"

G_BEGIN_DECLS

/* One rack unit, EIA-310-D: 1.75 inch. */
#define WEFT_RACK_UNIT_M 0.04445

/**
 * WeftRackPlace: (skip)
 * @row: row of the rack, from 0
 * @position: place of the rack in its row, from 0
 * @unit: rack unit of the port, from 1 at the bottom; 10.5 lies between units 10 and 11
 */
typedef struct
{
  int row;
  int position;
  double unit;
} WeftRackPlace;

/**
 * WeftCableRules: (skip)
 * @rack_pitch_m: from one rack to the next in a row
 * @row_pitch_m: from one row to the next
 * @base_m: floor to the bottom of unit 1
 * @tray_m: floor to the tray above the racks
 * @dress_m: horizontal run inside the rack, at each end
 * @loop_m: service loop, at each end
 * @slack: share added to the whole
 * @cross_m: (array length=n_cross): where trays cross the rows, along the row
 * @n_cross: how many there are
 *
 * How a hall is laid out and its cables are dressed; a user may set every one of them.
 */
typedef struct
{
  double rack_pitch_m;
  double row_pitch_m;
  double base_m;
  double tray_m;
  double dress_m;
  double loop_m;
  double slack;
  const double *cross_m;
  guint n_cross;
} WeftCableRules;

/**
 * WeftCableMedium: (skip)
 * @id: name of the medium
 * @reach_m: the longest cable of it
 * @power_w: of both ends together; NAN when unknown
 * @price_usd: of one cable; NAN when unknown
 * @stock_m: (array length=n_stock) (nullable): lengths sold, rising; %NULL when cut to length
 * @n_stock: how many there are
 */
typedef struct
{
  const char *id;
  double reach_m;
  double power_w;
  double price_usd;
  const double *stock_m;
  guint n_stock;
} WeftCableMedium;

/**
 * WeftCableChoice: (skip)
 * @medium: what carries the cable
 * @length_m: what is needed
 * @stock_m: what is bought
 */
typedef struct
{
  const WeftCableMedium *medium;
  double length_m;
  double stock_m;
} WeftCableChoice;

WEFT_API const WeftCableRules  *weft_cable_rules_default (void);
WEFT_API gboolean               weft_cable_rules_check   (const WeftCableRules  *rules,
                                                          GError               **error);
WEFT_API const WeftCableMedium *weft_cable_media_default (guint                 *n_media);
WEFT_API gboolean               weft_cable_media_check   (const WeftCableMedium *media,
                                                          guint                  n_media,
                                                          GError               **error);
WEFT_API gboolean               weft_cable_height        (const WeftCableRules  *rules,
                                                          double                 unit,
                                                          double                *height_m,
                                                          GError               **error);
WEFT_API gboolean               weft_cable_floor_run     (const WeftCableRules  *rules,
                                                          const WeftRackPlace   *a,
                                                          const WeftRackPlace   *b,
                                                          double                *run_m,
                                                          GError               **error);
WEFT_API gboolean               weft_cable_run           (const WeftCableRules  *rules,
                                                          const WeftRackPlace   *a,
                                                          const WeftRackPlace   *b,
                                                          double                *run_m,
                                                          GError               **error);
WEFT_API gboolean               weft_cable_length        (const WeftCableRules  *rules,
                                                          const WeftRackPlace   *a,
                                                          const WeftRackPlace   *b,
                                                          double                *length_m,
                                                          GError               **error);
WEFT_API gboolean               weft_cable_stock         (const WeftCableMedium *medium,
                                                          double                 length_m,
                                                          double                *stock_m,
                                                          GError               **error);
WEFT_API gboolean               weft_cable_choose        (const WeftCableMedium *media,
                                                          guint                  n_media,
                                                          double                 length_m,
                                                          WeftCableChoice       *choice,
                                                          GError               **error);

G_END_DECLS
