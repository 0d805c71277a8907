/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dialogue to read. It stays at its end while the reader is there, and else where the reader is. */
#pragma once

#include <gtk/gtk.h>

#include "agent/weft-dialogue.h"

G_BEGIN_DECLS

#define WEFT_TYPE_DIALOGUE_VIEW (weft_dialogue_view_get_type ())
/* Property "following": that it stays at the end. Actions "dialogue.jump": to the latest; "dialogue.copy": what the row with the keyboard says. */
G_DECLARE_FINAL_TYPE (WeftDialogueView, weft_dialogue_view, WEFT, DIALOGUE_VIEW, GtkWidget)

void       weft_dialogue_view_set_dialogue  (WeftDialogueView *self,
                                             WeftDialogue     *dialogue,
                                             gboolean          at_end); /* (nullable) */
gboolean   weft_dialogue_view_get_following (WeftDialogueView *self);
/* Brings the item with this first event into view. */
void       weft_dialogue_view_go_to         (WeftDialogueView *self,
                                             guint64           seq);

G_END_DECLS
