/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row of a dialogue, which may be of any kind and serves another item when it scrolls out of sight. */
#pragma once

#include <gtk/gtk.h>

#include "agent/weft-dialogue.h"

G_BEGIN_DECLS

#define WEFT_TYPE_DIALOGUE_ROW (weft_dialogue_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftDialogueRow, weft_dialogue_row, WEFT, DIALOGUE_ROW, GtkWidget)

GtkWidget        *weft_dialogue_row_new      (void);
/* @item: (nullable): of none. @before: (nullable): the turn that it belongs to */
void              weft_dialogue_row_bind     (WeftDialogueRow  *self,
                                              WeftDialogueItem *item,
                                              WeftDialogueItem *before);
WeftDialogueItem *weft_dialogue_row_get_item (WeftDialogueRow  *self);

G_END_DECLS
