/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thin bar with a tick: a workload's speed-up beside the reference, or what is used of a
 * budget. */
#pragma once

#include <gtk/gtk.h>

#include "draw/weft-paint.h"

G_BEGIN_DECLS

#define WEFT_TYPE_METER (weft_meter_get_type ())
G_DECLARE_FINAL_TYPE (WeftMeter, weft_meter, WEFT, METER, GtkWidget)

/* The colour of its bar: a workload's, or the plain one. */
#define WEFT_METER_PLAIN (-1)

GtkWidget *weft_meter_new (int        workload);
void       weft_meter_set (WeftMeter *self,
                           double     fraction,
                           double     tick);
/* The same as part of another widget's picture: a bar of @width whose upper left corner, with room for the tick, is at @x, @y. */
void       weft_meter_draw (GtkSnapshot       *snapshot,
                            const WeftPalette *palette,
                            int                workload,
                            double             fraction,
                            double             tick,
                            double             x,
                            double             y,
                            double             width);
/* Of a meter with its tick. */
#define WEFT_METER_HEIGHT 12

G_END_DECLS
