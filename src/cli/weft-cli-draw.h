/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft draw` shows in its view of the canvas. */
#pragma once

#include <json-glib/json-glib.h>

#include "draw/canvas/weft-scene.h"

G_BEGIN_DECLS

void        weft_cli_draw_canvas_size    (WeftScene         *scene,
                                          double            *width,
                                          double            *height);
void        weft_cli_draw_canvas_paint   (WeftScene         *scene,
                                          cairo_t           *cr,
                                          const WeftPalette *palette);
JsonObject *weft_cli_draw_canvas_to_json (WeftScene         *scene);

G_END_DECLS
