/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the planner said in one turn: who, with which model, its thinking folded away, its text with marks. */
#pragma once

#include <gtk/gtk.h>

#include "agent/weft-dialogue.h"

G_BEGIN_DECLS

#define WEFT_TYPE_TURN_VIEW (weft_turn_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftTurnView, weft_turn_view, WEFT, TURN_VIEW, GtkWidget)

GtkWidget *weft_turn_view_new  (void);
void       weft_turn_view_show (WeftTurnView     *self,
                                WeftDialogueItem *item);

G_END_DECLS
