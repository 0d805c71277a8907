/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first column of What-if: which number is asked about, what it is, and the inputs that are turned. */
#pragma once

#include "app/whatif/weft-answer-card.h"
#include "app/whatif/weft-knob-row.h"
#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_WHATIF_PANE (weft_whatif_pane_get_type ())
G_DECLARE_FINAL_TYPE (WeftWhatifPane, weft_whatif_pane, WEFT, WHATIF_PANE, GtkWidget)

void            weft_whatif_pane_bind       (WeftWhatifPane *self,
                                             WeftWhatifJob  *job);
/* Takes over what the job says; and only its answer. */
void            weft_whatif_pane_update     (WeftWhatifPane *self);
void            weft_whatif_pane_answer     (WeftWhatifPane *self);
/* What a preset is, and what of it is not here. @title: NULL for none. */
void            weft_whatif_pane_set_preset (WeftWhatifPane *self,
                                             const char     *title,
                                             GPtrArray      *notes);
WeftAnswerCard *weft_whatif_pane_get_card   (WeftWhatifPane *self);
/* (nullable) */
WeftKnobRow    *weft_whatif_pane_get_row    (WeftWhatifPane *self,
                                             guint           position);
const char     *weft_whatif_pane_get_words  (WeftWhatifPane *self);
void            weft_whatif_pane_set_presets (WeftWhatifPane *self,
                                             GMenuModel     *presets);

G_END_DECLS
