/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The canvas: shows a stage's level through a view, hands gestures to tools, and offers every verb
 * as an action with a key. */
#pragma once

#include "app/canvas/weft-canvas-view.h"
#include "app/canvas/weft-stage.h"
#include "app/canvas/weft-tool.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CANVAS (weft_canvas_get_type ())
G_DECLARE_FINAL_TYPE (WeftCanvas, weft_canvas, WEFT, CANVAS, GtkWidget)

void            weft_canvas_set_stage  (WeftCanvas   *self,
                                        WeftStage    *stage);
WeftStage      *weft_canvas_get_stage  (WeftCanvas   *self);
WeftCanvasView *weft_canvas_get_view   (WeftCanvas   *self);
void            weft_canvas_set_tool   (WeftCanvas   *self,
                                        WeftToolKind  kind);
WeftToolKind    weft_canvas_get_tool   (WeftCanvas   *self);
void            weft_canvas_fit        (WeftCanvas   *self);
/* Brings what is selected into view. */
void            weft_canvas_reveal     (WeftCanvas   *self);
/* A free place in the middle of the view for something new, on the grid. */
void            weft_canvas_free_place (WeftCanvas   *self,
                                        double       *x,
                                        double       *y);

G_END_DECLS
