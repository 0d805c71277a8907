/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding an item anywhere in the machine by its name or part, and centring it. */
#pragma once

#include "app/canvas/weft-canvas.h"

G_BEGIN_DECLS

#define WEFT_TYPE_FIND_BAR (weft_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftFindBar, weft_find_bar, WEFT, FIND_BAR, GtkWidget)

void weft_find_bar_set_canvas (WeftFindBar *self,
                               WeftCanvas  *canvas);
void weft_find_bar_open       (WeftFindBar *self);

G_END_DECLS
