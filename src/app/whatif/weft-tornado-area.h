/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a tornado: bars under the pointer and reached by keys, and a click or Enter on one. */
#pragma once

#include <gtk/gtk.h>

#include "draw/whatif/weft-tornado-chart.h"

G_BEGIN_DECLS

/* Signal "row-activated" (row). */
#define WEFT_TYPE_TORNADO_AREA (weft_tornado_area_get_type ())
G_DECLARE_FINAL_TYPE (WeftTornadoArea, weft_tornado_area, WEFT, TORNADO_AREA, GtkWidget)

/* Takes @chart; NULL for none. */
void              weft_tornado_area_set_chart (WeftTornadoArea  *self,
                                               WeftTornadoChart *chart);
/* (nullable) (transfer none) */
WeftTornadoChart *weft_tornado_area_get_chart (WeftTornadoArea  *self);
/* The row that is pointed at, or that the keyboard is at; -1 for none. */
int               weft_tornado_area_get_row   (WeftTornadoArea  *self);

G_END_DECLS
