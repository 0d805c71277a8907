/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a whole machine draws, costs and takes up, added part by part. Every sum knows what it lacks:
 * a part without a figure is named, and never counts as 0. */
#pragma once

#include "design/graph/weft-graph-flatten.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_TOTAL_CHIPS,
  WEFT_TOTAL_SWITCHES,
  WEFT_TOTAL_NICS,
  WEFT_TOTAL_MEMORY,
  WEFT_TOTAL_CABLES,  /* cables and optics */
  WEFT_TOTAL_COOLING,
  WEFT_TOTAL_OTHER,   /* hosts, fans and losses of chassis; all else */
  WEFT_N_TOTALS,
} WeftTotalKind;

/**
 * WeftTotalLack: (skip)
 * @name: "tray > gpu", the definition and its item
 * @count: how many there are in the machine
 */
typedef struct
{
  char *name;
  double count;
} WeftTotalLack;

/**
 * WeftTotal: (skip)
 * @known: what is known of the sum
 * @lacks: (element-type WeftTotalLack): the parts whose figure is unknown; the sum is at least
 *   @known when there are any
 */
typedef struct
{
  double known;
  GArray *lacks;
} WeftTotal;

/**
 * WeftTotalPorts: (skip)
 * @id: a kind of switch
 * @count: how many there are
 * @used: cables that are plugged in
 * @available: ports of all of them, NAN when unknown
 */
typedef struct
{
  const char *id;
  guint count;
  double used;
  double available;
} WeftTotalPorts;

/**
 * WeftGraphTotals: (skip)
 * @power_w: by kind of part, at the plug
 * @it_w: all of them
 * @pue: what the facility draws over what its IT draws, NAN when the profile does not say
 * @facility_w: IT power x PUE; what is known of it is the IT power when the PUE is not
 * @cost_usd: price of all parts
 * @parts_usd: the same by kind of part; racks' frames are of the kind "other"
 * @racks_usd: what is known of the price of racks' frames
 * @cost_rcu: the same in relative units
 * @units_used: rack units of what stands in racks
 * @units: rack units of the racks
 * @ports: (element-type WeftTotalPorts): the kinds of switches in the order of the catalog
 * @n_racks: racks
 * @n_chips: chips that workloads run on
 * @area_m2: floor of the racks and of what stands beside them, with aisles; NAN when there are too
 *   many for a hall
 *
 * Totals of a machine.
 */
typedef struct
{
  WeftTotal power_w[WEFT_N_TOTALS];
  WeftTotal it_w;
  double pue;
  WeftTotal facility_w;
  WeftTotal cost_usd;
  WeftTotal parts_usd[WEFT_N_TOTALS];
  double racks_usd;
  WeftTotal cost_rcu;
  WeftTotal units_used;
  WeftTotal units;
  GArray *ports;
  guint n_racks;
  guint n_chips;
  double area_m2;
} WeftGraphTotals;

/* The graph keeps the composition rules. (transfer full) */
WEFT_API WeftGraphTotals *weft_graph_totals       (const WeftFlat        *flat,
                                                   WeftInventory         *inventory);
WEFT_API WeftGraphTotals *weft_graph_totals_copy  (const WeftGraphTotals *self);
WEFT_API void             weft_graph_totals_free  (WeftGraphTotals       *self);
/* The sum, NAN when a part of it is unknown. */
WEFT_API double           weft_total_get          (const WeftTotal       *self);
/* How many parts have no figure. */
WEFT_API double           weft_total_n_lacks      (const WeftTotal       *self);
/* "chips"; translated for people. */
WEFT_API const char      *weft_total_kind_nick    (WeftTotalKind          kind);
WEFT_API const char      *weft_total_kind_label   (WeftTotalKind          kind);
/* Against the budget of the document, @power_w or @cost_usd, NAN for none: appends the warnings
 * facility_power, facility_power_unknown, budget_usd and budget_usd_unknown. */
WEFT_API void             weft_graph_totals_judge (const WeftGraphTotals *self,
                                                   double                 power_w,
                                                   double                 cost_usd,
                                                   GPtrArray             *violations);
/* What `weft evaluate --json` has under "totals". (transfer full) */
WEFT_API JsonNode        *weft_graph_totals_to_json (const WeftGraphTotals *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftGraphTotals, weft_graph_totals_free)

G_END_DECLS
