/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How full the links of a machine are at a time of a run, at any of its levels, with a slider and a player. */
#pragma once

#include "app/simulate/weft-heat-area.h"
#include "app/simulate/weft-simulation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_HEAT_MAP (weft_heat_map_get_type ())
G_DECLARE_FINAL_TYPE (WeftHeatMap, weft_heat_map, WEFT, HEAT_MAP, GtkWidget)

/* Actions: "heat.play", "heat.up". */
void          weft_heat_map_show     (WeftHeatMap    *self,
                                      WeftSimulation *run); /* (nullable) */
WeftHeatArea *weft_heat_map_get_area (WeftHeatMap    *self);
/* Below 0: the whole run. */
void          weft_heat_map_set_time (WeftHeatMap    *self,
                                      double          time_s);
double        weft_heat_map_get_time (WeftHeatMap    *self);
void          weft_heat_map_set_plays (WeftHeatMap   *self,
                                       gboolean       plays);
gboolean      weft_heat_map_get_plays (WeftHeatMap   *self);

G_END_DECLS
