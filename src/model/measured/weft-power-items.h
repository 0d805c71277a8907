/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine draws, item by item, each with an interval: at its peak, or at work. The items are the sum. */
#pragma once

#include "design/graph/weft-graph-totals.h"
#include "design/weft-machine.h"
#include "design/weft-share.h"
#include "model/measured/weft-power-chip.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_POWER_CHIPS,
  WEFT_POWER_HOSTS,   /* processors, memory, boards and disks of nodes */
  WEFT_POWER_FABRIC,  /* scale-up and scale-out: switches, cards, modules */
  WEFT_POWER_COOLING, /* cooling and power distribution: what the PUE adds */
  WEFT_POWER_OTHER,   /* fans and power supplies; storage, login and management nodes */
  WEFT_N_POWER_ITEMS,
} WeftPowerItem;

/**
 * WeftPowerSpread:
 * @factor: of each #WeftPowerItem: how far the truth is off in nine cases of ten, times or divided by; of cooling, how
 *   far PUE - 1 is off
 *
 * How well items are known.
 */
typedef struct
{
  double factor[WEFT_N_POWER_ITEMS];
} WeftPowerSpread;

/**
 * WeftPowerItems:
 * @w: of each #WeftPowerItem, in W
 * @low_w: the lower end of its 90 % interval, in W
 * @high_w: the upper end, in W
 * @total_w: the sum of @w, at the facility's feed, in W
 * @total_low_w: the lower end of its interval, in W: items are off independently
 * @total_high_w: the upper end, in W
 * @chips: how many there are
 * @share: what one of them draws; zeros in a sum of several partitions and for a graph
 * @chip: its energies
 * @activity: what it does, zeros at the peak
 * @is_peak: whether chips draw their TDP
 * @is_capped: whether the TDP holds back what they do
 * @n_unknown: parts of a graph without a figure; the sum is at least @total_w then, and the upper ends are NAN
 * @n_parts: partitions in the sum
 *
 * The power of a partition, or of several.
 */
typedef struct
{
  double w[WEFT_N_POWER_ITEMS];
  double low_w[WEFT_N_POWER_ITEMS];
  double high_w[WEFT_N_POWER_ITEMS];
  double total_w;
  double total_low_w;
  double total_high_w;
  double chips;
  WeftPowerShare share;
  WeftChipPower chip;
  WeftActivity activity;
  gboolean is_peak;
  gboolean is_capped;
  double n_unknown;
  guint n_parts;
} WeftPowerItems;

WEFT_API gboolean weft_power_spread_init       (WeftPowerSpread         *self,
                                                WeftProfile             *profile,
                                                GError                 **error);
WEFT_API void     weft_power_items_from_share  (WeftPowerItems          *self,
                                                const WeftPowerShare    *share,
                                                const WeftFacilityPower *facility,
                                                const WeftPowerSpread   *spread,
                                                double                   chips);
WEFT_API gboolean weft_power_items_of          (WeftPowerItems          *self,
                                                WeftInventory           *inventory,
                                                guint                    chip,
                                                guint                    scaleup,
                                                guint                    scaleout,
                                                double                   chips,
                                                const WeftActivity      *activity,
                                                GError                 **error);
WEFT_API gboolean weft_power_items_of_machine  (WeftPowerItems          *self,
                                                WeftInventory           *inventory,
                                                const WeftMachine       *machine,
                                                const guint             *counts,
                                                const WeftActivity      *activities,
                                                GError                 **error);
WEFT_API void     weft_power_items_of_graph    (WeftPowerItems          *self,
                                                const WeftGraphTotals   *totals,
                                                const WeftPowerSpread   *spread);
WEFT_API void     weft_power_items_of_graph_at_work (WeftPowerItems        *self,
                                                const WeftGraphTotals   *totals,
                                                const WeftPowerSpread   *spread,
                                                double                   saved_w);
WEFT_API void     weft_power_items_add         (WeftPowerItems          *self,
                                                const WeftPowerItems    *other);

/* "chips" */
WEFT_API const char *weft_power_item_nick      (WeftPowerItem            item);
/* For people, translated. */
WEFT_API const char *weft_power_item_label     (WeftPowerItem            item);
/* Where the watts come from, one sentence with the numbers, translated. (transfer full) */
WEFT_API char       *weft_power_items_explain  (const WeftPowerItems    *self,
                                                WeftPowerItem            item);
/* Items by their nicks, each with w, low_w, high_w and why; total_w, total_low_w, total_high_w; n_unknown. (transfer
 * full) */
WEFT_API JsonNode   *weft_power_items_to_json  (const WeftPowerItems    *self);

G_END_DECLS
