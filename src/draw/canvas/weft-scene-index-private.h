/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A packed R-tree of boxes: built once in O(n), asked in O(log n + found) when neighbours in space
 * are many neighbours in order. */
#pragma once

#include "draw/weft-paint-private.h"

G_BEGIN_DECLS

typedef struct _WeftSceneIndex WeftSceneIndex;

WeftSceneIndex *weft_scene_index_new   (const WeftBox  *boxes,
                                        guint           n);
void            weft_scene_index_free  (WeftSceneIndex *self);
/* Appends the boxes that touch @area, edges included, in ascending order. */
void            weft_scene_index_query (const WeftSceneIndex *self,
                                        const WeftBox        *area,
                                        GArray               *found);

G_END_DECLS
