/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shelf: everything that may stand at the level in view, to be dragged onto the canvas or added
 * with Enter, and the cables that a selected link may take. It activates "graph.add" (ss) and
 * "graph.set-cable" (s). */
#pragma once

#include <gtk/gtk.h>

#include "app/canvas/weft-stage.h"
#include "app/compose/weft-shelf-entry.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PART_SHELF (weft_part_shelf_get_type ())
G_DECLARE_FINAL_TYPE (WeftPartShelf, weft_part_shelf, WEFT, PART_SHELF, GtkWidget)

void        weft_part_shelf_set_stage        (WeftPartShelf  *self,
                                              WeftStage      *stage);
/* The rows that are shown, of WeftShelfEntry (transfer none). */
GListModel *weft_part_shelf_get_shown        (WeftPartShelf  *self);
void        weft_part_shelf_activate         (WeftPartShelf  *self,
                                              guint           position);
void        weft_part_shelf_toggle_favourite (WeftPartShelf  *self,
                                              WeftShelfEntry *entry);

G_END_DECLS
