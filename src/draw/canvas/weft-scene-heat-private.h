/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What painters of a scene ask of its heat. */
#pragma once

#include "draw/canvas/weft-scene-heat.h"
#include "draw/canvas/weft-scene-pen-private.h"

G_BEGIN_DECLS

/* "GPU 3 → Leaf 1" (transfer full) */
char       *weft_heat_name_link        (const WeftHeat     *self,
                                        guint32             link);
/* "62 %, mean 3 %"; the same text is the same pointer. NULL when nothing is known. */
const char *weft_scene_heat_label      (WeftScene          *self,
                                        guint               wire);
/* Puts the most used ones first. */
void        weft_scene_sort_hot        (WeftScene          *self,
                                        GArray             *wires);
/* Of a wire that is used so much. */
double      weft_scene_heat_width      (const WeftScenePen *self,
                                        double              share);
/* The most used ones on top. */
void        weft_scene_paint_hot_wires (const WeftScenePen *self,
                                        const GArray       *wires);
/* The same of many, as thin lines. */
void        weft_scene_mask_hot_wires  (const WeftScenePen *self,
                                        const GArray       *wires);
/* What is used inside of a box, which is @box in the picture. */
void        weft_scene_paint_inside    (const WeftScenePen *self,
                                        guint               node,
                                        const WeftBox      *box);

G_END_DECLS
