/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a design draws at its peak and at each workload, and what it costs, item by item, under a profile that counts all
 * of a facility. */
#pragma once

#include "model/measured/weft-cost-items.h"
#include "model/measured/weft-power-items.h"
#include "model/weft-evaluation-private.h"

G_BEGIN_DECLS

/**
 * WeftMeasuredItems: (skip)
 * @peak: of the whole machine
 * @works: whether each workload runs
 * @work: of the whole machine while it runs
 * @cost: to buy, and energy over the years of use
 * @is_graph: whether all of these are a graph's totals; @parts then count for its chips alone
 * @n_partitions: partitions
 * @parts: of each partition at the peak, then of each at the first workload, and so on
 *
 * Power and cost by item.
 */
struct _WeftMeasuredItems
{
  WeftPowerItems peak;
  gboolean works[WEFT_N_WORKLOADS];
  WeftPowerItems work[WEFT_N_WORKLOADS];
  WeftCostItems cost;
  gboolean is_graph;
  guint n_partitions;
  WeftPowerItems *parts;
};

/* @findings: without a model and times when only partitions could be counted. @totals: (nullable): of a graph.
 * (nullable) (transfer full): NULL when the profile counts chips and ports alone. */
WeftMeasuredItems    *weft_measured_items_new  (const WeftFindings      *findings,
                                                const WeftGraphTotals   *totals);
void                  weft_measured_items_free (WeftMeasuredItems       *self);
/* At the peak. */
const WeftPowerItems *weft_measured_items_peak (const WeftMeasuredItems *self,
                                                guint                    partition);
const WeftPowerItems *weft_measured_items_work (const WeftMeasuredItems *self,
                                                WeftWorkloadKind         kind,
                                                guint                    partition);

G_END_DECLS
