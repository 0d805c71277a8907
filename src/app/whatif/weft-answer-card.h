/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer with the knobs as they stand, beside what the design gives, and the six ratios likewise. */
#pragma once

#include <gtk/gtk.h>

#include "model/whatif/weft-output.h"

G_BEGIN_DECLS

#define WEFT_TYPE_ANSWER_CARD (weft_answer_card_get_type ())
G_DECLARE_FINAL_TYPE (WeftAnswerCard, weft_answer_card, WEFT, ANSWER_CARD, GtkWidget)

/* @output: (nullable): none yet. @answer: (nullable): there is none, for a @reason (nullable). @baseline: (nullable):
 * not known yet. */
void        weft_answer_card_show         (WeftAnswerCard   *self,
                                           const WeftOutput *output,
                                           WeftEvaluation   *answer,
                                           WeftEvaluation   *baseline,
                                           const char       *reason);
/* "1.984×", and "1.929× in the design, +2.9 %". */
const char *weft_answer_card_get_value    (WeftAnswerCard   *self);
const char *weft_answer_card_get_baseline (WeftAnswerCard   *self);
/* "1.72×" */
const char *weft_answer_card_get_ratio    (WeftAnswerCard   *self,
                                           guint             kind);

G_END_DECLS
