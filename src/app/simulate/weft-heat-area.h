/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One level of a machine with how full its links are: pans, zooms, tells what is under the pointer, opens levels. */
#pragma once

#include <gtk/gtk.h>

#include "draw/canvas/weft-scene-heat.h"

G_BEGIN_DECLS

#define WEFT_TYPE_HEAT_AREA (weft_heat_area_get_type ())
G_DECLARE_FINAL_TYPE (WeftHeatArea, weft_heat_area, WEFT, HEAT_AREA, GtkWidget)

/* Signal "item-activated" (item): somebody wants to see what is in it. */
/* (nullable): another scene is shown whole. */
void  weft_heat_area_set_scene (WeftHeatArea *self,
                                WeftScene    *scene);
/* The heat is that of another time. */
void  weft_heat_area_redraw    (WeftHeatArea *self);
/* What is said of a point. (transfer full) (nullable) */
char *weft_heat_area_describe  (WeftHeatArea *self,
                                double        x,
                                double        y);

G_END_DECLS
