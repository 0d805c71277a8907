/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to see of a run, one view at a time: timeline by rank, by link, heat map, bottlenecks. */
#pragma once

#include "app/simulate/weft-heat-map.h"
#include "app/simulate/weft-sim-bottlenecks.h"
#include "app/simulate/weft-sim-timeline.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SIM_VIEWS (weft_sim_views_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimViews, weft_sim_views, WEFT, SIM_VIEWS, GtkWidget)

/* Property "view": "ranks", "links", "heat" or "bottlenecks"; action "simulation.view". */
void             weft_sim_views_bind         (WeftSimViews   *self,
                                              WeftSimJob     *job,
                                              WeftMessageBar *bar);
void             weft_sim_views_update       (WeftSimViews   *self);
void             weft_sim_views_set_view     (WeftSimViews   *self,
                                              const char     *view);
const char      *weft_sim_views_get_view     (WeftSimViews   *self);
/* By rank, or by link. */
WeftSimTimeline *weft_sim_views_get_timeline (WeftSimViews   *self,
                                              gboolean        by_links);
WeftHeatMap     *weft_sim_views_get_heat_map (WeftSimViews   *self);

G_END_DECLS
