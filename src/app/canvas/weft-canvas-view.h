/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What part of a scene is seen, and how large: the only place where canvas units become pixels and
 * back. No widgets, so that every rule of panning and zooming is tested by itself. */
#pragma once

#include "draw/canvas/weft-scene.h"

G_BEGIN_DECLS

#define WEFT_CANVAS_ZOOM_MIN 0.02
#define WEFT_CANVAS_ZOOM_MAX 4.0
/* One click of a wheel, or one press of a key. */
#define WEFT_CANVAS_ZOOM_STEP 1.2

#define WEFT_TYPE_CANVAS_VIEW (weft_canvas_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftCanvasView, weft_canvas_view, WEFT, CANVAS_VIEW, GObject)

/* Property zoom (notify). Signal "changed": place, zoom or size are others now. */
WeftCanvasView      *weft_canvas_view_new         (void);
/* (transfer none): world at the top left, zoom, size in pixels. */
const WeftSceneView *weft_canvas_view_get         (WeftCanvasView *self);
double               weft_canvas_view_get_zoom    (WeftCanvasView *self);

void                 weft_canvas_view_set_size    (WeftCanvasView *self,
                                                   double          width,
                                                   double          height);
/* What there is to see: panning stops where the last of it would leave the view. */
void                 weft_canvas_view_set_content (WeftCanvasView *self,
                                                   const WeftBox  *content);
void                 weft_canvas_view_pan         (WeftCanvasView *self,
                                                   double          dx_px,
                                                   double          dy_px);
/* What is below the pixel @x, @y stays there. */
void                 weft_canvas_view_zoom_at     (WeftCanvasView *self,
                                                   double          factor,
                                                   double          x_px,
                                                   double          y_px);
/* About the middle. */
void                 weft_canvas_view_set_zoom    (WeftCanvasView *self,
                                                   double          zoom);
/* The largest zoom, at most 100 %, that shows all of @box. */
double               weft_canvas_view_fit_zoom    (WeftCanvasView *self,
                                                   const WeftBox  *box);
void                 weft_canvas_view_fit         (WeftCanvasView *self,
                                                   const WeftBox  *box);
void                 weft_canvas_view_centre      (WeftCanvasView *self,
                                                   double          x,
                                                   double          y);
/* Moves no more than it takes to see all of @box. */
void                 weft_canvas_view_reveal      (WeftCanvasView *self,
                                                   const WeftBox  *box);
void                 weft_canvas_view_to_world    (WeftCanvasView *self,
                                                   double          x_px,
                                                   double          y_px,
                                                   double         *x,
                                                   double         *y);
void                 weft_canvas_view_to_px       (WeftCanvasView *self,
                                                   double          x,
                                                   double          y,
                                                   double         *x_px,
                                                   double         *y_px);
void                 weft_canvas_view_visible     (WeftCanvasView *self,
                                                   WeftBox        *box);

G_END_DECLS
