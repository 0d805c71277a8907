/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The views of `weft draw`: their JSON, and how the canvas is painted. */
#pragma once

#include <json-glib/json-glib.h>

#include "draw/canvas/weft-scene.h"
#include "draw/rack/weft-elevation.h"
#include "draw/rack/weft-floor.h"

G_BEGIN_DECLS

void        weft_cli_draw_canvas_size    (WeftScene         *scene,
                                          double            *width,
                                          double            *height);
void        weft_cli_draw_canvas_paint   (WeftScene         *scene,
                                          cairo_t           *cr,
                                          const WeftPalette *palette);
JsonObject *weft_cli_draw_canvas_to_json (WeftScene         *scene);
JsonObject *weft_cli_draw_rack_to_json   (const WeftElevation       *rack,
                                          const WeftGraphDefinition *definition);
JsonObject *weft_cli_draw_floor_to_json  (const WeftFloor   *floor);

G_END_DECLS
