/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scene as a texture that is larger than the view, so that panning moves a picture instead of
 * painting, and zooming a large scene scales one until the hand rests. */
#pragma once

#include <gtk/gtk.h>

#include "draw/canvas/weft-scene.h"

G_BEGIN_DECLS

typedef struct _WeftCanvasPicture WeftCanvasPicture;

WeftCanvasPicture *weft_canvas_picture_new      (void);
void               weft_canvas_picture_free     (WeftCanvasPicture   *self);
/* Colours or the scene have changed. */
void               weft_canvas_picture_drop     (WeftCanvasPicture   *self);
/* Appends the scene; @draws tells that the renderer is cairo. With @hurries an older picture may stand in for a true one: then FALSE is
 * returned, and the caller asks again when the hand rests. */
gboolean           weft_canvas_picture_snapshot (WeftCanvasPicture   *self,
                                                 GtkSnapshot         *snapshot,
                                                 WeftScene           *scene,
                                                 const WeftSceneView *view,
                                                 const WeftPalette   *palette,
                                                 int                  scale,
                                                 gboolean             draws,
                                                 gboolean             hurries);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftCanvasPicture, weft_canvas_picture_free)

G_END_DECLS
