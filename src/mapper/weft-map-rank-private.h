/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks of tasks by mean times and mean transfers, and the order that they are computed in. */
#pragma once

#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

/* [tasks] each task after those that it waits for by edges; NULL when the indices are such an order already, as those
 * of most generators are. (transfer full) */
guint32 *weft_map_order         (const WeftTaskGraph  *graph);

/* The task at a place of the order. */
static inline guint32
weft_map_order_at (const guint32 *order,
                   guint32        place)
{
  return order != NULL ? order[place] : place;
}

/* Mean of a value of each device, [devices] by way of their classes: the sum in the order of devices, over those where
 * it is finite. */
double   weft_map_mean          (const WeftPlatform   *platform,
                                 const double         *by_class);
/* [rows] wbar: mean times, over the devices that can run a row. */
double  *weft_map_mean_times    (const WeftMapProblem *problem);
/* [tasks] rank_u. @mean_s: of weft_map_mean_times(). */
double  *weft_map_upward_rank   (const WeftMapProblem *problem,
                                 const guint32        *order,
                                 const double         *mean_s);
/* [tasks] rank_d. */
double  *weft_map_downward_rank (const WeftMapProblem *problem,
                                 const guint32        *order,
                                 const double         *mean_s);

G_END_DECLS
