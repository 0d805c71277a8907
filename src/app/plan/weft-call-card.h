/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tool call as a card: what was proposed, what the evaluator said, and what the specialists advise. */
#pragma once

#include <gtk/gtk.h>

#include "agent/weft-dialogue.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CALL_CARD (weft_call_card_get_type ())
/* Its buttons activate plan.open-design, plan.apply-design, plan.copy-design and plan.show-event, each with the number of
 * the item's first event. */
G_DECLARE_FINAL_TYPE (WeftCallCard, weft_call_card, WEFT, CALL_CARD, GtkWidget)

GtkWidget *weft_call_card_new      (void);
/* @said: (nullable): what the planner said before it, which need not be said again */
void       weft_call_card_show     (WeftCallCard     *self,
                                    WeftDialogueItem *item,
                                    const char       *said);
/* All of it in words, for who does not see it. (transfer full) */
char      *weft_call_card_describe (WeftDialogueItem *item);

G_END_DECLS
