/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole level in a corner, with a frame around what is in view; clicking or dragging in it moves
 * the view. */
#pragma once

#include "app/canvas/weft-canvas.h"

G_BEGIN_DECLS

#define WEFT_TYPE_MINIMAP (weft_minimap_get_type ())
G_DECLARE_FINAL_TYPE (WeftMinimap, weft_minimap, WEFT, MINIMAP, GtkWidget)

void weft_minimap_set_canvas (WeftMinimap *self,
                              WeftCanvas  *canvas);

G_END_DECLS
