/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An input that somebody has taken into the hand: what it is set to, and how far it may be turned. No widgets. */
#pragma once

#include "model/whatif/weft-input.h"

G_BEGIN_DECLS

/* Properties: "value" (in the input's unit), "moved" (read-only): whether it stands elsewhere than in the design. */
#define WEFT_TYPE_WHATIF_KNOB (weft_whatif_knob_get_type ())
G_DECLARE_FINAL_TYPE (WeftWhatifKnob, weft_whatif_knob, WEFT, WHATIF_KNOB, GObject)

WeftWhatifKnob *weft_whatif_knob_new         (WeftInput      *input);
WeftInput      *weft_whatif_knob_get_input   (WeftWhatifKnob *self);
/* The same input of a design that has changed: what was moved stays where it is, the rest follows. */
void            weft_whatif_knob_set_input   (WeftWhatifKnob *self,
                                              WeftInput      *input);
double          weft_whatif_knob_get_value   (WeftWhatifKnob *self);
/* The nearest value that there may be. */
void            weft_whatif_knob_set_value   (WeftWhatifKnob *self,
                                              double          value);
/* Where it stands in its range, from 0 to 1. */
double          weft_whatif_knob_get_share   (WeftWhatifKnob *self);
void            weft_whatif_knob_set_share   (WeftWhatifKnob *self,
                                              double          share);
gboolean        weft_whatif_knob_is_moved    (WeftWhatifKnob *self);
void            weft_whatif_knob_reset       (WeftWhatifKnob *self);
/* As far as it can be turned; wider once a value outside of it has been typed. */
WeftFactor      weft_whatif_knob_get_range   (WeftWhatifKnob *self);
/* For people: what it is set to, and what it is in the design. (transfer full) */
char           *weft_whatif_knob_dup_text    (WeftWhatifKnob *self);
char           *weft_whatif_knob_dup_was     (WeftWhatifKnob *self);

G_END_DECLS
