/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tools of the canvas and its zoom, floating over its lower edge. */
#pragma once

#include "app/canvas/weft-canvas.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CANVAS_BAR (weft_canvas_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftCanvasBar, weft_canvas_bar, WEFT, CANVAS_BAR, GtkWidget)

void weft_canvas_bar_set_canvas (WeftCanvasBar *self,
                                 WeftCanvas    *canvas);

G_END_DECLS
